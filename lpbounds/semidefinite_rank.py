"""The semidefinite bound: a lower bound on the rank of every matrix in a box, by a contraction W.

For a real matrix X with singular values s_i and any W of norm at most 1, <W, X> <= sum_i s_i, and
2 s - s^2 <= 1, so that

    rank X >= 2 <W, X> - |X|_F^2.

The right side is a concave function of each entry alone; over a box its least value is at ends of intervals,
which makes it exact once W is rational.  X = p(B) with an entrywise polynomial p as in
``lpbounds.trace_rank``, which is the case of W a multiple of the identity.  The best W for given p is the
solution of a semidefinite program; p is improved for given W, and so on in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lpbounds import sdp
from lpbounds.boxes import Entry, MatrixBox, class_box
from lpbounds.entrywise import Polynomial, least_rank, plain_spaces, value_range
from lpbounds.errors import InputError
from lpbounds.polish import polished
from lpbounds.sdp import Contraction
from lpbounds.trace_rank import IDENTITY, float_range, image_bound, trace_bound

Floats = NDArray[np.float64]
_GRID = 1 << 30


@dataclass(frozen=True)
class SemidefiniteBound:
    """A certified lower bound on the rank of every matrix B in a box.

    Attributes:
        rank: the bound.
        value: bound on the rank of the entrywise image p(B).
        is_strict: whether the rank of the image is above ``value``.
        polynomial: coefficients of p, constant first, scale included.
        weights: the contraction W.
        box: the box that the bound was computed on, of the same rank or less.
    """

    rank: int
    value: Fraction
    is_strict: bool
    polynomial: Polynomial
    weights: Contraction
    box: MatrixBox


def semidefinite_bound_of(box: MatrixBox, polynomial: Polynomial, weights: Contraction) -> SemidefiniteBound:
    """Return the exact bound of one W and one p of degree at most two; the box is bounded."""
    ranges: dict[Entry, tuple[Fraction, Fraction]] = {}
    value = Fraction(0)
    for i, row in enumerate(box.rows):
        for j, entry in enumerate(row):
            if entry not in ranges:
                ranges[entry] = value_range(polynomial, *entry.ends)
            w = weights.entry(i, j)
            value += min(2 * w * y - y * y for y in ranges[entry])
    is_linear = len(polynomial) == 2 and polynomial[1] != 0
    is_strict = is_linear and any(entry.is_open for row in box.rows for entry in row)
    rank = least_rank(image_bound(value, is_strict), plain_spaces(polynomial))
    return SemidefiniteBound(rank, value, is_strict, polynomial, weights, box)


def semidefinite_bound(box: MatrixBox, degrees: Sequence[int] = (1, 2), rounds: int = 2) -> SemidefiniteBound:
    """Return the best semidefinite bound found on the rank of every matrix in ``box``; it is exact.

    It is at least the trace bound of the same degrees.

    Args:
        box: a box, such as ``lpbounds.matrix_box`` makes, of any shape.
        degrees: degrees of the polynomials tried; 1 and 2 are known.
        rounds: how often W and p are improved in turn.

    Raises:
        InputError: the box is not square and an entry misses an end.
    """
    box = box.scaled()
    if box.is_square:
        box = box.bounded_part()
    elif not all(entry.is_bounded for row in box.rows for entry in row):
        raise InputError("box", "a missing end", "bounded intervals where the box is not square")
    if not box.rows:
        return semidefinite_bound_of(box, IDENTITY, sdp.identity(0, 0))
    found = [bound for start in _starts(box, degrees) for bound in _alternate(box, start, rounds)]
    return max(found, key=lambda bound: (bound.rank, bound.value))


def _starts(box: MatrixBox, degrees: Sequence[int]) -> list[Polynomial]:
    """Return b and the polynomials of the trace bound, scaled as the bound with W = I wants them."""
    starts = [IDENTITY]
    if box.is_square:
        starts += [trace_bound(class_box(box), (degree,)).polynomial for degree in degrees]
    return [_scaled(box, start) for start in dict.fromkeys(starts)]


def _scaled(box: MatrixBox, polynomial: Polynomial) -> Polynomial:
    """Return c p for the c that is best with W = I, where one helps: 2 c A - c^2 B is largest at A / B."""
    ranges = [[value_range(polynomial, *entry.ends) for entry in row] for row in box.rows]
    trace = sum((row[i][0] for i, row in enumerate(ranges) if i < len(row)), Fraction(0))
    squares = sum((max(y * y for y in ends) for row in ranges for ends in row), Fraction(0))
    scale = trace / squares if trace > 0 else Fraction(1)
    return tuple(scale * c for c in polynomial)


def _alternate(box: MatrixBox, polynomial: Polynomial, rounds: int) -> Iterator[SemidefiniteBound]:
    """Yield the bounds met on the way from one polynomial; the first is that of W = I."""
    low, high = (np.array([[float(entry.ends[k]) for entry in row] for row in box.rows]) for k in (0, 1))
    yield semidefinite_bound_of(box, polynomial, sdp.identity(*low.shape))
    for _ in range(rounds):
        weights = _best_weights(*float_range(np.array(polynomial, dtype=float), low, high))
        if weights is None:
            return
        yield semidefinite_bound_of(box, polynomial, weights)
        polynomial = _improved(polynomial, weights.floats(), low, high)
        yield semidefinite_bound_of(box, polynomial, weights)


def _best_weights(low: Floats, high: Floats) -> Contraction | None:
    """Return a W that is nearly the best for entries of X in [low, high]."""
    cvxpy = sdp.modelling()
    symmetric = bool(low.shape[0] == low.shape[1] and (low == low.T).all() and (high == high.T).all())
    weights = cvxpy.Variable(low.shape, symmetric=symmetric)
    least = cvxpy.minimum(*(2 * cvxpy.multiply(end, weights) - end**2 for end in (low, high)))
    unit = np.eye(len(low))
    ball = [weights << unit, -weights << unit] if symmetric else [cvxpy.sigma_max(weights) <= 1]
    if not sdp.solve(cvxpy.Problem(cvxpy.Maximize(cvxpy.sum(least)), ball)):
        return None
    return sdp.nearest_contraction(np.asarray(weights.value))


def _improved(polynomial: Polynomial, weights: Floats, low: Floats, high: Floats) -> Polynomial:
    """Return a polynomial with the same powers that does better for this W, in floats, rounded."""
    powers = np.flatnonzero(np.array(polynomial, dtype=float))

    def loss(x: Floats) -> float:
        coefficients = np.zeros(len(polynomial))
        coefficients[powers] = x
        ends = float_range(coefficients, low, high)
        return -float(np.minimum(*(2 * end * weights - end**2 for end in ends)).sum())

    start = np.array(polynomial, dtype=float)[powers]
    found = dict(zip(powers.tolist(), polished(loss, start, 80 * len(powers))[0].tolist(), strict=True))
    return tuple(Fraction(round(found.get(k, 0.0) * _GRID), _GRID) for k in range(len(polynomial)))
