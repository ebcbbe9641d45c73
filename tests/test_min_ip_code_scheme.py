"""Scheme bounds of Min-IP from codes: values, soundness, and certificates that must be refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import corpus
import numpy as np
import pytest
from min_ip_support import best, run
from test_min_ip_rules import Edit, common_edits, put, rejected

from lpbounds import checker
from lpbounds.boxes import ONE, Entry
from lpbounds.certificates import Certificate
from lpbounds.problem import Nothing
from lpbounds.scheme_rank import DODECADS, SHORTENED_DODECADS, Scheme, johnson, least_count, scheme_bound
from problems import min_ip_check
from problems import min_ip_code_scheme_check as rule
from problems.min_ip_code_scheme import METHOD, code_bound, proof_of
from problems.min_ip_scheme_codes import HEXADS, SchemeCode, spanned
from problems.min_ip_words import hamming_basis

# The places of these words of 8 bits are vectors of three bits.
ROTATED = tuple((i << 1 | i >> 2) & 7 for i in range(8))
SHEARED = tuple(i ^ (i >> 1 & 1) for i in range(8))
MOVED = tuple(i ^ 1 for i in range(8))
PAIRS = Scheme(14, ((1, 12, 1), (1, 0, -1), (1, -2, 1)))
HAMMING = SchemeCode(8, spanned(8, hamming_basis(8), 4), (0, 2, 4), PAIRS, (ROTATED, SHEARED, MOVED))
# The three linear functions of the nonzero vectors, place i being the vector i + 1.
SIMPLEX = SchemeCode(
    7, spanned(7, (0b1010101, 0b1100110, 0b1111000), 4), (0, 2), Scheme(7, ((1, 6), (1, -1))),
    (tuple(i - 1 for i in ROTATED[1:]), tuple(i - 1 for i in SHEARED[1:])),
)


def certificate(code: SchemeCode, n: int, eps: str) -> Certificate:
    bound = code_bound(code, n, Fraction(eps), 0)
    return corpus.min_ip("lower", bound.rank, "proof", proof_of(code, bound), m=code.bits, n=n, eps=eps)


# Values


@pytest.mark.parametrize(
    ("m", "n", "value"),
    [(24, 3, 53), (23, 3, 41), (13, 6, 52), (11, 5, 22), pytest.param(25, 4, 280, marks=pytest.mark.long)],
)
def test_values(m: int, n: int, value: int) -> None:
    assert best(METHOD, m, n, "1/2") >= value


def test_nothing_is_said_where_nothing_is_gained() -> None:
    for case in ((10, 9, "1/2"), (24, 2, "1/2"), (24, 3, "2"), (24, 3, "9")):
        assert run(METHOD, *case) == []
    assert run(METHOD, 32, 3, "1/2", lower=139) == []
    with pytest.raises(Nothing, match="no more"):
        code_bound(HAMMING, 6, Fraction(1, 2), 13)


# At n = 3 and eps = 1/2 there are kernels of rank m - 2; with long inputs every word needs a dimension.
@pytest.mark.parametrize(
    ("code", "n", "least", "most"),
    [(HAMMING, 3, 2, 6), (SIMPLEX, 3, 1, 5), (HAMMING, 100, 14, 14), (HAMMING, 4, 5, 14)],
    ids=["hamming 3", "simplex 3", "hamming 100", "hamming 4"],
)
def test_the_checker_proves_just_what_is_claimed(code: SchemeCode, n: int, least: int, most: int) -> None:
    good = certificate(code, n, "1/2")
    assert least <= good["value"] <= most
    assert checker.judge(good) == (True, "")
    assert not checker.judge(corpus.changed(good, ("value",), good["value"] + 1)).accepted


# Soundness


@pytest.mark.parametrize("seed", range(8))
def test_the_inequality_of_von_neumann(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scheme = johnson(6, 3)
    words = [x for x in range(64) if x.bit_count() == 3]
    distances = np.array([[(x & ~y).bit_count() for y in words] for x in words])
    weights = [Fraction(int(v)) for v in rng.integers(-5, 6, size=4)]
    w = np.array([float(v) for v in weights])[distances]
    rank = int(rng.integers(1, 9))
    u, s, v = np.linalg.svd(w)
    for x in (rng.normal(size=(20, rank)) @ rng.normal(size=(rank, 20)), (u[:, :rank] * s[:rank]) @ v[:rank]):
        x *= (w * x).sum() / (x * x).sum()
        value = Fraction(float(2 * (w * x).sum() - (x * x).sum() - 1e-6))
        assert least_count(scheme, weights, value, False) <= rank


@pytest.mark.parametrize("scheme", [DODECADS, SHORTENED_DODECADS, HEXADS], ids=["24", "23", "12"])
def test_projections_have_known_ranks(scheme: Scheme) -> None:
    dimensions = scheme.multiplicities
    assert sum(dimensions) == scheme.size
    for row, dimension in list(zip(scheme.eigenmatrix, dimensions, strict=True))[1:3]:
        values = [Fraction(p, v) for p, v in zip(row, scheme.valencies, strict=True)]
        assert scheme_bound(scheme, [Entry(v, v) for v in values], (1,)).rank == dimension


@pytest.mark.parametrize("seed", range(6))
def test_no_bound_exceeds_the_rank_of_a_planted_matrix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = [x for x in range(64) if x.bit_count() == 3]
    distances = np.array([[(x & ~y).bit_count() for y in words] for x in words])
    # Functions of degree at most one or two of the words, a little off.
    rank = int((6, 15)[seed % 2])
    values, vectors = np.linalg.eigh((distances == 1).astype(float))
    vectors = vectors[:, np.argsort(-values)][:, :rank]
    factors = [vectors + rng.normal(scale=0.002 * seed, size=vectors.shape) for _ in range(2)]
    matrix = factors[0] @ factors[1].T
    matrix /= np.diag(matrix)[:, None]
    ranges = [matrix[distances == k] for k in range(4)]
    entries = [Entry(Fraction(float(r.min()) - 1e-9), Fraction(float(r.max()) + 1e-9)) for r in ranges]
    found = scheme_bound(johnson(6, 3), [ONE, *entries[1:]]).rank
    assert (rank - 1 if seed < 2 else 1) <= found <= rank


# Corruption


def code_edits(good: Certificate) -> Iterator[tuple[str, Edit]]:
    proof = good["proof"]
    for k, places in enumerate(proof["permutations"]):
        path = ("proof", "permutations", k)
        yield f"permutation {k} changed", put(path, [places[1], places[0], *places[2:]])
        yield f"permutation {k} repeats", put(path, [places[1], *places[1:]])
        yield f"permutation {k} short", put(path, places[1:])
        yield f"permutation {k} text", put(path, [str(i) for i in places])
        yield f"permutation {k} dropped", lambda bad, k=k: bad["proof"]["permutations"].pop(k)
    for new in ([], [list(range(8))], proof["permutations"] * 4):
        yield f"{len(new)} permutations", put(("proof", "permutations"), new)
    for k, word in enumerate(proof["family"]["basis"]):
        for text in ("10000000", word[1:], word + "0", "0" * 8, None):
            yield f"basis {k} {text}", put(("proof", "family", "basis", k), text)
    for weight in (0, 2, 8, 5, "4", None):
        yield f"weight {weight}", put(("proof", "family", "weight"), weight)
    words = ["11110000", "00001111"]
    for listed in (words, words[:1], [*words, words[0]], [*words, "1111000"], [], None):
        yield f"words {listed}", put(("proof", "family"), {"words": listed})


def number_edits(good: Certificate) -> Iterator[tuple[str, Edit]]:
    proof, table = good["proof"], good["proof"]["eigenmatrix"]
    for j, row in enumerate(table):
        for k, value in enumerate(row):
            for new in (value + 1, -value - 1, float(value), None):
                yield f"eigenvalue {j} {k} {new}", put(("proof", "eigenmatrix", j, k), new)
        yield f"row {j} doubled", lambda bad, row=row: bad["proof"]["eigenmatrix"].append(row)
        yield f"row {j} dropped", lambda bad, j=j: bad["proof"]["eigenmatrix"].pop(j)
        yield f"row {j} for another", put(("proof", "eigenmatrix", j), table[j - 1])
        yield f"row {j} zero", put(("proof", "eigenmatrix", j), [0] * len(row))
    for name in ("weights", "polynomial"):
        numbers = [Fraction(value) for value in proof[name]]
        yield f"{name} scaled up", put(("proof", name), [str(3 * value) for value in numbers])
        yield f"{name} scaled down", put(("proof", name), [str(value / 3) for value in numbers])
        for k, value in enumerate(numbers):
            for new in (str(value + 2), str(value - 2), float(value), "1/0", None):
                yield f"{name} {k} {new}", put(("proof", name, k), new)
        for new in ([], proof[name][1:], [*proof[name], "0", "0"], None):
            yield f"{name} {new}", put(("proof", name), new)


def test_corrupted_certificates_are_rejected() -> None:
    good = certificate(HAMMING, 6, "1/2")
    assert good["value"] > 7 and checker.judge(good).accepted
    assert rejected(good, (edit for edit in common_edits(good) if edit[0] != "longer inputs")) > 20
    # Two of these permutations are enough.
    edits = [edit for edit in code_edits(good) if not edit[0].endswith("dropped")]
    assert rejected(good, iter(edits)) > 30
    assert rejected(good, number_edits(good)) > 70


@pytest.mark.parametrize("field", ["rule", "family", "permutations", "eigenmatrix", "polynomial", "weights"])
def test_every_field_is_needed(field: str) -> None:
    assert not checker.judge(corpus.without(certificate(SIMPLEX, 6, "1/2"), ("proof", field))).accepted


def test_words_that_are_no_scheme_are_rejected() -> None:
    # The edges of a heptagon: at distance 2 some have a common neighbour, others none.
    edges = [1 << i | 1 << (i + 1) % 7 for i in range(7)]
    with pytest.raises(ValueError, match="no association scheme"):
        rule.intersections(edges, min_ip_check)
    assert rule.intersections([1 << i for i in range(7)], min_ip_check)[1][1, 1] == 5


def test_large_codes_are_refused() -> None:
    basis = ["0" * i + "1" + "0" * (16 - i) for i in range(17)]
    for size in (16, 17):
        with pytest.raises(ValueError, match=r"too large|too many"):
            rule.read_family({"basis": basis[:size], "weight": 8}, 17, min_ip_check)
