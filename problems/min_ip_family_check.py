"""Checks certificates about the feature rank of a family of words (problem min-ip-family).

The claim.  ``words`` are 0/1 texts of one length.  Queries are the words x_i, keys the complements y_i, and
for each ordered pair of words a chain of keys from y_i to y_j whose overlaps with x_i rise by ``gap`` or
more.  For consecutive keys y, z of a chain of x = x_i the inputs (x,z,..,z), (x,y,z,..,z) and (x,y,..,y) of n
tokens count, and no others.  The target of an input is the least inner product of x with its tokens; a head
outputs sum_j alpha(x,t_j) g_x(t_j) / sum_j alpha(x,t_j), alpha >= 0, and is correct when the sum below is
positive and the output closer than eps to the target on every input that counts.  The claim bounds the least
rank of the matrix alpha, queries against all tokens, over all correct heads.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from typing import Any, Dict, Iterator, List, NamedTuple, Set, Tuple


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def rational(value: Any) -> Fraction:
    """Read a rational written as text p or p/q or as an integer; all else is refused."""
    is_text = isinstance(value, str) and re.fullmatch("-?[0-9]+(/[0-9]+)?", value) is not None
    require(is_text or type(value) is int, "a number is not a rational")
    return Fraction(value)


def integer(value: Any, least: int) -> int:
    """Read an integer that is at least ``least``."""
    require(isinstance(value, int) and not isinstance(value, bool), "a number is not an integer")
    require(value >= least, "an integer is out of range")
    return int(value)


class Family(NamedTuple):
    """The words of a claim and what is asked of the head."""

    words: List[str]
    gap: int
    n: int
    eps: Fraction

    def levels(self, i: int, j: int) -> List[int]:
        """Return the overlaps of x_i with the keys of the chain of (i, j)."""
        d = distance(self.words[i], self.words[j])
        return [*range(0, d - self.gap + 1, self.gap), d]

    def ratio(self, i: int, j: int) -> Fraction:
        """Return u with alpha(x_i,y_j) < u alpha(x_i,y_i), by the inputs of the chain.

        Let y, z be consecutive, d = <x,z> - <x,y>, and N the sum of alpha (g - t) over an input of target t,
        so that |N| < eps times its sum of alpha.  For the inputs (x,z,..,z), (x,y,z,..,z), (x,y,..,y) every g
        cancels in (n-1) N_2 - (n-2) N_1 - N_3 = (n-2) d (a_x + (n-1) a_z), and the three estimates come to
        (n-1)(n-2)(d - 2 eps) a_z + [(n-2) d - 2 eps (n-1)] a_x < 2 eps (n-1) a_y.  The bracket is at least 0
        iff mu = (n-2)(d - 2 eps)/(2 eps) >= 1, and then a_y > mu a_z.
        """
        levels, product = self.levels(i, j), Fraction(1)
        for k in range(1, len(levels)):
            mu = (self.n - 2) * (levels[k] - levels[k - 1] - 2 * self.eps) / (2 * self.eps)
            require(mu >= 1, "a step of a chain forces nothing")
            product *= mu
        return 1 / product

    def chains(self) -> Iterator[Tuple[int, List[str]]]:
        """Yield the query and the keys of every chain, pairs of words in order.

        The key of level l is y_i with l of the positions where x_i has a one and x_j a zero set to one: the
        lexicographically first choice of positions that gives a token not in use.
        """
        ends = [complement(word) for word in self.words]
        used = set(self.words) | set(ends)
        for i in range(len(ends)):
            for j in range(len(ends)):
                if i != j:
                    middle = [self.unused(i, j, level, used) for level in self.levels(i, j)[1:-1]]
                    yield i, [ends[i], *middle, ends[j]]

    def unused(self, i: int, j: int, level: int, used: Set[str]) -> str:
        """Return the key of one level, and put it to use."""
        x, other = self.words[i], self.words[j]
        for chosen in combinations([p for p in range(len(x)) if x[p] > other[p]], level):
            key = "".join("1" if p in chosen or bit == "0" else "0" for p, bit in enumerate(x))
            if key not in used:
                used.add(key)
                return key
        raise ValueError("a chain has no key of its own")


def distance(first: str, second: str) -> int:
    """Return how many ones of ``first`` are zeros of ``second``."""
    return sum(a > b for a, b in zip(first, second))


def complement(word: str) -> str:
    """Return the word with every bit flipped."""
    return "".join("0" if bit == "1" else "1" for bit in word)


def family(claim: Dict[str, Any]) -> Family:
    """Read the parameters of a claim about the feature rank."""
    require(claim["resource"] == "feature-rank", "unknown resource")
    given = claim["parameters"]
    require(set(given) == {"words", "n", "eps", "gap"}, "the parameters are words, n, eps and gap")
    words, gap, eps = given["words"], integer(given["gap"], 1), rational(given["eps"])
    require(isinstance(words, list) and len(words) >= 2, "fewer than two words")
    is_binary = all(isinstance(word, str) and set(word) <= {"0", "1"} for word in words)
    require(is_binary, "a word is not 0/1 text")
    require(len({len(word) for word in words}) == 1, "the words have different lengths")
    pairs = [(x, other) for i, x in enumerate(words) for j, other in enumerate(words) if i != j]
    require(all(distance(x, other) >= gap for x, other in pairs), "two words are closer than the gap")
    require(not set(words) & {complement(word) for word in words}, "a word is there with its complement")
    require(eps > 0, "eps must be above 0")
    return Family(words, gap, integer(given["n"], 3), eps)


def proved(claim: Dict[str, Any]) -> int:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    require(claim["kind"] == "model" and claim["side"] == "upper", "this kind of proof bounds the other side")
    return model(claim["proof"], family(claim))


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Refuse: no claim about a family is derived from another one."""
    raise ValueError("families do not reduce to each other")


