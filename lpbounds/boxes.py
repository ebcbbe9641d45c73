"""Boxes of matrices: each entry lies in an interval with rational ends, None for an end that is missing.

What is known about a matrix is often no more than this, and lower bounds on its rank that hold in the whole
box are bounds for the matrix; see ``lpbounds.trace_bound`` and ``lpbounds.semidefinite_bound``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lpbounds.errors import InputError


class Entry(NamedTuple):
    """Where one entry lies.

    Attributes:
        low: lower end, None for none.
        high: upper end, None for none.
        is_open: whether neither end is attained.
    """

    low: Fraction | None
    high: Fraction | None
    is_open: bool = False

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """Both ends.

        Raises:
            ValueError: one is missing.
        """
        if self.low is None or self.high is None:
            raise ValueError("an entry is not bounded")
        return self.low, self.high

    @property
    def is_bounded(self) -> bool:
        """Whether both ends exist."""
        return self.low is not None and self.high is not None

    def plus(self, value: Fraction) -> Entry:
        """Return the interval of the entry plus ``value``."""
        low, high = (None if end is None else end + value for end in (self.low, self.high))
        return Entry(low, high, self.is_open)

    def divided(self, divisor: Fraction) -> Entry:
        """Return the interval of the entry divided by ``divisor``, not 0."""
        low, high = (None if end is None else end / divisor for end in (self.low, self.high))
        return Entry(low, high, self.is_open) if divisor > 0 else Entry(high, low, self.is_open)


ONE = Entry(Fraction(1), Fraction(1))


@dataclass(frozen=True)
class MatrixBox:
    """A box of matrices, entry by entry.

    Attributes:
        rows: rows of intervals, all of one length.
    """

    rows: tuple[tuple[Entry, ...], ...]

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows as columns."""
        return len(self.rows) == len(self.rows[0])

    def scaled(self) -> MatrixBox:
        """Return the box with each row divided by its diagonal entry where that is one number, not 0.

        Dividing rows keeps the rank.
        """
        rows = []
        for i, row in enumerate(self.rows):
            low, high, _ = row[i] if i < len(row) else ONE
            divisor = low if low == high and low else None
            rows.append(row if divisor is None else tuple(entry.divided(divisor) for entry in row))
        return MatrixBox(tuple(rows))

    def minus(self, shift: Sequence[Sequence[Any]]) -> MatrixBox:
        """Return the box of all A - L for A in this box and one rational matrix L of the same shape.

        A rank bound of that box, less the rank of L, is a rank bound of this one.

        Raises:
            InputError: the shapes differ.
        """
        if len(shift) != len(self.rows) or {len(row) for row in shift} != {len(self.rows[0])}:
            raise InputError("shift", f"{len(shift)} rows", "a matrix of the shape of the box")
        return MatrixBox(tuple(
            tuple(entry.plus(-Fraction(value)) for entry, value in zip(row, values, strict=True))
            for row, values in zip(self.rows, shift, strict=True)
        ))

    def bounded_part(self) -> MatrixBox:
        """Return a square box without the rows, and their columns, that meet a missing end; greedy."""
        kept: list[int] = []
        for i in range(len(self.rows)):
            if all(self.rows[a][b].is_bounded for j in (*kept, i) for a, b in ((i, j), (j, i))):
                kept.append(i)
        return MatrixBox(tuple(tuple(self.rows[i][j] for j in kept) for i in kept))


def matrix_box(
    low: Sequence[Sequence[Any]], high: Sequence[Sequence[Any]], *, is_open: bool = False
) -> MatrixBox:
    """Return the box of all matrices A with low <= A <= high.

    Args:
        low: least entries, rows of equal length: integers, Fractions, text such as ``"1/3"``, floats (read
            exactly), or None where there is no lower end.
        high: greatest entries, likewise.
        is_open: whether no end of an interval of positive length is attained.

    Raises:
        InputError: the shapes differ, an end is not a number, or an interval is empty.
    """
    widths = {len(row) for row in (*low, *high)}
    if len(low) != len(high) or len(widths) != 1 or widths == {0}:
        raise InputError("box", "ends of different shapes", "two matrices of one shape, not empty")
    return MatrixBox(tuple(
        tuple(_entry(a, b, is_open) for a, b in zip(least, greatest, strict=True))
        for least, greatest in zip(low, high, strict=True)
    ))


def _entry(low: Any, high: Any, is_open: bool) -> Entry:
    try:
        least, greatest = (None if end is None else Fraction(end) for end in (low, high))
    except (TypeError, ValueError, ArithmeticError):
        raise InputError("box", f"[{low}, {high}]", "rational ends, or None for a missing end") from None
    if least is not None and greatest is not None and least > greatest:
        raise InputError("box", f"[{low}, {high}]", "intervals that are not empty")
    return Entry(least, greatest, is_open and least != greatest)


@dataclass(frozen=True)
class ClassBox:
    """A square box up to the positions of its entries.

    Attributes:
        diagonal: intervals of diagonal entries, each with how many there are.
        others: intervals of the other entries, likewise.
    """

    diagonal: tuple[tuple[Entry, int], ...]
    others: tuple[tuple[Entry, int], ...]

    @property
    def size(self) -> int:
        """Number of rows."""
        return sum(count for _, count in self.diagonal)


def class_box(box: MatrixBox) -> ClassBox:
    """Count equal intervals of a square box."""
    diagonal = Counter(row[i] for i, row in enumerate(box.rows))
    others = Counter(entry for i, row in enumerate(box.rows) for j, entry in enumerate(row) if i != j)
    return ClassBox(tuple(diagonal.items()), tuple(others.items()))
