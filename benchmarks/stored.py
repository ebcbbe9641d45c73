"""Cells of a benchmark, solved through a store, so that an interrupted run goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import lpbounds
from lpbounds.bounds import size_text
from lpbounds.problem import Limits
from lpbounds.progress import Bar
from lpbounds.results import Cell, End, versions
from lpbounds.store import create
from lpbounds.summary import Entry, entries
from lpbounds.sweep import sweep

STORES = Path("runs")
ROOT = Path(__file__).parent.parent
_stores = ContextVar("stores", default=STORES)


def cell(name: str, resource: str, limits: Limits, method: str | None = None, **given: Any) -> Cell:
    """Return the cell of the problem ``name`` at the parameters ``given``."""
    return Cell(name, lpbounds.get(name).parsed(given), resource, method, limits=limits)


@contextmanager
def fresh() -> Iterator[None]:
    """Solve inside with stores apart from others, in runs/check-DIGEST, the digest being that of the code.

    An interrupted check goes on where it was, and never takes a result of other code for its own.
    """
    token = _stores.set(STORES / f"check-{_digest()}")
    try:
        yield
    finally:
        _stores.reset(token)


def _digest() -> str:
    code = hashlib.sha256(repr(versions()).encode())
    for path in sorted(path for folder in ("lpbounds", "problems") for path in (ROOT / folder).rglob("*.py")):
        code.update(path.read_bytes())
    return code.hexdigest()[:12]


def solved(cells: Sequence[Cell], name: str) -> list[Entry]:
    """Return the best bounds of each of ``cells``, in their order; results are kept in runs/NAME.sqlite."""
    with create(_stores.get() / f"{name}.sqlite") as store:
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
    low, high = ends(entry)
    return low if low == high else f"[{low}, {high}]"


def ends(entry: Entry) -> tuple[str, str]:
    """Return both ends."""
    return _text(entry.lower), _text(entry.upper)


def _text(end: End | None) -> str:
    return size_text(end.value if end else None)


def published(entry: Entry) -> str:
    """Return the published interval."""
    return f"[{size_text(entry.theory.lower)}, {size_text(entry.theory.upper)}]"


def methods(entry: Entry) -> str:
    """Return the methods of the two ends."""
    return " / ".join(end.method if end else "?" for end in (entry.lower, entry.upper))
