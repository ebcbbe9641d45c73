"""The scheme bound: a lower bound on rank for a box that an association scheme leaves invariant.

For real matrices X and W with singular values s_i(X), s_i(W) in decreasing order, <W, X> is at most
sum_i s_i(W) s_i(X) (von Neumann), and 2 s_i(W) s_i(X) - s_i(X)^2 <= s_i(W)^2, so

    2 <W, X> - |X|_F^2 <= sum of the rank X largest s_i(W)^2.

A W of norm at most 1 gives the semidefinite bound.  A greater norm pays where a few of the dimensions that
the rank takes anyway hold most of W, such as those of the all-ones matrix and of linear functions of words.

The classes A_0 = I, A_1, .., A_d of a symmetric scheme commute; on its j-th common eigenspace A_k is the
number P_jk.  When all entries of a class have the same interval, some best W is a combination w_0 A_0 + .. +
w_d A_d, with the singular values |sum_k P_jk w_k|.  For X = p(B) and one rank the best w solves a convex
program; with rational w the bound is exact.
Source: "An Algebraic Approach to the Association Schemes of Coding Theory" (1973).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, floor

import numpy as np
from numpy.typing import NDArray

from lpbounds.boxes import ClassBox, Entry
from lpbounds.entrywise import Polynomial, image_rank, least_rank, plain_spaces, value_range
from lpbounds.polish import polished
from lpbounds.sdp import modelling
from lpbounds.trace_rank import float_range, trace_bound

Floats = NDArray[np.float64]
_GRID = 1 << 40
_STEPS = 50
# Each climb proves more than the one before; two or three are usual.
_MOST_CLIMBS = 12


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

    @property
    def multiplicities(self) -> tuple[int, ...]:
        """Dimension of each eigenspace: N / sum_k P_jk^2 / P_0k, as the traces of A_k A_l are N P_0k or 0."""
        norms = [sum((Fraction(p * p, v) for p, v in zip(row, self.valencies, strict=True)), Fraction(0))
                 for row in self.eigenmatrix]
        return tuple(int(self.size / norm) for norm in norms)


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
# Those of them without a given coordinate; classes: distances 0, 4, 6, 8.
SHORTENED_DODECADS = Scheme(1288, ((1, 330, 792, 165), (1, 100, -36, -65), (1, 16, -36, 19), (1, -6, 8, -3)))


@dataclass(frozen=True)
class SchemeBound:
    """A certified lower bound on the rank of every matrix in a box.

    Attributes:
        rank: the bound.
        value: the least 2 <W, X> - |X|_F^2, X = p(B).
        is_strict: whether no matrix in the box attains ``value``.
        polynomial: coefficients of p, constant first, scale included.
        weights: w_0, .., w_d.
    """

    rank: int
    value: Fraction
    is_strict: bool
    polynomial: Polynomial
    weights: tuple[Fraction, ...]


def scheme_box(scheme: Scheme, entries: Sequence[Entry]) -> ClassBox:
    """Return how often each interval occurs; ``entries`` holds one for each class, the diagonal first."""
    counts = [(entry, scheme.size * v) for entry, v in zip(entries, scheme.valencies, strict=True)]
    return ClassBox((counts[0],), tuple(counts[1:]))


def least_count(scheme: Scheme, weights: Sequence[Fraction], value: Fraction, is_strict: bool) -> int:
    """Return how many of the largest squares of singular values of W add up to ``value``, or above if strict.

    All N and one more where they do not.
    """
    table = scheme.eigenmatrix
    totals = (sum((p * w for p, w in zip(row, weights, strict=True)), Fraction(0)) for row in table)
    if value < 0 or (value == 0 and not is_strict):
        return 0
    count, rest = 0, value
    for size, dimension in sorted(zip(map(abs, totals), scheme.multiplicities, strict=True), reverse=True):
        left = rest - dimension * size**2
        if left < 0 or (left == 0 and not is_strict):
            return count + (floor(rest / size**2) + 1 if is_strict else ceil(rest / size**2))
        count, rest = count + dimension, left
    return count + 1


def scheme_bound_of(
    scheme: Scheme, entries: Sequence[Entry], polynomial: Polynomial, weights: Sequence[Fraction]
) -> SchemeBound:
    """Return the exact bound of given weights.

    Args:
        scheme: the scheme.
        entries: bounded interval of each class, the diagonal first.
        polynomial: p, of degree one or two.
        weights: one for each class.
    """
    value = Fraction(0)
    for w, valency, entry in zip(weights, scheme.valencies, entries, strict=True):
        value += scheme.size * valency * min(2 * w * y - y * y for y in value_range(polynomial, *entry.ends))
    is_linear = len(polynomial) == 2 and polynomial[1] != 0
    is_strict = is_linear and any(entry.is_open for entry in entries)
    rank = least_rank(least_count(scheme, weights, value, is_strict), plain_spaces(polynomial))
    return SchemeBound(rank, value, is_strict, polynomial, tuple(weights))


def scheme_bound(
    scheme: Scheme, entries: Sequence[Entry], degrees: Sequence[int] = (1, 2), known: int = 0
) -> SchemeBound:
    """Return the best scheme bound found; it is exact, not numerical, and at least the trace bound.

    Args:
        scheme: the scheme.
        entries: bounded interval of each class, the diagonal first.
        degrees: degrees of the polynomials tried; 1 and 2 are known.
        known: a rank that is a bound already; less is of no use.
    """
    found: list[SchemeBound] = []
    for degree in degrees:
        found.append(_climbed(scheme, entries, degree, max([known, *(bound.rank for bound in found)])))
    return max(found, key=lambda bound: bound.rank)


def _climbed(scheme: Scheme, entries: Sequence[Entry], degree: int, known: int) -> SchemeBound:
    """Return the last of a sequence of bounds, each by the p and w that best exclude the rank of the last."""
    best = _start(scheme, entries, degree)
    program = _Program(scheme, entries)
    for _ in range(_MOST_CLIMBS):
        rank = max(best.rank, known)
        if image_rank(rank, plain_spaces(best.polynomial)) >= scheme.size:
            break
        found = program.excluding(rank, best.polynomial)
        bound = scheme_bound_of(scheme, entries, *found) if found else best
        if bound.rank <= rank:
            break
        best = bound
    return best


def _start(scheme: Scheme, entries: Sequence[Entry], degree: int) -> SchemeBound:
    """Return the trace bound as the bound of W = I."""
    trace = trace_bound(scheme_box(scheme, entries), (degree,))
    scale = trace.value / scheme.size / (sum(trace.polynomial) or 1)
    polynomial = tuple(scale * c for c in trace.polynomial)
    return scheme_bound_of(scheme, entries, polynomial, [Fraction(k == 0) for k in range(len(entries))])


class _Program:
    """The convex program for w: the least 2 <W, X> - |X|_F^2 less the largest squares, over N.

    With w_k times the root of valency k, and eigenvalues times the root of their share of the dimensions, P
    becomes an orthogonal matrix and all numbers are about 1.
    """

    def __init__(self, scheme: Scheme, entries: Sequence[Entry]) -> None:
        cvxpy = modelling()
        self._low, self._high = np.array([entry.ends for entry in entries], dtype=float).T
        self._size, self._roots = scheme.size, np.sqrt(np.array(scheme.valencies, dtype=float))
        self._scale = 1.0
        shares = np.array(scheme.multiplicities) / scheme.size
        table = np.sqrt(shares)[:, None] * np.array(scheme.eigenmatrix, dtype=float) / self._roots
        self._weights, level = cvxpy.Variable(len(entries)), cvxpy.Variable(nonneg=True)
        self._ends = [(cvxpy.Parameter(len(entries)), cvxpy.Parameter(len(entries))) for _ in range(2)]
        self._share = cvxpy.Parameter(nonneg=True)
        least = cvxpy.minimum(*(2 * cvxpy.multiply(y, self._weights) - square for y, square in self._ends))
        # The sum of the R largest numbers is the least R t + sum_i max(number_i - t, 0).
        above = cvxpy.sum(cvxpy.pos(cvxpy.square(table @ self._weights) - level * shares))
        self._program = cvxpy.Problem(cvxpy.Maximize(cvxpy.sum(least) - self._share * level - above))

    def excluding(self, rank: int, start: Polynomial) -> tuple[Polynomial, tuple[Fraction, ...]] | None:
        """Return p near ``start`` and w that exclude ``rank`` if they can, or None if the solver fails."""
        self._share.value = image_rank(rank, plain_spaces(start)) / self._size

        def polynomial(x: Floats) -> Floats:
            return np.concatenate([x, [1.0]])

        lower = np.array(start[:-1], dtype=float) / float(start[-1])
        x, _ = polished(lambda x: -self._surplus(polynomial(x)), lower, _STEPS)
        if not np.isfinite(self._surplus(polynomial(x))):
            return None
        weights = np.asarray(self._weights.value) / self._roots
        return _rounded(polynomial(x) / self._scale), _rounded(weights)

    def _surplus(self, polynomial: Floats) -> float:
        """Return the value of the program for X = p(B) / scale in floats; w stands in its variable.

        The scale makes |X|_F^2 at most N, or the value would grow with p.
        """
        ends = [self._roots * y for y in float_range(polynomial, self._low, self._high)]
        self._scale = float(np.sqrt(np.sum(np.maximum(*np.square(ends)))))
        for end, (y, square) in zip(ends, self._ends, strict=True):
            y.value, square.value = end / self._scale, (end / self._scale) ** 2
        return self._solved()

    def _solved(self) -> float:
        try:
            with warnings.catch_warnings():
                # Low accuracy will do: the bound is computed exactly.
                warnings.simplefilter("ignore")
                self._program.solve(solver=modelling().CLARABEL)
        except modelling().error.SolverError:
            return -np.inf
        return float(self._program.value)


def _rounded(values: Floats) -> tuple[Fraction, ...]:
    return tuple(Fraction(round(float(value) * _GRID), _GRID) for value in values)
