"""Whether a strict homogeneous system has a solution: certified yes, certified no, or unknown.

The margin form  maximise t  subject to  G v + t <= 0, v in a box  is always feasible and bounded, so no
answer rests on a solver's feasibility status.  A positive margin is rounded to a rational point, a zero
margin is turned into the rational multipliers of the alternative, and both are checked in integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lpbounds.errors import SolverFailure
from lpbounds.exact_basis import BasicSolution, basic_solution
from lpbounds.highs import FloatSolution, Highs
from lpbounds.linear_program import IntegerMatrix, LinearProgram, StrictSystem
from lpbounds.optimum import WAYS
from lpbounds.rationals import primitive

ROUNDING_BITS = (6, 12, 20, 30, 40, 50)
# Below this float margin an exact basis is tried before any rounding.
FLOAT_MARGIN = 1e-9


@dataclass(frozen=True)
class Feasible:
    """An integer solution of the system, length columns."""

    point: list[int]


@dataclass(frozen=True)
class Infeasible:
    """Positive integer multipliers {row: value} that prove the system has no solution."""

    multipliers: dict[int, int]


@dataclass(frozen=True)
class Undecided:
    """No certificate was found, with the reason."""

    reason: str


Verdict = Feasible | Infeasible | Undecided


def satisfies(system: StrictSystem, point: list[int]) -> bool:
    """Tell whether the integer vector ``point`` solves the system."""
    if any(point[column] < 0 for column in system.nonnegative):
        return False
    return all(value < 0 for value in system.matrix.times(point))


def refutes(system: StrictSystem, multipliers: dict[int, int]) -> bool:
    """Tell whether the integer multipliers {row: value} prove that the system has no solution."""
    if not multipliers or any(value <= 0 for value in multipliers.values()):
        return False
    sums = system.matrix.transposed_times(multipliers)
    return all(sum_ == 0 or (sum_ > 0 and column in system.nonnegative) for column, sum_ in enumerate(sums))


def decide(system: StrictSystem, highs: Highs | None = None) -> Verdict:
    """Decide ``system`` with a certificate.

    Args:
        system: the strict system.
        highs: a HiGHS object to reuse for the first attempt; a new one when None.
    """
    program = margin_program(system)
    reason = "no solver setting gave a certificate"
    for way, options in enumerate(WAYS):
        solver = highs if highs is not None and way == 0 else Highs(**options)
        try:
            verdict = _certified(system, program, solver.solve(program))
        except SolverFailure as failure:
            reason = str(failure)
            continue
        if verdict is not None:
            return verdict
    return Undecided(reason)


def margin_program(system: StrictSystem) -> LinearProgram:
    """Return: minimise -t subject to G v + s t <= 0, |v| <= 1 (0 <= v_j where nonnegative), 0 <= t <= 1.

    s is the power of two below the largest entry of each row, so that t measures relative slack.
    """
    width = system.matrix.width
    lower = [0 if column in system.nonnegative else -1 for column in range(width)]
    return LinearProgram(
        _with_margin(system.matrix),
        [0] * system.matrix.height,
        [0] * width + [-1],
        [*lower, 0],
        [1] * (width + 1),
        system.row_name,
    )


def _with_margin(matrix: IntegerMatrix) -> IntegerMatrix:
    largest = np.zeros(matrix.height, dtype=object)
    np.maximum.at(largest, matrix.row_of, np.abs(matrix.entries))
    scales = np.array([1 << max(int(value).bit_length() - 1, 0) for value in largest.tolist()], dtype=object)
    ends = matrix.starts[1:]
    return IntegerMatrix(
        matrix.starts + np.arange(matrix.height + 1),
        np.insert(matrix.columns, ends, matrix.width),
        np.insert(matrix.entries, ends, scales),
        matrix.width + 1,
    )


def _certified(system: StrictSystem, program: LinearProgram, proposal: FloatSolution) -> Verdict | None:
    if -proposal.objective > FLOAT_MARGIN:
        point = _rounded(system, proposal)
        if point is not None:
            return Feasible(point)
    basic = basic_solution(program, proposal)
    return None if basic is None else _from_basis(system, basic)


def _rounded(system: StrictSystem, proposal: FloatSolution) -> list[int] | None:
    for bits in ROUNDING_BITS:
        point = [round(Fraction(value) * 2**bits) for value in proposal.point[:-1].tolist()]
        if satisfies(system, point):
            return primitive(point)
    return None


def _from_basis(system: StrictSystem, basic: BasicSolution) -> Verdict | None:
    point = primitive(basic.point[:-1])
    if basic.point[-1] > 0 and satisfies(system, point):
        return Feasible(point)
    rows = list(basic.multipliers)
    multipliers = dict(zip(rows, primitive(basic.multipliers.values()), strict=True))
    return Infeasible(multipliers) if refutes(system, multipliers) else None
