"""Certified brackets on the feature rank of Min-IP for few bits, by length and error.

    python -m benchmarks.small_ranks [--check]

Results are kept in runs/small-ranks.sqlite, so that an interrupted run goes on where it was, and `lpbounds
verify` checks every certificate again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from benchmarks.publish import Page, Table, publish
from benchmarks.stored import bracket, cell, methods, published, solved
from lpbounds.problem import Limits
from lpbounds.results import Cell
from lpbounds.summary import Entry

BITS = (1, 2, 3, 4, 5)
LENGTHS = (3, 4, 5, 6, 10, 100)
ERRORS = ("1/2", "1/4", "1/10")
LIMITS = Limits(starts=8)
TEXT = """# Feature rank of Min-IP on few bits

The least feature rank of one nonnegative-kernel attention head that finds the smallest overlap, made by
`python -m benchmarks.small_ranks`. One number where both certified ends meet, else [lower, upper]. Every end
has a certificate that the checker accepted.

{brackets}

{closing}

Published in "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026), its finite
lower bounds and one feature a token:

{published}

The methods that gave the lower and the upper end:

{methods}
"""


def cells() -> list[Cell]:
    """Return all cells of the table."""
    choices = product(ERRORS, BITS, LENGTHS)
    return [cell("min-ip", "feature-rank", LIMITS, m=m, n=n, eps=eps) for eps, m, n in choices]


def grid(name: str, found: Sequence[Entry], shown: Callable[[Entry], str]) -> Table:
    """Return a table with a row for each eps and m and a column for each n."""
    texts = {tuple(entry.parameters[name] for name in ("eps", "m", "n")): shown(entry) for entry in found}
    rows = [[eps, str(m), *(texts[eps, m, n] for n in LENGTHS)] for eps, m in product(ERRORS, BITS)]
    return Table(name, ["eps", "m", *(f"n = {n}" for n in LENGTHS)], rows)


def page() -> Page:
    """Fill the store and return the page."""
    found = solved(cells(), "small-ranks")
    settled = sum(entry.status == "settled" for entry in found)
    text = TEXT.replace("{closing}", f"{settled} of {len(found)} cells are settled.")
    shown = {"brackets": bracket, "published": published, "methods": methods}
    return Page("small_ranks", text, [grid(name, found, part) for name, part in shown.items()])


if __name__ == "__main__":
    publish(page)
