"""The inequalities of Min-IP at one query: every input (literal) or a few slots (compact).

For a query x of weight s put k_z = <x,z>, a_z = alpha(x,z), b_z = a_z g_x(z) and
u_z(sigma, t) = sigma (b_z - t a_z) - eps a_z.  An input holding h_z copies of token z and target t is right
iff sum_z h_z u_z(sigma, t) < 0 for sigma = +-1.  Both formulations here are rows

    sum_z counts[row, z] u_z(sigma, t) + weight[row] P[maximum[row]] < 0

literal: one row an input and sign, no P;  compact: with P(sigma, t) > max over k_z >= t of u_z,
u_x + u_z + (n - 2) P < 0 for each z with k_z = t.  Index z runs over tokens, or over classes of tokens that
share a and b (the query always a class of its own), since only overlaps enter.
Source: the Min-IP task and model of "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel
Attention" (2026), written as linear inequalities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lpbounds.linear_program import IntegerMatrix, RowBuilder
from lpbounds.rationals import IntegerArray

Indices = NDArray[np.int64]


class Triplets(NamedTuple):
    """Sparse entries: arrays of equal length."""

    rows: Indices
    columns: Indices
    entries: IntegerArray


@dataclass(frozen=True)
class InputRows:
    """Inequalities of one query in terms of u and P, as above.

    Attributes:
        counts: shape (rows, classes).
        sigma: shape (rows,), +1 or -1.
        target: shape (rows,), the target t of the inputs of each row.
        maximum: shape (rows,), index of the P of each row.
        weight: shape (rows,), its coefficient (0 where the row has none).
        maxima: number of P's.
    """

    counts: IntegerMatrix
    sigma: Indices
    target: Indices
    maximum: Indices
    weight: Indices
    maxima: int

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.sigma)

    @property
    def classes(self) -> int:
        """Number of tokens or classes."""
        return self.counts.width

    def kernel_entries(self, eps: Fraction) -> Triplets:
        """Return the coefficients of a_z, the rows scaled by the denominator of eps."""
        factor = -(eps.denominator * self._signs * self.target + eps.numerator)
        return self._scaled(factor)

    def value_entries(self, eps: Fraction) -> Triplets:
        """Return the coefficients of b_z, the rows scaled by the denominator of eps."""
        return self._scaled(eps.denominator * self._signs)

    def maximum_entries(self) -> Triplets:
        """Return the coefficients of P; in rows scaled by q = denominator of eps, P stands for q P."""
        rows = np.flatnonzero(self.weight)
        return Triplets(rows, self.maximum[rows], self.weight[rows].astype(object))

    @property
    def _signs(self) -> IntegerArray:
        # Python integers: eps may have a denominator of any size.
        return self.sigma.astype(object)

    def _scaled(self, factor: IntegerArray) -> Triplets:
        rows = self.counts.row_of
        return Triplets(rows, self.counts.columns, self.counts.entries * factor[rows])


def overlaps(m: int, query: int) -> Indices:
    """Return <query, z> for every token z = 0..2^m - 1, tokens and query as bit masks; shape (2^m,)."""
    shared = np.arange(1 << m) & query
    return np.asarray(np.bitwise_count(shared), dtype=np.int64)


def class_overlaps(m: int, weight: int) -> Indices:
    """Return the overlaps of the token classes of a query of weight s: k = 0..s, then the query itself.

    The class k = s of other tokens is left out when s = m, where there is none; shape (s + 2,) or (s + 1,).
    """
    others = range(weight + 1) if weight < m else range(weight)
    return np.array([*others, weight], dtype=np.int64)


def compact_rows(overlap: Indices, own: int, n: int) -> InputRows:
    """Return the compact inequalities: at most 2 (s + 2) rows a class, whatever n is.

    Args:
        overlap: shape (classes,), k_z of each class.
        own: index of the query's own class.
        n: length of the inputs, at least 1.
    """
    if n == 1:
        return _alone(overlap, own)
    slots = [(sigma, t) for t in range(int(overlap[own]) + 1) for sigma in (1, -1)]
    blocks = [_slot(overlap, own, n, sigma, t, place) for place, (sigma, t) in enumerate(slots)]
    return _joined(len(overlap), blocks, len(slots) if n > 2 else 0)


def _alone(overlap: Indices, own: int) -> InputRows:
    builder = RowBuilder(len(overlap))
    builder.add([[own], [own]], [[1], [1]])
    none = np.zeros(2, dtype=np.int64)
    return InputRows(builder.matrix(), np.array([1, -1]), np.full(2, overlap[own]), none, none, 0)


class _Block(NamedTuple):
    columns: Indices
    counts: Indices
    sigma: int
    target: int
    maximum: int
    weight: Indices


def _slot(overlap: Indices, own: int, n: int, sigma: int, t: int, place: int) -> _Block:
    exact, above = np.flatnonzero(overlap == t), np.flatnonzero(overlap >= t)
    if n == 2:
        above = above[:0]
    second = np.concatenate([exact, above])
    is_input = np.arange(len(second)) < len(exact)
    columns = np.column_stack([np.full(len(second), own), second])
    counts = np.column_stack([is_input.astype(np.int64), np.ones(len(second), dtype=np.int64)])
    return _Block(columns, counts, sigma, t, place, np.where(is_input, n - 2, -1))


def _joined(classes: int, blocks: list[_Block], maxima: int) -> InputRows:
    builder = RowBuilder(classes)
    for block in blocks:
        builder.add(block.columns, block.counts)
    lengths = [len(block.weight) for block in blocks]
    return InputRows(
        builder.matrix(),
        np.repeat([block.sigma for block in blocks], lengths),
        np.repeat([block.target for block in blocks], lengths),
        np.repeat([block.maximum for block in blocks], lengths),
        np.concatenate([block.weight for block in blocks]),
        maxima,
    )


def inputs(classes: int, own: int, n: int) -> Iterator[tuple[int, ...]]:
    """Yield every input as the sorted classes of its n tokens, the query's own among them."""
    for others in combinations_with_replacement(range(classes), n - 1):
        yield tuple(sorted((own, *others)))


def literal_rows(overlap: Indices, own: int, n: int) -> InputRows:
    """Return one inequality an input and sign: the oracle that ``compact_rows`` must agree with.

    Args:
        overlap: shape (classes,), k_z of each class.
        own: index of the query's own class.
        n: length of the inputs, at least 1.
    """
    listed = np.array(list(inputs(len(overlap), own, n)), dtype=np.int64)
    targets = overlap[listed].min(axis=1)
    builder = RowBuilder(len(overlap))
    for _ in range(2):
        builder.add(listed, np.ones_like(listed))
    none = np.zeros(2 * len(listed), dtype=np.int64)
    sigma = np.repeat([1, -1], len(listed))
    return InputRows(builder.matrix(), sigma, np.concatenate([targets, targets]), none, none, 0)


def cone_system_entries(rows: InputRows, eps: Fraction) -> Triplets:
    """Return all coefficients with columns laid out as a (classes), b (classes), P (maxima)."""
    parts = (rows.kernel_entries(eps), rows.value_entries(eps), rows.maximum_entries())
    offsets = (0, rows.classes, 2 * rows.classes)
    return Triplets(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.columns + offset for part, offset in zip(parts, offsets, strict=True)]),
        np.concatenate([part.entries for part in parts]),
    )
