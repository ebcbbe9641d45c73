"""Lower bounds of Min-IP by the Borsuk-Ulam theorem, and their confirmation by chirotopes."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, floor
from typing import Any

import corpus
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Cadical195

from lpbounds import checker
from lpbounds.certificates import Certificate
from lpbounds.clause_proof import hinted
from lpbounds.problem import Limits, Method, Nothing, Task
from problems import min_ip_check, min_ip_chirotope_check, min_ip_kneser_check
from problems.min_ip_chirotope import METHOD as CHIROTOPE
from problems.min_ip_chirotope import Chirotope, covectors, stable_queries
from problems.min_ip_kneser import METHOD as KNESER
from problems.min_ip_kneser import kneser_bound
from problems.min_ip_kneser_product import METHOD as PRODUCT
from problems.min_ip_kneser_product import codes, forced_ratios
from problems.min_ip_pairwise import least_error

HALF = Fraction(1, 2)


def run(method: Method, m: int, n: int, eps: str = "1/2", **known: Any) -> Certificate:
    """Return the certificate of a method's only bound, accepted."""
    task = Task("min-ip", {"m": m, "n": n, "eps": eps}, "feature-rank", **known)
    (bound,) = method.run(task)
    assert checker.judge(bound.certificate) == (True, "")
    return bound.certificate


@cache
def certificate(name: str) -> Certificate:
    """Return one certificate of each kind, as read from a file."""
    method, m, n = {
        "kneser": (KNESER, 6, 3),
        "product": (PRODUCT, 16, 5),
        "weighted": (PRODUCT, 64, 10),
        "chirotope": (CHIROTOPE, 5, 3),
    }[name]
    read: Certificate = json.loads(json.dumps(run(method, m, n)))
    return read


NAMES = ["kneser", "product", "weighted", "chirotope"]


# What the methods give


@pytest.mark.parametrize("m", [3, 4, 6, 7, 10_000])
@pytest.mark.parametrize(
    ("n", "eps", "loss"), [(3, "1/2", 2), (10, "1/2", 2), (3, "1/4", 0), (4, "1/3", 0), (3, "1", 6)]
)
def test_the_bound_is_m_minus_2g_plus_2(m: int, n: int, eps: str, loss: int) -> None:
    if m - loss < 1:
        with pytest.raises(Nothing):
            run(KNESER, m, n, eps)
    else:
        assert run(KNESER, m, n, eps)["value"] == m - loss


def test_short_inputs_give_nothing() -> None:
    for method in (KNESER, PRODUCT, CHIROTOPE):
        for n in (1, 2):
            with pytest.raises(Nothing):
                run(method, 8, n)


@pytest.mark.parametrize(
    ("n", "m", "least"), [(3, 24, 28), (4, 16, 20), (5, 16, 24), (6, 24, 72), (10, 24, 135)]
)
def test_products_with_codes(n: int, m: int, least: int) -> None:
    assert run(PRODUCT, m, n)["value"] >= least


def test_products_grow_with_m() -> None:
    values = [run(PRODUCT, m, 6)["value"] for m in range(12, 40)]
    assert values == sorted(values)


def test_products_say_when_they_give_no_more_than_is_known() -> None:
    with pytest.raises(Nothing):
        run(PRODUCT, 12, 3)
    with pytest.raises(Nothing):
        run(PRODUCT, 24, 3, lower=28)
    assert run(PRODUCT, 24, 3, lower=27)["value"] == 28


@pytest.mark.parametrize(
    ("m", "n", "eps", "value"), [(5, 3, "1/2", 3), (3, 3, "1/4", 3), (5, 4, "1/4", 5), (7, 3, "3/4", 3)]
)
def test_chirotopes_confirm_the_bound(m: int, n: int, eps: str, value: int) -> None:
    assert run(CHIROTOPE, m, n, eps)["value"] == value == kneser_bound(m, n, Fraction(eps))


@pytest.mark.long
def test_chirotopes_confirm_six_bits_and_larger_ones_by_reduction() -> None:
    assert run(CHIROTOPE, 6, 3)["value"] == 4
    assert run(CHIROTOPE, 9, 3)["value"] == 4


def test_chirotopes_are_skipped_where_they_add_nothing_and_count_conflicts() -> None:
    with pytest.raises(Nothing, match="no more"):
        run(CHIROTOPE, 6, 3, lower=4)
    with pytest.raises(Nothing, match="conflicts"):
        run(CHIROTOPE, 6, 3, limits=Limits(nodes=10))


