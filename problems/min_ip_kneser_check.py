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
from math import lcm
from types import ModuleType
from typing import Any, Dict, List

KIND = "theorem"


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the bound of theorem 1, or of theorem 2 when the proof has words."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m: int
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    g: int = base.integer(proof["gap"], 1)
    base.require(g <= m, "the gap exceeds every overlap")
    base.jump(g, n, eps)
    if set(proof) == {"rule", "gap"}:
        return max(0, m - 2 * g + 2)
    base.require(set(proof) == {"rule", "gap", "queries", "keys", "weights"}, "the proof has other fields")
    length = word_length(proof["queries"], proof["keys"], base)
    require_dominance(proof, forced_ratios(max(length, g), n, eps), g, base)
    return max(0, len(proof["queries"]) * (m - length - 2 * g + 2))


def word_length(queries: List[str], keys: List[str], base: ModuleType) -> int:
    """Return the number of bits of the words, as many queries as keys."""
    base.require(len(queries) == len(keys) > 0, "queries and keys do not match")
    lengths = {len(word) for word in queries + keys}
    base.require(len(lengths) == 1, "words differ in length")
    return lengths.pop()


def require_dominance(proof: Dict[str, Any], rho: List[Fraction], g: int, base: ModuleType) -> None:
    """Check the hypothesis of theorem 2 on every word, in integers."""
    queries, keys = read(proof["queries"], base), read(proof["keys"], base)
    weights = [base.rational(weight) for weight in proof["weights"]]
    base.require(len(weights) == len(queries), "weights and words do not match")
    base.require(min(weights) > 0, "a weight is not positive")
    scale = lcm(*(weight.denominator for weight in weights))
    integers = [int(weight * scale) for weight in weights]
    for i in range(len(queries)):
        base.require(dominates(i, queries, keys, integers, rho, g), "the other words outweigh one")


def read(listed: List[str], base: ModuleType) -> List[int]:
    """Read words, text of characters 0 and 1, as bit masks."""
    base.require(all(set(word) <= {"0", "1"} for word in listed), "a word is malformed")
    return [int("0" + word, 2) for word in listed]


def forced_ratios(most: int, n: int, eps: Fraction) -> List[Fraction]:
    """Return rho(D) for D = 0..most, 0 where nothing is forced."""
    rho: List[Fraction] = []
    for gap in range(most + 1):
        jumps = ((d, (n - 2) * (d - 2 * eps) / (2 * eps)) for d in range(1, gap + 1))
        products = (mu * max(Fraction(1), rho[gap - d]) for d, mu in jumps if mu >= 1)
        rho.append(max(products, default=Fraction(0)))
    return rho


def dominates(
    i: int, queries: List[int], keys: List[int], weights: List[int], rho: List[Fraction], g: int
) -> bool:
    """Tell whether theorem 2 holds for word i, its ratios being defined."""
    own = bin(queries[i] & keys[i]).count("1")
    loads: Dict[int, int] = {}
    for j, key in enumerate(keys):
        if j != i:
            distance = max(0, bin(queries[i] & key).count("1") - own)
            loads[distance] = loads.get(distance, 0) + weights[j]
    if not all(rho[distance] for distance in loads):
        return False
    total = sum((load / rho[distance] for distance, load in loads.items()), Fraction(0))
    return total <= weights[i] * (1 - 1 / rho[g])
