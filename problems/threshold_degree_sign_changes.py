"""Threshold degree of symmetric functions: the number of sign changes of the profile.

Averaging a polynomial in n bits over all permutations of the bits gives a polynomial of the same degree in
the weight k with the same signs, so the question is univariate.  With T sign changes, after the weights
a_1 < ... < a_T, the product of all (k - a_i - 1/2) has the right signs up to one factor.  Against degree
below T stand T + 1 weights k_0 < ... < k_T of alternating sign: the divided difference
sum_j q(k_j) / prod_{i != j} (k_j - k_i) vanishes for every q of degree below T, and its terms alternate too.
Source: Minsky and Papert, "Perceptrons" (1969), for the averaging; the divided difference is classical.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm, prod

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import text
from problems.boolean_parameters import function_of

NAME = "sign-changes"


def change_places(profile: Sequence[int]) -> list[int]:
    """Return the weights a such that the values at a and a + 1 differ, in order."""
    return [k for k, (value, following) in enumerate(pairwise(profile)) if value != following]


def roots(profile: Sequence[int]) -> list[Fraction]:
    """Return the roots of a polynomial in the weight with the signs of the profile up to one factor."""
    return [k + Fraction(1, 2) for k in change_places(profile)]


def alternating_masses(profile: Sequence[int]) -> dict[int, int]:
    """Return {weight: nonzero integer}, with the signs of the profile, orthogonal to all degrees below T.

    T is the number of sign changes.  The integer is the mass of all inputs of that weight together.
    """
    points = [*change_places(profile), len(profile) - 1]
    denominators = [prod(point - other for other in points if other != point) for point in points]
    scale = lcm(*denominators)
    sign = (1 if profile[-1] else -1) * (1 if denominators[-1] > 0 else -1)
    return {k: sign * (scale // below) for k, below in zip(points, denominators, strict=True)}


def run(task: Task) -> Iterator[Bound]:
    """Yield both bounds; refuse functions that are not symmetric."""
    profile = function_of(task.parameters).profile
    if profile is None:
        raise Nothing("the function is not symmetric")
    degree = len(change_places(profile))
    masses = [[k, str(mass)] for k, mass in alternating_masses(profile).items()]
    yield task.bound("lower", degree, "measure", NAME, {"weights": masses})
    proof = {"roots": [text(root) for root in roots(profile)], "factor": "1" if profile[-1] else "-1"}
    yield task.bound("upper", degree, "class-model", NAME, proof)


METHOD = Method(NAME, ("lower", "upper"), run, "symmetric functions: how often the profile changes sign")
