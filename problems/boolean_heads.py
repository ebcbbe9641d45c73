"""Head complexity: the least number of attention heads that compute a Boolean function, positions given.

See problems/boolean_heads_check.py for the exact statement.  Constants take one head, as linear threshold
functions do; parity of n bits takes n.  Besides, the least number of bits that the coefficients of so many
heads can have.
Source: Rajaraman, Sundaram and Tesfaye, on head complexity (2026).
"""

from __future__ import annotations

from lpbounds.bounds import Theory
from lpbounds.problem import Parameters, Problem
from problems import (
    boolean_heads_bits,
    boolean_heads_degree,
    boolean_heads_forms,
    boolean_heads_monomials,
    boolean_heads_one_bit,
    boolean_heads_quadratic,
    boolean_heads_search,
    boolean_heads_split,
)
from problems.boolean_heads_question import LIMITS, PRECISION, RESOURCES, admit
from problems.boolean_heads_score import SCORER
from problems.boolean_parameters import PARAMETERS, expand, function_of
from problems.plain_words import BOOLEAN_HEADS
from problems.unpositioned_question import ABSENT


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return max(1, sign changes) for symmetric functions; 2^n heads always suffice.

    Nothing is published on layers of few bits but the lower bounds without a limit.
    """
    if resource == PRECISION:
        return Theory()
    function, is_free = function_of(parameters), parameters["precision"] == ABSENT
    if function.sign_changes is not None:
        value = max(1, function.sign_changes)
        return Theory(value, value if is_free else None)
    return Theory(1, 1 << function.n if is_free else None)


PROBLEM = Problem(
    "boolean-heads",
    "least number of heads that compute a Boolean function, with positions",
    (*PARAMETERS, *LIMITS),
    RESOURCES,
    (
        boolean_heads_degree.METHOD,
        boolean_heads_forms.METHOD,
        boolean_heads_monomials.METHOD,
        boolean_heads_quadratic.METHOD,
        boolean_heads_split.METHOD,
        boolean_heads_one_bit.METHOD,
        boolean_heads_search.METHOD,
        boolean_heads_bits.METHOD,
    ),
    theory,
    SCORER,
    expand=expand,
    admit=admit,
    words=BOOLEAN_HEADS,
)
