"""Real width as a least rank: classifiers and values as factors of one matrix.

With a_i = alpha_i v_i the matrix G has a row <theta_k, a_i> for each classifier k of each task, both tasks
stacked, and a column for each number i.  A list h is answered by x iff sum_i h_i (G_xi - G_yi) > 0 for every
y other than x: linear conditions on G, and the least width is the least rank of a matrix that obeys them.
``lpbounds.factor_search`` looks for factors; the values are rounded, and the classifiers that go with them
are found exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.factor_search import Factors, Floats, candidates
from lpbounds.problem import Method, Nothing, Task
from problems.min_max_constructions import head_bound
from problems.min_max_heads import Head
from problems.min_max_question import Question, asked
from problems.min_max_rows import compact_lists, rows
from problems.min_max_weights import Open, head_for

NAME = "factor-search"
MOST_NUMBERS = 20
# Sizes of the rounded values, coarsest first so that certificates stay short.
BITS = (3, 6, 10, 16, 24)


@dataclass(frozen=True)
class ListConditions:
    """The conditions on G at the compact lists, a row of each array for each list and wrong answer.

    Attributes:
        shape: M for each task, and M.
        answers: row of G that is to win, shape (rows,).
        wrong: row of G that is to lose.
        lists: shape (rows, M), how often each number occurs, divided by the length of the list.
    """

    shape: tuple[int, int]
    answers: NDArray[np.int64]
    wrong: NDArray[np.int64]
    lists: Floats

    @property
    def are_on_ratios(self) -> bool:
        """Whether rows may be scaled: they may not, since rows compete."""
        return False

    def loss(self, entries: Floats, margin: float) -> tuple[float, Floats]:
        """Return the sum of squared violations, and its gradient.

        Args:
            entries: G, shape ``shape``.
            margin: by how much each answer is to win.
        """
        leads = ((entries[self.answers] - entries[self.wrong]) * self.lists).sum(axis=1)
        excess = np.maximum(margin - leads, 0.0)
        pushes = 2 * excess[:, None] * self.lists
        gradient = np.zeros(self.shape)
        np.subtract.at(gradient, self.answers, pushes)
        np.add.at(gradient, self.wrong, pushes)
        return float(excess @ excess), gradient


def conditions(question: Question, n: int) -> ListConditions:
    """Return the conditions of all tasks on lists of n numbers."""
    numbers = question.numbers
    listed = [
        (place * numbers, row)
        for place, task in enumerate(question.tasks)
        for row in rows(list(compact_lists(numbers, n, task)), numbers)
    ]
    lists = np.zeros((len(listed), numbers))
    for line, (_, row) in enumerate(listed):
        for number, count in row.list.counts:
            lists[line, number] = count / n
    answers = np.array([first + row.list.answer for first, row in listed])
    wrong = np.array([first + row.wrong for first, row in listed])
    return ListConditions((len(question.tasks) * numbers, numbers), answers, wrong, lists)


def lengths(n: int) -> list[int]:
    """Return 2, 4, .. up to n: longer lists are harder."""
    return [length for length in (2**power for power in range(1, n.bit_length())) if length < n] + [n]


def exact_head(factors: Factors, question: Question) -> Head | None:
    """Return a head with the values of ``factors``, rounded, or None when no rounding has classifiers."""
    keys = factors.keys / np.abs(factors.keys).max()
    for bits in BITS:
        values = [[round(entry * 2**bits) for entry in row] for row in keys.tolist()]
        try:
            head = head_for(values, [1] * question.numbers, question.n, question.tasks)
        except Open:
            continue
        if isinstance(head, Head):
            return head
    return None


def _run(task: Task) -> Iterator[Bound]:
    question = asked(task)
    if not 2 <= question.numbers <= MOST_NUMBERS:
        raise Nothing(f"needs 2 to {MOST_NUMBERS} numbers")
    path = [conditions(question, n) for n in lengths(question.n)]
    most = question.numbers if task.upper is None else int(task.upper) - 1
    for rank in range(max(int(task.lower or 0), 1), most + 1):
        for factors in candidates(path, rank, task.limits.starts, task.seed, task.report):
            head = exact_head(factors, question)
            bound = None if head is None else head_bound(task, question, head, NAME)
            if bound is not None:
                yield bound
                return
    raise Nothing(f"no head found in {task.limits.starts} starts at each width")


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "classifiers and values as factors of a matrix of small rank, found by smooth search",
    ("real-width",),
)
