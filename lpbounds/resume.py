"""Which cells of a sweep still need work, given what a store holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from lpbounds.results import Cell, End, Result, covers


def remaining(cells: Sequence[Cell], stored: Iterable[Result], engine: str) -> list[Cell]:
    """Return the cells that are to be run.

    A cell is skipped when its question is settled by what is stored, whatever seed, limits or version
    settled it, or when this version left it open with the same seed and limits at least as large.  A cell
    that failed is run again; one that the clock stopped is run again under more time or larger limits.
    """
    by_question: dict[object, list[Result]] = defaultdict(list)
    for result in stored:
        by_question[result.cell.question].append(result)
    return [cell for cell in cells if not _is_done(cell, by_question[cell.question], engine)]


def _is_done(cell: Cell, stored: list[Result], engine: str) -> bool:
    # A sweep of one method asks what that method can do; other rows do not answer it.
    relevant = [result for result in stored if cell.method in (None, result.cell.method)]
    return are_settled(relevant) or any(_answers(result, cell, engine) for result in relevant)


def _answers(result: Result, cell: Cell, engine: str) -> bool:
    done = result.cell
    if (done.method, done.seed, result.versions.get("lpbounds")) != (cell.method, cell.seed, engine):
        return False
    if result.status == "stopped" and done.limits.seconds < cell.limits.seconds:
        return False
    return result.status != "failed" and covers(done.limits, cell.limits)


def are_settled(results: Iterable[Result]) -> bool:
    """Tell whether the best ends over ``results``, which share a question, are equal."""
    known = list(results)
    lower, upper = best_end("lower", known), best_end("upper", known)
    return lower is not None and upper is not None and lower.value == upper.value


def best_end(side: str, results: Sequence[Result]) -> End | None:
    """Return the largest lower or the smallest upper end; of equal ones the first."""
    sign = 1 if side == "lower" else -1
    ends = [end for end in (getattr(result, side) for result in results) if end is not None]
    return max(ends, key=lambda end: sign * end.value, default=None)
