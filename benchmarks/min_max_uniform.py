"""The least integer values with uniform weights for the smallest number of a list and for both ends.

    python -m benchmarks.min_max_uniform [--check]

Results are kept in runs/, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.min_max_grid import LENGTHS, grid
from benchmarks.publish import Page, Table, publish
from benchmarks.stored import cell, methods, solved
from lpbounds.problem import Limits
from lpbounds.results import Cell
from lpbounds.summary import Entry

LIMITS = Limits(starts=60)
LONGEST_OF_FIVE = 5
TEXT = """# Integer values with uniform weights

Made by `python -m benchmarks.min_max_uniform`. Least B such that one head with equal weights and integer
values of width d with entries in -B..B does the task on lists of n of the numbers 1..M. Every end is
certified: one number where both meet.

{entries}

The methods of the two ends:

{methods}

The finite form of Theorem 1 of "Attention-based representations for multi-task computation" (2026), the bound
by volumes, alone gives at least

{volume}
"""


@dataclass(frozen=True)
class Line:
    """A line of the table: a task at a width for lists of 1..``numbers``."""

    problem: str
    width: int
    numbers: int

    @property
    def title(self) -> str:
        """What the line is called."""
        return f"{self.problem}, d = {self.width}, M = {self.numbers}"

    def cells(self, method: str | None = None) -> list[Cell]:
        """Return the cells of the line."""
        lengths = [n for n in LENGTHS if self.numbers < 5 or n <= LONGEST_OF_FIVE]
        given = {"numbers": self.numbers, "width": self.width, "weights": "uniform"}
        return [cell(self.problem, "entries", LIMITS, method, n=n, **given) for n in lengths]


LINES = (
    Line("min", 2, 3),
    Line("min", 2, 4),
    Line("min", 3, 4),
    Line("min", 3, 5),
    Line("min-max", 2, 3),
    Line("min-max", 3, 4),
    Line("min-max", 3, 5),
    Line("min-max", 4, 5),
)


def rows(store: str, method: str | None = None) -> list[tuple[str, list[Entry]]]:
    """Return titles and results of all lines, by all methods or by ``method`` alone."""
    lines = [line.cells(method) for line in LINES]
    found = iter(solved([one for line in lines for one in line], store))
    return [(line.title, [next(found) for _ in cells]) for line, cells in zip(LINES, lines, strict=True)]


def least(entry: Entry) -> str:
    """Return the lower end."""
    return str(entry.lower.value) if entry.lower else "?"


def page() -> Page:
    """Return the page."""
    found = rows("min-max-uniform")
    volume = grid("volume", rows("min-max-volume", "volume"), least)
    tables: list[Table] = [grid("entries", found), grid("methods", found, methods), volume]
    return Page("min_max_uniform", TEXT, tables)


if __name__ == "__main__":
    publish(page)