# Soundness


def row_is_correct(row: Any, m: int, x: int, n: int, eps: Fraction) -> bool:
    shared = np.bitwise_count(np.arange(1 << m) & x)
    classes = [[int(row[z]) for z in np.nonzero(shared == k)[0]] for k in range(x.bit_count() + 1)]
    return least_error([min(c) for c in classes], [max(c) for c in classes], int(row[x]), n) < eps


@pytest.mark.parametrize(("m", "eps"), [(2, HALF), (4, HALF), (3, Fraction(1, 4)), (5, Fraction(1, 4))])
@pytest.mark.parametrize("n", [3, 4, 7])
def test_no_bound_exceeds_the_rank_of_a_correct_kernel(m: int, n: int, eps: Fraction) -> None:
    # The kernel base^(-<x,z>) of rank 2^m, rows scaled to integers.
    base = 4 * n * eps.denominator
    rows = [[base ** (m - (x & z).bit_count()) for z in range(1 << m)] for x in range(1 << m)]
    assert all(row_is_correct(row, m, x, n, eps) for x, row in enumerate(rows))
    assert kneser_bound(m, n, eps) <= 1 << m


@pytest.mark.parametrize(
    ("m", "eps", "upper"),
    [(4, "1/2", 2), (5, "1/2", 3), (6, "1/2", 4), (7, "1/2", 5), (3, "1/4", 3), (4, "1/4", 4), (5, "1/4", 5)],
)
def test_no_bound_exceeds_a_rank_that_is_reached(m: int, eps: str, upper: int) -> None:
    # Kernels of these ranks are known at n = 3; see test_factor_search.py for the small ones.
    for method in (KNESER, PRODUCT):
        with suppress(Nothing):
            assert run(method, m, 3, eps)["value"] <= upper


