"""Grids of intervals with a column for each length of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.publish import Table
from benchmarks.stored import bracket
from lpbounds.summary import Entry

LENGTHS = range(2, 7)


def grid(
    name: str, rows: Sequence[tuple[str, Sequence[Entry]]], shown: Callable[[Entry], str] = bracket
) -> Table:
    """Return a table with a title and the cells of each of ``rows``, as ``shown``; short rows end early."""
    body = [[title, *map(shown, cells), *[""] * (len(LENGTHS) - len(cells))] for title, cells in rows]
    return Table(name, ["", *(f"n = {n}" for n in LENGTHS)], body)
