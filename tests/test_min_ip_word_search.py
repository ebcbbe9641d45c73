"""Families of words found by search: orbits, costs, climbs, and the bounds that come of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from min_ip_support import best, run

from problems.min_ip_chains import entry_caps
from problems.min_ip_word_search import METHOD, POLYNOMIALS, climb, costs, orbits, penalties


@pytest.mark.parametrize(("m", "turned", "count"), [(6, 1, 64), (6, 6, 14), (6, 5, 16), (7, 7, 20)])
def test_orbits_are_necklaces(m: int, turned: int, count: int) -> None:
    """There are 14 necklaces of six beads in two colours, 8 of five, 20 of seven."""
    found = orbits(m, turned)
    assert len(found) == count
    assert sorted(word for orbit in found for word in orbit) == list(range(1 << m))


def test_costs_are_sums_over_pairs() -> None:
    caps = entry_caps(5, 6, Fraction(1, 3))
    by_distance = penalties(POLYNOMIALS[2], caps)
    groups = orbits(5, 5)
    found = costs(groups, by_distance)
    for a, b in product(range(len(groups)), repeat=2):
        pairs = [(x, y) for x in groups[a] for y in groups[b] if x != y]
        both = sum(by_distance[(x & ~y).bit_count()] + by_distance[(y & ~x).bit_count()] for x, y in pairs)
        # Inside a group every ordered pair is met twice.
        cost, met = (found.own[a], both / 2) if a == b else (found.pairs[a, b], both)
        assert cost == pytest.approx(met)


def test_a_climb_says_what_its_family_is_worth() -> None:
    caps = entry_caps(6, 10, Fraction(1, 2))
    given = costs(orbits(6, 1), penalties(POLYNOMIALS[0], caps))
    value, inside = climb(given, 60, np.random.default_rng(1))
    total = given.pairs[np.ix_(inside, inside)].sum() / 2
    assert value == pytest.approx(inside.sum() ** 2 / (inside.sum() + total))


@pytest.mark.parametrize(
    ("m", "n", "eps", "value"),
    [(6, 3, "1/10", 14), (7, 10, "1/2", 7), (8, 10, "1/2", 13), (12, 10, "1/2", 90), (11, 3, "1/10", 169)],
)
def test_values(m: int, n: int, eps: str, value: int) -> None:
    """The orbits hold the code of 14 words on eight bits, the hexads, and whole layers."""
    assert best(METHOD, m, n, eps) >= value


def test_the_seed_decides() -> None:
    assert run(METHOD, 6, 10, "1/2") == run(METHOD, 6, 10, "1/2")


def test_it_declines() -> None:
    for m, n, eps in ((1, 3, "1/2"), (13, 3, "1/2"), (8, 2, "1/2"), (8, 3, "30")):
        assert run(METHOD, m, n, eps) == []
    assert run(METHOD, 8, 3, "1/2", lower=6) == []
