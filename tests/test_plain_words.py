"""Certificates in plain words: all are told, each as the problem words it, and broken ones do no harm."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import corpus
import min_max_corpus
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import plain_words, registry
from lpbounds.certificates import KINDS, Certificate

CERTIFICATES = [*corpus.all_certificates(), *min_max_corpus.all_certificates()]
JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def solved() -> Iterator[Certificate]:
    for problem, parameters in (
        ("threshold-degree", {"n": 3, "function": "majority"}),
        ("boolean-heads", {"n": 3, "function": "parity"}),
        ("parity", {"degree": 2, "heads": 2}),
        ("symmetric", {"profile": "0110", "degree": 2}),
        ("additive-basis", {"summands": 2, "largest": 4, "range": 6}),
    ):
        resource = "width" if problem == "parity" else None
        yield from registry.get(problem).solve(resource=resource, **parameters).certificates


def test_every_certificate_is_told() -> None:
    for certificate in (*CERTIFICATES, *solved()):
        lines = plain_words.explained(certificate)
        assert lines and plain_words.UNTOLD not in lines
        left = ("see the certificate format", "{below}", "{value}")
        assert not any(words in line for line in lines for words in left)
        assert str(certificate["value"]) in plain_words.claim(certificate) or certificate["value"] == "inf"


def test_every_theorem_of_a_checker_has_words() -> None:
    for problem in ("min-ip", "min-max", "additive-basis"):
        module = __import__(f"problems.{problem.replace('-', '_')}_check", fromlist=["THEOREMS"])
        assert set(module.THEOREMS) <= set(registry.get(problem).words), problem


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=lambda item: f"{item['problem']}-{item['kind']}")
def test_a_broken_certificate_does_no_harm(certificate: Certificate) -> None:
    for path in islice(corpus.leaves(certificate["proof"]), 6):
        for new in (None, [], {}, "x", -1, "{value"):
            lines = plain_words.explained(corpus.changed(certificate, ("proof", *path), new))
            assert all(isinstance(line, str) for line in lines)


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.sampled_from(KINDS), JSON, st.sampled_from(["min-ip", "parity", "nothing such"]))
def test_anything_can_be_told(kind: str, proof: object, problem: str) -> None:
    certificate = {"kind": kind, "proof": proof, "problem": problem, "value": 3, "side": "lower"}
    assert all(isinstance(line, str) for line in plain_words.explained(certificate))


def test_infinity_is_said_to_be_impossible() -> None:
    claim = {"value": "inf", "side": "lower", "resource": "heads"}
    assert plain_words.claim(claim) == "heads: no size is enough"
    assert plain_words.claim(claim | {"side": "upper"}) == "heads: perhaps no size is enough"


def test_long_lists_are_cut() -> None:
    inputs = [[place, "1"] for place in range(100)]
    certificate = {"problem": "threshold-degree", "kind": "measure", "value": 2, "proof": {"inputs": inputs}}
    lines = plain_words.explained(certificate)
    assert lines[-2:] == ["weight 1 on input 11", "and 88 more"]
    assert plain_words.sketched([["1/2"] * 30] * 20) == "20 x 30 entries, 4,240 characters"
