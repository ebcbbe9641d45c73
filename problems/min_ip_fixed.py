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
        The program; its columns are g (classes), then P (maxima) in units of its slot, then e.
    """
    kernel: IntegerArray = np.array(row, dtype=object)
    entries = rows.counts.entries * kernel[rows.counts.columns]
    mass = np.add.reduceat(entries, rows.counts.starts[:-1])
    sigma = rows.sigma.astype(object)
    builder = RowBuilder(rows.classes + rows.maxima + 1)
    builder.add_triplets(0, rows.counts.row_of, rows.counts.columns, entries * sigma[rows.counts.row_of])
    places, columns, weights = rows.maximum_entries()
    builder.add_triplets(0, places, columns + rows.classes, weights * _units(rows, mass)[columns])
    last = np.full(rows.height, builder.width - 1)
    builder.add_triplets(rows.height, np.arange(rows.height), last, -mass)
    bounds = (sigma * rows.target.astype(object) * mass).tolist()
    free = [None] * builder.width
    return LinearProgram(builder.matrix(), bounds, [0] * (builder.width - 1) + [1], free, free)


def _units(rows: InputRows, mass: IntegerArray) -> IntegerArray:
    """Return a power of two near the largest a_z below each P, so that floats meet no huge ratios."""
    largest: IntegerArray = np.zeros(rows.maxima, dtype=object)
    used = np.flatnonzero(rows.weight)
    np.maximum.at(largest, rows.maximum[used], mass[used])
    return np.array([1 << max(int(value).bit_length() - 1, 0) for value in largest.tolist()], dtype=object)


def query_error(rows: InputRows, row: Sequence[Fraction | int], highs: Highs | None = None) -> QueryError:
    """Return certified bounds on the least worst-case error of a query.

    Args:
        rows: compact or literal inequalities of the query.
        row: a_z for each class, nonnegative; the query's own is positive.
        highs: a HiGHS object to reuse, best with presolve off.

    Raises:
        SolverFailure: no solver setting gave a basis.
    """
    kernel, _ = cleared(row)
    program = fixed_program(rows, kernel)
    found = optimum(program, highs)
    values = _values(found, program, rows)
    upper = found.upper if found.upper is not None else worst_error(rows, kernel, values)
    if found.lower is None or found.multipliers is None or found.lower < 0:
        return QueryError(Fraction(0), upper, values, [])
    return QueryError(found.lower, upper, values, _shares(rows, kernel, found.multipliers))


def _values(found: Optimum, program: LinearProgram, rows: InputRows) -> list[Fraction]:
    if found.point is not None:
        return found.point[: rows.classes]
    return [Fraction(value) for value in Highs().solve(program).point[: rows.classes].tolist()]


def _shares(rows: InputRows, kernel: Sequence[int], multipliers: dict[int, Fraction]) -> list[WeightedInput]:
    """Weigh each input by its multiplier times its denominator: the program makes the total 1."""
    listed = weighted_inputs(rows, multipliers)
    masses = [sum(count * kernel[token] for token, count in item.counts.items()) for item in listed]
    return [item._replace(weight=item.weight * mass) for item, mass in zip(listed, masses, strict=True)]
