"""Families of words that form association schemes by their distances, with symmetries that show it.

The Mathieu groups act on them, so that all words of a family are alike.
Sources: "An Algebraic Approach to the Association Schemes of Coding Theory" (1973), "Three Lectures on
Exceptional Groups" (1971).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lpbounds.scheme_rank import DODECADS, SHORTENED_DODECADS, Scheme
from problems.min_ip_weights import token_text
from problems.min_ip_words import golay_basis

Permutations = tuple[tuple[int, ...], ...]

HEXADS = Scheme(
    132, ((1, 45, 40, 45, 1), (1, 15, 0, -15, -1), (1, 1, -4, 1, 1), (1, -3, 0, 3, -1), (1, -9, 16, -9, 1))
)
PENTADS = Scheme(66, ((1, 30, 20, 15), (1, 8, -2, -7), (1, -1, -2, 2), (1, -6, 8, -3)))


@dataclass(frozen=True)
class SchemeCode:
    """Words of one weight that form a scheme by their distances and are alike by symmetry.

    Attributes:
        bits: number of bits.
        given: the family as certificates carry it.
        distances: |x minus y| that occur, by class, 0 first.
        scheme: its eigenvalues.
        permutations: of the coordinates; entry i is where coordinate i goes.
    """

    bits: int
    given: dict[str, Any]
    distances: tuple[int, ...]
    scheme: Scheme
    permutations: Permutations


def spanned(bits: int, basis: Sequence[int], weight: int) -> dict[str, Any]:
    """Return the words of one weight in the span of a basis as certificates carry them."""
    return {"basis": [token_text(word, bits) for word in basis], "weight": weight}


def dodecads() -> SchemeCode:
    """Return the 2576 words of weight 12 of the extended binary Golay code."""
    return SchemeCode(24, spanned(24, golay_basis(), 12), (0, 4, 6, 8, 12), DODECADS, large_mathieu(24))


def shortened_dodecads() -> SchemeCode:
    """Return the 1288 dodecads that miss the last coordinate, on the others."""
    first, *rest = golay_basis()
    given = spanned(23, [first ^ word for word in rest], 12)
    return SchemeCode(23, given, (0, 4, 6, 8), SHORTENED_DODECADS, large_mathieu(23))


def hexads() -> SchemeCode:
    """Return the 132 blocks of the Steiner system S(5,6,12), on the numbers modulo 11 and infinity."""
    given = {"words": [token_text(word, 12) for word in hexad_words()]}
    return SchemeCode(12, given, (0, 2, 3, 4, 6), HEXADS, small_mathieu(12))


def pentads() -> SchemeCode:
    """Return the 66 blocks of the Steiner system S(4,5,11): hexads that hold infinity, without it."""
    given = {"words": [token_text(word, 11) for word in hexad_words() if word >> 11]}
    return SchemeCode(11, given, (0, 2, 3, 4), PENTADS, small_mathieu(11))


def hexad_words() -> list[int]:
    """Return the images of the squares modulo 11 and infinity, bit 11, under the small Mathieu group."""
    reached = {1 << 11 | sum(1 << i * i % 11 for i in range(1, 6))}
    for word in (todo := list(reached)):
        for places in small_mathieu(12):
            image = sum(1 << place for i, place in enumerate(places) if word >> i & 1)
            if image not in reached:
                reached.add(image)
                todo.append(image)
    return sorted(reached)


def large_mathieu(bits: int) -> Permutations:
    """Return permutations that generate the Mathieu group on 23 or 24 coordinates.

    Coordinates 0..22 are numbers modulo 23, and 23 is infinity.  The permutations take i to i + 1, to 9 i^3
    or, if i is no square, i^3 / 9, and on 24 coordinates to -1/i.
    """
    squares, ninth = {i * i % 23 for i in range(1, 23)}, pow(9, -1, 23)
    return _extended([(9 if i in squares else ninth) * i**3 % 23 for i in range(23)], bits)


def small_mathieu(bits: int) -> Permutations:
    """Return permutations that generate the Mathieu group on 11 or 12 coordinates.

    Coordinates 0..10 are numbers modulo 11, and 11 is infinity.  The permutations take i to i + 1, to
    -4 i^2 - 3 i^7, and on 12 coordinates to -1/i.
    """
    return _extended([(-4 * i**2 - 3 * i**7) % 11 for i in range(11)], bits)


def _extended(special: Sequence[int], bits: int) -> Permutations:
    """Return i + 1 and a permutation of the numbers modulo a prime, and with infinity, if there, -1/i."""
    prime = len(special)
    shift = [(i + 1) % prime for i in range(prime)]
    if bits == prime:
        return tuple(shift), tuple(special)
    turned = [prime, *(-pow(i, -1, prime) % prime for i in range(1, prime)), 0]
    return (*shift, prime), (*special, prime), tuple(turned)
