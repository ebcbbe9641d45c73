"""Real width as a least rank: the conditions on G, and the heads that its factors give."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from lpbounds import registry
from lpbounds.minimal import minimal
from problems.min_max_factor import conditions
from problems.min_max_question import Question
from problems.min_max_rows import literal_lists


def asked(numbers: int, n: int) -> Question:
    return Question(("min", "max"), numbers, n, "real-width", None, None, False)


def is_right(matrix: np.ndarray, numbers: int, n: int) -> bool:
    """Judge G on every list."""
    for place, task in enumerate(("min", "max")):
        block = matrix[place * numbers : (place + 1) * numbers]
        for counts, answer in literal_lists(numbers, n, task):
            scores = sum(count * block[:, i] for i, count in counts)
            if (np.delete(scores, answer) >= scores[answer]).any():
                return False
    return True


@pytest.mark.parametrize(("numbers", "n"), [(2, 2), (3, 2), (3, 4)])
def test_a_loss_of_zero_is_the_same_as_right_on_every_list(numbers: int, n: int) -> None:
    rng, given, verdicts = np.random.default_rng(0), conditions(asked(numbers, n), n), set()
    powers = float(n) ** np.arange(numbers)
    ideal = np.concatenate([np.diag(powers[::-1]), np.diag(powers)])
    for size in np.linspace(0, 3, 40):
        matrix = ideal + size * rng.normal(size=given.shape)
        verdicts.add(is_right(matrix, numbers, n))
        assert (given.loss(matrix, 1e-12)[0] == 0) == is_right(matrix, numbers, n)
    assert verdicts == {True, False}


def test_the_gradient_is_that_of_the_loss() -> None:
    given, rng = conditions(asked(3, 3), 3), np.random.default_rng(1)
    point = rng.normal(size=given.shape)
    expected = approx_fprime(point.ravel(), lambda x: given.loss(x.reshape(given.shape), 0.1)[0])
    assert np.allclose(given.loss(point, 0.1)[1].ravel(), expected, atol=1e-5)


@pytest.mark.parametrize(("problem", "numbers", "width"), [("min", 2, 1), ("max", 4, 2), ("min-max", 3, 2)])
def test_the_search_reaches_the_least_width(problem: str, numbers: int, width: int) -> None:
    given = {"numbers": numbers, "n": 3}
    found = minimal(registry.get(problem), given, resource="real-width", method="factor-search")
    assert found.upper is not None and found.upper.value == width
