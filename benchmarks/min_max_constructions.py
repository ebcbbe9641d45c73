"""Heads in closed form for the smallest and the largest number of a list.

    python -m benchmarks.min_max_constructions [--check]

Every bound has a certificate that the checker accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt, log2

import lpbounds
from benchmarks.publish import Page, Table, publish
from lpbounds.bounds import Bound, size_text
from lpbounds.problem import Limits

# Closed forms and theorems only.
NO_SEARCH = Limits(starts=0, nodes=0)
LONG = 1000
CONSTRUCTIONS = ("problem", "method", "M", "n", "B", "published", "width", "seconds")
ROOTS = ("M", "B", "n = 6", "n = 20", "lower by", "upper by")
TRADES = ("M", "d", "lower B", "lower bits", "lower by", "upper B", "upper bits", "upper by")
TEXT = """# Heads in closed form

Made by `python -m benchmarks.min_max_constructions`. Every head is an exact certificate, checked for lists of
n of the numbers 1..M.

## Constructions

Integer values with entries in -B..B and free weights. `published` is the least width by Theorem 1 of
"Attention-based representations for multi-task computation" (2026) at these entries. `seconds`: time to
check.

{constructions}

## Width at entries at most sqrt M - 1

Both tasks. The bounds use no search.

{roots}

## Entries and width

Both tasks, n = 1000: certified bounds on the least entries B at width d, and their logarithms to base 2. The
lower ends by `volume` are those of the finite Theorem 1.

{trade}
"""


def constructions() -> Iterator[tuple[str, str, int, int, int]]:
    """Yield problem, method, numbers, length and entries."""
    yield "min", "sign-vectors", 32, 10, 1
    yield "min", "sign-vectors", 1024, 100, 1
    yield from (("min-max", "grid", m * m, n, m - 1) for m in range(2, 7) for n in (2, 6, 20))
    yield from (("min-max", "powers", 20, 6, 6**size) for size in (19, 9, 6, 4))
    yield from (("min-max", "small-parts", numbers, 6, 1) for numbers in (9, 16, 25))


def construction(problem: str, method: str, numbers: int, n: int, entries: int) -> list[str]:
    """Return the cells of one construction."""
    found = lpbounds.solve(problem, method=method, numbers=numbers, n=n, entries=entries)
    assert found.upper is not None, found
    shown = f"{entries:,}" if entries < 10**6 else f"2^{log2(entries):.0f}"
    ends = [size_text(found.theory.lower) if found.theory.lower else "", size_text(found.upper.value)]
    return [problem, method, str(numbers), str(n), shown, *ends, f"{found.timings['checking']:.2f}"]


def root(numbers: int) -> list[str]:
    """Return the cells of one line on the width at small entries."""
    entries = isqrt(numbers) - 1
    found = [
        lpbounds.solve("min-max", numbers=numbers, n=n, entries=entries, limits=NO_SEARCH) for n in (6, 20)
    ]
    by = ["" if end is None else end.method for end in (found[-1].lower, found[-1].upper)]
    return [str(numbers), str(entries), *map(str, found), *by]


def trades() -> Iterator[list[str]]:
    """Yield the cells of all lines on entries against width."""
    for numbers in (16, 36, 100):
        for width in range(3, 3 * isqrt(numbers) + 1):
            found = lpbounds.solve(
                "min-max", resource="entries", numbers=numbers, n=LONG, width=width, limits=NO_SEARCH
            )
            assert found.lower is not None and found.upper is not None, found
            yield [str(numbers), str(width), *_end(found.lower), *_end(found.upper)]


def _end(bound: Bound) -> list[str]:
    bits = log2(bound.value)
    return [f"{bound.value:,}" if bits < 40 else f"2^{bits:.1f}", f"{bits:.2f}", bound.method]


def page() -> Page:
    """Return the page."""
    tables = [
        Table("constructions", CONSTRUCTIONS, [construction(*one) for one in constructions()], ["seconds"]),
        Table("roots", ROOTS, [root(size**2) for size in (3, 4, 5, 6, 10)]),
        Table("trade", TRADES, list(trades())),
    ]
    return Page("min_max_constructions", TEXT, tables)


if __name__ == "__main__":
    publish(page)
