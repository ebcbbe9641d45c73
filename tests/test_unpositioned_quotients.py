"""One output of several heads is too few for parity of n = D H bits: the bound, and the lemmas behind it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.rationals import primitive
from problems import parity, parity_quotients_check, symmetric, unpositioned_check
from problems.unpositioned_check import cell
from problems.unpositioned_quotients import SECOND, first


def excluded(degree: int, heads: int) -> bool:
    return min(degree, heads) >= 3 and not degree == heads == 3


# The bound


@pytest.mark.parametrize("resource", ["width", "polynomial-width"])
def test_one_output_is_excluded_for_all_sizes_but_the_small_ones(resource: str) -> None:
    for degree in range(1, 43):
        for heads in range(1, 128 // degree + 1):
            found = parity.PROBLEM.solve(resource=resource, degree=degree, heads=heads, method="quotients")
            assert (found.lower is not None) == excluded(degree, heads)
            assert found.lower is None or found.lower.value == 2


@pytest.mark.parametrize(("degree", "heads"), [(3, 4), (4, 3), (4, 4)])
@pytest.mark.parametrize("limits", [{}, {"precision": 60}])
def test_widths_are_settled(degree: int, heads: int, limits: dict[str, int]) -> None:
    found = parity.PROBLEM.solve(resource="width", degree=degree, heads=heads, **limits)
    assert found.lower is not None and str(found) == "[2, 2]"
    assert checker.judge(found.lower.certificate).accepted


def test_the_bound_reaches_symmetric_functions_that_alternate() -> None:
    for profile in ("0101010101010", "1010101010101"):
        found = symmetric.PROBLEM.solve(resource="width", profile=profile, degree=4, heads=3)
        assert found.lower is not None and str(found) == "[2, 2]"
        assert checker.judge(found.lower.certificate).accepted
    for profile in ("0101010101011", "010101010101"):
        found = symmetric.PROBLEM.solve(resource="width", profile=profile, degree=4, heads=3)
        assert found.lower is not None and found.lower.value == 1


# The lemmas


def leaves(degree: int, heads: int, places: list[int]) -> dict[int, Fraction]:
    return parity_quotients_check.remainder(places, degree, heads, unpositioned_check)


def test_the_ratio_has_a_closed_form() -> None:
    for degree, heads in ((3, 3), (3, 4), (3, 5), (4, 3), (5, 6), (7, 9)):
        masses = leaves(degree, heads, first(degree, heads))
        factors = [1 + Fraction(2, degree * (2 * k - 1)) for k in range(1, heads // 2 + 1)]
        if heads % 2 == 0:
            factors[-1] = (factors[-1] + 1) / 2
        expected = Fraction(degree - 2, degree - 1) * prod(factors)
        assert -masses[degree] / masses[degree - 1] == expected
        assert (expected >= 1) == ((degree, heads) not in ((3, 3), (3, 4)))


def test_the_second_list() -> None:
    assert primitive(leaves(3, 4, SECOND[3, 4]).values()) == [-9, 8, 2, -1]


def system(values: list[int], cells: list[int], heads: int) -> StrictSystem:
    """Return the inequalities on P and the levels at a given Q: columns as in ``unpositioned_laps``."""
    levels, n = max(cells), len(cells) - 1
    builder = RowBuilder(heads + 1 + levels)
    for t, (value, place) in enumerate(zip(values, cells, strict=True)):
        powers = [max(values) * (2 * t - n) ** k * n ** (heads - k) for k in range(heads + 1)]
        for level, sign in ((place, -1), (place + 1, 1)):
            if 1 <= level <= levels:
                entries = [*(sign * x for x in powers), -sign * value * n**heads]
                builder.add([[*range(heads + 1), heads + level]], [entries])
    return StrictSystem(builder.matrix(), row_name=str)


def denominators(ratios: list[Fraction], n: int) -> list[int]:
    return primitive([prod((n - t + ratio * t for ratio in ratios), start=Fraction(1)) for t in range(n + 1)])


ratio = st.builds(Fraction, st.integers(3, 12), st.integers(3, 12))


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.sampled_from([(3, 4), (4, 3), (3, 5), (4, 4)]), st.data())
def test_given_denominators_have_no_output(sizes: tuple[int, int], data: st.DataObject) -> None:
    degree, heads = sizes
    n = degree * heads
    ratios = data.draw(st.lists(ratio, min_size=heads, max_size=heads))
    cells = [cell(t, degree) for t in range(n + 1)]
    assert isinstance(decide(system(denominators(ratios, n), cells, heads)), Infeasible)


@settings(deadline=None, max_examples=20, derandomize=True)
@given(st.data())
def test_outputs_of_three_heads_and_degree_keep_the_first_inequality(data: st.DataObject) -> None:
    near = st.builds(Fraction, st.integers(80, 120), st.just(100))
    values = denominators(data.draw(st.lists(near, min_size=3, max_size=3)), 9)
    verdict = decide(system(values, [cell(t, 3) for t in range(10)], 3))
    if isinstance(verdict, Feasible):
        masses = leaves(3, 3, first(3, 3))
        assert sum(mass * values[t] for t, mass in masses.items()) < 0
        assert sum(mass * values[9 - t] for t, mass in masses.items()) < 0


def walks(levels: int, laps: int) -> Iterator[list[int]]:
    """Yield all walks on 0..levels by steps of one that cross every level ``laps`` times."""

    def extended(walk: list[int], left: list[int]) -> Iterator[list[int]]:
        if not any(left):
            yield walk
        for place in (walk[-1] - 1, walk[-1] + 1):
            edge = min(walk[-1], place)
            if 0 <= place <= levels and left[edge]:
                yield from extended([*walk, place], [x - (i == edge) for i, x in enumerate(left)])

    for start in range(levels + 1):
        yield from extended([start], [laps] * levels)


@pytest.mark.parametrize("ratios", ["1 1 1", "9/10 1 11/10", "1/2 2/3 3/2", "2 3 4"])
def test_every_output_takes_the_one_course(ratios: str) -> None:
    values = denominators([Fraction(text) for text in ratios.split()], 9)
    course = [cell(t, 3) for t in range(10)]
    taken = [walk for walk in walks(3, 3) if isinstance(decide(system(values, walk, 3)), Feasible)]
    assert all(walk in (course, [3 - place for place in course]) for walk in taken)
    assert len(taken) == (0 if ratios == "2 3 4" else 2)
