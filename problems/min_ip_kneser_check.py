"""Checks theorems of rule ``kneser`` about Min-IP: lower bounds by the Borsuk-Ulam theorem.

Write mu_d = (n-2)(d - 2 eps)/(2 eps), n >= 3, and rho(D) for the largest product of mu_d's, each at least 1,
whose gaps d add up to at most D.  In a correct row alpha(x,y) > rho(D) alpha(x,z) whenever
<x,y> + D <= <x,z>.  Let mu_g >= 1.

1. The rank is at least m - 2g + 2.
2. Let x_i, y_i (i = 1..T) be words on the first a bits, b = m - a, D_ij = <x_i,y_j> - <x_i,y_i> and w_i > 0
   with sum_{j != i} w_j / rho(D_ij) <= w_i (1 - 1/rho(g)) for all i, every rho(D_ij) being defined.  Then the
   rank is at least T (b - 2g + 2).

docs/theorems.md has the proofs; here the hypotheses are tested and the integers computed.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any, Dict, List

KIND = "theorem"


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the bound of theorem 1, or of theorem 2 when the proof has words."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    g = base.integer(proof["gap"], 1)
    base.require(g <= m, "the gap exceeds every overlap")
    base.jump(g, n, eps)
    if set(proof) == {"rule", "gap"}:
        return max(0, m - 2 * g + 2)
    base.require(set(proof) == {"rule", "gap", "queries", "keys", "weights"}, "the proof has other fields")
    queries, keys = proof["queries"], proof["keys"]
    weights = [base.rational(weight) for weight in proof["weights"]]
    base.require(len(queries) == len(keys) == len(weights) > 0, "queries, keys and weights do not match")
    base.require(min(weights) > 0, "a weight is not positive")
    length = len(queries[0])
    base.require(all(is_word(word, length) for word in queries + keys), "a word is malformed")
    ratios = forced_ratios(max(length, g), n, eps)
    for i in range(len(queries)):
        dominates(i, queries, keys, weights, ratios, g, base)
    return max(0, len(queries) * (m - length - 2 * g + 2))


def is_word(word: Any, length: int) -> bool:
    """Tell whether ``word`` is text of so many characters 0 and 1."""
    return isinstance(word, str) and len(word) == length and set(word) <= {"0", "1"}


def forced_ratios(most: int, n: int, eps: Fraction) -> List[Fraction]:
    """Return rho(D) for D = 0..most, 0 where nothing is forced."""
    rho: List[Fraction] = []
    for gap in range(most + 1):
        jumps = ((d, (n - 2) * (d - 2 * eps) / (2 * eps)) for d in range(1, gap + 1))
        products = (mu * max(Fraction(1), rho[gap - d]) for d, mu in jumps if mu >= 1)
        rho.append(max(products, default=Fraction(0)))
    return rho


def dominates(
    i: int, queries: List[str], keys: List[str], weights: List[Fraction], rho: List[Fraction], g: int,
    base: ModuleType,
) -> None:
    """Check the condition of theorem 2 on word i."""
    own, total = base.overlap(queries[i], keys[i]), Fraction(0)
    for j, key in enumerate(keys):
        if j != i:
            forced = rho[max(0, base.overlap(queries[i], key) - own)]
            base.require(forced > 0, "two words are too close")
            total += weights[j] / forced
    base.require(total <= weights[i] * (1 - 1 / rho[g]), "the other words outweigh one")
