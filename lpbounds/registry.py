"""Finding problems by name through the entry-point group ``lpbounds.problems``."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from lpbounds.errors import InputError

if TYPE_CHECKING:
    from lpbounds.problem import Problem

GROUP = "lpbounds.problems"


@cache
def names() -> tuple[str, ...]:
    """Return the names of all installed problems, sorted.

    Raises:
        RuntimeError: two packages register the same name.
    """
    found = sorted(point.name for point in entry_points(group=GROUP))
    doubled = {name for name in found if found.count(name) > 1}
    if doubled:
        raise RuntimeError(f"problem registered twice: {', '.join(sorted(doubled))}")
    return tuple(found)


@cache
def get(name: str) -> Problem:
    """Return the problem called ``name``.

    Raises:
        InputError: there is none; the nearest name is offered.
    """
    # Listing names must not load the numerical libraries.
    from lpbounds.problem import Problem

    for point in entry_points(group=GROUP):
        if point.name == name:
            problem = point.load()
            if not isinstance(problem, Problem) or problem.name != name:
                raise RuntimeError(f"entry point {name} does not name a problem of that name")
            return problem
    close = get_close_matches(name, names(), n=1, cutoff=0.4)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise InputError("problem", name, "one of " + ", ".join(names()) + hint)
