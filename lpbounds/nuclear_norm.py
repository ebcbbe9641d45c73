"""Matrices of least nuclear or gamma_2 norm under linear conditions: starts for a search for small rank.

The nuclear norm is the largest convex function below the rank on the unit ball, and its minimisers tend to
have few large singular values.  The gamma_2 norm of A is the least t such that A = U V^T with rows of U and V
of squared length at most t.  Averaging a matrix over a group that permutes rows and columns makes neither
norm larger, so where the conditions have a symmetry the matrix may have it too, and falls into small blocks.
The minimisers prove nothing; what a search makes of them is judged exactly.
Sources: "Guaranteed Minimum-Rank Solutions of Linear Matrix Equations via Nuclear Norm Minimization" (2010);
"Complexity Measures of Sign Matrices" (2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds import sdp
from lpbounds.cube_blocks import Block
from lpbounds.factor_search import Factors

Floats = NDArray[np.float64]


def least_nuclear_norm(blocks: Sequence[Block], least: Floats, conditions: Any) -> Floats | None:
    """Return unknowns a >= ``least``, ``conditions @ a >= 0``, of a matrix of nearly least nuclear norm.

    Args:
        blocks: the matrix, in blocks that depend on the unknowns.
        least: least value of each unknown.
        conditions: a matrix, dense or sparse, one condition a row, one unknown a column.

    Returns:
        The unknowns, or None when the solver has no answer.
    """
    cvxpy = sdp.modelling()
    unknowns = cvxpy.Variable(len(least))
    norm = sum(block.copies * cvxpy.normNuc(_matrix(block, unknowns)) for block in blocks)
    return _solved(cvxpy.Minimize(norm), unknowns, [unknowns >= least, conditions @ unknowns >= 0])


def least_gamma_norm(
    blocks: Sequence[Block], diagonal: Sequence[int], least: Floats, conditions: Any
) -> Floats | None:
    """Return the same for the gamma_2 norm: t >= the diagonals of W, W' with [[W, A], [A^T, W']] >= 0.

    Args:
        blocks: square ones, which W and W' fall into as A does.
        diagonal: the unknowns that stand on the diagonal of the matrix.
        least: least value of each unknown.
        conditions: as above.
    """
    cvxpy = sdp.modelling()
    unknowns, first, second = (cvxpy.Variable(len(least)) for _ in range(3))
    norm = cvxpy.Variable()
    limits = [unknowns >= least, conditions @ unknowns >= 0]
    limits += [grams[list(diagonal)] <= norm for grams in (first, second)]
    for block in blocks:
        size = block.shape[0]
        whole = cvxpy.Variable((2 * size, 2 * size), PSD=True)
        limits += [
            whole[:size, :size] == _matrix(block, first),
            whole[:size, size:] == _matrix(block, unknowns),
            whole[size:, size:] == _matrix(block, second),
        ]
    return _solved(cvxpy.Minimize(norm), unknowns, limits)


def _matrix(block: Block, unknowns: Any) -> Any:
    return sdp.modelling().reshape(block.entries @ unknowns, block.shape, order="C")


def _solved(goal: Any, unknowns: Any, limits: list[Any]) -> Floats | None:
    return np.asarray(unknowns.value) if sdp.solve(sdp.modelling().Problem(goal, limits)) else None


def leading_factors(matrix: Floats, rank: int) -> Factors:
    """Return factors of the best approximation of a matrix by one of the given rank."""
    left, sizes, right = np.linalg.svd(matrix, full_matrices=False)
    roots = np.sqrt(sizes[:rank])
    return Factors(left[:, :rank] * roots, right[:rank].T * roots)
