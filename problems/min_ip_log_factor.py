"""Upper bounds for Min-IP by nonnegative factors of small rank, searched in logarithms.

The pairwise conditions are those of ``problems.min_ip_factor``.  They ask for ratios that grow with n, so
logarithms are the natural unknowns: the search starts at n = 3 or 4 and doubles n - 2, stretching the
logarithms as the forced ratios grow.  It finds kernels for n in the hundreds as readily as for three
tokens, and a few significant bits are enough to write them down.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log

from lpbounds.bounds import Bound
from lpbounds.factor_search import IntegerFactors
from lpbounds.log_factor_search import Stage, log_candidates, rounded_exponentials
from lpbounds.problem import Method, Task
from problems.min_ip_factor import conditions, lengths
from problems.min_ip_rank_search import RankSearch, search_memory

NAME = "log-factor-search"
# Significant bits of the factors, fewest first so that certificates stay short.
BITS = (3, 4, 6, 8, 12, 16, 24, 32)
# Logarithms of the kernel grow about as log(OFFSET (n - 2)).
OFFSET = 11


def stages(m: int, n: int, eps: Fraction) -> list[Stage]:
    """Return the conditions at lengths from 3 or 4 on up to n."""
    found, last = [], None
    for length in lengths(n):
        size = log(OFFSET * max(1, length - 2))
        found.append(Stage(conditions(m, length, eps), size / last if last else 1.0))
        last = size
    return found


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    path = stages(m, n, eps)

    def proposals(rank: int, starts: int) -> Iterator[IntegerFactors]:
        for factors in log_candidates(path, rank, starts, task.seed, task.report):
            for bits in BITS:
                yield rounded_exponentials(factors, bits)

    yield from RankSearch(task, NAME, proposals, conditions(m, n, eps).pairs).run()


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "nonnegative kernels of small rank found in logarithms, for inputs of any length",
    ("feature-rank",),
    search_memory,
)
