"""Hill climbing for heads with free weights that the reversal of the numbers maps to themselves.

The values satisfy v_{M-1-i} = P v_i for a reflection P that permutes coordinates and flips signs, and the
weights alpha_{M-1-i} = alpha_i.  A classifier theta for the smallest number then gives P theta, reversed, for
the largest, so that one task decides both, and the climb moves half of the values.  Feasibility only shrinks
with the length of the lists, and the rows make sense for a real length: what is raised is the largest real
length at which a head works, from just above 1, where any values on distinct rays do.  What floats propose is
decided in integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.errors import SolverFailure
from lpbounds.highs import Highs
from lpbounds.problem import Method, Nothing, Task
from problems.min_max_constructions import extent, head_bound
from problems.min_max_heads import Head
from problems.min_max_question import Question, asked, below
from problems.min_max_rows import compact_lists, rows
from problems.min_max_weights import Open, head_for

NAME = "mirror-climb"
TRIED_SIZES = 3
MOST_NUMBERS = 12
FIRST_LENGTH = 1.3
STEP, LEAP = 1.01, 1.1
# Failed moves in a row after which a climb ends, and draws after which no start is found.
MOST_FAILURES = 250
MOST_DRAWS = 200
# Largest quotient of two weights, as a logarithm: HiGHS drops small coefficients.
MOST_SPREAD = 17.0
CLEAR_MARGIN = 1e-7
JITTERS = (0.03, 0.2, 1.0)
SCALE = 10**6


@dataclass(frozen=True)
class Half:
    """Values and logarithms of weights of the first half of the numbers.

    Attributes:
        values: integers, shape (ceil(M/2), d).
        logs: shape (ceil(M/2),).
    """

    values: NDArray[np.int64]
    logs: NDArray[np.float64]


class Mirror:
    """The program for the smallest number at a reflection, with lists of real length."""

    def __init__(self, numbers: int, reflection: NDArray[np.int64]) -> None:
        """Take M and the reflection, shape (d, d)."""
        self.numbers, self.reflection = numbers, reflection
        listed = rows(list(compact_lists(numbers, 2, "min")), numbers)
        self._answers = np.array([row.list.answer for row in listed])
        self._wrong = np.array([row.wrong for row in listed])
        self._others = np.array([max(i for i, _ in row.list.counts) for row in listed])
        width = len(reflection)
        axes = np.arange(width)
        pairs = [self._answers[:, None] * width + axes, self._wrong[:, None] * width + axes]
        self._columns = np.concatenate(pairs, axis=1)
        self._highs = Highs(presolve="off")

    def whole(self, half: Half) -> Half:
        """Return values, shape (M, d), and logarithms, shape (M,), of all numbers."""
        second = self.numbers // 2
        mirrored = half.values[:second] @ self.reflection.T
        values = np.concatenate([half.values, mirrored[::-1]])
        return Half(values, np.concatenate([half.logs, half.logs[:second][::-1]]))

    def fitting(self, half: Half) -> Half:
        """Return ``half`` with the value of the middle number, if there is one, fixed by the reflection."""
        if self.numbers % 2 == 0:
            return half
        values = half.values.copy()
        for axis, column in enumerate(self.reflection.T):
            image = int(np.flatnonzero(column)[0])
            if axis < image:
                values[-1, image] = column[image] * values[-1, axis]
            elif column[axis] < 0:
                values[-1, axis] = 0
        return Half(values, half.logs)

    def works(self, half: Half, length: float) -> bool:
        """Tell whether, in floats, there is a classifier at this length."""
        whole = self.whole(half)
        points = np.exp(whole.logs - whole.logs.max())[:, None] * whole.values
        sums = points[self._answers] + (length - 1) * points[self._others]
        sizes = np.abs(sums).max(axis=1, keepdims=True)
        if not sizes.all():
            return False
        entries = np.concatenate([-sums / sizes, sums / sizes], axis=1)
        try:
            margin = self._highs.margin(self.numbers * len(self.reflection), self._columns, entries)
        except SolverFailure:
            # One program that does not solve costs a move, not the climb.
            return False
        return margin > CLEAR_MARGIN

    def head(self, half: Half, question: Question) -> Head | None:
        """Return the exact head, or None when there is none."""
        whole = self.whole(half)
        weights = np.rint(np.exp(whole.logs - whole.logs.min()) * SCALE).astype(np.int64)
        try:
            head = head_for(whole.values.tolist(), weights.tolist(), question.n, question.tasks)
        except Open:
            return None
        return head if isinstance(head, Head) else None


def reflections(width: int) -> list[NDArray[np.int64]]:
    """Return signed permutations of order two up to conjugation: swaps of pairs, then signs of the rest."""
    found = []
    for swaps in range(width // 2 + 1):
        for flips in range(width - 2 * swaps + 1):
            matrix = np.diag([1] * (width - flips) + [-1] * flips)
            for place in range(0, 2 * swaps, 2):
                matrix[[place, place + 1]] = matrix[[place + 1, place]]
            found.append(matrix)
    return [matrix for matrix in found if not np.array_equal(matrix, np.eye(width, dtype=np.int64))]


def climb(
    mirror: Mirror, question: Question, limit: tuple[str, int], rng: np.random.Generator
) -> Head | None:
    """Return a head for lists of ``question.n``, or None when this start leads to none."""
    half, length, failures = _start(mirror, limit, rng), FIRST_LENGTH, 0
    while half is not None and length < question.n and failures < MOST_FAILURES:
        moved, wanted = _moved(mirror, half, limit, rng), min(length * STEP, question.n)
        if moved is None or not mirror.works(moved, wanted):
            failures += 1
        else:
            half, failures = moved, 0
            length = _raised(mirror, half, wanted, question.n)
    return mirror.head(half, question) if half is not None and length >= question.n else None


def _raised(mirror: Mirror, half: Half, length: float, most: int) -> float:
    """Return a length of at least ``length``, where ``half`` works, to which it still does."""
    while length < most and mirror.works(half, min(length * LEAP, most)):
        length = min(length * LEAP, most)
    return length


def _start(mirror: Mirror, limit: tuple[str, int], rng: np.random.Generator) -> Half | None:
    count, width = -(-mirror.numbers // 2), len(mirror.reflection)
    for _ in range(MOST_DRAWS):
        half = mirror.fitting(Half(_draw(limit, (count, width), rng), rng.normal(size=count)))
        if _fits(half, limit) and mirror.works(half, FIRST_LENGTH):
            return half
    return None


def _draw(limit: tuple[str, int], shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    most = limit[1] if limit[0] == "entries" else isqrt(limit[1])
    return rng.integers(-most, most, size=shape, endpoint=True)


def _moved(
    mirror: Mirror, half: Half, limit: tuple[str, int], rng: np.random.Generator
) -> Half | None:
    """Return ``half`` with values, weights or both changed; None when that breaks the limit."""
    values, logs = half.values.copy(), half.logs.copy()
    kind, number = rng.integers(4), rng.integers(len(values))
    if kind == 0:
        values[number, rng.integers(values.shape[1])] = _draw(limit, (), rng)
    elif kind == 1:
        values[number] = _draw(limit, values.shape[1:], rng)
    if kind >= 1:
        logs[rng.integers(len(logs))] += rng.normal() * rng.choice(JITTERS)
    if kind == 3:
        logs += rng.normal(size=len(logs)) * 0.1
    moved = mirror.fitting(Half(values, logs))
    return moved if _fits(moved, limit) and np.ptp(logs) <= MOST_SPREAD else None


def _fits(half: Half, limit: tuple[str, int]) -> bool:
    values: Sequence[Sequence[int]] = half.values.tolist()
    return bool(half.values.any(axis=1).all()) and extent(limit[0], values) <= limit[1]


def _run(task: Task) -> Iterator[Bound]:
    question = asked(task)
    if question.uniform or len(question.tasks) < 2 or not 2 <= question.numbers <= MOST_NUMBERS:
        raise Nothing("does not apply here")
    first = max(int(task.lower or 0), 1)
    for value in range(first, first + TRIED_SIZES):
        if task.upper is not None and value >= task.upper:
            break
        bound = _bound_at(value, question, task)
        if bound is not None:
            yield bound
            return
    raise Nothing("no head found")


def _bound_at(value: int, question: Question, task: Task) -> Bound | None:
    width, limit = below(question, value + 1)
    if width is None or limit is None or question.n < 2:
        raise Nothing("does not apply here")
    mirrors = [Mirror(question.numbers, reflection) for reflection in reflections(width)]
    for start in range(task.limits.starts):
        task.report(f"at {value}, start {start + 1} of {task.limits.starts}")
        # Seeded by the size as well: what is found at one does not depend on the sizes tried before.
        rng = np.random.default_rng([task.seed, value, start])
        head = climb(mirrors[start % len(mirrors)], question, limit, rng) if mirrors else None
        bound = None if head is None else head_bound(task, question, head, NAME)
        if bound is not None:
            return bound
    return None


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "hill climbing over values that a reflection maps to those of the reversed numbers",
    ("width", "entries", "squared-norm"),
)
