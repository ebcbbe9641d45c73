"""More heads than the threshold degree: a split of the bits whose columns show every pattern of signs.

If f(x,y_1), ..., f(x,y_m) take all 2^m patterns as x varies, f needs more than H heads for every H with
2^(H+1) - 2 <= m; problems/boolean_heads_split_check.py has the proof.  Splits are tried one after the other,
natural ones first, and for each the columns are built up one by one, as long as all patterns of those chosen
occur.

Only splits are tried that can give more than the threshold degree T.  If T <= H, a polynomial of degree H
with the signs of f is, at any x, a fixed one of y plus one of degree below H in y; so m columns show all
patterns only if such polynomials, of which 1 + |y| + ... are independent, take arbitrary values on
them.  Two heads take six columns, hence five bits y at least, and six bits x.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.boolean_functions import BooleanFunction
from problems.boolean_heads_layer import function_with_table
from problems.boolean_heads_question import asked, none_will_do

NAME = "split"

Columns = NDArray[np.int64]


def columns_needed(heads: int) -> int:
    """Return the least number of columns that exclude ``heads`` heads."""
    return (1 << (heads + 1)) - 2


def splits(n: int, heads: int) -> Iterator[int]:
    """Yield the bits y, as a mask, of splits that may exclude ``heads`` heads where the degree does not.

    First the blocks of highest and of lowest bits and every other bit, then all masks by the number of bits.
    """
    count = columns_needed(heads)
    dimensions = {size: sum(comb(size, i) for i in range(heads)) for size in range(1, n - count + 1)}
    sizes = [size for size, dimension in dimensions.items() if dimension >= count]
    natural = [((1 << size) - 1) << (n - size) for size in sizes] + [(1 << size) - 1 for size in sizes]
    natural += [sum(1 << j for j in range(first, n, 2)) for first in (0, 1)]
    first = dict.fromkeys(mask for mask in natural if mask.bit_count() in sizes)
    yield from first
    for size in sizes:
        for chosen in combinations(range(n), size):
            mask = sum(1 << j for j in chosen)
            if mask not in first:
                yield mask


def submasks(mask: int) -> list[int]:
    """Return all masks inside ``mask``, increasing."""
    found = [0]
    for j in range(mask.bit_length()):
        if mask >> j & 1:
            found += [inner | 1 << j for inner in found]
    return found


class Shattering:
    """Looks for columns with all patterns, and counts the columns it tries."""

    def __init__(self, function: BooleanFunction, most: int) -> None:
        """Take the function and how many columns may be tried."""
        self.function = function
        self.left = most

    def excluding(self, heads: int) -> tuple[int, list[int]] | None:
        """Return a split and columns of it that exclude ``heads`` heads, or None."""
        for split in splits(self.function.n, heads):
            columns = self.columns(split, columns_needed(heads))
            if columns is not None:
                return split, columns
            if self.left < 0:
                break
        return None

    def columns(self, split: int, count: int) -> list[int] | None:
        """Return ``count`` columns of ``split`` whose values take all 2^count patterns, or None."""
        rows = np.array(submasks(((1 << self.function.n) - 1) & ~split))
        listed = submasks(split)
        matrix = self.function.values.astype(np.int64)[rows[:, None] | np.array(listed)]
        chosen = self._extended(matrix, np.zeros(len(rows), dtype=np.int64), [], count)
        return None if chosen is None else [listed[place] for place in chosen]

    def _extended(
        self, matrix: Columns, patterns: Columns, chosen: list[int], count: int
    ) -> list[int] | None:
        if len(chosen) == count:
            return chosen
        for place in range(chosen[-1] + 1 if chosen else 0, matrix.shape[1]):
            self.left -= 1
            if self.left < 0:
                return None
            longer = 2 * patterns + matrix[:, place]
            # Every pattern is still to be split into all patterns of the columns to come.
            frequencies = np.bincount(longer, minlength=2 << len(chosen))
            if frequencies.min() >= 1 << (count - len(chosen) - 1):
                found = self._extended(matrix, longer, [*chosen, place], count)
                if found is not None:
                    return found
        return None


def run(task: Task) -> Iterator[Bound]:
    """Yield lower bounds above the one known, as long as columns are found, and above 2."""
    function, limit = function_with_table(task.parameters), asked(task).heads
    known = limit or max(2, int(task.lower or 1))
    search, heads = Shattering(function, task.limits.nodes), known
    while (limit is None or heads == limit) and (found := search.excluding(heads)) is not None:
        heads += 1
        proof = {"rule": NAME, "split": found[0], "columns": found[1]}
        if limit is None:
            yield task.bound("lower", heads, "proof", NAME, proof)
        else:
            yield from none_will_do(task, "proof", NAME, proof)
    if heads == known:
        limited = f" among the first {task.limits.nodes} tried" if search.left < 0 else ""
        raise Nothing(f"no split has {columns_needed(heads)} columns with all patterns{limited}")


METHOD = Method(NAME, ("lower",), run, "a split of the bits with more sign patterns than few heads make")
