"""Checks proofs of rule ``shell`` about Min-IP: random words of the middle layer against their complements.

Caps, polynomials and the rank of their images are those of problems/min_ip_trace_check.py.  Let m = 2h be
even, N = C(m,h), V the number of words of weight h at a distance d >= 1 from a given one that has no cap, and
S = sum of C(h,d)^2 max p(b,d)^2, 0 <= b <= cap of d, over the other d >= 1; p(1,0) is made 1.

Draw T = ``words`` different words of weight h at random.  Two of them are at distance d with probability
C(h,d)^2 / (N-1).  Delete one word of every pair without a cap: K words are left, and with q = T(T-1)/(N-1)
the mean of K is at least T - q V/2.  The matrix X = c p(B, d) of the words left, 0 < c = ``scale`` < 1, has

    rank X >= 2 tr X - |X|_F^2 >= (2c - c^2) K - c^2 sum of max p^2 over the ordered pairs left,

since 2s - s^2 <= 1 for every singular value s.  Every pair left was drawn, so the mean of the right side is
at least (2c - c^2)(T - q V/2) - c^2 q S; some draw reaches the mean.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from math import ceil, comb
from pathlib import Path
from types import ModuleType
from typing import Any, Dict

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
    base.require(set(proof) == {"rule", "words", "scale", "terms", "centre"}, "the proof has other fields")
    base.require(m % 2 == 0, "the number of bits is odd")
    words, scale = base.integer(proof["words"], 2), base.rational(proof["scale"])
    base.require(words <= comb(m, m // 2), "there are not so many words")
    base.require(0 < scale < 1, "the scale is not between 0 and 1")
    terms, centre = trace.polynomial(proof, base)
    top = trace.horner(trace.at(terms, centre, 0), Fraction(1))
    base.require(top != 0, "the polynomial vanishes on the diagonal")
    uncapped, squares = 0, Fraction(0)
    for d, cap in enumerate(trace.caps(m // 2, n, eps, base)):
        if d and cap:
            squares += comb(m // 2, d) ** 2 * trace.largest_square(trace.at(terms, centre, d), cap)
        elif d:
            uncapped += comb(m // 2, d) ** 2
    q = Fraction(words * (words - 1), comb(m, m // 2) - 1)
    mean = (2 * scale - scale**2) * (words - q * uncapped / 2) - scale**2 * q * squares / top**2
    return int(trace.least_rank(ceil(mean), trace.spaces(terms, m)))
