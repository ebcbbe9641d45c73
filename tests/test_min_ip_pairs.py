"""Words of weight two: values, polytopes of rows, and certificates that are refused."""

from __future__ import annotations

from fractions import Fraction

import corpus
import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from min_ip_support import best, run
from test_min_ip_rules import common_edits, put, rejected

from lpbounds import checker
from problems.min_ip_pairs import METHOD
from problems.min_ip_pairs_check import distances, vertices

ROW = distances(5)[0]
NEAR = [k for k, d in enumerate(ROW) if d == 1]
FAR = [k for k, d in enumerate(ROW) if d == 2]


@pytest.mark.parametrize(
    ("m", "n", "eps", "value"),
    [(5, 3, "1/10", 10), (5, 6, "1/4", 10), (4, 5, "1/4", 6), (4, 3, "1/10", 6), (7, 6, "1/4", 10)],
)
def test_values(m: int, n: int, eps: str, value: int) -> None:
    assert best(METHOD, m, n, eps) == value


def test_nothing_is_said_beyond() -> None:
    """At m = 5 the ratio 4 of a gap of one is the least that is enough."""
    for m, n, eps in ((5, 3, "101/1000"), (5, 5, "1/4"), (3, 3, "1/10"), (5, 2, "1/10"), (5, 3, "1/2")):
        assert run(METHOD, m, n, eps) == []
    assert run(METHOD, 5, 3, "1/10", lower=10) == []


def test_distances_are_those_of_the_petersen_graph() -> None:
    assert (ROW.count(0), ROW.count(1), ROW.count(2)) == (1, 6, 3)
    assert all(row[i] == 0 for i, row in enumerate(distances(5)))


@st.composite
def rows(draw: st.DrawFn) -> list[Fraction]:
    """Draw a row, times 10^4, in the interior of the polytope at u = 1/4, as the first word has it."""
    near = draw(st.lists(st.integers(8, 2499), min_size=6, max_size=6))
    far = draw(st.lists(st.integers(1, (min(near) - 1) // 4), min_size=3, max_size=3))
    rest = {0: iter([10_000]), 1: iter(near), 2: iter(far)}
    return [Fraction(next(rest[d])) for d in ROW]


@settings(deadline=None, max_examples=60, derandomize=True)
@given(rows())
def test_rows_lie_in_the_hull_of_the_vertices(row: list[Fraction]) -> None:
    """The combination of the proof, spelled out."""
    u = Fraction(1, 4)
    b = [value / 10_000 for value in row]
    t = max(b[j] for j in FAR) / u**2
    assert 0 < t < 1
    assert all(0 <= (b[k] - t * u) / (1 - t) <= u for k in NEAR)
    assert all(0 <= b[j] / t <= u**2 for j in FAR)
    assert len(list(vertices(5, u))) == 2**6 + 2**3


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.lists(rows(), min_size=10, max_size=10))
def test_matrices_of_such_rows_are_regular(drawn: list[list[Fraction]]) -> None:
    matrix = []
    for row, levels in zip(drawn, distances(5), strict=True):
        rest = {d: iter([value for value, e in zip(row, ROW, strict=True) if e == d]) for d in range(3)}
        matrix.append([int(next(rest[d])) for d in levels])
    assert flint.fmpz_mat(matrix).rank() == 10


def test_corrupted_certificates_are_rejected() -> None:
    good = run(METHOD, 5, 3, "1/10")[-1]
    harmful = [edit for edit in common_edits(good) if edit[0] not in ("longer inputs", "one bit less")]
    assert rejected(good, iter(harmful)) == len(harmful)
    values = ("0", "1", "1/20", "-1/12", 0.05, None)
    edits = [put(("proof", "inverse", k), new) for k in (0, 1) for new in values]
    edits += [put(("proof", "inverse"), new) for new in ([], ["-5/61"], ["-5/61", "3/61", "0"], "00")]
    assert rejected(good, ((str(k), edit) for k, edit in enumerate(edits))) == len(edits)
    assert not checker.judge(corpus.changed(good, ("parameters", "m"), 8)).accepted
