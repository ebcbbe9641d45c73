"""Checks proofs of rule ``quotients``: for parity of n = D H bits one output z of H heads is not enough.

By docs/theorems-boolean.md z = P/Q, with P of degree at most H and log Q concave on [0, n], and up to its
sign z runs through D levels l_1 < .. < l_D up and down in turn: z(t) is above c(t) of them, c counting 0,
1, .., D, D-1, .., 0, 1, .. Polynomial outputs have Q = 1.

A list of H + 2 weights t has masses w(t) of alternating signs with sum_t w(t) R(t) = 0 for all polynomials
R of degree at most H, P - l_1 Q among them; the signs are such that w(D) > 0.  A mass w(t) > 0 uses z(t) >
l_D if c(t) = D and z(t) > l_1 otherwise; w(t) < 0 uses z(t) < l_1 if c(t) = 0 and z(t) < l_D otherwise.
Hence

    the sum of w(t) Q(t) over the weights t that use l_D is below 0.

The first list must leave v Q(D) < u Q(D-1) of this; put A = u/v.  What holds of Q(t) holds of Q(n - t), as
-z(n - t), or z(n - t) for even H, takes the same course.  If A <= 1, Q falls from D - 1 to D and rises from
n - D to n - D + 1, against log-concavity.  Otherwise the second list must leave

    p Q(D) + r Q(n-D) < q Q(D-1) + s Q(n-D+1)   with   p + r = q + s,  q >= s A,  r >= s A.

Let a = Q(D)/Q(D-1) and b = Q(n-D+1)/Q(n-D), so that b <= a < A.  If b <= 1 <= a, the inequality and its
mirror image add up to a contradiction.  If b > 1, divide it by Q(D-1): as Q(n-D)/Q(D-1) >= a and r >= s b,
it implies (p + r) a < q + s a^2, that is (a - 1)(q - s a) < 0, which is false.  If a < 1, exchange the
ends.

Standard library only, Python 3.9 or newer; ``base`` is problems/parity_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from types import ModuleType
from typing import Any, Dict, List


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return 2 when the lists of weights refute one output."""
    shared = base.shared
    asked = shared.question(claim)
    shared.require(claim["side"] == "lower", "this rule bounds from below")
    shared.require(asked.resource in shared.WIDTHS, "this rule is about the width")
    degree, heads = int(asked.degree), int(asked.heads)
    # Fewer levels are one level, and fewer laps have no two turns that mirror each other.
    shared.require(degree >= 2 and heads >= 3, "there are too few levels or heads")
    shared.require(asked.n == degree * heads, "this rule needs n = D H")
    first, *others = [remainder(places, degree, heads, shared) for places in claim["proof"]["places"]]
    shared.require(set(first) == {degree - 1, degree}, "the first list leaves other weights")
    ratio = -first[degree - 1] / first[degree]
    if ratio <= 1:
        shared.require(others == [], "the first list is enough")
        return 2
    shared.require(len(others) == 1, "two lists are needed")
    final = asked.n - degree
    expected = {degree - 1, degree, final, final + 1}
    shared.require(set(others[0]) == expected, "the second list leaves other weights")
    p, q, r, s = (abs(others[0][t]) for t in (degree, degree - 1, final, final + 1))
    shared.require(p + r == q + s, "the second list does not balance")
    shared.require(min(q, r) >= s * ratio, "the lists leave some ratio open")
    return 2


def remainder(places: List[Any], degree: int, heads: int, shared: ModuleType) -> Dict[int, Fraction]:
    """Return the masses at the weights that use the highest level; times Q they sum to less than 0."""
    weights = [shared.integer(t, 0) for t in places]
    shared.require(len(weights) == heads + 2, "a list has not H + 2 weights")
    shared.require(weights == sorted(set(weights)), "a list does not increase")
    shared.require(weights[-1] <= degree * heads, "a weight is out of range")
    shared.require(degree in weights, "a list misses the weight D")
    masses = {t: Fraction(1, prod(t - other for other in weights if other != t)) for t in weights}
    sign = 1 if masses[degree] > 0 else -1
    kept = {}
    for t, mass in masses.items():
        place = shared.cell(t, degree)
        shared.require(place != (0 if mass * sign > 0 else degree), "a weight is beyond all levels")
        if place == degree or (place > 0 and mass * sign < 0):
            kept[t] = mass * sign
    return kept
