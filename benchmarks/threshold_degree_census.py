"""Census of the threshold degree over all Boolean functions of up to four bits.

    python -m benchmarks.threshold_degree_census

Every NPN class is bounded from both sides and its certificates are checked; a class counts as many
functions as it has.  The functions of degree 0 and 1 are the linear threshold functions: 4, 14, 104, 1882.
"""

from __future__ import annotations

import time
from collections import Counter

from tabulate import tabulate

from lpbounds.minimal import minimal
from problems.npn import MOST_LISTED_BITS, classes
from problems.threshold_degree import PROBLEM


def census(n: int) -> tuple[Counter[int], Counter[int]]:
    """Return how many classes and how many functions of n bits have each threshold degree.

    Raises:
        AssertionError: the bounds of a class do not meet.
    """
    of_classes: Counter[int] = Counter()
    of_functions: Counter[int] = Counter()
    for found in classes(n):
        interval = minimal(PROBLEM, found.representative.to_json())
        assert interval.is_settled and interval.upper is not None, interval
        degree = int(interval.upper.value)
        of_classes[degree] += 1
        of_functions[degree] += found.size
    return of_classes, of_functions


def main() -> None:
    """Print the census."""
    rows: list[list[object]] = []
    for n in range(1, MOST_LISTED_BITS + 1):
        started = time.perf_counter()
        of_classes, of_functions = census(n)
        seconds = f"{time.perf_counter() - started:.1f}"
        cells = [f"{of_functions[d]} ({of_classes[d]})" for d in range(n + 1)]
        cells += [""] * (MOST_LISTED_BITS - n)
        rows.append([n, *cells, of_functions.total(), of_functions[0] + of_functions[1], seconds])
    degrees = [f"degree {d}" for d in range(MOST_LISTED_BITS + 1)]
    print("Functions (classes) by threshold degree")
    print(tabulate(rows, ["n", *degrees, "functions", "linear threshold", "seconds"], tablefmt="pipe"))


if __name__ == "__main__":
    main()
