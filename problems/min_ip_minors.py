"""Minors of a correct Min-IP kernel whose sign is forced by ratios within rows.

Rows x_1..x_r and columns y_1..y_r are aligned when alpha(x_i,y_j) < u_ij alpha(x_i,y_i) is proved for all
j != i.  Dividing row i by its diagonal entry leaves a matrix with entries in [0, u_ij) off a diagonal of
ones; even permutations add at least 0 to its determinant beside the 1 of the identity, odd ones subtract
less than

    excess = sum over odd permutations p of prod over moved i of u_{i p(i)}.

So the minor is positive when the excess is at most 1; for r = 2 that is u_12 u_21 <= 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from problems.min_ip_ratio_measures import ratio_proof
from problems.min_ip_ratios import Ratios
from problems.min_ip_weights import token_text

Aligned = tuple[int, int]
"""A query and a token that may stand on the diagonal of a minor."""


class Minor(NamedTuple):
    """The statement det alpha[rows, columns] > 0, row i aligned with column i."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


def parity(order: Sequence[int]) -> int:
    """Return the sign, +1 or -1, of the permutation that sorts distinct numbers."""
    inversions = sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])
    return -1 if inversions % 2 else 1


@cache
def odd_sum(bounds: tuple[tuple[Fraction, ...], ...]) -> Fraction:
    """Return the sum over odd permutations p of prod_i 1 / bounds[i][p(i)], by dynamic programming.

    Row by row, the sums of even and of odd partial permutations are kept for every set of used columns.
    Minors have few different tables of bounds, hence the cache.
    """
    sums = {0: (Fraction(1), Fraction(0))}
    for row in bounds:
        grown: dict[int, tuple[Fraction, Fraction]] = {}
        for used, (even, odd) in sums.items():
            for j, bound in enumerate(row):
                if not used >> j & 1:
                    a, b = (odd, even) if (used >> j).bit_count() % 2 else (even, odd)
                    c, d = grown.get(used | 1 << j, (Fraction(0), Fraction(0)))
                    grown[used | 1 << j] = c + a / bound, d + b / bound
        sums = grown
    return sums[(1 << len(bounds)) - 1][1]


def excess(ratios: Ratios, minor: Minor) -> Fraction | None:
    """Return the excess of a minor, or None where some ratio is not forced."""
    table = tuple(
        tuple(ratios.bound(x, y, z) if z != y else Fraction(1) for z in minor.columns)
        for x, y in zip(minor.rows, minor.columns, strict=True)
    )
    return odd_sum(table) if all(map(all, table)) else None


def is_forced(ratios: Ratios, minor: Minor) -> bool:
    """Tell whether ratios prove the minor positive."""
    total = excess(ratios, minor)
    return total is not None and total <= 1


def forced_minors(
    ratios: Ratios, size: int, queries: Sequence[int], tokens: Sequence[int]
) -> Iterator[Minor]:
    """Yield every forced minor of this size, once for each matching of its rows to its columns.

    Any two aligned pairs of a forced minor have u_12 u_21 <= 1, so minors are cliques of the graph of such
    pairs.
    """
    graph = _aligned_pairs(ratios, queries, tokens)
    for first in graph:
        yield from _extended(ratios, size, (first,), graph[first], graph)


def _aligned_pairs(
    ratios: Ratios, queries: Sequence[int], tokens: Sequence[int]
) -> dict[Aligned, set[Aligned]]:
    """Return for each (x, y) the (x', y') with x' > x and u u' <= 1 between the two."""
    bounds = {x: {(y, z): ratios.bound(x, y, z) for y, z in permutations(tokens, 2)} for x in queries}
    graph: dict[Aligned, set[Aligned]] = {(x, y): set() for x in queries for y in tokens}
    for x in queries:
        for later in (query for query in queries if query > x):
            for (y, z), bound in bounds[x].items():
                if bound and bound * bounds[later][z, y] >= 1:
                    graph[x, y].add((later, z))
    return graph


def _extended(
    ratios: Ratios,
    size: int,
    chosen: tuple[Aligned, ...],
    allowed: set[Aligned],
    graph: dict[Aligned, set[Aligned]],
) -> Iterator[Minor]:
    """Yield the forced minors that extend a clique by pairs adjacent to all of it."""
    if len(chosen) == size:
        minor = Minor(tuple(x for x, _ in chosen), tuple(y for _, y in chosen))
        if size == 2 or is_forced(ratios, minor):
            yield minor
        return
    for pair in sorted(allowed):
        yield from _extended(ratios, size, (*chosen, pair), allowed & graph[pair], graph)


def minors_proof(ratios: Ratios, m: int, minors: Sequence[Minor]) -> dict[str, Any]:
    """Return the proof of rule ``orders`` made of these minors, each ratio written once."""
    needed = dict.fromkeys(
        (minor.rows[i], minor.columns[i], minor.columns[j])
        for minor in minors
        for i, j in permutations(range(len(minor.rows)), 2)
    )
    return {
        "rule": "orders",
        "ratios": [ratio_proof(ratios, m, *ratio) for ratio in needed],
        "minors": [
            {side: [token_text(token, m) for token in tokens] for side, tokens in minor._asdict().items()}
            for minor in minors
        ],
    }
