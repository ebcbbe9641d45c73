"""Kernels found from those of least norm, and the blocks that make the norms cheap."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from min_ip_support import run

from lpbounds import sdp
from lpbounds.bounds import Bound
from lpbounds.cube_blocks import blocks, classes, spread
from lpbounds.nuclear_norm import leading_factors
from lpbounds.problem import Nothing, Task
from problems.min_ip_nuclear_norm import METHOD, kernels, least_entries, linear_conditions
from problems.min_ip_pairwise import pair

# Blocks


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_blocks_hold_the_singular_values(m: int) -> None:
    values = np.random.default_rng(m).normal(size=len(classes(m)))
    whole = np.linalg.svd(spread(m, values), compute_uv=False)
    matrices = [((part.entries @ values).reshape(part.shape), part.copies) for part in blocks(m)]
    parts = [np.repeat(np.linalg.svd(matrix, compute_uv=False), copies) for matrix, copies in matrices]
    assert len(classes(m)) == comb(m + 3, 3)
    assert np.sort(np.concatenate(parts)) == pytest.approx(np.sort(whole), abs=1e-9)


def test_entries_of_a_class_are_equal() -> None:
    places = classes(3)
    matrix = spread(3, range(len(places)))
    for x in range(8):
        for z in range(8):
            assert places[int(matrix[x, z])] == (x.bit_count(), z.bit_count(), (x & z).bit_count())


# Norms, against programs over all entries


def literal_limits(m: int, n: int, eps: Fraction, matrix: Any) -> list[Any]:
    """Return the conditions on every entry, one by one."""
    least = spread(m, least_entries(m, n, eps))
    limits = [matrix >= least]
    for x, y, z in np.ndindex(least.shape[0], *least.shape):
        gap = (x & z).bit_count() - (x & y).bit_count()
        larger, own, smaller = pair(n, eps, gap) if gap > 0 else (0, 0, 1)
        if larger > 0:
            limits.append(matrix[x, y] >= 1.02 * (larger * matrix[x, z] + own * matrix[x, x]) / smaller)
    return limits


def literal_nuclear(m: int, n: int, eps: Fraction) -> float:
    cvxpy = sdp.modelling()
    matrix = cvxpy.Variable((1 << m, 1 << m))
    program = cvxpy.Problem(cvxpy.Minimize(cvxpy.normNuc(matrix)), literal_limits(m, n, eps, matrix))
    assert sdp.solve(program)
    return float(program.value)


def literal_gamma(m: int, n: int, eps: Fraction) -> float:
    cvxpy = sdp.modelling()
    size = 1 << m
    whole, norm = cvxpy.Variable((2 * size, 2 * size), PSD=True), cvxpy.Variable()
    limits = literal_limits(m, n, eps, whole[:size, size:])
    program = cvxpy.Problem(cvxpy.Minimize(norm), [*limits, cvxpy.diag(whole) <= norm])
    assert sdp.solve(program)
    return float(program.value)


@pytest.mark.parametrize(("n", "eps"), [(3, "1/4"), (4, "1/4")])
def test_the_least_nuclear_norm(n: int, eps: str) -> None:
    matrix = kernels(3, n, Fraction(eps))[0]
    assert np.linalg.norm(matrix, "nuc") == pytest.approx(literal_nuclear(3, n, Fraction(eps)), rel=1e-2)


def test_the_least_gamma_norm() -> None:
    """The norm of the kernel that is found is that of the program over all entries."""
    eps = Fraction(1, 4)
    matrix = kernels(2, 3, eps)[1]
    assert gamma(matrix) == pytest.approx(literal_gamma(2, 3, eps), rel=1e-2)


def gamma(matrix: np.ndarray[Any, Any]) -> float:
    cvxpy = sdp.modelling()
    size = len(matrix)
    whole, norm = cvxpy.Variable((2 * size, 2 * size), PSD=True), cvxpy.Variable()
    limits = [whole[:size, size:] == matrix, cvxpy.diag(whole) <= norm]
    program = cvxpy.Problem(cvxpy.Minimize(norm), limits)
    assert sdp.solve(program)
    return float(program.value)


def test_the_kernels_obey_the_conditions() -> None:
    linear = linear_conditions(4, 4, Fraction(1, 4)).toarray()
    assert linear.shape[1] == len(classes(4))
    for matrix in kernels(4, 4, Fraction(1, 4)):
        values = [matrix[(1 << i) - 1, ((1 << t) - 1) | ((1 << j - t) - 1) << i] for i, j, t in classes(4)]
        assert (linear @ values).min() > -1e-2 * np.max(values)


def test_leading_factors() -> None:
    matrix = np.outer([1.0, 2.0, 3.0], [1.0, 1.0]) + np.diag([0.0, 1e-3, 0.0])[:, :2]
    queries, keys = leading_factors(matrix, 1)
    assert queries @ keys.T == pytest.approx(matrix, abs=2e-3)


# Ranks


@pytest.mark.parametrize(("m", "n", "eps", "rank"), [(3, 3, "1/2", 1), (4, 4, "1/4", 5), (5, 3, "1/4", 5)])
def test_ranks(m: int, n: int, eps: str, rank: int) -> None:
    assert found(m, n, eps, rank, rank + 2) == rank


@pytest.mark.long
def test_six_bits() -> None:
    assert found(6, 3, "1/4", 7, 12) == 7


def found(m: int, n: int, eps: str, lower: int, upper: int) -> int:
    """Return the last rank found between a lower and an upper bound."""
    task = Task("min-ip", {"m": m, "n": n, "eps": eps}, "feature-rank", lower=lower, upper=upper)
    bounds: list[Bound] = list(METHOD.run(task))
    return int(bounds[-1].value)


def test_it_declines() -> None:
    assert run(METHOD, 12, 3, "1/2") == []
    with pytest.raises(Nothing, match="the bounds meet"):
        found(5, 3, "1/2", 3, 3)
