"""A problem of another package, for tests: the least k with k * k >= a * b * scale.

The environment makes single cells misbehave, each named as ``a,b``: TOY_KILL ends the worker, TOY_FAIL
raises, TOY_SLOW sleeps and TOY_STUCK never returns to the interpreter; TOY_LOG names a file that gets a
line for each cell that is run.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from math import ceil, sqrt
from pathlib import Path

from lpbounds.bounds import Bound, Theory
from lpbounds.problem import Method, Nothing, Problem, Task, integer, positive_rational


def _is_named(variable: str, task: Task) -> bool:
    cell = f"{task.parameters['a']},{task.parameters['b']}"
    return cell in os.environ.get(variable, "").split()


def _misbehave(task: Task) -> None:
    if "TOY_LOG" in os.environ:
        with Path(os.environ["TOY_LOG"]).open("a") as log:
            log.write(f"{task.parameters['a']},{task.parameters['b']}\n")
    time.sleep(float(os.environ.get("TOY_SECONDS", "0")))
    if _is_named("TOY_KILL", task):
        os.kill(os.getpid(), signal.SIGKILL)
    if _is_named("TOY_FAIL", task):
        raise RuntimeError("broken on purpose")
    if _is_named("TOY_SLOW", task):
        time.sleep(60)
    if _is_named("TOY_STUCK", task):
        sum(repeat(1, 10**12))


def least(task: Task) -> int:
    size = Fraction(task.parameters["scale"]) * task.parameters["a"] * task.parameters["b"]
    return ceil(sqrt(size))


def run_lower(task: Task) -> Iterator[Bound]:
    yield task.bound("lower", least(task), "theorem", "square-root", {"theorem": "square-root"})


def run_upper(task: Task) -> Iterator[Bound]:
    _misbehave(task)
    if task.limits.starts < task.parameters["a"]:
        raise Nothing(f"{task.limits.starts} starts were too few")
    yield task.bound("upper", least(task), "theorem", "search", {"theorem": "square-root"})


PROBLEM = Problem(
    "toy",
    "the side of a square of given area",
    (
        integer("a", "first side", minimum=1),
        integer("b", "second side", minimum=1, maximum=99),
        positive_rational("scale", "unit of area", default="1"),
    ),
    ("side", "half_side"),
    (
        Method("square-root", ("lower",), run_lower, "a closed form"),
        Method("search", ("upper",), run_upper, "needs a starts", memory=lambda given: given["a"] << 20),
    ),
    lambda parameters, resource: Theory(1, parameters["a"] * parameters["b"]),
)
