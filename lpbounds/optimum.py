"""The minimum of a linear program as a certified interval with its primal and dual proofs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from lpbounds.errors import SolverFailure
from lpbounds.exact_basis import basic_solution, dual_bound, is_feasible
from lpbounds.highs import Highs
from lpbounds.linear_program import LinearProgram

# Later ways are tried only when the basis of an earlier one is not optimal in exact arithmetic.
WAYS: tuple[dict[str, str | float | int], ...] = (
    {"presolve": "off"},
    # HiGHS' own scaling can make the matrix of kernels with entries of many sizes look singular.
    {"presolve": "off", "simplex_scale_strategy": 0},
    {"presolve": "off", "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    {"presolve": "off", "simplex_strategy": 4},
    {"presolve": "on", "solver": "ipm", "run_crossover": "on"},
)


@dataclass(frozen=True)
class Optimum:
    """Certified bounds on the minimum of a linear program; equal when the basis found is optimal.

    Attributes:
        lower: proved by ``multipliers``; None when no dual proof was found.
        upper: the cost of ``point``; None when no exactly feasible point was found.
        point: exactly feasible point, length columns.
        multipliers: {row: nonnegative multiplier}.
    """

    lower: Fraction | None
    upper: Fraction | None
    point: list[Fraction] | None
    multipliers: dict[int, Fraction] | None

    @property
    def is_exact(self) -> bool:
        """Whether both ends are known and equal."""
        return self.lower is not None and self.lower == self.upper


def optimum(program: LinearProgram, highs: Highs | None = None) -> Optimum:
    """Minimise ``program`` and certify the result in rationals.

    Args:
        program: the program.
        highs: a HiGHS object to reuse for the first attempt; a new one when None.

    Returns:
        Bounds on the minimum: the best primal and the best dual proof over several solver settings.

    Raises:
        SolverFailure: no setting led to any basis that could be solved in rationals.
    """
    best: Optimum | None = None
    for attempt in _attempts(program, highs):
        best = attempt if best is None else _better(best, attempt)
        if best.is_exact:
            return best
    if best is None:
        raise SolverFailure("no basis could be solved in rationals")
    return best


def _attempts(program: LinearProgram, highs: Highs | None) -> Iterator[Optimum]:
    for way, options in enumerate(WAYS):
        solver = highs if highs is not None and way == 0 else Highs(**options)
        try:
            attempt = _certified(program, solver)
        except SolverFailure:
            continue
        if attempt is not None:
            yield attempt


def _certified(program: LinearProgram, solver: Highs) -> Optimum | None:
    basic = basic_solution(program, solver.solve(program))
    if basic is None:
        return None
    lower = dual_bound(program, basic.multipliers, basic.dual_denominator)
    multipliers = {row: Fraction(value, basic.dual_denominator) for row, value in basic.multipliers.items()}
    proof = multipliers if lower is not None else None
    if not is_feasible(program, basic.point, basic.denominator):
        return Optimum(lower, None, None, proof)
    cost = sum(c * x for c, x in zip(program.cost, basic.point, strict=True) if c)
    point = [Fraction(value, basic.denominator) for value in basic.point]
    return Optimum(lower, Fraction(cost, basic.denominator), point, proof)


def _better(first: Optimum, second: Optimum) -> Optimum:
    low = second if first.lower is None or (second.lower or first.lower) > first.lower else first
    high = second if first.upper is None or (second.upper or first.upper) < first.upper else first
    return Optimum(low.lower, high.upper, high.point, low.multipliers)
