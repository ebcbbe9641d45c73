"""The semidefinite bound of Min-IP: values, contractions, and certificates that must be refused."""

from __future__ import annotations

from typing import Any

import corpus
import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from min_ip_support import best, run
from test_min_ip_rules import common_edits, put, rejected

from lpbounds import checker
from problems import min_ip_semidefinite_check as rule
from problems.min_ip_semidefinite import METHOD

WORDS = ["110000", "001100", "000011"]


def proof(weights: Any, polynomial: Any = ("0", "3/4"), denominator: Any = 1) -> dict[str, Any]:
    return {"rule": "semidefinite", "words": WORDS, "polynomial": list(polynomial), "weights": weights,
            "denominator": denominator}


def unit(scale: int = 1) -> list[list[int]]:
    return [[scale * (i == j) for j in range(3)] for i in range(3)]


@pytest.mark.parametrize(("m", "n", "value"), [(8, 10, 13), (12, 10, 21), (20, 3, 21)])
def test_values(m: int, n: int, value: int) -> None:
    assert best(METHOD, m, n, "1/2") >= value


def test_fewer_bits() -> None:
    assert run(METHOD, 13, 10, "1/2")[-1]["kind"] == "reduction"


def test_nothing_is_said_where_nothing_is_forced() -> None:
    for m, n, eps in ((1, 3, "1/2"), (24, 2, "1/2"), (24, 3, "30"), (3, 3, "1/2")):
        assert run(METHOD, m, n, eps) == []
    assert run(METHOD, 20, 3, "1/2", lower=1000) == []


def test_corrupted_certificates_are_rejected() -> None:
    good = run(METHOD, 8, 10, "1/2")[-1]
    harmful = (edit for edit in common_edits(good) if edit[0] != "longer inputs")
    assert rejected(good, harmful) > 5
    denominator = good["proof"]["denominator"]
    values = (2 * denominator + 1, -denominator - 1, 0.5, "1", None, True)
    edits = [put(("proof", "weights", 0, 0), new) for new in values]
    edits += [put(("proof", "denominator"), new) for new in (0, -1, "1", 1.0, None)]
    edits += [put(("proof", "weights"), new) for new in ([], [[]], None, good["proof"]["weights"][1:])]
    edits += [put(("proof", "weights", 0), new) for new in ([], "1", [0])]
    polynomials = ([], ["1"], ["1", "0"], ["0", "1", "0", "0"], "01")
    edits += [put(("proof", "polynomial"), new) for new in polynomials]
    words = good["proof"]["words"]
    edits += [put(("proof", "words", 0), new) for new in (words[1], words[0][1:], "2" + words[0][1:], 7)]
    edits += [put(("proof", "words"), new) for new in ([], words[:1], words[:-1], None)]
    assert rejected(good, ((str(k), edit) for k, edit in enumerate(edits))) == len(edits)
    for field in rule.FIELDS:
        assert not checker.judge(corpus.without(good, ("proof", field))).accepted


def test_weights_beyond_the_unit_ball_are_rejected() -> None:
    good = corpus.min_ip("lower", 1, "proof", proof(unit()), m=6, n=10)
    assert checker.judge(good).accepted
    for weights in (unit(2), [[1, 1, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 1, 0], [0, 0, 0]]):
        assert not checker.judge(corpus.changed(good, ("proof", "weights"), weights)).accepted


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.integers(1, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(-2, 2), min_size=k, max_size=k), min_size=k, max_size=k)))
def test_elimination_agrees_with_principal_minors(rows: list[list[int]]) -> None:
    matrix = [[rows[max(i, j)][min(i, j)] for j in range(len(rows))] for i in range(len(rows))]
    chosen = ([i for i in range(len(rows)) if mask >> i & 1] for mask in range(1, 1 << len(rows)))
    minors = [flint.fmpz_mat([[matrix[i][j] for j in s] for i in s]).det() for s in chosen]
    assert rule.is_semidefinite(matrix) == all(minor >= 0 for minor in minors)
