"""Upper bounds for Min-IP: search for a kernel of small rank, round it, and read off the values.

A positive kernel row is correct at query x iff a_y > alpha_d a_z + beta_d a_x for all tokens y, z with
d = <x,z> - <x,y> >= 1 (``problems.min_ip_pairwise``), which are conditions on ratios within a row:
``lpbounds.factor_search`` looks for factors Phi, K with A = Phi K^T > 0 that obey all of them.  Rounded to
integers, the rows of A are judged exactly by the pairwise least error, and the values come in closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, isqrt

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.factor_search import Factors, IntegerFactors, candidates, rounded
from lpbounds.problem import Limits, Method, Nothing, Parameters, Task
from lpbounds.ratio_conditions import Block, RatioConditions
from lpbounds.rationals import IntegerArray, texts
from problems.min_ip_pairwise import error_within, least_error, pair, value
from problems.min_ip_rows import Indices, overlaps

NAME = "factor-search"
# Sizes of the integer factors, coarsest first so that certificates stay short.
SIZES = tuple(1 << bits for bits in (4, 6, 8, 10, 13, 16, 20, 25, 30, 40))
# Starts for each rank while the range of ranks is still wide.
PROBES = 2
# Bytes that one value of a model takes while it is written, sealed and checked.
_BYTES_A_VALUE = 500


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


def path(m: int, n: int, eps: Fraction) -> list[RatioConditions]:
    """Return the conditions at lengths from 3 or 4 on up to n, n - 2 doubling: ratios grow with n - 2."""
    lengths = [n]
    while lengths[-1] > 4:
        lengths.append(2 + (lengths[-1] - 2) // 2)
    return [conditions(m, length, eps) for length in reversed(lengths)]


class _Model:
    """A kernel in integer factors with the exact error of its rows."""

    def __init__(self, factors: IntegerFactors, m: int, n: int) -> None:
        self.factors, self.m, self.n = factors, m, n
        self.kernel: IntegerArray = factors.queries @ factors.keys.T

    def error(self) -> Fraction | None:
        """Return the least worst-case error over all values, or None if the kernel is not positive."""
        if self.kernel.min() <= 0:
            return None
        return max(self._row_error(x) for x in range(1 << self.m))

    def _row_error(self, x: int) -> Fraction:
        row, shared = self.kernel[x], overlaps(self.m, x)
        classes = [row[shared == k] for k in range(x.bit_count() + 1)]
        return least_error([part.min() for part in classes], [part.max() for part in classes], row[x], self.n)

    def proof(self, error: Fraction) -> dict[str, list[list[str]]]:
        """Return the proof of kind ``model``, its values chosen for the given error."""
        return {
            "queries": [texts(row) for row in self.factors.queries.tolist()],
            "keys": [texts(row) for row in self.factors.keys.tolist()],
            "values": [texts(self._values(x, error)) for x in range(1 << self.m)],
        }

    def _values(self, x: int, error: Fraction) -> list[Fraction]:
        row, s = self.kernel[x].tolist(), x.bit_count()
        return [value(s, k, row[z], row[x], self.n, error)
                for z, k in enumerate(overlaps(self.m, x).tolist())]


def _proof(factors: Factors, m: int, n: int, eps: Fraction) -> dict[str, list[list[str]]] | None:
    for size in SIZES:
        model = _Model(rounded(factors, size), m, n)
        least = model.error()
        if least is not None and least < eps:
            return model.proof(error_within(least, eps))
    return None


class _Search:
    """The ranks still worth trying, and what was found."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.m, self.n = task.parameters["m"], task.parameters["n"]
        self.eps = Fraction(task.parameters["eps"])
        self.path = path(self.m, self.n, self.eps)
        self.starts = _starts(sum(block.pairs for block in self.path[-1].blocks), task.limits)
        self.best = int(min(task.upper or 1 << self.m, 1 << self.m))
        self.least = int(max(task.lower or 1, 1))

    def bracket(self) -> Iterator[Bound]:
        """Bracket the least rank by a few starts each: a rank that fails is taken for too small.

        The geometric mean is tried, because small ranks are cheap and large ones rarely needed.
        """
        low = self.least
        while low < self.best:
            rank = isqrt(low * (self.best - 1))
            bound = self.attempt(rank, min(PROBES, self.starts))
            if bound is None:
                low = rank + 1
            else:
                yield bound

    def descend(self) -> Iterator[Bound]:
        """Lower the rank by one as long as all starts together succeed."""
        while self.best > self.least:
            bound = self.attempt(self.best - 1, self.starts)
            if bound is None:
                return
            yield bound

    def attempt(self, rank: int, starts: int) -> Bound | None:
        """Return the bound ``rank`` if some start proves it."""
        for factors in candidates(self.path, rank, starts, self.task.seed, self.task.report):
            proof = _proof(factors, self.m, self.n, self.eps)
            if proof is not None:
                self.best = rank
                return self.task.bound("upper", rank, "model", NAME, proof)
        return None


def _starts(pairs: int, limits: Limits) -> int:
    """Return the starts a rank gets: fewer where there are more conditions than ``limits.rows``.

    Raises:
        Nothing: there are too many for even one.
    """
    allowed = limits.starts * limits.rows
    if pairs > allowed:
        raise Nothing(f"{pairs:,} conditions; the limits allow {allowed:,} (starts x rows)")
    return min(limits.starts, allowed // max(pairs, 1))


def _run(task: Task) -> Iterator[Bound]:
    search = _Search(task)
    known = search.best
    yield from search.bracket()
    yield from search.descend()
    if search.best == known:
        raise Nothing(f"found no kernel of rank below {known} in {search.starts} starts")


def _memory(parameters: Parameters) -> int:
    m: int = parameters["m"]
    if m > 64:
        # Far beyond any machine; a float must still hold it for printing.
        return _BYTES_A_VALUE << 2 * min(m, 400)
    return 3 * 8 * max(_block_pairs(m)) + (_BYTES_A_VALUE << 2 * m)


def _block_pairs(m: int) -> Iterator[int]:
    """Yield the number of pairs of each block at most."""
    for s in range(1, m + 1):
        for k in range(1, s + 1):
            yield comb(m, s) * comb(s, k) * comb(s, k - 1) << 2 * (m - s)


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "kernels of small rank found by smooth search, rounded to integers",
    ("feature-rank",),
    _memory,
)
