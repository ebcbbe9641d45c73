"""The scheme bound: the semidefinite bound for a box that an association scheme leaves invariant.

The classes A_0 = I, A_1, .., A_d of a symmetric scheme commute; on its j-th common eigenspace A_k is the
number P_jk.  When all entries of a class have the same interval, some best contraction W is a combination
w_0 A_0 + .. + w_d A_d, and its norm is at most 1 iff |sum_k P_jk w_k| <= 1 for all j.  So for X = p(B)

    rank X >= 2 <W, X> - |X|_F^2 >= N sum_k P_0k min (2 w_k y - y^2),

y over p of the interval of class k, is a linear program in w, exact once w is rational.
Source: "An Algebraic Approach to the Association Schemes of Coding Theory" (Delsarte, 1973).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from lpbounds.boxes import ClassBox, Entry
from lpbounds.entrywise import Polynomial, least_rank, plain_spaces, value_range
from lpbounds.polish import polished
from lpbounds.trace_rank import float_range, image_bound, trace_bound

Floats = NDArray[np.float64]
_GRID = 1 << 40
_STEPS = 150
_ROUNDS = 2


@dataclass(frozen=True)
class Scheme:
    """A symmetric association scheme.

    Attributes:
        size: N, the number of points.
        eigenmatrix: P; row j and column k hold the eigenvalue of class k on eigenspace j, row 0 the
            valencies, column 0 ones.
    """

    size: int
    eigenmatrix: tuple[tuple[int, ...], ...]

    @property
    def valencies(self) -> tuple[int, ...]:
        """Number of points in each class from a point."""
        return self.eigenmatrix[0]


def johnson(bits: int, weight: int) -> Scheme:
    """Return the scheme of the words of one weight, class k being distance |x minus x'| = k."""
    other, top = bits - weight, min(weight, bits - weight)

    def eigenvalue(j: int, k: int) -> int:
        return sum((-1) ** t * comb(j, t) * comb(weight - j, k - t) * comb(other - j, k - t)
                   for t in range(min(j, k) + 1))

    table = tuple(tuple(eigenvalue(j, k) for k in range(top + 1)) for j in range(top + 1))
    return Scheme(comb(bits, weight), table)


# The words of weight 12 of the extended Golay code; classes: distances 0, 4, 6, 8, 12.
DODECADS = Scheme(
    2576,
    (
        (1, 495, 1584, 495, 1),
        (1, 165, 0, -165, -1),
        (1, 35, -72, 35, 1),
        (1, -3, 0, 3, -1),
        (1, -9, 16, -9, 1),
    ),
)


@dataclass(frozen=True)
class SchemeBound:
    """A certified lower bound on the rank of every matrix in a box.

    Attributes:
        rank: the bound.
        value: bound on the rank of the entrywise image p(B).
        is_strict: whether the rank of the image is above ``value``.
        polynomial: coefficients of p, constant first, scale included.
        weights: w_0, .., w_d.
    """

    rank: int
    value: Fraction
    is_strict: bool
    polynomial: Polynomial
    weights: tuple[Fraction, ...]


def scheme_bound_of(
    scheme: Scheme, entries: Sequence[Entry], polynomial: Polynomial, weights: Sequence[Fraction]
) -> SchemeBound:
    """Return the exact bound of given weights, divided by their norm if that is above 1.

    Args:
        scheme: the scheme.
        entries: bounded interval of each class, the diagonal first.
        polynomial: p, of degree at most two.
        weights: one for each class.
    """
    table = scheme.eigenmatrix
    norm = max(abs(sum((p * w for p, w in zip(row, weights, strict=True)), Fraction(0))) for row in table)
    inside = tuple(w / max(norm, Fraction(1)) for w in weights)
    value = Fraction(0)
    for w, valency, entry in zip(inside, scheme.valencies, entries, strict=True):
        value += scheme.size * valency * min(2 * w * y - y * y for y in value_range(polynomial, *entry.ends))
    is_linear = len(polynomial) == 2 and polynomial[1] != 0
    is_strict = is_linear and any(entry.is_open for entry in entries)
    rank = least_rank(image_bound(value, is_strict), plain_spaces(polynomial))
    return SchemeBound(rank, value, is_strict, polynomial, inside)


def scheme_bound(scheme: Scheme, entries: Sequence[Entry], degrees: Sequence[int] = (1, 2)) -> SchemeBound:
    """Return the best scheme bound found; it is exact, not numerical.

    Args:
        scheme: the scheme.
        entries: bounded interval of each class, the diagonal first.
        degrees: degrees of the polynomials tried; 1 and 2 are known.
    """
    found = [bound for degree in degrees for bound in _bounds(scheme, entries, degree)]
    return max(found, key=lambda bound: (bound.rank, bound.value))


def _bounds(scheme: Scheme, entries: Sequence[Entry], degree: int) -> list[SchemeBound]:
    """Return the bound of W = I and that of polished p, with the best w for each p on the way."""
    counts = [(entry, scheme.size * v) for entry, v in zip(entries, scheme.valencies, strict=True)]
    trace = trace_bound(ClassBox((counts[0],), tuple(counts[1:])), (degree,))
    scale = trace.value / scheme.size / (sum(trace.polynomial) or 1)
    start = tuple(scale * c for c in trace.polynomial)
    found = [scheme_bound_of(scheme, entries, start, [Fraction(k == 0) for k in range(len(entries))])]
    x, _ = polished(lambda p: -_best_weights(scheme, entries, p)[0], np.array(start, float), _STEPS, _ROUNDS)
    polynomial, weights = _rounded(x), _rounded(_best_weights(scheme, entries, x)[1])
    return [*found, scheme_bound_of(scheme, entries, polynomial, weights)]


def _rounded(values: Floats) -> tuple[Fraction, ...]:
    return tuple(Fraction(round(float(value) * _GRID), _GRID) for value in values)


def _best_weights(scheme: Scheme, entries: Sequence[Entry], polynomial: Floats) -> tuple[float, Floats]:
    """Return the value of the linear program and its w, in floats; variables w, then the minima t."""
    from scipy.optimize import linprog

    classes = len(entries)
    ends = float_range(polynomial, *np.array([entry.ends for entry in entries], dtype=float).T)
    table, unit = np.array(scheme.eigenmatrix, dtype=float), np.eye(classes)
    rows = [np.hstack([-2 * end[:, None] * unit, unit]) for end in ends]
    norm = np.hstack([table, np.zeros_like(table)])
    limits = np.concatenate([*(-(end**2) for end in ends), np.ones(2 * len(table))])
    cost = np.concatenate([np.zeros(classes), -table[0]])
    found = linprog(cost, np.vstack([*rows, norm, -norm]), limits, bounds=(None, None))
    if found.x is None or found.fun is None:
        return -np.inf, unit[0]
    return -float(found.fun) * scheme.size, np.asarray(found.x[:classes])
