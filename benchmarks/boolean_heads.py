"""Tables of head complexity with positions.

    python -m benchmarks.boolean_heads classes
    python -m benchmarks.boolean_heads disjointness
    python -m benchmarks.boolean_heads sample FILE

``classes`` bounds all NPN classes of up to four bits; ``disjointness`` bounds it for 2 to 8 pairs of bits;
``sample`` bounds functions of five bits, chosen by seed, into the store FILE and goes on where it left off.
A third of the sample are uniform random functions; random functions of five bits have threshold degree 2
or 3, so a third are random signs of quadratic forms and a third are parity with up to seven values changed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tabulate import tabulate

from lpbounds.bounds import Interval, size_text
from lpbounds.minimal import minimal
from lpbounds.problem import Limits
from lpbounds.results import Cell, End, Result
from lpbounds.resume import are_settled
from lpbounds.store import create
from lpbounds.sweep import sweep
from problems.boolean_functions import BooleanFunction, from_values
from problems.boolean_heads import PROBLEM
from problems.boolean_names import bits
from problems.npn import MOST_LISTED_BITS, canonical, classes

DISJOINTNESS_STARTS = 200
# Above so many pairs one start takes minutes: the rows have the bounds that need no search.
SEARCHED_PAIRS = 6
SAMPLE_BITS = 5
SAMPLE_SIZE = 312
SAMPLE_STARTS = 200
MOST_CHANGES = 7


def solved(function: BooleanFunction, limits: Limits) -> Interval:
    """Return the interval of heads of ``function``."""
    return minimal(PROBLEM, {"n": function.n, "table": function.text}, limits=limits)


def class_rows() -> Iterator[list[object]]:
    """Yield n, heads, classes and functions; all intervals are closed.

    Raises:
        AssertionError: one stays open.
    """
    for n in range(1, MOST_LISTED_BITS + 1):
        of_classes: Counter[int] = Counter()
        of_functions: Counter[int] = Counter()
        for found in classes(n):
            interval = solved(found.representative, Limits(starts=200))
            assert interval.is_settled and interval.upper is not None, interval
            of_classes[int(interval.upper.value)] += 1
            of_functions[int(interval.upper.value)] += found.size
        for heads in sorted(of_classes):
            yield [n, heads, of_classes[heads], of_functions[heads]]


def disjointness_rows() -> Iterator[list[object]]:
    """Yield pairs, interval, reasons and seconds for disjointness."""
    for pairs in range(2, 9):
        started = time.perf_counter()
        given = {"n": 2 * pairs, "function": "disjointness"}
        starts = DISJOINTNESS_STARTS if pairs <= SEARCHED_PAIRS else 0
        interval = minimal(PROBLEM, given, limits=Limits(starts=starts))
        reasons = [end.method if end else "" for end in (interval.lower, interval.upper)]
        yield [pairs, 2 * pairs, str(interval), *reasons, f"{time.perf_counter() - started:.0f}"]


def sample_functions(seed: int = 0) -> list[BooleanFunction]:
    """Return representatives of ``SAMPLE_SIZE`` different NPN classes of five bits, three kinds in turn."""
    rng, found = np.random.default_rng(seed), dict[str, BooleanFunction]()
    kinds = (uniform, quadratic, near_parity)
    while len(found) < SAMPLE_SIZE:
        function = canonical(from_values(SAMPLE_BITS, kinds[len(found) % 3](rng)))
        found[function.text] = function
    return list(found.values())


def uniform(rng: np.random.Generator) -> NDArray[np.int64]:
    """Return random values, shape (2^n,)."""
    return rng.integers(0, 2, 1 << SAMPLE_BITS)


def quadratic(rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the signs of a random quadratic polynomial in +-1 bits with normal coefficients."""
    x = 1 - 2 * bits(SAMPLE_BITS)
    form = rng.normal(size=(SAMPLE_BITS, SAMPLE_BITS))
    values = np.einsum("ij,jk,ik->i", x, form, x) + x @ rng.normal(size=SAMPLE_BITS)
    return np.asarray(values > 0, dtype=np.int64)


def near_parity(rng: np.random.Generator) -> NDArray[np.int64]:
    """Return parity with 1 to ``MOST_CHANGES`` values changed."""
    values = np.asarray(bits(SAMPLE_BITS).sum(axis=1) % 2, dtype=np.int64)
    places = rng.choice(1 << SAMPLE_BITS, int(rng.integers(1, MOST_CHANGES + 1)), replace=False)
    values[places] ^= 1
    return values


def sample_cells() -> list[Cell]:
    """Return the cells of the sample."""
    limits = replace(Limits(), starts=SAMPLE_STARTS)
    choices = [PROBLEM.parsed(function.to_json()) for function in sample_functions()]
    return [Cell(PROBLEM.name, choice, "heads", limits=limits) for choice in choices]


def sample_rows(results: list[Result]) -> list[list[object]]:
    """Return lower end, upper end and how many results have them."""
    ends = Counter((_value(result.lower), _value(result.upper)) for result in results)
    return [[lower, upper, count] for (lower, upper), count in sorted(ends.items())]


def _value(end: End | None) -> str:
    return size_text(None if end is None else end.value)


def print_sample(path: Path) -> None:
    """Run what is missing of the sample and print all of it, the functions that stay open by name."""
    cells = sample_cells()
    with create(path) as store:
        sweep(cells, store, jobs=1)
        results = [result for result in store.results() if result.cell in cells]
    print(tabulate(sample_rows(results), ["lower", "upper", "functions"], tablefmt="pipe"))
    for result in results:
        if not are_settled([result]):
            print(result.cell, [f"{note.method}: {note.reason}" for note in result.notes])


def main() -> None:
    """Print the table that the arguments name."""
    chosen, *rest = sys.argv[1:] or [""]
    if chosen == "classes":
        print(tabulate(class_rows(), ["n", "heads", "classes", "functions"], tablefmt="pipe"))
    elif chosen == "disjointness":
        headers = ["pairs", "bits", "heads", "lower by", "upper by", "seconds"]
        print(tabulate(disjointness_rows(), headers, tablefmt="pipe"))
    elif chosen == "sample" and rest:
        print_sample(Path(rest[0]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
