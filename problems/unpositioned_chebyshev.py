"""Polynomials in the weight in a basis that keeps linear programs well scaled."""

from __future__ import annotations

from collections.abc import Sequence


def chebyshev(n: int, most: int) -> list[list[int]]:
    """Return the coefficients of n^j T_j(2t/n - 1) in t, lowest degree first, for j = 0..most.

    T_j is the Chebyshev polynomial; all coefficients are integers, and no value on 0..n exceeds n^j.
    """
    found = [[1], [-n, 2]]
    for _ in range(most - 1):
        # T_(j+1)(x) = 2 x T_j(x) - T_(j-1)(x) with n x = 2 t - n.
        last, before = found[-1], found[-2]
        lowered = [-2 * n * c for c in last] + [0]
        raised = [0] + [4 * c for c in last]
        correction = [n * n * c for c in before] + [0] * (len(raised) - len(before))
        found.append([a + b - c for a, b, c in zip(lowered, raised, correction, strict=True)])
    return found[: most + 1]


def combination(basis: Sequence[Sequence[int]], factors: Sequence[int]) -> list[int]:
    """Return the coefficients of sum_j factors[j] basis[j]."""
    total = [0] * max(map(len, basis))
    for polynomial, factor in zip(basis, factors, strict=True):
        for power, coefficient in enumerate(polynomial):
            total[power] += factor * coefficient
    return total


def uniform(n: int, most: int) -> list[list[int]]:
    """Return the polynomials of ``chebyshev`` with n^(most - j) in front, so that all reach up to n^most."""
    return [[n ** (most - j) * c for c in row] for j, row in enumerate(chebyshev(n, most))]
