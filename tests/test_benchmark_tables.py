"""Published tables: three formats of one table, and a check that finds stale ones."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import additive_bases, threshold_degree_census
from benchmarks.__main__ import names
from benchmarks.publish import FOLDER, Page, Table, publish, run
from benchmarks.stored import cell, fresh, solved
from lpbounds.latex import escaped
from lpbounds.problem import Limits

TABLE = Table("sizes", ["m", "a & b", "s"], [["1", "[1, inf]", "0.1"], ["2", "x|y", "0.2"]], ["s"])
PAGE = Page("toy", "# Toy\n\n{sizes}\n", [TABLE])


def timed(*seconds: str) -> Page:
    rows = [[*row[:2], time] for row, time in zip(TABLE.rows, seconds, strict=True)]
    return replace(PAGE, tables=[replace(TABLE, rows=rows)])


def test_a_page_is_written_in_three_formats(tmp_path: Path) -> None:
    PAGE.write(tmp_path)
    assert r"x\|y" in (tmp_path / "toy.md").read_text()
    assert list(csv.reader((tmp_path / "tables/toy-sizes.csv").open())) == [TABLE.head, *TABLE.rows]
    assert r"1 & [1, $\infty$] & 0.1 \\" in (tmp_path / "tables/toy-sizes.tex").read_text()
    assert list(PAGE.stale(tmp_path)) == []


def test_times_may_differ_and_nothing_else(tmp_path: Path) -> None:
    PAGE.write(tmp_path)
    assert list(timed("7", "8").stale(tmp_path)) == []
    changed = replace(PAGE, tables=[replace(TABLE, rows=[TABLE.rows[0], ["2", "z", "0.2"]])])
    assert list(changed.stale(tmp_path)) == ["toy: sizes: row 2 is ['2', 'x|y'], should be ['2', 'z']"]
    longer = replace(PAGE, tables=[replace(TABLE, rows=[*TABLE.rows, ["3", "", ""]])])
    assert "row 3 is None" in next(longer.stale(tmp_path))


@pytest.mark.parametrize("name", ["toy.md", "tables/toy-sizes.tex", "tables/toy-sizes.csv"])
def test_every_file_is_checked(tmp_path: Path, name: str) -> None:
    PAGE.write(tmp_path)
    path = tmp_path / name
    path.write_text(path.read_text().replace("1", "9"))
    assert list(PAGE.stale(tmp_path))
    path.unlink()
    assert list(PAGE.stale(tmp_path))


def test_tables_that_a_page_has_no_longer_are_found_and_removed(tmp_path: Path) -> None:
    PAGE.write(tmp_path)
    (tmp_path / "tables/toy-old.csv").write_text("a\n1\n")
    assert list(PAGE.stale(tmp_path)) == ["toy: toy-old.csv is of no table"]
    PAGE.write(tmp_path)
    assert list(PAGE.stale(tmp_path)) == []


def test_long_integers_have_commas_for_people_only() -> None:
    table = Table("long", ["size", "m", "ratio"], [["65536", "1024", "0.12345"], ["1024", "", "12345"]])
    assert table.csv() == "size,m,ratio\n65536,1024,0.12345\n1024,,12345\n"
    assert r"65,536 & 1024 & 0.12345 \\" in table.latex() and r"1,024 &  & 12345 \\" in table.latex()
    assert "65,536 |" in table.markdown()


def test_numbers_stand_to_the_right() -> None:
    rows = [["1/2", "[1, inf]", "2^49", "10 (29)", "a", ""], ["3", "?", "7", "8 (-)", "1", ""]]
    assert Table("sides", [*"abcdef"], rows).latex().startswith(r"\begin{tabular}{rrrrlr}")


@pytest.mark.parametrize("path", sorted((FOLDER / "tables").glob("*.csv")), ids=lambda path: path.stem)
def test_all_formats_of_a_published_table_agree(path: Path) -> None:
    head, *rows = csv.reader(path.open(encoding="utf-8"))
    table = Table(path.stem, head, rows)
    assert path.with_suffix(".tex").read_text(encoding="utf-8") == table.latex()
    page, _, _ = path.stem.partition("-")
    assert table.markdown() in (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    assert page in names()


def test_one_command_makes_the_pages() -> None:
    assert {"min_ip_speed", "small_ranks", "boolean_heads"} < {*names()}
    assert not {"publish", "stored", "report", "__main__"} & {*names()}


@pytest.mark.parametrize("module", [additive_bases, threshold_degree_census])
def test_cheap_pages_are_not_stale(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    code = run([module.page], ["--check"])
    assert (code, capsys.readouterr().err) == (0, ""), "run python -m benchmarks"


def test_a_check_does_not_take_results_from_other_stores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = [cell("additive-basis", "size", Limits(), summands=2, largest=3, range=6)]
    solved(cells, "toy")
    with fresh():
        solved(cells, "toy")
    kept, apart = sorted(tmp_path.glob("runs/**/toy.sqlite"), key=lambda path: len(path.parts))
    assert apart.parent.parent == kept.parent and apart.parent.name.startswith("check-")


def test_the_command_line_checks_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, code in ((["--check"], 1), (["--nothing"], 2)):
        with pytest.raises(SystemExit) as ended:
            publish(lambda: replace(PAGE, name="absent"), arguments)
        assert ended.value.code == code
    shown = capsys.readouterr()
    assert "absent: sizes: not published" in shown.out
    assert shown.err == "arguments: got --nothing; allowed: --check or nothing\n"


# What escaped text consists of: names of signs, escaped signs, formulas, empty groups and plain letters.
TOKEN = re.compile(
    r"\\text(?P<name>[a-z]+)\{\}|\\(?P<sign>[&%$#_{}])|\$\\(?P<infinity>inf)ty\$"
    r"|\$(?P<base>\d+)\^\{(?P<power>[\d.]+)\}\$|(?P<empty>\{\})|(?P<plain>[^\\&%$#_{}~^<>|\n])"
)
NAMES = {"backslash": "\\", "asciicircum": "^", "asciitilde": "~", "less": "<", "greater": ">", "bar": "|"}


def read(token: re.Match[str]) -> str:
    """Return the text that a token of LaTeX stands for."""
    if token["name"]:
        return NAMES[token["name"]]
    if token["base"]:
        return f"{token['base']}^{token['power']}"
    return token["sign"] or token["infinity"] or token["plain"] or ""


PIECES = st.one_of(st.sampled_from(["inf", "2^33.1", "--", "[?, inf]", "?`", "x_1"]), st.text(max_size=3))
SIGNS = st.text(alphabet="ab1.,-?!`' &%$#_{}~^\\<>|[]\n", max_size=20)


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.one_of(SIGNS, st.lists(PIECES, max_size=8).map("".join)))
def test_escaped_text_has_no_special_character_left_and_reads_as_the_text(text: str) -> None:
    shown, place, parts = escaped(text), 0, []
    while place < len(shown):
        token = TOKEN.match(shown, place)
        assert token, shown[place:]
        parts.append(read(token))
        place = token.end()
    assert "".join(parts) == re.sub(r"[\s\x00-\x1f\x7f]", " ", text)
    assert not re.search(r"(--|''|``|,,|[?!]`)", shown)
