"""Class models of Min-IP: one kernel row per query weight, assembled into a certificate.

A group of weights shares a positive factor f of the keys and a degree D: alpha(x,z) = f(|z|) q_s(k, r) with
k = <x,z>, r = |z| - k and q_s of total degree at most D.  Such rows lie in the span of f(|z|) times the
products of at most D coordinates of z, so a group takes sum_{i<=D} C(m,i) features however many weights it
covers.  A weight outside all groups takes one private feature for each of its C(m,s) queries.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np

from lpbounds.decide import Feasible, Infeasible, Undecided
from lpbounds.rationals import text, texts
from problems.min_ip_closed import geometric_base
from problems.min_ip_pairwise import error_within, least_error
from problems.min_ip_polynomial_row import RowSearch, RowSpace


@dataclass(frozen=True)
class SolvedRow:
    """A correct row: the coefficients c[i][j] of k^i r^j, and a worst-case error below eps of it."""

    polynomial: list[list[int]]
    error: Fraction


@cache
def solved_row(space: RowSpace) -> SolvedRow | Infeasible | Undecided:
    """Return a correct row of ``space``, or why there is none."""
    verdict, weights = RowSearch(space).verdict()
    if not isinstance(verdict, Feasible):
        return verdict
    table = np.array(weights, dtype=object).reshape(space.s + 1, -1)
    least = least_error(table.min(axis=1).tolist(), table.max(axis=1).tolist(), table[-1, 0], space.n)
    return SolvedRow(space.coefficients(verdict.point), error_within(least, space.eps))


@dataclass(frozen=True)
class Group:
    """Rows of degree D that share a factor of the keys.

    Attributes:
        m: number of bits.
        n: length of the inputs.
        eps: allowed error.
        degree: D.
        factor: f(w), positive integers; empty for f = 1 and polynomials in k alone.
        reach: None, with f(w) for w = 0..m; or the greatest r = m - s of a weight s in the group.  Then f is
            geometric, given for w = 0..m + reach, and one polynomial in r alone serves all the weights:
            moving k by m - s multiplies the row by a constant.
    """

    m: int
    n: int
    eps: Fraction
    degree: int
    factor: tuple[int, ...] = ()
    reach: int | None = None

    @property
    def features(self) -> int:
        """Number of features of the group."""
        return sum(comb(self.m, i) for i in range(self.degree + 1))

    def space(self, s: int) -> RowSpace:
        """Return the rows open to a query of weight s."""
        if not self.factor:
            terms = tuple((i, 0) for i in range(min(self.degree, s) + 1))
            return RowSpace(s, 0, (1,) * (s + 1), terms, self.n, self.eps)
        if self.reach is not None:
            terms = tuple((0, j) for j in range(min(self.degree, self.reach) + 1))
            return RowSpace(self.m, self.reach, self.factor, terms, self.n, self.eps)
        others, lengths = self.m - s, range(min(self.degree, s) + 1)
        terms = tuple((i, j) for i in lengths for j in range(min(self.degree - i, others) + 1))
        return RowSpace(s, others, self.factor, terms, self.n, self.eps)

    def outcome(self, s: int) -> SolvedRow | Infeasible | Undecided:
        """Return a correct row for queries of weight s, or why there is none."""
        return solved_row(self.space(s))

    def serves(self, s: int) -> bool:
        """Tell whether a correct row for queries of weight s was found."""
        return isinstance(self.outcome(s), SolvedRow)


@dataclass(frozen=True)
class Cover:
    """Which group serves each query weight.

    Attributes:
        groups: the groups.
        choice: for s = 0..m the index of its group, None for private features.
    """

    groups: tuple[Group, ...]
    choice: tuple[int | None, ...]

    @property
    def features(self) -> int:
        """Number of features of the whole model."""
        m = len(self.choice) - 1
        used = {place for place in self.choice if place is not None}
        private = sum(comb(m, s) for s, place in enumerate(self.choice) if place is None)
        return min(1 << m, sum(self.groups[place].features for place in used) + private)

    def proof(self) -> dict[str, Any]:
        """Return the proof of a class-model certificate; every group must have a row where it is chosen."""
        m = len(self.choice) - 1
        return {
            "factors": [texts((group.factor or (1,) * (m + 1))[: m + 1]) for group in self.groups],
            "rows": [self._row(s, place) for s, place in enumerate(self.choice)],
        }

    def _row(self, s: int, place: int | None) -> dict[str, Any]:
        if place is None:
            return _private_row(s, self.groups[0].n, self.groups[0].eps)
        row = self.groups[place].outcome(s)
        if not isinstance(row, SolvedRow):
            raise ValueError(f"group {place} has no row of weight {s}")
        polynomial = [texts(line) for line in row.polynomial]
        return {"weight": s, "factor": place, "polynomial": polynomial, "error": text(row.error)}


def _private_row(s: int, n: int, eps: Fraction) -> dict[str, Any]:
    base = geometric_base(n, eps)
    powers = texts(base ** (s - k) for k in range(s + 1))
    return {"weight": s, "private": powers, "values": texts(range(s + 1)), "own": str(s)}