@pytest.mark.parametrize("m", range(2, 13))
@pytest.mark.parametrize("eps", ["1/2", "1/4", "1/10", "3/4", "2"])
def test_no_bound_exceeds_the_chains_that_serve_every_n(m: int, eps: str) -> None:
    chains = comb(m, max(0, (m - floor(2 * Fraction(eps))) // 2))
    for method, n in product((KNESER, PRODUCT), (3, 4, 10, 10**9)):
        with suppress(Nothing):
            assert run(method, m, n, eps)["value"] <= chains


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(2, 4), st.sampled_from([HALF, Fraction(1, 4)]), st.integers(3, 5), st.data())
def test_the_lemma_on_preferences(m: int, eps: Fraction, n: int, data: st.DataObject) -> None:
    # Wherever a row is correct, a gap with mu_g >= 1 means a strict preference by rho.
    x = data.draw(st.integers(1, (1 << m) - 1))
    noise = data.draw(st.lists(st.integers(0, 3), min_size=1 << m, max_size=1 << m))
    base = data.draw(st.integers(3, 8))
    row = [base ** (m - (x & z).bit_count()) * 4 + noise[z] for z in range(1 << m)]
    if row_is_correct(row, m, x, n, eps):
        rho = min_ip_kneser_check.forced_ratios(m, n, eps)
        for y, z in product(range(1 << m), repeat=2):
            gap = (x & z).bit_count() - (x & y).bit_count()
            assert gap <= 0 or row[y] > rho[gap] * row[z]


@pytest.mark.parametrize("n", [3, 4, 6, 100])
@pytest.mark.parametrize("eps", [HALF, Fraction(1, 10), Fraction(3)])
def test_both_computations_of_ratios_agree(n: int, eps: Fraction) -> None:
    assert forced_ratios(n, eps, 14) == min_ip_kneser_check.forced_ratios(14, n, eps)


def test_published_ratios() -> None:
    assert forced_ratios(3, HALF, 14) == [0, 0, 1, 2, 3, 4, 5, 6, 9, 12, 16, 20, 27, 36, 48]


def test_codes_keep_their_distances() -> None:
    for code in codes():
        others = code.distances + 100 * np.eye(len(code.words), dtype=int)
        assert len(code.words) == 1 or others.min() >= 1
        assert (code.distances == code.distances.T).all()


@pytest.mark.parametrize(
    ("m", "g", "rank", "consistent"),
    [(4, 2, 2, True), (5, 2, 2, False), (5, 2, 3, True), (3, 1, 2, False), (4, 1, 3, False), (4, 1, 4, True)],
)
def test_the_clauses_contradict_each_other_just_where_the_theorem_says(
    m: int, g: int, rank: int, consistent: bool
) -> None:
    chosen = combinations(range(m), g) if consistent else None
    queries = (
        ["".join("1" if i in ones else "0" for i in range(m)) for ones in chosen]
        if chosen
        else stable_queries(m, g)
    )
    if len(queries) <= rank:
        queries += ["1" * m]
    clauses = Chirotope(rank, queries).clauses(covectors(m, g, queries))
    assert clauses == min_ip_chirotope_check.axioms(m, g, rank, queries)
    with Cadical195(bootstrap_with=clauses) as solver:
        assert solver.solve() is consistent


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_vectors_satisfy_the_clauses_of_grassmann_and_pluecker(seed: int, rank: int) -> None:
    count = rank + 3
    vectors = np.random.default_rng(seed).integers(-50, 51, (count, rank))
    number = {chosen: k + 1 for k, chosen in enumerate(combinations(range(count), rank))}
    signs = {k: round(np.linalg.det(vectors[list(chosen)])) for chosen, k in number.items()}
    if all(signs.values()):
        def chi(chosen: tuple[int, ...]) -> int:
            return min_ip_chirotope_check.parity(chosen) * number[tuple(sorted(chosen))]

        for clause in min_ip_chirotope_check.grassmann_pluecker(chi, rank, count):
            assert any(signs[abs(q)] * q > 0 for q in clause)


# Clause proofs

LITERALS = st.sampled_from([sign * v for v in range(1, 7) for sign in (1, -1)])


@settings(deadline=None, max_examples=80, derandomize=True)
@given(st.lists(st.lists(LITERALS, min_size=1, max_size=3), min_size=5, max_size=60))
def test_hinted_proofs_replay_whenever_there_is_a_contradiction(clauses: list[list[int]]) -> None:
    axioms = [sorted(set(clause)) for clause in clauses]
    with Cadical195(bootstrap_with=axioms, with_proof=True) as solver:
        contradiction = not solver.solve()
        lines = solver.get_proof() if contradiction else []
    steps = hinted(axioms, [[int(q) for q in line.split()[:-1]] for line in lines if line[0] != "d"])
    assert (steps is not None) == contradiction
    if steps is not None:
        min_ip_chirotope_check.refuted(axioms, [list(step) for step in steps], min_ip_check)


def test_lemmas_that_do_not_follow_prove_nothing() -> None:
    assert hinted([[1, 2]], [[1], []]) is None
    assert hinted([[1, 2]], []) is None


# Corruption


@pytest.mark.parametrize("name", NAMES)
def test_the_checker_accepts(name: str) -> None:
    assert checker.judge(certificate(name)) == (True, "")


@pytest.mark.parametrize("name", NAMES)
def test_a_stronger_claim_is_rejected(name: str) -> None:
    stronger = corpus.changed(certificate(name), ("value",), certificate(name)["value"] + 1)
    assert not checker.judge(stronger).accepted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("field", "new"),
    [("side", "upper"), ("kind", "reduction"), ("kind", "measure"), ("resource", "heads"), ("value", "inf")],
)
def test_other_claims_are_rejected(name: str, field: str, new: Any) -> None:
    assert not checker.judge(corpus.changed(certificate(name), (field,), new)).accepted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("parameter", "new"), [("m", 4), ("n", 2), ("eps", "2"), ("eps", "0"), ("eps", 0.5)])
def test_other_parameters_are_rejected(name: str, parameter: str, new: Any) -> None:
    assert not checker.judge(corpus.changed(certificate(name), ("parameters", parameter), new)).accepted


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_proof_is_needed_and_no_other_is_allowed(name: str) -> None:
    for field in certificate(name)["proof"]:
        assert not checker.judge(corpus.without(certificate(name), ("proof", field))).accepted
    assert not checker.judge(corpus.changed(certificate(name), ("proof", "more"), 1)).accepted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("gap", [0, 1, 7, 10**9, -2, "2", 2.0, True, None])
def test_other_gaps_are_rejected(name: str, gap: Any) -> None:
    assert not checker.judge(corpus.changed(certificate(name), ("proof", "gap"), gap)).accepted


