"""Rank r of Min-IP refuted by an odd cycle of forced r x r minors, so that the rank is at least r + 1.

If A = Phi K^T has rank at most r, then det A[I, J] = P(I) T(J) by the Cauchy-Binet formula, P and T
alternating functions of r rows and of r columns.  Suppose every set of rows and every set of columns occurs
an even number of times in a list of minors that are forced to be positive, while their orientations multiply
to -1.  Then the product of the minors is minus a product of squares, and positive: a contradiction.  Such a
list is a closed walk of sign -1 in the graph that has the sets I and J as vertices and the minors as edges.

*A cycle for every rank.*  Let m >= r g + 1.  Take r - 2 disjoint blocks of g bits, and on 2g + 1 further
bits the odd cycle f_0..f_2g of the Kneser graph K(2g+1, g): g-sets, consecutive ones disjoint.  For
neighbours f, e the rows are f, e and the blocks; the columns are the complement of f, the union of f with
the blocks, and the complements of the blocks.  Each row has overlap 0 with its own column and g with every
other, so the minors are forced once a gap of g prefers the deeper token strongly enough.  The columns
depend on f only: P(f_i, f_{i+1}, ..) and P(f_i, f_{i-1}, ..) have the same sign, hence P(f_i, f_{i+1}, ..)
alternates around a cycle of odd length.  With r = 2 and g = 2 this is the five-cycle of the Petersen graph,
on five bits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from problems.min_ip_minors import Minor, parity
from problems.min_ip_weights import bits

Side = tuple[str, tuple[int, ...]]
"""("rows" or "columns", sorted tokens): a vertex."""

Signed = tuple[Side, int]
"""A vertex with the sign of a walk that leads to it."""


class Link(NamedTuple):
    """An edge seen from one of its ends: the other end, its sign, and the minor."""

    other: Side
    sign: int
    minor: Minor


def kneser_cycle(g: int, rank: int) -> list[Minor]:
    """Return the 2 (2g + 1) minors of the cycle on rank * g + 1 bits."""
    size = 2 * g + 1
    full = (1 << rank * g + 1) - 1
    sets = [sum(1 << (i * g + j) % size for j in range(g)) for i in range(size)]
    blocks = tuple(((1 << g) - 1) << size + i * g for i in range(rank - 2))
    complements = tuple(full ^ block for block in blocks)
    return [
        Minor((f, sets[(i + turn) % size], *blocks), (full ^ f, f | sum(blocks), *complements))
        for i, f in enumerate(sets)
        for turn in (1, -1)
    ]


def oriented(minor: Minor) -> tuple[Side, Side, int]:
    """Return the two sorted sides of a minor and the sign of det A[I, J] with both sorted."""
    sides: tuple[Side, Side] = ("rows", tuple(sorted(minor.rows))), ("columns", tuple(sorted(minor.columns)))
    return (*sides, parity(minor.rows) * parity(minor.columns))


def shortest_odd_cycle(minors: Iterable[Minor], m: int) -> list[Minor] | None:
    """Return a shortest closed walk of sign -1, or None; ``minors`` are closed under permuting the m bits.

    Some such walk passes through any vertex of an odd component's orbit, so one start an orbit is enough.
    """
    links: dict[Side, list[Link]] = {}
    for minor in minors:
        rows, columns, sign = oriented(minor)
        links.setdefault(rows, []).append(Link(columns, sign, minor))
        links.setdefault(columns, []).append(Link(rows, sign, minor))
    starts = {_orbit(side, m): side for side in links if side[0] == "rows"}
    cycles = [_odd_walk(links, start) for start in starts.values()]
    return min((cycle for cycle in cycles if cycle), key=len, default=None)


def _orbit(side: Side, m: int) -> tuple[tuple[int, ...], ...]:
    """Return a name of the orbit of a set of tokens under permutations of the bits: its sorted columns."""
    return tuple(sorted(zip(*(bits(token, m) for token in side[1]), strict=True)))


def _odd_walk(links: dict[Side, list[Link]], start: Side) -> list[Minor] | None:
    """Return a shortest walk from (start, +1) to (start, -1) by breadth-first search."""
    came: dict[Signed, tuple[Signed, Minor] | None] = {(start, 1): None}
    queue: deque[Signed] = deque(came)
    while queue and (start, -1) not in came:
        here = side, sign = queue.popleft()
        for link in links[side]:
            there = link.other, sign * link.sign
            if there not in came:
                came[there] = here, link.minor
                queue.append(there)
    return _walk(came, (start, -1)) if (start, -1) in came else None


def _walk(came: dict[Signed, tuple[Signed, Minor] | None], end: Signed) -> list[Minor]:
    walk = []
    while (step := came[end]) is not None:
        end, minor = step
        walk.append(minor)
    return walk
