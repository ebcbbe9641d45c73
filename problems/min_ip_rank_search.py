"""Upper bounds for Min-IP by search: which ranks to try, and exact kernels from rounded factors.

A search proposes integer factors Phi, K of a rank that it is given.  The rows of A = Phi K^T are judged
exactly by the pairwise least error (``problems.min_ip_pairwise``), and the values come in closed form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, isqrt

from lpbounds.bounds import Bound
from lpbounds.factor_search import IntegerFactors
from lpbounds.problem import Limits, Nothing, Parameters, Task
from lpbounds.rationals import IntegerArray, texts
from problems.min_ip_pairwise import error_within, least_error, value
from problems.min_ip_rows import overlaps

Proposals = Callable[[int, int], Iterator[IntegerFactors]]
"""Maps a rank and a number of starts to integer factors, the shortest ones of each find first."""

# Starts for each rank while the range of ranks is still wide.
PROBES = 2
# Bytes that one value of a model takes while it is written, sealed and checked.
_BYTES_A_VALUE = 500


class Model:
    """A kernel in integer factors, shapes (2^m, rank), with the exact error of its rows."""

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


class RankSearch:
    """The ranks still worth trying, and what was found."""

    def __init__(self, task: Task, name: str, proposals: Proposals, pairs: int) -> None:
        """Start from what is known.

        Args:
            task: the task.
            name: name of the method.
            proposals: the search.
            pairs: number of pairwise conditions, the work of one start.

        Raises:
            Nothing: there are more conditions than the limits allow.
        """
        self.task, self.name, self.proposals = task, name, proposals
        self.starts = _starts(pairs, task.limits)
        self.best = int(min(task.upper or 1 << task.parameters["m"], 1 << task.parameters["m"]))
        self.least = int(max(task.lower or 1, 1))

    def run(self) -> Iterator[Bound]:
        """Yield ever smaller ranks.

        Raises:
            Nothing: none was found below what is known.
        """
        known = self.best
        yield from self._bracket()
        yield from self._descend()
        if self.best == known:
            raise Nothing(f"found no kernel of rank below {known} in {self.starts} starts")

    def _bracket(self) -> Iterator[Bound]:
        """Bracket the least rank by a few starts each: a rank that fails is taken for too small.

        The geometric mean is tried, because small ranks are cheap and large ones rarely needed.
        """
        low = self.least
        while low < self.best:
            rank = isqrt(low * (self.best - 1))
            bound = self._attempt(rank, min(PROBES, self.starts))
            if bound is None:
                low = rank + 1
            else:
                yield bound

    def _descend(self) -> Iterator[Bound]:
        """Lower the rank by one as long as all starts together succeed."""
        while self.best > self.least:
            bound = self._attempt(self.best - 1, self.starts)
            if bound is None:
                return
            yield bound

    def _attempt(self, rank: int, starts: int) -> Bound | None:
        """Return the bound ``rank`` if some proposal proves it."""
        m, n, eps = (self.task.parameters[name] for name in ("m", "n", "eps"))
        for factors in self.proposals(rank, starts):
            model = Model(factors, m, n)
            least = model.error()
            if least is not None and least < Fraction(eps):
                self.best = rank
                proof = model.proof(error_within(least, Fraction(eps)))
                return self.task.bound("upper", rank, "model", self.name, proof)
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


def search_memory(parameters: Parameters) -> int:
    """Return the bytes that a search and its model take, an estimate."""
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
