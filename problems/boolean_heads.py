"""Head complexity: the least number of attention heads that compute a Boolean function, positions given.

See problems/boolean_heads_check.py for the exact statement.  Constants take one head, as linear threshold
functions do; parity of n bits takes n.
Source: Rajaraman, Sundaram and Tesfaye, on head complexity (2026).
"""

from __future__ import annotations

from lpbounds.bounds import Theory
from lpbounds.problem import Parameters, Problem
from problems import (
    boolean_heads_degree,
    boolean_heads_forms,
    boolean_heads_monomials,
    boolean_heads_search,
    boolean_heads_split,
)
from problems.boolean_heads_score import SCORER
from problems.boolean_parameters import PARAMETERS, expand, function_of
from problems.plain_words import BOOLEAN_HEADS


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return max(1, sign changes) for symmetric functions; 2^n heads always suffice."""
    function = function_of(parameters)
    if function.sign_changes is not None:
        value = max(1, function.sign_changes)
        return Theory(value, value)
    return Theory(1, 1 << function.n)


PROBLEM = Problem(
    "boolean-heads",
    "least number of heads that compute a Boolean function, with positions",
    PARAMETERS,
    ("heads",),
    (
        boolean_heads_degree.METHOD,
        boolean_heads_forms.METHOD,
        boolean_heads_monomials.METHOD,
        boolean_heads_split.METHOD,
        boolean_heads_search.METHOD,
    ),
    theory,
    SCORER,
    expand=expand,
    words=BOOLEAN_HEADS,
)
