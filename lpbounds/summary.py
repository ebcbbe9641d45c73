"""What a table shows: for each question the best certified ends over all stored results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lpbounds.bounds import Theory, size_json
from lpbounds.results import End, Result
from lpbounds.resume import best_end

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Entry:
    """One cell of a table.

    Attributes:
        problem: name of the problem.
        parameters: JSON values by name.
        resource: the quantity bounded.
        lower: the best lower end, or None.
        upper: the best upper end, or None.
        theory: the published bounds.
        status: ``settled`` when the ends meet, ``open`` when they do not; ``stopped`` or ``failed`` when
            nothing but that was reached.
        reason: why it is not settled; empty when it is.
        seconds: wall-clock time of all runs on it.
    """

    problem: str
    parameters: dict[str, Any]
    resource: str
    lower: End | None
    upper: End | None
    theory: Theory
    status: str
    reason: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the entry as one JSON object; an open end is null."""
        return {
            "problem": self.problem,
            "parameters": self.parameters,
            "resource": self.resource,
            "lower": size_json(self.lower.value if self.lower else None),
            "upper": size_json(self.upper.value if self.upper else None),
            "lower_method": self.lower.method if self.lower else None,
            "upper_method": self.upper.method if self.upper else None,
            "lower_kind": self.lower.kind if self.lower else None,
            "upper_kind": self.upper.kind if self.upper else None,
            "theory_lower": size_json(self.theory.lower),
            "theory_upper": size_json(self.theory.upper),
            "status": self.status,
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
        }

    def flat(self) -> dict[str, Any]:
        """Return :meth:`to_json` with the parameters as columns of their own."""
        columns: dict[str, Any] = {}
        for name, value in self.to_json().items():
            columns |= value if name == "parameters" else {name: value}
        return columns


def entries(results: Iterable[Result]) -> list[Entry]:
    """Return an entry for each question, in the order of problem, resource and parameters.

    Raises:
        AssertionError: a lower end lies above an upper one, so that one of them is wrong.
    """
    groups: dict[object, list[Result]] = {}
    for result in results:
        groups.setdefault(result.cell.question, []).append(result)
    return sorted((_entry(group) for group in groups.values()), key=_place)


def _entry(group: Sequence[Result]) -> Entry:
    """Combine results on one question, oldest first."""
    lower, upper, last = best_end("lower", group), best_end("upper", group), group[-1]
    if lower is not None and upper is not None and lower.value > upper.value:
        raise AssertionError(f"{last.cell}: lower bound {lower.value} above upper bound {upper.value}")
    theory = next((result.theory for result in reversed(group) if result.status != "failed"), Theory())
    status, reason = _state(lower, upper, last)
    seconds = sum(result.seconds for result in group)
    cell = last.cell
    return Entry(cell.problem, cell.parameters, cell.resource, lower, upper, theory, status, reason, seconds)


def _state(lower: End | None, upper: End | None, last: Result) -> tuple[str, str]:
    if lower is not None and upper is not None and lower.value == upper.value:
        return "settled", ""
    if last.status != "done":
        return last.status, last.reason
    return "open", "; ".join(f"{note.method}: {note.reason}" for note in last.notes)


def _place(entry: Entry) -> tuple[Any, ...]:
    values = [(name, sort_key(value)) for name, value in entry.parameters.items()]
    return entry.problem, entry.resource, values


def sort_key(value: Any) -> tuple[bool, Fraction, str]:
    """Return a key that sorts numbers by value, before words."""
    try:
        return False, Fraction(value), ""
    except (TypeError, ValueError):
        return True, Fraction(0), str(value)


def frame(path: str | Path) -> pandas.DataFrame:
    """Return the store at ``path`` as a pandas frame, a row for each question.

    Exact rationals stay text, sizes are integers (``inf`` where nothing will do) and open ends are missing.

    Raises:
        InputError: ``path`` is no store.
    """
    import pandas

    from lpbounds.store import read

    with read(Path(path)) as store:
        rows = [entry.flat() for entry in entries(store.results())]
    return pandas.DataFrame(rows, dtype=object).convert_dtypes()
