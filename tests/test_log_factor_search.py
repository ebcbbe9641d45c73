"""The search for nonnegative factors in logarithms: gradient, rounding, and kernels it finds for Min-IP."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import check_grad

from lpbounds import checker, log_factor_search
from lpbounds.factor_search import Factors
from lpbounds.log_factor_search import rounded_exponentials
from lpbounds.problem import Limits, Nothing, Task
from problems.min_ip_factor import conditions
from problems.min_ip_log_factor import METHOD, stages


def best(m: int, n: int, eps: str, lower: int, upper: int, starts: int = 4) -> int:
    parameters = {"m": m, "n": n, "eps": eps}
    task = Task("min-ip", parameters, "feature-rank", 0, Limits(starts=starts), lower, upper)
    value = upper
    for bound in METHOD.run(task):
        assert checker.judge(bound.certificate) == (True, "")
        value = int(bound.value)
    return value


@pytest.mark.parametrize(("n", "eps"), [(3, "1/2"), (9, "1/4")])
def test_gradient(n: int, eps: str) -> None:
    given, rank = conditions(3, n, Fraction(eps)), 2
    point = np.random.default_rng(1).normal(size=16 * rank)
    error = check_grad(
        lambda values: log_factor_search._loss(given, rank, values, 0.1)[0],
        lambda values: log_factor_search._loss(given, rank, values, 0.1)[1],
        point,
    )
    assert error < 1e-3 * np.linalg.norm(log_factor_search._loss(given, rank, point, 0.1)[1])


@pytest.mark.parametrize("bits", [3, 8, 24])
def test_rounded_exponentials_keep_every_ratio(bits: int) -> None:
    rng = np.random.default_rng(2)
    factors = Factors(20 * rng.normal(size=(5, 2)), 20 * rng.normal(size=(6, 2)))
    rounded = rounded_exponentials(factors, bits)
    for exact, logs in zip(rounded, factors, strict=True):
        found = np.log(exact.astype(float))
        scale = found - logs
        off = scale - scale[:, :1] if exact is rounded.queries else scale - scale[0, 0]
        assert np.abs(off).max() <= 2.0 ** (1 - bits)


def test_tiny_exponentials_become_zero() -> None:
    rounded = rounded_exponentials(Factors(np.array([[0.0, -1000.0]]), np.array([[0.0, 1.0]])), 4)
    assert rounded.queries[0, 1] == 0 < rounded.queries[0, 0]


def test_stages_lead_to_the_length_asked_for() -> None:
    path = stages(3, 100, Fraction(1, 2))
    assert len(path) == 7 and path[0].stretch == 1.0
    assert all(1 < stage.stretch < 1.5 for stage in path[1:])


@pytest.mark.parametrize(
    ("m", "n", "eps", "rank"),
    [(4, 3, "1/2", 2), (4, 100, "1/2", 2), (5, 3, "1/2", 3), (5, 100, "1/2", 3), (4, 3, "1/4", 4)],
)
def test_ranks_found(m: int, n: int, eps: str, rank: int) -> None:
    assert best(m, n, eps, rank, 10) == rank


def test_nothing_below_what_is_known() -> None:
    with pytest.raises(Nothing, match="no kernel of rank below 2"):
        best(2, 3, "1/4", 1, 2, starts=1)