@pytest.mark.parametrize("name", ["product", "weighted"])
def test_corrupted_words_are_rejected(name: str) -> None:
    proof = certificate(name)["proof"]
    for side in ("queries", "keys"):
        word = proof[side][0]
        for new in (word[:-1], word + "0", word[:-1] + "2", "", 3, None, proof[side][1]):
            assert not checker.judge(corpus.changed(certificate(name), ("proof", side, 0), new)).accepted
        assert not checker.judge(corpus.without(certificate(name), ("proof", side, 0))).accepted


def test_each_flipped_bit_that_spoils_a_gap_is_rejected() -> None:
    proof = certificate("product")["proof"]
    verdicts = set()
    for side, bit in product(("queries", "keys"), range(len(proof["keys"][0]))):
        word = proof[side][0]
        flipped = word[:bit] + "10"[int(word[bit])] + word[bit + 1 :]
        broken = corpus.changed(certificate("product"), ("proof", side, 0), flipped)
        verdicts.add(checker.judge(broken).accepted)
        assert checker.judge(broken).accepted == dominance_holds(broken["proof"], 5, HALF)
    assert False in verdicts


def dominance_holds(proof: dict[str, Any], n: int, eps: Fraction) -> bool:
    """Test hypothesis (3) of theorem 2 literally."""
    rho = forced_ratios(n, eps, 20)
    sizes = [
        [sum(a == b == "1" for a, b in zip(x, y, strict=True)) for y in proof["keys"]]
        for x in proof["queries"]
    ]
    weights = [Fraction(w) for w in proof["weights"]]
    for i, row in enumerate(sizes):
        ratios = [rho[max(0, size - row[i])] for size in row]
        others = [j for j in range(len(row)) if j != i]
        if any(ratios[j] == 0 for j in others):
            return False
        if sum(weights[j] / ratios[j] for j in others) > weights[i] * (1 - 1 / rho[proof["gap"]]):
            return False
    return True


@pytest.mark.parametrize("name", ["product", "weighted"])
@pytest.mark.parametrize("weight", ["1000", "1/1000", "0", "-1", "x", 1.0, None])
def test_corrupted_weights_are_rejected(name: str, weight: Any) -> None:
    assert not checker.judge(corpus.changed(certificate(name), ("proof", "weights", 0), weight)).accepted


def test_scaled_weights_stay_proved() -> None:
    scaled = copy.deepcopy(certificate("weighted"))
    scaled["proof"]["weights"] = [str(Fraction(w) * Fraction(7, 3)) for w in scaled["proof"]["weights"]]
    assert checker.judge(corpus.resealed(scaled)).accepted
    even = copy.deepcopy(certificate("weighted"))
    even["proof"]["weights"] = ["1"] * len(even["proof"]["weights"])
    assert not checker.judge(corpus.resealed(even)).accepted


def test_proofs_with_a_step_dropped_or_changed_are_rejected() -> None:
    steps = certificate("chirotope")["proof"]["steps"]
    for index, (clause, hints) in enumerate(steps):
        path = ("proof", "steps", index)
        assert not checker.judge(corpus.without(certificate("chirotope"), path)).accepted
        for position in range(len(hints)):
            assert not checker.judge(corpus.without(certificate("chirotope"), (*path, 1, position))).accepted
        for position, literal in enumerate(clause):
            # A lemma with a literal less or changed does not follow from the same hints.
            broken = corpus.changed(certificate("chirotope"), (*path, 0, position), -literal)
            assert not checker.judge(broken).accepted


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (("rank",), 3),
        (("rank",), 1),
        (("rank",), "2"),
        (("steps",), []),
        (("steps",), [[[], []]]),
        (("steps",), [[[], [0]]]),
        (("steps",), [[[], [10**6]]]),
        (("steps",), [[[], [-1]]]),
        (("queries", 0), "10010"),
        (("queries", 0), "11111"),
        (("queries", 0), "1010"),
        (("queries", 0), "1x100"),
    ],
)
def test_corrupted_chirotopes_are_rejected(path: corpus.Path, new: Any) -> None:
    assert not checker.judge(corpus.changed(certificate("chirotope"), ("proof", *path), new)).accepted


def test_a_query_left_out_or_twice_is_rejected() -> None:
    queries = certificate("chirotope")["proof"]["queries"]
    assert not checker.judge(corpus.without(certificate("chirotope"), ("proof", "queries", 0))).accepted
    doubled = corpus.changed(certificate("chirotope"), ("proof", "queries", 0), queries[1])
    assert not checker.judge(doubled).accepted
