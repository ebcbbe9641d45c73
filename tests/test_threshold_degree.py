"""Threshold degree: census, symmetric functions, brute force, invariance, and corrupted certificates."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

import corpus
import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds import checker
from lpbounds.bounds import Interval
from lpbounds.certificates import Certificate, sealed
from lpbounds.errors import InputError
from lpbounds.minimal import minimal
from lpbounds.problem import Limits
from lpbounds.ranges import combinations as combinations_of
from problems import npn
from problems.boolean_functions import BooleanFunction, from_profile, from_values
from problems.threshold_degree import PROBLEM
from problems.threshold_degree_program import DegreeProgram, Polynomial, monomials, values_at_inputs
from problems.threshold_degree_sign_changes import alternating_masses


def solved(function: BooleanFunction, method: str | None = None) -> Interval:
    return minimal(PROBLEM, function.to_json(), method=method)


def degree(function: BooleanFunction, method: str | None = None) -> int:
    interval = solved(function, method)
    assert interval.is_settled and interval.lower is not None
    assert all(checker.judge(certificate).accepted for certificate in interval.certificates)
    return int(interval.lower.value)


def by_program(function: BooleanFunction) -> int:
    program = DegreeProgram(function)
    return next(d for d in range(function.n + 1) if isinstance(program.decide(d), Polynomial))


# Census

CENSUS = {
    1: {0: 2, 1: 2},
    2: {0: 2, 1: 12, 2: 2},
    3: {0: 2, 1: 102, 2: 150, 3: 2},
}
LINEAR_THRESHOLD = {1: 4, 2: 14, 3: 104, 4: 1882}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_census_over_all_classes(n: int) -> None:
    counts: Counter[int] = Counter()
    for found in npn.classes(n):
        counts[degree(found.representative)] += found.size
    assert counts.total() == 1 << (1 << n)
    assert counts[0] + counts[1] == LINEAR_THRESHOLD[n]
    assert counts[n] == 2
    assert counts == CENSUS.get(n, counts)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_brute_force_over_all_functions(n: int) -> None:
    for values in product((0, 1), repeat=1 << n):
        assert by_program(from_values(n, values)) == brute_force(n, values), values


def brute_force(n: int, values: Sequence[int]) -> int:
    """Return the least degree at which no circuit of the monomials at the inputs has the signs of f."""
    signs = [2 * value - 1 for value in values]
    return next(d for d in range(n + 1) if not any(agrees(signs, found) for found in circuits(n, d)))


def agrees(signs: Sequence[int], circuit: dict[int, int]) -> bool:
    return len({signs[x] * (value > 0) - signs[x] * (value < 0) for x, value in circuit.items()}) == 1


@cache
def circuits(n: int, d: int) -> list[dict[int, int]]:
    """Return the minimal linear dependencies among the inputs' vectors of all monomials of degree <= d."""
    masks = [mask for mask in range(1 << n) if mask.bit_count() <= d]
    found: list[dict[int, int]] = []
    for size in range(1, len(masks) + 2):
        for inputs in combinations(range(1 << n), size):
            rows = flint.fmpz_mat([[int(x & mask == mask) for x in inputs] for mask in masks])
            kernel, nullity = rows.nullspace()
            column = [int(kernel[place, 0]) for place in range(size)]
            if nullity == 1 and all(column):
                found.append(dict(zip(inputs, column, strict=True)))
    return found


# Symmetric functions


@pytest.mark.parametrize("n", range(1, 9))
def test_symmetric_functions_have_as_many_degrees_as_sign_changes(n: int) -> None:
    for profile in product((0, 1), repeat=n + 1):
        function = from_profile(profile)
        assert degree(function) == function.sign_changes


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=n + 1, max_size=n + 1)))
def test_the_program_agrees_on_symmetric_functions(profile: list[int]) -> None:
    function = from_profile(profile)
    assert degree(function, "linear-program") == function.sign_changes


@pytest.mark.parametrize(
    ("n", "name", "value"), [(300, "parity", 300), (400, "exact:7", 2), (501, "majority", 1)]
)
def test_hundreds_of_bits(n: int, name: str, value: int) -> None:
    interval = lpbounds.solve("threshold-degree", n=n, function=name)
    assert str(interval) == f"[{value}, {value}]"


