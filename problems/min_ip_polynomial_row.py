"""One row of a kernel alpha(x,z) = f(|z|) q(k, r), k = <x,z>, r = |z| - k, with q a polynomial.

For a query of weight s, whether some q with given monomials k^i r^j makes a correct row is a strict linear
system in the coefficients of q alone, by the pairwise conditions of ``problems.min_ip_pairwise``.  Its
conditions are added as they are needed: an infeasible part settles the whole, and a solution of a part is
tested exactly on all of them.

The polynomials are combined from products of Chebyshev polynomials, scaled to integers, that are
orthonormal in floats relative to the least correct row: all solver data is then of order one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, log

import numpy as np
from numpy.typing import NDArray

from lpbounds.decide import Feasible, Verdict, decide
from lpbounds.linear_program import IntegerMatrix, RowBuilder, StrictSystem
from lpbounds.rationals import IntegerArray
from problems.min_ip_pairwise import Pair, least_row, pair

BASIS_BITS = 30
# Units further apart than this factor would make the products numerically dependent.
LEAST_LOG_UNIT = -30.0
# Gaps of the conditions to start with: the least that forces anything at eps = 1/2, and longer ones.
FIRST_GAPS = (1, 2, 3, 5)
Term = tuple[int, int]
Condition = tuple[int, int]


@dataclass(frozen=True)
class RowSpace:
    """The rows f(k + r) q(k, r) of a query of weight s over token classes (k, r), q in a span of monomials.

    Attributes:
        s: weight of the query, k = 0..s.
        others: greatest r in question; m - s, or 0 when neither f nor q depends on r.
        factor: f(w) for w = 0..s + others, positive integers.
        terms: the exponents (i, j) allowed, i <= s and j <= others.
        n: length of the inputs.
        eps: allowed error.
    """

    s: int
    others: int
    factor: tuple[int, ...]
    terms: tuple[Term, ...]
    n: int
    eps: Fraction

    @cached_property
    def overlap(self) -> NDArray[np.int64]:
        """Overlap k of each class; class k (others + 1) + r is (k, r); shape (classes,)."""
        return np.repeat(np.arange(self.s + 1), self.others + 1)

    @cached_property
    def own(self) -> int:
        """Index of the query's class (s, 0)."""
        return self.s * (self.others + 1)

    @cached_property
    def basis(self) -> IntegerArray:
        """Coefficients of the basis in the scaled Chebyshev products; shape (terms, terms).

        Triangular with nonzero diagonal, so that the basis spans all of the row space whatever is rounded.
        """
        products = self._products()
        weighted = (products / products[0, 0]).astype(np.float64) * self._relative_units()[:, None]
        triangle = np.linalg.qr(weighted, mode="r") / np.sqrt(len(weighted))
        inverse = np.triu(np.linalg.inv(triangle))
        rounded = _integers(inverse * (2.0**BASIS_BITS / np.abs(inverse).max(axis=0)))
        for place in range(len(rounded)):
            rounded[place, place] = rounded[place, place] or 1
        return rounded

    @cached_property
    def evaluation(self) -> IntegerArray:
        """Weight a of each class for each basis element; shape (classes, terms), integers."""
        factor: IntegerArray = np.array([self.factor[k + r] for k, r in self._classes()], dtype=object)
        table: IntegerArray = (self._products() @ self.basis) * factor[:, None]
        return table

    def _classes(self) -> list[tuple[int, int]]:
        return [(k, r) for k in range(self.s + 1) for r in range(self.others + 1)]

    def _products(self) -> IntegerArray:
        first, second = _chebyshev(self.s, self._degree(0)), _chebyshev(self.others, self._degree(1))
        along = [_values(polynomial, self.s) for polynomial in first]
        across = [_values(polynomial, self.others) for polynomial in second]
        columns: IntegerArray = np.array(
            [np.multiply.outer(along[i], across[j]).ravel() for i, j in self.terms], dtype=object
        )
        return columns.T

    def _degree(self, axis: int) -> int:
        return max(term[axis] for term in self.terms)

    def _relative_units(self) -> NDArray[np.float64]:
        units = [log(row.numerator) - log(row.denominator) for row in least_row(self.s, self.n, self.eps)]
        logs = np.array([log(self.factor[k + r]) - units[k] for k, r in self._classes()])
        relative: NDArray[np.float64] = np.exp(np.maximum(logs - logs.max(), LEAST_LOG_UNIT))
        return relative

    def coefficients(self, point: Sequence[int]) -> list[list[int]]:
        """Return integers c with q = sum_ij c[i][j] k^i r^j for a solution ``point``; no line ends in 0."""
        height, width = self._degree(0) + 1, self._degree(1) + 1
        first, second = _chebyshev(self.s, height - 1), _chebyshev(self.others, width - 1)
        amounts = self.basis @ np.array(point, dtype=object)
        table: IntegerArray = np.zeros((height, width), dtype=object)
        for (i, j), amount in zip(self.terms, amounts, strict=True):
            table += amount * np.multiply.outer(first[i], second[j])
        divisor = gcd(*table.ravel().tolist()) or 1
        lines = [np.trim_zeros(line, "b") for line in table]
        return [[int(value) // divisor for value in line] for line in lines]


def _integers(table: NDArray[np.float64]) -> IntegerArray:
    rows = [[round(value) for value in row] for row in table.tolist()]
    return np.array(rows, dtype=object)


def _chebyshev(width: int, degree: int) -> list[IntegerArray]:
    """Return coefficients of w^D T_i((2k - w)/w), i = 0..D, w = width, on 1, k, .., k^D."""
    rows: list[IntegerArray] = [np.array([1, *[0] * degree], dtype=object)]
    for i in range(degree):
        product = 2 * np.roll(rows[i], 1) - width * rows[i]
        rows.append(product if i == 0 else 2 * product - width**2 * rows[i - 1])
    return [row * width ** (degree - i) for i, row in enumerate(rows)]


def _values(polynomial: IntegerArray, width: int) -> IntegerArray:
    """Return the values at k = 0..width."""
    points: IntegerArray = np.array(range(width + 1), dtype=object)
    values: IntegerArray = 0 * points
    for coefficient in polynomial[::-1]:
        values = values * points + coefficient
    return values


class RowSearch:
    """The decision of one row space by adding conditions."""

    def __init__(self, space: RowSpace) -> None:
        self.space = space
        self.evaluation = space.evaluation
        self.rows: dict[Condition, IntegerArray] = {}

    def verdict(self) -> tuple[Verdict, list[int]]:
        """Return the verdict and, when feasible, the weights of all classes as integers."""
        self._add(self._first_conditions())
        while True:
            verdict = decide(StrictSystem(self._matrix()))
            if not isinstance(verdict, Feasible):
                return verdict, []
            weights = self.evaluation @ np.array(verdict.point, dtype=object)
            violated = self._violated(weights.reshape(self.space.s + 1, -1))
            if not violated:
                return verdict, weights.tolist()
            self._add(violated)

    def _add(self, conditions: list[Condition]) -> None:
        for condition in conditions:
            if condition not in self.rows:
                self.rows[condition] = self._row(*condition)

    def _class(self, k: int, r: int) -> int:
        return k * (self.space.others + 1) + r

    def _first_conditions(self) -> list[Condition]:
        s, ends = self.space.s, sorted({0, self.space.others})
        found = [(self._class(y, r), self.space.own) for y in range(s + 1) for r in ends]
        gaps = [(y, y + gap) for y in range(s + 1) for gap in FIRST_GAPS if y + gap <= s]
        return found + [(self._class(y, r), self._class(z, u)) for y, z in gaps for r in ends for u in ends]

    def _violated(self, weights: IntegerArray) -> list[Condition]:
        """Return, for each overlap, the condition on its lowest class that ``weights`` violates most."""
        low, high = weights.argmin(axis=1), weights.argmax(axis=1)
        own, found = weights[-1, 0], []
        for y in range(len(low)):
            smaller = weights[y, low[y]]
            if smaller <= 0:
                found.append((self._class(y, int(low[y])),) * 2)
            excess = []
            for z in range(y + 1, len(low)):
                factors = pair(self.space.n, self.space.eps, z - y)
                place = int(high[z] if factors.larger > 0 else low[z])
                amount = factors.larger * weights[z, place] + factors.own * own - factors.smaller * smaller
                excess.append((amount, self._class(z, place)))
            if excess and max(excess)[0] >= 0:
                found.append((self._class(y, int(low[y])), max(excess)[1]))
        return found

    def _matrix(self) -> IntegerMatrix:
        rows: IntegerArray = np.array(list(self.rows.values()), dtype=object)
        builder = RowBuilder(rows.shape[1])
        builder.add(np.tile(np.arange(rows.shape[1]), (len(rows), 1)), rows)
        return builder.matrix()

    def _row(self, smaller: int, larger: int) -> IntegerArray:
        gap = int(self.space.overlap[larger] - self.space.overlap[smaller])
        factors = pair(self.space.n, self.space.eps, gap) if gap else Pair(0, 0, 1)
        table, own = self.evaluation, self.space.own
        row: IntegerArray = (
            factors.larger * table[larger] + factors.own * table[own] - factors.smaller * table[smaller]
        )
        return row
