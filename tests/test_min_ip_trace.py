"""Trace bounds of Min-IP: codes, random words, and kernels whose rank no bound may exceed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod
from typing import Any

import corpus
import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from min_ip_support import best, run
from test_min_ip_rules import common_edits, put, rejected

from lpbounds import checker
from lpbounds.certificates import Certificate
from lpbounds.problem import Limits, Method, Nothing, Task
from problems.min_ip import PROBLEM
from problems.min_ip_coset import METHOD as COSET
from problems.min_ip_pairwise import least_error
from problems.min_ip_shell import METHOD as SHELL
from problems.min_ip_symmetric_chains import chain_kernel
from problems.min_ip_trace import METHOD as CODE

HALF = Fraction(1, 2)

# Values


@pytest.mark.parametrize(("m", "value"), [(19, 19), (20, 22), (21, 26), (23, 31), (24, 50), (28, 69)])
def test_codes(m: int, value: int) -> None:
    assert best(CODE, m, 3, "1/2") >= value


@pytest.mark.parametrize(
    ("m", "n", "value"), [(8, 100, 14), (9, 100, 18), (10, 100, 36), (12, 10, 87), (16, 10, 400)]
)
def test_codes_for_longer_inputs(m: int, n: int, value: int) -> None:
    assert best(CODE, m, n, "1/2") >= value


@pytest.mark.parametrize(("m", "bits"), [(24, 5), (40, 8), (168, 33)])
def test_random_words(m: int, bits: int) -> None:
    assert best(SHELL, m, 3, "1/2") >= 2**bits
    assert best(COSET, m, 3, "1/2") >= 2**bits


def test_cosets_for_longer_inputs() -> None:
    for m, n, value in ((24, 10, 11_000), (24, 100, 80_000), (40, 100, 1_500_000_000)):
        assert best(COSET, m, n, "1/2") >= value > best(SHELL, m, n, "1/2")


@pytest.mark.parametrize(("method", "m", "inner"), [(SHELL, 41, 40), (CODE, 23, 22)])
def test_both_take_bounds_of_fewer_bits(method: Method, m: int, inner: int) -> None:
    certificate = run(method, m, 3, "1/2")[-1]
    assert certificate["kind"] == "reduction"
    assert certificate["proof"]["certificate"]["parameters"]["m"] == inner


@pytest.mark.long
def test_random_words_of_many_bits() -> None:
    assert best(SHELL, 5000, 3, "1/2") > 2**187


@pytest.mark.parametrize("method", [CODE, SHELL, COSET])
def test_nothing_is_said_where_nothing_is_forced(method: Method) -> None:
    for m, n, eps in ((1, 3, "1/2"), (24, 2, "1/2"), (24, 3, "30"), (3, 3, "1/2")):
        assert run(method, m, n, eps) == []
    assert run(method, 24, 3, "1/2", lower=10**6) == []


# Corruption


def polynomial_edits(good: Certificate) -> Iterator[tuple[str, Any]]:
    terms = good["proof"]["terms"]
    for k, term in enumerate(terms):
        yield f"no term {k}", lambda bad, k=k: bad["proof"]["terms"].pop(k)
        yield f"empty term {k}", put(("proof", "terms", k), [])
        yield f"larger degree {k}", put(("proof", "terms", k), [*term, *["1"] * 8])
        for i, value in enumerate(term):
            for new in (str(Fraction(value) * 3 + 1), float(Fraction(value)), "1/0", None):
                yield f"term {k} {i} {new}", put(("proof", "terms", k, i), new)
    yield "no slope", put(("proof", "terms", len(terms) - 1), ["0"])
    yield "four terms", lambda bad: bad["proof"]["terms"].append(["1"])
    yield "negative centre", put(("proof", "centre"), -1)
    yield "fractional centre", put(("proof", "centre"), "1/2")


# What leaves the claim proved: longer inputs and more room in m where the family does not depend on it.
HARMLESS = ("longer inputs",)


def harmful(good: Certificate) -> Iterator[tuple[str, Any]]:
    return (edit for edit in common_edits(good) if edit[0] not in HARMLESS)


def code_certificates() -> list[Certificate]:
    return [run(CODE, m, 3, "1/2")[-1] for m in (20, 24)]


def test_corrupted_codes_are_rejected() -> None:
    for good in code_certificates():
        family = good["proof"]["family"]
        assert rejected(good, harmful(good)) + rejected(good, polynomial_edits(good)) > 30
        for field, words in family.items():
            if field == "weight":
                edits = [put(("proof", "family", "weight"), new) for new in (11, 8, 0, -12, "12", 12.0, None)]
            else:
                edits = [put(("proof", "family", field, k), new) for k in range(len(words))
                         for new in (words[k - 1], words[k][1:], "2" + words[k][1:], words[k] + "0", 7)]
                edits += [put(("proof", "family", field), new) for new in ([], words[:1], words[:5])]
            rejected(good, ((field, edit) for edit in edits))
        rejected(good, (("family", put(("proof", "family"), new)) for new in ({"layer": 12}, {}, [], None)))
        assert not checker.judge(corpus.without(good, ("proof", "family", next(iter(family))))).accepted


def test_words_of_unequal_weights_take_no_shift_by_distance() -> None:
    words = ["11111110000000", "00000001111111", "01101101101100"]
    proof = {"rule": "trace", "family": {"words": words}, "terms": [["0"], ["1"]], "centre": 0}
    good = corpus.min_ip("lower", 2, "proof", proof, m=14, n=3)
    assert checker.judge(good).accepted
    assert not checker.judge(corpus.changed(good, ("proof", "terms", 0), ["0", "0"])).accepted


def test_a_slope_that_vanishes_is_not_strict() -> None:
    """With l_1(d) = 0 at every distance the image is known exactly, and its rank may be the bound."""
    words = ["110000", "001100", "000011"]
    proof = {"rule": "trace", "family": {"words": words}, "terms": [["0"], ["2", "-1"]], "centre": 0}
    claim = corpus.min_ip("lower", 1, "proof", proof, m=6, n=3)
    assert checker.judge(claim).accepted
    assert not checker.judge(corpus.changed(claim, ("value",), 2)).accepted


def test_corrupted_shells_are_rejected() -> None:
    for m in (24, 40):
        good = run(SHELL, m, 3, "1/2")[-1]
        assert rejected(good, harmful(good)) + rejected(good, polynomial_edits(good)) > 30
        words, scale = good["proof"]["words"], Fraction(good["proof"]["scale"])
        most = comb(m, m // 2)
        edits = [put(("proof", "words"), new) for new in (0, 1, 2 * words, words // 2, most + 1, str(words))]
        edits += [put(("proof", "scale"), str(new)) for new in (2 * scale, scale / 2, 0, 1, Fraction(-1, 2))]
        rejected(good, (("sample", edit) for edit in edits))


def test_corrupted_cosets_are_rejected() -> None:
    for m, n in ((24, 3), (40, 4)):
        good = run(COSET, m, n, "1/2")[-1]
        assert good["proof"]["rule"] == "coset"
        assert rejected(good, harmful(good)) + rejected(good, polynomial_edits(good)) > 30


# Kernels whose rank is known


Kernel = list[list[int]]


@st.composite
def products(draw: st.DrawFn) -> tuple[int, Kernel]:
    """Draw m and a sum of products over bits, smaller where the overlap is larger."""
    m, tokens = draw(st.integers(2, 5)), range(32)
    factors = st.lists(st.sampled_from([1, 2, 5, 20]), min_size=m, max_size=m)
    terms = draw(st.lists(st.tuples(st.integers(1, 9), factors), min_size=1, max_size=3))

    def entry(x: int, z: int) -> int:
        return sum(c * prod(b for i, b in enumerate(bases) if not (x & z) >> i & 1) for c, bases in terms)

    return m, [[entry(x, z) for z in tokens[: 1 << m]] for x in tokens[: 1 << m]]


@st.composite
def chains(draw: st.DrawFn) -> tuple[int, Kernel]:
    """Draw m and a kernel of one feature a symmetric chain, of nearly the least rank, its columns scaled."""
    m, n = draw(st.integers(2, 5)), draw(st.integers(3, 12))
    eps = draw(st.sampled_from([Fraction(1, 10), Fraction(1, 4), HALF, Fraction(1)]))
    queries, keys = chain_kernel(m, n, eps)
    columns = draw(st.lists(st.integers(8, 10), min_size=1 << m, max_size=1 << m))
    return m, [[c * sum(a * b for a, b in zip(query, key, strict=True))
                for c, key in zip(columns, keys, strict=True)] for query in queries]


def kernel_error(m: int, n: int, kernel: Kernel) -> Fraction:
    """Return the least error of the best values on a kernel, by the pairwise conditions."""
    worst = Fraction(0)
    for x, row in enumerate(kernel):
        classes: list[list[int]] = [[] for _ in range(x.bit_count() + 1)]
        for z, weight in enumerate(row):
            classes[(x & z).bit_count()].append(weight)
        low, high = [Fraction(min(c)) for c in classes], [Fraction(max(c)) for c in classes]
        worst = max(worst, least_error(low, high, Fraction(row[x]), n))
    return worst


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.one_of(products(), chains()), st.sampled_from([3, 4, 10, 1000]))
def test_no_lower_bound_exceeds_a_correct_kernel(drawn: tuple[int, Kernel], n: int) -> None:
    """Any positive kernel is correct at every eps above its least error."""
    m, kernel = drawn
    rank = flint.fmpz_mat(kernel).rank()
    eps = kernel_error(m, n, kernel) + Fraction(1, 10**6)
    task = Task("min-ip", {"m": m, "n": n, "eps": str(eps)}, "feature-rank", limits=Limits(starts=1), lower=1)
    for method in PROBLEM.methods_for("feature-rank"):
        if "lower" in method.sides and "upper" not in method.sides:
            assert max((bound.value for bound in bounds(method, task)), default=0) <= rank, method.name


def bounds(method: Method, task: Task) -> list[Any]:
    try:
        return [bound for bound in method.run(task) if checker.judge(bound.certificate).accepted]
    except Nothing:
        return []


@pytest.mark.parametrize(
    ("m", "n", "eps"), [(8, 1000, "1/2"), (12, 10**5, "1/2"), (12, 50, "1"), (9, 100, "1/3")]
)
def test_lower_bounds_stay_below_chains(m: int, n: int, eps: str) -> None:
    """One feature a symmetric chain suffices at every n, so no bound exceeds their number."""
    task = Task("min-ip", {"m": m, "n": n, "eps": eps}, "feature-rank")
    chains = min(bound.value for bound in bounds(PROBLEM.method("symmetric-chains"), task))
    assert best(CODE, m, n, eps) <= chains
    assert best(SHELL, m, n, eps) <= chains
    assert best(COSET, m, n, eps) <= chains
