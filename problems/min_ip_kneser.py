"""The lower bound m - 2g + 2 for Min-IP, for any gap g in overlap that forces a strict preference.

For disjoint tokens P and N, a query of g ones inside P prefers N, one inside N prefers P.  The differences
of keys k_N - k_P, spread over the sphere of signed sets (P, N), form an odd map; by the Borsuk-Ulam theorem
it has a zero when the rank is too small, which some query forbids.  The value is the chromatic number of the
Kneser graph of g-subsets (m >= 2g), and the proof is that of Lovasz's theorem, "Kneser's conjecture,
chromatic number, and homotopy" (1978), in the form of Sarkaria (1990): docs/theorems.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_published import least_jump

NAME = "kneser"


def kneser_bound(m: int, n: int, eps: Fraction) -> int:
    """Return m - 2g + 2 for the least g that forces a strict preference; at most 0 when m is too small.

    Raises:
        Nothing: n <= 2, where nothing is forced.
    """
    if n < 3:
        raise Nothing("needs n >= 3")
    return m - 2 * least_jump(n, eps) + 2


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    value = kneser_bound(m, n, eps)
    if value < 1:
        raise Nothing(f"needs m >= {2 * least_jump(n, eps) - 1}")
    yield task.bound("lower", value, "theorem", NAME, {"rule": NAME, "gap": least_jump(n, eps)})


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "m - 2g + 2 by the Borsuk-Ulam theorem, g the least gap in overlap that forces a preference",
    ("feature-rank",),
)
