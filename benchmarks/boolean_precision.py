"""The table of the fewest bits with which heads compute the functions of up to four bits.

    python -m benchmarks.boolean_precision [--check]

Results are kept in runs/, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

from collections import Counter

from benchmarks.boolean_heads import class_heads
from benchmarks.publish import Page, Table, publish
from benchmarks.stored import bracket, cell, solved
from lpbounds.problem import Limits
from problems.boolean_heads import PROBLEM

STARTS = 30
HEAD = ("n", "heads", "bits", "classes")
TEXT = """# How few bits heads need

Made by `python -m benchmarks.boolean_precision`; every end has a certificate that the checker accepted. The
heads have positions and integer coefficients. For all NPN classes of up to four bits, and as many heads as
their functions need, the least number of bits of the largest coefficient: a lower end of 2 says that no
coefficients -1, 0 and 1 do, and the upper end is a layer that {starts} starts of the search found.

{precision}
"""


def rows() -> list[list[str]]:
    """Return n, heads, the interval of the bits and the number of classes that have it."""
    found = list(class_heads())
    cells = [
        cell(PROBLEM.name, "precision", Limits(starts=STARTS), heads=heads, **one.representative.to_json())
        for one, heads in found
    ]
    entries = zip(found, solved(cells, "boolean-precision"), strict=True)
    counts = Counter((one.representative.n, heads, bracket(entry)) for (one, heads), entry in entries)
    return [[*map(str, key), str(count)] for key, count in sorted(counts.items())]


def page() -> Page:
    """Return the page."""
    text = TEXT.replace("{starts}", str(STARTS))
    return Page("boolean_precision", text, [Table("precision", HEAD, rows())])


if __name__ == "__main__":
    publish(page)
