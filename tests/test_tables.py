"""Tables: the best ends over all rows, in every format, exact and escaped."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import lpbounds
from lpbounds.bounds import Note, Theory
from lpbounds.latex import escaped, tabular
from lpbounds.results import Cell, End, Result
from lpbounds.store import create
from lpbounds.summary import Entry, entries
from lpbounds.tables import FORMATS, render


def result(a: int, b: int, lower: int | None, upper: float | None, **change: object) -> Result:
    cell = Cell("toy", {"a": a, "b": b, "scale": "1/2"}, "side")
    ends = [None if value is None else End(value, "my|method_1", "theorem") for value in (lower, upper)]
    return replace(Result(cell, "done", "", ends[0], ends[1], Theory(1, 2**50), seconds=1.25), **change)


def with_parameters(item: Result, **change: object) -> Result:
    return replace(item, cell=replace(item.cell, parameters={**item.cell.parameters, **change}))


GRID = [result(2, 10, 2, 3), result(1, 10, 1, 1), result(1, 9, 1, None), result(2, 9, 1, inf)]


def test_entries_are_sorted_by_value() -> None:
    scaled = [with_parameters(GRID[0], s=scale) for scale in ("1/2", "1/10", "3/4")]
    assert [entry.parameters["s"] for entry in entries(scaled)] == ["1/10", "1/2", "3/4"]
    places = [(entry.parameters["a"], entry.parameters["b"]) for entry in entries(GRID)]
    assert places == [(1, 9), (1, 10), (2, 9), (2, 10)]


def test_rows_of_one_cell_are_combined() -> None:
    first = result(1, 1, 2, 5, notes=(Note("search", "too few starts"),))
    failed = result(1, 1, None, None, status="failed", reason="killed")
    (entry,) = entries([first, failed])
    assert (entry.status, entry.reason, entry.seconds) == ("failed", "killed", 2.5)
    (entry,) = entries([first, failed, result(1, 1, 5, 9)])
    assert (entry.status, entry.reason, entry.seconds) == ("settled", "", 3.75)
    assert entry.lower is not None
    assert entry.upper is not None
    assert entry.lower.value == entry.upper.value == 5
    (entry,) = entries([first])
    assert (entry.status, entry.reason) == ("open", "search: too few starts")


def test_ends_that_cross_are_an_error() -> None:
    with pytest.raises(AssertionError, match="lower bound 6 above upper bound 5"):
        entries([result(1, 1, 2, 5), result(1, 1, 6, 9)])


def test_text_shows_a_grid_and_then_a_list() -> None:
    lines = render(entries(GRID), "text").splitlines()
    assert lines[0] == "toy: side, scale = 1/2, a down, b across"
    assert lines[2].split() == ["b", "=", "9", "b", "=", "10"]
    assert "[1, ?]    [1, 1]" in lines[4]
    assert "[1, inf]" in lines[5]
    assert "[1, 2^50]" in lines[-1]
    assert "my|method_1 (theorem)" in lines[-1]


def test_text_lists_what_was_not_finished() -> None:
    shown = render(entries([*GRID, result(3, 9, None, None, status="failed", reason="killed")]), "text")
    assert shown.endswith("Not finished:\n\n- toy at a = 3, b = 9, scale = 1/2: failed: killed")


def test_one_grid_for_each_choice_of_the_rest() -> None:
    other = [with_parameters(item, scale="2") for item in GRID]
    shown = render(entries([*GRID, *other]), "markdown")
    assert "**toy: side, scale = 1/2, a down, b across**" in shown
    assert "**toy: side, scale = 2, a down, b across**" in shown
    assert r"my\|method_1" in shown


def test_one_varying_parameter_needs_no_grid() -> None:
    lines = render(entries(GRID[:2]), "text").splitlines()
    assert lines[0] == "toy: side, b = 10, scale = 1/2"
    assert lines[2].split()[:3] == ["a", "b", "scale"]


def test_csv_and_json_keep_every_digit() -> None:
    big = result(3, 3, 10**40, 10**40)
    (row,) = csv.DictReader(io.StringIO(render(entries([big]), "csv")))
    assert (row["lower"], row["scale"], row["theory_upper"]) == (str(10**40), "1/2", str(2**50))
    (item,) = json.loads(render(entries([big]), "json"))
    assert (item["lower"], item["parameters"]["scale"]) == (10**40, "1/2")


def test_open_ends_are_null_and_empty() -> None:
    items = json.loads(render(entries(GRID), "json"))
    assert [item["upper"] for item in items] == [None, 1, "inf", 3]
    assert items[0]["upper_method"] is None
    rows = list(csv.DictReader(io.StringIO(render(entries(GRID), "csv"))))
    assert [row["upper"] for row in rows] == ["", "1", "inf", "3"]


def test_latex_is_escaped_and_has_rules() -> None:
    shown = render(entries(GRID), "latex")
    assert r"\toprule" in shown
    assert r"my\textbar{}method\_1 (theorem)" in shown
    assert "$2^{50}$" in shown
    assert shown.count(r"\\") == 5
    assert escaped("50% & {x}_1 \\ $5 #2") == r"50\% \& \{x\}\_1 \textbackslash{} \$5 \#2"
    assert escaped("~^<>\n") == r"\textasciitilde{}\textasciicircum{}\textless{}\textgreater{} "


@pytest.mark.parametrize("form", FORMATS)
def test_an_empty_store_has_a_table_in_every_format(form: str) -> None:
    assert isinstance(render([], form), str)


def test_large_sizes_are_shortened_for_people_only() -> None:
    shown = render(entries([result(1, 1, 3**40, None)]), "text")
    assert "[about 2^63.4, ?]" in shown


def test_a_store_loads_as_a_frame(tmp_path: Path) -> None:
    with create(tmp_path / "s.sqlite") as store:
        for item in [*GRID, result(9, 9, 1, 10**40)]:
            store.add(item)
    frame = lpbounds.load(tmp_path / "s.sqlite")
    assert list(frame["scale"]) == ["1/2"] * 5
    assert list(frame["lower"]) == [1, 1, 1, 2, 1]
    assert frame["upper"].isna().tolist() == [True, False, False, False, False]
    assert frame["upper"].tolist()[-1] == 10**40
    assert isinstance(entries(GRID)[0], Entry)
    assert escaped("[2, inf] infinite x^y") == r"[2, $\infty$] infinite x\textasciicircum{}y"


def test_a_row_of_latex_does_not_begin_with_what_ends_a_row() -> None:
    assert "\n{}[1, 2] & x_y \\\\\n".replace("x_y", r"x\_y") in tabular(["a", "b"], [["[1, 2]", "x_y"]])
