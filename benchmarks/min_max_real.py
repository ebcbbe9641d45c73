"""The least real width for the smallest and the largest number of a list.

    python -m benchmarks.min_max_real [--check]

Every bound has a certificate that the checker accepted.
"""

from __future__ import annotations

from benchmarks.min_max_grid import LENGTHS, grid
from benchmarks.publish import Page, publish
from benchmarks.stored import cell, solved
from lpbounds.problem import Limits

NUMBERS = range(2, 7)
PROBLEMS = ("min", "max", "min-max")
TEXT = """# Real width for the smallest and the largest number

Made by `python -m benchmarks.min_max_real`. The least width of the values of one head when they are any real
vectors, for lists of n of the numbers 1..M. Both ends are certified: one number where they meet.

## The smallest number

{min}

## The largest number

{max}

## Both

{min-max}
"""


def page() -> Page:
    """Return the page."""
    cells = {
        (name, m, n): cell(name, "real-width", Limits(), numbers=m, n=n)
        for name in PROBLEMS
        for m in NUMBERS
        for n in LENGTHS
    }
    found = dict(zip(cells, solved(list(cells.values()), "min-max-real"), strict=True))
    tables = [
        grid(name, [(f"M = {m}", [found[name, m, n] for n in LENGTHS]) for m in NUMBERS]) for name in PROBLEMS
    ]
    return Page("min_max_real", TEXT, tables)


if __name__ == "__main__":
    publish(page)
