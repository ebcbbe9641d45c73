"""Checks proofs of rule ``trace`` about Min-IP: a family of words against their complements.

For different words x_i let B_ij = alpha(x_i, complement of x_j) / alpha(x_i, complement of x_i), a matrix
with ones on the diagonal whose rank is at most that of alpha.

1. Caps.  With d = |x_i minus x_j| the two tokens have overlaps d and 0 with x_i.  Domination (``jump`` of
   problems/min_ip_check.py) along jumps g_1 + .. + g_k <= d gives B_ij < 1/(mu_{g_1} .. mu_{g_k}).  And
   alpha > 0 may be assumed: adding to every key a little of the sum of all keys keeps the rank.
2. Polynomial.  ``terms`` and ``centre`` define p(b,d) = sum_k b^k l_k(d), l_k(d) = sum_i terms[k][i]
   (d - centre)^i, of degree at most two in b.  If B has rank r, the matrix of p(B_ij, d_ij) has rank at most
   sum_k s_k C(r+k-1, k): B_ij^k is bilinear in C(r+k-1, k) monomials, and s_k bounds the rank of l_k(d): 0
   for l_k = 0, 1 for a constant, C(m, min(e, floor(m/2))) for degree e on words of one weight, because
   functions of degree at most e in the bits span no more dimensions there.
3. Trace.  rank X >= (tr X)^2 / |X|_F^2 for X = p(B, d), with the greatest |p(b, d)| for b from 0 to the cap.
   It is strict when p has degree one in b somewhere: the greatest is at an end of the interval, not attained.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, floor
from types import ModuleType
from typing import Any, Dict, List, Tuple

Caps = List[Fraction]
Terms = List[List[Fraction]]

# A code with more basis words takes minutes.
MOST_BASIS_WORDS = 22


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank whose image reaches the trace bound."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == {"rule", "family", "terms", "centre"}, "the proof has other fields")
    size, pairs, has_one_weight = family(proof["family"], m, base)
    terms, centre = polynomial(proof, base)
    base.require(has_one_weight or all(len(term) == 1 for term in terms), "words of unequal weights")
    limits = caps(m, n, eps, base)
    top = horner(at(terms, centre, 0), Fraction(1))
    base.require(top != 0, "the polynomial vanishes on the diagonal")
    squares, is_strict = size * top * top, False
    for d, count in pairs.items():
        base.require(limits[d] > 0, "nothing is forced at the distance of two words")
        coefficients = at(terms, centre, d)
        squares += count * largest_square(coefficients, limits[d])
        is_strict = is_strict or (len(coefficients) == 2 and coefficients[1] != 0)
    value = (size * top) ** 2 / squares
    image = floor(value) + 1 if is_strict else ceil(value)
    return least_rank(image, spaces(terms, m))


def family(given: Dict[str, Any], m: int, base: ModuleType) -> Tuple[int, Dict[int, int], bool]:
    """Return the number of words, of ordered pairs by distance, and whether all words have one weight."""
    if set(given) == {"words"}:
        words = [word(text, m, base) for text in given["words"]]
        base.require(len(words) == len(set(words)) > 1, "a word is repeated or there are not two")
        pairs: Dict[int, int] = {}
        for x in words:
            for y in words:
                if x != y:
                    d = weight(x & ~y)
                    pairs[d] = pairs.get(d, 0) + 1
        return len(words), pairs, len({weight(x) for x in words}) == 1
    base.require(set(given) == {"basis", "weight"}, "the family has other fields")
    return code([word(text, m, base) for text in given["basis"]], base.integer(given["weight"], 1), base)


def word(text: str, m: int, base: ModuleType) -> int:
    """Read a word of m bits."""
    base.require(len(text) == m and set(text) <= {"0", "1"}, "a word is not m bits")
    return int(text[::-1], 2)


def weight(x: int) -> int:
    """Return the number of ones."""
    return bin(x).count("1")


def code(basis: List[int], w: int, base: ModuleType) -> Tuple[int, Dict[int, int], bool]:
    """Count the words of weight w in the span of a basis and their pairs.

    The pairs x, x + c of words of weight w are counted for all c by the Walsh-Hadamard transform of the
    squares of the transform of their indicator, over the number of words; c has weight 2 |x minus x'|.
    """
    base.require(len(basis) <= MOST_BASIS_WORDS, "the code is too large")
    words = [0]
    for vector in basis:
        words += [x ^ vector for x in words]
    base.require(len(set(words)) == len(words), "the basis is dependent")
    weights = [weight(x) for x in words]
    chosen = transform([int(k == w) for k in weights])
    pairs: Dict[int, int] = {}
    for k, total in zip(weights, transform([value * value for value in chosen])):
        if total:
            pairs[k // 2] = pairs.get(k // 2, 0) + total // len(words)
    base.require(pairs.get(0, 0) > 1, "there are not two words of this weight")
    return pairs.pop(0), pairs, True


def transform(values: List[int]) -> List[int]:
    """Return the Walsh-Hadamard transform."""
    step = 1
    while step < len(values):
        mixed: List[int] = []
        for start in range(0, len(values), 2 * step):
            low, high = values[start : start + step], values[start + step : start + 2 * step]
            mixed += [a + b for a, b in zip(low, high)]
            mixed += [a - b for a, b in zip(low, high)]
        values, step = mixed, 2 * step
    return values


def caps(most: int, n: int, eps: Fraction, base: ModuleType) -> Caps:
    """Return the caps at distances 0..most, 0 where no chain of jumps forces one."""
    jumps = [(g, (n - 2) * (g - 2 * eps) / (2 * eps)) for g in range(1, most + 1)]
    allowed = [(g, base.jump(g, n, eps)) for g, mu in jumps if n >= 3 and mu >= 1]
    products = [Fraction(0)]
    for d in range(1, most + 1):
        chains = [mu * (products[d - g] or 1) for g, mu in allowed if g <= d]
        products.append(max([products[-1], *chains]))
    return [1 / product if product else Fraction(0) for product in products]


def polynomial(proof: Dict[str, Any], base: ModuleType) -> Tuple[Terms, int]:
    """Read ``terms`` and ``centre``."""
    terms = [[base.rational(value) for value in term] for term in proof["terms"]]
    base.require(2 <= len(terms) <= 3 and all(terms), "the degree in b is not one or two")
    base.require(any(terms[-1]), "the leading term is 0")
    return terms, base.integer(proof["centre"], 0)


def at(terms: Terms, centre: int, d: int) -> List[Fraction]:
    """Return the coefficients of p(., d)."""
    return [horner(term, Fraction(d - centre)) for term in terms]


def horner(coefficients: List[Fraction], point: Fraction) -> Fraction:
    """Return the value of a polynomial, constant term first."""
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * point + coefficient
    return value


def largest_square(coefficients: List[Fraction], cap: Fraction) -> Fraction:
    """Return the greatest square of a polynomial of degree at most two on [0, cap]."""
    points = [Fraction(0), cap]
    if len(coefficients) == 3 and coefficients[2]:
        vertex = -coefficients[1] / (2 * coefficients[2])
        points += [vertex] if 0 < vertex < cap else []
    return max(horner(coefficients, point) ** 2 for point in points)


def spaces(terms: Terms, bits: int) -> List[int]:
    """Return the rank bounds s_k of the l_k on words of one weight."""
    sizes = []
    for term in terms:
        degree = max((i for i, coefficient in enumerate(term) if coefficient), default=-1)
        sizes.append(comb(bits, min(degree, bits // 2)) if degree >= 0 else 0)
    return sizes


def least_rank(image: int, sizes: List[int]) -> int:
    """Return the least r >= 0 with sum_k s_k C(r+k-1, k) >= image."""

    def reach(r: int) -> int:
        return sum(s * comb(r + k - 1, k) if k else s for k, s in enumerate(sizes))

    low, high = 0, 1
    while reach(high) < image:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reach(middle) >= image else (middle, high)
    return 0 if reach(0) >= image else high
