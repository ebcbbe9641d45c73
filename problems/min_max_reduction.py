"""Bounds taken from one question to another: what no head does for short lists none does for long ones.

Lists become shorter and numbers fewer, and limits looser, for lower bounds; the other way round for upper
bounds.  The checker tells which question implies which (``problems.min_max_check.reduces``).  As a method it
decides sizes that the exhaustive search leaves open: the linear programs of short lists have smaller numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from lpbounds.bounds import Bound
from lpbounds.certificates import Certificate
from lpbounds.problem import Method, Nothing, Side, Task
from problems import min_max_exhaustive
from problems.min_max_check import reduces

NAME = "reduction"
EXHAUSTIVE = min_max_exhaustive.METHODS[-1]


def taken(task: Task, certificate: Certificate) -> Bound | None:
    """Return the bound that a certificate on another question implies for ``task``, or None."""
    side: Side = "lower" if certificate["side"] == "lower" else "upper"
    outer = task.bound(side, Bound(certificate).value, "reduction", NAME, {"certificate": certificate})
    try:
        reduces(outer.certificate, certificate)
    except ValueError:
        return None
    return outer


def easier(task: Task) -> Iterator[Task]:
    """Yield the task for lists of 2, 4, .. numbers, and for one number less."""
    numbers, n = task.parameters["numbers"], task.parameters["n"]
    for power in range(1, (n - 1).bit_length()):
        yield replace(task, parameters={**task.parameters, "n": 2**power}, upper=None)
    if numbers > 2:
        yield replace(task, parameters={**task.parameters, "numbers": numbers - 1}, upper=None)


def _run(task: Task) -> Iterator[Bound]:
    best = task.lower or 0
    for inner in easier(task):
        for bound in _lower_bounds(replace(inner, lower=best)):
            outer = taken(task, bound.certificate)
            if outer is not None and outer.value > best:
                best = outer.value
                yield outer
    if best == (task.lower or 0):
        raise Nothing("no bound for shorter lists or fewer numbers is better")


def _lower_bounds(task: Task) -> Iterator[Bound]:
    """Yield what the exhaustive search excludes before it stops."""
    with suppress(Nothing):
        yield from (bound for bound in EXHAUSTIVE.run(task) if bound.side == "lower")


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "a bound for shorter lists or for fewer numbers",
    EXHAUSTIVE.resources,
)
