"""Parity and symmetric functions without positions: both ends, invariance, literal layers, corruptions."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.bounds import Interval
from lpbounds.certificates import sealed
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.errors import InputError
from problems import parity, symmetric, unpositioned_check
from problems.unpositioned_chebyshev import chebyshev
from problems.unpositioned_laps import system
from problems.unpositioned_layer import expanded, layer_of, value_at
from problems.unpositioned_width import between

fractions = st.fractions(-3, 3, max_denominator=6)
ratios = st.fractions(Fraction(1, 8), 8, max_denominator=8)


def changes(profile: Sequence[int]) -> int:
    return sum(a != b for a, b in pairwise(profile))


def text(profile: Sequence[int]) -> str:
    return "".join(map(str, profile))


def settled(interval: Interval) -> int:
    assert interval.is_settled and interval.lower is not None, interval
    assert all(checker.judge(certificate).accepted for certificate in interval.certificates)
    return int(interval.lower.value)


# Heads and degree


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 13, 16])
@pytest.mark.parametrize("degree", [1, 2, 3, 5, 8])
def test_parity_needs_n_over_degree_heads(n: int, degree: int) -> None:
    assert settled(parity.PROBLEM.solve(n=n, degree=degree)) == -(-n // degree)
    assert settled(parity.PROBLEM.solve(n=n, heads=degree, resource="degree")) == -(-n // degree)


@pytest.mark.parametrize("degree", [1, 4, 8])
def test_parity_of_64_bits(degree: int) -> None:
    assert settled(parity.PROBLEM.solve(n=64, degree=degree)) == 64 // degree


@pytest.mark.parametrize("n", range(1, 9))
def test_all_symmetric_functions_up_to_complement_and_reversal(n: int) -> None:
    for profile in product((0, 1), repeat=n + 1):
        complement = tuple(1 - value for value in profile)
        if profile != min(profile, profile[::-1], complement, complement[::-1]):
            continue
        for degree in (1, 2, 3):
            heads = settled(symmetric.PROBLEM.solve(profile=text(profile), degree=degree))
            assert heads == -(-changes(profile) // degree)


profiles = st.integers(1, 7).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=n + 1, max_size=n + 1))


@settings(deadline=None, max_examples=30, derandomize=True)
@given(profiles, st.integers(1, 4), st.sampled_from(["heads", "degree"]))
def test_complement_and_reversal_change_nothing(profile: list[int], size: int, resource: str) -> None:
    fixed = {"heads": "degree", "degree": "heads"}[resource]
    images = (profile, profile[::-1], [1 - value for value in profile])
    values = {
        settled(symmetric.PROBLEM.solve(resource=resource, profile=text(image), **{fixed: size}))
        for image in images
    }
    assert len(values) == 1


@settings(deadline=None, max_examples=25, derandomize=True)
@given(profiles, st.integers(1, 4), st.integers(1, 4))
def test_width_intervals_intersect_under_complement_and_reversal(
    profile: list[int], degree: int, heads: int
) -> None:
    if degree * heads < changes(profile):
        return
    images = (profile, profile[::-1], [1 - value for value in profile])
    for resource in ("width", "polynomial-width"):
        found = [
            symmetric.PROBLEM.solve(resource=resource, profile=text(image), degree=degree, heads=heads)
            for image in images
        ]
        ends = [(end.lower.value, end.upper.value) for end in found if end.lower and end.upper]
        assert len(ends) == 3 and max(low for low, _ in ends) <= min(high for _, high in ends)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_layers_run_on_every_input_by_the_definition_of_attention(n: int) -> None:
    for profile in product((0, 1), repeat=n + 1):
        for degree in (1, 2, 3):
            interval = symmetric.PROBLEM.solve(profile=text(profile), degree=degree)
            assert interval.upper is not None
            proof = interval.upper.certificate["proof"]
            for bits in product((0, 1), repeat=n):
                assert literal(proof, bits) == (1 if profile[sum(bits)] else -1)


def literal(proof: dict[str, Any], bits: Sequence[int]) -> int:
    """Return the sign of the readout of the layer, each bit a token of its own."""
    outputs = [Fraction(0)] * proof["width"]
    for head in proof["heads"]:
        weights = [Fraction(head["ratio"]) if bit else Fraction(1) for bit in bits]
        for i in range(len(outputs)):
            values = [Fraction(head["one" if bit else "zero"][i]) for bit in bits]
            products = [weight * value for weight, value in zip(weights, values, strict=True)]
            outputs[i] += sum(products) / sum(weights)
    total = Fraction(1)
    for factor in proof["readout"]:
        total *= sum(monomial(Fraction(c), outputs, exponents) for c, exponents in factor)
    return (total > 0) - (total < 0)


def monomial(coefficient: Fraction, outputs: Sequence[Fraction], exponents: Sequence[int]) -> Fraction:
    for output, exponent in zip(outputs, exponents, strict=True):
        coefficient *= output**exponent
    return coefficient


@settings(deadline=None, max_examples=80, derandomize=True)
@given(st.data())
def test_random_layers_are_judged_by_their_signs_and_beat_no_lower_bound(data: st.DataObject) -> None:
    n, width, degree = (data.draw(st.integers(1, 3)) for _ in range(3))
    values = st.lists(fractions.map(str), min_size=width, max_size=width)
    head = st.fixed_dictionaries({"ratio": ratios.map(str), "zero": values, "one": values})
    heads = data.draw(st.lists(head, min_size=1, max_size=3))
    exponents = [e for e in product(range(degree + 1), repeat=width) if sum(e) <= degree]
    readout = [[[str(data.draw(fractions)), list(e)] for e in exponents]]
    proof = {"heads": heads, "width": width, "readout": readout}
    signs = [literal(proof, [1] * t + [0] * (n - t)) for t in range(n + 1)]
    if 0 in signs:
        return
    profile = [int(sign > 0) for sign in signs]
    limits = {"degree": degree, "heads": "none"}
    given = {"profile": text(profile), **limits}
    made = sealed("symmetric", given, "heads", "upper", len(heads), "model", "random", proof)
    assert checker.judge(made).accepted
    assert settled(symmetric.PROBLEM.solve(profile=text(profile), degree=degree)) <= len(heads)
    other = data.draw(st.integers(0, n))
    wrong = text([value ^ (t == other) for t, value in enumerate(profile)])
    assert not checker.judge(corpus.changed(made, ("parameters", "profile"), wrong)).accepted


# Width

POLYNOMIAL_ONE = {(3, 3)}


@pytest.mark.parametrize("degree", range(1, 7))
def test_one_polynomial_is_decided(degree: int) -> None:
    for heads in range(1, 7):
        is_one = degree <= 2 or heads <= 2 or (degree, heads) in POLYNOMIAL_ONE
        verdict = decide(system(degree, heads))
        assert isinstance(verdict, Feasible if is_one else Infeasible)
        interval = parity.PROBLEM.solve(resource="polynomial-width", degree=degree, heads=heads)
        assert interval.lower is not None and interval.lower.value == (1 if is_one else 2)
        assert all(checker.judge(certificate).accepted for certificate in interval.certificates)
        if is_one:
            assert settled(interval) == 1
            assert settled(parity.PROBLEM.solve(resource="width", degree=degree, heads=heads)) == 1


@pytest.mark.parametrize("resource", ["width", "polynomial-width"])
def test_blocks_have_half_the_degree(resource: str) -> None:
    for n in range(1, 13):
        for degree, heads in ((1, 12), (2, 6), (3, 4), (4, 3), (5, 3), (6, 2), (7, 2), (12, 1)):
            if degree * heads >= n:
                found = parity.PROBLEM.solve(
                    resource=resource, n=n, degree=degree, heads=heads, method="blocks"
                )
                assert found.upper is not None and found.upper.value <= (degree + 1) // 2


def test_one_head_has_width_one() -> None:
    for profile in ("0110100", "00011", "1011101"):
        assert settled(symmetric.PROBLEM.solve(resource="width", profile=profile, degree=6, heads=1)) == 1


@pytest.mark.parametrize("resource", ["width", "polynomial-width"])
@pytest.mark.parametrize(("degree", "heads"), [(5, 3), (5, 4), (6, 5), (6, 6)])
def test_parity_of_a_product_has_width_two(resource: str, degree: int, heads: int) -> None:
    found = parity.PROBLEM.solve(resource=resource, degree=degree, heads=heads)
    assert found.upper is not None and found.upper.value == 2 and found.upper.method == "planar"
    assert checker.judge(found.upper.certificate).accepted
    proof = copy.deepcopy(found.upper.certificate["proof"])
    place = len(proof["readout"][0]) // 2
    proof["readout"][0][place][0] = "-1" + proof["readout"][0][place][0].lstrip("-")
    assert not checker.judge(corpus.changed(found.upper.certificate, ("proof",), proof)).accepted


def test_additive_bases_give_narrow_layers() -> None:
    for resource in ("width", "polynomial-width"):
        found = parity.PROBLEM.solve(resource=resource, degree=10, heads=4, method="additive-basis")
        assert found.upper is not None and found.upper.value == 3
        assert checker.judge(found.upper.certificate).accepted
    sparse = symmetric.PROBLEM.solve(resource="width", profile="0110100110010", degree=4, heads=3)
    assert str(sparse) == "[1, 2]"


# Input


@pytest.mark.parametrize(
    ("problem", "given", "names"),
    [
        (parity, {"n": 0, "degree": 1}, "n: got 0"),
        (parity, {"n": 1000, "degree": 1}, "n: got 1000"),
        (parity, {"n": 3, "degree": 0}, "constants only"),
        (parity, {"n": 3}, "degree: got nothing"),
        (parity, {"degree": 2}, "n: got nothing"),
        (parity, {"n": 3, "degree": 2, "heads": 2}, "heads: got 2"),
        (parity, {"n": 3, "heads": 0, "resource": "degree"}, "constants only"),
        (parity, {"n": 3, "heads": 10**6, "resource": "degree"}, "at most 128"),
        (parity, {"degree": 20, "heads": 20, "resource": "width"}, "degree \\* heads = 400"),
        (parity, {"n": 9, "degree": 2, "heads": 4, "resource": "width"}, "product of at least 9"),
        (symmetric, {"profile": "0120", "degree": 1}, "profile: got 0120"),
        (symmetric, {"profile": "0", "degree": 1}, "profile: got 0"),
        (symmetric, {"profile": "010", "degree": -1}, "degree: got -1"),
        (symmetric, {"profile": "010", "degree": "x"}, "or none"),
    ],
)
def test_bad_input_is_refused(problem: Any, given: dict[str, Any], names: str) -> None:
    with pytest.raises(InputError, match=names):
        problem.PROBLEM.solve(**given)


def test_constants_need_no_heads() -> None:
    for profile in ("00", "11111"):
        assert settled(symmetric.PROBLEM.solve(profile=profile, degree=0)) == 0
        assert settled(symmetric.PROBLEM.solve(profile=profile, heads=0, resource="degree")) == 0
        for resource in ("width", "polynomial-width"):
            assert (
                settled(symmetric.PROBLEM.solve(resource=resource, profile=profile, degree=2, heads=2)) == 0
            )


# Parts


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.lists(fractions, min_size=1, max_size=4), st.integers(1, 6))
def test_partial_fractions(roots: list[Fraction], n: int) -> None:
    polynomial = expanded(roots)
    all_ratios = [Fraction(3, 2), Fraction(1, 3), Fraction(4), Fraction(5, 7)][: len(roots)]
    layer = layer_of([polynomial], all_ratios, n)
    for t, (output,) in enumerate(layer.outputs(n)):
        expected = value_at(polynomial, t)
        for ratio in all_ratios:
            expected /= 1 + (ratio - 1) * Fraction(t, n)
        assert output == expected


@settings(deadline=None, max_examples=80, derandomize=True)
@given(fractions, fractions)
def test_the_shortest_number_between(a: Fraction, b: Fraction) -> None:
    if a == b:
        return
    low, high = min(a, b), max(a, b)
    found = between(low, high)
    assert low < found < high
    assert not any(
        low < Fraction(p, q) < high for q in range(1, found.denominator) for p in range(-3 * q, 3 * q + 1)
    )


def test_chebyshev_polynomials_in_the_weight() -> None:
    for n in (1, 4, 9):
        for j, polynomial in enumerate(chebyshev(n, 5)):
            assert len(polynomial) == j + 1
            values = [value_at(polynomial, t) for t in range(n + 1)]
            assert values[-1] == n**j and max(map(abs, values)) == n**j


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.data())
def test_cleared_factors_have_the_sign_of_the_factor(data: st.DataObject) -> None:
    width = data.draw(st.integers(0, 3))
    output = data.draw(st.lists(fractions, min_size=width, max_size=width))
    exponents = st.lists(st.integers(0, 3), min_size=width, max_size=width)
    factor = data.draw(st.lists(st.tuples(fractions, exponents), min_size=1, max_size=4))
    value = sum(monomial(c, output, e) for c, e in factor)
    assert unpositioned_check.sign([factor], output) == (value > 0) - (value < 0)
