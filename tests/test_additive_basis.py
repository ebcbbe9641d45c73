"""Additive bases: brute force, postage stamps, the construction in base b, corrupted certificates."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

import corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.certificates import Certificate, sealed
from lpbounds.errors import InputError
from lpbounds.problem import Limits
from problems.additive_basis import PROBLEM, in_base
from problems.additive_basis_check import Question, reach
from problems.unpositioned_basis import representations


def least(summands: int, largest: int, most: int | str = "none") -> int:
    interval = PROBLEM.solve(summands=summands, largest=largest, range=most, limits=Limits(nodes=500_000))
    assert interval.is_settled and interval.lower is not None, interval.notes
    assert all(checker.judge(certificate).accepted for certificate in interval.certificates)
    return int(interval.lower.value)


def literal_reach(elements: list[int], summands: int) -> int:
    sums = {sum(chosen) for chosen in combinations_with_replacement([0, *elements], summands)}
    return next(k for k in range(len(sums) + 1) if k not in sums) - 1


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.lists(st.integers(1, 9), max_size=4), st.integers(1, 4))
def test_reach(elements: list[int], summands: int) -> None:
    assert reach(elements, summands) == literal_reach(elements, summands)


@pytest.mark.parametrize("summands", [1, 2, 3, 4])
def test_brute_force(summands: int) -> None:
    for largest in range(1, 7):
        for most in {summands * largest, (summands * largest + 1) // 2}:
            expected = next(
                size
                for size in range(largest + 1)
                if any(
                    literal_reach(list(chosen), summands) >= most
                    for chosen in combinations(range(1, largest + 1), size)
                )
            )
            assert least(summands, largest, most) == expected


# The largest range of k elements with two and with three summands (the postage stamp problem).
STAMPS = {2: [2, 4, 8, 12, 16, 20, 26], 3: [3, 7, 15, 24, 36]}


@pytest.mark.parametrize("summands", STAMPS)
def test_postage_stamps(summands: int) -> None:
    for size, most in enumerate(STAMPS[summands], 1):
        assert least(summands, most, most) == size
    for size, most in enumerate(STAMPS[summands][:-1], 1):
        assert least(summands, most + 1, most + 1) == size + 1


@pytest.mark.parametrize("largest", range(1, 41))
def test_the_published_construction_holds_with_enough_summands(largest: int) -> None:
    for digits in range(1, 7):
        base = next(b for b in range(2, largest + 2) if b**digits >= largest)
        summands = max(2 * digits * (base - 1) - 2, 1)
        asked = Question(summands, largest, summands * largest)
        powers = [base**k for k in range(digits) if base**k < largest]
        elements = {largest, *powers, *(largest - power for power in powers)}
        assert reach(sorted(elements), summands) == summands * largest
        assert 0 < len(in_base(asked)) <= len(elements)


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.sets(st.integers(2, 8), max_size=3), st.integers(1, 20))
def test_representations_are_shortest_sums(rest: set[int], most: int) -> None:
    basis = sorted({1} | rest)
    for number, counts in enumerate(representations(basis, most)):
        assert sum(count * b for count, b in zip(counts, basis, strict=True)) == number
        fewer = sum(counts) - 1
        if 0 < fewer < 6:
            assert number not in map(sum, combinations_with_replacement([0, *basis], fewer))


def test_limits_and_bad_input() -> None:
    stopped = PROBLEM.solve(summands=2, largest=20, limits=Limits(nodes=50))
    assert not stopped.is_settled and "the search is too large" in stopped.notes[0].reason
    for given_values, names in (
        ({"summands": 2, "largest": 3, "range": 7}, "summands \\* largest = 6"),
        ({"summands": 0, "largest": 3}, "summands: got 0"),
        ({"summands": 2, "largest": 0}, "largest: got 0"),
        ({"summands": 2, "largest": 3, "range": -1}, "range: got -1"),
    ):
        with pytest.raises(InputError, match=names):
            PROBLEM.solve(**given_values)
    assert str(PROBLEM.solve(summands=2, largest=3, range=0)) == "[0, 0]"


# The checker


def claim(
    side: str, value: int | float, kind: str, proof: dict[str, Any], **given_values: int
) -> Certificate:
    parameters = {"summands": 2, "largest": 4, "range": 8, **given_values}
    return sealed("additive-basis", parameters, "size", side, value, kind, "by hand", proof)


def elements() -> Certificate:
    return claim("upper", 3, "model", {"elements": [1, 3, 4]})


def counting() -> Certificate:
    return claim("lower", 3, "theorem", {"theorem": "counting"})


def exhaustion() -> Certificate:
    return claim("lower", 5, "theorem", {"theorem": "exhaustion", "size": 4}, largest=7, range=14)


def easier() -> Certificate:
    return claim("upper", 3, "reduction", {"certificate": elements()}, summands=3, largest=5, range=7)


CORPUS = {made.__name__: made() for made in (elements, counting, exhaustion, easier)}


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus_is_accepted_and_nothing_stronger(name: str) -> None:
    corpus.assert_tight(CORPUS[name])


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("elements", ("proof", "elements"), [1, 4]),
        ("elements", ("proof", "elements"), [1, 2, 4]),
        ("elements", ("proof", "elements", 2), 5),
        ("elements", ("proof", "elements", 0), 0),
        ("elements", ("proof", "elements", 0), True),
        ("elements", ("proof", "elements", 0), "1"),
        ("elements", ("parameters", "summands"), 1),
        ("elements", ("parameters", "largest"), 3),
        ("elements", ("parameters", "range"), 9),
        ("elements", ("parameters",), {"summands": 2, "largest": 4}),
        ("elements", ("resource",), "width"),
        ("counting", ("proof", "theorem"), "exhaustion"),
        ("counting", ("proof", "theorem"), "counted"),
        ("counting", ("parameters", "range"), 5),
        ("counting", ("parameters", "summands"), 3),
        ("exhaustion", ("proof", "size"), 3),
        ("exhaustion", ("proof", "size"), 5),
        ("exhaustion", ("parameters", "range"), 12),
        ("exhaustion", ("parameters", "summands"), 3),
        ("easier", ("parameters", "summands"), 1),
        ("easier", ("parameters", "largest"), 3),
        ("easier", ("parameters", "range"), 9),
        ("easier", ("proof", "certificate", "proof", "elements"), [1, 4]),
    ],
)
def test_corruptions_are_rejected(name: str, path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(CORPUS[name], path, value)).accepted


def test_beyond_all_sums_there_is_no_basis() -> None:
    assert checker.judge(claim("lower", float("inf"), "theorem", {"theorem": "counting"}, range=9)).accepted
    assert not checker.judge(claim("lower", float("inf"), "theorem", {"theorem": "counting"})).accepted


def test_true_variations_are_accepted() -> None:
    for name, path, value in (
        ("elements", ("parameters", "range"), 7),
        ("elements", ("parameters", "largest"), 9),
        ("counting", ("parameters", "range"), 9),
        ("exhaustion", ("parameters", "largest"), 6),
    ):
        assert checker.judge(corpus.changed(CORPUS[name], path, value)).accepted
