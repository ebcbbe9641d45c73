"""Axes for sizes: by their logarithms to base 2 where they span decades."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2

from lpbounds.bounds import Size

# Sizes whose largest is this many times the least are shown on a logarithmic axis.
DECADES = 50
LARGEST_PLAIN = 10**6
# Where a size of 0 stands on a logarithmic axis.
NOTHING = -1.0


def scale_of(sizes: Sequence[Size]) -> Callable[[Size], float]:
    """Return the height of a size: itself, or its logarithm where ``sizes`` span decades."""
    positive = [size for size in sizes if size > 0]
    if positive and (max(positive) >= DECADES * min(positive) or max(positive) >= LARGEST_PLAIN):
        return lambda size: log2(size) if size > 0 else NOTHING
    return float


def power(height: float, _: object) -> str:
    """Return the size at ``height`` on a logarithmic axis, as matplotlib labels it."""
    return f"$2^{{{height:g}}}$" if height >= 0 else "0" if height == NOTHING else ""
