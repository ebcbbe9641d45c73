"""The least worst-case error of Min-IP at one query whose kernel row is given.

With a_z = alpha(x, z) fixed, the output on an input with h_z copies of token z is
F = sum_z h_z a_z g_z / sum_z h_z a_z.  Minimise e over the values g subject to |F - t| <= e on every input:
with u_z = sigma a_z (g_z - t) - e a_z the rows of ``problems.min_ip_rows`` are linear in (g, P, e).
A token with a_z = 0 never moves the output, but it still counts for the target of the inputs it is in.

The dual is a weight p >= 0 on (input, sigma), total 1, with sum p sigma F = 0 for every choice of values;
then e >= - sum p sigma t.
Source: the head model of "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention"
(2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lpbounds.errors import SolverFailure
from lpbounds.highs import Highs
from lpbounds.linear_program import LinearProgram, RowBuilder
from lpbounds.optimum import Optimum, optimum
from lpbounds.rationals import IntegerArray, cleared
from problems.min_ip_inputs import WeightedInput, weighted_inputs
from problems.min_ip_rows import InputRows
from problems.min_ip_worst import worst_error


@dataclass(frozen=True)
class QueryError:
    """Certified bounds on the least worst-case error of one query.

    Attributes:
        lower: proved by ``inputs``.
        upper: worst-case error of ``values``.
        values: g_z for each class, 0 where a_z = 0.
        inputs: inputs with weights p_h > 0 of total 1 such that sum p_h sigma_h F(h) = 0 whatever the
            values, hence the error is at least - sum p_h sigma_h t_h; empty when lower is 0 by default.
    """

    lower: Fraction
    upper: Fraction
    values: list[Fraction]
    inputs: list[WeightedInput]


def fixed_program(rows: InputRows, row: Sequence[int]) -> LinearProgram:
    """Return the program whose minimum is the least worst-case error.

    Args:
        rows: compact or literal inequalities of the query.
        row: a_z for each class, nonnegative integers of any size; the query's own is positive.

    Returns:
        The program; its columns are b (classes), then P (maxima), then e, where b_z = a_z g_z is in units of
        the power of two below a_z and P in units near the largest a_z of its slot: floats then meet no huge
        ratios, and the exact solution keeps the small common denominator that b has and g has not.
    """
    kernel: IntegerArray = np.array(row, dtype=object)
    entries = rows.counts.entries * kernel[rows.counts.columns]
    mass = np.add.reduceat(entries, rows.counts.starts[:-1])
    sigma = rows.sigma.astype(object)
    builder = RowBuilder(rows.classes + rows.maxima + 1)
    levels = rows.counts.entries * units(kernel)[rows.counts.columns] * sigma[rows.counts.row_of]
    builder.add_triplets(0, rows.counts.row_of, rows.counts.columns, levels)
    places, columns, weights = rows.maximum_entries()
    slot_units = units(_slot_masses(rows, mass))
    builder.add_triplets(0, places, columns + rows.classes, weights * slot_units[columns])
    last = np.full(rows.height, builder.width - 1)
    builder.add_triplets(rows.height, np.arange(rows.height), last, -mass)
    bounds = (sigma * rows.target.astype(object) * mass).tolist()
    free = [None] * builder.width
    return LinearProgram(builder.matrix(), bounds, [0] * (builder.width - 1) + [1], free, free)


def units(masses: IntegerArray) -> IntegerArray:
    """Return the largest power of two up to each positive integer, and 0 for 0."""
    return np.array([1 << value.bit_length() >> 1 for value in masses.tolist()], dtype=object)


def _slot_masses(rows: InputRows, mass: IntegerArray) -> IntegerArray:
    largest: IntegerArray = np.zeros(rows.maxima, dtype=object)
    used = np.flatnonzero(rows.weight)
    np.maximum.at(largest, rows.maximum[used], mass[used])
    return largest


def query_error(rows: InputRows, row: Sequence[Fraction | int], highs: Highs | None = None) -> QueryError:
    """Return certified bounds on the least worst-case error of a query.

    Args:
        rows: compact or literal inequalities of the query.
        row: a_z for each class, nonnegative; the query's own is positive.
        highs: a HiGHS object to reuse, best with presolve off.

    Returns:
        Equal ends where some basis proposed by HiGHS is optimal in exact arithmetic; otherwise the best
        bounds that are proved.
    """
    kernel, _ = cleared(row)
    program = fixed_program(rows, kernel)
    try:
        found = optimum(program, highs)
    except SolverFailure:
        found = Optimum(None, None, None, None)
    values = _scaled(found.point, kernel) if found.point else _proposed_values(rows, program, kernel)
    upper = found.upper if found.upper is not None else worst_error(rows, kernel, values)
    if found.lower is None or found.multipliers is None or found.lower < 0:
        return QueryError(Fraction(0), upper, values, [])
    return QueryError(found.lower, upper, values, _shares(rows, kernel, found.multipliers))


def _scaled(levels: Sequence[Fraction], kernel: list[int]) -> list[Fraction]:
    """Return g from b, which the program has in units of the power of two below a_z."""
    scales = units(np.array(kernel, dtype=object)).tolist()
    return [level * unit / mass if mass else Fraction(0)
            for level, unit, mass in zip(levels, scales, kernel, strict=False)]


def _proposed_values(rows: InputRows, program: LinearProgram, kernel: list[int]) -> list[Fraction]:
    """Return values where no exact ones were found: those of HiGHS, or half the largest target everywhere."""
    half = [Fraction(int(rows.target.max()), 2)] * rows.classes
    try:
        levels = [Fraction(value) for value in Highs().solve(program).point.tolist()]
    except SolverFailure:
        return half
    return min((half, _scaled(levels, kernel)), key=lambda values: worst_error(rows, kernel, values))


def _shares(rows: InputRows, kernel: Sequence[int], multipliers: dict[int, Fraction]) -> list[WeightedInput]:
    """Weigh each input by its multiplier times its denominator: the program makes the total 1."""
    listed = weighted_inputs(rows, multipliers)
    masses = [sum(count * kernel[token] for token, count in item.counts.items()) for item in listed]
    return [item._replace(weight=item.weight * mass) for item, mass in zip(listed, masses, strict=True)]
