"""Layers of few bits: denominators with small coefficients, numerators by an integer program.

For H heads and p bits denominators are drawn with coefficients below 2^p: at random, or near those of a fit
(``problems.boolean_heads_fit``).  Numerators with coefficients below 2^p are then sought by branch and bound
(``lpbounds.highs``), and what is found is run in integers.  A single head has the denominator 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.highs import Highs
from lpbounds.linear_program import LinearProgram
from lpbounds.problem import Method, Nothing, Task
from problems.boolean_functions import BooleanFunction
from problems.boolean_heads_fit import Fit, Floats
from problems.boolean_heads_layer import Layer, NumeratorProgram, function_with_table
from problems.boolean_heads_question import PRECISION, asked, head_counts, upper
from problems.boolean_heads_rounding import integer_affine
from problems.boolean_heads_search import Targets

NAME = "few-bits"
MOST_BITS = 8
# More bits than these are no gain: the search for layers without a limit rounds to as many.
MOST_PRECISION = 12
# Nodes of one branch and bound: what is found is found early.
NODES = 500


def run(task: Task) -> Iterator[Bound]:
    """Yield the first layer found, fewest bits or heads first."""
    if not asked(task).is_precise:
        raise Nothing("there is no limit of precision")
    function = function_with_table(task.parameters)
    if function.n > MOST_BITS:
        raise Nothing(f"needs n <= {MOST_BITS}")
    for heads, bits in product(head_counts(task, function.n), _precisions(task)):
        layer = search(task, function, heads, bits)
        if layer is not None:
            yield upper(task, "model", NAME, layer)
            return
    raise Nothing(f"no layer in {task.limits.starts} starts for each size")


def _precisions(task: Task) -> range:
    limit = asked(task).precision
    if limit is not None:
        return range(limit, limit + 1)
    most = MOST_PRECISION if task.upper is None else int(task.upper) - 1
    return range(int(task.lower or 1), most + 1)


def search(task: Task, function: BooleanFunction, heads: int, bits: int) -> Layer | None:
    """Return a layer of ``heads`` heads whose coefficients have at most ``bits`` bits, or None."""
    draws = Denominators(function, heads, bits, np.random.default_rng([task.seed, heads, bits]))
    # One head has the sign of its numerator.
    for start in range(task.limits.starts if heads > 1 else 1):
        task.report(f"{heads} heads of {bits} bits, start {start + 1} of {task.limits.starts}")
        denominators = draws.of_start(start)
        layer = None if denominators is None else with_numerators(function, denominators, bits)
        if layer is not None:
            return layer
    return None


class Denominators:
    """Denominators with coefficients below 2^p: near a fit at every other start, else at random."""

    def __init__(
        self, function: BooleanFunction, heads: int, bits: int, rng: np.random.Generator
    ) -> None:
        """Take the function, H, p and what makes the random choices."""
        self._n, self._heads, self._largest, self._rng = function.n, heads, (1 << bits) - 1, rng
        self._fit, self._targets = Fit(function, heads), Targets(function, heads)

    def of_start(self, start: int) -> list[list[int]] | None:
        """Return the denominators of a start, counted from 0, or None when its fit failed."""
        if self._heads == 1:
            return [[1] + [0] * self._n]
        return self._fitted(start) if start % 2 else [self._drawn() for _ in range(self._heads)]

    def _drawn(self) -> list[int]:
        """Return an affine function at random: slopes, then a constant that makes it positive."""
        signs = self._rng.choice((-1, 0, 1), self._n)
        sizes = self._rng.integers(1, self._largest, self._n, endpoint=True)
        slopes = (signs * sizes).tolist()
        for place in self._rng.permutation(self._n).tolist():
            if sum(min(slope, 0) for slope in slopes) > -self._largest:
                break
            slopes[place] = max(slopes[place], 0)
        negative = -sum(min(slope, 0) for slope in slopes)
        constant = self._rng.integers(negative + 1, max(negative + 1, self._largest), endpoint=True)
        return [int(constant), *slopes]

    def _fitted(self, start: int) -> list[list[int]] | None:
        target = self._targets.of_start(start // 2)
        state = None if target is None else self._fit.attempt(target, self._rng)
        return None if state is None else [self._rounded(row) for row in np.exp(state.scores)]

    def _rounded(self, weights: Floats) -> list[int]:
        """Return the finest rounding of sum_i weight_{i,x_i} that keeps to the largest coefficient."""
        for largest in range(self._largest, 0, -1):
            affine = integer_affine(weights, largest)
            if max(map(abs, affine)) <= self._largest:
                return affine
        return [1] + [0] * self._n


def with_numerators(function: BooleanFunction, denominators: list[list[int]], bits: int) -> Layer | None:
    """Return a layer that computes the function, coefficients of its numerators below 2^bits, or None."""
    program = NumeratorProgram(function, denominators)
    largest, rows = (1 << bits) - 1, program.every_row()
    limits = LinearProgram(
        rows, [-1] * rows.height, [0] * rows.width, [-largest] * rows.width, [largest] * rows.width
    )
    point = Highs().integers(limits, NODES)
    return None if point is None else program.layer_at(point)


METHOD = Method(
    NAME,
    ("upper",),
    run,
    "denominators with small coefficients, numerators by an integer program",
    ("heads", PRECISION),
)
