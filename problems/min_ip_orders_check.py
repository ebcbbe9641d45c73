"""Checks proofs of rule ``orders`` about Min-IP: minors of forced sign that no kernel of small rank has.

The proof lists ratios and minors, all minors of one size r, and refutes rank r, so it proves r + 1.

1. Ratios.  Each is a measure on inputs that proves alpha(x,z) < u alpha(x,y) at one query x.
2. Minors.  Rows x_1..x_r, columns y_1..y_r with alpha(x_i,y_j) < u_ij alpha(x_i,y_i) for all j != i: the
   determinant of the submatrix, rows divided by their diagonal entries, is 1 plus even permutations, which
   add at least 0, minus odd ones, which take less than the sum of their products of u.  It is positive when
   that sum is at most 1.
3. Parity.  A kernel of rank at most r has det A[I, J] = P(I) T(J) with alternating P and T (Cauchy-Binet).
   When every set of rows and every set of columns occurs an even number of times and the orientations of
   all sides multiply to -1, the product of all minors is minus a product of squares; but it is positive.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any, Dict, List, Sequence, Tuple

Words = Tuple[str, ...]
Upper = Dict[Tuple[str, str, str], Fraction]

# Adding up the permutations of a minor takes size^2 2^size steps.
MOST_ROWS = 12


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return r + 1 for minors of size r that satisfy 1 to 3."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == {"rule", "ratios", "minors"}, "the proof has other fields")
    upper = dict(base.forced_ratio(ratio, m, n, eps) for ratio in proof["ratios"])
    minors = [(tuple(minor["rows"]), tuple(minor["columns"])) for minor in proof["minors"]]
    base.require(len(minors) > 0, "there are no minors")
    size = len(minors[0][0])
    base.require(1 < size <= MOST_ROWS, "the minors have too few rows or too many")
    for rows, columns in minors:
        positive(rows, columns, size, upper, base)
    inconsistent(minors, base)
    return size + 1


def positive(rows: Words, columns: Words, size: int, upper: Upper, base: ModuleType) -> None:
    """Check that the ratios force det A[rows, columns] > 0."""
    for side in (rows, columns):
        base.require(len(side) == len(set(side)) == size, "a minor has another size or a repeated token")
    entries = []
    for x, y in zip(rows, columns):
        base.require(all((x, y, z) in upper for z in columns if z != y), "a minor lacks a ratio")
        entries.append([Fraction(1) if z == y else upper[x, y, z] for z in columns])
    base.require(odd_sum(entries) <= 1, "the ratios do not force a minor")


def odd_sum(entries: List[List[Fraction]]) -> Fraction:
    """Return the sum over odd permutations p of the products of entries[i][p(i)].

    ``sums`` maps the columns that the rows so far have used, a bit mask, to the sums over even and over odd
    arrangements; a new column j adds one inversion for each used column to its right.
    """
    sums = {0: (Fraction(1), Fraction(0))}
    for row in entries:
        grown: Dict[int, Tuple[Fraction, Fraction]] = {}
        for used, (even, odd) in sums.items():
            for j, entry in enumerate(row):
                if not used >> j & 1:
                    a, b = (odd, even) if bin(used >> j).count("1") % 2 else (even, odd)
                    c, d = grown.get(used | 1 << j, (Fraction(0), Fraction(0)))
                    grown[used | 1 << j] = (c + a * entry, d + b * entry)
        sums = grown
    return sums[(1 << len(entries)) - 1][1]


def inconsistent(minors: List[Tuple[Words, Words]], base: ModuleType) -> None:
    """Check that rank r cannot give all these minors a positive sign."""
    times: Dict[Tuple[int, Words], int] = {}
    sign = 1
    for minor in minors:
        for kind, side in enumerate(minor):
            vertex = (kind, tuple(sorted(side)))
            times[vertex] = times.get(vertex, 0) + 1
            sign *= parity(side)
    base.require(all(count % 2 == 0 for count in times.values()), "a side occurs an odd number of times")
    base.require(sign == -1, "the signs of the minors are consistent")


def parity(order: Sequence[str]) -> int:
    """Return the sign of the permutation that sorts distinct words."""
    inversions = sum(order[j] < order[i] for i in range(len(order)) for j in range(i + 1, len(order)))
    return -1 if inversions % 2 else 1
