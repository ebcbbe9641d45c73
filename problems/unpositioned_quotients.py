"""Parity of n = D H bits: one output of H >= 3 heads is too few for D >= 3, but for D = H = 3.

One output would run through D levels H times, up and down in turn.  Divided differences over H + 2 weights
around its turns force the product of the denominators to fall and to rise again along the weights, although
it is log-concave; docs/theorems-boolean.md has the proof.  At D = H = 3 one polynomial does.
"""

from __future__ import annotations

from collections.abc import Iterator

from lpbounds.bounds import Bound
from lpbounds.certificates import sealed
from lpbounds.problem import Method, Nothing, Task
from problems.unpositioned_question import ABSENT, asked
from problems.unpositioned_width import WIDTHS

NAME = RULE = "quotients"
# Here the first list leaves Q(3) < 27/25 Q(2), too little, and this one the rest.
SECOND = {(3, 4): [1, 2, 3, 6, 9, 10]}


def first(degree: int, heads: int) -> list[int]:
    """Return the weights around the first turn, at ``degree``, and the later turns on the other side."""
    n = degree * heads
    turns = range(2 * degree, n + 1, 2 * degree)
    return [1, degree - 1, degree, *(t for turn in turns for t in (turn, turn + 1) if t <= n)]


def run(task: Task) -> Iterator[Bound]:
    """Yield width more than one."""
    question = asked(task)
    degree, heads = question.sizes
    if not question.is_alternating or question.n != degree * heads:
        raise Nothing("this is for parity and n = D H")
    if min(degree, heads) < 3 or degree == heads == 3:
        raise Nothing("one output does for D <= 2, H <= 2 and D = H = 3")
    places = [first(degree, heads), *([SECOND[degree, heads]] if (degree, heads) in SECOND else [])]
    proof = {"rule": RULE, "places": places}
    if task.problem == "parity":
        yield task.bound("lower", 2, "proof", NAME, proof)
        return
    given = {"n": question.n, "degree": degree, "heads": heads, "precision": ABSENT}
    inner = sealed("parity", given, task.resource, "lower", 2, "proof", NAME, proof)
    yield task.bound("lower", 2, "reduction", NAME, {"certificate": inner})


METHOD = Method(NAME, ("lower",), run, "n = D H: one output excluded by divided differences", WIDTHS)
