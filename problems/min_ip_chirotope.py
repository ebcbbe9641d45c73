"""Lower bounds for Min-IP from chirotopes: no r-dimensional vectors have the signs that queries force.

The rows of a kernel of rank r are vectors of r dimensions; the signs of their determinants obey the
Grassmann-Pluecker relations and must fit every sign that is forced on a difference of keys
(problems/min_ip_chirotope_check.py).  A SAT solver refutes them, and the proof is replayed.

It gives no more than ``problems.min_ip_kneser`` does, on a few bits and at a price, but without topology:
an independent confirmation, run by ``--method chirotope``.  The queries are the subsets of g bits without
two cyclic neighbours, the vertices of the Schrijver graph, critical among Kneser's for its chromatic number.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
from pysat.solvers import Cadical195

from lpbounds.bounds import Bound
from lpbounds.clause_proof import Clause, Step, hinted
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_kneser import kneser_bound
from problems.min_ip_published import least_jump
from problems.min_ip_reduction import from_fewer_bits

NAME = "chirotope"
# On seven bits at n = 3 there are 720,720 clauses, which no solver was seen to refute.
MOST_BITS = 8
MOST_CLAUSES = 100_000


def stable_queries(m: int, g: int) -> list[str]:
    """Return the words with g ones on a cycle of m bits, no two adjacent, with bit i as character i."""
    chosen = [c for c in combinations(range(m), g) if g == 1 or all((b - a) % m > 1 for a, b in _cyclic(c))]
    return ["".join("1" if i in ones else "0" for i in range(m)) for ones in chosen]


def _cyclic(ones: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return zip(ones, ones[1:] + ones[:1], strict=True)


class Chirotope:
    """The variables chi(I) of lists I of queries."""

    def __init__(self, rank: int, queries: list[str]) -> None:
        """Number the increasing lists of ``rank`` queries from 1 in lexicographic order."""
        self.rank, self.queries = rank, queries
        lists = combinations(range(len(queries)), rank)
        self.number = {chosen: k for k, chosen in enumerate(lists, start=1)}

    def chi(self, *chosen: int) -> int:
        """Return the literal of chi: the variable of the sorted list, negated for an odd order."""
        variable = self.number[tuple(sorted(chosen))]
        return -variable if sum(a > b for a, b in combinations(chosen, 2)) % 2 else variable

    def clauses(self, signs: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Return all clauses, sorted, given the signs of covectors by query."""
        found = [*self._relations(), *self._circuits(signs)]
        return sorted({tuple(sorted(clause)) for clause in found})

    def _relations(self) -> Iterator[list[int]]:
        everyone = range(len(self.queries))
        for common in combinations(everyone, self.rank - 2):
            for a, b, c, d in combinations([i for i in everyone if i not in common], 4):
                pairs = ((a, b), (c, d), (c, a), (b, d), (a, d), (b, c))
                literals = [self.chi(*common, *pair) for pair in pairs]
                for s in product((1, -1), repeat=6):
                    if s[0] * s[1] == s[2] * s[3] == s[4] * s[5]:
                        yield [-sign * q for sign, q in zip(s, literals, strict=True)]

    def _circuits(self, signs: set[tuple[int, ...]]) -> Iterator[list[int]]:
        for chosen in combinations(range(len(self.queries)), self.rank + 1):
            rest = [self.chi(*chosen[:i], *chosen[i + 1 :]) for i in range(self.rank + 1)]
            for pattern in {tuple(sign[i] for i in chosen) for sign in signs}:
                if all(pattern):
                    clause = [(-1) ** i * s * q for i, (s, q) in enumerate(zip(pattern, rest, strict=True))]
                    yield from (clause, [-q for q in clause])


def covectors(m: int, g: int, queries: list[str]) -> set[tuple[int, ...]]:
    """Return the signs that are forced on a key and on differences of two, by query; 0 where none is."""
    differences = np.array(list(product((-1, 0, 1), repeat=m)))
    products = differences @ np.array([[int(bit) for bit in query] for query in queries]).T
    signs = (products >= g).astype(int) - (products <= -g)
    return {(1,) * len(queries), *map(tuple, np.unique(signs, axis=0).tolist())}


def relation_count(rank: int, count: int) -> int:
    """Return the number of Grassmann-Pluecker clauses."""
    return 16 * comb(count, rank - 2) * comb(count - rank + 2, 4) if count > rank else 0


def size(m: int, n: int, eps: Fraction) -> int | None:
    """Return the most bits, up to m, on which the clauses are few and refute rank two at least, or None."""
    g = least_jump(n, eps)
    for bits in range(min(m, MOST_BITS), 0, -1):
        rank = kneser_bound(bits, n, eps) - 1
        if rank >= 2 and relation_count(rank, len(stable_queries(bits, g))) <= MOST_CLAUSES:
            return bits
    return None


def refutation(clauses: list[tuple[int, ...]], conflicts: int) -> list[Step]:
    """Return a proof that the clauses contradict each other.

    Args:
        clauses: the clauses.
        conflicts: how many conflicts the solver may meet.

    Raises:
        Nothing: they do not, or the limit was reached.
    """
    with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
        solver.conf_budget(conflicts)
        if solver.solve_limited() is not False:
            raise Nothing(f"no contradiction in {conflicts:,} conflicts")
        lemmas = [_lemma(line) for line in solver.get_proof() if not line.startswith("d")]
    steps = hinted(clauses, lemmas)
    if steps is None:
        raise Nothing("the solver's proof does not hold")
    return steps


def _lemma(line: str) -> Clause:
    return [int(literal) for literal in line.split()[:-1]]


def _run(task: Task) -> Iterator[Bound]:
    n, eps = task.parameters["n"], Fraction(task.parameters["eps"])
    if kneser_bound(task.parameters["m"], n, eps) <= (task.lower or 0):
        raise Nothing("gives no more than kneser; run it by --method")
    bits = size(task.parameters["m"], n, eps)
    if bits is None:
        raise Nothing("no rank above one to refute")
    g, rank = least_jump(n, eps), kneser_bound(bits, n, eps) - 1
    queries = stable_queries(bits, g)
    task.report(f"chirotopes of {len(queries)} queries in rank {rank}")
    clauses = Chirotope(rank, queries).clauses(covectors(bits, g, queries))
    steps = refutation(clauses, task.limits.nodes)
    proof = {"rule": NAME, "gap": g, "rank": rank, "queries": queries, "steps": steps}
    yield from_fewer_bits(task, bits, rank + 1, "proof", NAME, proof)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "forced signs fit no chirotope, by SAT; confirms kneser on a few bits, on request",
    ("feature-rank",),
)
