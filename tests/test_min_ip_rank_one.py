"""Rank one on Min-IP: the threshold in closed form against the linear programs that define it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.problem import Limits, Nothing, Task
from problems.min_ip import PROBLEM
from problems.min_ip_inputs import weighted_inputs
from problems.min_ip_rank_one import METHOD, rank_one_model
from problems.min_ip_rows import InputRows, compact_rows, cone_system_entries, literal_rows, overlaps
from problems.min_ip_two_tokens import refutes_rank_one, two_token_inputs

HALF = Fraction(1, 2)


def task(m, n, eps="1/2", limits=None):
    parameters = PROBLEM.parsed({"m": m, "n": n, "eps": eps})
    return Task("min-ip", parameters, "feature-rank", limits=limits or Limits())


def decided(m, n, eps="1/2"):
    (bound,) = METHOD.run(task(m, n, eps))
    verdict = checker.judge(bound.certificate)
    assert verdict.accepted, verdict.reason
    return bound.side, bound.value, bound.kind


# The programs: one row a that lies in the cone of every query.


class QueryRows(NamedTuple):
    """Inequalities of one query, and which a each of its classes has."""

    key: np.ndarray
    rows: InputRows


def token_queries(m: int, n: int, make: Callable[..., InputRows]) -> list[QueryRows]:
    tokens = np.arange(2**m)
    return [QueryRows(tokens, make(overlaps(m, x), x, n)) for x in range(2**m)]


def class_queries(m: int, n: int) -> Iterator[QueryRows]:
    """One query of each weight, a by weight and b by weight and overlap: averaging over permutations."""
    for s in range(m + 1):
        pairs = [(w, k) for w in range(m + 1) for k in range(max(0, w + s - m), min(w, s) + 1)]
        weights, shared = np.array(pairs, dtype=np.int64).T
        yield QueryRows(weights, compact_rows(shared, pairs.index((s, s)), n))


def rank_one_system(queries, keys: int, eps: Fraction) -> StrictSystem:
    queries = list(queries)
    builder = RowBuilder(keys + sum(query.rows.classes + query.rows.maxima for query in queries))
    offset = keys
    for key, rows in queries:
        entries = cone_system_entries(rows, eps)
        place = np.concatenate([key, np.arange(offset, offset + rows.classes + rows.maxima)])
        builder.add_triplets(rows.height, entries.rows, place[entries.columns], entries.entries)
        offset += rows.classes + rows.maxima
    return StrictSystem(builder.matrix(), frozenset(range(keys)))


def by_class(m, n, eps):
    return decide(rank_one_system(class_queries(m, n), m + 1, eps))


@pytest.mark.parametrize("make", [compact_rows, literal_rows])
@pytest.mark.parametrize("eps", [Fraction(1, 4), Fraction(1, 3), HALF, Fraction(3, 4)])
def test_classes_tokens_and_closed_form_agree(eps, make):
    for m, n in product((1, 2, 3), (1, 2, 3, 4)):
        by_token = decide(rank_one_system(token_queries(m, n, make), 2**m, eps))
        assert isinstance(by_token, Infeasible if refutes_rank_one(m, n, eps) else Feasible)
        assert type(by_class(m, n, eps)) is type(by_token)


def near_threshold(m, n):
    """Return the largest eps of denominator 64 that two tokens refute, and the next."""
    refuted = [k for k in range(1, 64 * m) if refutes_rank_one(m, n, Fraction(k, 64))]
    return [Fraction(k, 64) for k in (max(refuted), max(refuted) + 1)]


@pytest.mark.parametrize("m", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("n", [3, 4, 7, 20])
def test_the_closed_form_is_exact(m, n):
    impossible, possible = near_threshold(m, n)
    assert isinstance(by_class(m, n, impossible), Infeasible)
    assert isinstance(by_class(m, n, possible), Feasible)
    assert decided(m, n, impossible)[:2] == ("lower", 2)
    assert decided(m, n, possible)[:2] == ("upper", 1)


@given(st.integers(1, 12), st.sampled_from([3, 4, 5, 9, 60, 10**6]), st.integers(2, 30), st.data())
@settings(deadline=None, max_examples=80, derandomize=True)
def test_one_of_the_two_certificates_always_exists(m, n, bits, data):
    low, high = Fraction(0), Fraction(m)
    for _ in range(bits):
        middle = (low + high) / 2
        low, high = (middle, high) if refutes_rank_one(m, n, middle) else (low, middle)
    eps = data.draw(st.sampled_from([low, high, high * Fraction(11, 10)]).filter(lambda eps: eps > 0))
    assert (rank_one_model(m, n, eps) is None) == refutes_rank_one(m, n, eps)


def test_the_multipliers_of_the_token_form_are_a_measure():
    queries = token_queries(4, 3, compact_rows)
    found = decide(rank_one_system(queries, 16, HALF))
    listed, start = [], 0
    for x, (_, rows) in enumerate(queries):
        own = {row - start: weight for row, weight in found.multipliers.items() if row >= start}
        own = {row: weight for row, weight in own.items() if row < rows.height}
        for item in weighted_inputs(rows, own):
            tokens = [[bits_of(z), count] for z, count in item.counts.items()]
            weight = str(item.sigma * item.weight)
            listed.append({"query": bits_of(x), "tokens": tokens, "weight": weight})
        start += rows.height
    certificate = task(4, 3).bound("lower", 2, "measure", "rank-one", {"inputs": listed}).certificate
    assert checker.judge(certificate).accepted


def bits_of(token):
    return f"{token:04b}"[::-1]


# Known facts.


@pytest.mark.parametrize(
    ("m", "n"), [*product((1, 2, 3), (3, 4, 5, 6, 10, 1000)), (1, 100), (3, 100), (3, 10**9)]
)
def test_one_feature_suffices_up_to_three_bits(m, n):
    assert decided(m, n) == ("upper", 1, "class-model")


@pytest.mark.parametrize("n", [3, 4, 5, 6, 10, 100, 1000, 10**9])
def test_one_feature_fails_at_four_bits(n):
    assert decided(4, n) == ("lower", 2, "measure")
    assert decided(300, n) == ("lower", 2, "reduction")


@pytest.mark.parametrize("eps", ["1/4", "1/10", "1/1000000007", "1e-30"])
def test_one_feature_fails_at_two_bits_for_small_errors(eps):
    assert decided(1, 3, eps) == ("upper", 1, "class-model")
    assert decided(2, 3, eps) == ("lower", 2, "measure")


@pytest.mark.parametrize(
    ("eps", "n", "fails"),
    [("1/3", 3, 4), ("1/3", 4, 2), ("3/4", 3, 6), ("3/4", 4, 5), ("3/4", 5, 4), ("1", 3, 8), ("1", 4, 6),
     ("5/4", 6, 7), ("4", 3, 32)],
)
def test_where_one_feature_fails_for_other_errors(eps, n, fails):
    assert decided(fails - 1, n, eps) == ("upper", 1, "class-model")
    assert decided(fails, n, eps) == ("lower", 2, "measure")


def test_the_measure_has_six_inputs_at_every_size():
    for m, n in ((4, 3), (5, 1000), (40, 10**9)):
        assert len(two_token_inputs(m, n, HALF)) == 6


def test_what_it_leaves_alone():
    with pytest.raises(Nothing, match="uniform"):
        list(METHOD.run(task(5, 2)))
    with pytest.raises(Nothing, match="limit"):
        list(METHOD.run(task(7, 3, "1", Limits(rows=10))))
