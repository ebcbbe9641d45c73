"""Checks proofs of rule ``nullity`` about families of words: the null space of a small matrix is small.

Take T of the words and put B_ij = alpha(x_i,y_j) / alpha(x_i,y_i), so that B_ii = 1 and 0 <= B_ij < u, u the
largest of the ratios forced.  Let P be the orthogonal projection to k dimensions of the null space of B.
Then BP = 0 and tr P = k, hence

    k = -sum over i != j of B_ij P_ij < u sum |P_ij| [P_ij < 0] = (u/2) (sum |P_ij| - sum P_ij)
      <= (u/2) sum |P_ij|,

because sum P_ij is the square of the projected length of (1,..,1).  So nullity k is impossible, and the rank
at least T - k + 1, when 2 k >= u S for a bound S on the sum of all |P_ij| of a projection of rank k:

- S = k + sqrt((T-1) k (T-k)): the sum of P_ij^2 is k, that of P_ii^2 at least k^2/T; Cauchy-Schwarz.
- S = T for k = 1, the same; S = 4T/3 for k = 2, which is less.  Write the rows of an orthonormal basis as
  complex numbers r_i e^(i a_i): sum r_i^2 = 2 and sum r_i^2 e^(2 i a_i) = 0.  With s = |cos a| the identity
  4 + 22 s^2 - 8 s^4 - 18 s = (1-s)(2s-1)^2(2s+4) >= 0 reads |cos a| <= (12 + 7 cos 2a - cos 4a) / 18, so that
  sum |P_ij| <= (12 R^2 + 7 |E|^2) / 18, R = sum r_i, E = sum r_i e^(2 i a_i).  As E is also the sum of
  (r_i - q r_i^2) e^(2 i a_i) with q = R/2, |E|^2 <= 2 sum (1 - q r_i)^2 = 2T - R^2 >= 0; and
  12 R^2 + 7 (2T - R^2) <= 24 T.  (T/S is a projection constant: 4/3 for planes is Gruenbaum's conjecture,
  "A Proof of the Gruenbaum Conjecture", 2010.)

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_family_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any, Dict


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return T - k + 1 for the least nullity k that is impossible."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    base.require(set(claim["proof"]) == {"rule", "members"}, "the proof has other fields")
    family = base.family(claim)
    members = [base.integer(place, 0) for place in claim["proof"]["members"]]
    base.require(len(set(members)) == len(members) > 0, "a word is taken twice, or none is")
    base.require(max(members) < len(family.words), "a word does not exist")
    largest = max((family.ratio(i, j) for i in members for j in members if i != j), default=Fraction(0))
    size = len(members)
    return size + 1 - next(k for k in range(1, size + 1) if impossible(k, size, largest))


def impossible(k: int, size: int, u: Fraction) -> bool:
    """Tell whether 2 k >= u S; with u <= 1 nullity ``size`` is."""
    if k <= 2:
        return 2 * k >= u * size * (1 if k == 1 else Fraction(4, 3))
    # 2 k / u - k is at least k because u <= 1.
    return (2 * k - u * k) ** 2 >= u * u * (size - 1) * k * (size - k)
