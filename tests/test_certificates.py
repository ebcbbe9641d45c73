"""The checker accepts true claims, however perturbed, and rejects every corruption of their proofs."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.certificates import Certificate
from problems import min_ip_check


def label(certificate: Certificate) -> str:
    return f"{certificate['kind']}-{certificate['side']}-{certificate['proof'].get('theorem', '')}"


CORPUS = corpus.all_certificates()


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_the_corpus_is_accepted(certificate: Certificate) -> None:
    assert checker.judge(certificate) == (True, "")


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_any_change_to_a_sealed_certificate_breaks_its_digest(certificate: Certificate) -> None:
    for broken in corpus.tampered(certificate):
        assert not checker.judge(broken).accepted


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_stronger_claims_are_rejected_and_weaker_ones_accepted(certificate: Certificate) -> None:
    sign = 1 if certificate["side"] == "lower" else -1
    # A class model counts features by a formula that may prove more than was claimed.
    far = certificate["value"] + sign * 100 if sign > 0 else 0
    assert not checker.judge(corpus.changed(certificate, ("value",), far)).accepted
    weaker = max(certificate["value"] - sign, 0)
    assert checker.judge(corpus.changed(certificate, ("value",), weaker)).accepted


@pytest.mark.parametrize(
    "certificate",
    [
        corpus.uniform_model(),
        corpus.tight_class_model(),
        corpus.factored_class_model(),
        corpus.rank_one_measure(),
    ],
    ids=label,
)
def test_the_next_stronger_value_is_rejected(certificate: Certificate) -> None:
    sign = 1 if certificate["side"] == "lower" else -1
    assert not checker.judge(corpus.changed(certificate, ("value",), certificate["value"] + sign)).accepted


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
@pytest.mark.parametrize("field", checker.FIELDS)
def test_every_field_is_needed(certificate: Certificate, field: str) -> None:
    broken = {key: value for key, value in certificate.items() if key != field}
    assert not checker.judge(broken).accepted


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_the_other_side_is_not_proved(certificate: Certificate) -> None:
    other = {"lower": "upper", "upper": "lower"}[certificate["side"]]
    assert not checker.judge(corpus.changed(certificate, ("side",), other)).accepted


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("problem", "no-such-problem"),
        ("problem", "../min-ip"),
        ("problem", 3),
        ("resource", "heads"),
        ("kind", "promise"),
        ("format", 2),
        ("value", 2.5),
        ("value", True),
        ("value", -1),
        ("parameters", {"m": 4, "n": 3}),
        ("parameters", {"m": 0, "n": 3, "eps": "1/2"}),
        ("parameters", {"m": 4, "n": 3, "eps": "0"}),
        ("parameters", {"m": 4, "n": 3, "eps": 0.5}),
        ("parameters", {"m": True, "n": 3, "eps": "1/2"}),
        ("proof", []),
        ("proof", {}),
    ],
)
def test_malformed_certificates_are_rejected(field: str, value: Any) -> None:
    broken = copy.deepcopy(corpus.rank_one_measure())
    broken[field] = value
    broken["digest"] = checker.digest(broken)
    assert not checker.judge(broken).accepted


# Models


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "values", 3, 0), "9"),
        (("proof", "values", 3, 0), "1"),
        (("proof", "values", 1, 1), "-1"),
        (("proof", "keys", 1, 0), "0"),
        (("proof", "keys", 1, 0), "-1"),
        (("proof", "keys", 1, 0), "100"),
        (("proof", "queries", 2, 0), "0"),
        (("proof", "queries", 2, 0), "-1"),
        (("proof", "keys", 1), ["1", "0"]),
        (("proof", "values", 0, 0), 0.0),
        (("proof", "values", 0, 0), "1/0"),
        (("parameters", "n"), 3),
        (("parameters", "m"), 1),
        (("parameters", "m"), 3),
    ],
)
def test_corrupted_models_are_rejected(path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(corpus.uniform_model(), path, value)).accepted


@pytest.mark.parametrize("name", ["queries", "keys", "values"])
def test_models_with_a_row_dropped_are_rejected(name: str) -> None:
    assert not checker.judge(corpus.without(corpus.uniform_model(), ("proof", name, 2))).accepted


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "rows", 2, "values", 0), "1"),
        (("proof", "rows", 2, "own"), "4"),
        (("proof", "rows", 2, "private", 2), "0"),
        (("proof", "rows", 2, "private", 1), "-8"),
        (("proof", "rows", 2, "private", 0), "1"),
        (("proof", "rows", 1, "polynomial", 1), "-8"),
        (("proof", "rows", 1, "polynomial", 1), "7"),
        (("proof", "rows", 1, "weight"), 2),
        (("parameters", "eps"), "1/10"),
        (("parameters", "n"), 30),
        (("parameters", "m"), 2),
        (("parameters", "m"), 4),
    ],
)
def test_corrupted_class_models_are_rejected(path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(corpus.separate_class_model(), path, value)).accepted


@pytest.mark.parametrize("row", range(4))
def test_class_models_with_a_row_dropped_are_rejected(row: int) -> None:
    assert not checker.judge(corpus.without(corpus.separate_class_model(), ("proof", "rows", row))).accepted


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "factors", 0, 0), "1"),
        (("proof", "factors", 0, 3), "0"),
        (("proof", "factors", 0, 3), "-1"),
        (("proof", "factors", 0), ["8", "4", "2"]),
        (("proof", "factors"), []),
        (("proof", "rows", 1, "factor"), 1),
        (("proof", "rows", 1, "factor"), -1),
        (("proof", "rows", 2, "polynomial"), [["-1"]]),
        (("proof", "rows", 2, "polynomial"), [["1"], ["1"]]),
        (("proof", "rows", 2, "polynomial"), [["2"], ["-1"]]),
        (("proof", "rows", 2, "polynomial"), [["1", "0"]]),
        (("proof", "rows", 2, "polynomial"), []),
        (("proof", "rows", 2, "error"), "1/5"),
        (("proof", "rows", 2, "error"), "1/2"),
        (("proof", "rows", 1, "weight"), 2),
        (("proof", "rows", 3, "private", 3), "0"),
        (("proof", "rows", 3, "own"), "4"),
        (("parameters", "eps"), "1/4"),
        (("parameters", "n"), 30),
        (("parameters", "m"), 2),
        (("parameters", "m"), 4),
    ],
)
def test_corrupted_factored_class_models_are_rejected(path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(corpus.factored_class_model(), path, value)).accepted


@pytest.mark.parametrize("path", [("rows", 0), ("rows", 3), ("factors", 0), ("rows", 1, "error")])
def test_factored_class_models_with_a_part_dropped_are_rejected(path: corpus.Path) -> None:
    assert not checker.judge(corpus.without(corpus.factored_class_model(), ("proof", *path))).accepted


def test_factored_class_models_that_stay_right_are_accepted() -> None:
    for path, value in [(("factors", 0, 3), "11/10"), (("rows", 2, "error"), "1/3")]:
        kept = corpus.changed(corpus.factored_class_model(), ("proof", *path), value)
        assert checker.judge(kept).accepted


def test_a_polynomial_of_higher_degree_costs_features() -> None:
    longer = corpus.changed(corpus.tight_class_model(), ("proof", "rows", 2, "polynomial"), ["1", "0"])
    assert not checker.judge(longer).accepted
    assert checker.judge(corpus.changed(longer, ("value",), 4)).accepted


def test_models_that_stay_right_are_accepted() -> None:
    for path in (("proof", "values", 3, 0), ("proof", "keys", 1, 0), ("proof", "queries", 2, 0)):
        old = Fraction(corpus.at(corpus.uniform_model(), path))
        moved = str(old + Fraction(1, 1000))
        assert checker.judge(corpus.changed(corpus.uniform_model(), path, moved)).accepted


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_slots_and_full_enumeration_agree(m: int, n: int, data: st.DataObject) -> None:
    tokens = 1 << m
    x = data.draw(st.integers(0, tokens - 1))
    overlaps = [(x & z).bit_count() for z in range(tokens)]
    numbers = st.fractions(0, 2, max_denominator=4)
    weights = data.draw(st.lists(numbers, min_size=tokens, max_size=tokens))
    errors = data.draw(st.lists(st.fractions(-1, 1, max_denominator=4), min_size=tokens, max_size=tokens))
    outputs = [k + error for k, error in zip(overlaps, errors, strict=True)]
    head = min_ip_check.Head(weights, outputs, overlaps, x)
    eps = data.draw(st.sampled_from([Fraction(1, 2), Fraction(3, 4), Fraction(2)]))
    assert _accepts(lambda: head.run_all(n, eps)) == _accepts(lambda: head.run_slots(n, eps))


def _accepts(run: Any) -> bool:
    try:
        run()
    except ValueError:
        return False
    return True


# Measures


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "inputs", 1, "weight"), "-2"),
        (("proof", "inputs", 1, "weight"), "0"),
        (("proof", "inputs", 1, "weight"), "3"),
        (("proof", "inputs", 0, "weight"), -1.0),
        (("proof", "inputs", 1, "tokens"), [["0011", 2], ["1010", 1]]),
        (("proof", "inputs", 1, "tokens"), [["0011", 2], ["1100", 2]]),
        (("proof", "inputs", 1, "tokens"), [["1100", 3]]),
        (("proof", "inputs", 1, "tokens"), [["0011", 4], ["1100", -1]]),
        (("proof", "inputs", 1, "tokens"), [["0011", 2], ["110", 1]]),
        (("proof", "inputs", 1, "tokens"), [["0011", 2], ["11x0", 1]]),
        (("proof", "inputs", 1, "query"), "1100"),
        (("proof", "inputs"), []),
        (("parameters", "n"), 4),
        (("parameters", "eps"), "3/4"),
        (("parameters", "m"), 5),
    ],
)
def test_corrupted_measures_are_rejected(path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(corpus.rank_one_measure(), path, value)).accepted


@pytest.mark.parametrize("entry", range(6))
def test_measures_with_an_input_dropped_are_rejected(entry: int) -> None:
    assert not checker.judge(corpus.without(corpus.rank_one_measure(), ("proof", "inputs", entry))).accepted


def test_a_scaled_measure_and_a_smaller_eps_stay_proved() -> None:
    scaled = corpus.rank_one_measure()
    for entry in scaled["proof"]["inputs"]:
        entry["weight"] = str(Fraction(entry["weight"]) * Fraction(7, 3))
    assert checker.judge(corpus.resealed(scaled)).accepted
    assert checker.judge(corpus.changed(scaled, ("parameters", "eps"), "1/3")).accepted
    assert checker.judge(corpus.changed(scaled, ("method",), "another label")).accepted


# Theorems and reductions


@pytest.mark.parametrize(
    ("index", "path", "value"),
    [
        (1, ("proof", "g"), 1),
        (1, ("proof", "g"), 0),
        (1, ("proof", "g"), "3"),
        (1, ("proof", "distance"), 13),
        (1, ("proof", "distance"), 11),
        (1, ("proof", "theorem"), "domination"),
        (1, ("parameters", "n"), 2),
        (1, ("parameters", "m"), 12),
        (2, ("proof", "root"), "3/4"),
        (2, ("proof", "root"), "-7/9"),
        (2, ("proof", "g"), 21),
    ],
)
def test_corrupted_theorems_are_rejected(index: int, path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(corpus.theorems()[index], path, value)).accepted


@pytest.mark.parametrize(
    ("index", "path", "value"),
    [
        (0, ("parameters", "m"), 3),
        (0, ("parameters", "n"), 2),
        (0, ("parameters", "eps"), "3/4"),
        (0, ("proof", "certificate", "proof", "inputs", 1, "weight"), "-2"),
        (0, ("proof", "certificate", "value"), 1),
        (0, ("proof", "certificate", "side"), "upper"),
        (1, ("parameters", "m"), 4),
        (1, ("parameters", "n"), 4),
        (1, ("parameters", "n"), 1),
        (1, ("parameters", "eps"), "1/4"),
        (1, ("proof", "certificate", "proof", "rows", 2, "own"), "4"),
    ],
)
def test_corrupted_reductions_are_rejected(index: int, path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(corpus.reductions()[index], path, value)).accepted


def test_reductions_nest_only_so_deep() -> None:
    nested = corpus.rank_one_measure()
    for _ in range(checker.NESTING):
        nested = corpus.min_ip("lower", 2, "reduction", {"certificate": nested}, m=4, n=3)
    assert checker.judge(nested).accepted
    assert not checker.judge(
        corpus.min_ip("lower", 2, "reduction", {"certificate": nested}, m=4, n=3)
    ).accepted