def model(proof: Dict[str, Any], of: Family) -> int:
    """Run the head alpha = queries keys^T, g_x(t) = <x,t> - error; return the number of features."""
    chains = list(of.chains())
    tokens = of.words + [complement(word) for word in of.words]
    tokens += [key for _, keys in chains for key in keys[1:-1]]
    queries, keys = (
        [[rational(value) for value in row] for row in proof[name]] for name in ("queries", "keys")
    )
    require(len(queries) == len(of.words) and len(keys) == len(tokens), "a factor has the wrong height")
    rank = len(queries[0])
    require(all(len(row) == rank for row in queries + keys), "the factors have different ranks")
    error = rational(proof["error"])
    rows = [{t: inner(query, key) for t, key in zip(tokens, keys)} for query in queries]
    require(all(min(row.values()) >= 0 for row in rows), "the kernel is negative somewhere")
    for i, chain in chains:
        for k in range(1, len(chain)):
            for tokens in inputs(of.words[i], chain[k - 1], chain[k], of.n):
                run(tokens, rows[i], error, of.eps)
    return rank


def inner(first: List[Fraction], second: List[Fraction]) -> Fraction:
    """Return the inner product."""
    return sum((a * b for a, b in zip(first, second)), Fraction(0))


def inputs(x: str, y: str, z: str, n: int) -> List[List[str]]:
    """Return the inputs that count for consecutive keys y, z, the query first."""
    return [[x] + [z] * (n - 1), [x, y] + [z] * (n - 2), [x] + [y] * (n - 1)]


def run(tokens: List[str], row: Dict[str, Fraction], error: Fraction, eps: Fraction) -> None:
    """Run the head on one input, whose query is its first token."""
    overlaps = [sum(a == b == "1" for a, b in zip(tokens[0], token)) for token in tokens]
    total, excess = Fraction(0), Fraction(0)
    for token, k in zip(tokens, overlaps):
        total += row[token]
        excess += row[token] * (k - error - min(overlaps))
    require(abs(excess) < eps * total, "the head errs on an input")
