"""The scheme bound of Min-IP: values, and certificates that must be refused."""

from __future__ import annotations

from fractions import Fraction

import corpus
import pytest
from min_ip_support import best, run
from test_min_ip_rules import common_edits, put, rejected

from lpbounds import checker
from lpbounds.scheme_rank import johnson
from problems import min_ip_scheme_check as rule
from problems.min_ip_scheme import METHOD


@pytest.mark.parametrize(("m", "n", "eps", "value"), [(8, 4, "1/4", 17), (6, 100, "1/4", 20)])
def test_values(m: int, n: int, eps: str, value: int) -> None:
    assert value <= best(METHOD, m, n, eps) <= 2**m


def test_nothing_is_said_where_nothing_is_forced() -> None:
    for m, n, eps in ((1, 3, "1/2"), (24, 2, "1/2"), (24, 3, "1/2"), (24, 3, "30")):
        assert run(METHOD, m, n, eps) == []
    assert run(METHOD, 8, 4, "1/4", lower=1000) == []


@pytest.mark.parametrize(("m", "w"), [(6, 3), (7, 3), (9, 2)])
def test_eigenvalues(m: int, w: int) -> None:
    table = johnson(m, w).eigenmatrix
    assert [[rule.eigenvalue(m, w, j, k) for k in range(len(table))] for j in range(len(table))] == [
        list(row) for row in table]


def test_corrupted_certificates_are_rejected() -> None:
    good = run(METHOD, 8, 4, "1/4")[-1]
    harmful = (edit for edit in common_edits(good) if edit[0] != "longer inputs")
    assert rejected(good, harmful) > 5
    weights = good["proof"]["weights"]
    edits = [put(("proof", "weights", k), new) for k, value in enumerate(weights)
             for new in (str(Fraction(value) + 2), float(Fraction(value)), "1/0", None)]
    edits += [put(("proof", "weights"), new) for new in ([], weights[1:], [*weights, "0"], None)]
    edits += [put(("proof", "weight"), new) for new in (0, 8, 3, 9, -4, "4", 4.0, None)]
    polynomials = ([], ["1"], ["1", "0"], ["0", "1", "0", "0"], None)
    edits += [put(("proof", "polynomial"), new) for new in polynomials]
    assert rejected(good, ((str(k), edit) for k, edit in enumerate(edits))) == len(edits)
    for field in good["proof"]:
        assert not checker.judge(corpus.without(good, ("proof", field))).accepted
