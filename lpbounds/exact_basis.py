"""A basis proposed in floats, solved again in rationals: exact optima with their duals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from lpbounds.exact_solve import SparseBasis
from lpbounds.highs import AT_LOWER, AT_UPPER, BASIC, FloatSolution
from lpbounds.linear_program import LinearProgram


@dataclass(frozen=True)
class BasicSolution:
    """The exact primal and dual solution of one basis; feasibility of either is not implied.

    Attributes:
        point: length columns; column j has the value point[j] / denominator.
        denominator: a positive integer.
        multipliers: {row: integer} of the rows that the basis holds tight; rows left out have 0.
        dual_denominator: a positive integer, the denominator of the multipliers.
    """

    point: list[int]
    denominator: int
    multipliers: dict[int, int]
    dual_denominator: int


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
    rows = proposal.tight_rows.tolist()
    columns = np.flatnonzero(proposal.column_status == BASIC).tolist()
    if len(rows) != len(columns):
        return None
    fixed = _nonbasic_values(program, proposal)
    basis = SparseBasis(program.matrix.restricted(rows, columns))
    shift = program.matrix.times(fixed) if any(fixed) else [0] * program.matrix.height
    basic = basis.solve([program.bounds[row] - shift[row] for row in rows])
    duals = basis.solve_transposed([-program.cost[column] for column in columns])
    if basic is None or duals is None:
        return None
    values, denominator = _cleared(basic)
    point = [value * denominator for value in fixed]
    for column, value in zip(columns, values, strict=True):
        point[column] = value
    weights, dual_denominator = _cleared(duals)
    multipliers = {row: weight for row, weight in zip(rows, weights, strict=True) if weight}
    return BasicSolution(point, denominator, multipliers, dual_denominator)


def _cleared(values: Sequence[flint.fmpq]) -> tuple[list[int], int]:
    """Return integers p_i and one positive q with values[i] = p_i / q."""
    numerators, denominator = flint.fmpq_mat(len(values), 1, list(values)).numer_denom()
    return [int(value) for value in numerators.entries()], int(denominator)


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
