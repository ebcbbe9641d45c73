"""Lower bounds T (b - 2g + 2) for Min-IP: a code of T words next to b free bits.

Queries start with a word x_i of a code of length a = m - b, tokens with its complement.  A token with the
complement of x_j has D_ij = |x_i minus x_j| overlaps more than one with that of x_i, so its weight is smaller
by the factor rho(D_ij).  If for some w > 0

    sum_{j != i} w_j / rho(D_ij) <= w_i (1 - 1/rho(g))    for all i,

the bound b - 2g + 2 of ``problems.min_ip_kneser`` on the free bits is multiplied by T (docs/theorems.md).
Such w exist iff the largest eigenvalue of the matrix of 1/rho(D_ij) is at most 1 - 1/rho(g), and then its
eigenvector will do; one word less keeps them.  The codes are the first words of greedy constant-weight codes.
Floats choose, rationals decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import texts
from problems.min_ip_kneser import NAME as RULE
from problems.min_ip_kneser import kneser_bound
from problems.min_ip_published import jump, least_jump

NAME = "kneser-product"
LONGEST_CODE = 14
# Longer certificates take long to check.
MOST_WORDS = 128
# Gaps tried on the free bits, from the least one that forces a preference.
GAPS = 8
_TOLERANCE = 1e-12
# Weights are rounded to multiples of this part of the largest.
_WEIGHT_SCALE = 10_000


@dataclass(frozen=True)
class Code:
    """A greedy constant-weight code.

    Attributes:
        length: bits of a word.
        words: shape (T,), bit masks in the order in which they were found.
    """

    length: int
    words: NDArray[np.int64]

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """|x_i minus x_j| for all words, shape (T, T)."""
        counts: NDArray[np.uint8] = np.bitwise_count(self.words[:, None] & ~self.words)
        return counts.astype(np.int64)

    def texts(self, count: int, *, complemented: bool) -> list[str]:
        """Return the first words, or their complements, with bit i as character i."""
        flip = (1 << self.length) - 1 if complemented else 0
        return [format(word ^ flip, f"0{self.length}b")[::-1] for word in self.words[:count].tolist()]


def greedy_code(length: int, weight: int, distance: int) -> Code:
    """Return the words of one weight, in lexicographic order, that keep their distance from those before."""
    layer = np.array([sum(1 << bit for bit in ones) for ones in combinations(range(length), weight)])
    left = np.ones(len(layer), dtype=bool)
    words: list[np.int64] = []
    while left.any() and len(words) < MOST_WORDS:
        words.append(layer[left.argmax()])
        left &= np.bitwise_count(words[-1] & ~layer) >= distance
    return Code(length, np.array(words))


@cache
def codes() -> tuple[Code, ...]:
    """Return greedy codes of all short lengths, weights up to half of it and distances, large first."""
    found = [
        greedy_code(length, weight, distance)
        for length in range(2, LONGEST_CODE + 1)
        for weight in range(1, length // 2 + 1)
        for distance in range(1, weight + 1)
    ]
    return tuple(sorted(found, key=lambda code: (-len(code.words), code.length)))


def forced_ratios(n: int, eps: Fraction, most: int) -> list[Fraction]:
    """Return rho(D), the largest product of jumps of total gap D = 0..most, 0 where nothing is forced."""
    rho = [Fraction(0)]
    for gap in range(1, most + 1):
        jumps = ((jump(d, n, eps), rho[gap - d]) for d in range(1, gap + 1))
        rho.append(max((mu * (rest or 1) for mu, rest in jumps if mu >= 1), default=Fraction(0)))
    return rho


@dataclass(frozen=True)
class Condition:
    """The condition on the words when the free bits use one gap.

    Attributes:
        room: 1 - 1/rho(g).
        shares: 1/rho(D) by D, 0 for D = 0; None where nothing is forced.
    """

    room: Fraction
    shares: list[Fraction | None]

    @cached_property
    def _floats(self) -> NDArray[np.float64]:
        return np.array([inf if share is None else float(share) for share in self.shares])

    def matrix(self, code: Code) -> NDArray[np.float64]:
        """Return the matrix of 1/rho(D_ij), 0 on the diagonal."""
        return self._floats[code.distances]

    def most(self, code: Code, least: int) -> int:
        """Return how many words of a code meet the condition in floats, 0 if fewer than ``least``."""
        matrix = self.matrix(code)
        if not self._fits(matrix[:least, :least]):
            return 0
        low, high = least, len(code.words)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(matrix[:middle, :middle]) else (low, middle - 1)
        return low

    def _fits(self, matrix: NDArray[np.float64]) -> bool:
        limit = float(self.room) + _TOLERANCE
        # The largest eigenvalue lies between the mean and the largest row sum.
        sums = matrix.sum(axis=1)
        if not sums.mean() <= limit < sums.max():
            return bool(sums.max() <= limit)
        return bool(np.linalg.eigvalsh(matrix)[-1] <= limit)

    def weights(self, code: Code, count: int) -> list[Fraction] | None:
        """Return weights of the first words that meet the condition exactly, or None."""
        distances = code.distances[:count, :count]
        if self._holds(distances, np.ones(count, dtype=np.int64)):
            return [Fraction(1)] * count
        vector = np.abs(np.linalg.eigh(self._floats[distances])[1][:, -1])
        weights = np.rint(_WEIGHT_SCALE * vector / vector.max()).astype(np.int64)
        if weights.min() > 0 and self._holds(distances, weights):
            return [Fraction(weight, _WEIGHT_SCALE) for weight in weights.tolist()]
        return None

    def _holds(self, distances: NDArray[np.int64], weights: NDArray[np.int64]) -> bool:
        loads = [np.bincount(row, weights, len(self.shares)).tolist() for row in distances]
        return all(
            sum((int(load) * share for load, share in zip(row, self.shares, strict=True) if load and share),
                Fraction(0)) <= weight * self.room
            for row, weight in zip(loads, weights.tolist(), strict=True)
        )


def conditions(n: int, eps: Fraction) -> Iterator[tuple[int, Condition]]:
    """Yield the gaps of the free bits that leave room for other words, with their conditions."""
    least = least_jump(n, eps)
    rho = forced_ratios(n, eps, max(least + GAPS, LONGEST_CODE))
    shares = [Fraction(0), *(1 / ratio if ratio else None for ratio in rho[1:])]
    for gap in range(least, least + GAPS):
        if rho[gap] > 1:
            yield gap, Condition(1 - 1 / rho[gap], shares)


@dataclass(frozen=True)
class Choice:
    """The first words of a code and a gap of the free bits, with the bound that floats promise."""

    value: int
    gap: int
    condition: Condition
    code: Code
    count: int

    def proof(self) -> tuple[int, dict[str, Any]] | None:
        """Return the bound with its proof, with a word less where rounding spoils all, or None."""
        for count in (self.count, self.count - 1):
            weights = self.condition.weights(self.code, count) if count else None
            if weights is not None:
                return self.value // self.count * count, {
                    "rule": RULE,
                    "gap": self.gap,
                    "queries": self.code.texts(count, complemented=False),
                    "keys": self.code.texts(count, complemented=True),
                    "weights": texts(weights),
                }
        return None


def choices(m: int, n: int, eps: Fraction, least: int) -> Iterator[Choice]:
    """Yield choices of growing value, all above ``least``; n >= 3."""
    for gap, condition in conditions(n, eps):
        for code in codes():
            each = m - code.length - 2 * gap + 2
            if each < 1 or each * len(code.words) <= least:
                continue
            count = condition.most(code, least // each + 1)
            if count:
                least = count * each
                yield Choice(least, gap, condition, code, count)


def best_product(m: int, n: int, eps: Fraction, least: int) -> tuple[int, dict[str, Any]] | None:
    """Return the best bound above ``least`` with its proof, or None; n >= 3."""
    for choice in reversed(list(choices(m, n, eps, least))):
        found = choice.proof()
        if found is not None and found[0] > least:
            return found
    return None


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    known = max(kneser_bound(m, n, eps), int(task.lower or 0), 0)
    found = best_product(m, n, eps, known)
    if found is None:
        raise Nothing(f"no code gives more than {known}")
    yield task.bound("lower", found[0], "theorem", NAME, found[1])


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "the bound of kneser on some bits, multiplied by the words of a code on the others",
    ("feature-rank",),
)
