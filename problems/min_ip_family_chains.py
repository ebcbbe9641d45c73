"""The inputs of a family of words: queries, keys, and chains of keys of growing overlap.

Every word x_i is a query, its complement y_i a key, and a pair of words i, j has a chain of keys that starts
at y_i, which shares nothing with x_i, and ends at y_j, which shares D = |x_i minus x_j| bits with it.  Each
step raises the overlap with x_i by ``gap`` or more; for consecutive keys y, z of a chain the inputs that
count are (x,z,..,z), (x,y,z,..,z) and (x,y,..,y).  With d = <x,z> - <x,y> these force

    alpha(x,y) > mu_d alpha(x,z),  mu_d = (n-2)(d - 2 eps) / (2 eps),

wherever mu_d >= 1, so that alpha(x_i,y_j) < u alpha(x_i,y_i), 1/u the product of mu_d along the chain.
Source: "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from math import prod

from lpbounds.errors import InputError
from lpbounds.problem import Parameters
from problems.min_ip_family_words import distance

Chain = tuple[str, ...]


@dataclass(frozen=True)
class Family:
    """Words of one length with what is asked of the head.

    Attributes:
        words: the queries, 0/1 text; any two at directed distance at least ``gap``.
        gap: least rise of the overlap along a chain.
        n: tokens of an input.
        eps: allowed error.
    """

    words: tuple[str, ...]
    gap: int
    n: int
    eps: Fraction

    @classmethod
    def of(cls, parameters: Parameters) -> Family:
        """Return the family that a task is about."""
        words, eps = tuple(parameters["words"]), Fraction(parameters["eps"])
        return cls(words, parameters["gap"], parameters["n"], eps)

    @property
    def size(self) -> int:
        """Number of words."""
        return len(self.words)

    @cached_property
    def ends(self) -> list[str]:
        """The keys y_i, complements of the words."""
        return [complement(word) for word in self.words]

    def levels(self, i: int, j: int) -> list[int]:
        """Return the overlaps with x_i along the chain of (i, j), without steps below the gap."""
        d = distance(self.words[i], self.words[j])
        return [*range(0, d - self.gap + 1, self.gap), d]

    def ratio(self, i: int, j: int) -> Fraction:
        """Return u with alpha(x_i,y_j) < u alpha(x_i,y_i)."""
        steps = (mu(b - a, self.n, self.eps) for a, b in pairwise(self.levels(i, j)))
        return 1 / prod(steps, start=Fraction(1))

    @cached_property
    def ratios(self) -> list[list[Fraction]]:
        """Ratios of every ordered pair; 1 on the diagonal."""
        places = range(self.size)
        return [[Fraction(1) if i == j else self.ratio(i, j) for j in places] for i in places]

    @cached_property
    def chains(self) -> dict[tuple[int, int], Chain]:
        """The chain of every ordered pair.

        The key of level l is y_i with l of the ones that x_i has over x_j: the lexicographically first choice
        of positions that gives a token not in use.

        Raises:
            InputError: every choice is in use.
        """
        used, found = {*self.words, *self.ends}, {}
        for i in range(self.size):
            for j in range(self.size):
                if i != j:
                    middle = [self._unused(i, j, level, used) for level in self.levels(i, j)[1:-1]]
                    found[i, j] = (self.ends[i], *middle, self.ends[j])
        return found

    def _unused(self, i: int, j: int, level: int, used: set[str]) -> str:
        x, other = self.words[i], self.words[j]
        for chosen in combinations([p for p in range(len(x)) if x[p] > other[p]], level):
            key = "".join("1" if p in chosen else bit for p, bit in enumerate(self.ends[i]))
            if key not in used:
                used.add(key)
                return key
        raise InputError("words", f"words {i + 1} and {j + 1}", "words with a key of their own on each chain")

    @cached_property
    def tokens(self) -> list[str]:
        """Words, then their complements, then the keys inside the chains, pair by pair."""
        return [*self.words, *self.ends, *(key for chain in self.chains.values() for key in chain[1:-1])]


def mu(d: int, n: int, eps: Fraction) -> Fraction:
    """Return (n-2)(d - 2 eps) / (2 eps)."""
    return (n - 2) * (d - 2 * eps) / (2 * eps)


def complement(word: str) -> str:
    """Return the word with every bit flipped."""
    return word.translate({48: "1", 49: "0"})


def validate(parameters: Parameters) -> None:
    """Refuse words that are too close, and gaps that force nothing.

    Raises:
        InputError: as said, or a word is there with its complement, or the chains run out of keys.
    """
    family = Family.of(parameters)
    if mu(family.gap, family.n, family.eps) < 1:
        raise InputError("gap", family.gap, "a gap with (n-2)(gap - 2 eps) >= 2 eps, or nothing is forced")
    for i, x in enumerate(family.words):
        for j, other in enumerate(family.words):
            if i != j and distance(x, other) < family.gap:
                shown = f"words {i + 1} and {j + 1} at directed distance {distance(x, other)}"
                raise InputError("words", shown, f"directed distances of at least the gap {family.gap}")
    both = set(family.words) & set(family.ends)
    if both:
        raise InputError("words", f"{min(both)} and its complement", "no word with its complement")
    # Choosing the keys may fail, and is then reported before any work is done.
    _ = family.chains
