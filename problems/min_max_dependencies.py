"""Linear dependencies of values, and the conditions on the weights that they force.

A dependency sum_i k_i v_i = 0 makes sums of lists with different answers agree for some weights; see
problems/min_max_exhaustive_check.py for the inequalities.  Circuits are the dependencies of least support.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import flint

from lpbounds.rationals import primitive
from problems.min_max_check import TaskName
from problems.min_max_exhaustive_check import inequalities
from problems.min_max_rows import Vector


class Condition(NamedTuple):
    """What one dependency and two answers force: one of ``cases``, rows r with <r, beta> < 0, holds."""

    dependency: list[int]
    task: TaskName
    x: int
    y: int
    cases: list[list[int]]


def kernel(values: Sequence[Vector]) -> list[list[int]]:
    """Return a basis of the dependencies of ``values``, in coprime integers."""
    basis, rank = flint.fmpz_mat([list(value) for value in values]).transpose().nullspace()
    columns = basis.transpose().tolist()[:rank]
    return [primitive(int(entry) for entry in column) for column in columns]


def circuits(values: Sequence[Vector]) -> list[list[int]]:
    """Return every circuit of ``values`` once, up to sign, short ones first."""
    found: list[list[int]] = []
    supports: list[frozenset[int]] = []
    width = len(values[0])
    for size in range(1, min(len(values), width + 1) + 1):
        for chosen in combinations(range(len(values)), size):
            if any(support <= frozenset(chosen) for support in supports):
                continue
            basis = kernel([values[i] for i in chosen])
            if basis:
                circuit = [0] * len(values)
                for place, entry in zip(chosen, basis[0], strict=True):
                    circuit[place] = entry
                found.append(circuit)
                supports.append(frozenset(chosen))
    return found


def conditions(dependency: Sequence[int], n: int, tasks: Sequence[TaskName]) -> Iterator[Condition]:
    """Yield the conditions that a dependency forces with either sign."""
    for sign in (1, -1):
        signed = [sign * k for k in dependency]
        for task in tasks:
            yield from _signed_conditions(signed, n, task)


def _signed_conditions(dependency: list[int], n: int, task: TaskName) -> Iterator[Condition]:
    order = range(len(dependency)) if task == "min" else range(len(dependency) - 1, -1, -1)
    support = [i for i in order if dependency[i]]
    x = support[0]
    if dependency[x] < 0:
        return
    for y in order:
        if (y > x) if task == "min" else (y < x):
            yield Condition(dependency, task, x, y, inequalities(dependency, task, x, y, n))
            if dependency[y] < 0:
                return


def is_met(condition: Condition, beta: Sequence[int]) -> bool:
    """Tell whether a case of the condition holds at ``beta``."""
    return any(sum(r * b for r, b in zip(row, beta, strict=True)) < 0 for row in condition.cases)
