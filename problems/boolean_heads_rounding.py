"""From a fitted layer in floats to integers that compute the function exactly.

The denominators are rounded, ever finer, and the linear program for the numerators decides in rationals: the
integers are small, and numerators for coarse denominators are found where those of the fit would err.  Where
inputs are many the program takes minutes, and the fitted numerators are rounded first: running a layer on all
inputs takes less than a second.
"""

from __future__ import annotations

import numpy as np

from lpbounds.problem import Nothing
from problems.boolean_functions import BooleanFunction
from problems.boolean_heads_fit import Floats, State
from problems.boolean_heads_layer import Layer, NumeratorProgram

# The largest coefficient of a rounded denominator is 2 to one of these.
ROUNDING_BITS = (4, 7, 10, 14, 20)
# The same when the numerators are rounded too; theirs is about as large.
WHOLE_BITS = (8, 12, 16, 24, 32)
# From so many bits on the whole layer is rounded first.
MANY_BITS = 13


def layer_near(function: BooleanFunction, state: State) -> Layer | None:
    """Return a layer of integers near ``state`` that computes ``function``, or None when none was found."""
    layer = rounded_whole(function, state) if function.n >= MANY_BITS else None
    return layer or rounded(function, np.exp(state.scores))


def rounded(function: BooleanFunction, weights: Floats) -> Layer | None:
    """Return a layer with integer denominators near those of ``weights``, shape (H, 2 n), or None."""
    for bits in ROUNDING_BITS:
        try:
            found = NumeratorProgram(function, [integer_affine(row, 1 << bits) for row in weights]).decide()
        except Nothing:
            continue
        if isinstance(found, Layer):
            return found
    return None


def rounded_whole(function: BooleanFunction, state: State) -> Layer | None:
    """Return ``state`` rounded to a layer that computes ``function``, or None when rounding breaks it."""
    weights = np.exp(state.scores)
    for bits in WHOLE_BITS:
        denominators = [integer_affine(row, 1 << bits) for row in weights]
        point = _numerators(state.numerators, weights, denominators, 1 << bits)
        layer = NumeratorProgram(function, denominators).layer_at(point)
        if layer is not None:
            return layer
    return None


def _numerators(
    numerators: Floats, weights: Floats, denominators: list[list[int]], largest: int
) -> list[int]:
    """Return all numerators one after the other, each times what its denominator was multiplied by."""
    zeros, ones = np.split(weights, 2, axis=1)
    before = np.maximum(zeros, ones).sum(axis=1)
    after = [affine[0] + sum(max(slope, 0) for slope in affine[1:]) for affine in denominators]
    scaled = numerators * (np.array(after) / before)[:, None]
    return [round(entry) for entry in (scaled * (largest / np.abs(scaled).max())).ravel().tolist()]


def integer_affine(weights: Floats, largest: int) -> list[int]:
    """Return an affine function, positive on the cube, near a multiple of sum_i weight_{i,x_i}.

    Args:
        weights: shape (2 n,), those of the bits 0 first.
        largest: absolute value of the largest slope, or of the minimum if that is larger.
    """
    zeros, ones = np.split(weights, 2)
    minimum, slopes = float(np.minimum(zeros, ones).sum()), ones - zeros
    scale = largest / max(minimum, float(np.abs(slopes).max()))
    integers = [round(slope * scale) for slope in slopes.tolist()]
    least = max(1, round(minimum * scale))
    return [least - sum(min(slope, 0) for slope in integers), *integers]
