"""Tables of parity by layers without positions: heads by degree, and width by degree and heads.

    python -m benchmarks.parity_layers [--check]

Every bound has a certificate that the checker accepted.
"""

from __future__ import annotations

from benchmarks.publish import Page, Table, publish
from lpbounds.bounds import Interval, size_text
from problems.parity import PROBLEM

BITS, DEGREES, LARGE = range(1, 17), range(1, 9), (32, 64)
SIZES = range(1, 7)
TEXT = """# Parity by layers without positions

Made by `python -m benchmarks.parity_layers`.

## Heads

Least number of heads for parity of n bits and a readout of degree D, both ends certified: n / D rounded up.
In brackets the bits of the largest numerator or denominator in the layer.

{heads}

## Width

Least width d at n = D H, rows D, columns H, as certified intervals. The published upper bound is
min(D, 2 max(1, ceil(log2 H)) + 2). For D, H >= 3 other than D = H = 3 one output is excluded
(docs/theorems-boolean.md has the proof).

{width}

Published upper bounds:

{published}

Methods of the upper ends:

{methods}

## Width of polynomial outputs

The same for polynomials in t of degree at most H in place of the sums of H heads. Here one output is decided
by an exact linear program.

{polynomial}
"""


def with_bits(interval: Interval) -> str:
    """Return the value of a settled interval and the bits of its layer.

    Raises:
        AssertionError: the bounds do not meet.
    """
    assert interval.is_settled and interval.upper is not None, interval
    return f"{interval.upper.value} ({interval.upper.certificate['proof']['bits']})"


def heads() -> Table:
    """Return the table of heads."""
    found = ((n, (PROBLEM.solve(n=n, degree=degree) for degree in DEGREES)) for n in (*BITS, *LARGE))
    rows = [[str(n), *map(with_bits, intervals)] for n, intervals in found]
    return Table("heads", ["n", *(f"D = {degree}" for degree in DEGREES)], rows)


def square(name: str, cells: list[list[Interval]], what: str) -> Table:
    """Return a table with a row for each D and a column for each H; ``what`` says which part is shown."""
    rows = [[f"D = {d}", *(_shown(cell, what) for cell in row)] for d, row in zip(SIZES, cells, strict=True)]
    return Table(name, ["", *(f"H = {heads}" for heads in SIZES)], rows)


def _shown(interval: Interval, what: str) -> str:
    if what == "published":
        return size_text(interval.theory.upper)
    if what == "method":
        return interval.upper.method if interval.upper else "?"
    return str(interval)


def page() -> Page:
    """Return the page."""
    width, polynomial = (
        [[PROBLEM.solve(resource=name, degree=d, heads=h) for h in SIZES] for d in SIZES]
        for name in ("width", "polynomial-width")
    )
    tables = [
        heads(),
        square("width", width, "interval"),
        square("published", width, "published"),
        square("methods", width, "method"),
        square("polynomial", polynomial, "interval"),
    ]
    return Page("parity_layers", TEXT, tables)


if __name__ == "__main__":
    publish(page)
