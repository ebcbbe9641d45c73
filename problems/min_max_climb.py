"""Hill climbing for heads with uniform weights: integer values changed entry by entry.

What is lowered is by how much the conditions on dependencies (``problems.min_max_dependencies``) are broken
at equal weights; values that break none are handed to the exact program for classifiers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.min_max_constructions import extent, head_bound
from problems.min_max_dependencies import circuits, conditions
from problems.min_max_heads import Head
from problems.min_max_question import Question, asked, below
from problems.min_max_rows import Vector
from problems.min_max_weights import Open, head_for

NAME = "climb"
STEPS = 1000
TRIED_SIZES = 3
# Beyond these the circuits of one choice of values take long to list.
MOST_NUMBERS = 8
MOST_WIDTH = 5


def badness(values: Sequence[Vector], question: Question) -> float:
    """Return by how much ``values`` break conditions at equal weights; 0 if they break none."""
    if not all(any(value) for value in values):
        return float("inf")
    total = 0.0
    for circuit in circuits(values):
        for condition in conditions(circuit, question.n, question.tasks):
            excess = min(sum(row) / sum(map(abs, row)) for row in condition.cases)
            total += 1 + excess if excess >= 0 else 0.0
    return total


def climb(question: Question, width: int, limit: tuple[str, int], rng: np.random.Generator) -> Head | None:
    """Return a head with uniform weights, or None when one start leads to none."""
    kind, reach = limit
    most = reach if kind == "entries" else isqrt(reach)
    values = rng.integers(-most, most, size=(question.numbers, width), endpoint=True).tolist()
    current = float("inf")
    for _ in range(STEPS):
        number, axis = int(rng.integers(question.numbers)), int(rng.integers(width))
        old = values[number][axis]
        values[number][axis] = int(rng.integers(-most, most, endpoint=True))
        found = badness(values, question) if extent(kind, values) <= reach else float("inf")
        if found == 0:
            head = _head(values, question)
            if head is not None:
                return head
        if found > current:
            values[number][axis] = old
        else:
            current = found
    return None


def _head(values: Sequence[Vector], question: Question) -> Head | None:
    try:
        head = head_for(values, [1] * len(values), question.n, question.tasks)
    except Open:
        return None
    return head if isinstance(head, Head) else None


def _run(task: Task) -> Iterator[Bound]:
    question = asked(task)
    if not question.uniform or not 2 <= question.numbers <= MOST_NUMBERS or question.n < 2:
        raise Nothing("does not apply here")
    first = max(int(task.lower or 0), 1)
    for value in range(first, first + TRIED_SIZES):
        width, limit = below(question, value + 1)
        if width is None or limit is None or width > MOST_WIDTH or (task.upper or value + 1) <= value:
            break
        task.report(f"at {value}")
        for start in range(task.limits.starts):
            head = climb(question, width, limit, np.random.default_rng([task.seed, value, start]))
            bound = None if head is None else head_bound(task, question, head, NAME)
            if bound is not None:
                yield bound
                return
    raise Nothing("no head found")


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "hill climbing over integer values, uniform weights",
    ("width", "entries", "squared-norm"),
)
