"""Search for a matrix of small rank that obeys given conditions.

The matrix is queries @ keys^T.  A smooth loss of its entries, zero where all conditions hold, is minimised
over both factors by L-BFGS from random starts.  Most starts that lead anywhere show it early, so all starts
get one leg of iterations and the best ones more, in rounds.  Conditions that are hard to meet from a random
start are approached along a path of easier ones.  What comes out is a proposal in floats: round it with
:func:`rounded` and check it exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import fmin_l_bfgs_b

from lpbounds.rationals import IntegerArray

Floats = NDArray[np.float64]

# Margins in logarithms: a small one is enough to get through, larger ones help the rounding.
MARGINS = (0.02, 0.08, 0.15)
# Iterations of a leg, legs of each round, and the share of starts that goes on to the next round.
ITERATIONS = 300
LEGS = (1, 4, 10)
KEPT = 0.25
# L-BFGS: corrections kept, and the relative decrease that stops it in units of the machine precision.
CORRECTIONS = 20
STALL = 1e4
# Before each leg every positive row is scaled to this least entry, a little above the floor of the loss.
LEAST_ENTRY = 0.15


class Conditions(Protocol):
    """What a matrix must obey; ``lpbounds.ratio_conditions`` has the usual kind."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix."""
        ...

    @property
    def are_on_ratios(self) -> bool:
        """Whether they are on ratios within rows of a positive matrix, so that rows may be scaled."""
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


def candidates(
    path: Sequence[Conditions],
    rank: int,
    starts: int,
    seed: int,
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Factors]:
    """Yield factors of the given rank whose product obeys the last conditions of ``path`` in floats.

    Args:
        path: conditions on matrices of one shape, from easy ones to those sought.
        rank: number of columns of both factors.
        starts: number of random starts.
        seed: every choice follows from (seed, rank, number of the start).
        report: called with a line of progress.
    """
    shape = path[-1].shape
    first = [_random(shape, rank, (seed, rank, start)) for start in range(starts)]
    yield from candidates_from(path, first, report)


def candidates_from(
    path: Sequence[Conditions],
    first: Sequence[Factors],
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Factors]:
    """Yield what the search makes of given factors, as ``candidates`` does of random ones."""
    goal = path[-1]
    runs = []
    for start, factors in enumerate(first):
        rank = factors.keys.shape[1]
        report(f"rank {rank}, start {start + 1} of {len(first)}")
        for conditions in path:
            factors, loss = _leg(conditions, factors, MARGINS[0])
        yield from _widened(goal, factors)
        runs.append((loss, start, factors))
    for legs in LEGS[1:]:
        kept = sorted(runs, key=lambda run: run[:2])[: ceil(KEPT * len(runs))]
        runs = []
        for loss, start, factors in kept:
            report(f"rank {rank}, start {start + 1}, loss {loss:.2g}: {legs} more legs")
            for _ in range(legs):
                factors, loss = _leg(goal, factors, MARGINS[0])
                yield from _widened(goal, factors)
            runs.append((loss, start, factors))


def _random(shape: tuple[int, int], rank: int, seed: Sequence[int]) -> Factors:
    rng = np.random.default_rng(seed)
    size = sum(shape) * rank
    return _split(0.5 * np.abs(rng.normal(size=size)) + 0.3 * rng.normal(size=size), shape, rank)


def _split(point: Floats, shape: tuple[int, int], rank: int) -> Factors:
    cut = shape[0] * rank
    return Factors(point[:cut].reshape(shape[0], rank), point[cut:].reshape(shape[1], rank))


def _leg(conditions: Conditions, factors: Factors, margin: float) -> tuple[Factors, float]:
    """Return the factors where L-BFGS stops after one leg, and their loss."""
    shape, rank = conditions.shape, factors.keys.shape[1]

    def loss(point: Floats) -> tuple[float, Floats]:
        queries, keys = _split(point, shape, rank)
        value, gradient = conditions.loss(queries @ keys.T, margin)
        return value, np.concatenate([(gradient @ keys).ravel(), (gradient.T @ queries).ravel()])

    point, value, _ = fmin_l_bfgs_b(
        loss,
        np.concatenate([factor.ravel() for factor in _prepared(conditions, factors)]),
        m=CORRECTIONS,
        maxiter=ITERATIONS,
        maxfun=2 * ITERATIONS,
        factr=STALL,
        pgtol=0.0,
    )
    return _split(point, shape, rank), float(value)


def _prepared(conditions: Conditions, factors: Factors) -> Factors:
    if not conditions.are_on_ratios:
        return balanced(factors)
    least = (factors.queries @ factors.keys.T).min(axis=1, keepdims=True)
    scales = np.where(least > 0, LEAST_ENTRY / np.where(least > 0, least, 1.0), 1.0)
    return balanced(Factors(scales * factors.queries, factors.keys))


def balanced(factors: Factors) -> Factors:
    """Return factors of the same matrix with orthogonal columns, of equal norms in both.

    Without this, matrices with entries of many sizes stall L-BFGS.
    """
    keys, change = np.linalg.qr(factors.keys)
    left, sizes, right = np.linalg.svd(factors.queries @ change.T, full_matrices=False)
    return Factors(left * np.sqrt(sizes), keys @ right.T * np.sqrt(sizes))


def _widened(goal: Conditions, factors: Factors) -> Iterator[Factors]:
    """Yield the factors if they obey the conditions, then the same at larger margins."""
    for margin in MARGINS[1:]:
        if goal.loss(factors.queries @ factors.keys.T, 0.0)[0] > 0:
            return
        yield factors
        factors, _ = _leg(goal, factors, margin)


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
