"""Upper bounds for Min-IP: search for a kernel of small rank, round it, and read off the values.

A positive kernel row is correct at query x iff a_y > alpha_d a_z + beta_d a_x for all tokens y, z with
d = <x,z> - <x,y> >= 1 (``problems.min_ip_pairwise``), which are conditions on ratios within a row:
``lpbounds.factor_search`` looks for factors Phi, K with A = Phi K^T > 0 that obey all of them.  Rounded to
integers, the rows of A are judged exactly by the pairwise least error, and the values come in closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.factor_search import IntegerFactors, candidates, rounded
from lpbounds.problem import Method, Task
from lpbounds.ratio_conditions import Block, RatioConditions
from problems.min_ip_pairwise import pair
from problems.min_ip_rank_search import RankSearch, search_memory
from problems.min_ip_rows import Indices, overlaps

NAME = "factor-search"
# Sizes of the integer factors, coarsest first so that certificates stay short.
SIZES = tuple(1 << bits for bits in (4, 6, 8, 10, 13, 16, 20, 25, 30, 40))


def conditions(m: int, n: int, eps: Fraction) -> RatioConditions:
    """Return the pairwise conditions of all queries on the kernel, shape (2^m, 2^m)."""
    tokens = np.arange(1 << m)
    blocks: list[Block] = []
    for s in range(1, m + 1):
        queries = tokens[np.bitwise_count(tokens) == s]
        table = np.array([overlaps(m, x) for x in queries.tolist()])
        classes = [np.nonzero(table == k)[1].reshape(len(queries), -1) for k in range(s + 1)]
        blocks += _blocks(queries, classes, n, eps)
    return RatioConditions((1 << m, 1 << m), blocks)


def _blocks(queries: Indices, classes: list[Indices], n: int, eps: Fraction) -> Iterator[Block]:
    for z, large in enumerate(classes):
        for y, small in enumerate(classes[:z]):
            larger, own, smaller = pair(n, eps, z - y)
            # Where alpha is not positive beta is negative, and the condition holds by itself.
            if larger > 0:
                yield Block(queries, queries, small, large, larger / smaller, own / smaller)


def lengths(n: int) -> list[int]:
    """Return lengths from 3 or 4 on up to n, n - 2 doubling: the ratios asked for grow with n - 2."""
    found = [n]
    while found[-1] > 4:
        found.append(2 + (found[-1] - 2) // 2)
    return found[::-1]


def path(m: int, n: int, eps: Fraction) -> list[RatioConditions]:
    """Return the conditions at each of the ``lengths``."""
    return [conditions(m, length, eps) for length in lengths(n)]


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    steps = path(m, n, eps)

    def proposals(rank: int, starts: int) -> Iterator[IntegerFactors]:
        for factors in candidates(steps, rank, starts, task.seed, task.report):
            for size in SIZES:
                yield rounded(factors, size)

    yield from RankSearch(task, NAME, proposals, steps[-1].pairs).run()


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "kernels of small rank found by smooth search, rounded to integers",
    ("feature-rank",),
    search_memory,
)
