"""Upper bounds for a family of words by search: a positive matrix of small rank that obeys all ratios."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.factor_search import Factors, candidates, rounded
from lpbounds.problem import Method, Nothing, Task
from lpbounds.ratio_conditions import Block, RatioConditions
from problems.min_ip_family_chains import Family
from problems.min_ip_family_model import proof

NAME = "factor-search"
# Sizes of the integer factors, coarsest first so that certificates stay short.
_SIZES = tuple(1 << bits for bits in (6, 8, 10, 13, 16, 20, 30))


def conditions(family: Family) -> RatioConditions:
    """Return B_ii > B_ij / u_ij for all i != j, shape (T, T), rows with equally many u_ij = u together."""
    groups: dict[tuple[Fraction, int], list[tuple[int, list[int]]]] = {}
    for i, row in enumerate(family.ratios):
        others = [j for j in range(family.size) if j != i]
        for ratio in sorted({row[j] for j in others}):
            columns = [j for j in others if row[j] == ratio]
            groups.setdefault((ratio, len(columns)), []).append((i, columns))
    blocks = []
    for (ratio, _), members in groups.items():
        rows, large = np.array([i for i, _ in members]), np.array([columns for _, columns in members])
        blocks.append(Block(rows, rows, rows[:, None], large, float(1 / ratio), 0.0))
    return RatioConditions((family.size, family.size), blocks)


def _run(task: Task) -> Iterator[Bound]:
    family = Family.of(task.parameters)
    goal, rank = conditions(family), int(min(task.upper or family.size, family.size)) - 1
    first, least = rank, int(max(task.lower or 1, 1))
    while rank >= least:
        bound = _attempt(task, family, goal, rank)
        if bound is None:
            break
        yield bound
        rank -= 1
    if rank == first:
        raise Nothing(f"found no kernel of rank {rank} in {task.limits.starts} starts")


def _attempt(task: Task, family: Family, goal: RatioConditions, rank: int) -> Bound | None:
    for found in candidates([goal], rank, task.limits.starts, task.seed, task.report):
        written = _first_proof(family, found)
        if written is not None:
            return task.bound("upper", rank, "model", NAME, written)
    return None


def _first_proof(family: Family, found: Factors) -> dict[str, object] | None:
    proofs = (proof(family, rounded(found, size)) for size in _SIZES)
    return next((written for written in proofs if written is not None), None)


METHOD = Method(NAME, ("upper",), _run, "kernels of small rank found by smooth search, rounded to integers")
