"""Entrywise polynomials of a matrix: their range on an interval, and the rank that their image may have.

Let B have rank r, B_ij = <u_i, v_j>.  The entrywise power B_ij^k is bilinear in the C(r+k-1, k) monomials of
degree k, so its rank is at most that number, and for matrices L_k of rank at most s_k

    rank(sum_k B^(k) o L_k) <= sum_k s_k C(r+k-1, k),

o the entrywise product.  With L_1 = J and L_0 = -cJ, J all ones, this is the shift of rank one.  Polynomials
have degree two at most: higher ones cost more rank than they gain in the uses made of them.
Source: "Perturbed Identity Matrices Have High Rank: Proof and Applications" (Alon, 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

Polynomial = tuple[Fraction, ...]
"""Coefficients, constant first; at most three."""


def evaluate(polynomial: Sequence[Fraction], point: Fraction) -> Fraction:
    """Return the value at ``point``."""
    total = Fraction(0)
    for coefficient in reversed(polynomial):
        total = total * point + coefficient
    return total


def value_range(polynomial: Polynomial, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest value on [low, high]."""
    points = [low, high]
    if len(polynomial) == 3 and polynomial[2]:
        vertex = -polynomial[1] / (2 * polynomial[2])
        points += [vertex] if low < vertex < high else []
    values = [evaluate(polynomial, point) for point in points]
    return min(values), max(values)


def largest_square(polynomial: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """Return the greatest square of a value on [low, high]."""
    return max(value * value for value in value_range(polynomial, low, high))


def image_rank(rank: int, spaces: Sequence[int]) -> int:
    """Return sum_k s_k C(rank+k-1, k), the most that the image of a matrix of this rank can have.

    Args:
        rank: r >= 0.
        spaces: s_k, rank bounds of the matrices L_k.
    """
    return sum(s * comb(rank + k - 1, k) if k else s for k, s in enumerate(spaces))


def least_rank(image: int, spaces: Sequence[int]) -> int:
    """Return the least r >= 0 with image_rank(r, spaces) >= image, 0 if there is none."""
    if not any(spaces[1:]) or image_rank(0, spaces) >= image:
        return 0
    low, high = 0, max(image, 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if image_rank(middle, spaces) >= image else (middle, high)
    return high


def plain_spaces(polynomial: Polynomial) -> list[int]:
    """Return s_k for a polynomial with numbers for coefficients: 1 where a power occurs, else 0."""
    return [int(bool(coefficient)) for coefficient in polynomial]
