"""Whether some positive weights make a head of given integer values: decided with proof, or left open.

Dependencies of the values force conditions on beta_i = 1/alpha_i, each a choice between at most two linear
inequalities.  A depth-first search over the choices either ends in contradictions only, a tree that refutes
every choice of weights at once, or reaches weights that meet all conditions; classifiers for those are an
exact linear program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import lcm
from typing import Any

from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.rationals import primitive
from problems.min_max_check import TaskName
from problems.min_max_dependencies import Condition, circuits, conditions, is_met
from problems.min_max_heads import Head
from problems.min_max_rows import Vector, classifier_system, compact_lists, rows

Tree = dict[str, Any]


class Open(Exception):
    """Raised when neither weights nor a refutation were found."""


@dataclass(frozen=True)
class Refuted:
    """Multipliers that cancel for fixed a_i, as entries [task, x, y, i, weight] of a certificate."""

    lists: list[list[Any]]


def classify(points: Sequence[Vector], n: int, task: TaskName) -> list[list[int]] | Refuted:
    """Return a classifier for fixed integer vectors a_i, or the proof that there is none.

    Raises:
        Open: the linear program could not be certified either way.
    """
    numbers, width = len(points), len(points[0])
    if numbers == 1:
        return [[0] * width]
    listed = rows(list(compact_lists(numbers, n, task)), numbers)
    verdict = decide(classifier_system(points, listed))
    if isinstance(verdict, Feasible):
        return [verdict.point[x * width : (x + 1) * width] for x in range(numbers)]
    if not isinstance(verdict, Infeasible):
        raise Open(verdict.reason)
    entries: list[list[Any]] = []
    for place, weight in sorted(verdict.multipliers.items()):
        (counts, x), y = listed[place]
        others = [i for i, _ in counts if i != x]
        # The list of n copies of x is {x, i, .., i} with i = x.
        entries.append([task, x, y, others[0] if others else x, weight])
    return Refuted(entries)


def head_for(
    values: Sequence[Vector], weights: Sequence[int], n: int, tasks: Sequence[TaskName]
) -> Head | Refuted:
    """Return the head with these values and weights, or the proof that no classifiers make one.

    Raises:
        Open: a linear program could not be certified either way.
    """
    points = [[weight * entry for entry in value] for weight, value in zip(weights, values, strict=True)]
    found: dict[TaskName, list[list[int]]] = {}
    for task in tasks:
        theta = classify(points, n, task)
        if isinstance(theta, Refuted):
            return theta
        found[task] = theta
    return Head(list(weights), [list(value) for value in values], found)


def decide_weights(
    values: Sequence[Vector], n: int, tasks: Sequence[TaskName], nodes: int
) -> Head | Tree:
    """Return a head with these values, or a tree that refutes every choice of weights.

    Args:
        values: integer vectors, shape (M, d).
        n: numbers in a list, at least 2.
        tasks: the tasks.
        nodes: how many linear programs on the weights may be solved.

    Raises:
        Open: the weights that meet all conditions on dependencies make no head, or ``nodes`` ran out.
    """
    known = [condition for circuit in circuits(values) for condition in conditions(circuit, n, tasks)]
    return _Search(values, n, tasks, known, nodes).run()


@dataclass
class _Search:
    values: Sequence[Vector]
    n: int
    tasks: Sequence[TaskName]
    known: list[Condition]
    nodes: int
    head: Head | None = field(default=None)

    def run(self) -> Head | Tree:
        tree = self.explore([])
        return self.head if self.head is not None else tree

    def explore(self, path: list[list[int]]) -> Tree:
        """Return a refutation of everything below ``path``; what it returns is void once a head is found."""
        verdict = self._weights(path)
        if isinstance(verdict, Infeasible):
            return {"multipliers": [verdict.multipliers.get(place, 0) for place in range(len(path))]}
        beta = verdict.point
        broken = self._broken(beta)
        if not broken:
            if self._finish(beta):
                return {}
            broken = self._broken(beta)
        if not broken:
            raise Open("two answers are inseparable at some weights, for no reason found")
        chosen = min(broken, key=lambda condition: len(condition.cases))
        subtrees: list[Tree] = []
        for case in chosen.cases:
            subtrees.append(self.explore([*path, case]))
            if self.head is not None:
                return {}
        return {**chosen._asdict(), "cases": subtrees}

    def _broken(self, beta: Sequence[int]) -> list[Condition]:
        return [condition for condition in self.known if not is_met(condition, beta)]

    def _weights(self, path: list[list[int]]) -> Feasible | Infeasible:
        self.nodes -= 1
        if self.nodes < 0:
            raise Open("the nodes allowed ran out")
        builder = RowBuilder(len(self.values))
        for row in path:
            builder.add([range(len(row))], [row])
        # Strictly positive weights come last, so that the other multipliers alone are the proof.
        builder.add([[i] for i in range(len(self.values))], [[-1]] * len(self.values))
        verdict = decide(StrictSystem(builder.matrix(), frozenset(range(len(self.values)))))
        if isinstance(verdict, Feasible | Infeasible):
            return verdict
        raise Open(verdict.reason)

    def _finish(self, beta: Sequence[int]) -> bool:
        """Take the head with these weights, or learn a dependency whose condition they break."""
        scale = lcm(*beta)
        weights = [scale // entry for entry in beta]
        head = head_for(self.values, weights, self.n, self.tasks)
        if isinstance(head, Head):
            self.head = head
            return True
        learned = inseparable_pair(self.values, weights, self.n, self.tasks)
        if learned is None:
            raise Open("some weights separate every two answers, but have no classifier")
        self.known += conditions(learned, self.n, self.tasks)
        return False


def inseparable_pair(
    values: Sequence[Vector], weights: Sequence[int], n: int, tasks: Sequence[TaskName]
) -> list[int] | None:
    """Return a dependency that shows two answers to be inseparable at these weights, or None.

    Multiples h and g of lists of the two answers with the same sum give the dependency alpha_i (h_i - g_i).
    """
    numbers = len(values)
    points = [[weight * entry for entry in value] for weight, value in zip(weights, values, strict=True)]
    for task in tasks:
        listed = rows(list(compact_lists(numbers, n, task)), numbers)
        for pair in combinations(range(numbers), 2):
            chosen = [row for row in listed if {row.list.answer, row.wrong} == set(pair)]
            verdict = decide(classifier_system(points, chosen))
            if isinstance(verdict, Infeasible):
                difference = [0] * numbers
                for place, weight in verdict.multipliers.items():
                    sign = 1 if chosen[place].list.answer == pair[0] else -1
                    for i, count in chosen[place].list.counts:
                        difference[i] += sign * weight * count
                return primitive(w * d for w, d in zip(weights, difference, strict=True))
    return None
