"""Search for layers of few heads: fit denominators in floats, round them, solve for the numerators exactly.

For H = the lower bound and up, random starts are fitted (``problems.boolean_heads_fit``); the denominators
of a fit that has the right signs are rounded to integers, ever finer, and the linear program for the
numerators decides in rationals.  The target of the fits is a polynomial of degree at most H of large margin,
which exists when H is at least the threshold degree.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Parameters, Task
from problems.boolean_functions import MOST_TABLE_BITS, BooleanFunction
from problems.boolean_heads_fit import Fit, Floats
from problems.boolean_heads_layer import Layer, NumeratorProgram
from problems.boolean_parameters import function_of
from problems.threshold_degree_program import (
    DegreeProgram,
    Polynomial,
    monomials,
    program_memory,
    values_at_inputs,
)

NAME = "search"
# The largest coefficient of a rounded denominator is 2 to one of these.
ROUNDING_BITS = (4, 7, 10, 14, 20)
_BYTES_A_DERIVATIVE = 64


def run(task: Task) -> Iterator[Bound]:
    """Yield the first layer found, fewest heads first."""
    function = function_of(task.parameters)
    least, most = int(task.lower or 1), int(task.upper or function.n + 1) - 1
    for heads in range(least, most + 1):
        if _memory(function.n, heads) > task.limits.memory:
            raise Nothing(f"{heads} heads: a fit would take more than the memory allowed")
        layer = search(task, function, heads)
        if layer is not None:
            yield task.bound("upper", heads, "model", NAME, layer.to_json())
            return
    raise Nothing(f"no layer of {least} to {most} heads in {task.limits.starts} starts each")


def search(task: Task, function: BooleanFunction, heads: int) -> Layer | None:
    """Return a layer of ``heads`` heads, or None when no start led to one."""
    target = margin_polynomial(function, heads)
    if target is None:
        return None
    rng, fit = np.random.default_rng([task.seed, heads]), Fit(function, heads, target)
    for start in range(task.limits.starts):
        task.report(f"{NAME}: {heads} heads, start {start + 1} of {task.limits.starts}")
        state = fit.attempt(rng)
        layer = None if state is None else rounded(function, np.exp(state.scores))
        if layer is not None:
            return layer
    return None


def margin_polynomial(function: BooleanFunction, degree: int) -> Floats | None:
    """Return the values of a polynomial q of degree at most ``degree`` with f q >= 1, or None."""
    found = DegreeProgram(function).decide(min(degree, function.n))
    if not isinstance(found, Polynomial):
        return None
    masks = monomials(function.n, degree)
    coefficients = [found.coefficients.get(mask, 0) for mask in masks.tolist()]
    values = values_at_inputs(function.n, masks, coefficients)
    least = min(abs(value) for value in values.tolist())
    return np.array([value / least for value in values.tolist()], dtype=np.float64)


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


def memory(parameters: Parameters) -> int:
    """Estimate the bytes of one head's fit and of the polynomial of degree 1; no table, no search."""
    n: int = parameters["n"]
    return _memory(n, 1) if n <= MOST_TABLE_BITS else 1 << min(n, 1000)


def _memory(n: int, heads: int) -> int:
    derivatives = _BYTES_A_DERIVATIVE * heads * (3 * n + 1) << n
    return derivatives + program_memory(n, min(heads, n))


METHOD = Method(NAME, ("upper",), run, "random starts, denominators fitted, numerators exact", memory=memory)
