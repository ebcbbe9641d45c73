"""What the trace bounds of Min-IP are made of: caps, words, shifts, and means over random words."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from lpbounds.errors import InputError
from lpbounds.semidefinite_rank import semidefinite_bound
from lpbounds.trace_rank import trace_bound
from problems import min_ip_coset_check, min_ip_words
from problems.min_ip_chains import entry_caps, words_box
from problems.min_ip_coset import Coset, hamming_weights
from problems.min_ip_rows import class_overlaps, literal_rows
from problems.min_ip_shell import Shell
from problems.min_ip_shift import DistancePolynomial
from problems.min_ip_trace import CODES, built_in

HALF = Fraction(1, 2)

# Caps


@pytest.mark.parametrize(
    ("n", "eps"), [(3, "1/2"), (3, "1/4"), (4, "1/2"), (5, "1/3"), (10, "1/2"), (3, "1")]
)
def test_caps_against_the_cone_of_correct_rows(n: int, eps: str) -> None:
    """No chain exceeds the infimum of a_y / a_z over all correct rows, by a linear program on all inputs."""
    caps = entry_caps(4, n, Fraction(eps))
    for d in range(1, 5):
        infimum = least_ratio(d, n, Fraction(eps))
        if caps[d] is not None:
            assert 1 / caps[d] <= infimum * (1 + 1e-7)
        if (n, eps) == (3, "1/2"):
            assert infimum == pytest.approx(1 / caps[d] if caps[d] is not None else 0, abs=1e-7)


def least_ratio(d: int, n: int, eps: Fraction) -> float:
    """Return inf a_y / a_z over the closed cone of a query of weight d + 1, overlaps 0 of y and d of z.

    By symmetry one weight for all tokens of an overlap, the query apart, is enough.
    """
    classes = class_overlaps(d + 2, d + 1)
    rows = literal_rows(classes, len(classes) - 1, n)
    counts = np.zeros((rows.height, len(classes)))
    counts[rows.counts.row_of, rows.counts.columns] = rows.counts.entries.astype(float)
    weights = counts * (-rows.sigma * rows.target - float(eps))[:, None]
    matrix = np.hstack([weights, counts * rows.sigma[:, None]])
    cost, fixed = np.zeros(matrix.shape[1]), np.zeros((1, matrix.shape[1]))
    cost[0], fixed[0, d] = 1, 1
    ranges = [(0, None)] * len(classes) + [(None, None)] * len(classes)
    found = linprog(cost, matrix, np.zeros(len(matrix)), fixed, [1], ranges)
    assert found.status == 0
    return float(found.fun)


def test_caps_of_the_source() -> None:
    """mu_g = g - 1 at n = 3 and eps = 1/2; jumps of five grow fastest."""
    found = entry_caps(12, 3, HALF)
    assert found == [None, None, *(Fraction(1, r) for r in (1, 2, 3, 4, 5, 6, 9, 12, 16, 20, 27))]
    assert entry_caps(6, 3, HALF, least_jump=3, most_jump=3)[6] == Fraction(1, 4)
    assert entry_caps(6, 3, HALF, least_jump=6)[5:] == [None, Fraction(1, 5)]


# Words


def brute_pairs(words: list[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for x, y in product(words, repeat=2):
        if x != y:
            found[(x & ~y).bit_count()] = found.get((x & ~y).bit_count(), 0) + 1
    return dict(sorted(found.items()))


@pytest.mark.parametrize("bits", [8, 16, 18, 20])
def test_families_hold_what_they_claim(bits: int) -> None:
    family = built_in(bits)
    given = family.given
    words = [0] if "basis" in given else [int(text[::-1], 2) for text in given["words"]]
    for text in given.get("basis", ()):
        words += [word ^ int(text[::-1], 2) for word in words]
    words = [word for word in words if word.bit_count() == family.weight]
    assert len(set(words)) == len(words) == family.size
    assert brute_pairs(words) == family.pairs


def test_the_dodecads() -> None:
    family = built_in(24)
    assert family.size == 2576
    assert family.pairs == {4: 495 * 2576, 6: 1584 * 2576, 8: 495 * 2576, 12: 2576}


def test_all_built_in_codes_are_spread() -> None:
    for bits in CODES:
        assert min(built_in(bits).pairs) >= 2


def test_the_hexads() -> None:
    """Every five of the twelve places lie in exactly one block."""
    blocks = min_ip_words.hexads()
    assert len(set(blocks)) == 132
    for five in combinations(range(12), 5):
        mask = sum(1 << i for i in five)
        assert sum(block & mask == mask for block in blocks) == 1
    for bits, size, weight in ((9, 18, 4), (10, 36, 5), (11, 66, 5)):
        words = min_ip_words.hexads(bits)
        assert len(set(words)) == size
        assert {word.bit_count() for word in words} == {weight}
        assert max(words) < 1 << bits
        assert min(brute_pairs(words)) >= 2


@pytest.mark.parametrize("bits", [4, 7, 8, 11, 16, 17])
def test_extended_hamming_codes(bits: int) -> None:
    code = min_ip_words.span(min_ip_words.hamming_basis(bits))
    parity = {word for word in range(1 << bits) if not word.bit_count() % 2}
    assert set(code) == {word for word in parity if xor_of_places(word) == 0}


def xor_of_places(word: int) -> int:
    return int(np.bitwise_xor.reduce([i for i in range(word.bit_length()) if word >> i & 1] or [0]))


def test_hadamard_words_and_lexicodes() -> None:
    words = min_ip_words.hadamard_words(12)
    assert brute_pairs(words) == {3: 440, 6: 22}
    code = min_ip_words.lexicode(8, 4, 2)
    assert len(code) == 14
    assert min(brute_pairs(code)) == 2


def test_words_that_make_no_family() -> None:
    for words in ([1], [1, 1], [1, 99]):
        with pytest.raises(InputError):
            min_ip_words.listed(4, words)


def test_a_semidefinite_bound_of_words() -> None:
    words = min_ip_words.lexicode(10, 5, 3)
    box = words_box(words, entry_caps(10, 3, HALF))
    assert trace_bound(box, (1,)).rank <= semidefinite_bound(box, (1,), rounds=1).rank <= len(words)


# Shifts and shells


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.sampled_from([(6, 3), (7, 3), (6, 2)]), st.lists(st.integers(-2, 2), min_size=1, max_size=4))
def test_shifts_have_the_rank_they_are_charged(layer: tuple[int, int], term: list[int]) -> None:
    m, w = layer
    words = [sum(1 << i for i in support) for support in combinations(range(m), w)]
    polynomial = DistancePolynomial((tuple(map(Fraction, term)), (Fraction(1),)), 1)
    values = [[polynomial.at((x & ~y).bit_count())[0] for y in words] for x in words]
    rank = flint.fmpz_mat([[int(v) for v in row] for row in values]).rank()
    assert rank <= polynomial.spaces(m)[0]


def test_the_mean_of_random_words() -> None:
    """Averaged over all choices of T words, the bound of each choice is what the formula says or more."""
    caps = entry_caps(3, 4, HALF)
    shell = Shell(3, caps)
    polynomial = DistancePolynomial(((Fraction(-1, 5),), (Fraction(1),)))
    c = Fraction(1, 3)
    words = [sum(1 << i for i in support) for support in combinations(range(6), 3)]
    top, total = polynomial.top() ** 2, Fraction(0)
    for chosen in combinations(words, 3):
        kept: list[int] = []
        for x in chosen:
            if all(caps[(x & ~y).bit_count()] is not None for y in kept):
                kept.append(x)
        squares = polynomial.squares(brute_pairs(kept), caps) / top
        total += (2 * c - c * c) * len(kept) - c * c * squares
    assert shell.expected(3, c, polynomial) <= total / comb(20, 3)


@pytest.mark.parametrize("m", [2, 4, 6, 8, 10, 16])
def test_weights_of_extended_hamming_codes(m: int) -> None:
    code = min_ip_words.span(min_ip_words.hamming_basis(m))
    counts = [sum(word.bit_count() == j for word in code) for j in range(m + 1)]
    assert hamming_weights(m) == counts == min_ip_coset_check.code_weights(m)


@pytest.mark.parametrize("h", [2, 3, 4, 5])
def test_pairs_of_cosets(h: int) -> None:
    classes: dict[int, list[int]] = {}
    for support in combinations(range(2 * h), h):
        word = sum(1 << i for i in support)
        classes.setdefault(xor_of_places(word), []).append(word)
    found: dict[int, int] = {}
    for words in classes.values():
        for d, count in brute_pairs(words).items():
            found[d] = found.get(d, 0) + count
    coset = Coset(h, entry_caps(h, 3, HALF))
    assert coset.counts == dict(sorted(found.items()))
    assert len(classes) <= coset.classes


def test_the_plain_mean_of_the_source() -> None:
    """Without a shift: 18.4 at m = 24 and about 2^31.2 at m = 168."""
    plain = DistancePolynomial(((Fraction(0),), (Fraction(1),)))
    small = Shell(12, entry_caps(12, 3, HALF)).expected(575, Fraction(325, 10000), plain)
    assert Fraction(184, 10) < small < Fraction(185, 10)
