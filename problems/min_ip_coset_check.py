"""Checks proofs of rule ``coset`` about Min-IP: a coset of a code in the middle layer, against complements.

Caps, polynomials and the rank of their images are those of problems/min_ip_trace_check.py.  Let m = 2h be
even and 2^(r-1) < m <= 2^r.  Sort the words of weight h by the sum without carry of the places (0..m-1) of
their ones.  Two words are in one class iff they differ by a word of even weight whose places add up to 0; let
A_j be the number of such words of weight j.  In the 2^r classes together, A_2d C(2d,d) C(m-2d,h-d) ordered
pairs lie at distance d: choose the difference, which half of its places the first word takes, and the rest.

In each class X = c p(B, d), p(1,0) = 1, has rank X >= 2 tr X - |X|_F^2 >= (2c - c^2) K - c^2 sum of max p^2
over its ordered pairs, K its number of words, since 2s - s^2 <= 1 for every singular value s.  The mean over
all classes, at the best c, is N^2 / (2^r (N + S)), N = C(m,h) and S the sum of max p^2 over all these pairs;
some class reaches it.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from math import ceil, comb
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List

_path = Path(__file__).with_name("min_ip_trace_check.py")
_spec = importlib.util.spec_from_file_location("min_ip_trace_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("min_ip_trace_check.py does not stand beside " + __file__)
trace = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(trace)


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank whose image reaches the mean."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == {"rule", "terms", "centre"}, "the proof has other fields")
    base.require(m % 2 == 0, "the number of bits is odd")
    terms, centre = trace.polynomial(proof, base)
    top = trace.horner(trace.at(terms, centre, 0), Fraction(1))
    base.require(top != 0, "the polynomial vanishes on the diagonal")
    half, limits, code = m // 2, trace.caps(m // 2, n, eps, base), code_weights(m)
    squares = Fraction(0)
    for d in range(1, half + 1):
        if code[2 * d]:
            base.require(limits[d] > 0, "nothing is forced at the distance of two words")
            pairs = code[2 * d] * comb(2 * d, d) * comb(m - 2 * d, half - d)
            squares += pairs * trace.largest_square(trace.at(terms, centre, d), limits[d])
    words, classes = comb(m, half), 1 << (m - 1).bit_length()
    mean = words**2 / (classes * (words + squares / top**2))
    return int(trace.least_rank(ceil(mean), trace.spaces(terms, m)))


def code_weights(m: int) -> List[int]:
    """Return A_0, .., A_m.

    The words in question are orthogonal to the 2^(r+1) vectors a + <u, place> over the places, a = 0, 1 and
    u of r bits.  MacWilliams' identity: sum_j A_j z^j is the mean of (1-z)^w (1+z)^(m-w), w their weights.
    """
    r = (m - 1).bit_length()
    total = [0] * (m + 1)
    times: Dict[int, int] = {}
    for u in range(1 << r):
        w = sum(bin(u & place).count("1") % 2 for place in range(m))
        for dual in (w, m - w):
            times[dual] = times.get(dual, 0) + 1
    for w, count in times.items():
        for j, coefficient in enumerate(expanded(w, m - w)):
            total[j] += count * coefficient
    return [value >> (r + 1) for value in total]


def expanded(minus: int, plus: int) -> List[int]:
    """Return the coefficients of (1-z)^minus (1+z)^plus, as (1-z^2)^k times powers of one of the two."""
    k, rest, sign = min(minus, plus), abs(plus - minus), 1 if plus > minus else -1
    result = [0] * (minus + plus + 1)
    for i in range(k + 1):
        for j in range(rest + 1):
            result[2 * i + j] += (-1) ** i * comb(k, i) * sign**j * comb(rest, j)
    return result
