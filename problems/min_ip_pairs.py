"""Lower bounds for Min-IP from words of weight two against their complements (``pairs``).

The ratios that domination forces in one row depend on each other: an entry at distance two is small against
every entry at distance one.  The rows that obey all of this fill a polytope, and the method looks for a
matrix Y in the algebra of the distances that makes B Y diagonally dominant for all its vertices, which proves
that the C(m,2) words take as many features.  It reaches a little further than the box of single ratios
(``problems.min_ip_dominance``).  The proof is in problems/min_ip_pairs_check.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_pairs_check import distances, excess, vertices
from problems.min_ip_published import jump
from problems.min_ip_reduction import from_fewer_bits

NAME = "pairs"
RULE = "pairs"
# On more bits the layer in the middle is larger than the words of weight two, and other methods do better.
BITS = 5
DENOMINATORS = (100, 1000, 10_000)
_ROUNDS = 100

Floats = NDArray[np.float64]


def best_inverse(m: int, u: Fraction) -> tuple[float, float]:
    """Return the entries of Y at distances one and two, in floats, by cutting planes on signs.

    They nearly maximise the least excess of the diagonal entry over the others, over all vertices.
    """
    table = np.array(distances(m))
    points = np.array([[float(b) for b in point] for point in vertices(m, u)])
    # images[d] is what the entries of Y at distance d contribute.
    images = np.stack([points @ (table == d) for d in range(3)])
    inverse, cuts = np.array([1.0, 0.0, 0.0]), []
    for _ in range(_ROUNDS):
        rows = np.tensordot(inverse, images, 1)
        worst = int(np.argmin(rows[:, 0] - np.abs(rows[:, 1:]).sum(axis=1)))
        signs = np.sign(rows[worst])
        signs[0] = -1.0
        cuts.append([*(images[:, worst] @ signs), 1.0])
        ranges = [(1, 1), (-1, 1), (-1, 1), (None, 1)]
        found = np.asarray(linprog([0, 0, 0, -1], cuts, np.zeros(len(cuts)), bounds=ranges).x)[:3]
        if np.allclose(found, inverse, atol=1e-12):
            break
        inverse = found
    return float(inverse[1]), float(inverse[2])


def rounded_inverse(m: int, u: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return exact entries of Y that prove the bound, or None."""
    near, far = map(Fraction, best_inverse(m, u))
    for denominator in DENOMINATORS:
        pair = near.limit_denominator(denominator), far.limit_denominator(denominator)
        table = [[(Fraction(1), *pair)[d] for d in row] for row in distances(m)]
        own = [Fraction(int(d == 0)) for d in distances(m)[0]]
        if excess(table, own) > 0 and all(excess(table, point) >= 0 for point in vertices(m, u)):
            return pair
    return None


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    bits = min(m, BITS)
    if n < 3 or bits < 4 or jump(1, n, eps) < 1:
        raise Nothing("needs m >= 4 and a ratio that is forced by a gap of one")
    value = comb(bits, 2)
    if value <= int(task.lower or 1):
        raise Nothing(f"proves {value} at most, no more than what is known")
    inverse = rounded_inverse(bits, 1 / jump(1, n, eps))
    if inverse is None:
        raise Nothing("no matrix makes all vertices diagonally dominant")
    proof = {"rule": RULE, "inverse": [str(entry) for entry in inverse]}
    yield from_fewer_bits(task, bits, value, "proof", NAME, proof)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "words of weight two against their complements: no matrix with rows as domination wants is singular",
    ("feature-rank",),
)
