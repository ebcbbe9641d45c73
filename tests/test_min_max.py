"""The smallest and the largest number of a list: formulations, known tables, constructions, bad input."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import gcd, inf, isqrt
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds.bounds import Interval
from lpbounds.cli import run
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.errors import InputError
from lpbounds.problem import Limits, Nothing
from problems import min_max_check
from problems.min_max_check import TaskName
from problems.min_max_climb import climb
from problems.min_max_dependencies import circuits, conditions, is_met, kernel
from problems.min_max_exhaustive import refuse_large
from problems.min_max_exhaustive_check import branch
from problems.min_max_heads import Head, direct_sum, independent, powers, triangle
from problems.min_max_rows import (
    classifier_system,
    compact_lists,
    dot,
    literal_lists,
    name,
    rows,
    weight_system,
)
from problems.min_max_weights import Open, Refuted, decide_weights, head_for

BOTH: tuple[TaskName, TaskName] = ("min", "max")
Capture = pytest.CaptureFixture[str]


def is_possible(points: Sequence[Sequence[int]], n: int, task: TaskName, *, literal: bool = False) -> bool:
    make = literal_lists if literal else compact_lists
    verdict = decide(classifier_system(points, rows(list(make(len(points), n, task)), len(points))))
    assert isinstance(verdict, Feasible | Infeasible)
    return isinstance(verdict, Feasible)


@st.composite
def points(draw: st.DrawFn, most: int = 4, entry: int = 6) -> list[tuple[int, ...]]:
    numbers, width = draw(st.integers(2, most)), draw(st.integers(1, 3))
    vector = st.tuples(*[st.integers(-entry, entry)] * width)
    return draw(st.lists(vector, min_size=numbers, max_size=numbers))


@settings(deadline=None, max_examples=60, derandomize=True)
@given(points(), st.integers(1, 4), st.sampled_from(BOTH))
def test_compact_and_literal_programs_agree(a: list[tuple[int, ...]], n: int, task: TaskName) -> None:
    assert is_possible(a, n, task) == is_possible(a, n, task, literal=True)


@settings(deadline=None, max_examples=30, derandomize=True)
@given(points(), st.integers(1, 5), st.sampled_from(BOTH), st.randoms(use_true_random=False))
def test_signed_permutations_change_nothing(
    a: list[tuple[int, ...]], n: int, task: TaskName, random: object
) -> None:
    width = len(a[0])
    order = list(range(width))
    random.shuffle(order)  # type: ignore[attr-defined]
    signs = [random.choice((1, -1)) for _ in order]  # type: ignore[attr-defined]
    moved = [tuple(sign * vector[axis] for sign, axis in zip(signs, order, strict=True)) for vector in a]
    assert is_possible(a, n, task) == is_possible(moved, n, task)


@settings(deadline=None, max_examples=30, derandomize=True)
@given(points(), st.integers(1, 5))
def test_reversing_the_order_swaps_smallest_and_largest(a: list[tuple[int, ...]], n: int) -> None:
    assert is_possible(a, n, "min") == is_possible(a[::-1], n, "max")


@settings(deadline=None, max_examples=30, derandomize=True)
@given(points(), st.integers(1, 4), st.sampled_from(BOTH))
def test_longer_lists_are_never_easier(a: list[tuple[int, ...]], n: int, task: TaskName) -> None:
    assert is_possible(a, n, task) or not is_possible(a, n + 1, task)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(points(4, 2), st.integers(2, 5), st.data())
def test_conditions_on_weights_are_necessary(a: list[tuple[int, ...]], n: int, data: st.DataObject) -> None:
    """With beta = 1/alpha, weights break a condition only where the classifier program fails."""
    basis = kernel(a)
    assume(basis)
    dependency = data.draw(st.sampled_from(basis + circuits(a)))
    beta = data.draw(st.lists(st.integers(1, 9), min_size=len(a), max_size=len(a)))
    weights = [1260 * 2 // b for b in beta]
    scaled = [[w * entry for entry in value] for w, value in zip(weights, a, strict=True)]
    for condition in conditions(dependency, n, BOTH):
        if not is_met(condition, beta):
            assert not is_possible(scaled, n, condition.task)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(points(5, 2), st.integers(2, 4))
def test_weights_are_decided_with_proof(a: list[tuple[int, ...]], n: int) -> None:
    try:
        found = decide_weights(a, n, BOTH, 100)
    except Open:
        return
    asked = SimpleNamespace(tasks=BOTH, n=n, uniform=False)
    if not isinstance(found, Head):
        branch(found, a, asked, [])
        assert isinstance(head_for(a, [1] * len(a), n, BOTH), Refuted)
        return
    theta = found.classifiers
    products = {task: [[dot(row, v) for v in a] for row in table] for task, table in theta.items()}
    assert isinstance(found.weights, list)
    min_max_check.run_all(min_max_check.Head(found.weights, products), n)


def test_dependencies_of_known_values() -> None:
    triangle = [(1, 0), (0, 1), (-1, -1)]
    assert circuits(triangle) == [[1, 1, 1]] or circuits(triangle) == [[-1, -1, -1]]
    assert circuits([(1, 0), (2, 0), (0, 0)])[0] in ([0, 0, 1], [0, 0, -1])
    assert kernel([(1, 0), (0, 1)]) == []


def test_weights_solve_the_program_for_fixed_classifiers() -> None:
    values, theta = [(1, 0), (0, 1), (-1, -1)], [(0, 0), (-1, 54), (-1, -12)]
    listed = {"max": rows(list(literal_lists(3, 3, "max")), 3)}
    verdict = decide(weight_system(values, {"max": theta}, listed))  # type: ignore[dict-item]
    assert isinstance(verdict, Feasible)
    assert is_possible([[w * e for e in v] for w, v in zip(verdict.point, values, strict=True)], 3, "max")
    assert name(listed["max"][0]) == "list (1 x3): 1 against 2"


# The facts that the theorems count


@pytest.mark.parametrize(("width", "reach"), [(2, 1), (2, 4), (3, 2), (4, 1)])
def test_directions_are_counted_exactly(width: int, reach: int) -> None:
    vectors = [v for v in product(range(-reach, reach + 1), repeat=width) if any(v) and gcd(*v) == 1]
    assert min_max_check.primitive(width, "entries", reach) == len(vectors)
    for square in range(1, reach**2 + 1):
        within = sum(sum(e * e for e in v) <= square for v in vectors)
        assert min_max_check.primitive(width, "squared-norm", square) == within
    assert isqrt(reach**2) == reach


def test_directions_of_special_cases() -> None:
    assert min_max_check.rays(0, None, 5) == 0
    assert min_max_check.rays(1, None, 5) == 2
    assert min_max_check.rays(None, ("entries", 1), 5) == inf
    assert min_max_check.rays(3, ("entries", 0), 5) == 0
    assert min_max_check.rays(2, ("entries", 10**9), 1000) >= 1000


# Tables


def solved(problem: str, resource: str, **parameters: object) -> Interval:
    interval = lpbounds.solve(problem, resource=resource, **parameters)
    assert interval.is_settled, interval
    return interval


def value(problem: str, resource: str, **parameters: object) -> float:
    lower = solved(problem, resource, **parameters).lower
    assert lower is not None
    return lower.value


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_table_of_real_widths(n: int) -> None:
    for problem, row in (("min", [1, 2, 2, 2, 2]), ("max", [1, 2, 2, 2, 2]), ("min-max", [2, 2, 3, 3, 3])):
        assert [value(problem, "real-width", numbers=numbers, n=n) for numbers in range(2, 7)] == row


@pytest.mark.parametrize(
    ("width", "row"),
    [(1, [inf] * 4), (2, [1, 2, inf, inf]), (3, [1, 1, 2, 2]), (4, [1, 1, 1, 2])],
)
def test_the_table_of_squared_norms_with_free_weights(width: int, row: list[float]) -> None:
    for n in (2, 6):
        found = [value("min-max", "squared-norm", numbers=m, n=n, width=width) for m in range(2, 6)]
        assert found == row
    entries = [value("min-max", "entries", numbers=m, n=6, width=width) for m in range(2, 6)]
    assert entries == [1 if norm < inf else inf for norm in row]


@pytest.mark.parametrize(
    ("problem", "numbers", "width", "row"),
    [
        ("min", 3, 2, [1, 1, 2, 2, 2]),
        ("min-max", 3, 2, [1, 1, 2, 2, 3]),
        ("min-max", 4, 3, [1, 1, 1, 1, 1]),
        ("max", 4, 2, [2, 2]),
    ],
)
def test_the_table_of_entries_with_uniform_weights(
    problem: str, numbers: int, width: int, row: list[int]
) -> None:
    options = {"numbers": numbers, "width": width, "weights": "uniform"}
    assert [value(problem, "entries", n=n, **options) for n in range(2, 2 + len(row))] == row


def test_one_task_with_free_weights_needs_directions_only() -> None:
    assert value("min", "entries", numbers=8, n=50, width=2) == 1
    assert value("min", "entries", numbers=9, n=50, width=2) == 2
    assert value("max", "squared-norm", numbers=9, n=3, width=3) == 2
    assert value("min", "width", numbers=27, n=4, entries=1) == 4
    assert value("min", "width", numbers=9, n=4, bits=1, norm="0.5") == 5
    assert value("min-max", "width", numbers=27, n=1, entries=1) == 4


# Constructions


def upper(problem: str, method: str, **parameters: object) -> Interval:
    interval = lpbounds.solve(problem, method=method, **parameters)
    assert interval.upper is not None
    return interval


@pytest.mark.parametrize(("numbers", "n", "width"), [(32, 10, 5), (33, 2, 6)])
def test_sign_vectors(numbers: int, n: int, width: int) -> None:
    for problem in ("min", "max"):
        found = upper(problem, "sign-vectors", numbers=numbers, n=n, entries=1).upper
        assert found is not None and found.value == width


@pytest.mark.long
def test_sign_vectors_for_many_numbers() -> None:
    found = upper("min", "sign-vectors", numbers=1024, n=100, entries=1)
    assert found.upper is not None and found.upper.value == 10
    assert found.timings["checking"] < 60


@pytest.mark.parametrize("root", [2, 3, 4, 5, 6])
def test_grids_take_three_roots_of_the_numbers(root: int) -> None:
    for n in (2, 6, 20):
        found = upper("min-max", "grid", numbers=root**2, n=n, entries=root - 1).upper
        assert found is not None and found.value <= 3 * root


def test_grids_with_centred_entries_are_narrower() -> None:
    found = upper("min-max", "grid", numbers=36, n=6, entries=5).upper
    assert found is not None and found.value < 18


@settings(deadline=None, max_examples=15, derandomize=True)
@given(st.lists(st.sampled_from([1, 3, -3, -4]), min_size=2, max_size=4), st.integers(2, 40))
def test_direct_sums_of_heads_are_right(sizes: list[int], n: int) -> None:
    """Runs of independent numbers, triangles (-3) and powers (-4) in any order."""
    made = {-3: lambda: triangle(n, BOTH), -4: lambda: powers(4, n, BOTH)}
    head = direct_sum([made[s]() if s in made else independent(s, n, BOTH) for s in sizes], n)
    values = [[Fraction(entry) for entry in value] for value in head.values]
    asked = min_max_check.Question(BOTH, len(values), n, "real-width", None, None, False)
    assert min_max_check.model(head.proof(), asked) == len(head.values[0])


def test_sums_of_small_parts() -> None:
    for numbers, entries, n, width in ((9, 2, 6, 5), (16, 3, 20, 9), (9, 1, 10**6, 6)):
        found = upper("min-max", "small-parts", numbers=numbers, n=n, entries=entries).upper
        assert found is not None and found.value == width


def test_climbing_finds_heads_with_uniform_weights() -> None:
    asked = min_max_check.Question(BOTH, 3, 5, "entries", 2, None, True)
    heads = [climb(asked, 2, ("entries", 2), np.random.default_rng(seed)) for seed in range(10)]
    found = [head for head in heads if head is not None]
    assert found
    for head in found:
        values = [[Fraction(entry) for entry in value] for value in head.values]
        assert min_max_check.model(head.proof(), asked) == min_max_check.extent("entries", values) <= 2


def test_powers_of_n() -> None:
    found = upper("min-max", "powers", numbers=20, n=6, entries=6**19, resource="width", weights="uniform")
    assert found.upper is not None and found.upper.value == 3
    blocks = upper("min-max", "powers", numbers=20, n=6, entries=6**4, resource="width").upper
    assert blocks is not None and blocks.value == 12
    narrow = upper("min", "powers", numbers=9, n=3, width=4, resource="entries", weights="uniform").upper
    assert narrow is not None and narrow.value == 3**4


def test_a_longer_list_needs_more_volume() -> None:
    lower = lpbounds.solve("min-max", method="volume", numbers=100, n=20, entries=1).lower
    assert lower is not None and lower.value > 3
    published = lpbounds.solve("min-max", method="volume", numbers=100, n=20, entries=1).theory.lower
    assert published is not None and published <= lower.value


# Small and bad input


def test_one_number_needs_nothing() -> None:
    for problem in ("min", "max", "min-max"):
        assert value(problem, "real-width", numbers=1, n=5) == 0
        assert value(problem, "width", numbers=1, n=10**9, entries=0) == 0
        assert value(problem, "entries", numbers=1, n=1, width=2, weights="uniform") == 0


def test_lists_of_one_number_need_directions() -> None:
    assert value("min-max", "real-width", numbers=3, n=1) == 2
    assert value("min-max", "entries", numbers=9, n=1, width=2, weights="uniform") == 2


def test_zero_values_fail_for_a_reason(capsys: Capture) -> None:
    interval = solved("min", "width", numbers=2, n=2, entries=0)
    assert interval.lower is not None and (interval.lower.value, interval.lower.method) == (inf, "zero")
    assert value("min-max", "width", numbers=3, n=2, bits=3, norm=0) == inf
    assert run(["solve", "min", "--numbers", "2", "--n", "2", "--entries", "0"]) == 0
    assert "all values are 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given_options", "named"),
    [
        ({"numbers": 0, "n": 2, "entries": 1}, "numbers"),
        ({"numbers": 2, "n": 0, "entries": 1}, "n"),
        ({"numbers": 2, "n": 2, "entries": -1}, "entries"),
        ({"numbers": 2, "n": 2, "bits": 1, "norm": "-1"}, "norm"),
        ({"numbers": 2, "n": 2, "bits": 1, "norm": "x"}, "norm"),
        ({"numbers": 2, "n": 2, "bits": 1}, "limit"),
        ({"numbers": 2, "n": 2}, "limit"),
        ({"numbers": 2, "n": 2, "bits": 1, "norm": 1, "entries": 1}, "limit"),
        ({"numbers": 2, "n": 2, "width": 1, "entries": 1}, "limit"),
        ({"numbers": 2, "n": 2, "resource": "entries", "width": 0}, "width"),
        ({"numbers": 2, "n": 2, "resource": "entries"}, "width"),
        ({"numbers": 2, "n": 2, "resource": "squared-norm", "width": 2, "entries": 1}, "entries"),
        ({"numbers": 2, "n": 2, "resource": "real-width", "width": 2}, "width"),
        ({"numbers": 2, "n": 2, "entries": 1, "weights": "some"}, "weights"),
    ],
)
def test_bad_input_names_the_parameter(given_options: dict[str, object], named: str) -> None:
    with pytest.raises(InputError) as caught:
        lpbounds.solve("min-max", **given_options)  # type: ignore[arg-type]
    assert caught.value.parameter == named
    command = ["solve", "min-max"]
    for option, chosen in given_options.items():
        command += [f"--{option}", str(chosen)]
    assert run(command) == 2


def test_a_search_of_days_is_refused_with_an_estimate() -> None:
    interval = lpbounds.solve("min-max", method="exhaustive", resource="entries", numbers=9, n=6, width=5)
    assert any("2^" in note.reason and "try anyway" in note.reason for note in interval.notes)


def test_a_search_of_days_is_tried_with_more_nodes_than_by_default() -> None:
    asked, usual = min_max_check.Question(BOTH, 9, 6, "entries", 5, None, False), Limits().nodes
    with pytest.raises(Nothing, match="try anyway"):
        refuse_large(asked, 5, ("entries", 1), usual)
    refuse_large(asked, 5, ("entries", 1), usual + 1)


def test_fewer_nodes_leave_an_interval(capsys: Capture) -> None:
    command = "solve min --resource entries --numbers 4 --n 4 --width 2 --weights uniform --json --starts 0"
    assert run([*command.split(), "--nodes", "40"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert 1 < found["lower"] < found["upper"]
