"""Heads that the reversal of the numbers maps to themselves."""

from __future__ import annotations

import numpy as np
import pytest

from lpbounds import registry
from lpbounds.highs import Highs
from lpbounds.minimal import minimal
from lpbounds.problem import Limits
from problems.min_max_mirror import Half, Mirror, reflections

LIMITS = Limits(starts=60)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_reflections_are_signed_permutations_of_order_two(width: int) -> None:
    found = reflections(width)
    for matrix in found:
        assert np.array_equal(matrix @ matrix, np.eye(width))
        assert (np.abs(matrix).sum(axis=0) == 1).all()
    kinds = {(int(np.trace(matrix)), int((np.diag(matrix) == 0).sum())) for matrix in found}
    assert len(kinds) == len(found)


def test_the_margin_of_a_box() -> None:
    # x_0 + t <= 0 and -2 x_0 + t <= 0 leave t = 0; with one row alone t is 1.
    columns = np.array([[0], [0]])
    assert Highs().margin(1, columns, np.array([[1.0], [-2.0]])) == pytest.approx(0)
    assert Highs().margin(1, columns[:1], np.array([[1.0]])) == pytest.approx(1)


def test_independent_values_work_at_every_length_and_parallel_ones_at_none() -> None:
    swap = np.array([[0, 1], [1, 0]])
    mirror = Mirror(2, swap)
    assert mirror.works(Half(np.array([[1, 0]]), np.zeros(1)), 50.0)
    assert not mirror.works(Half(np.array([[1, 1]]), np.zeros(1)), 1.3)


@pytest.mark.parametrize(("numbers", "resource", "least"), [(5, "entries", 1), (6, "squared-norm", 2)])
def test_the_climb_reaches_the_least_size(numbers: int, resource: str, least: int) -> None:
    given = {"numbers": numbers, "n": 2, "width": 3}
    found = minimal(registry.get("min-max"), given, resource=resource, method="mirror-climb")
    assert found.upper is not None and found.upper.value == least


def test_the_climb_is_the_same_again() -> None:
    given = {"numbers": 5, "n": 3, "width": 3}
    first, second = (
        minimal(registry.get("min-max"), given, resource="entries", method="mirror-climb", seed=4)
        for _ in range(2)
    )
    assert first.certificates == second.certificates and first.upper is not None


@pytest.mark.long
def test_six_numbers_have_entries_of_two() -> None:
    given = {"numbers": 6, "n": 5, "width": 3}
    found = minimal(registry.get("min-max"), given, resource="entries", method="mirror-climb", limits=LIMITS)
    assert found.upper is not None and found.upper.value == 2
