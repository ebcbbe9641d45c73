"""Lower bounds on ratios within the rows of a positive matrix, as a smooth loss with its exact gradient.

One condition on row i of A > 0, for columns y, z and the row's own column o(i):

    a_iy > larger a_iz + own a_io(i).

Many problems ask for a matrix of least rank whose rows obey such conditions.  A :class:`Block` holds the
conditions that share their coefficients and the numbers of columns y and z, so that all pairs (y, z) of all
its rows are one broadcast, without a list of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

# Entries below the floor are pushed up; above it logarithms and their gradients stay bounded.
FLOOR = 0.05
FLOOR_WEIGHT = 10.0


@dataclass(frozen=True)
class Block:
    """Conditions a_iy > larger a_iz + own a_io for each row i, each y of its ``small``, z of its ``large``.

    Attributes:
        rows: shape (q,), the rows i.
        anchors: shape (q,), the columns o(i).
        small: shape (q, k), the columns y of each row.
        large: shape (q, l), the columns z of each row.
        larger: coefficient of a_iz, at least 0.
        own: coefficient of a_io, of any sign; larger + own > 0 or the condition is void.
    """

    rows: Indices
    anchors: Indices
    small: Indices
    large: Indices
    larger: float
    own: float

    @property
    def pairs(self) -> int:
        """Number of conditions."""
        return int(self.small.size) * int(self.large.shape[1])


@dataclass(frozen=True)
class RatioConditions:
    """All conditions on a matrix of the given shape.

    Attributes:
        shape: rows and columns of the matrix.
        blocks: the conditions.
    """

    shape: tuple[int, int]
    blocks: Sequence[Block]

    @property
    def are_on_ratios(self) -> bool:
        """Whether rows may be scaled: they may."""
        return True

    @property
    def pairs(self) -> int:
        """Number of conditions."""
        return sum(block.pairs for block in self.blocks)

    def loss(self, entries: Floats, margin: float) -> tuple[float, Floats]:
        """Return the sum of squared violations in logarithms, and its gradient.

        A violation is max(0, margin + log(right side) - log(left side)), with a negative own term moved to
        the left; entries count as ``FLOOR`` at least, and fall short of it at a cost of their own.

        Args:
            entries: shape ``shape``.
            margin: by how much, in logarithms, each condition is to hold.
        """
        raised = np.maximum(entries, FLOOR)
        short = raised - entries
        gradient = np.zeros(self.shape)
        total = sum(_add_block(block, raised, margin, gradient) for block in self.blocks)
        gradient[entries < FLOOR] = 0.0
        return total + FLOOR_WEIGHT * float(np.vdot(short, short)), gradient - 2 * FLOOR_WEIGHT * short


def _add_block(block: Block, entries: Floats, margin: float, gradient: Floats) -> float:
    """Add the gradient of one block in place and return its loss."""
    rows, anchors, small, large = block.rows, block.anchors, block.small, block.large
    own = entries[rows, anchors][:, None]
    left = np.log(entries[rows[:, None], small] + max(-block.own, 0.0) * own)
    right = np.log(block.larger * entries[rows[:, None], large] + max(block.own, 0.0) * own) + margin
    # Late in a search few conditions are violated: the extremes of each row tell which.
    bad = np.flatnonzero(left.min(axis=1) < right.max(axis=1))
    if bad.size == 0:
        return 0.0
    rows, anchors, small, large = rows[bad], anchors[bad], small[bad], large[bad]
    left, right = left[bad], right[bad]
    small, left = _first(small, left, left < right.max(axis=1, keepdims=True))
    large, right = _first(large, right, right > left.min(axis=1, keepdims=True))
    excess = right[:, None, :] - left[:, :, None]
    np.maximum(excess, 0.0, out=excess)
    by_left = -2 * excess.sum(axis=2) / np.exp(left)
    by_right = 2 * excess.sum(axis=1) / np.exp(right - margin)
    gradient[rows[:, None], small] += by_left
    gradient[rows[:, None], large] += block.larger * by_right
    gradient[rows, anchors] += max(-block.own, 0.0) * by_left.sum(axis=1)
    gradient[rows, anchors] += max(block.own, 0.0) * by_right.sum(axis=1)
    return float(np.vdot(excess, excess))


def _first(columns: Indices, sides: Floats, violated: NDArray[np.bool_]) -> tuple[Indices, Floats]:
    """Keep as many columns of each row as the row with most violations needs, those violated first."""
    width = int(violated.sum(axis=1).max())
    if 2 * width > columns.shape[1]:
        return columns, sides
    order = np.argsort(~violated, axis=1, kind="stable")[:, :width]
    return np.take_along_axis(columns, order, axis=1), np.take_along_axis(sides, order, axis=1)
