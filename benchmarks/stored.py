"""Cells of a benchmark, solved through a store, so that an interrupted run goes on where it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lpbounds
from lpbounds.bounds import size_text
from lpbounds.problem import Limits
from lpbounds.progress import Bar
from lpbounds.results import Cell
from lpbounds.store import create
from lpbounds.summary import Entry, entries
from lpbounds.sweep import sweep

STORES = Path("runs")


def cell(name: str, resource: str, limits: Limits, method: str | None = None, **given: Any) -> Cell:
    """Return the cell of the problem ``name`` at the parameters ``given``."""
    return Cell(name, lpbounds.get(name).parsed(given), resource, method, limits=limits)


def solved(cells: Sequence[Cell], name: str) -> list[Entry]:
    """Return the best bounds of each of ``cells``, in their order; results are kept in runs/NAME.sqlite."""
    with create(STORES / f"{name}.sqlite") as store:
        observer = Bar()
        try:
            sweep(cells, store, 1, observer)
        finally:
            observer.close()
        found = {question(entry): entry for entry in entries(store.results())}
    return [found[one.question] for one in cells]


def question(entry: Entry) -> tuple[str, str, str]:
    """Return the question that ``entry`` answers."""
    return Cell(entry.problem, entry.parameters, entry.resource).question


def bracket(entry: Entry) -> str:
    """Return one number where the ends meet, else the interval."""
    low, high = (size_text(end.value if end else None) for end in (entry.lower, entry.upper))
    return low if low == high else f"[{low}, {high}]"


def methods(entry: Entry) -> str:
    """Return the methods of the two ends."""
    return " / ".join(end.method if end else "?" for end in (entry.lower, entry.upper))
