"""Heads are at least as many as the threshold degree, and at least one.

If H heads N_h/Z_h add up to the signs of f, the sum times Z_1 ... Z_H > 0 has the same signs and is a
polynomial of degree at most H.  The certificate is that of the threshold degree: a measure mu >= 0 with f mu
orthogonal to all monomials of degree below T.  It refutes every choice of fewer denominators at once, mu
prod_h Z_h being the alternative of each program for the numerators.
Source: Rajaraman, Sundaram and Tesfaye, on head complexity (2026).
"""

from __future__ import annotations

from collections.abc import Iterator

from lpbounds.bounds import Bound
from lpbounds.minimal import minimal
from lpbounds.problem import Method, Task
from problems import threshold_degree
from problems.boolean_heads_question import HEADS, asked, none_will_do

NAME = "threshold-degree"


def run(task: Task) -> Iterator[Bound]:
    """Yield 1, then what the threshold degree implies, as far as it is known."""
    yield task.bound("lower", 1, "theorem", NAME, {"theorem": "one-head"})
    given = {name: task.parameters[name] for name in ("n", "function", "table")}
    found = minimal(
        threshold_degree.PROBLEM, given, seed=task.seed, limits=task.limits, report=task.report
    ).lower
    if found is None or found.value <= 1:
        return
    if task.resource == HEADS:
        yield task.bound("lower", found.value, "reduction", NAME, {"certificate": found.certificate})
    elif found.value > (asked(task).heads or 0) and found.kind == "measure":
        yield from none_will_do(task, "measure", NAME, found.certificate["proof"])


METHOD = Method(NAME, ("lower",), run, "the threshold degree of the function, and at least one head")
