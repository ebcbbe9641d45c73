"""Checks proofs of rule ``pairs`` about Min-IP: words of weight two against their complements.

For the C(m,2) words x_i of weight two let B_ij = alpha(x_i, complement of x_j) / alpha(x_i, complement of
x_i), and u = 1/mu for mu = (n-2)(1 - 2 eps)/(2 eps) >= 1.  The overlap of x_i with the complement of x_j is
d = |x_i minus x_j|, 0, 1 or 2.  Domination (``jump`` of problems/min_ip_check.py) by jumps of one says
B_ik < u for d = 1, and B_ij < u B_ik for every j at d = 2 and k at d = 1.  As in
problems/min_ip_trace_check.py all entries may be taken to be positive.  So row i lies in the interior of the
polytope

    Q = {b : b_i = 1, 0 <= b_k <= u at d = 1, 0 <= b_j <= u b_k for j at d = 2, k at d = 1}.

With t = max b_j / u^2, b is t times a point of {u at d = 1, [0, u^2] at d = 2} plus 1 - t times one of
{[0, u] at d = 1, 0 at d = 2}.  So the vertices of Q are among the points with 0 or u at d = 1 and 0 at d = 2,
and those with u at d = 1 and 0 or u^2 at d = 2.

Let Y be the matrix with 1 on the diagonal and ``inverse``[d-1] at distance d.  The function
f(b) = (bY)_i - sum over j != i of |(bY)_j| is concave.  If it is at least 0 at these points, and above 0 at
the point with zeros beside b_i, it is above 0 in the interior of Q: were it 0 there, it would be negative
further on along the line from that point.  Then BY is strictly diagonally dominant, and B has full rank.

By symmetry one word is enough.  Standard library only, Python 3.9 or newer; ``base`` is
problems/min_ip_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from types import ModuleType
from typing import Any, Dict, Iterator, List, Tuple

# More bits have too many vertices.
MOST_BITS = 7


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return C(m,2)."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    base.require(set(claim["proof"]) == {"rule", "inverse"}, "the proof has other fields")
    base.require(n >= 3 and 3 <= m <= MOST_BITS, "the parameters are out of range")
    u = 1 / base.jump(1, n, eps)
    first, second = (base.rational(value) for value in claim["proof"]["inverse"])
    table = [[(Fraction(1), first, second)[d] for d in row] for row in distances(m)]
    base.require(excess(table, [Fraction(1)] + [Fraction(0)] * (len(table) - 1)) > 0, "Y is not dominant")
    for vertex in vertices(m, u):
        base.require(excess(table, vertex) >= 0, "a vertex is not dominant")
    return comb(m, 2)


def distances(m: int) -> List[List[int]]:
    """Return |x minus x'| for all words of weight two; the first row is the one that is tested."""
    words = list(combinations(range(m), 2))
    return [[len(set(x) - set(other)) for other in words] for x in words]


def vertices(m: int, u: Fraction) -> Iterator[List[Fraction]]:
    """Yield points of Q, for the first word, among which are its vertices."""
    row = distances(m)[0]
    for levels in product((Fraction(0), u), repeat=row.count(1)):
        yield placed(row, list(levels), [Fraction(0)] * row.count(2))
    for levels in product((Fraction(0), u * u), repeat=row.count(2)):
        yield placed(row, [u] * row.count(1), list(levels))


def placed(row: List[int], first: List[Fraction], second: List[Fraction]) -> List[Fraction]:
    """Return the point with these entries at distances one and two."""
    rest: Tuple[Iterator[Fraction], ...] = (iter([Fraction(1)]), iter(first), iter(second))
    return [next(rest[d]) for d in row]


def excess(table: List[List[Fraction]], point: List[Fraction]) -> Fraction:
    """Return f of a point for the first word."""
    image = [sum((b * y for b, y in zip(point, column)), Fraction(0)) for column in zip(*table)]
    return image[0] - sum((abs(value) for value in image[1:]), Fraction(0))
