"""The orders behind a Min-IP kernel of rank two, as a satisfiability problem: the oracle of the tests.

Rows and columns of a positive matrix of rank at most two are vectors of a half plane, and a 2 x 2 minor is a
determinant of two rows times one of two columns.  So there are a linear order of queries and one of tokens
such that a minor det A[(x,x'),(y,z)] is positive iff x before x' and y before z or neither; a forced minor is
not 0, so no tie matters.  Variables say which of two comes first, two clauses a triple make them transitive,
and each forced minor is one exclusive or.

An odd cycle of forced minors (``problems.min_ip_odd_cycle``) uses the exclusive ors alone.  Whenever it was
asked, transitivity refuted nothing more, so this is the literal formulation and no method of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from pysat.solvers import Cadical153

from problems.min_ip_minors import Minor
from problems.min_ip_odd_cycle import Side, oriented

Variables = dict[Side, int]
"""Variable of a sorted pair of queries or of tokens: whether the first of the two comes first."""


def orders_exist(minors: Iterable[Minor]) -> bool:
    """Tell whether two linear orders explain the signs of these 2 x 2 minors."""
    listed = list(minors)
    variables: Variables = {}
    with Cadical153() as solver:
        for minor in listed:
            rows, columns, sign = oriented(minor)
            p, q = (variables.setdefault(side, len(variables) + 1) for side in (rows, columns))
            solver.append_formula([[-p, sign * q], [p, -sign * q]])
        solver.append_formula(_transitivity("rows", {x for minor in listed for x in minor.rows}, variables))
        solver.append_formula(
            _transitivity("columns", {z for minor in listed for z in minor.columns}, variables)
        )
        return bool(solver.solve())


def _transitivity(kind: str, tokens: set[int], variables: Variables) -> Iterator[list[int]]:
    for triple in combinations(sorted(tokens), 3):
        ab, ac, bc = (
            variables.setdefault((kind, pair), len(variables) + 1) for pair in combinations(triple, 2)
        )
        yield from ([-ab, -bc, ac], [ab, bc, -ac])
