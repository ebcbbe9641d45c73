"""Lower bounds for Min-IP from codes: words against their complements, by the trace bound (``trace-code``).

The kernel on the words of a code and their complements, rows divided by their diagonal, lies in the box of
``problems.min_ip_chains``.  An entrywise polynomial, the same at all distances (``lpbounds.trace_rank``) or
not (``problems.min_ip_shift``), centres its intervals at a small cost in rank.  Well spread codes on few bits
do best: with the dodecads, 2576 words on 24 bits, a quadratic polynomial proves 50 at n = 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.boxes import ONE, ClassBox, Entry
from lpbounds.entrywise import least_rank
from lpbounds.problem import Method, Nothing, Task
from lpbounds.trace_rank import image_bound, trace_bound
from problems import min_ip_words
from problems.min_ip_chains import Caps, entry_caps
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_shift import DistancePolynomial, constant, fitted
from problems.min_ip_words import Family

NAME = "trace-code"
RULE = "trace"
# Degrees of l_0 and, for quadratic p, l_1 beyond constants.
PATTERNS = ((1,), (2,), (1, 0), (2, 0), (2, 1))
# On fewer bits greedy codes are as large as can be.
LEAST_HEXAD_BITS = 9
# The words of a larger code take long to check.
MOST_HAMMING_BITS = 20
# Larger codes are tried first, and so many of them.
MOST_CODES = 2


@dataclass(frozen=True)
class CodeBound:
    """A bound by one family.

    Attributes:
        rank: the lower bound on the feature rank.
        family: the words.
        polynomial: p, up to a factor.
    """

    rank: int
    family: Family
    polynomial: DistancePolynomial

    def proof(self) -> dict[str, Any]:
        """Return the proof for a certificate."""
        return {"rule": RULE, "family": self.family.given, **self.polynomial.proof()}


def plain_bound(family: Family, caps: Caps) -> CodeBound | None:
    """Return the best bound by a polynomial that is the same at all distances, or None if one has no cap."""
    if any(caps[d] is None for d in family.pairs):
        return None
    pairs = tuple((Entry(Fraction(0), caps[d], True), count) for d, count in family.pairs.items())
    bound = trace_bound(ClassBox(((ONE, family.size),), pairs))
    return CodeBound(bound.rank, family, constant(bound.polynomial))


def shifted_bound(plain: CodeBound, caps: Caps) -> CodeBound:
    """Return the best bound by any polynomial for the family of ``plain``."""
    shifts = _shifts(plain.family, caps)
    found = [plain, *(_bound_of(plain.family, caps, polynomial) for polynomial in shifts)]
    return max(found, key=lambda bound: bound.rank)


def _shifts(family: Family, caps: Caps) -> Iterator[DistancePolynomial]:
    """Yield polynomials that depend on the distance, none for words of unequal weights."""
    distances = list(family.pairs)
    roots = np.sqrt(np.array([family.pairs[d] / family.size for d in distances]))
    limits = np.array([float(caps[d] or 0) for d in distances])
    for degrees in PATTERNS if family.weight is not None else ():
        # A shift of full rank costs more than it can bring.
        if max(degrees) < min(len(distances), 1 + family.size // family.bits):
            polynomial = fitted(distances, roots, limits, degrees)
            if polynomial is not None:
                yield polynomial


def _bound_of(family: Family, caps: Caps, polynomial: DistancePolynomial) -> CodeBound:
    top = polynomial.top()
    squares = family.size * top**2 + polynomial.squares(family.pairs, caps)
    is_strict = len(polynomial.terms) == 2 and any(polynomial.at(d)[1] for d in family.pairs)
    image = image_bound((family.size * top) ** 2 / squares, is_strict)
    return CodeBound(least_rank(image, polynomial.spaces(family.bits)), family, polynomial)


def hadamard(bits: int) -> Family:
    """Return the words of a Paley-Hadamard matrix."""
    return min_ip_words.listed(bits, min_ip_words.hadamard_words(bits))


def reed_muller(order: int, variables: int) -> Family:
    """Return the middle words of a Reed-Muller code."""
    basis = min_ip_words.reed_muller_basis(order, variables)
    return min_ip_words.weight_class(1 << variables, basis, 1 << variables - 1)


def dodecads() -> Family:
    """Return the 2576 words of weight 12 of the extended binary Golay code."""
    return min_ip_words.weight_class(24, min_ip_words.golay_basis(), 12)


def dodecad_parts(bits: int) -> Family:
    """Return the dodecads with half of the last places, without these."""
    return min_ip_words.listed(bits, min_ip_words.dodecad_parts(bits))


def circulant(half: int, row: int, weight: int, *, with_ones: bool) -> Family:
    """Return the words of one weight of a double circulant code, extended by the word of ones or not."""
    basis = min_ip_words.circulant_basis(half, row) + [(1 << 2 * half) - 1] * with_ones
    return min_ip_words.weight_class(2 * half, basis, weight)


def hamming(bits: int) -> Family:
    """Return the words of the even weight next to the middle in the shortened extended Hamming code."""
    return min_ip_words.weight_class(bits, min_ip_words.hamming_basis(bits), bits // 4 * 2)


# Good codes by number of bits, for short inputs; the circulants were found by random search.
CODES: dict[int, Callable[[], Family]] = {
    8: partial(reed_muller, 1, 3),
    12: partial(hadamard, 12),
    16: partial(reed_muller, 1, 4),
    18: partial(circulant, 9, 0xB4, 9, with_ones=True),
    19: partial(dodecad_parts, 19),
    20: partial(dodecad_parts, 20),
    21: partial(dodecad_parts, 21),
    22: partial(circulant, 11, 0x476, 11, with_ones=False),
    24: dodecads,
    26: partial(circulant, 13, 0xB1, 13, with_ones=True),
    28: partial(circulant, 14, 0xD7F, 14, with_ones=True),
    30: partial(circulant, 15, 0x2043, 15, with_ones=True),
    32: partial(reed_muller, 2, 5),
}


@cache
def built_in(bits: int) -> Family:
    """Return the code of ``CODES`` on so many bits."""
    return CODES[bits]()


@cache
def dense(m: int) -> tuple[Family, ...]:
    """Return large families of words on at most m bits, at distance two or more, for long inputs."""
    if m < LEAST_HEXAD_BITS:
        words = min_ip_words.lexicode(m, m // 2, 2)
        return (min_ip_words.listed(m, words),) if len(words) > 1 else ()
    blocks = min_ip_words.listed(min(m, 12), min_ip_words.hexads(m))
    return (blocks, hamming(min(m, MOST_HAMMING_BITS))) if m > 12 else (blocks,)


def families(m: int) -> Iterator[Family]:
    """Yield codes on at most m bits, the largest of ``CODES`` first."""
    for bits in sorted((bits for bits in CODES if bits <= m), reverse=True)[:MOST_CODES]:
        yield built_in(bits)
    yield from dense(m)


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3:
        raise Nothing("needs n >= 3")
    caps = entry_caps(min(m, max(CODES)), n, eps)
    known = int(task.lower or 1)
    # A family proves no more than its number of words.
    plain = (plain_bound(family, caps) for family in families(m) if family.size > known)
    found = max((bound for bound in plain if bound), key=lambda bound: bound.rank, default=None)
    # Shifts that depend on the distance add a few in a hundred.
    if found is None or 2 * found.rank <= known:
        raise Nothing("no built-in code comes near what is known")
    best = shifted_bound(found, caps)
    if best.rank <= known:
        raise Nothing("no built-in code gives more than what is known")
    yield from_fewer_bits(task, best.family.bits, best.rank, "proof", NAME, best.proof())


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "words of a code against their complements, by the trace of an entrywise polynomial of the kernel",
    ("feature-rank",),
)
