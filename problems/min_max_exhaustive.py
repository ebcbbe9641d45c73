"""Search over integer values: at random for heads, and exhaustive for certified least limits and widths.

Sequences of values are built number by number.  A sequence that no head can have, by itself or with others
around it, is refuted once with a proof, for all its images under signed permutations of the coordinates (and
the reversal, with both tasks).  If every sequence of M values contains a refuted one the size is impossible
and the refuted sequences are the certificate; if one of them makes a head, the size is possible.  The random
search extends a sequence by values drawn at random, with the same tests, and starts again when stuck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np

from lpbounds.bounds import Bound
from lpbounds.problem import Limits, Method, Nothing, Task
from problems.min_max_check import balls
from problems.min_max_constructions import head_bound
from problems.min_max_dependencies import conditions, is_met, kernel
from problems.min_max_exhaustive_check import Domain, Places
from problems.min_max_heads import Head
from problems.min_max_question import Question, asked, below
from problems.min_max_rows import Vector
from problems.min_max_weights import Open, Refuted, decide_weights, head_for

NAME = "exhaustive"
RANDOM = "random-search"
# Values drawn for one start of the random search, and the sizes that it tries from the lower bound on.
DRAWS = 200
TRIED_SIZES = 3
# Domains are not listed beyond these.
MOST_VALUES = 20_000
MOST_NORM = 10_000
# Linear programs on the weights for one sequence.
WEIGHT_NODES = 200
# Coordinates beyond this have too many signed permutations to list.
MOST_WIDTH = 5

Entry = dict[str, Any]


class Tired(Exception):
    """Raised when a search exceeds its nodes, with what it is short of."""


@dataclass
class Search:
    """A search for a head at one size.

    Attributes:
        question: what is asked.
        domain: the values to try.
        nodes: how many sequences may be tested.
        entries: the refuted sequences with their proofs.
        head: the head found, which ends the search.
        left_open: sequences of M values that were neither refuted nor made into a head.
    """

    question: Question
    domain: Domain
    nodes: int
    entries: list[Entry] = field(default_factory=list)
    head: Head | None = None
    left_open: int = 0
    refuted: set[Places] = field(default_factory=set)
    passed: set[Places] = field(default_factory=set)

    def load(self, entries: Sequence[Entry]) -> None:
        """Take over what a search in a smaller domain has refuted."""
        for entry in entries:
            self._record(tuple(self.domain.place[tuple(value)] for value in entry["values"]), entry)

    def run(self) -> None:
        """Try everything.

        Raises:
            Tired: the nodes ran out.
        """
        self._extend((), list(range(len(self.domain.vectors))), self.domain.moves)

    def run_at_random(self, rng: np.random.Generator, starts: int) -> None:
        """Draw sequences until one makes a head, ``starts`` times.

        Raises:
            Tired: the nodes ran out.
        """
        for _ in range(starts):
            sequence: Places = ()
            for place in rng.integers(len(self.domain.vectors), size=DRAWS).tolist():
                if not any(self._contains_refuted(sequence[:last], sequence[last], place)
                           for last in range(len(sequence))):
                    sequence = (*sequence, place)
                if self.head is not None:
                    return
                if len(sequence) == self.question.numbers:
                    break

    def _extend(self, prefix: Places, allowed: list[int], stabiliser: list[Places]) -> None:
        """Try every value in ``allowed`` after ``prefix``; with them it contains nothing refuted."""
        if len(prefix) + 1 == self.question.numbers:
            return
        for place in allowed:
            # Of an orbit under what fixes the prefix the first vector stands for all.
            if all(move[place] >= place for move in stabiliser):
                rest = [other for other in allowed if not self._contains_refuted(prefix, place, other)]
                if self.head is not None:
                    return
                self._extend((*prefix, place), rest, [move for move in stabiliser if move[place] == place])

    def _contains_refuted(self, prefix: Places, last: int, new: int) -> bool:
        """Test the sequences that end with ``last``, ``new``, short ones first."""
        for size in range(len(prefix) + 1):
            for chosen in combinations(prefix, size):
                if self.head is None and self._is_refuted((*chosen, last, new)):
                    return True
        return False

    def _is_refuted(self, sequence: Places) -> bool:
        if sequence in self.refuted:
            return True
        if sequence in self.passed:
            return False
        self.nodes -= 1
        if self.nodes < 0:
            raise Tired("the nodes allowed ran out")
        values = [self.domain.vectors[place] for place in sequence]
        is_whole = len(sequence) == self.question.numbers
        proof = self._proof(values, is_whole)
        if proof is None:
            if not is_whole:
                self.passed.update(self._images(sequence))
            return False
        self._record(sequence, {"values": [list(value) for value in values], **proof})
        return True

    def _record(self, sequence: Places, entry: Entry) -> None:
        self.entries.append(entry)
        self.refuted.update(self._images(sequence))

    def _images(self, sequence: Places) -> Iterator[Places]:
        return self.domain.images(sequence, len(self.question.tasks) == 2)

    def _proof(self, values: Sequence[Vector], is_whole: bool) -> Entry | None:
        dependencies = kernel(values)
        if not dependencies and not is_whole:
            return None
        try:
            found = self._uniform(values, dependencies) if self.question.uniform else self._free(values)
        except Open:
            self.left_open += is_whole
            return None
        if isinstance(found, Head):
            self.head = found if is_whole else None
            return None
        return found

    def _free(self, values: Sequence[Vector]) -> Head | Entry:
        found = decide_weights(values, self.question.n, self.question.tasks, WEIGHT_NODES)
        return found if isinstance(found, Head) else {"tree": found}

    def _uniform(self, values: Sequence[Vector], dependencies: list[list[int]]) -> Head | Entry:
        ones = [1] * len(values)
        if len(dependencies) == 1:
            for condition in conditions(dependencies[0], self.question.n, self.question.tasks):
                if not is_met(condition, ones):
                    leaves = [{"multipliers": [1]} for _ in condition.cases]
                    return {"tree": {**condition._asdict(), "cases": leaves}}
        found = head_for(values, ones, self.question.n, self.question.tasks)
        return {"lists": found.lists} if isinstance(found, Refuted) else found


def _run(task: Task) -> Iterator[Bound]:
    question = asked(task)
    if question.n == 1 or question.numbers == 1:
        raise Nothing("does not apply to one number")
    known: list[Entry] = []
    value = max(int(task.lower or 0), 1)
    while task.upper is None or value < task.upper:
        search = _search(task, question, value, known)
        if search.head is not None:
            bound = head_bound(task, question, search.head, NAME)
            if bound is not None:
                yield bound
            return
        if search.left_open:
            raise Nothing(f"at {value}: {search.left_open} choices of values stay open")
        value, known = value + 1, search.entries
        yield task.bound("lower", value, "proof", NAME, {"rule": "exhaustive", "refuted": known})


def _search(task: Task, question: Question, value: int, known: Sequence[Entry]) -> Search:
    """Return the finished search at a size.

    Raises:
        Nothing: it would be, or turned out to be, too large.
    """
    width, limit = below(question, value + 1)
    if width is not None and limit is not None:
        refuse_large(question, width, limit, task.limits.nodes)
    search = _fresh(task, question, value, symmetric=True)
    task.report(f"at {value}")
    if question.resource != "width":
        search.load(known)
    try:
        search.run()
    except Tired as failure:
        raise Nothing(f"at {value}: {failure} after {task.limits.nodes} sequences") from None
    return search


def refuse_large(question: Question, width: int, limit: tuple[str, int], nodes: int) -> None:
    """Raise ``Nothing`` where the sequences of d + 1 values, which decide most, outnumber the nodes.

    Whoever allows more nodes than by default wants to try anyway.
    """
    moves = 2**width * factorial(width)
    estimate = _count(width, limit) ** min(question.numbers, width + 1) // moves
    usual = Limits().nodes
    if width > MOST_WIDTH or estimate > nodes <= usual:
        sequences = f"about 2^{estimate.bit_length() - 1} sequences for {nodes} nodes"
        anyway = f"; more than {usual} nodes try anyway" if width <= MOST_WIDTH else ""
        raise Nothing(f"skipped at width {width}, {limit[0]} {limit[1]}: {sequences}{anyway}")


def _count(width: int, limit: tuple[str, int]) -> int:
    """Return how many integer vectors the limit allows."""
    kind, reach = limit
    return (2 * reach + 1) ** width if kind == "entries" else balls(width, min(reach, MOST_NORM))[-1]


def _run_at_random(task: Task) -> Iterator[Bound]:
    question = asked(task)
    if question.n == 1 or question.numbers == 1:
        raise Nothing("does not apply to one number")
    if task.limits.starts == 0:
        raise Nothing("skipped: no starts allowed")
    first = max(int(task.lower or 0), 1)
    for value in range(first, first + TRIED_SIZES):
        if task.upper is not None and value >= task.upper:
            break
        # Few sequences come up twice up to symmetry, and the symmetries of wide values take long to list.
        search = _fresh(task, question, value, symmetric=False)
        task.report(f"at {value}")
        # Seeded by the size as well: what is found at one does not depend on the sizes tried before.
        with suppress(Tired):
            search.run_at_random(np.random.default_rng([task.seed, value]), task.limits.starts)
        bound = None if search.head is None else head_bound(task, question, search.head, RANDOM)
        if bound is not None:
            yield bound
            return
    raise Nothing("no head found")


def _fresh(task: Task, question: Question, value: int, *, symmetric: bool) -> Search:
    width, limit = below(question, value + 1)
    if width is None or limit is None:
        raise Nothing("does not apply to real values")
    if width > MOST_WIDTH or _count(width, limit) > MOST_VALUES:
        raise Nothing(f"skipped at width {width}, {limit[0]} {limit[1]}: too many values to list")
    domain = Domain(width, limit, not question.uniform, symmetric)
    return Search(question, domain, task.limits.nodes)


RESOURCES = ("width", "entries", "squared-norm")
METHODS = (
    Method(RANDOM, ("upper",), _run_at_random, "sequences of integer values drawn at random", RESOURCES),
    Method(NAME, ("lower", "upper"), _run, "every sequence of integer values, up to symmetry", RESOURCES),
)
