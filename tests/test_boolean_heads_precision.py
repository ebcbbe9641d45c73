"""Heads of few bits: the least precision, limits on it, and what the checker refuses."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import product
from typing import Any

import corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds import checker
from lpbounds.bounds import Interval
from lpbounds.certificates import Certificate, sealed
from lpbounds.errors import InputError
from lpbounds.problem import Limits
from problems import boolean_heads_check
from problems.boolean_heads import PROBLEM
from problems.boolean_heads_layer import Layer
from problems.boolean_heads_layer import at_inputs as at

QUICK = Limits(starts=4)
FORMS = list(product((-1, 0, 1), repeat=4))


def ends(**parameters: Any) -> tuple[Any, Any]:
    interval = solved(**parameters)
    return tuple(bound.value if bound else None for bound in (interval.lower, interval.upper))  # type: ignore


def solved(**parameters: Any) -> Interval:
    interval = PROBLEM.solve(limits=QUICK, **parameters)
    assert all(checker.judge(certificate).accepted for certificate in interval.certificates)
    return interval


def test_every_layer_says_its_bits() -> None:
    for name in ("parity", "majority", "odd-max-bit"):
        layer = solved(n=4, function=name).upper
        assert layer is not None
        assert layer.certificate["proof"]["bits"] == boolean_heads_check.bits(layer.certificate["proof"])


@pytest.mark.parametrize(
    ("n", "function", "heads", "expected"),
    [(2, "parity", 2, (2, 2)), (3, "majority", 1, (2, 2)), (1, "parity", 1, (2, 2)), (3, "parity", 2, None)],
)
def test_the_least_precision(n: int, function: str, heads: int, expected: tuple[int, int] | None) -> None:
    infinite = (float("inf"), float("inf"))
    assert ends(n=n, function=function, heads=heads, resource="precision") == (expected or infinite)


def test_a_split_excludes_all_precisions() -> None:
    found = solved(n=11, function="signed-sum", heads=2, resource="precision")
    assert found.is_settled and found.upper is not None and found.upper.method == "split"


def test_a_limit_keeps_only_layers_of_few_bits() -> None:
    free = ends(n=3, function="parity")
    assert ends(n=3, function="parity", precision=10) == free == (3, 3)
    lower, upper = ends(n=3, function="parity", precision=1)
    assert lower == 3 and upper is None


@settings(deadline=None, max_examples=12, derandomize=True)
@given(st.integers(1, 254))
def test_one_head_of_one_bit_by_brute_force(table: int) -> None:
    values = [table >> x & 1 for x in range(8)]
    lower, _ = ends(n=3, function=values, heads=1, resource="precision")
    inputs = [(1, *(x >> j & 1 for j in range(3))) for x in range(8)]
    sums = ([sum(a * b for a, b in zip(form, x, strict=True)) for x in inputs] for form in FORMS)
    computable = any(all(s * (2 * v - 1) > 0 for s, v in zip(row, values, strict=True)) for row in sums)
    assert (lower == 1) == computable


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.lists(st.integers(-9, 9), min_size=6, max_size=6), st.integers(1, 6), st.integers(1, 4))
def test_reduced_layers_compute_the_same(entries: list[int], scale: int, share: int) -> None:
    numerators = [[scale * share * entry for entry in entries[:3]], [scale * entry for entry in entries[3:]]]
    layer = Layer(numerators, [[share * 3, share, 0], [2, 1, -1]])

    def values(one: Layer) -> list[Fraction]:
        pairs = zip(one.numerators, one.denominators, strict=True)
        heads = [list(map(Fraction, at(top), at(bottom))) for top, bottom in pairs]
        return [sum(parts, Fraction()) for parts in zip(*heads, strict=True)]

    old, new = values(layer), values(layer.reduced())
    ratios = {a / b for a, b in zip(old, new, strict=True) if b}
    assert len(ratios) <= 1 and all(ratio > 0 for ratio in ratios)
    assert layer.reduced().bits <= layer.bits


def layer(**change: Any) -> Certificate:
    """Exclusive or: 5 - 4 s - (6 - 6 s)/(1 + s) is -1, 1, -1 at s = 0, 1, 2; its coefficients have 3 bits."""
    heads = [
        {"numerator": ["5", "-4", "-4"], "denominator": ["1", "0", "0"]},
        {"numerator": ["-6", "6", "6"], "denominator": ["1", "1", "1"]},
    ]
    return claim({"heads": heads, "bits": 3}, value=3, **change)


def claim(proof: dict[str, Any], **change: Any) -> Certificate:
    given = {"n": 2, "function": "by hand", "table": "0x6", "heads": 2, "precision": "none"}
    given.update(change.pop("parameters", {}))
    parts = {"side": "upper", "value": 2, "kind": "model", "resource": "precision", **change}
    kind = parts["kind"]
    return sealed(
        "boolean-heads", given, parts["resource"], parts["side"], parts["value"], kind, "by hand", proof
    )


def one_bit() -> Certificate:
    return claim({"rule": "one-bit"}, side="lower", kind="proof")


def nothing_does() -> Certificate:
    inputs = [[0, "-1"], [1, "1"], [2, "1"], [3, "-1"]]
    given = {"heads": 1}
    return claim({"inputs": inputs}, side="lower", value="inf", kind="measure", parameters=given)


def test_true_claims_are_accepted() -> None:
    corpus.assert_tight(layer())
    corpus.assert_tight(one_bit())
    assert checker.judge(nothing_does()) == (True, "")
    assert checker.judge(corpus.changed(nothing_does(), ("side",), "upper")) == (True, "")
    limited = {"heads": "none", "precision": 3}
    assert checker.judge(corpus.changed(layer(resource="heads", parameters=limited), ("value",), 2)).accepted


@pytest.mark.parametrize(
    ("made", "path", "value"),
    [
        ("layer", ("proof", "bits"), 2),
        ("layer", ("proof", "bits"), 4),
        ("layer", ("proof", "bits"), True),
        ("layer", ("proof", "heads", 0, "numerator", 0), "4"),
        ("layer", ("proof", "heads", 0, "numerator", 0), "11/2"),
        ("layer", ("parameters", "heads"), 1),
        ("layer", ("parameters", "heads"), 0),
        ("layer", ("parameters", "heads"), "none"),
        ("layer", ("parameters", "precision"), 3),
        ("layer", ("parameters", "width"), 3),
        ("layer", ("resource",), "heads"),
        ("one_bit", ("proof", "more"), 1),
        ("one_bit", ("parameters", "table"), "0x8"),
        ("one_bit", ("parameters", "heads"), 9),
        ("one_bit", ("resource",), "heads"),
        ("one_bit", ("kind",), "model"),
        ("nothing_does", ("parameters", "heads"), 2),
        ("nothing_does", ("proof", "inputs", 0, 1), "-2"),
    ],
)
def test_corruptions_are_rejected(made: str, path: corpus.Path, value: Any) -> None:
    certificate: Certificate = globals()[made]()
    assert checker.judge(certificate).accepted
    broken = copy.deepcopy(certificate)
    corpus.at(broken, path[:-1])[path[-1]] = value
    assert not checker.judge(corpus.resealed(broken)).accepted


def test_limits_go_from_tight_to_loose_only() -> None:
    def heads(precision: Any, side: str = "upper") -> dict[str, Any]:
        given = {"heads": "none", "precision": precision}
        return claim({}, resource="heads", side=side, parameters=given)

    boolean_heads_check.reduces(heads("none"), heads(3))
    boolean_heads_check.reduces(heads(3, "lower"), heads("none", "lower"))
    for outer, inner in ((heads(2), heads(3)), (heads("none", "lower"), heads(3, "lower"))):
        with pytest.raises(ValueError, match="does not imply"):
            boolean_heads_check.reduces(outer, inner)


def test_certificates_without_limits_are_read() -> None:
    certificate = layer(resource="heads", parameters={"heads": "none"})
    bare = {name: certificate["parameters"][name] for name in ("n", "function", "table")}
    assert checker.judge(corpus.changed(certificate, ("parameters",), bare)).accepted


@pytest.mark.parametrize(
    ("given", "parameter"),
    [
        ({"resource": "precision"}, "heads"),
        ({"resource": "precision", "heads": 0}, "heads"),
        ({"resource": "precision", "heads": 2, "precision": 3}, "precision"),
        ({"heads": 2}, "heads"),
        ({"precision": 0}, "precision"),
        ({"precision": "x"}, "precision"),
    ],
)
def test_limits_that_make_no_sense_are_refused(given: dict[str, Any], parameter: str) -> None:
    with pytest.raises(InputError, match=f"^{parameter}: "):
        PROBLEM.solve(n=2, function="parity", **given)


def test_scoring_takes_no_limits() -> None:
    with pytest.raises(InputError, match=r"^option: got precision"):
        lpbounds.score("boolean-heads", [[1, 0, 0]], n=2, function="parity", precision=3)
