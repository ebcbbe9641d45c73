"""When one row of kernel weights can be completed to a correct head of Min-IP: pairs of tokens decide.

Query x of weight s, n >= 3, weights a_z > 0, overlaps k_z = <x,z>, d = k_z - k_y.  Values with every error
at most e exist iff for all tokens y, z (z = x among them) with d >= 1

    (n-1)(n-2)(d - 2e) a_z + ((n-2) d - 2e (n-1)) a_x <= 2e (n-1) a_y;                                  (*)

correctness at eps is (*) with e = eps and < in place of <=.

Necessary: with b = a g and B(h) = sum_z h_z b_z, the numerators of three inputs are dependent,
(n-2) B(x,z,..,z) = (n-1) B(x,y,z,..,z) - B(x,y,..,y).  Bounding the first and the last from below and the
middle one from above is (*).

Sufficient: take b_z = (k_z - e) a_z - (s - k_z) a_x / (n-1), hence b_x = (s - e) a_x.  An input of target t
holds x, some y with k_y = t, and n-2 tokens z_i with d_i = k_{z_i} - t >= 0.  With A its denominator,

    B - t A + e A = sum_i d_i (a_{z_i} + a_x / (n-1)) >= 0,

and each term is at most 2e (a_{z_i} + (a_x + a_y)/(n-2)) by (*), so the sum is at most 2e A.

For n <= 2 there is no z_i and every row will do.  The pairwise conditions refine the domination lemma of
"Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import NamedTuple

GRID_BITS = 8


class Pair(NamedTuple):
    """Integers of the condition c_z a_z + c_x a_x < c_y a_y at one gap d."""

    larger: int
    own: int
    smaller: int


def pair(n: int, eps: Fraction, gap: int) -> Pair:
    """Return the condition at overlap gap d = k_z - k_y, multiplied by the denominator of eps."""
    p, q = eps.numerator, eps.denominator
    return Pair((n - 1) * (n - 2) * (gap * q - 2 * p), (n - 2) * gap * q - 2 * p * (n - 1), 2 * p * (n - 1))


def least_row(s: int, n: int, eps: Fraction) -> list[Fraction]:
    """Return the least weights by overlap k = 0..s, at least 1 = a_x, that meet every condition weakly.

    They grow towards k = 0 as any correct row must; useful as units.
    """
    row = [Fraction(1)] * (s + 1)
    for y in reversed(range(s)) if n > 2 else ():
        for z in range(y + 1, s + 1):
            larger, own, smaller = pair(n, eps, z - y)
            row[y] = max(row[y], Fraction(larger * row[z] + own) / smaller)
    return row


def least_error(low: Sequence[int], high: Sequence[int], own: int, n: int) -> Fraction:
    """Return the least worst-case error over all values, given weights by overlap.

    Args:
        low: least weight among the tokens of overlap k = 0..s, positive.
        high: greatest weight among them.
        own: a_x.
        n: length of the inputs.
    """
    if n < 3:
        return Fraction(0)
    # The bound on e in (*) is monotone in a_z, in a direction that depends on the other two weights.
    pairs = ((y, z, weight) for y, z in combinations(range(len(low)), 2) for weight in (low[z], high[z]))
    return max((_error(z - y, weight, own, low[y], n) for y, z, weight in pairs), default=Fraction(0))


def _error(gap: int, larger: int, own: int, smaller: int, n: int) -> Fraction:
    numerator = (n - 2) * gap * ((n - 1) * larger + own)
    return Fraction(numerator, 2 * (n - 1) * ((n - 2) * larger + own + smaller))


def error_within(least: Fraction, eps: Fraction) -> Fraction:
    """Return an error of few digits from ``least`` up to below ``eps``; ``least`` is below ``eps``."""
    bits = GRID_BITS
    while Fraction(ceil(least * 2**bits), 2**bits) >= eps:
        bits += GRID_BITS
    return Fraction(ceil(least * 2**bits), 2**bits)


def value(s: int, k: int, weight: Fraction | int, own: Fraction | int, n: int, error: Fraction) -> Fraction:
    """Return g_x(z) = k - e - (s - k) a_x / ((n-1) a_z), the values of the sufficiency proof."""
    return k - error - Fraction(s - k) * own / (max(n - 1, 1) * weight)
