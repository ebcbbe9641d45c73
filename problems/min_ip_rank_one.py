"""Whether one feature suffices for Min-IP: one strict system, decided exactly.

A kernel of rank one is alpha(x,z) = a_z up to a factor of the query, which cancels in the output.  So rank
one suffices iff one row (a_z) lies in the cone C_x of every query x: a linear system in a and, for every
query, in the numerators b_z = a_z g_x(z).

The class form has one query of each weight.  A coordinate permutation p maps C_x to C_p(x), so the common
part of all C_x is invariant under the symmetric group, and it is convex: averaging a solution over the group
gives one where a_z depends on the weight of z only.  Such a row lies in C_p(x) iff it lies in C_x, which
leaves one query of each weight s; averaging b over the permutations that fix x makes b_z a function of |z|
and <x,z>.  Tokens with one weight and overlap share a class, (s + 1) (m + 1 - s) of them; x is the class
(s, s), alone in it.

Against rank one stand six inputs over two tokens (``problems.min_ip_two_tokens``).  They refute it exactly
where the class form has no solution in every case computed: some 3,000 with m <= 8, most with eps near the
threshold.
Source: the cones of "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.problem import Limits, Method, Nothing, Parameters, Task
from lpbounds.rationals import text
from problems.min_ip_rows import Indices, InputRows, compact_rows, cone_system_entries
from problems.min_ip_two_tokens import refutes_rank_one, two_token_bound

NAME = "rank-one"
# Bytes that one value of a model takes while it is written, sealed and checked.
_BYTES_A_VALUE = 500


class QueryRows(NamedTuple):
    """The inequalities of one query.

    Attributes:
        key: shape (classes,), index of the a shared by each class.
        rows: its inequalities.
    """

    key: Indices
    rows: InputRows


def weight_classes(m: int, s: int) -> tuple[Indices, Indices]:
    """Return weight and overlap of the classes of tokens for a query of weight s; shapes (classes,)."""
    pairs = [(w, k) for w in range(m + 1) for k in range(max(0, w + s - m), min(w, s) + 1)]
    weights, shared = np.array(pairs, dtype=np.int64).T
    return weights, shared


def class_queries(m: int, n: int) -> list[QueryRows]:
    """Return the inequalities of one query of each weight 0..m over its classes."""
    queries = []
    for s in range(m + 1):
        weights, shared = weight_classes(m, s)
        own = int(np.flatnonzero((weights == s) & (shared == s))[0])
        queries.append(QueryRows(weights, compact_rows(shared, own, n)))
    return queries


def rank_one_system(queries: Sequence[QueryRows], keys: int, eps: Fraction) -> StrictSystem:
    """Return the system of a common row; columns are a (keys), then b and P of each query in turn."""
    builder = RowBuilder(keys + sum(query.rows.classes + query.rows.maxima for query in queries))
    offset = keys
    for key, rows in queries:
        entries = cone_system_entries(rows, eps)
        place = np.concatenate([key, np.arange(offset, offset + rows.classes + rows.maxima)])
        builder.add_triplets(rows.height, entries.rows, place[entries.columns], entries.entries)
        offset += rows.classes + rows.maxima
    return StrictSystem(builder.matrix(), frozenset(range(keys)))


def class_row_estimate(m: int) -> int:
    """Return an upper bound on the rows of the class form: 2 (s + 2) for each class."""
    return sum(2 * (s + 2) * (s + 1) * (m + 1 - s) for s in range(m + 1))


def model(m: int, queries: Sequence[QueryRows], point: Sequence[int]) -> dict[str, Any]:
    """Return the rank-one model of a solution of the class form."""
    table = _class_values(m, queries, point)
    tokens = range(1 << m)
    weight = [z.bit_count() for z in tokens]
    return {
        "queries": [["1"]] * len(tokens),
        "keys": [[str(point[weight[z]])] for z in tokens],
        "values": [[table[weight[x], weight[z], (x & z).bit_count()] for z in tokens] for x in tokens],
    }


def _class_values(
    m: int, queries: Sequence[QueryRows], point: Sequence[int]
) -> dict[tuple[int, int, int], str]:
    table, offset = {}, m + 1
    for s, (weights, rows) in enumerate(queries):
        shared = weight_classes(m, s)[1]
        for place, (w, k) in enumerate(zip(weights.tolist(), shared.tolist(), strict=True)):
            table[s, w, k] = text(Fraction(point[offset + place], point[w]))
        offset += rows.classes + rows.maxima
    return table


def _require_rows(rows: int, limits: Limits) -> None:
    if rows > limits.rows:
        raise Nothing(f"skipped: the program would have {rows:,} rows, the limit is {limits.rows:,}")


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    refuted = two_token_bound(task, NAME)
    if refuted is not None:
        yield refuted
        return
    _require_rows(class_row_estimate(m), task.limits)
    queries = class_queries(m, n)
    verdict = decide(rank_one_system(queries, m + 1, eps))
    if isinstance(verdict, Feasible):
        yield task.bound("upper", 1, "model", NAME, model(m, queries, verdict.point))
    elif isinstance(verdict, Infeasible):
        raise Nothing("rank one is impossible, but no measure over two tokens shows it")
    else:
        raise Nothing(verdict.reason)


def _memory(parameters: Parameters) -> int:
    """Return the bytes of the model, the largest part; nothing where two tokens refute rank one."""
    m, n, eps = parameters["m"], parameters["n"], Fraction(parameters["eps"])
    return 0 if refutes_rank_one(m, n, eps) else _BYTES_A_VALUE << (2 * m)


METHOD = Method(
    NAME,
    ("lower", "upper"),
    _run,
    "one row shared by all queries, or a measure against it",
    ("feature-rank",),
    _memory,
)
