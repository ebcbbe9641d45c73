"""The parameters of the problems of smallest and largest numbers, and what goes with which resource."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from lpbounds.bounds import Size
from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Parameters, Task, integer
from lpbounds.rationals import from_text, text
from problems.min_max_check import ABSENT, Question, below, question

MOST_NUMBERS = 4096
MOST_SIZE = 1_000_000_000
MOST_ENTRY = 10**1000
NORMS = "a rational at least 0"

__all__ = ["ABSENT", "PARAMETERS", "Question", "admit", "asked", "below", "greatest", "least"]


def _optional(parameter: Parameter, allowed: str) -> Parameter:
    """Return ``parameter`` with the further value ``none``, its default."""

    def parse(given: object) -> Any:
        if given == ABSENT:
            return ABSENT
        try:
            return parameter.parse(given)
        except InputError:
            raise InputError(parameter.name, given, f"{allowed}, or {ABSENT}") from None

    return Parameter(parameter.name, parse, parameter.help, ABSENT, parameter.is_integer)


def _optional_integer(name: str, help: str, minimum: int, maximum: int) -> Parameter:
    allowed = f"an integer at least {minimum} and at most {maximum}"
    return _optional(integer(name, help, minimum=minimum, maximum=maximum), allowed)


def _parse_norm(given: object) -> str:
    value = -1 if given is None else from_text(str(given)) if _is_rational(str(given)) else -1
    if value < 0:
        raise InputError("norm", given, NORMS)
    return text(value)


def _is_rational(given: str) -> bool:
    try:
        from_text(given)
    except ValueError:
        return False
    return True


def _parse_weights(given: object) -> str:
    if given not in ("free", "uniform"):
        raise InputError("weights", given, "free or uniform")
    return str(given)


PARAMETERS = (
    integer("numbers", "M: lists hold numbers of 1..M", minimum=1, maximum=MOST_NUMBERS),
    integer("n", "numbers in a list", minimum=1, maximum=MOST_SIZE),
    _optional_integer("width", "d: width of the values, for entries and squared-norm", 1, MOST_NUMBERS),
    _optional(
        integer("entries", "B: integer values in -B..B, for width", minimum=0, maximum=MOST_ENTRY),
        "an integer at least 0 and at most 10^1000",
    ),
    _optional_integer("bits", "p: values in multiples of 2^-p, for width", 0, 10_000),
    _optional(Parameter("norm", _parse_norm, "l: largest norm of a value, with bits"), NORMS),
    Parameter("weights", _parse_weights, "free (any positive weights) or uniform", "free"),
)


def admit(parameters: Parameters, resource: str) -> None:
    """Refuse parameters that do not go with ``resource``.

    Raises:
        InputError: a limit or the width is missing, or given where the resource leaves it open.
    """
    given = {name for name in ("width", "entries", "bits", "norm") if parameters[name] != ABSENT}
    if resource in ("entries", "squared-norm"):
        _require(parameters, given, {"width"}, resource)
    elif resource == "real-width":
        _require(parameters, given, set(), resource)
    elif given != {"entries"} and given != {"bits", "norm"}:
        shown = ", ".join(f"{name} {parameters[name]}" for name in sorted(given)) or "nothing"
        raise InputError("limit", shown, "entries, or bits with norm, and no width, for resource width")


def _require(parameters: Parameters, given: set[str], wanted: set[str], resource: str) -> None:
    for name in sorted(wanted - given):
        raise InputError(name, "nothing", f"a value, for resource {resource}")
    for name in sorted(given - wanted):
        raise InputError(name, parameters[name], f"{ABSENT}, for resource {resource}")


def asked(task: Task) -> Question:
    """Return the question that ``task`` puts."""
    return question({"problem": task.problem, "parameters": task.parameters, "resource": task.resource})


def least(holds: Callable[[int], bool], start: int, most: int) -> int | None:
    """Return the least value in start..most where ``holds``, which stays true once it is; None if nowhere."""
    step, low = 1, start
    while not holds(min(low + step - 1, most)):
        if low + step - 1 >= most:
            return None
        low, step = low + step, 2 * step
    high = min(low + step - 1, most)
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def greatest(holds: Callable[[Size], bool], most: int) -> Size | None:
    """Return the greatest value where ``holds``, true up to it; infinity counts; None if not even at 1."""
    if holds(inf):
        return inf
    fails = least(lambda value: not holds(value), 1, most)
    if fails is None:
        return most
    return fails - 1 if fails > 1 else None
