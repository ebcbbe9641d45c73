"""Values of a sweep as the command line writes them: ranges a:b (both ends included) and lists a,b,c."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Problem

MOST_CELLS = 1_000_000


def values(parameter: Parameter, given: str) -> list[Any]:
    """Return the JSON values that ``given`` lists for ``parameter``, each once, in the order given.

    Raises:
        InputError: a value is malformed or out of range, or a range is the wrong way round.
    """
    found: dict[str, Any] = {}
    for part in given.split(","):
        for value in _part(parameter, part.strip()):
            # JSON text tells values apart that cannot be hashed, such as lists.
            found.setdefault(json.dumps(value), value)
    return list(found.values())


def _part(parameter: Parameter, part: str) -> Iterator[Any]:
    if not (parameter.is_integer and ":" in part):
        yield parameter.parse(part)
        return
    first, _, last = part.partition(":")
    low, high = parameter.parse(first), parameter.parse(last)
    if low > high:
        raise InputError(parameter.name, part, "a range a:b with a at most b")
    if high - low >= MOST_CELLS:
        raise InputError(parameter.name, part, f"ranges of at most {MOST_CELLS:,} values")
    yield from range(low, high + 1)


def combinations(problem: Problem, given: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return all combinations of the values given for the parameters of ``problem``, the last one fastest.

    A combination that stands for several choices is replaced by them.

    Args:
        problem: the problem.
        given: text by parameter name; a parameter left out takes its default.

    Raises:
        InputError: a value is refused, a parameter is missing, or there are too many combinations.
    """
    choices: list[list[Any]] = []
    for parameter in problem.parameters:
        text = given.get(parameter.name, parameter.default)
        if text is None:
            raise InputError(parameter.name, "nothing", f"a value ({parameter.help})")
        choices.append(values(parameter, text))
    return [choice for chosen in _chosen(problem, choices) for choice in problem.choices(chosen)]


def _chosen(problem: Problem, choices: list[list[Any]]) -> Iterator[dict[str, Any]]:
    count = 1
    for listed in choices:
        count *= len(listed)
    if count > MOST_CELLS:
        raise InputError("cells", f"{count:,}", f"at most {MOST_CELLS:,}")
    names = [parameter.name for parameter in problem.parameters]
    return (dict(zip(names, combination, strict=True)) for combination in product(*choices))
