"""Tables of the smallest and the largest number of a list.

    python -m benchmarks.min_max real | free | uniform | constructions | roots | trade

``real``: least width for real values.  ``free`` and ``uniform``: least squared norm and entries of integer
values with free and with uniform weights.  ``constructions``: heads in closed form, with the time to check
them.  ``roots``: least width at entries below sqrt M.  ``trade``: least entries at each width as values
separated by commas, for a plot of bits against width.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from math import isqrt, log2
from typing import Any

from tabulate import tabulate

import lpbounds
from lpbounds.bounds import Interval
from lpbounds.problem import Limits

LENGTHS = range(2, 7)
# Closed forms and theorems only.
NO_SEARCH = Limits(starts=0, nodes=0)


def real() -> None:
    """Print the least width for real values, M = 2..6."""
    for problem in ("min", "max", "min-max"):
        cells = [[lpbounds.solve(problem, resource="real-width", numbers=m, n=n) for n in LENGTHS]
                 for m in range(2, 7)]
        _print(f"{problem}: real width", [f"M = {m}" for m in range(2, 7)], cells)


def free() -> None:
    """Print the least squared norm and entries for both tasks with free weights."""
    for resource in ("squared-norm", "entries"):
        for width in range(1, 5):
            most = 8 if width == 4 else 6
            rows = [_row("min-max", resource, m, LENGTHS, width=width) for m in range(2, most)]
            names = [f"M = {m}" for m in range(2, most)]
            _print(f"min-max: {resource} at width {width}, free weights", names, rows)


def uniform() -> None:
    """Print the least entries with uniform weights, beside the lower bound by volumes."""
    chosen = (("min", 2, 3), ("min", 2, 4), ("min", 3, 5), ("min-max", 2, 3), ("min-max", 3, 4),
              ("min-max", 3, 5), ("min-max", 4, 5))
    for problem, width, numbers in chosen:
        lengths = LENGTHS if numbers < 5 else range(2, 6)
        options = {"width": width, "weights": "uniform"}
        rows = [_row(problem, "entries", numbers, lengths, **options),
                _row(problem, "entries", numbers, lengths, method="volume", **options)]
        title = f"{problem}: entries at width {width}, M = {numbers}, uniform weights"
        _print(title, ["all methods", "volume"], rows)


def _row(problem: str, resource: str, numbers: int, lengths: Iterable[int], **options: Any) -> list[Interval]:
    limits = Limits(starts=60)
    return [
        lpbounds.solve(problem, resource=resource, numbers=numbers, n=n, limits=limits, **options)
        for n in lengths
    ]


def _print(title: str, names: list[str], rows: list[list[Interval]]) -> None:
    body = [[name, *map(str, row), f"{sum(cell.seconds for cell in row):.1f}"]
            for name, row in zip(names, rows, strict=True)]
    headers = ["", *(f"n = {cell.parameters['n']}" for cell in rows[0]), "seconds"]
    print(title, tabulate(body, headers), sep="\n", end="\n\n", flush=True)


def constructions() -> None:
    """Print heads in closed form with their width and the seconds that the checker took."""
    body = []
    for problem, method, numbers, n, entries in _constructions():
        interval = lpbounds.solve(problem, method=method, numbers=numbers, n=n, entries=entries)
        shown = entries if entries < 10**6 else f"2^{log2(entries):.0f}"
        checking = f"{interval.timings['checking']:.2f}"
        body.append([problem, method, numbers, n, shown, interval.upper and interval.upper.value, checking])
    print(tabulate(body, ["problem", "method", "M", "n", "entries", "width", "seconds to check"]))


def _constructions() -> Iterator[tuple[str, str, int, int, int]]:
    yield "min", "sign-vectors", 32, 10, 1
    yield "min", "sign-vectors", 1024, 100, 1
    yield from (("min-max", "grid", m * m, n, m - 1) for m in range(2, 7) for n in (2, 6, 20))
    yield from (("min-max", "powers", 20, 6, 6**size) for size in (19, 9, 6, 4))
    yield from (("min-max", "small-parts", numbers, 6, 1) for numbers in (9, 16, 25))


def roots() -> None:
    """Print the least width at entries at most sqrt M - 1, published bound included."""
    rows, names = [], []
    for numbers in (9, 16, 25, 36, 100):
        entries = isqrt(numbers) - 1
        names.append(f"M = {numbers}")
        rows.append([lpbounds.solve("min-max", numbers=numbers, n=n, entries=entries, limits=NO_SEARCH)
                     for n in (6, 20)])
    _print("min-max: width at entries sqrt M - 1", names, rows)


def trade() -> None:
    """Print bounds on the least entries at each width, and in bits."""
    print("numbers,n,width,lower,upper,lower_bits,upper_bits,upper_method")
    for numbers in (16, 36, 100):
        for width in range(3, 3 * isqrt(numbers) + 1):
            cell = lpbounds.solve(
                "min-max", resource="entries", numbers=numbers, n=1000, width=width, limits=NO_SEARCH
            )
            ends = [bound.value if bound else 0 for bound in (cell.lower, cell.upper)]
            bits = [f"{log2(end):.2f}" for end in ends]
            print(numbers, 1000, width, *ends, *bits, cell.upper and cell.upper.method, sep=",", flush=True)


TABLES: dict[str, Callable[[], None]] = {
    "real": real,
    "free": free,
    "uniform": uniform,
    "constructions": constructions,
    "roots": roots,
    "trade": trade,
}


def main(arguments: list[str]) -> int:
    """Print the tables named."""
    if not arguments or any(name not in TABLES for name in arguments):
        print(__doc__)
        return 2
    for name in arguments:
        TABLES[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
