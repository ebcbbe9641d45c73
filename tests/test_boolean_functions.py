"""Boolean functions: names against literal definitions, texts, symmetries, NPN classes, bad input."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds.errors import InputError
from problems import npn
from problems.boolean_functions import (
    BooleanFunction,
    from_callable,
    from_profile,
    from_sequence,
    from_text,
    from_values,
)
from problems.boolean_names import NAMES, named
from problems.boolean_parameters import expand, function_of

Input = tuple[int, ...]


def tables(n: int) -> st.SearchStrategy[BooleanFunction]:
    bits = st.lists(st.integers(0, 1), min_size=1 << n, max_size=1 << n)
    return bits.map(lambda values: from_values(n, values))


FUNCTIONS = st.integers(1, 8).flatmap(tables)


def split(x: Input) -> tuple[Input, Input]:
    return x[: len(x) // 2], x[len(x) // 2 :]


def number(word: Input) -> int:
    return sum(bit << place for place, bit in enumerate(word))


def last_one(x: Input) -> int:
    return max((j for j, bit in enumerate(x, 1) if bit), default=0)


def signed_sum(x: Input, k: int) -> float:
    return (2 * x[0] - 1) / 2 + sum(x[k + j] * (2 * x[j] - 1) for j in range(1, k + 1))


LITERAL: dict[str, tuple[list[int], Callable[[Input], Any]]] = {
    "parity": ([1, 4, 7], lambda x: sum(x) % 2),
    "majority": ([1, 4, 7], lambda x: sum(x) > len(x) / 2),
    "threshold:3": ([3, 4, 7], lambda x: sum(x) >= 3),
    "exact:2": ([2, 4, 7], lambda x: sum(x) == 2),
    "multiplexer": ([3, 6, 11], lambda x: x[k + number(x[:k])] if (k := {3: 1, 6: 2, 11: 3}[len(x)]) else 0),
    "address": ([3, 6], lambda x: x[k + number(x[:k])] if (k := {3: 1, 6: 2}[len(x)]) else 0),
    "equality": ([2, 4, 8], lambda x: split(x)[0] == split(x)[1]),
    "greater-than": ([2, 4, 8], lambda x: number(split(x)[0]) > number(split(x)[1])),
    "inner-product": ([2, 4, 8], lambda x: sum(a * b for a, b in zip(*split(x), strict=True)) % 2),
    "disjointness": ([2, 4, 8], lambda x: any(a and b for a, b in zip(*split(x), strict=True))),
    "odd-max-bit": ([1, 4, 7], lambda x: last_one(x) % 2),
    "hidden-weighted-bit": ([1, 4, 7], lambda x: x[sum(x) - 1] if any(x) else 0),
    "signed-sum": ([3, 5, 11], lambda x: signed_sum(x, len(x) // 2) > 0),
    "and-of-ors:2": ([2, 4, 8], lambda x: all(map(any, split(x)))),
    "endpoint:1-2+2-1": ([3], lambda x: x[1 + x[0]]),
    "endpoint:1-2+2-3+3-1": ([5], lambda x: x[2 + number(x[:2]) % 3]),
}


def test_every_name_is_tested() -> None:
    assert {name.partition(":")[0] for name in LITERAL} == set(NAMES)


@pytest.mark.parametrize("name", LITERAL)
def test_names_mean_what_they_say(name: str) -> None:
    sizes, literal = LITERAL[name]
    for n in sizes:
        assert named(n, name) == from_callable(n, lambda x: bool(literal(x)))


def test_a_table_says_where_the_function_is_one() -> None:
    assert from_callable(2, lambda x: x[0] and not x[1]).text == "0x2"
    assert from_text(2, "2").values.tolist() == [0, 1, 0, 0]
    assert from_text(2, "2").signs.tolist() == [-1, 1, -1, -1]
    assert from_sequence(2, [-1, 1, -1, -1]) == from_sequence(2, [False, True, False, False])
    assert named(3, "endpoint:1-2+2-1") == named(3, "multiplexer")


@settings(deadline=None, max_examples=60, derandomize=True)
@given(FUNCTIONS)
def test_texts_are_canonical(function: BooleanFunction) -> None:
    assert from_text(function.n, function.text) == function
    assert from_values(function.n, function.values) == function
    assert function.to_json() == {"n": function.n, "table": function.text}
    values = function.values.tolist()
    assert from_callable(function.n, lambda x: values[number(x)]) == function


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 9).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=n + 1, max_size=n + 1)))
def test_profiles_are_found_again(profile: list[int]) -> None:
    function = from_profile(profile)
    assert function.profile == tuple(profile) and function.is_symmetric
    assert from_values(function.n, function.values) == function
    assert function.values.tolist() == [profile[i.bit_count()] for i in range(1 << function.n)]
    assert function.complement().profile == tuple(1 - value for value in profile)
    assert function.reversed().profile == tuple(reversed(profile))
    assert function.is_constant == (len(set(profile)) == 1)


def test_large_symmetric_functions_need_no_table() -> None:
    function = named(500, "majority")
    assert function.sign_changes == 1 and from_text(500, function.text) == function
    with pytest.raises(InputError, match="at most 20"):
        _ = function.values


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 4).flatmap(tables), st.data())
def test_symmetries_act_on_inputs(function: BooleanFunction, data: st.DataObject) -> None:
    n = function.n
    order = data.draw(st.permutations(range(n)))
    mask = data.draw(st.integers(0, (1 << n) - 1))
    values = function.values.tolist()
    moved = from_callable(n, lambda x: values[number(tuple(x[source] for source in order))])
    assert function.permuted(order) == moved
    assert function.negated(mask) == from_callable(n, lambda x: values[number(x) ^ mask])
    assert function.complement() == from_callable(n, lambda x: 1 - values[number(x)])
    assert function.extended() == from_callable(n + 1, lambda x: values[number(x[:n])])


# NPN classes


@pytest.mark.parametrize(("n", "count"), [(1, 2), (2, 4), (3, 14), (4, 222)])
def test_all_classes_are_listed(n: int, count: int) -> None:
    classes = npn.classes(n)
    assert len(classes) == count
    assert sum(found.size for found in classes) == 1 << (1 << n)
    assert all(npn.canonical(found.representative) == found.representative for found in classes)


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(1, 3).flatmap(tables))
def test_canonical_forms_against_enumeration(function: BooleanFunction) -> None:
    n = function.n
    moved = [
        function.permuted(order).negated(mask) for order in permutations(range(n)) for mask in range(1 << n)
    ]
    orbit = {image.text for image in moved} | {image.complement().text for image in moved}
    assert npn.class_of(function) == npn.NpnClass(BooleanFunction(n, min(orbit)), len(orbit))


@settings(deadline=None, max_examples=5, derandomize=True)
@given(st.integers(5, 6).flatmap(tables), st.data())
def test_canonical_forms_are_invariant(function: BooleanFunction, data: st.DataObject) -> None:
    moved = function.permuted(data.draw(st.permutations(range(function.n)))).negated(5).complement()
    assert npn.canonical(moved) == npn.canonical(function)


def test_samples_are_seeded_and_distinct() -> None:
    first = npn.sample(5, 12, 3)
    assert first == npn.sample(5, 12, 3) and len(set(first)) == 12
    assert first != npn.sample(5, 12, 4)
    assert all(npn.class_of(found.representative) == found for found in first)


# Parameters


def chosen(n: int, function: Any = "table", table: str = "function") -> dict[str, Any]:
    return {"n": n, "function": function, "table": table}


def test_parameters_carry_the_table() -> None:
    assert expand(chosen(4, "parity")) == [chosen(4, "parity", "0x6996")]
    assert expand(chosen(4, table="6996")) == [chosen(4, "table", "0x6996")]
    assert expand(chosen(2, lambda x: x[0] ^ x[1])) == [chosen(2, "table", "0x6")]
    assert expand(chosen(2, [0, 1, 1, 0])) == [chosen(2, "table", "0x6")]
    assert expand(chosen(7, "parity")) == [chosen(7, "parity", "profile:01010101")]
    assert [function_of(choice) for choice in expand(chosen(4, "npn"))] == [
        found.representative for found in npn.classes(4)
    ]
    assert len(expand(chosen(5, "npn-sample:7:1"))) == 7
    for choice in (chosen(4, "parity"), chosen(3, table="e4"), chosen(3, "npn")):
        assert all(expand(found) == [found] for found in expand(choice))


@pytest.mark.parametrize(
    ("choice", "parameter", "words"),
    [
        (chosen(4), "function", "a name"),
        (chosen(4, "parityy"), "function", "did you mean parity"),
        (chosen(4, "parity:1"), "function", "no argument"),
        (chosen(4, "threshold"), "function", "threshold:K"),
        (chosen(4, "threshold:5"), "function", "1 <= K <= n = 4"),
        (chosen(4, "multiplexer"), "n", "3, 6, 11"),
        (chosen(5, "equality"), "n", "even"),
        (chosen(4, "signed-sum"), "n", "odd"),
        (chosen(5, "and-of-ors:2"), "n", "multiple of 2"),
        (chosen(4, "endpoint:1-2+2-1"), "n", "3"),
        (chosen(4, "endpoint:1-1"), "function", "tail-head"),
        (chosen(4, "endpoint"), "function", "tail-head"),
        (chosen(40, "equality"), "n", "1,024 GiB"),
        (chosen(40, table="6996"), "n", "1,024 GiB"),
        (chosen(200, "equality"), "n", "2\\^200 bytes"),
        (chosen(4, table="699"), "table", "4 hexadecimal digits"),
        (chosen(4, table="69961"), "table", "2\\^4 = 16 values"),
        (chosen(4, table="699g"), "table", "4 hexadecimal digits"),
        (chosen(4, table="-996"), "table", "4 hexadecimal digits"),
        (chosen(1, table="4"), "table", "at most 3"),
        (chosen(7, table="profile:0101"), "table", "8 digits"),
        (chosen(3, table="profile:0120"), "table", "4 digits"),
        (chosen(4, "parity", "6997"), "table", "the table of parity"),
        (chosen(2, [0, 1, 1]), "table", "2\\^2 = 4 values"),
        (chosen(2, [0, 1, 1, 2]), "function", "0, 1, -1"),
        (chosen(5, "npn"), "n", "1 to 4"),
        (chosen(4, "npn-sample:3"), "n", "5 to 6"),
        (chosen(5, "npn-sample"), "function", "COUNT"),
        (chosen(5, "npn-sample:0"), "count", "1 to"),
    ],
)
def test_bad_input_is_refused(choice: dict[str, Any], parameter: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        expand(choice)
    assert error.value.parameter == parameter and "\n" not in str(error.value)
