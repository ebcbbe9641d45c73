"""Matrices on {0,1}^m that no permutation of the m places changes, in diagonal blocks.

Entry (x,z) of such a matrix depends on the class (|x|, |z|, |x & z|) only; these matrices form the
Terwilliger algebra of the cube.  A real orthogonal change of basis, the same for all of them, takes each to
blocks: for k = 0..floor(m/2) one of m - 2k + 1 rows and columns, for the weights k..m-k, C(m,k) - C(m,k-1)
copies of it.  Its entry for the weights i and j is

    (C(m-2k,i-k) C(m-2k,j-k))^(-1/2) sum_t beta(i,j,k,t) a(i,j,t),
    beta(i,j,k,t) = sum_u (-1)^(u-t) C(u,t) C(m-2k,u-k) C(m-k-u,i-u) C(m-k-u,j-u).

Source: "New Code Upper Bounds from the Terwilliger Algebra and Semidefinite Programming" (2005), section II.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Class = tuple[int, int, int]
"""Weights of row and column, and their overlap."""


class Block(NamedTuple):
    """A block of a block-diagonal matrix, linear in some unknowns.

    Attributes:
        copies: how often it occurs.
        shape: its rows and columns.
        entries: shape (rows * columns, unknowns): its entries, row by row, from the unknowns.
    """

    copies: int
    shape: tuple[int, int]
    entries: Floats


def classes(m: int) -> list[Class]:
    """Return all classes."""
    sizes = range(m + 1)
    return [(i, j, t) for i in sizes for j in sizes for t in range(max(0, i + j - m), min(i, j) + 1)]


def blocks(m: int) -> list[Block]:
    """Return the different blocks, their unknowns the value of each of the ``classes``."""
    return [Block(comb(m, k) - (comb(m, k - 1) if k else 0), (m - 2 * k + 1,) * 2, _entries(m, k))
            for k in range(m // 2 + 1)]


def _entries(m: int, k: int) -> Floats:
    size = m - 2 * k + 1
    found = np.zeros((size, size, len(classes(m))))
    for unknown, (i, j, t) in enumerate(classes(m)):
        if k <= min(i, j) and max(i, j) <= m - k:
            scale = sqrt(comb(size - 1, i - k) * comb(size - 1, j - k))
            found[i - k, j - k, unknown] = _beta(m, i, j, k, t) / scale
    return found.reshape(size * size, -1)


def _beta(m: int, i: int, j: int, k: int, t: int) -> int:
    # A word of u >= k places that both words hold: u is at most m - k where C(m-2k, u-k) is not 0.
    used = range(max(k, t), min(i, j, m - k) + 1)
    free = {u: comb(m - k - u, i - u) * comb(m - k - u, j - u) for u in used}
    return sum((-1) ** (u - t) * comb(u, t) * comb(m - 2 * k, u - k) * free[u] for u in used)


def spread(m: int, values: Sequence[float] | Floats) -> Floats:
    """Return the matrix, shape (2^m, 2^m), with these values of the ``classes``; indices are bit masks."""
    table = np.zeros((m + 1,) * 3)
    for place, value in zip(classes(m), values, strict=True):
        table[place] = value
    words = np.arange(1 << m)
    weights = np.bitwise_count(words)
    found: Floats = table[weights[:, None], weights, np.bitwise_count(words[:, None] & words)]
    return found
