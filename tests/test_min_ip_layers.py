"""Layers and chains of words: bounds of Min-IP that meet once eps is small or n large."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import corpus
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from min_ip_support import best

from lpbounds import checker
from lpbounds.problem import Limits
from lpbounds.rationals import texts
from problems import min_ip_layer_check
from problems.min_ip import PROBLEM
from problems.min_ip_dominance import METHOD as DOMINANCE
from problems.min_ip_dominance import Layer
from problems.min_ip_orders import ORDERS
from problems.min_ip_pairwise import error_within, least_error, value
from problems.min_ip_ratios import Ratios
from problems.min_ip_symmetric_chains import bottom, chain_kernel, chains_left, levels_used

# Dominance


@pytest.mark.parametrize(
    ("m", "n", "eps", "words"),
    [
        (3, 100, "1/10", 3),
        (4, 3, "1/10", 6),
        (4, 5, "1/4", 6),
        (4, 6, "1/4", 6),
        (5, 10, "1/4", 10),
        (6, 4, "1/10", 20),
        (20, 1000, "1/10", comb(20, 10)),
        (1000, 10**6, "1/10", comb(1000, 500)),
    ],
)
def test_layers(m: int, n: int, eps: str, words: int) -> None:
    """Equal to the number of chains, so the rank is settled."""
    assert best(DOMINANCE, m, n, eps) == words == chains_left(m, Fraction(eps))


def test_the_algebra_of_a_layer_agrees_with_matrices() -> None:
    layer = Layer(5, 2, Ratios(4, Fraction(1, 10)))
    words = [x for x in range(32) if x.bit_count() == 2]
    at = np.array([[(x & ~y).bit_count() for y in words] for x in words])
    left, right = [Fraction(3), Fraction(-1, 2), Fraction(2)], [Fraction(1), Fraction(5), Fraction(-7)]
    dense = np.array(left, dtype=object)[at] @ np.array(right, dtype=object)[at]
    assert (dense == np.array(layer.times(left, right), dtype=object)[at]).all()
    assert {abs(row).sum() for row in dense} == {layer.row_sum(layer.times(left, right))}


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.integers(2, 12), st.fractions(Fraction(1), 60, max_denominator=3))
def test_domination_sums(m: int, mu: Fraction) -> None:
    for w in range(1, m):
        total = sum(comb(w, d) * comb(m - w, d) / mu**d for d in range(1, min(w, m - w) + 1))
        assert min_ip_layer_check.dominated(m, w, mu.numerator, mu.denominator) == (total <= 1)


# Chains


def test_symmetric_chains() -> None:
    for m in range(1, 8):
        chains: dict[int, list[int]] = {}
        for word in sorted(range(1 << m), key=int.bit_count):
            chains.setdefault(bottom(word, m), []).append(word)
        assert len(chains) == comb(m, m // 2)
        for chain in chains.values():
            assert chain[0].bit_count() + chain[-1].bit_count() == m
            assert all(a & ~b == 0 and (b & ~a).bit_count() == 1 for a, b in pairwise(chain))


@pytest.mark.parametrize("eps", ["1/10", "1/2", "3/4", "1", "3/2"])
@pytest.mark.parametrize(("m", "n"), [(1, 3), (2, 4), (3, 3), (3, 50), (4, 3), (4, 9)])
def test_chain_kernels_are_correct(m: int, n: int, eps: str) -> None:
    """The kernel that the rule ``symmetric-chains`` describes, run by the checker as a model."""
    queries, keys = chain_kernel(m, n, Fraction(eps))
    kernel = np.array(queries, dtype=object) @ np.array(keys, dtype=object).T
    tokens, outputs = range(1 << m), []
    for x in tokens:
        row, shared = kernel[x], [(x & z).bit_count() for z in tokens]
        levels = [[row[z] for z in tokens if shared[z] == k] for k in range(x.bit_count() + 1)]
        least = least_error([min(part) for part in levels], [max(part) for part in levels], row[x], n)
        assert least < Fraction(eps)
        error = error_within(least, Fraction(eps))
        outputs.append([value(x.bit_count(), shared[z], row[z], row[x], n, error) for z in tokens])
    factors = {"queries": queries, "keys": keys, "values": outputs}
    proof = {name: [texts(row) for row in rows] for name, rows in factors.items()}
    rank = chains_left(m, Fraction(eps))
    certificate = corpus.min_ip("upper", rank, "model", proof, m=m, n=n, eps=eps)
    assert checker.judge(certificate) == (True, "")
    chains = corpus.min_ip("upper", rank, "proof", {"rule": "symmetric-chains"}, m=m, n=n, eps=eps)
    assert checker.judge(chains) == (True, "")
    assert not checker.judge(corpus.changed(chains, ("value",), rank - 1)).accepted


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 14), st.sampled_from(["1/10", "1/2", "3/4", "1", "5/4", "7/2"]))
def test_levels_leave_as_many_chains_as_counted(m: int, eps: str) -> None:
    levels = levels_used(m, Fraction(eps))
    met = [i for i in range(m // 2 + 1) if any(i <= level <= m - i for level in levels)]
    assert chains_left(m, Fraction(eps)) == comb(m, met[-1]) and met == list(range(len(met)))


# Soundness


@settings(deadline=None, max_examples=40, derandomize=True)
@example(4, 3, "3/10")  # the middle of the box is singular
@given(st.integers(1, 5), st.sampled_from([3, 4, 100]), st.sampled_from(["1/10", "1/4", "2/5", "1/2"]))
def test_lower_bounds_stay_below_chains(m: int, n: int, eps: str) -> None:
    assert max(best(method, m, n, eps) for method in (ORDERS, DOMINANCE)) <= chains_left(m, Fraction(eps))


@pytest.mark.parametrize(("m", "n"), [(m, n) for m in (1, 2, 3) for n in (3, 10)])
def test_settled_by_chains_and_dominance(m: int, n: int) -> None:
    limits = Limits(starts=0)
    for eps in ("1/10", "1/1000"):
        interval = PROBLEM.solve(m=m, n=n, eps=eps, limits=limits)
        assert interval.is_settled and interval.lower is not None and interval.lower.value == comb(m, m // 2)
