"""The checker of head complexity accepts true claims and rejects every corruption of their proofs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds import checker
from lpbounds.certificates import Certificate, sealed
from problems.boolean_functions import from_values
from problems.boolean_names import named

SIGNED_SUM = named(11, "signed-sum").text


def claim(side: str, value: int, kind: str, proof: dict[str, Any], n: int, table: str) -> Certificate:
    given = {"n": n, "function": "by hand", "table": table}
    return sealed("boolean-heads", given, "heads", side, value, kind, "by hand", proof)


def head(numerator: str, denominator: str) -> dict[str, list[str]]:
    return {"numerator": numerator.split(), "denominator": denominator.split()}


def model() -> Certificate:
    """Exclusive or: 5/4 - s - 3/2 (1 - s)/(1 + s) is -1/4, 1/4, -1/4 at s = x_1 + x_2 = 0, 1, 2."""
    heads = [head("5/4 -1 -1", "1 0 0"), head("-3/2 3/2 3/2", "1 1 1")]
    return claim("upper", 2, "model", {"heads": heads}, 2, "0x6")


def by_weight() -> Certificate:
    heads = [head("5/4 -1", "1 0"), head("-3/2 3/2", "1 1")]
    return claim("upper", 2, "class-model", {"heads": heads}, 2, "0x6")


def constant() -> Certificate:
    return claim("upper", 1, "class-model", {"heads": [head("-1 0", "1 0")]}, 40, "profile:" + 41 * "0")


def one_head() -> Certificate:
    return claim("lower", 1, "theorem", {"theorem": "one-head"}, 1, "0x0")


def degree() -> Certificate:
    measure = {"inputs": [[0, "-1"], [1, "1"], [2, "1"], [3, "-1"]]}
    given = {"n": 2, "function": "by hand", "table": "0x6"}
    inner = sealed("threshold-degree", given, "threshold-degree", "lower", 2, "measure", "by hand", measure)
    return claim("lower", 2, "reduction", {"certificate": inner}, 2, "0x6")


def same() -> Certificate:
    return claim("upper", 2, "reduction", {"certificate": model()}, 2, "0x6")


def split() -> Certificate:
    """The bits y_1, .., y_5 are bits 6 to 10; at y = 0 and y = e_j the value is x_0 and x_j."""
    columns = [0, *(1 << j for j in range(6, 11))]
    return claim(
        "lower", 3, "proof", {"rule": "split", "split": 0b11111000000, "columns": columns}, 11, SIGNED_SUM
    )


CORPUS = {made.__name__: made() for made in (model, by_weight, constant, one_head, degree, same, split)}


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


HEAD = ("proof", "heads", 1)
CORRUPTIONS: list[tuple[str, corpus.Path, Any]] = [
    ("model", (*HEAD, "numerator", 0), "3/2"),
    ("model", (*HEAD, "numerator", 0), "-5/4"),
    ("model", (*HEAD, "numerator", 0), -1.5),
    ("model", (*HEAD, "numerator", 0), -2),
    ("model", (*HEAD, "numerator", 2), "0"),
    ("model", (*HEAD, "numerator"), ["-3/2", "3/2"]),
    ("model", (*HEAD, "numerator"), ["-3/2", "3/2", "3/2", "0"]),
    ("model", (*HEAD, "denominator", 0), "0"),
    ("model", (*HEAD, "denominator", 0), "-3"),
    ("model", (*HEAD, "denominator", 0), "1/0"),
    ("model", (*HEAD, "denominator", 1), "-1"),
    ("model", (*HEAD, "denominator"), ["-1", "-1", "-1"]),
    ("model", (*HEAD, "weight"), "1"),
    ("model", HEAD, ["-3/2"]),
    ("model", ("proof", "heads"), []),
    ("model", ("parameters", "table"), "0x9"),
    ("model", ("parameters", "table"), "0x7"),
    ("model", ("parameters", "table"), "profile:01"),
    ("model", ("parameters", "n"), 3),
    ("model", ("parameters", "n"), 10**30),
    ("model", ("parameters", "function"), None),
    ("model", ("parameters",), {"n": 2, "table": "0x6"}),
    ("model", ("resource",), "threshold-degree"),
    ("model", ("kind",), "class-model"),
    ("model", ("problem",), "threshold-degree"),
    ("by_weight", (*HEAD, "numerator", 1), "1"),
    ("by_weight", (*HEAD, "denominator", 1), "-1/2"),
    ("by_weight", (*HEAD, "denominator", 1), "-1"),
    ("by_weight", ("kind",), "model"),
    ("by_weight", ("parameters", "table"), "0x2"),
    ("by_weight", ("parameters", "table"), "0xe"),
    ("constant", ("proof", "heads", 0, "numerator", 0), "0"),
    ("constant", ("proof", "heads", 0, "numerator", 0), "1"),
    ("constant", ("proof", "heads", 0, "numerator", 1), "1/40"),
    ("constant", ("parameters", "table"), "profile:" + 40 * "0" + "1"),
    ("constant", ("kind",), "model"),
    ("one_head", ("proof", "theorem"), "two-heads"),
    ("one_head", ("proof",), {}),
    ("one_head", ("parameters", "table"), "0"),
    ("degree", ("parameters", "table"), "0xe"),
    ("degree", ("proof", "certificate", "parameters", "table"), "0x9"),
    ("degree", ("proof", "certificate", "proof", "inputs", 0, 1), "-2"),
    ("degree", ("proof", "certificate", "value"), 1),
    ("degree", ("proof", "certificate", "problem"), "parity"),
    ("degree", ("proof", "certificate", "problem"), "boolean-heads"),
    ("same", ("parameters", "table"), "0x9"),
    ("same", ("proof", "certificate", "proof", "heads", 0, "numerator", 0), "0"),
    ("same", ("proof", "certificate", "resource"), "threshold-degree"),
    ("split", ("proof", "columns", 1), 0),
    ("split", ("proof", "columns", 1), 192),
    ("split", ("proof", "columns", 1), 1),
    ("split", ("proof", "columns", 1), -64),
    ("split", ("proof", "columns", 1), 1 << 11),
    ("split", ("proof", "columns", 1), "64"),
    ("split", ("proof", "columns"), []),
    ("split", ("proof", "columns"), list(range(0, 25 * 64, 64))),
    ("split", ("proof", "split"), 0b11110000000),
    ("split", ("proof", "split"), 0b11111000001),
    ("split", ("proof", "split"), True),
    ("split", ("proof", "rule"), "splits"),
    ("split", ("proof", "heads"), 2),
    ("split", ("kind",), "theorem"),
    ("split", ("parameters", "table"), named(11, "majority").text),
    ("split", ("parameters", "table"), SIGNED_SUM[:-1] + "f"),
]


@pytest.mark.parametrize(("name", "path", "value"), CORRUPTIONS)
def test_corruptions_are_rejected(name: str, path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(CORPUS[name], path, value)).accepted


def test_the_threshold_degree_says_nothing_from_above() -> None:
    given = {"n": 2, "function": "by hand", "table": "0x6"}
    terms = {"coefficients": [[0, "-1"], [1, "2"], [2, "2"], [3, "-4"]]}
    inner = sealed("threshold-degree", given, "threshold-degree", "upper", 2, "model", "by hand", terms)
    assert checker.judge(inner).accepted
    assert not checker.judge(claim("upper", 2, "reduction", {"certificate": inner}, 2, "0x6")).accepted


def test_nothing_can_be_left_out() -> None:
    for name, path, count in (
        ("model", ("proof", "heads"), 2),
        ("by_weight", ("proof", "heads"), 2),
        ("split", ("proof", "columns"), 6),
    ):
        for place in range(count):
            assert not checker.judge(corpus.without(CORPUS[name], (*path, place))).accepted


def test_true_variations_are_accepted() -> None:
    for name, path, value in (
        ("model", (*HEAD, "denominator"), ["101/100", "1", "1"]),
        ("model", (*HEAD, "numerator", 0), "-151/100"),
        ("model", ("parameters", "function"), "x"),
        ("constant", ("proof", "heads", 0, "numerator", 1), "1/41"),
        ("split", ("proof", "columns"), [1024, 512, 256, 128, 64, 0]),
        ("split", ("value",), 2),
    ):
        assert checker.judge(corpus.changed(CORPUS[name], path, value)).accepted, (name, path)


def test_more_columns_exclude_more_heads() -> None:
    """Values x_1 .. x_m at unit columns of disjointness: 2 prove 2, 6 prove 3, and 5 only 2."""
    function = named(12, "disjointness")
    for count, value in ((1, 1), (2, 2), (5, 2), (6, 3)):
        proof = {"rule": "split", "split": 63 << 6, "columns": [64 << j for j in range(count)]}
        assert checker.judge(claim("lower", value, "proof", proof, 12, function.text)).accepted
        assert not checker.judge(claim("lower", value + 1, "proof", proof, 12, function.text)).accepted


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 3), st.data())
def test_layers_are_judged_by_their_signs(n: int, data: st.DataObject) -> None:
    """A random layer that vanishes nowhere is accepted for its own signs and rejected for any other."""
    numbers = st.fractions(-3, 3, max_denominator=4)
    lists = st.lists(numbers, min_size=n + 1, max_size=n + 1)
    heads = [(data.draw(lists), data.draw(lists)) for _ in range(data.draw(st.integers(1, 3)))]
    bits = [[1, *((x >> j) & 1 for j in range(n))] for x in range(1 << n)]

    def at(affine: list[Fraction], x: int) -> Fraction:
        return sum((a * b for a, b in zip(affine, bits[x], strict=True)), Fraction(0))

    below = [at(z, x) for _, z in heads for x in range(1 << n)]
    if 0 in below:
        return
    sums = [sum((at(a, x) / at(z, x) for a, z in heads), Fraction(0)) for x in range(1 << n)]
    function = from_values(n, [int(value > 0) for value in sums])
    listed = [{"numerator": list(map(str, a)), "denominator": list(map(str, z))} for a, z in heads]
    proof = {"heads": listed}
    verdict = checker.judge(claim("upper", len(heads), "model", proof, n, function.text))
    assert verdict.accepted == (min(below) > 0 and 0 not in sums)
    other = data.draw(st.integers(0, (1 << n) - 1))
    changed = from_values(n, [int(value) ^ int(x == other) for x, value in enumerate(function.values)])
    verdict = checker.judge(claim("upper", len(heads), "model", proof, n, changed.text))
    assert not verdict.accepted


@pytest.mark.parametrize("table", ["0x6996", "0x1ee8", "0x8421", "0xfff6"])
def test_found_certificates_break_when_a_numerator_changes(table: str) -> None:
    certificate = lpbounds.solve("boolean-heads", n=4, table=table).certificates[1]
    for place in range(len(certificate["proof"]["heads"])):
        for by in (10**12, -(10**12)):
            path = ("proof", "heads", place, "numerator", 0)
            assert not checker.judge(corpus.changed(certificate, path, str(by))).accepted
        path = ("proof", "heads", place, "denominator", 0)
        assert not checker.judge(corpus.changed(certificate, path, "0")).accepted
