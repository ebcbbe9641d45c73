"""Checks proofs of rule ``scheme`` about Min-IP: all words of one weight against their complements.

The ratios B_ij of the words lie between 0 and the caps of problems/min_ip_trace_check.py, ends excluded, and
B_ii = 1.  Let X = p(B), p of degree one or two.  For W = sum_k w_k A_k, A_k the 0/1 matrix of the pairs at
distance k, rank X >= 2 <W, X> - |X|_F^2 when the norm of W is at most 1, as in
problems/min_ip_semidefinite_check.py, which also tells where each entry is worst and when this is strict.

The A_k are those of the Johnson scheme: they have common eigenspaces j = 0, 1, .., on which A_k is

    P_jk = sum_t (-1)^t C(j,t) C(w-j, k-t) C(m-w-j, k-t)

(the Eberlein polynomials), so W has norm at most 1 iff |sum_k w_k P_jk| <= 1 for all j.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from math import ceil, comb, floor
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List

_path = Path(__file__).with_name("min_ip_semidefinite_check.py")
_spec = importlib.util.spec_from_file_location("min_ip_semidefinite_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("min_ip_semidefinite_check.py does not stand beside " + __file__)
dense = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(dense)

# More eigenvalues take long.
MOST_DISTANCE = 60


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank whose image reaches the bound."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == {"rule", "weight", "polynomial", "weights"}, "the proof has other fields")
    weight = base.integer(proof["weight"], 1)
    base.require(weight < m, "there is one word")
    most = min(weight, m - weight)
    base.require(most <= MOST_DISTANCE, "the words are too long")
    polynomial = dense.read_polynomial(proof["polynomial"], base)
    weights = read_weights(proof["weights"], most + 1, base)
    for j in range(most + 1):
        total = sum((w * eigenvalue(m, weight, j, k) for k, w in enumerate(weights)), Fraction(0))
        base.require(abs(total) <= 1, "the norm of the weights exceeds 1")
    limits = dense.trace.caps(most, n, eps, base)
    value: Fraction = dense.least_term(weights[0], polynomial, [Fraction(1)])
    for k in range(1, most + 1):
        base.require(limits[k] > 0, "nothing is forced at the distance of two words")
        points = dense.critical_points(polynomial, limits[k])
        value += eigenvalue(m, weight, 0, k) * dense.least_term(weights[k], polynomial, points)
    value *= comb(m, weight)
    image = floor(value) + 1 if not any(polynomial[2:]) else ceil(value)
    return int(dense.trace.least_rank(image, [int(bool(coefficient)) for coefficient in polynomial]))


def read_weights(given: Any, size: int, base: ModuleType) -> List[Fraction]:
    """Read one rational for each distance."""
    base.require(isinstance(given, list) and len(given) == size, "not one weight for each distance")
    return [base.rational(value) for value in given]


def eigenvalue(m: int, w: int, j: int, k: int) -> int:
    """Return P_jk; P_0k is the number of words at distance k from a word."""
    return sum(
        (-1) ** t * comb(j, t) * comb(w - j, k - t) * comb(m - w - j, k - t) for t in range(min(j, k) + 1)
    )
