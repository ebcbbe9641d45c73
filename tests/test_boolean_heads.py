"""Head complexity with positions: constructions, search, lower bounds and scoring."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds import checker
from lpbounds.bounds import Interval
from lpbounds.cli import run as run_command
from lpbounds.errors import InputError
from lpbounds.minimal import minimal
from lpbounds.problem import Limits
from problems.boolean_functions import BooleanFunction, from_profile, from_values
from problems.boolean_heads import PROBLEM
from problems.boolean_heads_forms import profile, substituted, univariate_layer
from problems.boolean_heads_layer import Layer, NumeratorProgram, Obstacle, at_inputs, is_positive
from problems.boolean_heads_monomials import layer_of
from problems.boolean_heads_rounding import integer_affine
from problems.boolean_heads_split import Shattering, columns_needed, splits, submasks
from problems.boolean_names import named

Capture = pytest.CaptureFixture[str]

TABLES = st.integers(1, 3).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=1 << n, max_size=1 << n))


def function_with(values: list[int]) -> BooleanFunction:
    return from_values(len(values).bit_length() - 1, values)


def solved(function: BooleanFunction, **options: Any) -> Interval:
    return minimal(PROBLEM, function.to_json(), **options)


def heads(function: BooleanFunction) -> int:
    interval = solved(function, limits=Limits(starts=100))
    assert interval.is_settled and interval.upper is not None, interval
    return int(interval.upper.value)


def computes(layer: Layer, function: BooleanFunction) -> bool:
    """Run the layer on every input in rationals, straight from the definition."""
    for x in range(1 << function.n):
        bits = [1, *((x >> j) & 1 for j in range(function.n))]
        total = Fraction(0)
        for numerator, denominator in zip(layer.numerators, layer.denominators, strict=True):
            below = sum(c * b for c, b in zip(denominator, bits, strict=True))
            if below <= 0:
                return False
            total += Fraction(sum(c * b for c, b in zip(numerator, bits, strict=True)), below)
        if total * int(function.signs[x]) <= 0:
            return False
    return True


# Values that are known


@pytest.mark.parametrize(
    ("n", "name", "value"),
    [
        (1, "parity", 1),
        (2, "parity", 2),
        (6, "parity", 6),
        (40, "parity", 40),
        (5, "majority", 1),
        (30, "exact:7", 2),
        (6, "equality", 2),
        (12, "equality", 2),
        (8, "greater-than", 1),
        (8, "odd-max-bit", 1),
        (3, "multiplexer", 2),
        (6, "multiplexer", 3),
        (6, "disjointness", 2),
        (3, "endpoint:1-2+2-1", 2),
    ],
)
def test_named_functions(n: int, name: str, value: int) -> None:
    assert str(lpbounds.solve("boolean-heads", n=n, function=name)) == f"[{value}, {value}]"


def test_constants_take_one_head() -> None:
    for function in (from_values(3, [0] * 8), from_values(1, [1, 1]), from_profile([1] * 40)):
        interval = solved(function)
        assert str(interval) == "[1, 1]"
        assert str(interval.theory.lower) == "1"


def test_two_bits_by_hand() -> None:
    """Exclusive or and its complement take two heads, the other fourteen functions one."""
    for values in itertools.product((0, 1), repeat=4):
        assert heads(function_with(list(values))) == (2 if values in ((0, 1, 1, 0), (1, 0, 0, 1)) else 1)


@pytest.mark.parametrize("table", ["0x0189f890", "0x01ebee64", "0x016ebd42"])
def test_functions_of_five_bits_take_as_many_heads_as_their_degree(table: str) -> None:
    interval = lpbounds.solve("boolean-heads", n=5, table=table)
    assert interval.is_settled and interval.lower is not None
    assert interval.lower.kind == "reduction" and interval.lower.value in (2, 3)


# Lower bounds above the threshold degree


@pytest.mark.parametrize(("n", "name"), [(11, "signed-sum"), (12, "disjointness")])
def test_functions_above_their_threshold_degree(n: int, name: str) -> None:
    interval = lpbounds.solve("boolean-heads", n=n, function=name, method="split")
    assert interval.lower is not None and interval.lower.value == 3 and interval.lower.kind == "proof"
    degree = lpbounds.solve("threshold-degree", n=n, function=name, method="linear-program")
    assert str(degree) == "[2, 2]"


@pytest.mark.long
@pytest.mark.parametrize(("n", "name"), [(11, "signed-sum"), (12, "disjointness")])
def test_the_gap_is_one_head(n: int, name: str) -> None:
    assert str(lpbounds.solve("boolean-heads", n=n, function=name)) == "[3, 3]"


def test_a_split_is_found_whatever_the_order_of_bits() -> None:
    order = np.random.default_rng(1).permutation(11).tolist()
    function = named(11, "signed-sum").permuted(order).negated(0b10110011101)
    interval = solved(function, method="split")
    assert interval.lower is not None and interval.lower.value == 3


def test_where_no_split_helps_the_reason_is_told() -> None:
    interval = lpbounds.solve("boolean-heads", n=11, function="majority", method="split")
    assert interval.lower is None and interval.notes[0].reason.endswith("all patterns")
    limits = Limits(nodes=3)
    few = lpbounds.solve("boolean-heads", n=12, function="equality", method="split", limits=limits)
    assert few.notes[0].reason.endswith("first 3 tried")


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.lists(st.integers(0, 1), min_size=32, max_size=32), st.integers(0, 31), st.integers(1, 3))
def test_shattering_agrees_with_trying_all_columns(values: list[int], split: int, count: int) -> None:
    rows, columns = submasks(31 & ~split), submasks(split)

    def is_shattered(chosen: tuple[int, ...]) -> bool:
        return len({tuple(values[x | y] for y in chosen) for x in rows}) == 1 << count

    literal = any(map(is_shattered, itertools.combinations(columns, count)))
    found = Shattering(function_with(values), 10**6).columns(split, count)
    assert (found is not None) == literal
    assert found is None or is_shattered(tuple(found))


def test_splits_that_exclude_two_heads_have_five_bits_and_leave_six() -> None:
    listed = list(splits(12, 2))
    assert columns_needed(2) == 6
    assert len(listed) == len(set(listed)) == comb(12, 5) + comb(12, 6)
    assert {mask.bit_count() for mask in listed} == {5, 6}
    assert list(splits(10, 2)) == []
    assert submasks(0b1010) == [0, 2, 8, 10]


# Upper bounds


@settings(deadline=None, max_examples=60, derandomize=True)
@given(TABLES, st.data())
def test_linear_forms(values: list[int], data: st.DataObject) -> None:
    """Against the definition: f is a function of the form, and the layer has a head for every change."""
    function = function_with(values)
    weights = np.array(data.draw(st.lists(st.integers(-3, 3), min_size=function.n, max_size=function.n)))
    sums = [sum(int(w) for j, w in enumerate(weights) if x >> j & 1) for x in range(1 << function.n)]
    found = profile(function, weights)
    if any(sums[x] == sums[y] and values[x] != values[y] for x in range(len(sums)) for y in range(x)):
        assert found is None
        return
    assert found is not None and list(found) == sorted(set(sums))
    assert all(found[u] == value for u, value in zip(sums, values, strict=True))
    layer = univariate_layer(found)
    changes = sum(a != b for a, b in itertools.pairwise(found.values()))
    assert len(layer.denominators) == max(1, changes)
    assert computes(substituted(layer, weights), function)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 3), st.data())
def test_a_head_for_every_monomial(n: int, data: st.DataObject) -> None:
    numbers = st.integers(-4, 4).filter(bool)
    terms = data.draw(st.dictionaries(st.integers(0, (1 << n) - 1), numbers, min_size=1))
    values = [sum(c for mask, c in terms.items() if x & mask == mask) for x in range(1 << n)]
    if 0 in values:
        return
    layer = layer_of(n, terms)
    assert computes(layer, from_values(n, [int(value > 0) for value in values]))
    long = sum(mask.bit_count() > 1 for mask in terms)
    assert len(layer.denominators) in (max(1, long), long + 1)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.integers(1, 3), st.data())
def test_numerators_against_every_layer_of_a_box(n: int, data: st.DataObject) -> None:
    """What some small integer numerators compute is found; an obstacle is orthogonal to all of them."""
    count = data.draw(st.integers(1, 2))
    slopes = st.lists(st.integers(-2, 2), min_size=n, max_size=n)
    rows = [data.draw(slopes) for _ in range(count)]
    denominators = [[1 - sum(min(s, 0) for s in row), *row] for row in rows]
    assert all(map(is_positive, denominators))
    function = from_values(n, data.draw(st.lists(st.integers(0, 1), min_size=1 << n, max_size=1 << n)))
    found = NumeratorProgram(function, denominators).decide()
    if isinstance(found, Layer):
        assert found.denominators == denominators and computes(found, function)
        return
    assert isinstance(found, Obstacle) and found.masses
    assert all(mass * int(function.signs[x]) > 0 for x, mass in found.masses.items())
    for row in denominators:
        values = at_inputs(row).tolist()
        for i in range(n + 1):
            terms = [
                Fraction(mass, values[x]) for x, mass in found.masses.items() if i == 0 or x >> (i - 1) & 1
            ]
            assert sum(terms, Fraction(0)) == 0


def test_rows_join_when_they_are_wrong() -> None:
    """With more inputs than the first program sees."""
    function = named(12, "equality")
    weights = [1 << i for i in range(6)]
    slopes = [*weights, *(-w for w in weights)]
    denominators = [[64, *slopes], [64, *(-s for s in slopes)]]
    found = NumeratorProgram(function, denominators).decide()
    assert isinstance(found, Layer)
    certificate = lpbounds.solve("boolean-heads", n=12, function="equality").certificates[1]
    assert checker.judge(certificate).accepted


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.lists(st.floats(1e-6, 1e3), min_size=2, max_size=12), st.sampled_from([16, 1024, 1 << 20]))
def test_rounded_denominators_are_positive(weights: list[float], largest: int) -> None:
    pairs = np.array(weights[: len(weights) // 2 * 2])
    affine = integer_affine(pairs, largest)
    assert is_positive(affine) and len(affine) == len(pairs) // 2 + 1
    assert max(abs(slope) for slope in affine[1:]) <= largest


# Invariance


@settings(deadline=None, max_examples=25, derandomize=True)
@given(TABLES, st.data())
def test_invariance(values: list[int], data: st.DataObject) -> None:
    function = function_with(values)
    n, value = function.n, heads(function)
    assert heads(function.permuted(data.draw(st.permutations(range(n))))) == value
    assert heads(function.negated(data.draw(st.integers(0, (1 << n) - 1)))) == value
    assert heads(function.complement()) == value
    assert heads(function.extended()) == value
    degree = minimal(lpbounds.get("threshold-degree"), function.to_json())
    assert degree.upper is not None and value == max(1, degree.upper.value)


def test_results_depend_on_the_seed_alone() -> None:
    first, second = (lpbounds.solve("boolean-heads", n=5, table="0x01aced70", seed=4) for _ in range(2))
    assert first.certificates == second.certificates


# Scoring and bad input


def test_denominators_from_the_command_line(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "Z.json"
    file.write_text('[["1/2", 0, 0], [1, 1, 1]]')
    command = ["score", "boolean-heads", "--function", "parity", "--n", "2", "--denominators", str(file)]
    assert run_command(command) == 0
    assert "compute it" in capsys.readouterr().out
    assert run_command([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["computes"] and len(found["layer"]["heads"]) == 2
    assert found["denominators"] == [["1", "0", "0"], ["1", "1", "1"]]


def test_an_obstacle_explains_a_failure() -> None:
    score = lpbounds.score("boolean-heads", np.array([[1, 0, 0, 0], [2, 1, 1, 1.0]]), n=3, function="parity")
    assert "cannot" in str(score) and "111, weight" in str(score)
    found = score.to_json()
    assert not found["computes"] and len(found["measure"]) == 8 and found["layer"] is None


@pytest.mark.parametrize(
    ("denominators", "match"),
    [
        ([[1, 0]], "3 numbers in each row"),
        ([[1, -1, 0]], "positive"),
        ([[0, 0, 0]], "positive"),
        ([[1, 0, 0], [1, 0]], "denominators"),
        ([[1, 0, float("nan")]], "denominators"),
        ([], "denominators"),
        ("missing.json", "denominators"),
    ],
)
def test_bad_denominators(denominators: Any, match: str) -> None:
    with pytest.raises(InputError, match=match):
        lpbounds.score("boolean-heads", denominators, n=2, function="parity")


@pytest.mark.parametrize("method", ["search", "split", "monomials"])
def test_methods_that_need_a_table_say_so(method: str) -> None:
    interval = lpbounds.solve("boolean-heads", n=24, function="parity", method=method)
    assert str(interval) == "[?, ?]" and "table" in interval.notes[0].reason


def test_bad_input() -> None:
    with pytest.raises(InputError, match="truth table of 4"):
        lpbounds.solve("boolean-heads", n=4, table="abc")
    with pytest.raises(InputError, match="64 MiB"):
        lpbounds.solve("boolean-heads", n=26, function="equality")
    with pytest.raises(InputError, match="denominators"):
        lpbounds.score("boolean-heads", None, n=2, function="parity")
