"""Checks proofs of rule ``layer`` about Min-IP: all words of one weight, by the domination lemma alone.

For n >= 3 and mu = (n-2)(1 - 2 eps)/(2 eps) >= 1 every unit of overlap that y has less than z gives
alpha(x,y) > mu alpha(x,z), so a difference of d gives a factor of mu^d ("Three Tokens Force Exponential
Feature Rank in Nonnegative Kernel Attention", 2026, domination with g = 1).  Take the words x of weight w
against their complements: among them C(w,d) C(m-w,d) lie at distance d = |x minus x'| from x, and the
complement of x' has d units of overlap with x.  If

    sum over d >= 1 of C(w,d) C(m-w,d) mu^-d <= 1,

each row of this submatrix is dominated by its diagonal entry, strictly, so it is regular and the rank is at
least the number of words, C(m,w).

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from math import comb
from types import ModuleType
from typing import Any, Dict


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the number of words of the layer."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    base.require(set(claim["proof"]) == {"rule", "weight"}, "the proof has other fields")
    m, n, eps = base.parameters(claim)
    w = base.integer(claim["proof"]["weight"], 1)
    base.require(w < m, "the layer is a single word")
    mu = base.jump(1, n, eps)
    base.require(dominated(m, w, mu.numerator, mu.denominator), "the diagonal does not dominate")
    return comb(m, w)


def dominated(m: int, w: int, p: int, q: int) -> bool:
    """Tell whether the sum of C(w,d) C(m-w,d) (q/p)^d over d >= 1 is at most 1.

    Terms are rounded up to multiples of 2^-256, so that the sum is never underrated.
    """
    scale = 1 << 256
    total, term = 0, scale
    for d in range(min(w, m - w)):
        term = -(-term * (w - d) * (m - w - d) * q // ((d + 1) ** 2 * p))
        total += term
    return total <= scale
