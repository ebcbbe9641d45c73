"""Heads of both tasks joined from small parts with entries -1, 0, 1; weights are decided at the given n.

A part of 9 numbers takes 5 coordinates, 7 take 4, 6 take 3 while n <= 3, 5 take 3, and 3 take 2 (at every n,
in closed form).  The values were found by random and by exhaustive search, those of 9 by hill climbing.  The
linear programs for their weights leave the range of floats for n near 100, or a few hundred with 9 numbers;
such parts are left out then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from problems.min_max_check import TaskName
from problems.min_max_heads import Head, direct_sum, independent, triangle
from problems.min_max_weights import Open, decide_weights

BOTH: tuple[TaskName, TaskName] = ("min", "max")
WEIGHT_NODES = 100

FIVE = ((1, 0, -1), (0, -1, 1), (-1, 1, 0), (0, 1, 0), (0, -1, -1))
SIX = ((-1, -1, 0), (-1, 0, -1), (1, 0, -1), (-1, 1, -1), (-1, 1, 1), (1, -1, 0))
SEVEN = (
    (1, 1, 0, 0),
    (0, 0, -1, 0),
    (-1, 0, -1, 0),
    (0, 0, -1, 1),
    (1, 0, 0, -1),
    (-1, 1, 0, 0),
    (0, -1, 0, 1),
)
NINE = (
    (1, 1, 1, 1, -1),
    (1, 0, -1, 1, 1),
    (0, -1, 1, 0, -1),
    (0, -1, -1, -1, 0),
    (-1, -1, 1, 0, 0),
    (0, -1, -1, 1, 0),
    (0, -1, 1, 0, 1),
    (1, 0, -1, -1, -1),
    (1, 1, 1, -1, 1),
)

Values = tuple[tuple[int, ...], ...]


def _decided(values: Values) -> Callable[[int], Head | None]:
    def make(n: int) -> Head | None:
        try:
            found = decide_weights(values, n, BOTH, WEIGHT_NODES)
        except Open:
            return None
        return found if isinstance(found, Head) else None

    return make


@cache
def parts(n: int) -> tuple[Head, ...]:
    """Return the parts that work for lists of n numbers, at least 2."""
    makers = [_decided(values) for values in (FIVE, SIX, SEVEN, NINE)]
    found = [make(n) for make in makers]
    return (independent(1, n, BOTH), triangle(n, BOTH), *(head for head in found if head is not None))


def joined(numbers: int, n: int) -> Head:
    """Return the narrowest direct sum of parts for ``numbers`` numbers."""
    sizes = {len(head.values): head for head in parts(n)}
    chosen: list[list[Head]] = [[]]
    for total in range(1, numbers + 1):
        options = [[head, *chosen[total - size]] for size, head in sizes.items() if size <= total]
        chosen.append(min(options, key=_width))
    best = chosen[numbers]
    return best[0] if len(best) == 1 else direct_sum(best, n)


def _width(heads: list[Head]) -> int:
    return sum(len(head.values[0]) for head in heads)
