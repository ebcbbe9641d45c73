"""Checks proofs of rule ``cells``: parity of n = D H bits needs more than one polynomial output.

Suppose g(P(t)) has the signs of parity at t = 0..n, g of degree at most D, P of degree at most H.  The
composition has n = D H sign changes and no more roots than that, so each gap (k, k+1) holds one simple root,
g has D real roots a_1 < .. < a_D (the levels), and P takes each of them H times.  P is monotone on at most H
intervals and takes a level at most once on each, so it runs through all levels H times, up and down in turn.
Replacing P by -P if need be, it is in the cell c(t) at t, where c counts 0, 1, .., D, D-1, .., 0, 1, ..:

    P(t) > a_c(t) unless c(t) = 0,   P(t) < a_(c(t)+1) unless c(t) = D.

The proof lists positive multipliers of these inequalities whose sum says 0 < 0 for every P.

Standard library only, Python 3.9 or newer; ``base`` is problems/parity_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any, Dict, List


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return 2 when the multipliers cancel."""
    shared = base.shared
    asked, proof = shared.question(claim), claim["proof"]
    shared.require(claim["side"] == "lower", "this rule bounds from below")
    shared.require(asked.resource == "polynomial-width", "this rule is about polynomial outputs")
    degree, heads = int(asked.degree), int(asked.heads)
    shared.require(asked.n == degree * heads, "this rule needs n = D H")
    points: List[Fraction] = [Fraction(0)] * (asked.n + 1)
    levels: Dict[int, Fraction] = {}
    for side, sign, limit in (("above", 1, 0), ("below", -1, degree)):
        for t, text in proof[side]:
            mass, place = shared.rational(text), shared.integer(t, 0)
            shared.require(mass > 0 and place <= asked.n, "a multiplier or a weight is out of range")
            shared.require(shared.cell(place, degree) != limit, "there is no such inequality")
            level = shared.cell(place, degree) + (sign < 0)
            points[place] += sign * mass
            levels[level] = levels.get(level, Fraction(0)) + sign * mass
    shared.require(len(levels) > 0 and not any(levels.values()), "the levels do not cancel")
    for power in range(heads + 1):
        moment = sum(mass * t**power for t, mass in enumerate(points))
        shared.require(moment == 0, "the values of P do not cancel")
    return 2
