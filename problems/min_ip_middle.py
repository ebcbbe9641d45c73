"""Words chosen at random from the middle layer of Min-IP: what the methods ``shell`` and ``coset`` share.

Both bound the mean rank of p(B, d), p a polynomial of ``problems.min_ip_shift``, over a random choice of
words.  They differ in how words are chosen, so in how many pairs to expect at each distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.problem import Nothing, Task
from problems.min_ip_chains import Caps, entry_caps
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_shift import DistancePolynomial, constant, fitted

# Beyond, floats overflow; the bound of fewer bits holds.
MOST_BITS = 1000
Degrees = tuple[int, ...]
# Degrees of l_0 and, for quadratic p, l_1.
PATTERNS: tuple[Degrees, ...] = (
    *((d,) for d in range(16)),
    *((d, e) for e in range(4) for d in range(e, min(e + 3, 6))),
)
_POLISHED = 3
_EXACT = 2


class Choice(NamedTuple):
    """A polynomial and what else a bound is made of.

    Attributes:
        score: the bound in floats, for ranking only.
        polynomial: p, up to a factor.
        fields: further fields of the proof.
    """

    score: int
    polynomial: DistancePolynomial
    fields: Mapping[str, Any]


class Sample(Protocol):
    """A way to choose words of weight h on 2h bits at random."""

    @property
    def counts(self) -> dict[int, int]:
        """How often each distance with a cap occurs, up to a common factor."""
        ...

    @property
    def caps(self) -> Caps:
        """Caps by distance."""
        ...

    def choice(self, polynomial: DistancePolynomial) -> Choice:
        """Return nearly the best bound by a polynomial."""
        ...

    def rank(self, choice: Choice) -> int:
        """Return the lower bound on the feature rank that a choice proves, exactly."""
        ...


def choices(sample: Sample, patterns: Sequence[Degrees], rounds: int) -> Iterator[tuple[Choice, Degrees]]:
    """Yield a choice for each pattern that fits the sample."""
    distances, most = list(sample.counts), max(sample.counts.values())
    roots = np.sqrt(np.array([float(Fraction(count, most)) for count in sample.counts.values()]))
    caps = np.array([float(sample.caps[d] or 0) for d in distances])
    for degrees in patterns:
        if max(degrees) < len(distances):
            polynomial = fitted(distances, roots, caps, degrees, rounds=rounds)
            if polynomial is not None:
                yield sample.choice(polynomial), degrees


def best(sample: Sample) -> tuple[int, Choice] | None:
    """Return the best bound with what proves it, or None where no distance has a cap."""
    if not sample.counts:
        return None
    plain = sample.choice(constant((Fraction(0), Fraction(1))))
    found = [(plain, (0,)), *choices(sample, PATTERNS, 0)]
    found.sort(key=lambda pair: pair[0].score, reverse=True)
    promising = [degrees for _, degrees in found[:_POLISHED]]
    last = [found[0][0], *(polished for polished, _ in choices(sample, promising, 2))]
    last.sort(key=lambda choice: choice.score, reverse=True)
    return max(((sample.rank(choice), choice) for choice in last[:_EXACT]), key=lambda pair: pair[0])


def bounds(task: Task, name: str, sample_of: Callable[[int, Caps], Sample]) -> Iterator[Bound]:
    """Yield the bound of the sample that ``sample_of`` makes of h and the caps up to h.

    Raises:
        Nothing: the bound is no better than what is known.
    """
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3 or m < 4:
        raise Nothing("needs n >= 3 and m >= 4")
    half = min(m, MOST_BITS) // 2
    found = best(sample_of(half, entry_caps(half, n, eps)))
    if found is None or found[0] <= (task.lower or 1):
        raise Nothing("random words give no more than what is known")
    value, choice = found
    proof = {"rule": name, **choice.fields, **choice.polynomial.proof()}
    yield from_fewer_bits(task, 2 * half, value, "proof", name, proof)
