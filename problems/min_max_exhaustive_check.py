"""Replays an exhaustive search: no integer values within a limit make a head for min, max or both.

``refuted`` lists short sequences of values, each with a proof that no head has these values in this order for
some of its numbers (keeping only lists of those numbers).  Signed permutations of the coordinates carry a
refuted sequence to others; with both tasks so does the reversal.  The checker walks through all sequences of
values, cuts where a refuted one is contained, and must never reach M values.

Proofs.  ``lists``: multipliers of correctness conditions that cancel, for uniform weights.  Or a tree of
dependencies sum_i k_i v_i = 0.  With beta_i = 1/alpha_i, counts h and g (up to positive factors) with
h - g = (beta_i k_i) have the same sum; if h belongs to answer x and g to answer y, the head errs.  For the
smallest number, x < y, k_x > 0, k_i = 0 for i < x and k_i >= 0 for i < y, such h and g exist unless

    (n-1) k_x beta_x < sum_{i > x, i != y} k_i^+ beta_i
                       + max(k_y^+ beta_y, k_y beta_y + sum_{i > y} k_i^- beta_i / (n-1)),

one linear inequality in beta for each of the two cases.  A leaf adds up the inequalities on its path to a
contradiction with beta > 0 (or beta = 1 for uniform weights).

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import gcd, inf, isqrt
from typing import Any, Dict, Iterator, List, Sequence, Set, Tuple

Vector = Tuple[int, ...]
Places = Tuple[int, ...]


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def proved(claim: Dict[str, Any], base: Any) -> float:
    """Return the claimed bound if the search covers everything below it."""
    tools = getattr(base, "shared", base)
    asked, proof = tools.question(claim), claim["proof"]
    require(claim["side"] == "lower", "a search bounds from below")
    require(asked.n >= 2 and asked.numbers >= 2, "a search needs two numbers and lists of two")
    value = inf if claim["value"] == "inf" else tools.integer(claim["value"], 1)
    width, limit = tools.below(asked, value)
    require(width is not None and limit is not None, "an unlimited search")
    domain = Domain(width, limit, not asked.uniform)
    refuted: Set[Places] = set()
    for entry in proof["refuted"]:
        values = [tuple(vector) for vector in entry["values"]]
        # What a weaker claim does not search need not be refuted.
        if all(vector in domain.place for vector in values):
            refute(entry, values, asked)
            sequence = tuple(domain.place[vector] for vector in values)
            refuted.update(domain.images(sequence, len(asked.tasks) == 2))
    walk(domain, refuted, asked.numbers)
    return value


class Domain:
    """The values that a search has to try, with the signed permutations of coordinates acting on them."""

    def __init__(self, width: int, limit: Tuple[str, int], primitive: bool, symmetric: bool = True) -> None:
        """List nonzero vectors within ``limit``, the primitive ones only where weights absorb factors.

        Where ``symmetric`` is false the identity stands for all signed permutations.
        """
        reach = limit[1] if limit[0] == "entries" else isqrt(limit[1])
        vectors = [
            vector
            for vector in product(range(-reach, reach + 1), repeat=width)
            if any(vector) and fits(vector, limit) and (not primitive or gcd(*vector) == 1)
        ]
        self.vectors = sorted(vectors, key=lambda vector: (sum(e * e for e in vector), vector))
        self.place = {vector: place for place, vector in enumerate(self.vectors)}
        self.moves = [tuple(range(len(self.vectors)))]
        if symmetric:
            self.moves = self.signed_permutations(width)

    def signed_permutations(self, width: int) -> List[Places]:
        """Return every signed permutation of the coordinates as a permutation of the vectors."""
        return [
            tuple(self.place[tuple(s * vector[a] for s, a in zip(signs, order))] for vector in self.vectors)
            for order in permutations(range(width))
            for signs in product((1, -1), repeat=width)
        ]

    def images(self, sequence: Places, reversible: bool) -> Iterator[Places]:
        """Yield a sequence moved in every way; the reversal too when both tasks are asked for."""
        for move in self.moves:
            moved = tuple(move[place] for place in sequence)
            yield moved
            if reversible:
                yield moved[::-1]


def fits(vector: Vector, limit: Tuple[str, int]) -> bool:
    """Tell whether a vector is within the limit."""
    return limit[0] == "entries" or sum(entry * entry for entry in vector) <= limit[1]


def walk(domain: Domain, refuted: Set[Places], numbers: int) -> None:
    """Check that every sequence of values contains a refuted one, up to symmetry."""
    stack = [((), list(range(len(domain.vectors))), domain.moves)]  # type: List[Any]
    while stack:
        prefix, allowed, stabiliser = stack.pop()
        require(len(prefix) < numbers, "the search leaves values open")
        for place in allowed:
            # Of an orbit under what fixes the prefix the first vector stands for all.
            if all(move[place] >= place for move in stabiliser) and (place,) not in refuted:
                longer = (*prefix, place)
                rest = [other for other in allowed if not contains(refuted, prefix, place, other)]
                stack.append((longer, rest, [move for move in stabiliser if move[place] == place]))


def contains(refuted: Set[Places], prefix: Places, last: int, new: int) -> bool:
    """Tell whether a refuted sequence ends with ``last``, ``new`` and begins in ``prefix``."""
    for size in range(len(prefix) + 1):
        for chosen in combinations(prefix, size):
            if (*chosen, last, new) in refuted:
                return True
    return False


def refute(entry: Dict[str, Any], values: Sequence[Vector], asked: Any) -> None:
    """Check the proof that no head has these values in this order."""
    if "lists" in entry:
        require(asked.uniform, "weights are not fixed")
        cancel(entry["lists"], values, asked)
    else:
        branch(entry["tree"], values, asked, [])


def cancel(lists: Sequence[Any], values: Sequence[Vector], asked: Any) -> None:
    """Check that positive multiples of <theta_x - theta_y, v_x + (n-1) v_i> > 0 add up to 0 > 0."""
    require(len(lists) > 0, "no condition is used")
    sums: Dict[Tuple[str, int], List[int]] = {}
    for task, x, y, i, weight in lists:
        require(task in asked.tasks and isinstance(weight, int) and weight > 0, "a multiplier is wrong")
        require(min(x, y, i) >= 0 and x != y, "a condition is wrong")
        require(i >= x if task == "min" else i <= x, "a list has another answer")
        point = [weight * (a + (asked.n - 1) * b) for a, b in zip(values[x], values[i])]
        for place, sign in ((x, 1), (y, -1)):
            require(place < len(values), "a condition is wrong")
            total = sums.setdefault((task, place), [0] * len(point))
            sums[task, place] = [a + sign * b for a, b in zip(total, point)]
    require(not any(any(total) for total in sums.values()), "the conditions do not cancel")


def branch(tree: Any, values: Sequence[Vector], asked: Any, path: List[List[int]]) -> None:
    """Check a tree of cases; ``path`` holds the inequalities on beta assumed so far, each below 0."""
    if "multipliers" in tree:
        contradict(tree["multipliers"], path, asked.uniform)
        return
    dependency = tree["dependency"]
    require(len(dependency) == len(values), "a dependency has the wrong length")
    require(all(isinstance(k, int) for k in dependency), "a dependency is not integer")
    for column in zip(*values):
        require(sum(k * entry for k, entry in zip(dependency, column)) == 0, "not a dependency")
    require(tree["task"] in asked.tasks, "another task")
    cases = inequalities(dependency, tree["task"], tree["x"], tree["y"], asked.n)
    require(len(tree["cases"]) == len(cases), "a case is missing")
    for case, subtree in zip(cases, tree["cases"]):
        branch(subtree, values, asked, [*path, case])


def contradict(multipliers: Sequence[int], path: List[List[int]], uniform: bool) -> None:
    """Check that nonnegative multiples of the inequalities on the path add up to something not below 0."""
    require(len(multipliers) == len(path), "there is not one multiplier for each inequality")
    require(all(isinstance(m, int) and m >= 0 for m in multipliers), "a multiplier is wrong")
    require(any(multipliers), "no inequality is used")
    total = [sum(m * row[i] for m, row in zip(multipliers, path)) for i in range(len(path[0]))]
    require(sum(total) >= 0 if uniform else min(total) >= 0, "no contradiction")


def inequalities(dependency: Sequence[int], task: str, x: int, y: int, n: int) -> List[List[int]]:
    """Return the cases of the condition above as rows r, each saying <r, beta> < 0.

    The largest number mirrors the smallest.  Of two cases one is left out when it implies the other.
    """
    last = len(dependency) - 1
    if task == "max":
        return [row[::-1] for row in inequalities(dependency[::-1], "min", last - x, last - y, n)]
    require(0 <= x < y <= last and dependency[x] > 0, "the answers are not in order")
    require(not any(dependency[:x]) and min(dependency[x:y]) >= 0, "the signs do not fit the answers")
    first = [-(n - 1) * max(k, 0) for k in dependency]
    first[x] = (n - 1) ** 2 * dependency[x]
    second = [entry - max(-k, 0) if i > y else entry for i, (entry, k) in enumerate(zip(first, dependency))]
    second[y] = -(n - 1) * dependency[y]
    if all(a >= b for a, b in zip(first, second)):
        return [second]
    return [first] if all(a <= b for a, b in zip(first, second)) else [first, second]
