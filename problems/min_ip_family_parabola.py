"""Two features for a family of words whose chains force no more than an order.

Where every forced ratio is 1 it is enough that B_ii > B_ij > 0 for i != j.  The matrix

    B_ij = 2 i j + C - j^2 = C + i^2 - (i - j)^2,  C = T^2,

of T words has rank two: its keys (j, C - j^2) lie on a parabola, and query i is largest at its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.factor_search import IntegerFactors
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_family_chains import Family
from problems.min_ip_family_model import proof

NAME = "parabola"


def factors(size: int) -> IntegerFactors:
    """Return queries and keys, shapes (size, 2), of B for i, j = 0..size-1."""
    queries = [[2 * i, 1] for i in range(size)]
    keys = [[j, size * size - j * j] for j in range(size)]
    return IntegerFactors(np.array(queries, dtype=object), np.array(keys, dtype=object))


def _run(task: Task) -> Iterator[Bound]:
    family = Family.of(task.parameters)
    found = proof(family, factors(family.size))
    if found is None:
        raise Nothing("the chains force more than an order")
    yield task.bound("upper", 2, "model", NAME, found)


METHOD = Method(NAME, ("upper",), _run, "keys on a parabola: two features where only an order is forced")
