"""How well given weights can do: what the user gave, parsed and handed to the problem's scorer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Problem, Score


def score(problem: Problem, given: Mapping[str, Any]) -> Score:
    """Score weights on ``problem``.

    Args:
        problem: the problem.
        given: parameters of the problem and options of its scorer by name, as text or Python values.

    Raises:
        InputError: the problem has no scoring, or a value is unknown, missing, malformed or out of range.
    """
    scorer = problem.scorer
    if scorer is None:
        raise InputError("problem", problem.name, "a problem that has scoring")
    used = [item for item in problem.parameters if not scorer.parameters or item.name in scorer.parameters]
    known = [item.name for item in (*used, *scorer.options)]
    for name in given:
        if name not in known:
            raise InputError("option", name, "one of " + ", ".join(known))
    parameters = {item.name: _required(item, given) for item in used}
    problem.validate(parameters)
    return scorer.run(parameters, {item.name: _optional(item, given) for item in scorer.options})


def _required(parameter: Parameter, given: Mapping[str, Any]) -> Any:
    value = _optional(parameter, given)
    if value is None:
        raise InputError(parameter.name, "nothing", f"a value ({parameter.help})")
    return value


def _optional(parameter: Parameter, given: Mapping[str, Any]) -> Any:
    value = given.get(parameter.name, parameter.default)
    return None if value is None else parameter.parse(value)