def test_parity_is_excluded_by_binomial_masses() -> None:
    assert alternating_masses([0, 1, 0, 1, 0]) == {0: -1, 1: 4, 2: -6, 3: 4, 4: -1}


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.integers(1, 30).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=n + 1, max_size=n + 1)))
def test_alternating_masses_are_orthogonal(profile: list[int]) -> None:
    masses = alternating_masses(profile)
    assert all((mass > 0) == (profile[k] == 1) for k, mass in masses.items())
    assert gcd(*masses.values()) >= 1 and 0 not in masses.values()
    for power in range(len(masses) - 1):
        assert sum(mass * k**power for k, mass in masses.items()) == 0


# Named functions and invariance


@pytest.mark.parametrize(
    ("n", "name", "value"),
    [
        (8, "parity", 8),
        (3, "multiplexer", 2),
        (6, "multiplexer", 3),
        (6, "equality", 2),
        (6, "greater-than", 1),
        (6, "inner-product", 3),
        (8, "disjointness", 2),
        (12, "disjointness", 2),
        (11, "signed-sum", 2),
        (8, "odd-max-bit", 1),
        (6, "hidden-weighted-bit", 3),
        (8, "and-of-ors:2", 2),
        (5, "endpoint:1-2+2-3+3-1", 3),
    ],
)
def test_named_functions(n: int, name: str, value: int) -> None:
    interval = lpbounds.solve("threshold-degree", n=n, function=name, method="linear-program")
    assert str(interval) == f"[{value}, {value}]"


def test_python_callables_and_sequences() -> None:
    exclusive = lpbounds.solve("threshold-degree", n=2, function=lambda x: x[0] != x[1])
    assert str(exclusive) == "[2, 2]" and exclusive.parameters["table"] == "0x6"
    both = lpbounds.solve("threshold-degree", n=2, function=np.array([-1, -1, -1, 1]))
    assert str(both) == "[1, 1]" and both.parameters["table"] == "0x8"


def test_one_choice_may_stand_for_many_in_a_sweep_only() -> None:
    listed = combinations_of(PROBLEM, {"n": "2:3", "function": "npn,parity"})
    assert [choice["n"] for choice in listed] == [2] * 5 + [3] * 15
    assert listed[-1] == {"n": 3, "function": "parity", "table": "0x96"}
    with pytest.raises(InputError, match="stand for 14"):
        lpbounds.solve("threshold-degree", n=3, function="npn")
    with pytest.raises(InputError, match="a callable"):
        lpbounds.solve("threshold-degree", n=3, function=7)


def test_degrees_beyond_the_memory_allowed_stay_open() -> None:
    limits = Limits(memory=500_000)
    interval = lpbounds.solve("threshold-degree", n=8, function="inner-product", limits=limits)
    assert interval.lower is not None and 0 < interval.lower.value <= 4 and interval.upper is None
    assert "memory" in interval.notes[-1].reason


def test_constants_have_degree_zero() -> None:
    for function in (from_values(3, [0] * 8), from_values(3, [1] * 8), from_profile([1] * 40)):
        assert degree(function) == 0


@settings(deadline=None, max_examples=25, derandomize=True)
@given(
    st.integers(1, 5).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=1 << n, max_size=1 << n)),
    st.data(),
)
def test_invariance(values: list[int], data: st.DataObject) -> None:
    n = len(values).bit_length() - 1
    function = from_values(n, values)
    value = degree(function)
    assert degree(function.permuted(data.draw(st.permutations(range(n))))) == value
    assert degree(function.negated(data.draw(st.integers(0, (1 << n) - 1)))) == value
    assert degree(function.complement()) == value
    assert degree(function.extended()) == value


def test_polynomials_are_evaluated_at_all_inputs() -> None:
    masks = monomials(4, 2)
    assert sorted(masks.tolist()) == [mask for mask in range(16) if mask.bit_count() <= 2]
    numbers = list(range(3, 3 + len(masks)))
    terms = list(zip(masks.tolist(), numbers, strict=True))
    literal = [sum(number for mask, number in terms if x & mask == mask) for x in range(16)]
    assert values_at_inputs(4, masks, numbers).tolist() == literal


# The checker


def claim(side: str, value: int, kind: str, proof: dict[str, Any], n: int, table: str) -> Certificate:
    given = {"n": n, "function": "by hand", "table": table}
    return sealed("threshold-degree", given, "threshold-degree", side, value, kind, "by hand", proof)


def polynomial() -> Certificate:
    """Exclusive or of two bits: -1 + 2 x_1 + 2 x_2 - 4 x_1 x_2."""
    terms = [[0, "-1"], [1, "2"], [2, "2"], [3, "-4"]]
    return claim("upper", 2, "model", {"coefficients": terms}, 2, "0x6")


