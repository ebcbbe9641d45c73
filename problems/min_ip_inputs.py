"""From multipliers on the compact rows of Min-IP back to weights on whole inputs.

A compact row u_x + u_z + (n - 2) P < 0 stands for an input that holds x, z and n - 2 tokens taken from the
rows u_z' - P < 0 of the same slot (sigma, t).  Multipliers that cancel P have as much mass on the second
kind as n - 2 times the first, so a transport plan between the two, here the northwest-corner one, writes
their combination as a weighted sum of inputs (x, z, z', .., z').
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from problems.min_ip_rows import InputRows

Mass = list[tuple[int, Fraction]]


class WeightedInput(NamedTuple):
    """One input with its multiplier.

    Attributes:
        counts: {class or token: copies}; the copies sum to n.
        sigma: +1 where the output is bounded above, -1 where it is bounded below.
        target: the target t of the input.
        weight: its multiplier, positive.
    """

    counts: dict[int, int]
    sigma: int
    target: int
    weight: Fraction


def northwest_corner(left: Iterable[tuple[int, Fraction]], right: Iterable[tuple[int, Fraction]]
                     ) -> Iterator[tuple[int, int, Fraction]]:
    """Yield (i, j, mass) of a transport plan with the given marginals, positive and of equal total.

    At most len(left) + len(right) - 1 triples come out.
    """
    targets = iter(right)
    j, room = next(targets, (-1, Fraction(0)))
    for i, amount in left:
        while amount:
            if not room:
                j, room = next(targets)
            moved = min(amount, room)
            yield i, j, moved
            amount, room = amount - moved, room - moved


def weighted_inputs(rows: InputRows, multipliers: Mapping[int, Fraction | int]) -> list[WeightedInput]:
    """Return inputs whose weighted inequalities add up to the given combination of ``rows``.

    Args:
        rows: compact or literal rows of one query.
        multipliers: {row: nonnegative multiplier}; on compact rows they must cancel every P.
    """
    positive = {row: Fraction(value) for row, value in sorted(multipliers.items()) if value}
    whole = [_input(rows, row, [], 0, value) for row, value in positive.items() if rows.weight[row] == 0]
    return whole + [pair for slot in _slots(rows, positive) for pair in _coupled(rows, *slot)]


def _slots(rows: InputRows, multipliers: Mapping[int, Fraction]) -> Iterator[tuple[Mass, Mass]]:
    slots: dict[int, tuple[Mass, Mass]] = {}
    for row, value in multipliers.items():
        if rows.weight[row]:
            firsts, fillers = slots.setdefault(int(rows.maximum[row]), ([], []))
            (firsts if rows.weight[row] > 0 else fillers).append((row, value))
    yield from slots.values()


def _coupled(rows: InputRows, firsts: Mass, fillers: Mass) -> Iterator[WeightedInput]:
    copies = int(rows.weight[firsts[0][0]])
    shares = [(row, value / copies) for row, value in fillers]
    for first, filler, mass in northwest_corner(firsts, shares):
        yield _input(rows, first, rows.counts.row(filler), copies, mass)


def _input(rows: InputRows, row: int, filler: list[tuple[int, int]], copies: int, weight: Fraction
           ) -> WeightedInput:
    counts = dict(rows.counts.row(row))
    for token, count in filler:
        counts[token] = counts.get(token, 0) + copies * count
    return WeightedInput(counts, int(rows.sigma[row]), int(rows.target[row]), weight)
