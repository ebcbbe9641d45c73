"""A basis proposed in floats, solved again in rationals: exact optima with their duals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from lpbounds.highs import AT_LOWER, AT_UPPER, BASIC, FloatSolution
from lpbounds.linear_program import LinearProgram


@dataclass(frozen=True)
class BasicSolution:
    """The exact primal and dual solution of one basis; feasibility of either is not implied.

    Attributes:
        point: length columns.
        multipliers: {row: value} of the rows that the basis holds tight; rows left out have 0.
    """

    point: list[Fraction]
    multipliers: dict[int, Fraction]


def _fraction(value: flint.fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _solved(matrix: list[list[int]], right: list[int]) -> list[Fraction] | None:
    if not matrix:
        return []
    try:
        solution = flint.fmpz_mat(matrix).solve(flint.fmpz_mat([[value] for value in right]))
    except ZeroDivisionError:
        return None
    return [_fraction(solution[row, 0]) for row in range(len(matrix))]


def _nonbasic_values(program: LinearProgram, proposal: FloatSolution) -> list[int]:
    values = [0] * program.matrix.width
    for column, status in enumerate(proposal.column_status.tolist()):
        bound = {AT_LOWER: program.lower[column], AT_UPPER: program.upper[column]}.get(status)
        values[column] = bound or 0
    return values


def basic_solution(program: LinearProgram, proposal: FloatSolution) -> BasicSolution | None:
    """Solve the basis of ``proposal`` in rationals.

    Returns:
        The basic solution, or None when the basis is singular or not square.
    """
    rows = np.flatnonzero(proposal.row_status != BASIC).tolist()
    columns = np.flatnonzero(proposal.column_status == BASIC).tolist()
    if len(rows) != len(columns):
        return None
    fixed = _nonbasic_values(program, proposal)
    square = program.matrix.dense(rows, columns)
    shift = program.matrix.times(fixed)
    basic = _solved(square, [program.bounds[row] - shift[row] for row in rows])
    transposed = [list(column) for column in zip(*square, strict=True)]
    duals = _solved(transposed, [-program.cost[column] for column in columns])
    if basic is None or duals is None:
        return None
    point = [Fraction(value) for value in fixed]
    for column, value in zip(columns, basic, strict=True):
        point[column] = value
    return BasicSolution(point, {row: value for row, value in zip(rows, duals, strict=True) if value})


def is_feasible(program: LinearProgram, point: Sequence[int], denominator: int) -> bool:
    """Tell whether the rational point ``point / denominator`` satisfies every row and bound exactly."""
    products = program.matrix.times(point)
    bounds = zip(products, program.bounds, strict=True)
    return all(value <= bound * denominator for value, bound in bounds) and all(
        (low is None or value >= low * denominator) and (high is None or value <= high * denominator)
        for value, low, high in zip(point, program.lower, program.upper, strict=True)
    )


def dual_bound(program: LinearProgram, multipliers: dict[int, int], denominator: int) -> Fraction | None:
    """Return the lower bound on the minimum that nonnegative row multipliers prove.

    Args:
        program: the program.
        multipliers: {row: integer}; the multiplier of a row is that integer over ``denominator``.
        denominator: a positive integer.

    Returns:
        The bound, or None when a multiplier is negative or a column without the needed bound remains.
    """
    if any(value < 0 for value in multipliers.values()):
        return None
    total = -sum(program.bounds[row] * value for row, value in multipliers.items())
    reduced = program.matrix.transposed_times(multipliers)
    for column, (cost, sum_) in enumerate(zip(program.cost, reduced, strict=True)):
        slope = cost * denominator + sum_
        bound = program.lower[column] if slope > 0 else program.upper[column]
        if slope and bound is None:
            return None
        total += slope * (bound or 0)
    return Fraction(total, denominator)
