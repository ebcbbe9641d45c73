"""Lower bounds for Min-IP from all words of the middle layer, by the scheme bound (``scheme``).

The box of the middle layer against its complements is the same for all pairs at one distance, so the best
weights are a combination of the classes of the Johnson scheme (``lpbounds.scheme_rank``).  Needs a ratio
forced at distance 1: small errors or long inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.boxes import ONE, Entry
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import texts
from lpbounds.scheme_rank import johnson, scheme_bound, scheme_box
from lpbounds.trace_rank import trace_bound
from problems.min_ip_chains import entry_caps
from problems.min_ip_reduction import from_fewer_bits

NAME = "scheme"
RULE = "scheme"
# More bits take longer than ten seconds.
MOST_BITS = 32


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3 or m < 2:
        raise Nothing("needs n >= 3 and m >= 2")
    bits = min(m, MOST_BITS)
    scheme, caps = johnson(bits, bits // 2), entry_caps(bits // 2, n, eps)
    known = int(task.lower or 1)
    if any(cap is None for cap in caps[1:]):
        raise Nothing("no ratio is forced at distance 1")
    entries = (ONE, *(Entry(Fraction(0), cap, True) for cap in caps[1:]))
    # Weights add up to half.
    if 2 * trace_bound(scheme_box(scheme, entries)).rank <= known:
        raise Nothing("the middle layer does not come near what is known")
    bound = scheme_bound(scheme, entries, known=known)
    if bound.rank <= known:
        raise Nothing("the middle layer gives no more than what is known")
    proof = {"rule": RULE, "weight": bits // 2, "polynomial": texts(bound.polynomial),
             "weights": texts(bound.weights)}
    yield from_fewer_bits(task, bits, bound.rank, "proof", NAME, proof)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "the middle layer against its complements, weighted by distance",
    ("feature-rank",),
)
