"""The fixed-kernel error of Min-IP as a user would write it in cvxpy: every input, one query after the other.

For query x minimise e over values b_z = alpha(x,z) g_x(z) subject to |sum_j b - t sum_j alpha| <= e sum_j
alpha on every input, in floats, with no use of symmetry or of the structure of the inputs.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import cvxpy
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def error_by_loops(kernel: Floats, query: int, n: int) -> float:
    """Return the least worst-case error of one query; a pair of scalar constraints for each input."""
    values, error = cvxpy.Variable(len(kernel)), cvxpy.Variable()
    constraints = []
    for others in combinations_with_replacement(range(len(kernel)), n - 1):
        tokens = (query, *others)
        target = min((query & token).bit_count() for token in tokens)
        mass = sum(kernel[query, token] for token in tokens)
        excess = sum(values[token] for token in tokens) - target * mass
        constraints += [excess <= error * mass, -excess <= error * mass]
    return _solved(error, constraints)


def error_by_arrays(kernel: Floats, query: int, n: int) -> float:
    """Return the same from one matrix of all inputs, the form that cvxpy compiles fastest."""
    inputs = np.array([(query, *rest) for rest in combinations_with_replacement(range(len(kernel)), n - 1)])
    counts = np.zeros((len(inputs), len(kernel)))
    np.add.at(counts, (np.arange(len(inputs))[:, None], inputs), 1)
    target, mass = np.bitwise_count(query & inputs).min(axis=1), counts @ kernel[query]
    values, error = cvxpy.Variable(len(kernel)), cvxpy.Variable()
    excess = counts @ values - target * mass
    return _solved(error, [excess <= error * mass, -excess <= error * mass])


def _solved(error: cvxpy.Variable, constraints: list[cvxpy.Constraint]) -> float:
    problem = cvxpy.Problem(cvxpy.Minimize(error), constraints)
    problem.solve(solver=cvxpy.HIGHS)
    return float(problem.value)
