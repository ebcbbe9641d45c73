"""Lower bounds by short arguments, each a certificate that is a line of integers to recompute.

- rays: values on one ray get one answer, so M numbers need M directions.
- lines: with both tasks and n >= 2 two numbers have no common line: their lists have three pairs of answers.
- sectors: in the plane two fans of M cones cut at most 2M sectors, fewer than the M(M+1)/2 pairs of answers
  for M >= 4.
- volume: along numbers of monotone weight every value needs large coefficients in terms of the earlier ones,
  so the volumes that they span outgrow what the limit allows.

The statements are evaluated by the functions that the checker uses.  Sources: the volume argument is Theorem
1 of "Attention-based representations for multi-task computation" (2026) in a finite form; the others are
elementary.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import inf, isqrt

from lpbounds.bounds import Bound, Size, Theory
from lpbounds.problem import Method, Nothing, Parameters, Task
from problems.min_max_check import TASKS, THEOREMS, Limit, given_limit
from problems.min_max_question import MOST_NUMBERS, MOST_SIZE, Question, asked, below, greatest, least

SUMMARIES = {
    "zero": "values that are all zero tie everywhere",
    "rays": "numbers need values in different directions",
    "lines": "both tasks need values on different lines",
    "sectors": "two fans of cones cut too few sectors out of the plane",
    "volume": "volumes spanned along monotone weights outgrow the limit",
}


def holds(theorem: str, question: Question, value: Size) -> bool:
    """Tell whether the theorem shows the resource to be at least ``value``."""
    try:
        THEOREMS[theorem](question, *below(question, value))
    except ValueError:
        return False
    return True


def _run(theorem: str, task: Task) -> Iterator[Bound]:
    question = asked(task)
    most = MOST_NUMBERS if question.width is None else MOST_SIZE
    value = greatest(partial(holds, theorem, question), most)
    if value is None:
        raise Nothing("does not apply here")
    yield task.bound("lower", value, "theorem", theorem, {"theorem": theorem})
    if value == inf:
        yield task.bound("upper", inf, "theorem", theorem, {"theorem": "trivial"})


def _trivial(task: Task) -> Iterator[Bound]:
    yield task.bound("lower", 0, "theorem", "trivial", {"theorem": "trivial"})


METHODS = (
    Method("trivial", ("lower",), _trivial, "a size is at least 0"),
    *(Method(name, ("lower", "upper"), partial(_run, name), text) for name, text in SUMMARIES.items()),
)


def theory(problem: str, parameters: Parameters, resource: str) -> Theory:
    """Return the published bounds on the width.

    Both tasks need d (1 + p + log2 l) >= min(floor(1 + sqrt(M - 1)), floor((n - 1)/2)); with entries at
    most B the norm is at most B sqrt d.  One number needs no width at all.
    """
    limit = given_limit(dict(parameters))
    asks_both = len(TASKS[problem]) == 2 and parameters["numbers"] > 1
    if not asks_both or limit is None or limit[1] == 0 or resource != "width":
        return Theory()
    needed = min(1 + isqrt(parameters["numbers"] - 1), (parameters["n"] - 1) // 2)
    return Theory(least(partial(_is_wide_enough, limit, needed), 1, needed + 1))


def _is_wide_enough(limit: Limit, needed: int, width: int) -> bool:
    assert limit is not None
    square = limit[1] if limit[0] == "squared-norm" else width * limit[1] ** 2
    return bool((4 * square) ** width >= 4**needed)
