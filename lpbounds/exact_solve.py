"""Sparse square integer systems, solved in rationals.

Bases of linear programs are nearly triangular.  Rows with one remaining unknown and unknowns with one
remaining row are peeled off first; only the core that is left, often a tenth of the matrix, is solved
densely by python-flint, and the peeled unknowns follow by substitution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

import flint

Line = dict[int, int]
Pivot = tuple[int, int]


def transposed(rows: Sequence[Line], width: int) -> list[Line]:
    """Return the columns of the matrix with the given sparse rows, each {row: entry}."""
    columns: list[Line] = [{} for _ in range(width)]
    for index, row in enumerate(rows):
        for column, entry in row.items():
            columns[column][index] = entry
    return columns


@dataclass(frozen=True)
class _Peeling:
    """How a square matrix falls apart.

    Attributes:
        rows: (row, column) pivots, in order; the row's other columns are pivots of earlier ones.
        columns: (row, column) pivots, in order; the column's other rows are pivots of earlier ones.
        core_rows: rows left over.
        core_columns: columns left over, as many.
    """

    rows: list[Pivot]
    columns: list[Pivot]
    core_rows: list[int]
    core_columns: list[int]


def _peeled(rows: Sequence[Line], columns: Sequence[Line]) -> _Peeling:
    open_rows, open_columns = [set(row) for row in rows], [set(column) for column in columns]
    row_pivots: list[Pivot] = []
    column_pivots: list[Pivot] = []
    found = True
    while found:
        column_found = [(row, column) for column, row in _singles(open_columns, open_rows)]
        row_found = list(_singles(open_rows, open_columns))
        column_pivots += column_found
        row_pivots += row_found
        found = bool(column_found or row_found)
    used_rows = {row for row, _ in row_pivots + column_pivots}
    used_columns = {column for _, column in row_pivots + column_pivots}
    return _Peeling(
        row_pivots,
        column_pivots,
        [row for row in range(len(rows)) if row not in used_rows],
        [column for column in range(len(columns)) if column not in used_columns],
    )


def _singles(lines: list[set[int]], crossing: list[set[int]]) -> list[Pivot]:
    """Peel every line that meets one open crossing line, and those that this leaves with one."""
    found: list[Pivot] = []
    waiting = [index for index, line in enumerate(lines) if len(line) == 1]
    while waiting:
        index = waiting.pop()
        if len(lines[index]) != 1:
            continue
        (pivot,) = lines[index]
        found.append((index, pivot))
        for other in crossing[pivot]:
            lines[other].discard(pivot)
            if len(lines[other]) == 1:
                waiting.append(other)
        crossing[pivot].clear()
    return found


class SparseBasis:
    """A square integer matrix that solves systems with itself and with its transpose."""

    def __init__(self, rows: Sequence[Line]) -> None:
        """Peel the matrix whose sparse rows are {column: entry}, columns 0 .. len(rows) - 1."""
        self._rows = rows
        self._columns = transposed(rows, len(rows))
        self._peeling = _peeled(rows, self._columns)

    def solve(self, right: Sequence[int]) -> list[flint.fmpq] | None:
        """Return v with A v = right, or None when A is singular."""
        peeling = self._peeling
        core = (peeling.core_rows, peeling.core_columns)
        return _solved(self._rows, right, peeling.rows, core, peeling.columns[::-1])

    def solve_transposed(self, right: Sequence[int]) -> list[flint.fmpq] | None:
        """Return w with A^T w = right, or None when A is singular."""
        peeling = self._peeling
        core = (peeling.core_columns, peeling.core_rows)
        first = [(column, row) for row, column in peeling.columns]
        last = [(column, row) for row, column in reversed(peeling.rows)]
        return _solved(self._columns, right, first, core, last)


def _solved(
    equations: Sequence[Line],
    right: Sequence[int],
    first: Sequence[Pivot],
    core: tuple[list[int], list[int]],
    last: Sequence[Pivot],
) -> list[flint.fmpq] | None:
    """Solve equation after equation for its pivot: ``first``, then the core at once, then ``last``."""
    values = [flint.fmpq(0)] * len(equations)
    _substitute(equations, right, first, values)
    solution = _solved_core(equations, right, core, values)
    if solution is None:
        return None
    for unknown, value in zip(core[1], solution, strict=True):
        values[unknown] = value
    _substitute(equations, right, last, values)
    return values


def _substitute(
    equations: Sequence[Line], right: Sequence[int], pivots: Sequence[Pivot], values: list[flint.fmpq]
) -> None:
    for equation, unknown in pivots:
        line = equations[equation]
        values[unknown] = _rest(line, right[equation], values) / line[unknown]


def _rest(line: Line, right: int, values: list[flint.fmpq]) -> flint.fmpq:
    """Return right - sum entry * value; unknowns not yet found count 0."""
    total = flint.fmpq(right)
    for unknown, entry in line.items():
        if values[unknown]:
            total -= entry * values[unknown]
    return total


def _solved_core(
    equations: Sequence[Line],
    right: Sequence[int],
    core: tuple[list[int], list[int]],
    values: list[flint.fmpq],
) -> list[flint.fmpq] | None:
    lines, unknowns = core
    if not lines:
        return []
    if len(lines) != len(unknowns):
        return None
    rests = [_rest(equations[line], right[line], values) for line in lines]
    scale = lcm(*(int(rest.q) for rest in rests))
    matrix = flint.fmpz_mat([[equations[line].get(unknown, 0) for unknown in unknowns] for line in lines])
    try:
        solution = matrix.solve(flint.fmpz_mat([[(rest * scale).p] for rest in rests]))
    except ZeroDivisionError:
        return None
    return [solution[place, 0] / scale for place in range(len(lines))]
