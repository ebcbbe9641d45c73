"""Semidefinite programs: the one place that asks a solver, and exact proofs about what it answers.

A solver's value is never a bound.  Its solution is moved into the interior of the feasible set, rounded to
rationals, and shown to be feasible by exact arithmetic: M is positive semidefinite when M - F^T F, F a
rounded Cholesky factor, is diagonally dominant with a nonnegative diagonal.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TOLERANCE = 1e-9
MOST_ITERATIONS = 2000
_FACTOR_BITS = 48
_LEAST_EIGENVALUE = 1e-12


def solve(program: Any) -> bool:
    """Solve a cvxpy problem with SCS, in floats and by a limited number of iterations.

    Even an answer of low accuracy is kept: whoever uses it proves what it needs.

    Returns:
        Whether there was an answer; it stands in the variables.
    """
    cvxpy = modelling()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program.solve(solver=cvxpy.SCS, eps=TOLERANCE, max_iters=MOST_ITERATIONS, verbose=False)
    except cvxpy.error.SolverError:
        return False
    return all(variable.value is not None for variable in program.variables())


def modelling() -> Any:
    """Return the module cvxpy, imported when first asked for; it takes most of a second."""
    return import_module("cvxpy")


def is_positive_semidefinite(matrix: flint.fmpz_mat) -> bool:
    """Prove that a symmetric integer matrix, shape (k, k), is positive semidefinite; False without a proof.

    Unless the matrix is diagonally dominant its eigenvalues have to be clear of 0.
    """
    size = matrix.nrows()
    scale = max((int(matrix[i, i]) for i in range(size)), default=0)
    if is_dominant(matrix) or scale <= 0:
        return is_dominant(matrix)
    floats = np.array([[int(matrix[i, j]) / scale for j in range(size)] for i in range(size)])
    least = float(np.linalg.eigvalsh(floats)[0])
    if least <= _LEAST_EIGENVALUE:
        return False
    # Half of the least eigenvalue is left for the rounding of F: matrix = scale (F^T F + rest).
    factor, grid = np.linalg.cholesky(floats - least / 2 * np.eye(size)).T, 2**_FACTOR_BITS
    rounded = flint.fmpz_mat([[round(value * grid) for value in row] for row in factor.tolist()])
    return is_dominant(matrix * grid**2 - rounded.transpose() * rounded * scale)


def is_dominant(matrix: flint.fmpz_mat) -> bool:
    """Tell whether each diagonal entry is at least the sum of |.| of the other entries of its row."""
    return all(
        int(matrix[i, i]) >= sum(abs(int(matrix[i, j])) for j in range(matrix.ncols()) if j != i)
        for i in range(matrix.nrows())
    )


@dataclass(frozen=True)
class Contraction:
    """A rational matrix W whose largest singular value is at most 1.

    Attributes:
        numerators: integers, rows of equal length.
        denominator: of all entries.
    """

    numerators: tuple[tuple[int, ...], ...]
    denominator: int

    def entry(self, i: int, j: int) -> Fraction:
        """Return W_ij."""
        return Fraction(self.numerators[i][j], self.denominator)

    def floats(self) -> Floats:
        """Return W in floats."""
        return np.array(self.numerators, dtype=float) / self.denominator


def is_contraction(numerators: Any, denominator: int) -> bool:
    """Prove that denominator^2 I - N^T N is positive semidefinite, N the integer matrix ``numerators``."""
    matrix = flint.fmpz_mat([list(row) for row in numerators])
    size = matrix.ncols()
    unit = flint.fmpz_mat([[denominator**2 * (i == j) for j in range(size)] for i in range(size)])
    return is_positive_semidefinite(unit - matrix.transpose() * matrix)


def identity(rows: int, columns: int) -> Contraction:
    """Return the matrix with ones on its diagonal and zeros elsewhere."""
    return Contraction(tuple(tuple(int(i == j) for j in range(columns)) for i in range(rows)), 1)


def nearest_contraction(
    weights: Floats, denominator: int = 1 << 40, room: float = 1e-8
) -> Contraction | None:
    """Scale a float matrix into the unit ball, round it and prove it; None when the proof fails.

    Args:
        weights: shape (p, q).
        denominator: of the rounded entries.
        room: relative distance kept from the sphere, for the rounded factor.
    """
    norm = max(1.0, float(np.linalg.norm(weights, 2))) * (1 + room)
    rounded = np.rint(weights / norm * denominator).astype(np.int64).tolist()
    if not is_contraction(rounded, denominator):
        return None
    return Contraction(tuple(map(tuple, rounded)), denominator)
