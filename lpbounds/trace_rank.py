"""The trace bound: a lower bound on the rank of every matrix in a box, from its diagonal.

A real matrix X with positive trace has rank X >= (tr X)^2 / |X|_F^2, by Cauchy-Schwarz on its singular
values.  Taken to X = p(B), p an entrywise polynomial of degree one or two, and to the worst matrix of the
box, it says how large the rank of p(B) is, hence that of B (``lpbounds.entrywise``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from lpbounds.boxes import ClassBox, Entry, MatrixBox, class_box
from lpbounds.entrywise import Polynomial, largest_square, least_rank, plain_spaces, value_range
from lpbounds.errors import InputError
from lpbounds.polish import polished

Floats = NDArray[np.float64]
IDENTITY: Polynomial = (Fraction(0), Fraction(1))
_DENOMINATORS = (100, 10_000, 10**8)
_MOST_STARTS = 6
_STEPS = 400


@dataclass(frozen=True)
class TraceBound:
    """A certified lower bound on the rank of every matrix B in a box.

    Attributes:
        rank: the bound.
        value: bound on the rank of the entrywise image p(B).
        is_strict: whether the rank of the image is above ``value``.
        polynomial: coefficients of p, constant first.
    """

    rank: int
    value: Fraction
    is_strict: bool
    polynomial: Polynomial


def image_bound(value: Fraction, is_strict: bool) -> int:
    """Return the least integer at least 0 that is >= ``value``, or > if strict."""
    return max(0, floor(value) + 1 if is_strict else ceil(value))


def trace_bound_of(box: ClassBox, polynomial: Polynomial) -> TraceBound:
    """Return the bound by one polynomial of degree at most two; the box is bounded."""
    trace = sum((n * value_range(polynomial, *entry.ends)[0] for entry, n in box.diagonal), Fraction(0))
    entries = (*box.diagonal, *box.others)
    squares = sum((n * largest_square(polynomial, *entry.ends) for entry, n in entries), Fraction(0))
    value = trace * trace / squares if trace > 0 else Fraction(0)
    is_linear = len(polynomial) == 2 and polynomial[1] != 0
    is_strict = trace > 0 and is_linear and any(entry.is_open for entry, _ in box.others)
    rank = least_rank(image_bound(value, is_strict), plain_spaces(polynomial))
    return TraceBound(rank, value, is_strict, polynomial)


def trace_bound(box: MatrixBox | ClassBox, degrees: Sequence[int] = (1, 2)) -> TraceBound:
    """Return the best trace bound found on the rank of every matrix in ``box``; it is exact, not numerical.

    Rows are divided by their diagonal entries where these are known, and rows that meet an entry with a
    missing end are left out.

    Args:
        box: a square box, such as ``lpbounds.matrix_box`` makes, or a count of its intervals.
        degrees: degrees of the polynomials tried; 1 and 2 are known.

    Raises:
        InputError: the box is not square.
    """
    if isinstance(box, MatrixBox):
        if not box.is_square:
            raise InputError("box", f"{len(box.rows)} x {len(box.rows[0])} entries", "a square box")
        box = class_box(box.scaled().bounded_part())
    candidates = [IDENTITY, *(p for degree in degrees for p in fitted_polynomials(box, degree))]
    found = [trace_bound_of(box, polynomial) for polynomial in candidates]
    # Among equal ranks the shorter polynomial is the simpler proof.
    return max(found, key=lambda bound: (bound.rank, -len(bound.polynomial), bound.value))


def fitted_polynomials(box: ClassBox, degree: int) -> Iterator[Polynomial]:
    """Yield roundings of the polynomial of the given degree that is best in floats."""
    diagonal, others = _Classes.of(box.diagonal), _Classes.of(box.others)
    if diagonal.count.size == 0:
        return
    unit = float(np.average((diagonal.low + diagonal.high) / 2, weights=diagonal.count))
    best = _fit(diagonal, others, degree, unit)
    for denominator in _DENOMINATORS if best[-1] else ():
        yield tuple(Fraction(float(c)).limit_denominator(denominator) for c in best / best[-1])


@dataclass(frozen=True)
class _Classes:
    """Intervals in floats with how often each occurs."""

    low: Floats
    high: Floats
    count: Floats

    @classmethod
    def of(cls, pairs: Sequence[tuple[Entry, int]]) -> _Classes:
        rows = [(*entry.ends, n) for entry, n in pairs]
        low, high, count = np.array(rows, dtype=float).reshape(-1, 3).T
        return cls(low, high, count)

    def range(self, polynomial: Floats) -> tuple[Floats, Floats]:
        """Return least and greatest values on each interval."""
        return float_range(polynomial, self.low, self.high)


def float_range(polynomial: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return least and greatest values of polynomials on intervals, in floats.

    Args:
        polynomial: coefficients, constant first, shape (k,) or (k, number of intervals), k <= 3.
        low: lower ends.
        high: upper ends.
    """
    points = [low, high]
    if len(polynomial) == 3:
        with np.errstate(divide="ignore", invalid="ignore"):
            vertex = -polynomial[1] / (2 * polynomial[2])
        points.append(np.where((low < vertex) & (vertex < high), vertex, low))
    values = np.stack([np.polyval(polynomial[::-1], point) for point in points])
    return values.min(axis=0), values.max(axis=0)


def _fit(diagonal: _Classes, others: _Classes, degree: int, unit: float) -> Floats:
    """Return coefficients, shape (degree + 1,), that nearly maximise the bound, with p(unit) = 1."""
    powers = unit ** np.arange(1, degree + 1)

    def polynomial(x: Floats) -> Floats:
        return np.concatenate([[1 - float(x @ powers)], x])

    def cost(x: Floats) -> float:
        p = polynomial(x)
        least, greatest = diagonal.range(p)
        squares = [count @ np.maximum(a * a, b * b) for count, (a, b) in
                   ((diagonal.count, (least, greatest)), (others.count, others.range(p)))]
        trace = float(diagonal.count @ least)
        return float(np.log(sum(squares) / trace**2)) if trace > 0 else np.inf

    found = [polished(cost, start, _STEPS) for start in _starts(others, degree, unit)]
    return polynomial(min(found, key=lambda pair: pair[1])[0])


def _starts(others: _Classes, degree: int, unit: float) -> list[Floats]:
    """Return coefficients without the constant: the identity, and Chebyshev polynomials of some intervals."""
    starts = [np.eye(degree)[0] / unit] if unit else []
    middle, radius = (others.low + others.high) / 2, (others.high - others.low) / 2
    busiest = np.argsort(-others.count * radius, kind="stable")[:_MOST_STARTS]
    for c, h in zip(middle[busiest].tolist(), radius[busiest].tolist(), strict=True):
        start = np.array([1.0]) if degree == 1 else np.array([-2 * c, 1.0])
        top = unit - c if degree == 1 else (unit - c) ** 2 - h * h / 2
        starts += [start / top] if abs(top) > 1e-9 else []
    return starts or [np.eye(degree)[-1]]
