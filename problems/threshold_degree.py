"""Threshold degree: the least degree of a polynomial with the signs of a Boolean function.

A function f of n bits, taken as +1 and -1, has threshold degree at most d when some real polynomial p of
degree at most d in the bits has f(x) p(x) > 0 at every input.  Constants have threshold degree 0.  Clearing
denominators, H attention heads with a readout of degree D compute f only when D H is at least this number.
"""

from __future__ import annotations

from lpbounds.bounds import Theory
from lpbounds.problem import Parameters, Problem
from problems import threshold_degree_program, threshold_degree_sign_changes
from problems.boolean_parameters import PARAMETERS, expand, function_of
from problems.plain_words import THRESHOLD_DEGREE


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return the published value for symmetric functions, the number of sign changes of the profile."""
    changes = function_of(parameters).sign_changes
    return Theory(changes, changes)


PROBLEM = Problem(
    "threshold-degree",
    "least degree of a polynomial with the signs of a Boolean function",
    PARAMETERS,
    ("threshold-degree",),
    (threshold_degree_sign_changes.METHOD, threshold_degree_program.METHOD),
    theory,
    expand=expand,
    words=THRESHOLD_DEGREE,
)
