"""Forced ratios and minors of Min-IP, and the lower bounds that odd cycles of minors give."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from min_ip_support import best, run
from scipy.optimize import linprog

from problems import min_ip_check, min_ip_orders_check
from problems.min_ip_minors import Minor, excess, forced_minors, is_forced, odd_sum, parity
from problems.min_ip_odd_cycle import kneser_cycle, oriented, shortest_odd_cycle
from problems.min_ip_order_sat import orders_exist
from problems.min_ip_orders import ORDERS, PARITY, cycle_gap
from problems.min_ip_ratio_measures import ratio_measure, ratio_proof
from problems.min_ip_ratios import Ratios
from problems.min_ip_rows import compact_rows, cone_system_entries

EPS = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 10), Fraction(2, 5), Fraction(3, 4)]


# Ratios


@cache
def row_program(s: int, n: int, eps: Fraction) -> tuple[Any, int]:
    """Return the compact program of a query of weight s: classes 0..s twice over (so that x is not alone)."""
    overlap = np.array([*range(s + 1), *range(s + 1), s])
    rows = compact_rows(overlap, len(overlap) - 1, n)
    entries = cone_system_entries(rows, eps)
    matrix = np.zeros((rows.height, 2 * rows.classes + rows.maxima))
    np.add.at(matrix, (entries.rows, entries.columns), entries.entries.astype(float))
    return matrix, rows.classes


def infimum(s: int, n: int, eps: Fraction, less: int, more: int) -> float:
    """Return the infimum of a_more / a_less over correct rows, in floats; arguments are classes."""
    matrix, classes = row_program(s, n, eps)
    bounds: list[tuple[float | None, float | None]] = [(0, None)] * classes
    bounds += [(None, None)] * (matrix.shape[1] - classes)
    bounds[less] = (1, 1)
    cost = np.zeros(matrix.shape[1])
    cost[more] = 1
    return float(linprog(cost, A_ub=matrix, b_ub=np.zeros(len(matrix)), bounds=bounds).fun)


@pytest.mark.parametrize("n", [3, 4, 10])
@pytest.mark.parametrize("eps", EPS)
def test_ratios_are_the_infima_of_the_compact_program(n: int, eps: Fraction) -> None:
    ratios, s = Ratios(n, eps), 3
    for far in range(1, s + 1):
        found = infimum(s, n, eps, 2 * (s + 1), s - far)
        assert found == pytest.approx(float(ratios.from_query(far).factor), rel=1e-5, abs=1e-6)
        for near in range(far):
            found = infimum(s, n, eps, s - near, s - far)
            assert found == pytest.approx(float(ratios.between(near, far).factor), rel=1e-5, abs=1e-6)


@settings(deadline=None, max_examples=80, derandomize=True)
@given(st.integers(3, 9), st.sampled_from(EPS), st.lists(st.integers(0, 15), min_size=3, max_size=3))
def test_measures_prove_the_ratios(n: int, eps: Fraction, tokens: list[int]) -> None:
    ratios, (x, y, z) = Ratios(n, eps), tokens
    if not ratios.bound(x, y, z):
        return
    assert all(weight > 0 for weight in ratio_measure(ratios, x, y, z).values())
    _, u = min_ip_check.forced_ratio(ratio_proof(ratios, 4, x, y, z), 4, n, eps)
    assert u <= 1 / ratios.bound(x, y, z)


# Minors and odd cycles


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(2, 5), st.data())
def test_odd_sums_agree_with_enumeration(size: int, data: st.DataObject) -> None:
    fractions = st.fractions(Fraction(1, 4), 9, max_denominator=5)
    bounds = data.draw(st.lists(fractions, min_size=size**2, max_size=size**2))
    table = tuple(tuple(bounds[i * size : (i + 1) * size]) for i in range(size))
    expected = Fraction(0)
    for order in permutations(range(size)):
        if parity(order) < 0:
            expected += Fraction(1) / np.prod([table[i][j] for i, j in enumerate(order)])
    assert odd_sum(table) == expected
    assert min_ip_orders_check.odd_sum([[1 / bound for bound in row] for row in table]) == expected


@pytest.mark.parametrize(("g", "rank"), [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 5)])
def test_kneser_cycles_are_odd(g: int, rank: int) -> None:
    cycle = kneser_cycle(g, rank)
    sides = [side for minor in cycle for side in oriented(minor)[:2]]
    assert len(cycle) == 2 * (2 * g + 1) and all(sides.count(side) == 2 for side in sides)
    assert [oriented(minor)[2] for minor in cycle].count(-1) % 2 == 1
    assert {excess(Ratios(50, Fraction(g, 5)), minor) for minor in cycle} == {
        excess(Ratios(50, Fraction(g, 5)), cycle[0])
    }
    assert is_forced(Ratios(1000, Fraction(g, 5)), cycle[0])


@pytest.mark.parametrize(
    ("m", "n", "eps"),
    [(4, 3, "1/2"), (5, 3, "1/2"), (4, 4, "2/5"), (4, 3, "1/3"), (5, 4, "3/4"), (3, 4, "1/4")],
)
def test_odd_cycles_exist_where_no_two_orders_do(m: int, n: int, eps: str) -> None:
    minors = list(forced_minors(Ratios(n, Fraction(eps)), 2, range(1 << m), range(1 << m)))
    assert (shortest_odd_cycle(minors, m) is None) == orders_exist(minors)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.lists(st.tuples(*[st.integers(0, 4)] * 4), max_size=14))
def test_cycles_agree_with_orders_on_any_pairs(quadruples: list[tuple[int, ...]]) -> None:
    """Without transitivity a cycle is at most as strong; whatever it refutes, orders refute."""
    minors = [Minor((a, b), (c, d)) for a, b, c, d in quadruples if a != b and c != d]
    if shortest_odd_cycle(minors, 3) is not None:
        assert not orders_exist(minors)


def test_numbers_of_forced_minors() -> None:
    ratios = Ratios(3, Fraction(1, 2))
    counts = [len(list(forced_minors(ratios, 2, range(1 << m), range(1 << m)))) for m in (3, 4, 5)]
    assert counts == [0, 3, 180]


@pytest.mark.parametrize("n", [3, 4, 5, 6, 10, 100, 1000])
def test_five_bits_need_three_features(n: int) -> None:
    assert best(ORDERS, 5, n, "1/2") == 3


@pytest.mark.parametrize(
    ("m", "n", "eps", "least"),
    [
        (7, 4, "1/2", 4),
        (10, 3, "1/2", 4),
        (13, 4, "1/2", 5),
        (300, 3, "1/2", 9),
        (4, 3, "1/10", 4),
        (5, 5, "1/4", 5),
    ],
)
def test_orders_at_higher_ranks(m: int, n: int, eps: str, least: int) -> None:
    assert best(ORDERS, m, n, eps) == least


def test_orders_claim_nothing_where_fewer_features_serve() -> None:
    for method, (m, n, eps) in product((ORDERS, PARITY), [(4, 10, "1/2"), (2, 100, "1/10"), (5, 2, "1/2")]):
        assert run(method, m, n, eps) == []
    assert cycle_gap(5, Ratios(3, Fraction(1, 2)), 3) is None


def test_parity_finds_what_no_closed_form_has() -> None:
    assert best(ORDERS, 4, 4, "2/5") == 1 and best(PARITY, 4, 4, "2/5") == 3


@pytest.mark.long
def test_parity_of_larger_minors() -> None:
    assert best(PARITY, 5, 3, "1/4") == 4 and best(PARITY, 5, 4, "1/4") == 5
