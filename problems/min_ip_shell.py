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

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, comb

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.entrywise import least_rank
from lpbounds.problem import Method, Task
from lpbounds.rationals import text
from problems.min_ip_chains import Caps
from problems.min_ip_middle import Choice, bounds
from problems.min_ip_shift import DistancePolynomial, rounded

NAME = "shell"
_GRID = 4000


@dataclass(frozen=True)
class Shell:
    """Distinct random words of the middle layer, those too close to each other deleted.

    Attributes:
        half: h; the layer holds the words of weight h on 2h bits.
        caps: caps by distance 0..h.
    """

    half: int
    caps: Caps

    @cached_property
    def words(self) -> int:
        """N, the number of words of the layer."""
        return comb(2 * self.half, self.half)

    @cached_property
    def counts(self) -> dict[int, int]:
        """Number of words at each distance that has a cap."""
        return {d: comb(self.half, d) ** 2 for d in range(1, self.half + 1) if self.caps[d] is not None}

    @property
    def close(self) -> int:
        """V, the number of other words at a distance without a cap."""
        return sum(comb(self.half, d) ** 2 for d in range(1, self.half + 1) if self.caps[d] is None)

    def expected(self, words: int, c: Fraction, polynomial: DistancePolynomial) -> Fraction:
        """Return the expectation above."""
        pairs = Fraction(words * (words - 1), self.words - 1)
        squares = polynomial.squares(self.counts, self.caps) / polynomial.top() ** 2
        return (2 * c - c * c) * (words - pairs * self.close / 2) - c * c * pairs * squares

    def rank(self, choice: Choice) -> int:
        """Return the lower bound on the feature rank that a choice proves."""
        mean = self.expected(choice.fields["words"], Fraction(choice.fields["scale"]), choice.polynomial)
        return least_rank(max(0, ceil(mean)), choice.polynomial.spaces(2 * self.half))

    def choice(self, polynomial: DistancePolynomial) -> Choice:
        """Return nearly the best T and c for a polynomial.

        With v and s the shares of V and S per word and u = 1 - T v/2, c = u / (u + T s) gives T u c.
        """
        s = float(polynomial.squares(self.counts, self.caps) / polynomial.top() ** 2 / (self.words - 1))
        v = float(Fraction(self.close, self.words - 1))
        most = min(float(self.words), 1.9 / v) if v else float(self.words)
        words = np.exp(np.linspace(np.log(2.0), np.log(max(most, 2.0)), _GRID))
        left = np.maximum(1 - words * v / 2, 0)
        scales = left / (left + words * s)
        values = words * left * scales
        best = int(np.argmax(values))
        score = least_rank(int(values[best]), polynomial.spaces(2 * self.half))
        scale = rounded(min(float(scales[best]), 1 - 2.0**-20))
        chosen = min(max(2, int(words[best])), self.words)
        return Choice(score, polynomial, {"words": chosen, "scale": text(scale)})


def _run(task: Task) -> Iterator[Bound]:
    return bounds(task, NAME, Shell)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "random words of the middle layer against their complements, with shifts of small rank",
    ("feature-rank",),
)
