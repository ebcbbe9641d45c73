"""Matrices of least nuclear norm under linear conditions: good starts for a search for small rank.

The nuclear norm is the largest convex function below the rank on the unit ball, and its minimisers tend to
have few large singular values.  They prove nothing; what a search makes of them is judged exactly.
Source: "Guaranteed Minimum-Rank Solutions of Linear Matrix Equations via Nuclear Norm Minimization" (2010).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds import sdp
from lpbounds.factor_search import Factors

Floats = NDArray[np.float64]


def least_nuclear_norm(shape: tuple[int, int], conditions: Any) -> Floats | None:
    """Return a matrix A >= 1 with ``conditions @ A.ravel() >= 0`` of nearly least nuclear norm, or None.

    Args:
        shape: of A.
        conditions: a matrix, dense or sparse, one condition a row, over the entries of A row by row.
    """
    cvxpy = sdp.modelling()
    matrix = cvxpy.Variable(shape)
    limits = [matrix >= 1, conditions @ cvxpy.vec(matrix, order="C") >= 0]
    if not sdp.solve(cvxpy.Problem(cvxpy.Minimize(cvxpy.normNuc(matrix)), limits)):
        return None
    return np.asarray(matrix.value)


def leading_factors(matrix: Floats, rank: int) -> Factors:
    """Return factors of the best approximation of a matrix by one of the given rank."""
    left, sizes, right = np.linalg.svd(matrix, full_matrices=False)
    roots = np.sqrt(sizes[:rank])
    return Factors(left[:, :rank] * roots, right[:rank].T * roots)
