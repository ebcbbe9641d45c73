"""Search for a positive matrix of small rank whose rows obey conditions on ratios, by nonnegative factors.

The matrix is exp(queries) @ exp(keys)^T, exponentials taken entry by entry, so that factors are positive and
may differ by many orders of magnitude, where signed factors (``lpbounds.factor_search``) stall.  A matrix may
have a larger nonnegative rank than rank; where large ratios are asked for little is lost.  What comes out is
a proposal in floats: round it with :func:`rounded_exponentials` and check it exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import fmin_l_bfgs_b

from lpbounds.factor_search import Conditions, Factors, IntegerFactors

Floats = NDArray[np.float64]

# Margins in logarithms: first one that survives coarse rounding, then one for where there is little room.
MARGINS = (0.1, 0.02)
# Standard deviation of the random logarithms.
SPREAD = 1.5
ITERATIONS = (400, 3000)
CORRECTIONS = 20
# A loss of the first conditions above which a start is given up, one at the end below which it goes on.
CLOSE = 1e-2
# Exponents further than this below the largest stand for 0.
DEEP = 300.0


class Stage(NamedTuple):
    """Conditions on a path from easy ones to those sought.

    Attributes:
        conditions: conditions on ratios within rows only, so that rows may be scaled.
        stretch: factor of the logarithms found at the stage before.
    """

    conditions: Conditions
    stretch: float


def log_candidates(
    path: Sequence[Stage],
    rank: int,
    starts: int,
    seed: int,
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Factors]:
    """Yield logarithms of nonnegative factors whose product obeys the last conditions in floats.

    Args:
        path: stages, all of one shape; large ratios are hard to reach from a random start.
        rank: number of columns of both factors.
        starts: number of random starts.
        seed: every choice follows from (seed, rank, number of the start).
        report: called with a line of progress.
    """
    goal = path[-1].conditions
    for start in range(starts):
        report(f"rank {rank}, start {start + 1} of {starts}")
        rng = np.random.default_rng((seed, rank, start))
        point = SPREAD * rng.normal(size=sum(goal.shape) * rank)
        for stage in path:
            point = _descended(stage.conditions, rank, stage.stretch * point, 0)
            if _loss(stage.conditions, rank, point, 0.0)[0] > CLOSE:
                break
        else:
            if _loss(goal, rank, point, 0.0)[0] > 0:
                point = _descended(goal, rank, point, 1)
            if _loss(goal, rank, point, 0.0)[0] == 0:
                yield _split(goal, rank, point)


def _split(conditions: Conditions, rank: int, point: Floats) -> Factors:
    rows, columns = conditions.shape
    return Factors(point[: rows * rank].reshape(rows, rank), point[rows * rank :].reshape(columns, rank))


def _loss(conditions: Conditions, rank: int, point: Floats, margin: float) -> tuple[float, Floats]:
    """Return the loss of the matrix and its gradient; rows are scaled to a least entry of 1."""
    factors = _split(conditions, rank, point)
    queries = np.exp(np.maximum(factors.queries - factors.queries.max(axis=1, keepdims=True), -DEEP))
    keys = np.exp(np.maximum(factors.keys - factors.keys.max(), -DEEP))
    queries /= (queries @ keys.T).min(axis=1, keepdims=True)
    value, gradient = conditions.loss(queries @ keys.T, margin)
    return value, np.concatenate(
        [(queries * (gradient @ keys)).ravel(), (keys * (gradient.T @ queries)).ravel()]
    )


def _descended(conditions: Conditions, rank: int, point: Floats, effort: int) -> Floats:
    """Return where L-BFGS stops; effort 0 or 1 chooses margin and iterations."""
    best, _, _ = fmin_l_bfgs_b(
        lambda values: _loss(conditions, rank, values, MARGINS[effort]),
        point,
        m=CORRECTIONS,
        maxiter=ITERATIONS[effort],
        maxfun=2 * ITERATIONS[effort],
    )
    return np.asarray(best)


def rounded_exponentials(factors: Factors, bits: int) -> IntegerFactors:
    """Round exp of both factors to integers with ``bits`` significant bits, rows and columns scaled.

    Args:
        factors: logarithms.
        bits: significant bits of each entry; entries far below the largest become 0.
    """
    queries = factors.queries - factors.queries.max(axis=1, keepdims=True)
    return IntegerFactors(_powers(queries, bits), _powers(factors.keys - factors.keys.max(), bits))


def _powers(logarithms: Floats, bits: int) -> NDArray[np.object_]:
    whole = np.floor(logarithms / np.log(2))
    mantissas = np.rint(np.exp2(bits + logarithms / np.log(2) - whole))
    places = whole - max(whole.min(), np.floor(-DEEP / np.log(2)))
    table = [
        [int(mantissa) << int(place) if place >= 0 else 0 for mantissa, place in zip(*row, strict=True)]
        for row in zip(mantissas.tolist(), places.tolist(), strict=True)
    ]
    return np.array(table, dtype=object)
