"""Lower bounds for Min-IP from cosets of a code in the middle layer: the method ``coset``.

Sort the words of weight h on m = 2h bits by the sum without carry of the places of their ones, r bits with
2^(r-1) < m <= 2^r.  Two words of one class differ by a word of the extended Hamming code, shortened to m
bits, so they lie at distance two or more.  If A_j words of the code have weight j, in all classes together

    A_2d C(2d,d) C(m-2d,h-d)

ordered pairs lie at distance d.  For X = c p(B, d), some class reaches the mean over the 2^r classes of the
bound rank X >= 2 tr X - |X|_F^2; at the best c it is N^2 / (2^r (N + S)), N = C(m,h) and S the sum of
max p(., d)^2 / p(1,0)^2 over these pairs.  For long inputs, where close words do little harm, this takes more
words than the method ``shell``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, comb

from lpbounds.bounds import Bound
from lpbounds.entrywise import least_rank
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_chains import Caps
from problems.min_ip_middle import Choice, bounds
from problems.min_ip_shift import DistancePolynomial

NAME = "coset"


def hamming_weights(m: int) -> list[int]:
    """Return the number A_j of words of each weight j = 0..m in the shortened extended Hamming code.

    By MacWilliams: the dual holds the affine functions of places, and a word of weight w contributes
    (1-z)^w (1+z)^(m-w) to the generating function of the A_j, over the number of words of the dual.
    """
    r = (m - 1).bit_length()
    weights = [sum((u & place).bit_count() % 2 for place in range(m)) for u in range(1 << r)]
    total = [0] * (m + 1)
    term = [comb(m, j) for j in range(m + 1)]
    for w in range(m + 1):
        times = weights.count(w) + weights.count(m - w)
        total = [a + times * b for a, b in zip(total, term, strict=True)]
        term = _turned(term)
    return [a >> r + 1 for a in total]


def _turned(coefficients: list[int]) -> list[int]:
    """Multiply a polynomial by (1-z)/(1+z); it is divisible by 1+z, or its result is not used."""
    quotient, carry = [], 0
    for coefficient in coefficients[:-1]:
        carry = coefficient - carry
        quotient.append(carry)
    return [a - b for a, b in zip([*quotient, 0], [0, *quotient], strict=True)]


@dataclass(frozen=True)
class Coset:
    """A random one of the classes of words of the middle layer.

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

    @property
    def classes(self) -> int:
        """2^r, the number of classes."""
        return 1 << (2 * self.half - 1).bit_length()

    @cached_property
    def counts(self) -> dict[int, int]:
        """Number of ordered pairs in one class at each distance that occurs, in all classes together."""
        h, code = self.half, hamming_weights(2 * self.half)
        found = {d: code[2 * d] * comb(2 * d, d) * comb(2 * h - 2 * d, h - d) for d in range(1, h + 1)}
        return {d: count for d, count in found.items() if count}

    def mean(self, polynomial: DistancePolynomial) -> Fraction:
        """Return the bound on the rank of the image that some class reaches."""
        squares = polynomial.squares(self.counts, self.caps) / polynomial.top() ** 2
        return self.words**2 / (self.classes * (self.words + squares))

    def rank(self, choice: Choice) -> int:
        """Return the lower bound on the feature rank that a choice proves."""
        return choice.score

    def choice(self, polynomial: DistancePolynomial) -> Choice:
        """Return the bound by a polynomial; it is exact."""
        score = least_rank(ceil(self.mean(polynomial)), polynomial.spaces(2 * self.half))
        return Choice(score, polynomial, {})


def _coset(half: int, caps: Caps) -> Coset:
    coset = Coset(half, caps)
    if any(caps[d] is None for d in coset.counts):
        raise Nothing("nothing is forced at a distance of two")
    return coset


def _run(task: Task) -> Iterator[Bound]:
    return bounds(task, NAME, _coset)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "cosets of the extended Hamming code in the middle layer against their complements",
    ("feature-rank",),
)