def inputs() -> Certificate:
    terms = [[0, "-1"], [1, "1"], [2, "1"], [3, "-1"]]
    return claim("lower", 2, "measure", {"inputs": terms}, 2, "0x6")


def roots() -> Certificate:
    return claim("upper", 2, "class-model", {"roots": ["1/2", "3/2"], "factor": "-1"}, 2, "0x6")


def weights() -> Certificate:
    terms = [[1, "1"], [2, "-2"], [3, "1"]]
    return claim("lower", 2, "measure", {"weights": terms}, 7, "profile:01011111")


def many() -> Certificate:
    return claim("lower", 1, "measure", {"weights": [[0, "1"], [1, "-1"]]}, 40, "profile:1" + 40 * "0")


def renamed() -> Certificate:
    return claim("lower", 2, "reduction", {"certificate": weights()}, 7, "profile:01011111")


CORPUS = {made.__name__: made() for made in (polynomial, inputs, roots, weights, many, renamed)}


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus_is_accepted_and_nothing_stronger(name: str) -> None:
    corpus.assert_tight(CORPUS[name])


@pytest.mark.parametrize("name", CORPUS)
def test_any_change_breaks_the_digest(name: str) -> None:
    for broken in corpus.tampered(CORPUS[name]):
        assert not checker.judge(broken).accepted


@pytest.mark.parametrize("name", CORPUS)
@pytest.mark.parametrize("field", checker.FIELDS)
def test_every_field_is_needed(name: str, field: str) -> None:
    assert not checker.judge({key: value for key, value in CORPUS[name].items() if key != field}).accepted


CORRUPTIONS: list[tuple[str, corpus.Path, Any]] = [
    ("polynomial", ("proof", "coefficients", 3, 1), "4"),
    ("polynomial", ("proof", "coefficients", 3, 1), "-3"),
    ("polynomial", ("proof", "coefficients", 0, 1), "1"),
    ("polynomial", ("proof", "coefficients", 0, 1), "0"),
    ("polynomial", ("proof", "coefficients", 0, 1), -1),
    ("polynomial", ("proof", "coefficients", 0, 1), -1.0),
    ("polynomial", ("proof", "coefficients", 0, 1), "-1/0"),
    ("polynomial", ("proof", "coefficients", 3, 0), 4),
    ("polynomial", ("proof", "coefficients", 3, 0), -1),
    ("polynomial", ("proof", "coefficients", 3, 0), True),
    ("polynomial", ("proof", "coefficients", 3, 0), 2),
    ("polynomial", ("proof", "coefficients"), []),
    ("polynomial", ("parameters", "table"), "0x9"),
    ("polynomial", ("parameters", "table"), "0x7"),
    ("polynomial", ("parameters", "table"), "6"),
    ("polynomial", ("parameters", "table"), "0x06"),
    ("polynomial", ("parameters", "table"), "0xg"),
    ("polynomial", ("parameters", "table"), "profile:01"),
    ("polynomial", ("parameters", "table"), 6),
    ("polynomial", ("parameters", "n"), 3),
    ("polynomial", ("parameters", "n"), 1),
    ("polynomial", ("parameters", "n"), 10**30),
    ("polynomial", ("parameters", "n"), 0),
    ("polynomial", ("parameters", "n"), "2"),
    ("polynomial", ("parameters",), {"n": 2, "table": "0x6"}),
    ("polynomial", ("parameters", "function"), None),
    ("polynomial", ("resource",), "heads"),
    ("polynomial", ("kind",), "theorem"),
    ("inputs", ("proof", "inputs", 3, 1), "1"),
    ("inputs", ("proof", "inputs", 3, 1), "-2"),
    ("inputs", ("proof", "inputs", 3, 1), "0"),
    ("inputs", ("proof", "inputs", 3, 1), -1),
    ("inputs", ("proof", "inputs", 3, 0), 4),
    ("inputs", ("proof", "inputs", 3, 0), 2),
    ("inputs", ("proof", "inputs", 0, 0), 3),
    ("inputs", ("proof", "inputs"), []),
    ("inputs", ("proof",), {"weights": [[0, "-1"], [1, "1"], [2, "-1"]]}),
    ("inputs", ("parameters", "table"), "0x9"),
    ("inputs", ("parameters", "table"), "0xe"),
    ("inputs", ("parameters", "n"), 3),
    ("roots", ("proof", "roots", 0), "3/2"),
    ("roots", ("proof", "roots", 0), "1"),
    ("roots", ("proof", "roots", 0), 0.5),
    ("roots", ("proof", "roots", 1), "5/2"),
    ("roots", ("proof", "roots"), ["1/2"]),
    ("roots", ("proof", "factor"), "1"),
    ("roots", ("proof", "factor"), "0"),
    ("roots", ("parameters", "table"), "0x9"),
    ("roots", ("parameters", "table"), "0x2"),
    ("roots", ("parameters", "table"), "profile:011"),
    ("weights", ("proof", "weights", 1, 1), "-1"),
    ("weights", ("proof", "weights", 1, 1), "2"),
    ("weights", ("proof", "weights", 2, 0), 4),
    ("weights", ("proof", "weights", 2, 0), 8),
    ("weights", ("proof", "weights", 0, 0), 2),
    ("weights", ("proof", "weights"), []),
    ("weights", ("parameters", "table"), "profile:01111111"),
    ("weights", ("parameters", "table"), "profile:10100000"),
    ("weights", ("parameters", "table"), "profile:0101111"),
    ("weights", ("parameters", "table"), "profile:01011112"),
    ("weights", ("parameters", "n"), 8),
    ("many", ("proof",), {"inputs": [[0, "1"]]}),
    ("many", ("proof", "weights", 0, 1), "-1"),
    ("renamed", ("parameters", "table"), "profile:01011110"),
    ("renamed", ("parameters", "n"), 8),
    ("renamed", ("proof", "certificate", "proof", "weights", 1, 1), "-1"),
    ("renamed", ("proof", "certificate", "value"), 1),
]


