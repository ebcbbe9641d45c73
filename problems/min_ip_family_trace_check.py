"""Checks proofs of rule ``trace`` about families of words: the trace bound with a shift of rank one.

Put B_ij = alpha(x_i,y_j) / alpha(x_i,y_i), so that B_ii = 1 and 0 <= B_ij < u_ij.  Adding a small multiple of
the sum of all rows to each row keeps this, does not raise the rank, and makes B positive.  Then for
X = B - cJ, J all ones and 0 <= c < 1, the entries outside the diagonal are below max(c, u_ij - c) in absolute
value, and Cauchy-Schwarz on the singular values gives

    rank B + [c > 0] >= rank X >= (tr X)^2 / |X|_F^2 > T^2 (1-c)^2 / (T (1-c)^2 + sum max(c, u_ij - c)^2).

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_family_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from types import ModuleType
from typing import Any, Dict


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank above the bound."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    base.require(set(claim["proof"]) == {"rule", "shift"}, "the proof has other fields")
    family = base.family(claim)
    shift: Fraction = base.rational(claim["proof"]["shift"])
    base.require(0 <= shift < 1, "the shift is out of range")
    size = len(family.words)
    squares = size * (1 - shift) ** 2
    for i in range(size):
        squares += sum(max(shift, family.ratio(i, j) - shift) ** 2 for j in range(size) if j != i)
    value = Fraction(size * (1 - shift)) ** 2 / squares
    return floor(value) + (0 if shift > 0 else 1)
