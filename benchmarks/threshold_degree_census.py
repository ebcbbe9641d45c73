"""Census of the threshold degree over all Boolean functions of up to four bits.

    python -m benchmarks.threshold_degree_census [--check]

Every NPN class is bounded from both sides and its certificates are checked; a class counts as many
functions as it has.  The functions of degree 0 and 1 are the linear threshold functions: 4, 14, 104, 1882.
"""

from __future__ import annotations

from collections import Counter

from benchmarks.publish import Page, Table, publish
from lpbounds.minimal import minimal
from problems.npn import MOST_LISTED_BITS, classes
from problems.threshold_degree import PROBLEM

# The sequence of the numbers of linear threshold functions, published many times.
LINEAR = (4, 14, 104, 1882)
TEXT = """# Census of the threshold degree

Made by `python -m benchmarks.threshold_degree_census`. Boolean functions of n bits, and their NPN classes in
brackets, by threshold degree; both ends of every class are certified. The last column has the known number of
linear threshold functions, which are those of degree 0 and 1.

{census}
"""


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


def row(n: int) -> list[str]:
    """Return the cells of one line."""
    of_classes, of_functions = census(n)
    assert of_functions.total() == 1 << (1 << n), "a function of this many bits is missing"
    cells = [f"{of_functions[d]} ({of_classes[d]})" if d <= n else "" for d in range(MOST_LISTED_BITS + 1)]
    linear = of_functions[0] + of_functions[1]
    return [str(n), *cells, str(of_functions.total()), str(linear), str(LINEAR[n - 1])]


def page() -> Page:
    """Return the page."""
    degrees = [f"degree {d}" for d in range(MOST_LISTED_BITS + 1)]
    head = ["n", *degrees, "functions", "degree at most 1", "linear threshold functions"]
    rows = [row(n) for n in range(1, MOST_LISTED_BITS + 1)]
    return Page("threshold_degree_census", TEXT, [Table("census", head, rows)])


if __name__ == "__main__":
    publish(page)
