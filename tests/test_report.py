"""The report of a store: a sound page, links to the right certificates, nothing of others run or fetched."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from report_support import HOSTILE, Page, failed, keep, report_of, solved

from lpbounds import report, report_cells
from lpbounds.cli import run
from lpbounds.results import Result


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [
        *(solved("min-ip", m=m, n=n) for m in (3, 4) for n in (1, 3)),
        solved("min-ip", method="nonzero-kernel", m=5, n=3),
        solved("boolean-heads", n=3, function="parity"),
        solved("additive-basis", summands=3, largest=4, range=9),
        failed("additive-basis", "size", "broken on purpose", summands=1, largest=1, range=1),
    ]


@pytest.fixture(scope="module")
def page(results: list[Result], tmp_path_factory: pytest.TempPathFactory) -> Page:
    folder = tmp_path_factory.mktemp("report")
    return report_of(folder, keep(folder / "store", *results))


def assert_sound(page: Page) -> None:
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert all(address.startswith(("#", "data:")) for address in page.addresses)
    assert page.tags["script"] == 3
    assert not any(name.startswith("on") for name in page.attributes)


def test_the_page_is_sound_and_fetches_nothing(page: Page) -> None:
    assert_sound(page)
    text = re.sub(r"data:[^\"]*", "", page.source)
    assert not re.search(r"https?:|//[a-z]|@import|url\(", re.sub(r"^\s*//.*$", "", text, flags=re.M))
    assert "default-src 'none'" in text and page.tags["html"] == page.tags["main"] == page.tags["h1"] == 1


def test_every_cell_leads_to_both_ends_from_its_row(page: Page, results: list[Result]) -> None:
    for number in range(1, len(results) + 1):
        assert f"row-{number}" in page.ids and f"#row-{number}" in page.links
        assert {f"#cell-{number}-{side}" for side in ("lower", "upper")} <= set(page.links)
    assert (page.cells["3"], page.cells["4"]) == (1, 2), "rows, and for Min-IP a grid too"


@pytest.mark.parametrize(
    "words",
    [
        "Rank 1 fails on these inputs with these weights",
        "on query 1100 with tokens 1100 x2 0011",
        "feature rank at most 2",
        "The checker multiplies them out",
        "Theorem nonzero-kernel: A kernel of rank 0 is zero",
        "At threshold-degree function = parity, n = 3",
        "Here is a basis.",
        "nothing proved from above",
        "broken on purpose",
        "smallest overlap with the query, by one nonnegative-kernel attention head",
        "a kernel of rank 0 has denominators 0",
        "seconds 3600.0",
        "8 cells (6 settled, 1 open, 1 failed)",
    ],
)
def test_the_page_says(page: Page, words: str) -> None:
    assert words in page.words


def test_figures_are_part_of_the_page(page: Page) -> None:
    assert page.tags["img"] >= 2 and page.source.count("data:image/svg+xml;base64,") == page.tags["img"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str, tmp_path: Path) -> None:
    rows = [failed("hostile" + text, text, text, **{text: value}) for value in (text, text + text, 3)]
    broken = replace(solved("min-ip", m=3, n=1), versions={text: text})
    found = report_of(tmp_path, keep(tmp_path / "store", *rows, broken))
    assert_sound(found)
    assert text in found.words
    data = re.search(r'id="cells">(.*?)</script>', found.source, re.S)
    assert data and any(cell["parameters"] == {text: text} for cell in json.loads(data.group(1)))


def test_certificates_belong_to_the_ends_shown_over_all_stores(tmp_path: Path) -> None:
    weak, strong = (solved("min-ip", method=method, m=4, n=3) for method in ("nonzero-kernel", "rank-one"))
    stores = keep(tmp_path / "weak", weak), keep(tmp_path / "strong", strong)
    for order in (stores, stores[::-1]):
        (cell,) = report_cells.contents(order, lambda line: None).cells
        assert cell.entry.lower == strong.lower
        assert cell.ends[0].digest == strong.certificates["lower"]["digest"]


def test_of_equal_ends_the_older_is_shown_with_its_certificate(tmp_path: Path) -> None:
    first, second = (solved("min-ip", method=method, m=2, n=1) for method in (None, "uniform-attention"))
    paths = keep(tmp_path / "a", first), keep(tmp_path / "b", second)
    (cell,) = report_cells.contents(paths[::-1], lambda line: None).cells
    assert cell.entry.upper == first.upper
    assert cell.ends[1].digest == first.certificates["upper"]["digest"]


def broken(path: Path, change: str) -> Path:
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DELETE FROM certificates", "The store has no certificate for it."),
        ("UPDATE certificates SET certificate = '{'", "Its certificate cannot be read."),
        ("UPDATE certificates SET certificate = '[]'", "Its certificate has fields missing."),
        ("UPDATE results SET upper = 1", "Its certificate claims something else."),
        (
            "UPDATE certificates SET certificate = json_set(certificate, '$.proof', json('{\"inputs\": 3}'))",
            "It has a form that cannot be told in words",
        ),
    ],
)
def test_what_is_wrong_with_a_certificate_is_said(change: str, words: str, tmp_path: Path) -> None:
    store = keep(tmp_path / "store", solved("min-ip", method="polynomial-kernel", m=4, n=3))
    if "results" not in change:
        store = keep(store, solved("min-ip", method="rank-one", m=4, n=3))
    found = report_of(tmp_path, broken(store, change))
    assert_sound(found)
    assert words in found.words


def test_a_large_certificate_is_named_and_can_be_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report_cells, "MOST_CHARACTERS", 400)
    result = solved("min-ip", m=4, n=3)
    store = keep(tmp_path / "store", result)
    certificate = result.certificates["upper"]
    found = report_of(tmp_path, store)
    assert certificate["digest"] in found.words and found.tags["pre"] == 0
    capsys.readouterr()
    assert run(["export", str(store), certificate["digest"][:16]]) == 0
    assert json.loads(capsys.readouterr().out) == certificate


@pytest.mark.parametrize("digest", ["", "zz"])
def test_a_digest_must_name_one_certificate(
    digest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = keep(tmp_path / "store", solved("min-ip", m=3, n=1))
    assert run(["export", str(store), digest]) == 2
    out, line = capsys.readouterr()
    assert (out, line.count("\n")) == ("", 1) and "digest" in line


@pytest.mark.parametrize("which", ["none", "text", "empty", "folder", "no out"])
def test_bad_input_is_one_line_and_nothing_is_written(
    which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, out = keep(tmp_path / "good", solved("min-ip", m=3, n=1)), tmp_path / "out" / "report.html"
    (tmp_path / "text").write_text("no store")
    keep(tmp_path / "empty")
    given = {"folder": [str(good), "--out", str(tmp_path)], "no out": [str(good)]}
    assert run(["report", *given.get(which, [str(tmp_path / which), "--out", str(out)])]) == 2
    written, line = capsys.readouterr()
    assert (written, line.count("\n")) == ("", 1)
    assert not out.parent.exists()


def test_a_report_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, out = keep(tmp_path / "store", solved("min-ip", m=3, n=1)), tmp_path / "report.html"
    out.write_text("old")

    def broken_move(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken_move)
    assert run(["report", str(store), "--out", str(out)]) == 2
    assert out.read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"store", "report.html"} | {
        path.name for path in tmp_path.glob("store-*")
    }


def test_cells_of_one_problem_may_differ_in_their_parameters(tmp_path: Path) -> None:
    rows = [failed("p", "r", "", a=1, b=2), failed("p", "r", "", b=3), failed("p", "r", "", a=2, b=3, c="x")]
    found = report_of(tmp_path, keep(tmp_path / "store", *rows))
    assert_sound(found)
    assert found.tags["article"] == 3 and run(["table", str(tmp_path / "store")]) == 0


def test_parameters_get_the_filter_that_suits_them() -> None:
    assert report._filter("m", [3, 1, 2, "none"]) == report.Filter("m", "range", ["1", "2", "3"])
    assert report._filter("eps", ["1/2", "1/3"]) == report.Filter("eps", "choice", ["1/3", "1/2"])
    assert report._filter("table", [f"0x{i}" for i in range(99)]).kind == "text"
