"""Checks proofs of rule ``one-bit`` about the precision of heads: no coefficients -1, 0 and 1 compute f.

Coefficients of one bit are -1, 0 and 1.  A denominator is positive at x = 0, so its constant is 1, and where
one bit of x is 1, so no slope is -1: it is 1 + sum_{i in S} x_i.  All sums of H heads, or of fewer as a
numerator may be 0, are run at all inputs.

Standard library only, Python 3.9 or newer; ``base`` is problems/boolean_heads_check.py.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb, lcm
from types import ModuleType
from typing import Any, Dict, Iterator, Set, Tuple

# Sums that are run, and heads that are listed, within seconds.
MOST_SUMS = 1000000
MOST_HEADS = 100000

Values = Tuple[int, ...]


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return 2 when no sum of heads of one bit has the signs of the function."""
    asked = base.question(claim)
    base.require(claim["side"] == "lower", "this rule bounds from below")
    base.require(asked.resource == "precision", "this rule is about precision")
    base.require(claim["proof"] == {"rule": "one-bit"}, "the proof has other fields")
    signs, n = asked.function.by_input(), asked.function.n
    base.require(3 ** (n + 1) << (n if asked.heads > 1 else 0) <= MOST_HEADS, "there are too many bits")
    heads = listed(n, asked.heads > 1, base)
    base.require(comb(len(heads) + asked.heads - 1, asked.heads) <= MOST_SUMS, "there are too many layers")
    for chosen in combinations_with_replacement(sorted(heads), asked.heads):
        right = all(sign * sum(values) > 0 for sign, *values in zip(signs, *chosen))
        base.require(not right, "a layer of one bit computes the function")
    return 2


def listed(n: int, are_several: bool, base: ModuleType) -> Set[Values]:
    """Return the values of all heads at all inputs, scaled; the numerators do where there is one head."""
    scale = lcm(*range(1, n + 2))
    slopes = product((0, 1), repeat=n) if are_several else [(0,) * n]
    shares = [[scale // bottom for bottom in base.at_inputs([1, *chosen])] for chosen in slopes]
    tops = [base.at_inputs(list(top)) for top in product((-1, 0, 1), repeat=n + 1)]
    return set(products(tops, shares))


def products(tops: Any, shares: Any) -> Iterator[Values]:
    """Yield the products, place by place."""
    for top, share in product(tops, shares):
        yield tuple(a * b for a, b in zip(top, share))
