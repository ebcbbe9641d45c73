"""Checks proofs of rule ``scheme`` about Min-IP: all words of one weight against their complements.

The ratios B_ij of the words lie between 0 and the caps of problems/min_ip_trace_check.py, ends excluded, and
B_ii = 1.  Let X = p(B), p of degree one or two.  For any W with singular values s_1 >= s_2 >= ..,

    2 <W, X> - |X|_F^2 <= s_1^2 + .. + s_R^2,  R = rank X,

as <W, X> <= sum_i s_i t_i, t_i the singular values of X in decreasing order, and 2 s t - t^2 <= s^2.  The
left side is concave in each entry of X: problems/min_ip_semidefinite_check.py tells where each is worst and
when that is not attained.

Here W = sum_k w_k A_k, A_k the 0/1 matrix of the pairs at distance k.  The A_k are those of the Johnson
scheme: they have common eigenspaces j = 0, 1, .., of dimension C(m,j) - C(m,j-1), on which A_k is

    P_jk = sum_t (-1)^t C(j,t) C(w-j, k-t) C(m-w-j, k-t)

(the Eberlein polynomials), so the singular values of W are the |sum_k w_k P_jk|.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from math import ceil, comb, floor
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List, Sequence, Tuple

_path = Path(__file__).with_name("min_ip_semidefinite_check.py")
_spec = importlib.util.spec_from_file_location("min_ip_semidefinite_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("min_ip_semidefinite_check.py does not stand beside " + __file__)
dense = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(dense)

# Squares of singular values, each with its multiplicity.
Squares = List[Tuple[Fraction, int]]
# More eigenvalues take long.
MOST_DISTANCE = 60


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank that the weights leave."""
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
    table = [[eigenvalue(m, weight, j, k) for k in range(most + 1)] for j in range(most + 1)]
    dimensions = [comb(m, j) - (comb(m, j - 1) if j else 0) for j in range(most + 1)]
    caps = dense.trace.caps(most, n, eps, base)
    value = comb(m, weight) * least_row(weights, table[0], polynomial, caps[1:], base)
    return least_rank(value, polynomial, squares(weights, table, dimensions), base)


def read_weights(given: Any, size: int, base: ModuleType) -> List[Fraction]:
    """Read one rational for each distance."""
    base.require(isinstance(given, list) and len(given) == size, "not one weight for each distance")
    return [base.rational(value) for value in given]


def eigenvalue(m: int, w: int, j: int, k: int) -> int:
    """Return P_jk; P_0k is the number of words at distance k from a word."""
    return sum(
        (-1) ** t * comb(j, t) * comb(w - j, k - t) * comb(m - w - j, k - t) for t in range(min(j, k) + 1)
    )


def least_row(
    weights: List[Fraction], counts: Sequence[int], polynomial: List[Fraction], caps: List[Fraction],
    base: ModuleType,
) -> Fraction:
    """Return the least sum of 2 w y - y^2 along a row of X: its diagonal entry, then counts[k] of class k."""
    value: Fraction = dense.least_term(weights[0], polynomial, [Fraction(1)])
    for w, count, cap in zip(weights[1:], counts[1:], caps):
        base.require(cap > 0, "nothing is forced at the distance of two words")
        value += count * dense.least_term(w, polynomial, dense.critical_points(polynomial, cap))
    return value


def squares(
    weights: List[Fraction], table: Sequence[Sequence[Any]], dimensions: Sequence[int]
) -> Squares:
    """Return the squares of the eigenvalues of W; row j of the table holds those of the classes."""
    totals = [sum((p * w for p, w in zip(row, weights)), Fraction(0)) for row in table]
    return [(total**2, dimension) for total, dimension in zip(totals, dimensions)]


def least_rank(value: Fraction, polynomial: List[Fraction], given: Squares, base: ModuleType) -> int:
    """Return the least rank of B whose image may have so many singular values that they reach the value."""
    image = least_count(value, not any(polynomial[2:]), given, base)
    return int(dense.trace.least_rank(image, [int(bool(coefficient)) for coefficient in polynomial]))


def least_count(value: Fraction, is_strict: bool, given: Squares, base: ModuleType) -> int:
    """Return how many of the largest squares it takes to reach the value, or to exceed it."""
    if value < 0 or (value == 0 and not is_strict):
        return 0
    count, rest = 0, value
    for square, dimension in sorted(given, reverse=True):
        total = dimension * square
        if total > rest or (total == rest and not is_strict):
            return count + (floor(rest / square) + 1 if is_strict else ceil(rest / square))
        count, rest = count + dimension, rest - total
    base.require(False, "the weights leave no matrix at all")
    return count
