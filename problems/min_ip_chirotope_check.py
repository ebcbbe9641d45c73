"""Checks proofs of rule ``chirotope`` about Min-IP: no vectors of r dimensions have the forced signs.

Let A > 0 be a kernel of rank at most r, A = Phi K^T with r columns.  (A kernel with zeros gains none of rank
and stays correct when a little of the sum of all rows is added to each.)  Correctness is finitely many
strict inequalities, so Phi may be moved until any r of the rows phi_x of the listed queries are independent.
Let chi(I) be the sign of det(phi_x : x in I) for lists I of r queries: it alternates.

- Grassmann-Pluecker: for r - 2 queries C and a, b, c, d the numbers chi(Cab) chi(Ccd), -chi(Cac) chi(Cbd)
  and chi(Cad) chi(Cbc) do not all agree, as the same products of determinants add up to 0.
- Covectors: for r + 1 queries I = (x_0, .., x_r) the sum over i of (-1)^i det(I without x_i) phi_{x_i} is 0,
  so for a vector k the signs (-1)^i chi(I without x_i) sign <phi_{x_i}, k>, if none is 0, do not all agree.
  Known signs: + for all queries, k the key of any token; and for v in {-1,0,1}^m, k the difference of the
  keys of its negative and its positive part, + where <x,v> >= g and - where <x,v> <= -g, provided mu_g >= 1.

The clauses say this of variables chi(I), I increasing, numbered from 1 in lexicographic order.  Sorted, they
are numbered from 0; each step of the proof is one more clause with its hints.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from types import ModuleType
from typing import Any, Callable, Dict, List, Sequence, Set, Tuple

Clause = Tuple[int, ...]

MOST_BITS = 12
MOST_CLAUSES = 1_000_000


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return r + 1 when the steps refute the clauses."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == {"rule", "gap", "rank", "queries", "steps"}, "the proof has other fields")
    g: int = base.integer(proof["gap"], 1)
    rank: int = base.integer(proof["rank"], 2)
    base.jump(g, n, eps)
    queries = proof["queries"]
    base.require(m <= MOST_BITS and clause_count(rank, len(queries)) <= MOST_CLAUSES, "too many clauses")
    base.require(len(set(queries)) == len(queries) > rank, "too few queries, or one twice")
    base.require(all(len(x) == m and set(x) <= {"0", "1"} for x in queries), "a query is not m bits")
    refuted(axioms(m, g, rank, queries), proof["steps"], base)
    return rank + 1


def clause_count(rank: int, count: int) -> int:
    """Return the number of Grassmann-Pluecker clauses."""
    return 16 * comb(count, rank - 2) * comb(count - rank + 2, 4) if count > rank else 0


def refuted(clauses: List[Clause], steps: List[Any], base: ModuleType) -> None:
    """Replay the steps: under the negation of its clause every hint leaves one literal, the last none."""
    base.require(len(steps) > 0 and steps[-1][0] == [], "the proof does not end in a contradiction")
    known: List[Sequence[int]] = list(clauses)
    for clause, hints in steps:
        literals = [base.integer(abs(literal), 1) * (1 if literal > 0 else -1) for literal in clause]
        true, conflict = {-literal for literal in literals}, False
        for hint in hints:
            left = [q for q in known[base.integer(hint, 0)] if -q not in true]
            base.require(not conflict and len(left) <= 1, "a hint leaves a choice")
            true.update(left)
            conflict = not left
        base.require(conflict, "a step does not follow")
        known.append(literals)


def axioms(m: int, g: int, rank: int, queries: Sequence[str]) -> List[Clause]:
    """Return the clauses, sorted."""
    number = {chosen: k + 1 for k, chosen in enumerate(combinations(range(len(queries)), rank))}

    def chi(chosen: Tuple[int, ...]) -> int:
        return parity(chosen) * number[tuple(sorted(chosen))]

    found = grassmann_pluecker(chi, rank, len(queries))
    found |= circuits(chi, rank, len(queries), covectors(m, g, queries))
    return sorted(found)


def parity(order: Sequence[int]) -> int:
    """Return the sign of the permutation that sorts distinct numbers."""
    inversions = sum(order[j] < order[i] for i in range(len(order)) for j in range(i + 1, len(order)))
    return -1 if inversions % 2 else 1


def grassmann_pluecker(chi: Callable[[Tuple[int, ...]], int], rank: int, count: int) -> Set[Clause]:
    """Return the clauses of the relations of three terms."""
    found = set()
    for common in combinations(range(count), rank - 2):
        rest = [i for i in range(count) if i not in common]
        for a, b, c, d in combinations(rest, 4):
            pairs = (((a, b), (c, d)), ((c, a), (b, d)), ((a, d), (b, c)))
            terms = [(chi(common + first), chi(common + second)) for first, second in pairs]
            for sign, *firsts in product((1, -1), repeat=4):
                clause = [q for f, (p, r) in zip(firsts, terms) for q in (-f * p, -f * sign * r)]
                found.add(tuple(sorted(clause)))
    return found


def covectors(m: int, g: int, queries: Sequence[str]) -> Set[Tuple[int, ...]]:
    """Return the known signs by query, 0 where nothing is known."""
    ones = [[i for i, bit in enumerate(query) if bit == "1"] for query in queries]
    found = {(1,) * len(queries)}
    for v in product((-1, 0, 1), repeat=m):
        products = [sum(v[i] for i in x) for x in ones]
        found.add(tuple((d >= g) - (d <= -g) for d in products))
    return found


def circuits(
    chi: Callable[[Tuple[int, ...]], int], rank: int, count: int, signs: Set[Tuple[int, ...]]
) -> Set[Clause]:
    """Return the clauses of the covectors."""
    found = set()
    for chosen in combinations(range(count), rank + 1):
        circuit = [(-1) ** i * chi(chosen[:i] + chosen[i + 1 :]) for i in range(rank + 1)]
        for pattern in {tuple(sign[i] for i in chosen) for sign in signs}:
            if 0 not in pattern:
                for side in (1, -1):
                    found.add(tuple(sorted(side * s * q for s, q in zip(pattern, circuit))))
    return found
