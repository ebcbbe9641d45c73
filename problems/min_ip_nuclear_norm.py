"""Upper bounds for Min-IP: a search that starts from the kernel of least nuclear norm (``nuclear-norm``).

The pairwise conditions on the rows (``problems.min_ip_factor``) with a little room are linear in the kernel.
On few bits its minimum of the nuclear norm is found at once, and for long inputs the search from there
succeeds where random starts fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.factor_search import IntegerFactors, candidates_from, rounded
from lpbounds.nuclear_norm import leading_factors, least_nuclear_norm
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_factor import SIZES, conditions
from problems.min_ip_pairwise import pair
from problems.min_ip_rank_search import RankSearch

NAME = "nuclear-norm"
# The program has some 4^m entries and 8^m conditions.
MOST_BITS = 4
ROOM = 1.02


def linear_conditions(m: int, n: int, eps: Fraction) -> Any:
    """Return the pairwise conditions, with room, as rows of a sparse matrix over the 4^m entries."""
    from scipy.sparse import csr_array

    size = 1 << m
    entries: list[tuple[float, int, int]] = []
    count = 0
    for x in range(size):
        for y in range(size):
            for z in range(size):
                d = (x & z).bit_count() - (x & y).bit_count()
                larger, own, smaller = pair(n, eps, d) if d >= 1 else (0, 0, 0)
                if larger > 0:
                    row = ((smaller, y), (-ROOM * float(larger), z), (-ROOM * float(own), x))
                    entries += [(float(value), count, size * x + column) for value, column in row]
                    count += 1
    values, rows, columns = zip(*entries, strict=True) if entries else ((), (), ())
    return csr_array((values, (rows, columns)), shape=(count, size * size))


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if m > MOST_BITS:
        raise Nothing(f"needs m <= {MOST_BITS}")
    if task.upper is not None and int(task.upper) <= int(task.lower or 1):
        raise Nothing("the bounds meet")
    goal, linear = conditions(m, n, eps), linear_conditions(m, n, eps)
    matrix = least_nuclear_norm(goal.shape, linear) if linear.shape[0] else None
    if matrix is None:
        raise Nothing("no minimum of the nuclear norm")

    def proposals(rank: int, starts: int) -> Iterator[IntegerFactors]:
        for factors in candidates_from(goal, leading_factors(matrix, rank)):
            yield from (rounded(factors, size) for size in SIZES)

    yield from RankSearch(task, NAME, proposals, goal.pairs).run()


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "kernels of small rank found from the one of least nuclear norm",
    ("feature-rank",),
)
