"""What one run on one cell gave: the row that a store keeps."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from importlib import metadata
from math import inf
from typing import Any, Literal

from lpbounds.bounds import Bound, Interval, Note, Size, Theory, shortened
from lpbounds.certificates import Certificate
from lpbounds.problem import Limits

Status = Literal["done", "failed", "stopped"]

LIBRARIES = ("lpbounds", "highspy", "numpy", "scipy", "python-flint", "joblib")


@dataclass(frozen=True)
class Cell:
    """One piece of work: everything that decides a result, besides the version of the engine.

    Attributes:
        problem: name of the problem.
        parameters: JSON values of all its parameters, in the order the problem declares them.
        resource: the quantity to bound.
        method: the only method to run, or None for all.
        seed: seed of every random choice.
        limits: how much work is allowed.
    """

    problem: str
    parameters: dict[str, Any]
    resource: str
    method: str | None = None
    seed: int = 0
    limits: Limits = field(default_factory=Limits)

    def __str__(self) -> str:
        named = (f"{name}={shortened(value)}" for name, value in self.parameters.items())
        return " ".join([self.problem, *named])

    @property
    def question(self) -> tuple[str, str, str]:
        """The question asked, whatever the way to answer it: problem, parameters as JSON text, resource."""
        return self.problem, json.dumps(self.parameters, sort_keys=True), self.resource


@dataclass(frozen=True)
class End:
    """One end of a stored interval; its certificate is kept apart."""

    value: Size
    method: str
    kind: str


@dataclass(frozen=True)
class Result:
    """What a run on ``cell`` gave.

    Attributes:
        cell: what was run.
        status: ``done``; ``stopped`` when the clock ended it; ``failed`` when it broke or was killed.
        reason: why it failed or was stopped; empty when done.
        lower: best lower bound, or None.
        upper: best upper bound, or None.
        theory: the published bounds.
        notes: methods that gave nothing, with the reason.
        certificates: by side; empty on a result read back from a store.
        seconds: wall-clock time.
        timings: seconds by method, and for checking.
        versions: versions of Python, the engine and the libraries.
        finished: when it ended, UTC in ISO 8601; empty until stored.
    """

    cell: Cell
    status: Status
    reason: str = ""
    lower: End | None = None
    upper: End | None = None
    theory: Theory = field(default_factory=Theory)
    notes: tuple[Note, ...] = ()
    certificates: dict[str, Certificate] = field(default_factory=dict)
    seconds: float = 0.0
    timings: dict[str, float] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    finished: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether both ends are known and equal."""
        return self.lower is not None and self.upper is not None and self.lower.value == self.upper.value


def from_interval(cell: Cell, interval: Interval, stopped: str) -> Result:
    """Return the result of a run that ended with ``interval``; ``stopped`` says what cut it short."""
    cut_short = bool(stopped) and not interval.is_settled
    return Result(
        cell,
        "stopped" if cut_short else "done",
        stopped if cut_short else "",
        _end(interval.lower),
        _end(interval.upper),
        interval.theory,
        interval.notes,
        {str(certificate["side"]): certificate for certificate in interval.certificates},
        interval.seconds,
        interval.timings,
        versions(),
    )


def _end(bound: Bound | None) -> End | None:
    return None if bound is None else End(bound.value, bound.method, bound.kind)


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    return ("python", platform.python_version()), *((name, metadata.version(name)) for name in LIBRARIES)


def versions() -> dict[str, str]:
    """Return the versions of Python, the engine and the libraries that matter to a result."""
    return dict(_versions())


def covers(done: Limits, wanted: Limits) -> bool:
    """Tell whether ``done`` allowed at least as much work as ``wanted``; time is not work."""
    names = [item.name for item in fields(Limits) if item.name != "seconds"]
    return all(getattr(done, name) >= getattr(wanted, name) for name in names)


def limits_json(limits: Limits) -> dict[str, Any]:
    """Return ``limits`` as a JSON object."""
    return asdict(limits)


def limits_from_json(value: Mapping[str, Any]) -> Limits:
    """Read back what ``limits_json`` gave; limits unknown to this version are dropped."""
    known = {item.name for item in fields(Limits)}
    return Limits(**{name: number for name, number in value.items() if name in known})


def size_from_text(value: str | None) -> Size | None:
    """Read a size stored as text: digits, ``inf`` or nothing."""
    if value is None:
        return None
    return inf if value == "inf" else int(value)
