"""The checker accepts true claims about smallest and largest numbers and rejects corrupted ones."""

from __future__ import annotations

from itertools import islice
from typing import Any

import corpus
import min_max_corpus
import pytest

from lpbounds import checker
from lpbounds.certificates import Certificate

CORPUS = min_max_corpus.all_certificates()


def label(certificate: Certificate) -> str:
    proof = certificate["proof"]
    return f"{certificate['problem']}-{certificate['kind']}-{proof.get('theorem', proof.get('rule', ''))}"


def is_accepted(certificate: Certificate, path: corpus.Path, value: Any) -> bool:
    return checker.judge(corpus.changed(certificate, path, value)).accepted


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_the_corpus_is_accepted(certificate: Certificate) -> None:
    assert checker.judge(certificate) == (True, "")


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_any_change_to_a_sealed_certificate_breaks_its_digest(certificate: Certificate) -> None:
    for broken in islice(corpus.tampered(certificate), 60):
        assert not checker.judge(broken).accepted


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_the_next_stronger_value_is_rejected_and_a_weaker_one_accepted(certificate: Certificate) -> None:
    if certificate["value"] == "inf":
        assert is_accepted(certificate, ("value",), 5)
        return
    sign = 1 if certificate["side"] == "lower" else -1
    assert not is_accepted(certificate, ("value",), certificate["value"] + sign)
    assert is_accepted(certificate, ("value",), certificate["value"] - sign)


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
@pytest.mark.parametrize("field", checker.FIELDS)
def test_every_field_is_needed(certificate: Certificate, field: str) -> None:
    broken = {key: value for key, value in certificate.items() if key != field}
    assert not checker.judge(broken).accepted


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_the_other_side_is_not_proved(certificate: Certificate) -> None:
    other = {"lower": "upper", "upper": "lower"}[certificate["side"]]
    assert not is_accepted(certificate, ("side",), other)


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("numbers", 0),
        ("numbers", True),
        ("n", 0),
        ("n", "2"),
        ("weights", "some"),
        ("width", 0),
        ("entries", -1),
        ("bits", "1"),
        ("norm", "1"),
    ],
)
def test_malformed_parameters_are_rejected(certificate: Certificate, name: str, value: Any) -> None:
    assert not is_accepted(certificate, ("parameters", name), value)


@pytest.mark.parametrize("certificate", CORPUS, ids=label)
def test_other_resources_and_problems_are_not_proved(certificate: Certificate) -> None:
    assert not is_accepted(certificate, ("resource",), "heads")
    assert not is_accepted(certificate, ("problem",), "min-ip")
    assert not is_accepted(certificate, ("kind",), "promise")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("weights", 1), "100"),
        (("weights", 1), "0"),
        (("weights", 1), "-1"),
        (("weights", 1), 1.0),
        (("weights",), ["8", "1"]),
        (("weights",), {"base": 8, "exponents": [1, 0, -1]}),
        (("values", 2), [-1, 0]),
        (("values", 2), [-1, -1, 0]),
        (("values", 2), [-1, "-1/2"]),
        (("values",), [[1, 0], [0, 1]]),
        (("min", 0), ["-8", "8"]),
        (("min", 2), ["0", "0"]),
        (("max", 1), ["-1", "1"]),
        (("max",), [["0", "0"], ["-1", "16"]]),
    ],
)
def test_corrupted_heads_are_rejected(path: corpus.Path, value: Any) -> None:
    assert not is_accepted(min_max_corpus.triangle(), ("proof", *path), value)


def test_a_head_that_ties_on_one_list_is_rejected() -> None:
    """At theta_2 = (-1, 8) the list (1, 2) gives 2 and 1 the same score; a little more is right."""
    tie = corpus.changed(min_max_corpus.triangle(), ("proof", "max", 1), ["-1", "8"])
    assert not checker.judge(tie).accepted
    assert is_accepted(tie, ("proof", "max", 1), ["-1", "9"])
    assert not is_accepted(tie, ("proof", "max", 1), ["-1", "7"])


def test_longer_lists_and_heavier_claims_break_a_head() -> None:
    signs = min_max_corpus.signs()
    assert not is_accepted(signs, ("parameters", "n"), 10**6)
    assert not is_accepted(signs, ("parameters", "numbers"), 5)
    assert not is_accepted(signs, ("parameters", "norm"), "7/5")
    assert not is_accepted(signs, ("parameters", "weights"), "uniform")
    assert not is_accepted(signs, ("proof", "weights", "base"), 20)
    assert not is_accepted(signs, ("proof", "weights", "base"), -200)
    assert not is_accepted(signs, ("proof", "values", 3), [1, 1])
    assert is_accepted(signs, ("proof", "weights", "base"), 400)


