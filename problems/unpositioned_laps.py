"""Parity of n = D H bits by one polynomial: an exact linear program over the polynomial and its levels.

A polynomial P of degree at most H with one output suffices iff, up to its sign, it runs H times through all
D levels: it is in the cell c(t) = 0, 1, .., D, D-1, .., 0, 1, .. at weight t (for the proof see
problems/parity_cells_check.py).  With a_1 < .. < a_D the levels, P(t) > a_c(t) and P(t) < a_(c(t)+1) wherever
these levels exist: a strict homogeneous system in the coefficients of P and the levels.  A solution is a
layer of width one, for heads too, with ratios near 1; its alternative excludes every polynomial P.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lpbounds.bounds import Bound
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.problem import Method, Nothing, Task
from problems.unpositioned_chebyshev import combination, uniform
from problems.unpositioned_check import cell
from problems.unpositioned_layer import value_at
from problems.unpositioned_plans import planned
from problems.unpositioned_question import asked
from problems.unpositioned_width import WIDTHS, level_plan

NAME = "laps"
RULE = "cells"
# Above, entries n^H of the program are too far apart for the solver.
MOST_BITS = 64


class Row(NamedTuple):
    """The inequality sign (P(t) - a_level) > 0."""

    t: int
    sign: int
    level: int


def inequalities(degree: int, heads: int) -> list[Row]:
    """Return the inequalities on P and its levels at n = degree * heads."""
    rows = []
    for t in range(degree * heads + 1):
        place = cell(t, degree)
        if place > 0:
            rows.append(Row(t, 1, place))
        if place < degree:
            rows.append(Row(t, -1, place + 1))
    return rows


def system(degree: int, heads: int) -> StrictSystem:
    """Return -sign (P(t) - a_level) < 0; the columns are the H + 1 coefficients of P, then the D levels."""
    n = degree * heads
    basis = uniform(n, heads)
    builder = RowBuilder(heads + 1 + degree)
    for t, sign, level in inequalities(degree, heads):
        values = [-sign * int(value_at(polynomial, t)) for polynomial in basis]
        columns = [*range(heads + 1), heads + level]
        builder.add([columns], [[*values, sign * n**heads]])
    return StrictSystem(builder.matrix(), row_name=lambda row: str(inequalities(degree, heads)[row]))


def run(task: Task) -> Iterator[Bound]:
    """Yield width one, or more than one for polynomial outputs."""
    question = asked(task)
    degree, heads = question.sizes
    if question.n != degree * heads or question.n > MOST_BITS:
        raise Nothing(f"this is for n = D H, at most {MOST_BITS}")
    verdict = decide(system(degree, heads))
    if isinstance(verdict, Feasible):
        polynomial = combination(uniform(question.n, heads), verdict.point[: heads + 1])
        cells = [cell(t, degree) for t in range(question.n + 1)]
        yield planned(task, level_plan(polynomial, cells, question.profile), NAME)
    elif not isinstance(verdict, Infeasible):
        raise Nothing(verdict.reason)
    elif task.resource == "polynomial-width":
        yield task.bound("lower", 2, "proof", NAME, _proof(inequalities(degree, heads), verdict.multipliers))
    else:
        raise Nothing("one polynomial does not do, and this excludes no quotients P / Q")


def _proof(rows: list[Row], multipliers: dict[int, int]) -> dict[str, object]:
    masses = [(rows[row], str(mass)) for row, mass in sorted(multipliers.items())]
    above = [[row.t, mass] for row, mass in masses if row.sign > 0]
    return {"rule": RULE, "above": above, "below": [[row.t, mass] for row, mass in masses if row.sign < 0]}


METHOD = Method(NAME, ("lower", "upper"), run, "n = D H: one polynomial output, decided exactly", WIDTHS)
