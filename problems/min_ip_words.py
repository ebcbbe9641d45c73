"""Families of words for the trace bounds of Min-IP: codes by construction and greedy codes.

A word is a bit mask, bit i being coordinate i; in text the i-th character is coordinate i.  A family matters
only through how many ordered pairs of its words lie at each distance |x minus x'|.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.errors import InputError
from problems.min_ip_weights import token_text

Integers = NDArray[np.int64]
# Generator of the binary Golay code of length 23: x^11 + x^9 + x^7 + x^6 + x^5 + x + 1.
_GOLAY = 0xAE3
# Words with this many pairs are compared within a second.
MOST_WORDS = 4000


@dataclass(frozen=True)
class Family:
    """Different words on the same bits.

    Attributes:
        bits: number of bits.
        size: number of words.
        pairs: number of ordered pairs of different words at each distance.
        weight: the weight of all words, or None when they differ.
        given: the family as certificates carry it.
    """

    bits: int
    size: int
    pairs: dict[int, int]
    weight: int | None
    given: dict[str, Any]


def listed(bits: int, words: Sequence[int]) -> Family:
    """Return the family of the given words.

    Raises:
        InputError: there are fewer than two, too many, equal ones, or one does not fit the bits.
    """
    if not 2 <= len(set(words)) == len(words) <= MOST_WORDS or max(words) >> bits:
        raise InputError("words", f"{len(words)} words", f"2 to {MOST_WORDS} different words of {bits} bits")
    pairs = Counter((x & ~y).bit_count() for x in words for y in words if x != y)
    weights = {word.bit_count() for word in words}
    weight = weights.pop() if len(weights) == 1 else None
    given = {"words": [token_text(word, bits) for word in words]}
    return Family(bits, len(words), dict(sorted(pairs.items())), weight, given)


def weight_class(bits: int, basis: Sequence[int], weight: int) -> Family:
    """Return the words of one weight of the linear code that independent words span.

    The autocorrelation of their indicator is a Walsh-Hadamard transform squared, so that no pair is touched.
    """
    weights = np.bitwise_count(np.array(span(basis))).astype(np.int64)
    chosen = (weights == weight).astype(np.int64)
    correlation = walsh_hadamard(walsh_hadamard(chosen) ** 2) // len(weights)
    counts = {d: int(correlation[weights == 2 * d].sum()) for d in range(1, bits // 2 + 1)}
    pairs = {d: count for d, count in counts.items() if count}
    given = {"basis": [token_text(word, bits) for word in basis], "weight": weight}
    return Family(bits, int(chosen.sum()), pairs, weight, given)


def span(basis: Sequence[int]) -> list[int]:
    """Return all sums, without carry, of words of a basis."""
    words = [0]
    for vector in basis:
        words += [word ^ vector for word in words]
    return words


def walsh_hadamard(values: Integers) -> Integers:
    """Return the transform of 2^k integers; entries must stay below 2^63."""
    step = 1
    while step < len(values):
        halves = values.reshape(-1, 2, step)
        low, high = halves[:, 0], halves[:, 1]
        values = np.stack([low + high, low - high], axis=1).reshape(-1)
        step *= 2
    return values


def golay_basis() -> list[int]:
    """Return a basis of the extended binary Golay code, 12 words of 24 bits."""
    rows = [_GOLAY << shift for shift in range(12)]
    return [row | (row.bit_count() % 2) << 23 for row in rows]


def dodecad_parts(bits: int) -> list[int]:
    """Return words of one weight at distance at least 4: dodecads without their last 24 - bits places.

    They are the dodecads, the words of weight 12 of the Golay code, with half of these places, rounded down,
    which leaves the most words: 336 on 21 bits, 176 on 20, 88 on 19.
    """
    wanted = (1 << (24 - bits) // 2) - 1
    dodecads = (word for word in span(golay_basis()) if word.bit_count() == 12)
    return [word & (1 << bits) - 1 for word in dodecads if word >> bits == wanted]


def hexads(bits: int = 12) -> list[int]:
    """Return words of one weight at distance at least 2, as many as there can be, on 9 to 12 bits.

    On 12 bits they are the 132 blocks of the Steiner system S(5,6,12): what the octads of the Golay code that
    meet a dodecad in six places have in common with it.  On 11 bits they are the rest of the 66 blocks that
    hold a place, on 10 the 36 of these that miss another, on 9 the rest of the 18 of these that hold a third.
    """
    code = span(golay_basis())
    dodecad = next(word for word in code if word.bit_count() == 12)
    places = [i for i in range(24) if dodecad >> i & 1]
    shared = [word & dodecad for word in code if word.bit_count() == 8 and (word & dodecad).bit_count() == 6]
    words = sorted(sum(1 << k for k, i in enumerate(places) if word >> i & 1) for word in shared)
    for place, held in ((11, 1), (10, 0), (9, 1)):
        if bits <= place:
            words = [word & ~(1 << place) for word in words if word >> place & 1 == held]
    return words


def hamming_basis(bits: int) -> list[int]:
    """Return a basis of the shortened extended Hamming code, whose words differ in at least four places.

    It holds the words of even weight whose ones stand at places, from 0, that add up to 0 without carry.
    """
    # The places 0, 1, 2, 4, .. mend what any other place breaks.
    powers = [1 << i for i in range((bits - 1).bit_length())]
    words = [1 << place | sum(1 << power for power in powers if place & power)
             for place in range(1, bits) if place not in powers]
    return [word | word.bit_count() % 2 for word in words]


def circulant_basis(half: int, row: int) -> list[int]:
    """Return a basis (I | C) of a double circulant code on 2 half bits, C with the given first row."""
    shifts = ((row << i | row >> (half - i)) & ((1 << half) - 1) for i in range(half))
    return [1 << i | shifted << half for i, shifted in enumerate(shifts)]


def reed_muller_basis(order: int, variables: int) -> list[int]:
    """Return the monomials of degree at most ``order`` as words of 2^variables bits."""
    points = range(1 << variables)
    monomials = [sum(chosen) for size in range(order + 1)
                 for chosen in combinations([1 << i for i in range(variables)], size)]
    return [sum(1 << point for point in points if point & mask == mask) for mask in monomials]


def hadamard_words(bits: int) -> list[int]:
    """Return the rows but the constant one of the Paley-Hadamard matrix, then their complements.

    Words of weight bits/2 at distance bits/4 from each other, complements apart.

    Args:
        bits: q + 1 with q a prime, q = 3 modulo 4.
    """
    q, full = bits - 1, (1 << bits) - 1
    squares = {i * i % q for i in range(1, q)}
    rows = [1 << i + 1 | sum(1 << j + 1 for j in range(q) if (j - i) % q in squares) for i in range(q)]
    return [full ^ row for row in rows] + rows


def lexicode(bits: int, weight: int, least: int) -> list[int]:
    """Return words of one weight: in lexicographic order, each at distance >= ``least`` from those kept."""
    kept: list[int] = []
    for support in combinations(range(bits), weight):
        word = sum(1 << i for i in support)
        if all((word & ~other).bit_count() >= least for other in kept):
            kept.append(word)
    return kept