@pytest.mark.parametrize(
    ("index", "name", "value"),
    [
        (0, "numbers", 8),
        (0, "width", 3),
        (1, "entries", 1),
        (1, "numbers", 1),
        (2, "numbers", 4),
        (2, "n", 1),
        (2, "width", 3),
        (3, "numbers", 3),
        (3, "n", 1),
        (4, "numbers", 5),
        (4, "n", 5),
        (4, "entries", 3),
    ],
)
def test_theorems_out_of_reach_are_rejected(index: int, name: str, value: int) -> None:
    assert not is_accepted(min_max_corpus.theorems()[index], ("parameters", name), value)


def test_theorems_of_both_tasks_do_not_hold_for_one() -> None:
    for certificate in min_max_corpus.theorems()[2:]:
        assert not is_accepted(certificate, ("problem",), "min")


# Searches


@pytest.mark.parametrize("certificate", min_max_corpus.searches(), ids=["uniform", "one-task", "free"])
def test_every_refuted_sequence_is_needed_or_more_follows(certificate: Certificate) -> None:
    """Dropping the first refutation opens the search; the walk is not fooled by an empty list."""
    assert not checker.judge(corpus.without(certificate, ("proof", "refuted", 0))).accepted
    assert not is_accepted(certificate, ("proof", "refuted"), [])


@pytest.mark.parametrize("certificate", min_max_corpus.searches(), ids=["uniform", "one-task", "free"])
def test_corrupted_searches_are_rejected(certificate: Certificate) -> None:
    assert not is_accepted(certificate, ("proof", "refuted", 0, "values", 0), [7, 7])
    for index, entry in enumerate(certificate["proof"]["refuted"][:4]):
        place: corpus.Path = ("proof", "refuted", index)
        if "lists" in entry:
            assert not is_accepted(certificate, (*place, "lists", 0, 4), -1)
            assert not is_accepted(certificate, (*place, "lists", 0, 4), entry["lists"][0][4] + 1)
            assert not is_accepted(certificate, (*place, "lists"), [])
        else:
            tree = entry["tree"]
            assert not is_accepted(certificate, (*place, "tree", "cases"), tree["cases"][:-1])
            assert not is_accepted(certificate, (*place, "tree", "dependency", 0), tree["dependency"][0] + 1)
            assert not is_accepted(certificate, (*place, "tree"), {"multipliers": []})
            assert not is_accepted(certificate, (*place, "tree", "task"), "middle")


def test_uniform_searches_say_nothing_about_free_weights() -> None:
    uniform, one_task, _ = min_max_corpus.searches()
    assert not is_accepted(uniform, ("parameters", "weights"), "free")
    assert not is_accepted(one_task, ("problem",), "max-min")
    assert not is_accepted(uniform, ("problem",), "min")
    assert not is_accepted(uniform, ("parameters", "n"), 5)
    assert not is_accepted(uniform, ("parameters", "width"), 3)
    assert is_accepted(uniform, ("parameters", "numbers"), 4)


def test_a_search_does_not_speak_about_one_number() -> None:
    empty = {"rule": "exhaustive", "refuted": []}
    false = min_max_corpus.claim("min", "entries", "lower", 1, "proof", empty, numbers=1, n=2, width=1)
    assert not checker.judge(false).accepted
    true = corpus.changed(false, ("parameters", "numbers"), 2)
    assert checker.judge(true).accepted


@pytest.mark.parametrize(
    ("index", "path", "value"),
    [
        (0, ("parameters", "numbers"), 2),
        (0, ("problem",), "max"),
        (0, ("resource",), "width"),
        (1, ("parameters", "n"), 31),
        (1, ("parameters", "numbers"), 5),
        (1, ("parameters", "weights"), "uniform"),
        (1, ("parameters", "norm"), "1"),
        (2, ("parameters", "numbers"), 3),
        (2, ("resource",), "entries"),
        (2, ("parameters", "entries"), "none"),
        (2, ("problem",), "min"),
    ],
)
def test_corrupted_reductions_are_rejected(index: int, path: corpus.Path, value: Any) -> None:
    assert not is_accepted(min_max_corpus.reductions()[index], path, value)
