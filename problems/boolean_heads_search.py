"""Search for layers of few heads: fit them in floats, then round them to integers that compute the function.

For H = the lower bound and up, random starts are fitted (``problems.boolean_heads_fit``), and a fit that has
the right signs is rounded (``problems.boolean_heads_rounding``).  The targets of the fits are polynomials of
large margin, of least degree and of degree H, which exist when H is at least the threshold degree.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.boolean_functions import BooleanFunction
from problems.boolean_heads_fit import Fit, Floats
from problems.boolean_heads_layer import Layer, function_with_table
from problems.boolean_heads_question import head_counts, upper
from problems.boolean_heads_rounding import layer_near
from problems.threshold_degree_program import (
    DegreeProgram,
    Polynomial,
    program_memory,
    values_at_inputs,
)

NAME = "search"
# Bytes that one input takes for one head.
_BYTES_AN_INPUT = 300
# A program for a target of degree H above the least one is made only when it is smaller than this.
_MOST_TARGET_BYTES = 1 << 26


def run(task: Task) -> Iterator[Bound]:
    """Yield the first layer found, fewest heads first."""
    function = function_with_table(task.parameters)
    counts = head_counts(task, function.n)
    for heads in counts:
        if _BYTES_AN_INPUT * heads << function.n > task.limits.memory:
            raise Nothing(f"{heads} heads: a fit would take more than the memory allowed")
        layer = search(task, function, heads)
        if layer is not None:
            yield upper(task, "model", NAME, layer)
            return
    raise Nothing(f"no layer of {_shown(counts)} heads in {task.limits.starts} starts each")


def _shown(counts: range) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else " ".join(map(str, counts)) or "fewer"


def search(task: Task, function: BooleanFunction, heads: int) -> Layer | None:
    """Return a layer of ``heads`` heads, or None when no start led to one."""
    rng, fit, targets = (
        np.random.default_rng([task.seed, heads]),
        Fit(function, heads),
        Targets(function, heads),
    )
    for start in range(task.limits.starts):
        task.report(f"{heads} heads, start {start + 1} of {task.limits.starts}")
        target = targets.of_start(start)
        state = None if target is None else fit.attempt(target, rng)
        layer = None if state is None else layer_near(function, state)
        if layer is not None:
            return layer
    return None


class Targets:
    """Polynomials to fit: of least degree, and of degree H for every other start."""

    def __init__(self, function: BooleanFunction, heads: int) -> None:
        """Take the function and H; nothing is computed before it is asked for."""
        self.function = function
        self.heads = heads

    def of_start(self, start: int) -> Floats | None:
        """Return q for a start, counted from 0, or None when there is none of degree H."""
        has_both = self._least_degree < self.heads and self._is_small
        return self._of_degree_h if has_both and start % 2 else self._of_least_degree

    @property
    def _is_small(self) -> bool:
        n = self.function.n
        return program_memory(n, min(self.heads, n)) <= _MOST_TARGET_BYTES

    @cached_property
    def _program(self) -> DegreeProgram:
        return DegreeProgram(self.function)

    @cached_property
    def _least(self) -> Polynomial | None:
        degrees = range(min(self.heads, self.function.n) + 1)
        found = (self._program.decide(degree) for degree in degrees)
        return next((verdict for verdict in found if isinstance(verdict, Polynomial)), None)

    @cached_property
    def _least_degree(self) -> int:
        masks = self._least.coefficients if self._least is not None else ()
        return max((mask.bit_count() for mask in masks), default=self.heads)

    @cached_property
    def _of_least_degree(self) -> Floats | None:
        return None if self._least is None else margins(self.function.n, self._least)

    @cached_property
    def _of_degree_h(self) -> Floats | None:
        found = self._program.decide(min(self.heads, self.function.n))
        return margins(self.function.n, found) if isinstance(found, Polynomial) else None


def margins(n: int, polynomial: Polynomial) -> Floats:
    """Return the values of a polynomial at all inputs, scaled so that the least absolute value is 1."""
    masks = np.array(list(polynomial.coefficients), dtype=np.int64)
    values = values_at_inputs(n, masks, list(polynomial.coefficients.values())).tolist()
    least = min(map(abs, values))
    return np.array([value / least for value in values], dtype=np.float64)


METHOD = Method(NAME, ("upper",), run, "random starts, denominators fitted, numerators exact")
