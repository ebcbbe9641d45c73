"""Null spaces of words against their complements: values, projections, and certificates that are refused."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import corpus
import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from min_ip_support import best, run
from test_min_ip_rules import common_edits, put, rejected

from lpbounds import checker
from problems.min_ip_chains import entry_caps
from problems.min_ip_family_nullity_check import impossible
from problems.min_ip_nullity import METHOD, bound
from problems.min_ip_words import listed, weight_class

SIX = ["1100", "1010", "1001", "0110", "0101", "0011"]


@pytest.mark.parametrize(
    ("m", "n", "eps", "value"),
    [(4, 4, "1/4", 5), (5, 5, "1/4", 8), (5, 6, "1/4", 9), (5, 3, "1/10", 9), (8, 10, "1/2", 14),
     (12, 4, "1/2", 16), (9, 10, "1/2", 17), (11, 10, "1/2", 52)],
)
def test_values(m: int, n: int, eps: str, value: int) -> None:
    assert best(METHOD, m, n, eps) == value


def test_six_words_by_hand() -> None:
    """Entries below 1/2 and a plane as null space: 2 < (1/2)(4/3 6) / 2 = 2."""
    proof = {"rule": "nullity", "family": {"words": SIX}}
    good = corpus.min_ip("lower", 5, "proof", proof, m=4, n=4, eps="1/4")
    assert checker.judge(good).accepted
    # At a larger error entries may exceed 1/2, and five of the words prove no more than four.
    assert not checker.judge(corpus.changed(good, ("parameters", "eps"), "251/1000")).accepted
    assert not checker.judge(corpus.changed(good, ("proof", "family", "words"), SIX[:5])).accepted


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(2, 7), st.integers(1, 6), st.integers(0, 10**6))
def test_sums_over_projections(size: int, rank: int, seed: int) -> None:
    """No projection has a larger sum of |P_ij| than the impossible nullities suppose."""
    k = min(rank, size - 1)
    basis = np.linalg.qr(np.random.default_rng(seed).normal(size=(size, k)))[0]
    total = float(np.abs(basis @ basis.T).sum())
    assert total <= (size * (1, 4 / 3)[k - 1] if k <= 2 else k + sqrt((size - 1) * k * (size - k))) + 1e-9
    assert not impossible(k, size, Fraction(2 * k) / Fraction(total) * Fraction(1001, 1000))


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.lists(st.integers(1, 49), min_size=30, max_size=30))
def test_matrices_with_entries_below_one_half_have_rank_five(entries: list[int]) -> None:
    rows = [[100 if i == j else entries[5 * i + j - (j > i)] for j in range(6)] for i in range(6)]
    assert flint.fmpz_mat(rows).rank() >= 5


def test_families_by_a_basis() -> None:
    family = weight_class(8, [0b00001111, 0b00110011, 0b01010101, 0b11111111], 4)
    found = bound(family, entry_caps(8, 10, Fraction(1, 2)))
    assert found is not None
    assert found[0] == 14
    assert "basis" in found[1]["family"]
    assert bound(listed(4, [0b0011, 0b0101]), entry_caps(4, 3, Fraction(1, 2))) is None


def test_fewer_bits_and_nothing() -> None:
    assert run(METHOD, 25, 3, "1/2")[-1]["kind"] == "reduction"
    for m, n, eps in ((1, 3, "1/2"), (5, 2, "1/2"), (5, 3, "30")):
        assert run(METHOD, m, n, eps) == []
    assert run(METHOD, 5, 3, "1/10", lower=9) == []


def test_corrupted_certificates_are_rejected() -> None:
    good = run(METHOD, 5, 3, "1/10")[-1]
    harmful = [edit for edit in common_edits(good) if edit[0] != "longer inputs"]
    assert rejected(good, iter(harmful)) == len(harmful)
    words = good["proof"]["family"]["words"]
    first = (words[1], words[0][1:], "2" + words[0][1:], 7)
    edits = [put(("proof", "family", "words", 0), new) for new in first]
    lists = ([], words[:1], words[:-1], [*words, "11111"], None)
    edits += [put(("proof", "family", "words"), new) for new in lists]
    edits += [put(("proof", "family"), new) for new in ({}, [], {"basis": words, "weight": 2}, None)]
    assert rejected(good, ((str(k), edit) for k, edit in enumerate(edits))) == len(edits)
