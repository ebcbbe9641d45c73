"""Upper bounds for a family of words in closed form: groups of words at the vertices of a simplex.

Split the T words into g groups of sizes T_1..T_g.  For s > 0 let B have ones on the diagonal, s at the other
pairs inside a group and (1 + (T_a - 1) s) / T_b at words of groups a and b.  In every row the columns of each
group then add up to the same number, so g - 1 columns are combinations of the others, and B has rank
T - g + 1.  Its entries come as close as one likes to 1 / min T_a, so this works when every ratio u that the
chains force is above 1 / floor(T / g).  One group, one feature a word, always works.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.factor_search import IntegerFactors
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import primitive
from problems.min_ip_family_chains import Family
from problems.min_ip_family_model import proof

NAME = "simplex"


def groups(family: Family) -> list[range]:
    """Return as many groups of consecutive words as the least ratio allows, sizes as equal as can be."""
    least = min(min(row) for row in family.ratios)
    count = max((g for g in range(1, family.size + 1) if least * (family.size // g) > 1), default=1)
    cuts = [family.size * a // count for a in range(count + 1)]
    return [range(a, b) for a, b in pairwise(cuts)]


def inside(family: Family, parts: list[range]) -> Fraction:
    """Return s: positive, and so small that B obeys the least ratio u with half of the room left."""
    least, sizes = min(min(row) for row in family.ratios), [len(part) for part in parts]
    return least / 2 if len(parts) == 1 else min((least * min(sizes) - 1) / (2 * max(sizes)), least / 2)


def factors(family: Family, parts: list[range]) -> IntegerFactors:
    """Return B = queries @ keys^T, rows multiplied by positive integers; shapes (T, T - g + 1)."""
    s, group = inside(family, parts), {i: a for a, part in enumerate(parts) for i in part}

    def entry(i: int, j: int) -> Fraction:
        if i == j:
            return Fraction(1)
        a, b = parts[group[i]], parts[group[j]]
        return s if a is b else (1 + (len(a) - 1) * s) / len(b)

    dropped = {part[-1]: part for part in parts[1:]}
    kept = [j for j in range(family.size) if j not in dropped]
    queries = [primitive([entry(i, j) for j in kept]) for i in range(family.size)]
    keys = [[_coefficient(j, k, dropped, parts[0]) for k in kept] for j in range(family.size)]
    return IntegerFactors(np.array(queries, dtype=object), np.array(keys, dtype=object))


def _coefficient(j: int, k: int, dropped: dict[int, range], first: range) -> int:
    """Return how often column k is in column j: the last one of a group makes its sum that of the first."""
    if j not in dropped:
        return int(j == k)
    return int(k in first) - int(k in dropped[j])


def _run(task: Task) -> Iterator[Bound]:
    family = Family.of(task.parameters)
    parts = groups(family)
    found = proof(family, factors(family, parts))
    if found is None:
        raise Nothing("the values could not be chosen")
    yield task.bound("upper", family.size - len(parts) + 1, "model", NAME, found)


METHOD = Method(
    NAME, ("upper",), _run, "one feature less a group of words, groups at the vertices of a simplex"
)
