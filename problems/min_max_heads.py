"""Heads for the smallest and the largest number of a list, and the heads known in closed form.

Every head is exact and right at its M and n by construction; its certificate is checked all the same.  Lists
have n numbers out of 0..M-1, K = max(n, 2).

- one number: no value is needed.
- independent: v_i = e_i.  Uniform weights, any tasks, width M.
- rays: v_i on distinct rays, theta_i close to v_i/|v_i|, weights so steep that the smallest (or largest)
  number outweighs the rest.  One task.
- triangle: v = (1,0), (0,1), (-1,-1), weights 2n^2, 1, 2n^2.  Both tasks at M = 3, width 2.
- powers: v_i = (K^(M-1-i), K^i, 1); sums of K^(M-1-i) lie in disjoint intervals for different smallest i.
  One task leaves out one coordinate.  Uniform weights.
- direct sum: runs of numbers with coordinates of their own.
- grid: numbers (a, b), a block of s for each a, v = (e_a tensor (1, b - c), e_b), weights K^(Ca - b).  The
  block of the largest number outweighs all, the classifier of the smallest scales blocks the other way;
  inside a block the smallest b is the heaviest and the average of b shows it, the coordinates e_b show the
  largest.  Both tasks, width 2 ceil(M/s) + s, entries about s/2.

Sources: independent, rays (sign vectors) and the task are in "Attention-based representations for multi-task
computation" (2026); the others are worked out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple

from lpbounds.rationals import text
from problems.min_max_check import TaskName
from problems.min_max_rows import Vector, dot

Classifiers = dict[TaskName, list[list[int]]]


class Powers(NamedTuple):
    """Weights base^exponent."""

    base: int
    exponents: list[int]


@dataclass(frozen=True)
class Head:
    """A head with its classifiers.

    Attributes:
        weights: one positive integer for each number, or powers of a base.
        values: the integer vectors v_i.
        classifiers: theta of each task, integer vectors.
    """

    weights: list[int] | Powers
    values: list[list[int]]
    classifiers: Classifiers

    def proof(self) -> dict[str, Any]:
        """Return the head as the proof of a certificate of kind ``model``."""
        if isinstance(self.weights, Powers):
            weights: Any = self.weights._asdict()
        else:
            weights = [text(weight) for weight in self.weights]
        return {"weights": weights, "values": self.values} | dict(self.classifiers)

    def listed_weights(self) -> list[int]:
        """Return the weights as integers."""
        if isinstance(self.weights, Powers):
            return [self.weights.base**exponent for exponent in self.weights.exponents]
        return self.weights

    def folded(self) -> Head:
        """Return the same head with uniform weights: values alpha_i v_i."""
        pairs = zip(self.listed_weights(), self.values, strict=True)
        values = [[weight * entry for entry in value] for weight, value in pairs]
        return Head([1] * len(values), values, self.classifiers)


def unit(width: int, place: int, entry: int = 1) -> list[int]:
    """Return the vector of this width with one entry at ``place``."""
    return [entry if axis == place else 0 for axis in range(width)]


def independent(numbers: int, n: int, tasks: Sequence[TaskName]) -> Head:
    """Return the head with v_i = e_i: scores K^(M-1-x) h_x, or K^x h_x, put one number above the others."""
    powers = {"min": lambda x: numbers - 1 - x, "max": lambda x: x}
    classifiers: Classifiers = {
        task: [unit(numbers, x, n ** powers[task](x)) for x in range(numbers)] for task in tasks
    }
    return Head([1] * numbers, [unit(numbers, x) for x in range(numbers)], classifiers)


def one_number(tasks: Sequence[TaskName]) -> Head:
    """Return the head of width 0 for M = 1, where there is nothing to tell apart."""
    return Head([1], [[]], {task: [[]] for task in tasks})


def triangle(n: int, tasks: Sequence[TaskName]) -> Head:
    """Return the planar head for three numbers."""
    steep, middle = 4 * n, 2 * n**3
    # In the sum (s_1, s_2), scaled by 2 n^2, numbers 1 and 3 count 2 n^2 and number 2 counts 1.
    known: Classifiers = {
        "min": [[steep, -steep], [-middle, middle], [-1, 0]],
        "max": [[0, 0], [-1, middle], [-1, -steep]],
    }
    values = [[1, 0], [0, 1], [-1, -1]]
    return Head([2 * n**2, 1, 2 * n**2], values, {task: known[task] for task in tasks})


def rays(vectors: Sequence[Vector], n: int, task: TaskName) -> Head:
    """Return the head for one task whose values are ``vectors``, which lie on distinct rays."""
    norms = [dot(vector, vector) for vector in vectors]
    # For distinct rays 1 - cos >= 1/(2 |v|^2 |u|^2), far above the error of these lengths.
    scale = 16 * max(norms) ** 3
    lengths = [1 if len(set(norms)) == 1 else isqrt(scale**2 // norm) for norm in norms]
    theta = [[length * entry for entry in vector] for length, vector in zip(lengths, vectors, strict=True)]
    base = _steepness(vectors, theta, n)
    order = range(len(vectors))
    exponents = [len(vectors) - 1 - x if task == "min" else x for x in order]
    return Head(Powers(base, exponents), [list(vector) for vector in vectors], {task: theta})


def _steepness(vectors: Sequence[Vector], theta: Sequence[Vector], n: int) -> int:
    """Return a base K with K gap > (n - 1) spread, gap the least lead of a theta_x at v_x over others."""
    gap, spread = None, 1
    for x, vector in enumerate(vectors):
        scores = [dot(row, vector) for row in theta]
        own = scores[x]
        spread = max(spread, max(scores) - min(scores))
        leads = [own - score for y, score in enumerate(scores) if y != x]
        gap = min([*leads, own if gap is None else gap])
    return (n - 1) * spread // max(gap or 1, 1) + min(n, 2)


def powers(size: int, n: int, tasks: Sequence[TaskName]) -> Head:
    """Return the head of powers: the score of b rises over that of the next one past a threshold."""
    base = max(n, 2)
    axes = {"min": [base ** (size - 1 - b) for b in range(size)], "max": [base**b for b in range(size)]}
    columns = [axes[task] for task in tasks] + [[1] * size]
    classifiers: Classifiers = {}
    for axis, task in enumerate(tasks):
        rising = _threshold_classifier(sorted(axes[task]), n, len(columns), axis)
        classifiers[task] = rising[::-1] if task == "min" else rising
    return Head([1] * size, [list(value) for value in zip(*columns, strict=True)], classifiers)


def _threshold_classifier(powers: Sequence[int], n: int, width: int, axis: int) -> list[list[int]]:
    """Return lines that cross between the sums with largest power p and those with the next power.

    A sum of k <= n numbers with largest power p is at most k p; with the next power q = K p it is at least
    q + (k - 1).  Twice the sum stands against k (2 p + 1/n), scaled by n.
    """
    lines = [[0] * width]
    for p, _ in pairwise(powers):
        slope, offset = 2 * n, -(2 * n * p + 1)
        line = lines[-1][:]
        line[axis] += slope
        line[-1] += offset
        lines.append(line)
    return lines


def direct_sum(parts: Sequence[Head], n: int) -> Head:
    """Return a head that splits the numbers into runs, each with the coordinates and the head of its part.

    Classifiers centred to sum 0 give the right number of a run that occurs a positive score, at least 1 in
    integers, and all of a run that does not occur the score 0.  So the run with the smallest (largest) number
    wins when runs are scaled by steep factors.
    """
    width = sum(len(part.values[0]) for part in parts)
    centred = [_centred(part) for part in parts]
    step = 2 + n * max(_largest_score(part, rows) for part, rows in zip(parts, centred, strict=True))
    values: list[list[int]] = []
    classifiers: Classifiers = {task: [] for task in parts[0].classifiers}
    for place, (part, own) in enumerate(zip(parts, centred, strict=True)):
        before = [0] * sum(len(other.values[0]) for other in parts[:place])
        after = [0] * (width - len(before) - len(part.values[0]))
        values += [before + value + after for value in part.values]
        for task, rows in own.items():
            scale = step ** (len(parts) - 1 - place if task == "min" else place)
            classifiers[task] += [before + [scale * entry for entry in row] + after for row in rows]
    return Head([weight for part in parts for weight in part.listed_weights()], values, classifiers)


def _centred(part: Head) -> Classifiers:
    """Return the classifiers of a part, scaled and shifted to add up to 0 unless there is one number only."""
    if len(part.values) == 1:
        return part.classifiers
    return {task: _centred_rows(rows) for task, rows in part.classifiers.items()}


def _centred_rows(rows: list[list[int]]) -> list[list[int]]:
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return [[len(rows) * entry - total for entry, total in zip(row, sums, strict=True)] for row in rows]


def _largest_score(part: Head, classifiers: Classifiers) -> int:
    pairs = list(zip(part.listed_weights(), part.values, strict=True))
    return max(abs(w * dot(row, v)) for rows in classifiers.values() for row in rows for w, v in pairs)


def grid(numbers: int, size: int, n: int) -> Head:
    """Return the head of both tasks on the grid with ``size`` numbers a block."""
    count = -(-numbers // size)
    base, step, centre = 8 * n, 2 * size + 2, (size - 1) // 2
    cells = [divmod(i, size) for i in range(numbers)]
    width = 2 * count + size
    values = [_grid_value(a, b - centre, b, count, width) for a, b in cells]
    shift = step + size + 1
    least: list[list[int]] = []
    largest: list[list[int]] = []
    for a, b in cells:
        place, scale = b - centre, base ** (shift * (count - 1 - a))
        row = unit(width, 2 * a, scale * (4 * size**2 - place**2))
        row[2 * a + 1] = scale * 2 * place
        least.append(row)
        row = unit(width, 2 * a, base ** (3 * size + 1))
        row[2 * count + b] = base ** (2 * b)
        largest.append(row)
    exponents = [step * a - b + size - 1 for a, b in cells]
    return Head(Powers(base, exponents), values, {"min": least, "max": largest})


def _grid_value(a: int, place: int, b: int, count: int, width: int) -> list[int]:
    value = unit(width, 2 * a)
    value[2 * a + 1] = place
    value[2 * count + b] = 1
    return value
