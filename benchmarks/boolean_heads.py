"""Tables of head complexity with positions.

    python -m benchmarks.boolean_heads [--check]

All NPN classes of up to four bits; a sample of functions of five bits, chosen by seed; disjointness of 2 to 8
pairs of bits.  A third of the sample are uniform random functions; random functions of five bits have
threshold degree 2 or 3, so a third are random signs of quadratic forms and a third are parity with up to
seven values changed.  Results are kept in runs/, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.publish import Page, Table, publish
from benchmarks.stored import cell, ends, published, solved
from lpbounds.problem import Limits
from lpbounds.results import Cell
from lpbounds.summary import Entry
from problems.boolean_functions import BooleanFunction, from_values
from problems.boolean_heads import PROBLEM
from problems.boolean_names import bits
from problems.npn import MOST_LISTED_BITS, NpnClass, canonical, classes

STARTS = 200
# A start takes seconds above so many pairs, and fewer are made.
QUICK_PAIRS, SLOW_STARTS = 6, 40
SIGNED_SUM_BITS = 11
SAMPLE_BITS = 5
SAMPLE_SIZE = 312
MOST_CHANGES = 7
CLASSES = ("n", "heads", "classes", "functions")
SAMPLE = ("lower", "upper", "functions")
NAMED = ("function", "bits", "published", "certified", "lower by", "upper by")
TEXT = """# Head complexity with positions

Made by `python -m benchmarks.boolean_heads`; every end has a certificate that the checker accepted.

## All functions of up to four bits

All NPN classes are settled, at max(1, threshold degree):

{classes}

## Functions of five bits

{size} functions of different NPN classes, with {starts} starts of the search, by the ends of their intervals:

{sample}

## Functions with names

Disjointness has threshold degree 2. From six pairs on a split shows that two heads are too few. At five
pairs {starts} starts did not find two heads, and at seven and eight pairs {slow} starts did not find three.
In general k pairs take at most floor(k/2) + 1 heads and at least k/(2 log2(2 e k)), as
[theorems-boolean.md](../docs/theorems-boolean.md) proves. `signed-sum` has threshold degree 2 as well.
Published: at least one head, and 2^n always suffice.

{named}
"""


def function_cell(function: BooleanFunction) -> Cell:
    """Return the cell of ``function``, given by its table."""
    return cell(PROBLEM.name, "heads", Limits(starts=STARTS), **function.to_json())


def class_heads() -> Iterator[tuple[NpnClass, int]]:
    """Yield all classes with their head complexities.

    Raises:
        AssertionError: one stays open.
    """
    found = [one for n in range(1, MOST_LISTED_BITS + 1) for one in classes(n)]
    entries = solved([function_cell(one.representative) for one in found], "boolean-heads-classes")
    for one, entry in zip(found, entries, strict=True):
        assert entry.status == "settled" and entry.upper is not None, entry
        yield one, int(entry.upper.value)


def class_rows() -> Iterator[list[str]]:
    """Yield n, heads, classes and functions; all intervals are closed."""
    groups: dict[tuple[int, int], list[int]] = {}
    for one, heads in class_heads():
        groups.setdefault((one.representative.n, heads), []).append(one.size)
    for (n, heads), sizes in sorted(groups.items()):
        yield [str(n), str(heads), str(len(sizes)), str(sum(sizes))]


def named_cells() -> list[Cell]:
    """Return the cells of disjointness and of the signed sum."""
    cells = []
    for pairs in range(2, 9):
        limits = Limits(starts=STARTS if pairs <= QUICK_PAIRS else SLOW_STARTS)
        cells.append(cell(PROBLEM.name, "heads", limits, n=2 * pairs, function="disjointness"))
    signed = cell(PROBLEM.name, "heads", Limits(starts=STARTS), n=SIGNED_SUM_BITS, function="signed-sum")
    return [*cells, signed]


def named_row(entry: Entry) -> list[str]:
    """Return the cells of one function."""
    lower, upper = ends(entry)
    reasons = [end.method if end else "" for end in (entry.lower, entry.upper)]
    name, n = entry.parameters["function"], str(entry.parameters["n"])
    return [name, n, published(entry), f"[{lower}, {upper}]", *reasons]


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
    return [function_cell(function) for function in sample_functions()]


def sample_rows(entries: Sequence[Entry]) -> list[list[str]]:
    """Return lower end, upper end and how many functions have them."""
    counts = Counter(map(ends, entries))
    return [[lower, upper, str(count)] for (lower, upper), count in sorted(counts.items())]


def page() -> Page:
    """Return the page."""
    tables = [
        Table("classes", CLASSES, list(class_rows())),
        Table("sample", SAMPLE, sample_rows(solved(sample_cells(), "boolean-heads-sample"))),
        Table("named", NAMED, list(map(named_row, solved(named_cells(), "boolean-heads-named")))),
    ]
    text = TEXT.replace("{size}", str(SAMPLE_SIZE)).replace("{starts}", str(STARTS))
    text = text.replace("{slow}", str(SLOW_STARTS))
    return Page("boolean_heads", text, tables)


if __name__ == "__main__":
    publish(page)
