"""More than one bit: all layers with coefficients -1, 0 and 1 are run (``one-bit``).

problems/boolean_heads_one_bit_check.py has the argument; it refuses where there are too many layers.
"""

from __future__ import annotations

from collections.abc import Iterator

from lpbounds import checker
from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.boolean_heads_question import PRECISION

NAME = "one-bit"


def run(task: Task) -> Iterator[Bound]:
    """Yield 2 where the checker finds no layer of one bit."""
    if task.lower is not None and task.lower >= 2:
        raise Nothing("more bits are known to be needed")
    bound = task.bound("lower", 2, "proof", NAME, {"rule": NAME})
    verdict = checker.judge(bound.certificate)
    if not verdict.accepted:
        raise Nothing(verdict.reason.partition(": ")[2])
    yield bound


METHOD = Method(NAME, ("lower",), run, "all layers with coefficients -1, 0 and 1", (PRECISION,))
