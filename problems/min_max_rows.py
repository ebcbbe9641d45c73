"""The inequalities of the smallest and the largest number of a list: every list (literal) or a few (compact).

Numbers are 0..M-1 here, a list is a histogram h with sum n, and with a_i = alpha_i v_i the head sees
sum_i h_i a_i.  A classifier theta answers x on it, strictly, iff

    <theta_x - theta_y, sum_i h_i a_i> > 0  for every y other than x.

Rows are those inequalities with the sign turned, ``... < 0``, a row for each list and each wrong answer y.
literal: all lists.  compact: for the smallest number x, the lists {x, i, .., i} with i >= x; with
c_i = <theta_x - theta_y, a_i> all lists of answer x are right against y iff
c_x + (n-1) min_{i >= x} c_i > 0, and the list i = x says c_x > 0.  The largest number is the mirror image.
That is (M-1) M (M+1) / 2 rows a task whatever n is.
Source: the task and model of "Attention-based representations for multi-task computation" (2026), written
as linear inequalities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from lpbounds.linear_program import RowBuilder, StrictSystem
from problems.min_max_check import TaskName

Vector = Sequence[int]


class List(NamedTuple):
    """A list with its answer.

    Attributes:
        counts: pairs of a number and how often it occurs, by number.
        answer: the number to be named.
    """

    counts: tuple[tuple[int, int], ...]
    answer: int


class Row(NamedTuple):
    """The inequality of one list against one wrong answer."""

    list: List
    wrong: int


def literal_lists(numbers: int, n: int, task: TaskName) -> Iterator[List]:
    """Yield every list of n numbers out of 0..numbers-1."""
    for drawn in combinations_with_replacement(range(numbers), n):
        yield List(tuple(sorted(Counter(drawn).items())), drawn[0] if task == "min" else drawn[-1])


def compact_lists(numbers: int, n: int, task: TaskName) -> Iterator[List]:
    """Yield the lists that stand for all: x once, and one i on the far side of x for the rest."""
    for x in range(numbers):
        for i in range(x, numbers) if task == "min" else range(x + 1):
            if i == x or n > 1:
                counts = Counter({x: 1}) + Counter({i: n - 1})
                yield List(tuple(sorted(counts.items())), x)


def rows(lists: Sequence[List], numbers: int) -> list[Row]:
    """Return a row for each list and each wrong answer."""
    return [Row(item, y) for item in lists for y in range(numbers) if y != item.answer]


def classifier_system(points: Sequence[Vector], listed: Sequence[Row]) -> StrictSystem:
    """Return the system in theta for fixed a_i; columns are theta_0, ..., theta_{M-1}, each of d entries.

    Args:
        points: the integer vectors a_i, shape (M, d).
        listed: the rows.
    """
    numbers, width = len(points), len(points[0])
    builder = RowBuilder(numbers * width)
    triplets: list[tuple[int, int, int]] = []
    for place, (item, wrong) in enumerate(listed):
        for axis in range(width):
            entry = sum(count * points[i][axis] for i, count in item.counts)
            triplets += [(place, item.answer * width + axis, -entry), (place, wrong * width + axis, entry)]
    places, columns, entries = zip(*triplets, strict=True) if triplets else ((), (), ())
    builder.add_triplets(len(listed), places, columns, entries)
    return StrictSystem(builder.matrix(), row_name=lambda place: name(listed[place]))


def weight_system(
    values: Sequence[Vector], classifiers: dict[TaskName, Sequence[Vector]], listed: dict[TaskName, list[Row]]
) -> StrictSystem:
    """Return the system in the weights alpha for fixed values and classifiers, alpha > 0 included.

    Args:
        values: the integer vectors v_i, shape (M, d).
        classifiers: theta of each task, integer vectors, shape (M, d).
        listed: the rows of each task.
    """
    numbers = len(values)
    builder = RowBuilder(numbers)
    builder.add([[i] for i in range(numbers)], [[-1]] * numbers)
    for task, theta in classifiers.items():
        products = [[dot(row, value) for value in values] for row in theta]
        for (counts, answer), wrong in listed[task]:
            columns = [i for i, _ in counts]
            entries = [count * (products[wrong][i] - products[answer][i]) for i, count in counts]
            builder.add([columns], [entries])
    return StrictSystem(builder.matrix(), frozenset(range(numbers)))


def dot(one: Vector, other: Vector) -> int:
    """Return the inner product of two integer vectors."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def name(row: Row) -> str:
    """Return a row for people, numbers counted from 1."""
    counts = ", ".join(f"{i + 1} x{count}" for i, count in row.list.counts)
    return f"list ({counts}): {row.list.answer + 1} against {row.wrong + 1}"
