"""Linear programs held as integers with named rows.

A :class:`LinearProgram` is  minimise c.x  subject to  A x <= b,  lower <= x <= upper, every number an
integer.  A :class:`StrictSystem` is the homogeneous system  G v < 0 with some v_j >= 0, the form that
every correctness question of an attention layer takes; it is decided in ``lpbounds.decide``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lpbounds.rationals import IntegerArray


def _index_name(row: int) -> str:
    return f"row {row}"


@dataclass(frozen=True)
class IntegerMatrix:
    """A sparse integer matrix in row-compressed form.

    Attributes:
        starts: shape (rows + 1,); row i holds positions starts[i]:starts[i+1].
        columns: shape (nonzeros,); column of each entry.
        entries: shape (nonzeros,); Python integers of any size (dtype object).
        width: number of columns.
    """

    starts: NDArray[np.int64]
    columns: NDArray[np.int64]
    entries: IntegerArray
    width: int

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.starts) - 1

    @cached_property
    def row_of(self) -> NDArray[np.int64]:
        """Row of each entry, shape (nonzeros,)."""
        return np.repeat(np.arange(self.height), np.diff(self.starts))

    @cached_property
    def nonempty(self) -> NDArray[np.int64]:
        """The rows that hold an entry; their starts cut the entries into rows."""
        return np.flatnonzero(np.diff(self.starts))

    def reduced(self, reduce: np.ufunc, entries: NDArray[Any]) -> NDArray[Any]:
        """Reduce ``entries``, one for each of the matrix, to one value a row; 0 where a row is empty."""
        result = np.zeros(self.height, dtype=entries.dtype)
        if len(self.nonempty):
            result[self.nonempty] = reduce.reduceat(entries, self.starts[:-1][self.nonempty])
        return result

    @cached_property
    def _lists(self) -> tuple[list[int], list[int], list[int]]:
        """Starts, columns and entries as Python lists, which are much faster to read row by row."""
        return self.starts.tolist(), self.columns.tolist(), self.entries.tolist()

    def row(self, index: int) -> list[tuple[int, int]]:
        """Return row ``index`` as (column, entry) pairs."""
        starts, columns, entries = self._lists
        start, end = starts[index], starts[index + 1]
        return list(zip(columns[start:end], entries[start:end], strict=True))

    def restricted(self, rows: Sequence[int], columns: Sequence[int]) -> list[dict[int, int]]:
        """Return the submatrix on ``rows`` x ``columns`` as {place in columns: entry} for each row."""
        starts, places, entries = self._lists
        place = {column: index for index, column in enumerate(columns)}
        pairs = [zip(places[a:b], entries[a:b], strict=True)
                 for a, b in ((starts[row], starts[row + 1]) for row in rows)]
        return [{place[column]: entry for column, entry in pair if column in place} for pair in pairs]

    def times(self, vector: Sequence[int]) -> list[int]:
        """Return the exact product with an integer vector of length ``width``."""
        values: IntegerArray = np.array(vector, dtype=object)
        return list(self.reduced(np.add, self.entries * values[self.columns]))

    def transposed_times(self, weights: dict[int, int]) -> list[int]:
        """Return the exact combination of rows, ``weights`` given as {row: integer}."""
        sums = [0] * self.width
        for row, weight in weights.items():
            for column, entry in self.row(row):
                sums[column] += weight * entry
        return sums


class RowBuilder:
    """Collects rows as (row, column, entry) triplets and compresses them once."""

    def __init__(self, width: int) -> None:
        """Start an empty matrix with ``width`` columns."""
        self.width = width
        self.height = 0
        self._rows: list[NDArray[np.int64]] = []
        self._columns: list[NDArray[np.int64]] = []
        self._entries: list[IntegerArray] = []

    def add(self, columns: ArrayLike, entries: ArrayLike) -> None:
        """Append rows of equal length; both arrays have shape (rows, entries a row)."""
        wide = np.asarray(columns, dtype=np.int64)
        rows = np.repeat(np.arange(wide.shape[0]), wide.shape[1])
        self.add_triplets(wide.shape[0], rows, wide.ravel(), np.asarray(entries, dtype=object).ravel())

    def add_triplets(self, height: int, rows: ArrayLike, columns: ArrayLike, entries: ArrayLike) -> None:
        """Append ``height`` rows given by triplets, ``rows`` counted from 0; equal places add up."""
        self._rows.append(np.asarray(rows, dtype=np.int64) + self.height)
        self._columns.append(np.asarray(columns, dtype=np.int64))
        self._entries.append(np.asarray(entries, dtype=object))
        self.height += height

    def matrix(self) -> IntegerMatrix:
        """Return everything added so far, equal places summed and zeros dropped."""
        none = np.zeros(0, dtype=np.int64)
        rows, columns = np.concatenate([none, *self._rows]), np.concatenate([none, *self._columns])
        keys, entries = _coalesced(
            rows * self.width + columns, np.concatenate([none.astype(object), *self._entries])
        )
        starts = np.searchsorted(keys, np.arange(self.height + 1) * self.width)
        return IntegerMatrix(starts.astype(np.int64), keys % self.width, entries, self.width)


def _coalesced(keys: NDArray[np.int64], entries: IntegerArray) -> tuple[NDArray[np.int64], IntegerArray]:
    order = np.argsort(keys, kind="stable")
    keys, entries = keys[order], entries[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    sums = np.add.reduceat(entries, first) if first.size < keys.size else entries
    kept = np.flatnonzero(sums != 0)
    return keys[first][kept], sums[kept]


@dataclass(frozen=True)
class LinearProgram:
    """Minimise cost.x subject to matrix x <= bounds and lower <= x <= upper, all integers.

    Attributes:
        matrix: shape (rows, columns).
        bounds: length rows, the right-hand sides.
        cost: length columns.
        lower: length columns; None where unbounded below.
        upper: length columns; None where unbounded above.
        row_name: name of a row, for messages and explanations.
    """

    matrix: IntegerMatrix
    bounds: Sequence[int]
    cost: Sequence[int]
    lower: Sequence[int | None]
    upper: Sequence[int | None]
    row_name: Callable[[int], str] = _index_name


@dataclass(frozen=True)
class StrictSystem:
    """The homogeneous system: every row of ``matrix`` times v is < 0, and v_j >= 0 for j in ``nonnegative``.

    Its alternative (Motzkin) is: multipliers y >= 0, not all zero, with y^T G = 0 on the free columns and
    y^T G >= 0 on the nonnegative ones.
    """

    matrix: IntegerMatrix
    nonnegative: frozenset[int] = field(default_factory=frozenset)
    row_name: Callable[[int], str] = _index_name
