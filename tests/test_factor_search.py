"""The search for matrices of small rank: its loss, its rounding, and the kernels it finds for Min-IP."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from lpbounds import checker
from lpbounds.bounds import Bound
from lpbounds.factor_search import Factors, balanced, candidates, rounded
from lpbounds.problem import Limits, Nothing, Task
from lpbounds.ratio_conditions import FLOOR, FLOOR_WEIGHT, Block, RatioConditions
from problems.min_ip_factor import METHOD, conditions, path


def found(m: int, n: int, eps: str, lower: int, upper: int, **limits: int) -> list[Bound]:
    task = Task("min-ip", {"m": m, "n": n, "eps": eps}, "feature-rank", 0, Limits(**limits), lower, upper)
    return list(METHOD.run(task))


def literal_loss(given: RatioConditions, entries: np.ndarray, margin: float) -> float:
    """Sum over single conditions, as the docstring of the loss says."""
    raised = np.maximum(entries, FLOOR)
    total = FLOOR_WEIGHT * float(((raised - entries) ** 2).sum())
    for block in given.blocks:
        for place, row in enumerate(block.rows):
            own = raised[row, block.anchors[place]]
            for y, z in product(block.small[place], block.large[place]):
                left = raised[row, y] + max(-block.own, 0.0) * own
                right = block.larger * raised[row, z] + max(block.own, 0.0) * own
                total += max(0.0, margin + np.log(right) - np.log(left)) ** 2
    return total


@pytest.mark.parametrize(("n", "eps"), [(3, "1/2"), (4, "1/2"), (5, "1/3"), (3, "1/10"), (3, "3/4")])
def test_loss_is_the_literal_sum_with_its_gradient(n: int, eps: str) -> None:
    given = conditions(3, n, Fraction(eps))
    rng = np.random.default_rng(n)
    # Near a solution only few conditions are violated; far from it nearly all are.
    row = 2.0 ** -np.bitwise_count(np.arange(8)[:, None] & np.arange(8))
    for entries in (0.3 + rng.random((8, 8)), row * (1 + 0.1 * rng.random((8, 8))), rng.random((8, 8)) - 0.2):
        loss, gradient = given.loss(entries, 0.1)
        assert loss == pytest.approx(literal_loss(given, entries, 0.1))
        step = 1e-6 * rng.normal(size=(8, 8))
        ahead, behind = (given.loss(entries + sign * step, 0.1)[0] for sign in (1, -1))
        assert (ahead - behind) / 2 == pytest.approx(float((gradient * step).sum()), rel=1e-3, abs=1e-9)


def planted(rank: int, size: int, seed: int) -> tuple[np.ndarray, RatioConditions]:
    """A random positive matrix of given rank, and conditions that it obeys."""
    rng = np.random.default_rng(seed)
    matrix = rng.random((size, rank)) @ rng.random((rank, size)) + 0.1
    order = np.argsort(matrix, axis=1)
    rows, quarter = np.arange(size), size // 4
    block = Block(rows, rows, order[:, -quarter:], order[:, :quarter], 1.05, 0.0)
    return matrix, RatioConditions((size, size), [block])


def test_planted_instance_is_found_and_survives_rounding() -> None:
    matrix, given = planted(3, 16, 1)
    assert given.loss(matrix, 0.0)[0] == 0
    factors = next(candidates([given], 4, 10, 0))
    small = rounded(factors, 1 << 16)
    kernel = (small.queries @ small.keys.T).astype(float)
    scaled = kernel / kernel.min(axis=1, keepdims=True)
    assert kernel.min() > 0
    assert np.linalg.matrix_rank(kernel) <= 4
    assert given.loss(scaled, 0.0)[0] == 0


def test_balancing_keeps_the_matrix() -> None:
    rng = np.random.default_rng(0)
    factors = Factors(rng.random((6, 2)), rng.random((5, 2)))
    before, after = (item.queries @ item.keys.T for item in (factors, balanced(factors)))
    assert np.allclose(before, after)
    gram = balanced(factors).keys.T @ balanced(factors).keys
    assert abs(gram[0, 1]) < 1e-12


def test_path_ends_at_the_conditions_sought() -> None:
    assert len(path(2, 3, Fraction(1, 2))) == 1
    steps = path(2, 100, Fraction(1, 2))
    assert [block.larger for block in steps[-1].blocks] == [block.larger for block in
                                                            conditions(2, 100, Fraction(1, 2)).blocks]
    assert steps[0].blocks[0].larger < 3


@pytest.mark.parametrize(
    ("m", "n", "eps", "rank"),
    [(4, 3, "1/2", 2), (4, 4, "1/2", 2), (4, 6, "1/2", 2), (4, 10, "1/2", 2), (5, 3, "1/2", 3),
     (5, 4, "1/2", 3), (2, 3, "1/4", 2), (3, 3, "1/10", 3), (4, 3, "1/4", 4)],
)
def test_ranks_found_for_min_ip(m: int, n: int, eps: str, rank: int) -> None:
    bounds = found(m, n, eps, rank, 1 << m)
    assert bounds[-1].value == rank
    assert all(checker.judge(bound.certificate).accepted for bound in bounds)


@pytest.mark.long
@pytest.mark.parametrize(
    ("m", "n", "eps", "rank"),
    [(5, 5, "1/2", 3), (5, 6, "1/2", 3), (5, 10, "1/2", 3), (4, 100, "1/2", 2), (4, 3, "1/10", 6),
     (6, 3, "1/2", 4), (7, 3, "1/2", 5), (8, 3, "1/2", 6)],
)
def test_larger_ranks_found_for_min_ip(m: int, n: int, eps: str, rank: int) -> None:
    last = found(m, n, eps, rank, 2 * rank)[-1]
    assert last.value == rank
    assert checker.judge(last.certificate).accepted


def test_same_seed_same_certificate() -> None:
    first, second = (found(4, 3, "1/2", 2, 16) for _ in range(2))
    assert [bound.certificate for bound in first] == [bound.certificate for bound in second]


def test_nothing_is_claimed_where_nothing_was_found() -> None:
    with pytest.raises(Nothing, match="no kernel of rank below 2 in 2 starts"):
        found(4, 3, "1/2", 1, 2, starts=2)


def test_limits_on_size() -> None:
    with pytest.raises(Nothing, match="conditions"):
        found(4, 3, "1/2", 2, 16, starts=1, rows=100)
    assert METHOD.memory({"m": 9}) < 1 << 30
    assert METHOD.memory({"m": 12}) > Limits().memory
    assert METHOD.memory({"m": 10_000}) / 2**30 > 1e100
