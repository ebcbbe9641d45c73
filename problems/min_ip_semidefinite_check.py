"""Checks proofs of rule ``semidefinite`` about Min-IP: words against complements, and a contraction.

The ratios B_ij of the words lie between 0 and the caps of problems/min_ip_trace_check.py, ends excluded, and
B_ii = 1.  Let X = p(B), entry by entry, p of degree one or two.  For any W of norm at most 1,

    rank X >= 2 <W, X> - |X|_F^2,

as <W, X> is at most the sum of the singular values s of X, and 2 s - s^2 <= 1.  The right side is concave in
each entry of X, so its least value is at an end of the range of that entry: at p(0), p(cap) or the value at
the vertex of p.  For p of degree one no entry reaches an end, and the bound is strict.

W = ``weights`` / ``denominator`` has norm at most 1 iff denominator^2 I - N^T N, N = ``weights``, is positive
semidefinite, which symmetric elimination in integers decides.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List

_path = Path(__file__).with_name("min_ip_trace_check.py")
_spec = importlib.util.spec_from_file_location("min_ip_trace_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("min_ip_trace_check.py does not stand beside " + __file__)
trace = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(trace)

Matrix = List[List[int]]
FIELDS = {"rule", "words", "polynomial", "weights", "denominator"}
# Elimination for more words takes long.
MOST_WORDS = 100


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank whose image reaches the bound."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == FIELDS, "the proof has other fields")
    words = read_words(proof["words"], m, base)
    polynomial = read_polynomial(proof["polynomial"], base)
    denominator = base.integer(proof["denominator"], 1)
    weights = read_weights(proof["weights"], len(words), denominator, base)
    base.require(is_semidefinite(defect(weights, denominator)), "the norm of the weights exceeds 1")
    limits, value = trace.caps(m, n, eps, base), Fraction(0)
    for x, row in zip(words, weights):
        for y, numerator in zip(words, row):
            cap = limits[trace.weight(x & ~y)]
            base.require(x == y or cap > 0, "nothing is forced at the distance of two words")
            points = [Fraction(1)] if x == y else critical_points(polynomial, cap)
            value += least_term(Fraction(numerator, denominator), polynomial, points)
    image = floor(value) + 1 if not any(polynomial[2:]) else ceil(value)
    return int(trace.least_rank(image, [int(bool(coefficient)) for coefficient in polynomial]))


def read_words(given: Any, m: int, base: ModuleType) -> List[int]:
    """Read different words of m bits."""
    base.require(isinstance(given, list) and 2 <= len(given) <= MOST_WORDS, "too few words or too many")
    base.require(all(isinstance(text, str) for text in given), "a word is not a text")
    words = [trace.word(text, m, base) for text in given]
    base.require(len(set(words)) == len(words), "a word is repeated")
    return words


def read_polynomial(given: Any, base: ModuleType) -> List[Fraction]:
    """Read the coefficients of p, constant first."""
    base.require(isinstance(given, list) and 2 <= len(given) <= 3, "the degree is not one or two")
    polynomial = [base.rational(value) for value in given]
    base.require(any(polynomial[1:]), "the polynomial is constant")
    return polynomial


def read_weights(given: Any, size: int, denominator: int, base: ModuleType) -> Matrix:
    """Read a square matrix of integers; none of a contraction exceeds the denominator."""
    base.require(isinstance(given, list) and len(given) == size, "the weights have another shape")
    for row in given:
        base.require(isinstance(row, list) and len(row) == size, "the weights have another shape")
    return [[base.integer(value, -denominator) for value in row] for row in given]


def defect(weights: Matrix, denominator: int) -> Matrix:
    """Return denominator^2 I - N^T N."""
    columns = [list(column) for column in zip(*weights)]
    return [
        [denominator**2 * (i == j) - sum(a * b for a, b in zip(first, second))
         for j, second in enumerate(columns)]
        for i, first in enumerate(columns)
    ]


def is_semidefinite(matrix: Matrix) -> bool:
    """Tell whether a symmetric matrix is positive semidefinite, by elimination without fractions.

    A pivot 0 needs a row of zeros; after each other pivot the rest is the Schur complement times a positive
    number, and the division by the pivot before is exact.
    """
    rest, before = matrix, 1
    while rest:
        pivot, head = rest[0][0], rest[0][1:]
        if pivot < 0 or (pivot == 0 and any(head)):
            return False
        tail = [row[1:] for row in rest[1:]]
        if pivot > 0:
            tail = [[(pivot * entry - a * b) // before for entry, b in zip(row, head)]
                    for row, a in zip(tail, head)]
            before = pivot
        rest = tail
    return True


def critical_points(polynomial: List[Fraction], cap: Fraction) -> List[Fraction]:
    """Return the points of [0, cap] where a polynomial of degree at most two is least or greatest."""
    points = [Fraction(0), cap]
    if any(polynomial[2:]):
        vertex = -polynomial[1] / (2 * polynomial[2])
        points += [vertex] if 0 < vertex < cap else []
    return points


def least_term(w: Fraction, polynomial: List[Fraction], points: List[Fraction]) -> Fraction:
    """Return the least 2 w y - y^2 over the values y of the polynomial at the points."""
    values: List[Fraction] = [trace.horner(polynomial, point) for point in points]
    return min(2 * w * y - y * y for y in values)
