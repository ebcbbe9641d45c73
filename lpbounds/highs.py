"""HiGHS, called directly: it proposes points, multipliers and bases, and decides nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import highspy
import numpy as np
from numpy.typing import NDArray

from lpbounds.errors import SolverFailure
from lpbounds.linear_program import IntegerMatrix, LinearProgram

BASIC = int(highspy.HighsBasisStatus.kBasic)
AT_LOWER = int(highspy.HighsBasisStatus.kLower)
AT_UPPER = int(highspy.HighsBasisStatus.kUpper)
ROWWISE = int(highspy.MatrixFormat.kRowwise)
FEASIBLE = int(highspy.SolutionStatus.kSolutionStatusFeasible)
MINIMISE = int(highspy.ObjSense.kMinimize)
# Rows with larger entries are scaled before they become doubles, so that no scale underflows.
LARGEST_EXPONENT = 500


@dataclass(frozen=True)
class FloatSolution:
    """What HiGHS proposes for a program whose rows it saw scaled by ``row_scale``.

    Attributes:
        objective: value of cost.x in floats.
        point: shape (columns,).
        multipliers: shape (rows,), nonnegative for the rows of the unscaled program (minimisation).
        column_status: shape (columns,), HiGHS basis status of each column.
        tight_rows: the rows outside the basis, which hold with equality, in order.
        seconds: time spent inside HiGHS.
    """

    objective: float
    point: NDArray[np.float64]
    multipliers: NDArray[np.float64]
    column_status: NDArray[np.int64]
    tight_rows: NDArray[np.int64]
    seconds: float


def float_rows(matrix: IntegerMatrix) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the entries as floats, each row divided by a power of two, and the exponents of those powers.

    Integers beyond the range of doubles are scaled exactly before conversion.
    """
    try:
        entries = matrix.entries.astype(np.float64)
    except OverflowError:
        return _scaled_first(matrix)
    _, exponents = np.frexp(matrix.reduced(np.maximum, np.abs(entries)))
    if exponents.max(initial=0) > LARGEST_EXPONENT:
        return _scaled_first(matrix)
    shifts = np.maximum(exponents - 1, 0).astype(np.int64)
    return entries * np.ldexp(1.0, -shifts)[matrix.row_of], shifts


def _scaled_first(matrix: IntegerMatrix) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    largest = matrix.reduced(np.maximum, np.abs(matrix.entries)).tolist()
    shifts = np.array([max(value.bit_length() - 1, 0) for value in largest], dtype=np.int64)
    return _divided(matrix.entries.tolist(), shifts[matrix.row_of]), shifts