@pytest.mark.parametrize(("name", "path", "value"), CORRUPTIONS)
def test_corruptions_are_rejected(name: str, path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(CORPUS[name], path, value)).accepted


@pytest.mark.parametrize(
    ("name", "list_name"),
    [("polynomial", "coefficients"), ("inputs", "inputs"), ("roots", "roots"), ("weights", "weights")],
)
def test_nothing_can_be_left_out(name: str, list_name: str) -> None:
    for place in range(len(CORPUS[name]["proof"][list_name])):
        assert not checker.judge(corpus.without(CORPUS[name], ("proof", list_name, place))).accepted


def test_true_variations_are_accepted() -> None:
    scaled = copy.deepcopy(CORPUS["inputs"])
    for entry in scaled["proof"]["inputs"]:
        entry[1] = str(Fraction(entry[1]) * Fraction(7, 3))
    assert checker.judge(corpus.resealed(scaled)).accepted
    for name, path, value in (
        ("polynomial", ("proof", "coefficients", 0, 1), "-1/2"),
        ("roots", ("proof", "roots", 1), "7/4"),
        ("weights", ("parameters", "function"), "x"),
        ("weights", ("parameters", "table"), "profile:01010000"),
    ):
        assert checker.judge(corpus.changed(CORPUS[name], path, value)).accepted


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 4), st.data())
def test_polynomials_are_judged_by_their_signs(n: int, data: st.DataObject) -> None:
    """A random polynomial that vanishes nowhere is accepted for its own signs, rejected for any other."""
    numbers = st.fractions(-3, 3, max_denominator=4)
    terms = data.draw(st.dictionaries(st.integers(0, (1 << n) - 1), numbers, min_size=1))
    values = [sum(c for mask, c in terms.items() if x & mask == mask) for x in range(1 << n)]
    if 0 in values:
        return
    function = from_values(n, [int(value > 0) for value in values])
    size = max(mask.bit_count() for mask in terms)
    proof = {"coefficients": [[mask, str(value)] for mask, value in terms.items()]}
    assert checker.judge(claim("upper", size, "model", proof, n, hexadecimal(function))).accepted
    other = data.draw(st.integers(0, (1 << n) - 1))
    changed = from_values(n, [int(value) ^ int(x == other) for x, value in enumerate(function.values)])
    assert not checker.judge(claim("upper", size, "model", proof, n, hexadecimal(changed))).accepted


def hexadecimal(function: BooleanFunction) -> str:
    assert function.text.startswith("0x")
    return function.text


def test_found_certificates_break_when_a_number_changes() -> None:
    for certificate in solved(from_values(4, [0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0])).certificates:
        name = "inputs" if certificate["kind"] == "measure" else "coefficients"
        numbers = [int(number) for _, number in certificate["proof"][name]]
        for place, number in enumerate(numbers):
            opposite = str(-10 * lcm(*numbers) * number)
            broken = corpus.changed(certificate, ("proof", name, place, 1), opposite)
            assert not checker.judge(broken).accepted
