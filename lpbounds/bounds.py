"""Bounds and intervals: the least size of a resource, with a reason for each end."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from math import inf
from typing import Any

from lpbounds.certificates import Certificate

# A size is an integer, or infinity where no size at all will do.
Size = int | float


def size_text(value: Size | None) -> str:
    """Return a size for people: ``?`` when unknown, ``inf`` when impossible."""
    return "?" if value is None else str(value)


def size_json(value: Size | None) -> int | str | None:
    """Return a size for JSON: null when unknown, ``"inf"`` when impossible."""
    return "inf" if value == inf else value  # type: ignore[return-value]


def shortened(value: object, most: int = 40) -> str:
    """Return ``value`` as text for people, the end of long text left out."""
    text = str(value)
    return text if len(text) <= most else f"{text[: most // 2]}... ({len(text)} characters)"


@dataclass(frozen=True)
class Bound:
    """One end of an interval: its claim is in ``certificate``, and nowhere else."""

    certificate: Certificate

    @property
    def side(self) -> str:
        """``lower`` or ``upper``."""
        return str(self.certificate["side"])

    @property
    def value(self) -> Size:
        """The bound on the resource."""
        value = self.certificate["value"]
        return inf if value == "inf" else int(value)

    @property
    def method(self) -> str:
        """Name of the method that found it."""
        return str(self.certificate["method"])

    @property
    def kind(self) -> str:
        """Kind of its certificate."""
        return str(self.certificate["kind"])


@dataclass(frozen=True)
class Theory:
    """What published theory says about a resource, for comparison only; either end may be missing."""

    lower: Size | None = None
    upper: Size | None = None


@dataclass(frozen=True)
class Note:
    """Why a method gave no bound: it was skipped, failed, or found nothing within its limits."""

    method: str
    reason: str


@dataclass(frozen=True)
class Interval:
    """Certified bounds on the least size of ``resource`` for one problem and one choice of parameters.

    Attributes:
        problem: name of the problem.
        parameters: its parameters as JSON values.
        resource: the quantity bounded.
        lower: the best lower bound, or None.
        upper: the best upper bound, or None.
        theory: the published bounds.
        notes: methods that gave nothing, with the reason.
        seconds: wall-clock time spent.

    Raises:
        AssertionError: the lower bound exceeds the upper bound, so that one of them is wrong.
    """

    problem: str
    parameters: dict[str, Any]
    resource: str
    lower: Bound | None
    upper: Bound | None
    theory: Theory = Theory()
    notes: tuple[Note, ...] = ()
    seconds: float = 0.0
    timings: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.lower is not None and self.upper is not None and self.lower.value > self.upper.value:
            raise AssertionError(f"lower bound {self.lower.value} above upper bound {self.upper.value}")

    @property
    def is_settled(self) -> bool:
        """Whether both ends are known and equal."""
        return self.lower is not None and self.upper is not None and self.lower.value == self.upper.value

    def __str__(self) -> str:
        return f"[{_end(self.lower)}, {_end(self.upper)}]"

    def __repr__(self) -> str:
        names = ", ".join(f"{key} = {shortened(value)}" for key, value in self.parameters.items())
        lines = [f"{self.resource} of {self.problem} at {names}: {self}"]
        lines += [f"  {side} {_reason(bound)}" for side, bound in self._ends()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = ", ".join(f"{key} = {shortened(value)}" for key, value in self.parameters.items())
        rows = "".join(
            f"<tr><th scope='row'>{side}</th><td>{html.escape(_reason(bound))}</td></tr>"
            for side, bound in self._ends()
        )
        caption = html.escape(f"{self.resource} of {self.problem} at {names}: {self}")
        return f"<table><caption>{caption}</caption><tbody>{rows}</tbody></table>"

    def _ends(self) -> list[tuple[str, Bound | None]]:
        return [("lower", self.lower), ("upper", self.upper)]

    def to_json(self) -> dict[str, Any]:
        """Return everything but the certificates as one JSON object; an open end is null."""
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
            "seconds": round(self.seconds, 3),
            "notes": [{"method": note.method, "reason": note.reason} for note in self.notes],
        }

    @property
    def certificates(self) -> list[Certificate]:
        """The certificates of the known ends, lower first."""
        return [bound.certificate for _, bound in self._ends() if bound is not None]


def _end(bound: Bound | None) -> str:
    return size_text(bound.value if bound else None)


def _reason(bound: Bound | None) -> str:
    return "unknown" if bound is None else f"{bound.value} by {bound.method} ({bound.kind})"
