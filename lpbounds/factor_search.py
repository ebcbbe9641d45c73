"""Search for a positive matrix of small rank whose rows obey given conditions.

The matrix is queries @ keys^T.  A smooth loss of its entries, zero where all conditions hold, is minimised
over both factors by L-BFGS from random starts.  Most starts that lead anywhere show it early, so all starts
get a few iterations and the best ones more, in rounds.  What comes out is a proposal in floats: round it
with :func:`rounded` and check it exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import fmin_l_bfgs_b

from lpbounds.rationals import IntegerArray

Floats = NDArray[np.float64]

# Margins in logarithms: a small one is enough to get through, larger ones help the rounding.
MARGINS = (0.02, 0.08, 0.15)
# Iterations of each round, and the share of starts that goes on to the next one.
ROUNDS = (250, 1000, 4000)
KEPT = 0.25
CORRECTIONS = 20


class Conditions(Protocol):
    """What a matrix must obey; ``lpbounds.ratio_conditions`` has the usual kind."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix."""
        ...

    def loss(self, entries: Floats, margin: float) -> tuple[float, Floats]:
        """Return a loss that is 0 iff all conditions hold by ``margin``, and its gradient."""
        ...


class Factors(NamedTuple):
    """Factors of the matrix queries @ keys^T, shapes (rows, rank) and (columns, rank)."""

    queries: Floats
    keys: Floats


class IntegerFactors(NamedTuple):
    """The same in integers (dtype object)."""

    queries: IntegerArray
    keys: IntegerArray


def candidates(conditions: Conditions, rank: int, starts: int, seed: int) -> Iterator[Factors]:
    """Yield factors of the given rank whose product obeys ``conditions`` in floats.

    Args:
        conditions: what the product must obey.
        rank: number of columns of both factors.
        starts: number of random starts.
        seed: every choice follows from (seed, rank, number of the start).
    """
    runs = [_start(conditions.shape, rank, (seed, rank, start)) for start in range(starts)]
    for iterations in ROUNDS:
        losses = []
        for place, point in enumerate(runs):
            runs[place], loss = _descended(conditions, rank, point, MARGINS[0], iterations)
            losses.append(loss)
            yield from _widened(conditions, rank, runs[place], iterations)
        best = np.argsort(losses, kind="stable")[: int(np.ceil(KEPT * len(runs)))]
        runs = [runs[place] for place in best.tolist()]


def _start(shape: tuple[int, int], rank: int, seed: Sequence[int]) -> Floats:
    rng = np.random.default_rng(seed)
    size = sum(shape) * rank
    return 0.5 * np.abs(rng.normal(size=size)) + 0.3 * rng.normal(size=size)


def _split(point: Floats, shape: tuple[int, int], rank: int) -> Factors:
    cut = shape[0] * rank
    return Factors(point[:cut].reshape(shape[0], rank), point[cut:].reshape(shape[1], rank))


def _descended(
    conditions: Conditions, rank: int, point: Floats, margin: float, iterations: int
) -> tuple[Floats, float]:
    """Return the point where L-BFGS stops, and its loss."""

    def loss(values: Floats) -> tuple[float, Floats]:
        queries, keys = _split(values, conditions.shape, rank)
        value, gradient = conditions.loss(queries @ keys.T, margin)
        return value, np.concatenate([(gradient @ keys).ravel(), (gradient.T @ queries).ravel()])

    point, value, _ = fmin_l_bfgs_b(loss, point, m=CORRECTIONS, maxiter=iterations, maxfun=2 * iterations)
    return point, float(value)


def _widened(conditions: Conditions, rank: int, point: Floats, iterations: int) -> Iterator[Factors]:
    """Yield the factors at ``point`` if they obey the conditions, then the same at larger margins."""
    for margin in MARGINS[1:]:
        factors = _split(point, conditions.shape, rank)
        if conditions.loss(factors.queries @ factors.keys.T, 0.0)[0] > 0:
            return
        yield factors
        point, _ = _descended(conditions, rank, point, margin, iterations)


def rounded(factors: Factors, size: int) -> IntegerFactors:
    """Round to integer factors of a matrix close to the product up to positive factors of its rows.

    Args:
        factors: the float factors.
        size: largest absolute entry of the keys, and of each row of the queries.
    """
    # Orthogonal keys keep the rounding error of one factor from being magnified by the other.
    keys, change = np.linalg.qr(factors.keys)
    queries = factors.queries @ change.T
    queries = queries / np.abs(queries).max(axis=1, keepdims=True)
    return IntegerFactors(_integers(queries * size), _integers(keys / np.abs(keys).max() * size))


def _integers(values: Floats) -> IntegerArray:
    rows = [[round(value) for value in row] for row in values.tolist()]
    return np.array(rows, dtype=object)
