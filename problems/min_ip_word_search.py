"""Lower bounds for Min-IP from families of words found by search, for few bits (``trace-search``).

A family of T words counts, for a polynomial p, by T^2 / (T + S), S the sum over ordered pairs of different
words of the greatest p(b)^2 / p(1)^2 for b up to the cap of their distance (``lpbounds.trace_rank``).  A
climb adds or takes away what brings most, though not what it has just moved.  It moves single words, or whole
orbits of the rotation of the first bits: few enough to be searched well, and among their unions are the
hexads.

The keys are the complements of the words, which loses nothing: let queries x_i and keys y_i have gaps
D_ij = |x_i y_j| - |x_i y_i| > 0 for i != j.  Without the bits of y_i, x_i has overlap 0 with y_i and at least
D_ij with y_j; and more bits in y_i outside x_i only raise the overlaps of the other queries.

What it reaches, seed 0, at m = 4..12, n = 3, 10, 100 and eps = 1/2, 1/4, 1/10: in none of the 81 cells more
than the other methods together.  It finds for itself what is built in, such as the 14 words of 8 bits and the
132 hexads of 12, and is as good as the others in about half of the cells.  It falls behind where all words of
a layer with weights by distance do better, as 331 against 385 at (11,10,1/4), and for n = 3 and eps = 1/2,
where the Kneser bound is m - 2: 2 for m <= 8, then 3, 3, 6, 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.entrywise import Polynomial, evaluate, largest_square, least_rank, plain_spaces
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_chains import Caps, entry_caps
from problems.min_ip_given_words import Words, proofs, spread
from problems.min_ip_words import listed

NAME = "trace-search"
MOST_BITS = 12
# Beside other methods on fewer bits it has gained nothing; single words are moved on so few.
LEAST_BITS_BESIDE_OTHERS = 6
MOST_BITS_OF_SINGLE_WORDS = 8
POLYNOMIALS: tuple[Polynomial, ...] = tuple(
    tuple(Fraction(c) for c in p.split()) for p in ("0 1", "-1/30 1", "-1/10 1", "-1/4 1", "1/50 -2/5 1")
)
# What two words cost between which nothing is forced: more than they bring.
FORBIDDEN = 30.0
MOVES_A_START = 15
# Moves, at least, before a group of words may move again.
REST = 6
# So many of the best families get exact bounds.
KEPT = 2

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def orbits(m: int, turned: int) -> list[Words]:
    """Return all words of m bits in groups: the orbits of the rotation of the first ``turned`` bits."""
    low, seen, found = (1 << turned) - 1, set[int](), []
    for word in range(1 << m):
        if word not in seen:
            turns = ((word << k | (word & low) >> (turned - k)) & low for k in range(turned))
            orbit = tuple(dict.fromkeys(word & ~low | turn for turn in turns))
            seen.update(orbit)
            found.append(orbit)
    return found


@dataclass(frozen=True)
class Costs:
    """What groups of words add to S.

    Attributes:
        sizes: number of words of each group.
        own: sum over the ordered pairs inside each group.
        pairs: sum over the ordered pairs, both ways, between two groups; 0 on the diagonal.
    """

    sizes: Floats
    own: Floats
    pairs: Floats


def costs(groups: Sequence[Words], penalties: Floats) -> Costs:
    """Return the costs of groups of words.

    Args:
        groups: orbits of one group of permutations of the bits.
        penalties: cost of an ordered pair at each distance.
    """
    words = np.array([word for group in groups for word in group])
    sizes = np.array([len(group) for group in groups])
    # One word of an orbit stands for all of it.
    first = np.array([group[0] for group in groups])[:, None]
    ways = (np.bitwise_count(first & ~words), np.bitwise_count(words & ~first))
    table = np.where(first == words, 0.0, sum(penalties[way] for way in ways))
    pairs = np.add.reduceat(table, np.cumsum(sizes) - sizes, axis=1) * sizes[:, None]
    own = pairs.diagonal() / 2
    return Costs(sizes.astype(float), own, pairs - np.diag(2 * own))


def penalties(polynomial: Polynomial, caps: Caps) -> Floats:
    """Return the cost of an ordered pair of different words at each distance."""
    top = evaluate(polynomial, Fraction(1)) ** 2
    found = [None if cap is None else largest_square(polynomial, Fraction(0), cap) / top for cap in caps]
    return np.array([FORBIDDEN if cost is None else float(cost) for cost in found])


def climb(given: Costs, moves: int, rng: np.random.Generator) -> tuple[float, Mask]:
    """Return the best T^2 / (T + S) met from the empty family on, and which groups are in that family."""
    inside, resting = np.zeros(len(given.sizes), dtype=bool), np.zeros(len(given.sizes))
    shared, size, total, best = np.zeros(len(given.sizes)), 0.0, 0.0, (0.0, inside.copy())
    for move in range(moves):
        sign = np.where(inside, -1.0, 1.0)
        sizes, sums = size + sign * given.sizes, total + sign * (shared + given.own)
        values = sizes**2 / np.maximum(sizes + sums, 1e-9) * (1 - 1e-7 * rng.random(len(sign)))
        chosen = int(np.argmax(np.where(resting > move, -1.0, values)))
        size, total = sizes[chosen], sums[chosen]
        shared = shared + sign[chosen] * given.pairs[chosen]
        inside[chosen] = not inside[chosen]
        resting[chosen] = move + REST + rng.integers(REST)
        if size**2 > best[0] * (1 + 1e-9) * (size + total):
            best = (size**2 / (size + total), inside.copy())
    return best


def _found(m: int, caps: Caps, moves: int, seed: int) -> Iterator[tuple[int, float, Words]]:
    """Yield (rank nearly proved, value, words) of the best family of each climb."""
    rng = np.random.default_rng(seed)
    for turned in {1 if m <= MOST_BITS_OF_SINGLE_WORDS else m - 2, m - 1, m}:
        groups = orbits(m, turned)
        for polynomial in POLYNOMIALS:
            value, inside = climb(costs(groups, penalties(polynomial, caps)), moves, rng)
            chosen = (group for group, is_in in zip(groups, inside, strict=True) if is_in)
            words = spread([word for group in chosen for word in group], caps)
            if len(words) > 1:
                yield least_rank(ceil(value), plain_spaces(polynomial)), value, words


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    least = 2 if task.lower is None else LEAST_BITS_BESIDE_OTHERS
    if n < 3 or not least <= m <= MOST_BITS:
        raise Nothing(f"needs n >= 3 and {least} <= m <= {MOST_BITS}")
    caps, known = entry_caps(m, n, eps), int(task.lower or 1)
    found = sorted(_found(m, caps, MOVES_A_START * task.limits.starts, task.seed), reverse=True)
    # Shifts that depend on the distance, and weights, add less than a half.
    if not found or 3 * found[0][0] <= 2 * known:
        raise Nothing("no family that was found comes near what is known")
    families = list(dict.fromkeys(words for _, _, words in found))[:KEPT]
    proved = [item for words in families for item in proofs(listed(m, words), words, caps)]
    rank, proof = max(proved, key=lambda item: item[0])
    if rank <= known:
        raise Nothing("no family that was found gives more than what is known")
    yield task.bound("lower", rank, "proof", NAME, proof)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "families of words found by search against their complements, by trace, nullity or semidefinite bound",
    ("feature-rank",),
)
