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
    search = _Search(values, n, tasks, nodes)
    for circuit in circuits(values):
        search.learn(circuit)
    refutation = search.explore([])
    return search.head if search.head is not None else search.tree(refutation, [])


@dataclass(frozen=True)
class _Leaf:
    """A contradiction: {row: multiplier}, rows by number."""

    multipliers: dict[int, int]

    @property
    def used(self) -> frozenset[int]:
        return frozenset(self.multipliers)


@dataclass(frozen=True)
class _Split:
    """A condition whose cases, rows by number, are each refuted by a part of their own."""

    condition: Condition
    cases: list[int]
    parts: list[_Leaf | _Split]

    @property
    def used(self) -> frozenset[int]:
        return frozenset().union(*(part.used for part in self.parts)) - frozenset(self.cases)


@dataclass
class _Search:
    """The state of a search; every inequality on beta is a row with a number.

    Attributes:
        certain: conditions of one case, by the number of its row: they hold everywhere.
        choices: conditions of two cases.
    """

    values: Sequence[Vector]
    n: int
    tasks: Sequence[TaskName]
    nodes: int
    rows: list[list[int]] = field(default_factory=list)
    certain: dict[int, Condition] = field(default_factory=dict)
    choices: list[Condition] = field(default_factory=list)
    head: Head | None = None

    def learn(self, dependency: Sequence[int]) -> None:
        """Take in the conditions of a dependency."""
        for condition in conditions(dependency, self.n, self.tasks):
            if len(condition.cases) == 1:
                self.certain[self._number(condition.cases[0])] = condition
            else:
                self.choices.append(condition)

    def _number(self, row: list[int]) -> int:
        self.rows.append(row)
        return len(self.rows) - 1

    def explore(self, path: list[int]) -> _Leaf | _Split:
        """Refute all weights that obey the rows on ``path``; void once a head is found."""
        verdict = self._weights([*path, *self.certain])
        if isinstance(verdict, _Leaf):
            return verdict
        broken = next((condition for condition in self.choices if not is_met(condition, verdict)), None)
        if broken is not None:
            return self._split(broken, path)
        return _Leaf({}) if self._finish(verdict) else self.explore(path)

    def _split(self, condition: Condition, path: list[int]) -> _Leaf | _Split:
        cases: list[int] = []
        parts: list[_Leaf | _Split] = []
        for row in condition.cases:
            cases.append(self._number(row))
            parts.append(self.explore([*path, cases[-1]]))
            if self.head is not None or cases[-1] not in parts[-1].used:
                # The refutation does without this case, so it refutes the whole.
                return parts[-1]
        return _Split(condition, cases, parts)

    def _weights(self, numbers: list[int]) -> list[int] | _Leaf:
        """Return beta > 0 that obeys the rows with these numbers, or the contradiction between them."""
        self.nodes -= 1
        if self.nodes < 0:
            raise Open("the nodes allowed ran out")
        count = len(self.values)
        builder = RowBuilder(count)
        if numbers:
            builder.add([range(count)] * len(numbers), [self.rows[number] for number in numbers])
        # beta > 0 comes last: the multipliers of the rows before it are the proof.
        builder.add([[i] for i in range(count)], [[-1]] * count)
        verdict = decide(StrictSystem(builder.matrix(), frozenset(range(count))))
        if isinstance(verdict, Feasible):
            return verdict.point
        if isinstance(verdict, Infeasible):
            used = verdict.multipliers.items()
            return _Leaf({numbers[place]: weight for place, weight in used if place < len(numbers)})
        raise Open(verdict.reason)

    def tree(self, node: _Leaf | _Split, path: list[int]) -> Tree:
        """Return a refutation as a certificate states it: every condition in use is a branch."""
        if isinstance(node, _Split):
            pairs = zip(node.parts, node.cases, strict=True)
            return {
                **node.condition._asdict(), "cases": [self.tree(part, [*path, case]) for part, case in pairs]
            }
        for number in node.multipliers:
            if number not in path:
                return {**self.certain[number]._asdict(), "cases": [self.tree(node, [*path, number])]}
        return {"multipliers": [node.multipliers.get(number, 0) for number in path]}

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
        self.learn(learned)
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
