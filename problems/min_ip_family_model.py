"""Models of a family of words from factors of the small matrix B_ij = alpha(x_i, y_j).

A key inside a chain of x_i is met by that query alone, so its feature vector may be a multiple of the one of
y_i, as may that of the token x_i: the whole kernel has the rank of B.  With values g_x(z) = <x,z> - e, e just
below eps, the inputs of a chain are right when alpha(x,y) > mu_d alpha(x,z) with a little to spare and
alpha(x,x) is small.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

from lpbounds.factor_search import IntegerFactors
from lpbounds.rationals import texts
from problems.min_ip_family_chains import Chain, Family, mu

# Kernel value of a token, and its overlap with the query.
_Weighted = tuple[Fraction, int]

# Bits of the slack in ratios and values, tried in turn.
_SLACK_BITS = (8, 12, 16, 24, 32, 48, 64)


def proof(family: Family, factors: IntegerFactors) -> dict[str, Any] | None:
    """Return the proof of kind ``model`` with rank the width of ``factors``, or None if B breaks a ratio.

    Args:
        family: T words.
        factors: queries and keys, shapes (T, r), with B = queries @ keys^T.
    """
    kernel = (factors.queries @ factors.keys.T).tolist()
    if not obeys(family, kernel):
        return None
    for bits in _SLACK_BITS:
        slack = Fraction(1, 1 << bits)
        if all(_is_right(family, chain, i, kernel[i][i], kernel[i][j], slack)
               for (i, j), chain in family.chains.items()):
            return _written(family, factors, slack)
    return None


def obeys(family: Family, kernel: list[list[int]]) -> bool:
    """Tell whether B is positive and B_ij < u_ij B_ii for i != j."""
    return all(
        entry > 0 and (i == j or entry < family.ratios[i][j] * row[i])
        for i, row in enumerate(kernel) for j, entry in enumerate(row)
    )


def _multiples(family: Family, i: int, j: int, slack: Fraction) -> list[Fraction]:
    """Return for each key inside the chain of (i, j) its multiple of the vector of y_i."""
    steps = [mu(b - a, family.n, family.eps) for a, b in pairwise(family.levels(i, j))]
    return [(1 - slack) ** k / prod(steps[:k], start=Fraction(1)) for k in range(1, len(steps))]


def _own(slack: Fraction) -> Fraction:
    """Return the multiple of the vector of y_i that the token x_i has."""
    return slack**4


def _error(family: Family, slack: Fraction) -> Fraction:
    return family.eps * (1 - slack**2)


def _is_right(family: Family, chain: Chain, i: int, first: int, last: int, slack: Fraction) -> bool:
    """Run the inputs of one chain, given B_ii and B_ij."""
    x, j = family.words[i], family.ends.index(chain[-1])
    weights = [Fraction(first), *(first * c for c in _multiples(family, i, j, slack)), Fraction(last)]
    pairs = list(zip(weights, family.levels(i, j), strict=True))
    own = (first * _own(slack), x.count("1"))
    return all(_head_is_right(family, [own, *others], _error(family, slack))
               for low, high in pairwise(pairs) for others in _inputs(low, high, family.n))


def _inputs(low: _Weighted, high: _Weighted, n: int) -> Iterator[list[_Weighted]]:
    """Yield what follows the query in the three inputs of two consecutive keys of a chain."""
    yield [high] * (n - 1)
    yield [low] + [high] * (n - 2)
    yield [low] * (n - 1)


def _head_is_right(family: Family, tokens: list[_Weighted], error: Fraction) -> bool:
    """Run the head on one input, tokens given by weight and overlap with the query."""
    target = min(k for _, k in tokens)
    total = sum((a for a, _ in tokens), Fraction(0))
    excess = sum((a * (k - error - target) for a, k in tokens), Fraction(0))
    return abs(excess) < family.eps * total


def _written(family: Family, factors: IntegerFactors, slack: Fraction) -> dict[str, Any]:
    ends = factors.keys.tolist()
    keys = [[entry * _own(slack) for entry in row] for row in ends] + ends
    for i, j in family.chains:
        keys += [[entry * c for entry in ends[i]] for c in _multiples(family, i, j, slack)]
    return {
        "queries": [texts(row) for row in factors.queries.tolist()],
        "keys": [texts(row) for row in keys],
        "error": str(_error(family, slack)),
    }
