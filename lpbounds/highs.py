"""HiGHS, called directly: it proposes points, multipliers and bases, and decides nothing."""

from __future__ import annotations

import os
import sys
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


@dataclass(frozen=True)
class FloatSolution:
    """What HiGHS proposes for a program whose rows it saw scaled by ``row_scale``.

    Attributes:
        objective: value of cost.x in floats.
        point: shape (columns,).
        multipliers: shape (rows,), nonnegative for the rows of the unscaled program (minimisation).
        column_status: shape (columns,), HiGHS basis status of each column.
        row_status: shape (rows,), HiGHS basis status of each row.
        seconds: time spent inside HiGHS.
    """

    objective: float
    point: NDArray[np.float64]
    multipliers: NDArray[np.float64]
    column_status: NDArray[np.int64]
    row_status: NDArray[np.int64]
    seconds: float


def float_rows(matrix: IntegerMatrix) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the entries as floats with each row divided by a power of two, and those powers' inverses.

    Integers beyond the range of doubles are scaled exactly before conversion.
    """
    height = matrix.height
    largest: NDArray[np.object_] = np.zeros(height, dtype=object)
    np.maximum.at(largest, matrix.row_of, np.abs(matrix.entries))
    shifts = np.array([max(int(value).bit_length() - 1, 0) for value in largest.tolist()], dtype=np.int64)
    if shifts.size == 0 or shifts.max() < 500:
        scale = np.ldexp(1.0, -shifts)
        return matrix.entries.astype(np.float64) * scale[matrix.row_of], scale
    divisors = [1 << int(shift) for shift in shifts[matrix.row_of].tolist()]
    entries = [value / divisor for value, divisor in zip(matrix.entries.tolist(), divisors, strict=True)]
    with np.errstate(under="ignore"):
        return np.array(entries, dtype=np.float64), np.ldexp(1.0, -shifts)


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
        model, scale = _model(program)
        self._highs.clearSolver()
        self._highs.passModel(model)
        started = perf_counter()
        if self._highs.run() == highspy.HighsStatus.kError:
            raise SolverFailure("HiGHS returned an error")
        seconds = perf_counter() - started
        status = self._highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise SolverFailure(f"HiGHS stopped with status {self._highs.modelStatusToString(status)}")
        return self._solution(scale, seconds)

    def _solution(self, scale: NDArray[np.float64], seconds: float) -> FloatSolution:
        solution, basis = self._highs.getSolution(), self._highs.getBasis()
        return FloatSolution(
            self._highs.getObjectiveValue(),
            np.array(solution.col_value),
            -np.array(solution.row_dual) * scale,
            np.array([int(status) for status in basis.col_status]),
            np.array([int(status) for status in basis.row_status]),
            seconds,
        )


def _model(program: LinearProgram) -> tuple[highspy.HighsLp, NDArray[np.float64]]:
    matrix = program.matrix
    entries, scale = float_rows(matrix)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = matrix.width, matrix.height
    model.col_cost_ = np.array(program.cost, dtype=np.float64)
    model.col_lower_ = np.array([-np.inf if value is None else float(value) for value in program.lower])
    model.col_upper_ = np.array([np.inf if value is None else float(value) for value in program.upper])
    model.row_lower_ = np.full(matrix.height, -np.inf)
    model.row_upper_ = np.array(program.bounds, dtype=np.float64) * scale
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = matrix.starts
    model.a_matrix_.index_ = matrix.columns
    model.a_matrix_.value_ = entries
    return model, scale
