"""How well given weights can do: what the user gave, parsed and handed to the problem's scorer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Problem, Score
from lpbounds.tensors import as_arrays


def score(problem: Problem, given: Mapping[str, Any]) -> Score:
    """Score weights on ``problem``.

    Args:
        problem: the problem.
        given: parameters of the problem and options of its scorer by name, as text or Python values; the
            scorer judges what may be left out.

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
    return scorer.run(
        {item.name: _parsed(item, given) for item in used},
        {item.name: _parsed(item, given) for item in scorer.options},
    )


def score_weights(problem: Problem, weights: Any, given: Mapping[str, Any]) -> Score:
    """Score weights that are a Python object, such as an array: the value of the scorer's first option.

    Args:
        problem: the problem.
        weights: the weights, or None when ``given`` names them.
        given: as for :func:`score`; ``_`` in a name may stand for ``-``.

    Raises:
        InputError: as for :func:`score`.
    """
    options = problem.scorer.options if problem.scorer else ()
    dashed = {item.name.replace("-", "_"): item.name for item in options}
    named = {dashed.get(name, name): value for name, value in given.items()}
    if weights is not None and options:
        named[options[0].name] = weights
    return score(problem, named)


def _parsed(parameter: Parameter, given: Mapping[str, Any]) -> Any:
    value = given.get(parameter.name, parameter.default)
    return None if value is None else parameter.parse(as_arrays(value))
