"""Lower bounds for Min-IP from random words of the middle layer: the method ``shell``.

Take T distinct random words of weight h on 2h bits, h = floor(m/2), their complements as keys, and delete
one word of each pair closer than the least distance d_0 with a cap (``problems.min_ip_chains``).  Two words
are at distance d with probability C(h,d)^2 / (N-1), N = C(2h,h).  Let B be the kernel on the words left, rows
divided by their diagonal, p a polynomial with p(1,0) = 1 (``problems.min_ip_shift``) and 0 < c < 1.  For
X = c p(B, d), rank X >= 2 tr X - |X|_F^2, and in expectation this is at least

    (2c - c^2) (T - T(T-1)/(N-1) V/2) - c^2 T(T-1)/(N-1) S,

V = sum_{1 <= d < d_0} C(h,d)^2 and S = sum_{d >= d_0} C(h,d)^2 max p(., d)^2, as every pair left was there
before.  Some choice of words reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, comb
from typing import Any, NamedTuple

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.entrywise import least_rank
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import text
from problems.min_ip_chains import entry_caps
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_shift import DistancePolynomial, constant, fitted, rounded

NAME = "shell"
# Beyond, floats overflow; the bound of fewer bits holds.
MOST_BITS = 1000
Degrees = tuple[int, ...]
# Degrees of l_0 and, for quadratic p, l_1.
PATTERNS: tuple[Degrees, ...] = (
    *((d,) for d in range(12)),
    *((d, e) for e in range(4) for d in range(e, min(e + 3, 6))),
)
_POLISHED = 3
_EXACT = 2


@dataclass(frozen=True)
class Shell:
    """The middle layer of an even number of bits.

    Attributes:
        half: h; the layer holds the words of weight h on 2h bits.
        caps: caps by distance 0..h.
    """

    half: int
    caps: list[Fraction | None]

    @property
    def words(self) -> int:
        """N, the number of words."""
        return comb(2 * self.half, self.half)

    @cached_property
    def counts(self) -> dict[int, int]:
        """Number of words at each distance that has a cap."""
        return {d: comb(self.half, d) ** 2 for d in range(1, self.half + 1) if self.caps[d] is not None}

    @property
    def close(self) -> int:
        """V, the number of other words at a distance without a cap."""
        return sum(comb(self.half, d) ** 2 for d in range(1, self.half + 1) if self.caps[d] is None)

    def expected(self, choice: Choice) -> Fraction:
        """Return the expectation above."""
        pairs = Fraction(choice.words * (choice.words - 1), self.words - 1)
        kept = choice.words - pairs * self.close / 2
        squares = choice.polynomial.squares(self.counts, self.caps) / choice.polynomial.top() ** 2
        c = choice.scale
        return (2 * c - c * c) * kept - c * c * pairs * squares

    def rank(self, choice: Choice) -> int:
        """Return the lower bound on the feature rank."""
        return least_rank(max(0, ceil(self.expected(choice))), choice.polynomial.spaces(2 * self.half))


class Choice(NamedTuple):
    """What a bound is made of.

    Attributes:
        score: the bound in floats, for ranking only.
        words: T.
        scale: c.
        polynomial: p, up to a factor.
    """

    score: int
    words: int
    scale: Fraction
    polynomial: DistancePolynomial

    def proof(self) -> dict[str, Any]:
        """Return the proof for a certificate."""
        return {"rule": NAME, "words": self.words, "scale": text(self.scale), **self.polynomial.proof()}


def choice(shell: Shell, polynomial: DistancePolynomial) -> Choice:
    """Return nearly the best T and c for a polynomial.

    With v and s the shares of V and S per word and u = 1 - T v/2, c = u / (u + T s) gives T u^2 / (u + T s).
    """
    s = float(polynomial.squares(shell.counts, shell.caps) / polynomial.top() ** 2 / (shell.words - 1))
    v = float(Fraction(shell.close, shell.words - 1))
    most = min(float(shell.words), 1.9 / v) if v else float(shell.words)
    words = np.exp(np.linspace(np.log(2.0), np.log(max(most, 2.0)), 4000))
    left = np.maximum(1 - words * v / 2, 0)
    scales = left / (left + words * s)
    values = words * left * scales
    best = int(np.argmax(values))
    score = least_rank(int(values[best]), polynomial.spaces(2 * shell.half))
    scale = rounded(min(float(scales[best]), 1 - 2.0**-20))
    return Choice(score, min(max(2, int(words[best])), shell.words), scale, polynomial)


def choices(shell: Shell, patterns: Sequence[Degrees], rounds: int) -> Iterator[tuple[Choice, Degrees]]:
    """Yield a choice for each pattern that fits the shell."""
    distances = list(shell.counts)
    middle = comb(shell.half, shell.half // 2)
    roots = np.array([float(Fraction(comb(shell.half, d), middle)) for d in distances])
    caps = np.array([float(shell.caps[d] or 0) for d in distances])
    for degrees in patterns:
        if max(degrees) < len(distances):
            polynomial = fitted(distances, roots, caps, degrees, rounds=rounds)
            if polynomial is not None:
                yield choice(shell, polynomial), degrees


def best(shell: Shell) -> tuple[int, Choice] | None:
    """Return the best bound with what proves it, or None where no distance has a cap."""
    if not shell.counts:
        return None
    found = [(choice(shell, constant((Fraction(0), Fraction(1)))), (0,)), *choices(shell, PATTERNS, 0)]
    found.sort(key=lambda pair: pair[0].score, reverse=True)
    promising = [degrees for _, degrees in found[:_POLISHED]]
    last = [found[0][0], *(polished for polished, _ in choices(shell, promising, 2))]
    last.sort(key=lambda c: c.score, reverse=True)
    return max(((shell.rank(c), c) for c in last[:_EXACT]), key=lambda pair: pair[0])


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3 or m < 4:
        raise Nothing("needs n >= 3 and m >= 4")
    half = min(m, MOST_BITS) // 2
    found = best(Shell(half, entry_caps(half, n, eps)))
    if found is None or found[0] <= (task.lower or 1):
        raise Nothing("random words give no more than what is known")
    yield from_fewer_bits(task, 2 * half, found[0], "proof", NAME, found[1].proof())


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "random words of the middle layer against their complements, with shifts of small rank",
    ("feature-rank",),
)
