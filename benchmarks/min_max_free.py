"""The least integer values with free weights for the smallest and the largest number of a list, to M = 5.

    python -m benchmarks.min_max_free [--check]

Every bound has a certificate that the checker accepted.
"""

from __future__ import annotations

from itertools import product

from benchmarks.min_max_grid import LENGTHS, grid
from benchmarks.publish import Page, Table, publish
from benchmarks.stored import cell, methods, solved
from lpbounds.problem import Limits
from lpbounds.summary import Entry

NUMBERS, WIDTHS = range(2, 6), range(1, 5)
RESOURCES = ("squared-norm", "entries")
TEXT = """# Integer values with free weights, both tasks

Made by `python -m benchmarks.min_max_free`. One head finds the smallest and the largest of n numbers 1..M
with integer values of width d; its weights are any positive numbers. Both ends are certified; inf where no
integers do, however large.

## Least squared norm of the values

{squared-norm}

## Least B with entries in -B..B

{entries}

## Methods of the two ends

Of the squared norm:

{squared-norm-methods}

Of the entries:

{entries-methods}
"""

Found = dict[tuple[str, int, int, int], Entry]


def tables(found: Found, resource: str) -> tuple[Table, Table]:
    """Return the grid of ``resource`` and that of its methods."""
    rows = [
        (f"d = {d}, M = {m}", [found[resource, d, m, n] for n in LENGTHS])
        for d, m in product(WIDTHS, NUMBERS)
    ]
    return grid(resource, rows), grid(f"{resource}-methods", rows, methods)


def page() -> Page:
    """Return the page."""
    keys = list(product(RESOURCES, WIDTHS, NUMBERS, LENGTHS))
    cells = [cell("min-max", name, Limits(), numbers=m, n=n, width=d) for name, d, m, n in keys]
    found = dict(zip(keys, solved(cells, "min-max-free"), strict=True))
    return Page("min_max_free", TEXT, [table for name in RESOURCES for table in tables(found, name)])


if __name__ == "__main__":
    publish(page)
