"""The exact worst-case error of Min-IP at one query whose kernel row and values are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from lpbounds.rationals import IntegerArray, cleared
from problems.min_ip_rows import InputRows


class _Part(NamedTuple):
    """A part of an input: its share of sum h_z a_z sigma (g_z - t) and of sum h_z a_z."""

    numerator: int
    denominator: int


def worst_error(rows: InputRows, row: Sequence[Fraction | int], values: Sequence[Fraction | int]) -> Fraction:
    """Return max |F - t| over all inputs, exactly and without listing them when ``rows`` are compact.

    Args:
        rows: compact or literal inequalities of the query.
        row: a_z for each class, nonnegative; the query's own is positive.
        values: g_z for each class.
    """
    parts, scale = _parts(rows, row, values)
    whole = [parts[index] for index in np.flatnonzero(rows.weight == 0).tolist()]
    errors = [Fraction(part.numerator, part.denominator) for part in whole]
    for slot in np.unique(rows.maximum[rows.weight > 0]).tolist():
        inside = rows.maximum == slot
        firsts = np.flatnonzero(inside & (rows.weight > 0)).tolist()
        fillers = np.flatnonzero(inside & (rows.weight < 0)).tolist()
        copies = int(rows.weight[firsts[0]])
        errors.append(_largest_ratio([parts[i] for i in firsts], [parts[i] for i in fillers], copies))
    return max(errors) / scale


def _parts(rows: InputRows, row: Sequence[Fraction | int], values: Sequence[Fraction | int]
           ) -> tuple[list[_Part], int]:
    kernel, _ = cleared(row)
    levels, scale = cleared(values)
    places, columns = rows.counts.row_of, rows.counts.columns
    masses = rows.counts.entries * np.array(kernel, dtype=object)[columns]
    targets = scale * rows.target.astype(object)
    gaps: IntegerArray = np.array(levels, dtype=object)[columns] - targets[places]
    starts = rows.counts.starts[:-1]
    numerators = np.add.reduceat(masses * gaps, starts) * rows.sigma.astype(object)
    return list(map(_Part, numerators.tolist(), np.add.reduceat(masses, starts).tolist())), scale


def _largest_ratio(firsts: Iterable[_Part], fillers: Iterable[_Part], copies: int) -> Fraction:
    """Maximise the ratio of one first part plus ``copies`` of one filler, by Newton's method for ratios.

    Each step takes the best pair for the present ratio, so the ratio rises until it is the largest.
    """
    firsts, fillers = list(firsts), list(fillers)
    first, filler = firsts[0], fillers[0]
    while True:
        denominator = first.denominator + copies * filler.denominator
        ratio = Fraction(first.numerator + copies * filler.numerator, denominator)
        first, filler = _best(firsts, ratio), _best(fillers, ratio)
        if _slack(first, ratio) + copies * _slack(filler, ratio) <= 0:
            return ratio


def _slack(part: _Part, ratio: Fraction) -> int:
    return part.numerator * ratio.denominator - part.denominator * ratio.numerator


def _best(parts: Iterable[_Part], ratio: Fraction) -> _Part:
    return max(parts, key=lambda part: _slack(part, ratio))
