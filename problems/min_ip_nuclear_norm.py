"""Upper bounds for Min-IP: a search that starts from kernels of least norm (``nuclear-norm``).

The pairwise conditions on the rows (``problems.min_ip_factor``) with a little room are linear in the kernel.
The bits of a token are alike, so the least nuclear norm and the least gamma_2 norm are reached by kernels
that depend on the weights and the overlap of query and key only: programs with some m^3 / 6 unknowns and
blocks of at most m + 1 rows (``lpbounds.cube_blocks``), solved within a second.  Their best approximations of
the rank sought are disturbed, none, a little or more, and the search goes on from there.

Of six starts each, three legs of the search succeed for (m,n,eps), rank

| cell            | random | random by way of shorter inputs | least nuclear norm | least gamma_2 norm |
|-----------------|--------|---------------------------------|--------------------|--------------------|
| (4,100,1/2), 3  | 0      | 4                               | 2                  | 0                  |
| (4,100,1/2), 4  | 1      | 5                               | 2                  | 2                  |
| (5,10,1/2), 4   | 4      | 4                               | 2                  | 0                  |
| (5,3,1/4), 5    | 4      | 4                               | 6                  | 6                  |

so they help against plain random starts, and settle no cell that ``factor-search`` leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.cube_blocks import blocks, classes, spread
from lpbounds.factor_search import Factors, IntegerFactors, candidates_from, rounded
from lpbounds.nuclear_norm import leading_factors, least_gamma_norm, least_nuclear_norm
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_factor import SIZES, conditions
from problems.min_ip_pairwise import least_row, pair
from problems.min_ip_rank_search import RankSearch

NAME = "nuclear-norm"
# The programs are small for many more bits, the search from them is not.
MOST_BITS = 6
ROOM = 1.02
# Normal noise added to the factors, in units of their root mean squares; one start for each and each norm.
NOISES = (0.0, 0.1, 0.5)

Floats = NDArray[np.float64]


def linear_conditions(m: int, n: int, eps: Fraction) -> Any:
    """Return the pairwise conditions, with room, as rows of a sparse matrix over the ``classes``."""
    from scipy.sparse import csr_array

    places = {place: number for number, place in enumerate(classes(m))}
    entries: list[tuple[float, int, int]] = []
    count = 0
    for y, z in product(places, repeat=2):
        larger, own, smaller = pair(n, eps, z[2] - y[2]) if z[0] == y[0] and z[2] > y[2] else (0, 0, 1)
        if larger > 0:
            row = ((1.0, y), (-ROOM * larger / smaller, z), (-ROOM * own / smaller, (y[0],) * 3))
            entries += [(value, count, places[place]) for value, place in row]
            count += 1
    values, rows, columns = zip(*entries, strict=True) if entries else ((), (), ())
    return csr_array((values, (rows, columns)), shape=(count, len(places)))


def least_entries(m: int, n: int, eps: Fraction) -> Floats:
    """Return a least value for each of the ``classes`` that makes the rows alike in size.

    Rows may be scaled at will; as they stand, those of heavy queries would outweigh the others.
    """
    units = [1 / float(least_row(s, n, eps)[0]) for s in range(m + 1)]
    return np.array([units[i] for i, _, _ in classes(m)])


def kernels(m: int, n: int, eps: Fraction) -> list[Floats]:
    """Return the kernels, shape (2^m, 2^m), of nearly the least nuclear norm and the least gamma_2 norm."""
    places, parts = classes(m), blocks(m)
    least, linear = least_entries(m, n, eps), linear_conditions(m, n, eps)
    diagonal = [number for number, (i, j, t) in enumerate(places) if i == j == t]
    found = (least_nuclear_norm(parts, least, linear), least_gamma_norm(parts, diagonal, least, linear))
    return [spread(m, values) for values in found if values is not None]


def disturbed(factors: Factors, noise: float, rng: np.random.Generator) -> Factors:
    """Return the factors with normal noise added, ``noise`` times their root mean squares."""
    queries, keys = (
        factor + noise * np.sqrt(np.mean(factor**2)) * rng.normal(size=factor.shape) for factor in factors
    )
    return Factors(queries, keys)


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if m > MOST_BITS:
        raise Nothing(f"needs m <= {MOST_BITS}")
    if task.upper is not None and int(task.upper) <= int(task.lower or 1):
        raise Nothing("the bounds meet")
    goal = conditions(m, n, eps)
    matrices = kernels(m, n, eps) if goal.pairs else []
    if not matrices:
        raise Nothing("no kernel of least norm")

    def proposals(rank: int, starts: int) -> Iterator[IntegerFactors]:
        rng = np.random.default_rng((task.seed, rank))
        pairs = list(product(NOISES, matrices))[:starts]
        first = [disturbed(leading_factors(matrix, rank), noise, rng) for noise, matrix in pairs]
        for factors in candidates_from([goal], first, task.report):
            yield from (rounded(factors, size) for size in SIZES)

    yield from RankSearch(task, NAME, proposals, goal.pairs).run()


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "kernels of small rank found from those of least nuclear norm and least gamma_2 norm",
    ("feature-rank",),
)