def _divided(values: Sequence[int], shifts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return value / 2^shift for each pair; the quotients must fit into doubles, the integers need not."""
    try:
        return np.array(values, dtype=np.float64) * np.ldexp(1.0, -shifts)
    except OverflowError:
        pairs = zip(values, shifts.tolist(), strict=True)
        return np.array([value / (1 << shift) for value, shift in pairs], dtype=np.float64)


@cache
def _swallow_banner() -> None:
    """Make the first HiGHS object of the process with stdout closed: it prints a banner whatever is set."""
    sys.stdout.flush()
    kept, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 1)
        highspy.Highs().setOptionValue("output_flag", False)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(null)


class Highs:
    """One reusable HiGHS object, single-threaded and silent."""

    def __init__(self, **options: str | float | int) -> None:
        """Make the object; ``options`` are HiGHS options such as ``presolve="off"``."""
        _swallow_banner()
        self._highs = highspy.Highs()
        self._highs.setOptionValue("output_flag", False)
        # Set on every object from the first: a later change is refused silently by HiGHS' scheduler.
        self._highs.setOptionValue("threads", 1)
        for name, value in options.items():
            self._highs.setOptionValue(name, value)

    def solve(self, program: LinearProgram) -> FloatSolution:
        """Solve ``program`` in floats.

        Raises:
            SolverFailure: HiGHS did not report an optimum.
        """
        self._highs.clearSolver()
        scale = _pass(self._highs, program)
        started = perf_counter()
        if self._highs.run() == highspy.HighsStatus.kError:
            raise SolverFailure("HiGHS returned an error")
        seconds = perf_counter() - started
        status = self._highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise SolverFailure(f"HiGHS stopped with status {self._highs.modelStatusToString(status)}")
        return self._solution(scale, seconds)

    def integers(self, program: LinearProgram, nodes: int) -> list[int] | None:
        """Return a point of integers that is feasible as far as floats tell, or None within so many nodes.

        Args:
            program: the program; its cost is not looked at.
            nodes: most nodes of the branching.
        """
        self._highs.clearSolver()
        self._highs.setOptionValue("mip_max_nodes", nodes)
        _pass(self._highs, program, integral=True)
        self._highs.run()
        found = self._highs.getSolution()
        if self._highs.getInfo().primal_solution_status != FEASIBLE:
            return None
        return [round(value) for value in found.col_value]

    def margin(self, width: int, columns: NDArray[np.int64], entries: NDArray[np.float64]) -> float:
        """Return, in floats, the largest t such that rows . x + t <= 0 for some x in the box [-1, 1].

        Args:
            width: number of entries of x.
            columns: shape (rows, k), the places of the entries of each row.
            entries: shape (rows, k).

        Raises:
            SolverFailure: HiGHS did not report an optimum.
        """
        height = len(columns)
        lower, cost = np.full(width + 1, -1.0), np.zeros(width + 1)
        cost[-1] = -1.0
        self._highs.passModel(
            width + 1,
            height,
            columns.size + height,
            ROWWISE,
            MINIMISE,
            0.0,
            cost,
            lower,
            -lower,
            np.full(height, -np.inf),
            np.zeros(height),
            np.arange(height, dtype=np.int32) * (columns.shape[1] + 1),
            np.pad(columns, ((0, 0), (0, 1)), constant_values=width).astype(np.int32).ravel(),
            np.pad(entries, ((0, 0), (0, 1)), constant_values=1.0).ravel(),
            np.zeros(width + 1, dtype=np.int32),
        )
        failed = self._highs.run() == highspy.HighsStatus.kError
        if failed or self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise SolverFailure("HiGHS found no margin")
        return float(-self._highs.getObjectiveValue())

    def _solution(self, scale: NDArray[np.float64], seconds: float) -> FloatSolution:
        solution, basis = self._highs.getSolution(), self._highs.getBasis()
        return FloatSolution(
            self._highs.getObjectiveValue(),
            np.array(solution.col_value),
            -np.array(solution.row_dual) * scale,
            _statuses(basis.col_status),
            np.flatnonzero(_statuses(basis.row_status) != BASIC),
            seconds,
        )


def _statuses(statuses: Sequence[highspy.HighsBasisStatus]) -> NDArray[np.int64]:
    return np.fromiter(map(int, statuses), dtype=np.int64, count=len(statuses))


def _pass(
    highs: highspy.Highs, program: LinearProgram, *, integral: bool = False
) -> NDArray[np.float64]:
    """Hand ``program`` to HiGHS as arrays, which is much faster than a HighsLp, and return its row scales."""
    matrix = program.matrix
    entries, shifts = float_rows(matrix)
    status = highs.passModel(
        matrix.width,
        matrix.height,
        len(entries),
        ROWWISE,
        MINIMISE,
        0.0,
        np.array(program.cost, dtype=np.float64),
        np.array([-np.inf if value is None else float(value) for value in program.lower]),
        np.array([np.inf if value is None else float(value) for value in program.upper]),
        np.full(matrix.height, -np.inf),
        _divided(program.bounds, shifts),
        matrix.starts[:-1],
        matrix.columns,
        entries,
        np.full(matrix.width, integral, dtype=np.int32),
    )
    if status == highspy.HighsStatus.kError:
        raise SolverFailure("HiGHS refused the program")
    return np.ldexp(1.0, -shifts)
