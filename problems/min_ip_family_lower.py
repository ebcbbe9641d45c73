"""Lower bounds for a family of words from the ratios its chains force, B_ij < u_ij B_ii.

``trace`` is the trace bound on the box of matrices B with B_ii = 1, shifted by a matrix of rank one;
``nullity`` bounds how many dimensions the null space of B can have.  The proofs are in the checker files
problems/min_ip_family_trace_check.py and problems/min_ip_family_nullity_check.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.boxes import Entry, MatrixBox
from lpbounds.problem import Method, Task
from lpbounds.trace_rank import trace_bound
from problems import min_ip_family_nullity_check
from problems.min_ip_family_chains import Family


def box(family: Family) -> MatrixBox:
    """Return the box of B, shape (T, T), rows divided by their diagonal entries."""
    return MatrixBox(tuple(
        tuple(Entry(u, u) if i == j else Entry(Fraction(0), u, True) for j, u in enumerate(row))
        for i, row in enumerate(family.ratios)
    ))


def _trace(task: Task) -> Iterator[Bound]:
    bound = trace_bound(box(Family.of(task.parameters)), degrees=(1,))
    constant, slope = bound.polynomial
    shift = max(-constant / slope, Fraction(0))
    proof = {"rule": "trace", "shift": str(shift)}
    yield task.bound("lower", bound.rank, "proof", "trace", proof)


def _nullity(task: Task) -> Iterator[Bound]:
    family = Family.of(task.parameters)
    levels = sorted({u for i, row in enumerate(family.ratios) for j, u in enumerate(row) if i != j})
    found = [_excluded(members(family, u), u) for u in levels]
    rank, chosen = max(found, key=lambda pair: pair[0])
    yield task.bound("lower", rank, "proof", "nullity", {"rule": "nullity", "members": chosen})


def members(family: Family, most: Fraction) -> list[int]:
    """Return words, the first one and on, whose ratios to each other are all at most ``most``."""
    kept: list[int] = []
    for i in range(family.size):
        if all(max(family.ratios[i][j], family.ratios[j][i]) <= most for j in kept):
            kept.append(i)
    return kept


def _excluded(chosen: list[int], most: Fraction) -> tuple[int, list[int]]:
    size = len(chosen)
    nullities = range(1, size + 1)
    least = next(k for k in nullities if min_ip_family_nullity_check.impossible(k, size, most))
    return size + 1 - least, chosen


TRACE = Method("trace", ("lower",), _trace, "traces of the matrices that the chains allow, shifted")
NULLITY = Method("nullity", ("lower",), _nullity, "null spaces of the matrices that the chains allow")
