"""Lower bounds for Min-IP from a layer of words against their complements: the method ``dominance``.

For the words x of weight w on m bits, the matrix B(x,x') = alpha(x, complement of x') / alpha(x, complement
of x) has ones on the diagonal and, at distance d = |x minus x'|, entries in [0, u_d), 1/u_d the forced ratio
of the two tokens.  If no matrix in that box is singular the rank is at least C(m,w).  Two exact tests:

- inverse: with C = I + U/2 the middle of the box and any Y, all rows of |I - Y C| + |Y| U/2 have a sum
  below 1.  For Y = I this is diagonal dominance; Y near the inverse of C reaches further.  All these matrices
  lie in the algebra of the Johnson scheme, so they are lists of D + 1 numbers, D = min(w, m - w), and m is no
  obstacle.
- vertices: det(C - diag(p) (U/2) diag(q)) > 0 for all sign vectors p and q, which is necessary too
  ("Systems of Linear Interval Equations", Rohn 1989); for at most six words.

The middle layer gives C(m, floor(m/2)) once eps is small or n large enough.  On many bits powers of the
factor mu_1 of one unit of overlap stand for the ratios (rule ``layer``): the condition is about mu_1 >
m^2/4.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import texts
from problems.min_ip_orders import task_ratios
from problems.min_ip_published import jump
from problems.min_ip_ratio_measures import ratio_proof
from problems.min_ip_ratios import Ratios
from problems.min_ip_reduction import from_fewer_bits

NAME = "dominance"
# Layers on more bits have certificates of many digits.
MOST_BITS = 40
MOST_VERTEX_WORDS = 6
# Row sums above this are out of reach of either test.
HOPELESS = 4
_INVERSE_DENOMINATOR = 10_000
_VERTEX_MARGIN = 1e-9
# Sums are rounded up to multiples of 2^-256.
_SCALE_BITS = 256


@cache
def intersection(m: int, w: int, i: int, j: int, k: int) -> int:
    """Return how many words lie at distance i from x and j from x', for |x| = |x'| = w at distance k."""
    return sum(
        comb(w - k, a) * comb(k, w - i - a) * comb(k, w - j - a) * comb(m - w - k, i + j + a - w)
        for a in range(max(0, w - i - k, w - j - k, w - i - j), min(w - k, w - i, w - j) + 1)
    )


@dataclass(frozen=True)
class Layer:
    """The words of one weight, and the box of the matrix B.

    Attributes:
        m: number of bits.
        weight: w, from 1 to m - 1.
        ratios: forced ratios.
    """

    m: int
    weight: int
    ratios: Ratios

    @property
    def words(self) -> int:
        """Number of words."""
        return comb(self.m, self.weight)

    @property
    def distances(self) -> range:
        """All distances, 0 included."""
        return range(min(self.weight, self.m - self.weight) + 1)

    def valency(self, d: int) -> int:
        """Return the number of words at distance d from one."""
        return comb(self.weight, d) * comb(self.m - self.weight, d)

    def tokens(self, d: int) -> tuple[int, int, int]:
        """Return the query 1..10..0, its complement, and the complement of a word at distance d from it."""
        query, full = (1 << self.weight) - 1, (1 << self.m) - 1
        moved = ((1 << d) - 1) << (self.weight - d)
        return query, full ^ query, full ^ query ^ moved ^ (moved << d)

    @cached_property
    def upper(self) -> list[Fraction] | None:
        """u_d by distance d, 0 at d = 0; None if some ratio is not forced."""
        bounds = [self.ratios.bound(*self.tokens(d)) for d in self.distances[1:]]
        return [Fraction(0), *(1 / bound for bound in bounds)] if all(bounds) else None

    def row_sum(self, numbers: list[Fraction]) -> Fraction:
        """Return the row sum of the absolute values of a matrix of the algebra."""
        return sum((self.valency(d) * abs(number) for d, number in enumerate(numbers)), Fraction(0))

    def times(self, left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
        """Return the product of two matrices of the algebra."""
        return [
            sum((a * b * intersection(self.m, self.weight, i, j, k)
                 for i, a in enumerate(left) if a for j, b in enumerate(right) if b), Fraction(0))
            for k in self.distances
        ]

    def middle(self, upper: list[Fraction]) -> list[Fraction]:
        """Return C = I + U/2."""
        return [Fraction(1), *(u / 2 for u in upper[1:])]

    def inverse_norm(self, inverse: list[Fraction], upper: list[Fraction]) -> Fraction:
        """Return the row sum of |I - Y C| + |Y| U/2."""
        rest = self.times(inverse, self.middle(upper))
        rest[0] -= 1
        return self.row_sum(rest) + self.row_sum(inverse) * self.row_sum(upper) / 2

    def inverse(self, upper: list[Fraction]) -> list[Fraction] | None:
        """Return a Y that passes the test, the identity if it does, or None."""
        zeros = [Fraction(0)] * (len(upper) - 1)
        for candidate in ([Fraction(1), *zeros], self._rounded_inverse(upper)):
            if candidate is not None and self.inverse_norm(candidate, upper) < 1:
                return candidate
        return None

    def _rounded_inverse(self, upper: list[Fraction]) -> list[Fraction] | None:
        """Return about the inverse of the middle, or None where that is singular."""
        units = np.eye(len(upper), dtype=int).tolist()
        columns = [self.times([Fraction(entry) for entry in unit], self.middle(upper)) for unit in units]
        try:
            solved = np.linalg.solve(np.array(columns, dtype=float).T, np.array(units[0], dtype=float))
        except np.linalg.LinAlgError:
            return None
        return [Fraction(value).limit_denominator(_INVERSE_DENOMINATOR) for value in solved.tolist()]

    def vertices_hold(self, upper: list[Fraction]) -> bool:
        """Tell whether the vertex test holds, in floats with a margin."""
        words = [sum(1 << bit for bit in chosen) for chosen in combinations(range(self.m), self.weight)]
        u = np.array([[float(upper[(x & ~y).bit_count()]) for y in words] for x in words])
        signs = np.array(list(product((1, -1), repeat=len(words))))
        boxes = signs[:, None, :, None] * u / 2 * signs[None, :, None, :]
        return bool(np.linalg.det(np.eye(len(words)) + u / 2 - boxes).min() > _VERTEX_MARGIN)

    def proof(self) -> dict[str, Any] | None:
        """Return the proof that the rank is at least the number of words, or None."""
        upper = self.upper
        if upper is None or self.row_sum(upper) > HOPELESS:
            return None
        ratios = [ratio_proof(self.ratios, self.m, *self.tokens(d)) for d in self.distances[1:]]
        proof: dict[str, Any] = {"rule": NAME, "weight": self.weight, "ratios": ratios}
        inverse = self.inverse(upper)
        if inverse is not None:
            return {**proof, "inverse": texts(inverse)}
        return proof if self.words <= MOST_VERTEX_WORDS and self.vertices_hold(upper) else None


def is_dominated(m: int, n: int, eps: Fraction) -> bool:
    """Tell whether powers of mu_1 alone make the middle layer of m bits dominant; monotone in m."""
    mu, w = jump(1, n, eps), m // 2
    if mu < 1:
        return False
    scale = 1 << _SCALE_BITS
    total, term = 0, scale
    for d in range(w):
        term = -(-term * (w - d) * (m - w - d) * mu.denominator // ((d + 1) ** 2 * mu.numerator))
        total += term
        if total > scale:
            return False
    return True


def _middle_layer(task: Task) -> Bound | None:
    """Return the bound of the largest dominated middle layer on more than ``MOST_BITS`` bits, or None."""
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    sizes = range(MOST_BITS + 1, m + 1)
    size = MOST_BITS + bisect_left(sizes, True, key=lambda size: not is_dominated(size, n, eps))
    if size == MOST_BITS:
        return None
    proof = {"rule": "layer", "weight": size // 2}
    return from_fewer_bits(task, size, comb(size, size // 2), "proof", NAME, proof)


def layers(m: int, ratios: Ratios) -> list[Layer]:
    """Return the layers on at most m bits, the larger ones first and on few bits rather than many."""
    found = [Layer(size, w, ratios) for size in range(2, min(m, MOST_BITS) + 1) for w in range(1, size)]
    return sorted(found, key=lambda layer: (-layer.words, layer.m))


def _run(task: Task) -> Iterator[Bound]:
    ratios = task_ratios(task)
    large = _middle_layer(task)
    if large is not None:
        yield large
        return
    for layer in layers(task.parameters["m"], ratios):
        if task.lower is not None and layer.words <= task.lower:
            break
        proof = layer.proof()
        if proof is not None:
            yield from_fewer_bits(task, layer.m, layer.words, "proof", NAME, proof)
            return
    raise Nothing("no larger layer of words is shown to be independent")


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "a layer of words against their complements: every matrix in the box of forced ratios is regular",
    ("feature-rank",),
)
