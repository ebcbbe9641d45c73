"""Lower bounds for Min-IP from null spaces: words against their complements (``nullity``).

A matrix B with B_ii = 1 and 0 < B_ij < u for i != j has no null space of k dimensions if 2k >= u S, S a bound
on the sum of all |P_ij| of a projection of rank k.  For many words this is as good as the trace bound; for
few it is often one better, because S is 4T/3 for k = 2.  The proof is in
problems/min_ip_family_nullity_check.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems import min_ip_trace, min_ip_words
from problems.min_ip_chains import Caps, entry_caps
from problems.min_ip_family_nullity_check import impossible
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_words import Family

NAME = "nullity"
RULE = "nullity"
# The middle layer of so many bits and lexicodes in it are listed at once.
MOST_BITS = 10
LEAST_DISTANCES = (1, 2, 3)


def bound(family: Family, caps: Caps) -> tuple[int, dict[str, Any]] | None:
    """Return the rank that a family proves and the proof, None where two words are too close."""
    found = [caps[d] for d in family.pairs]
    ratios = [cap for cap in found if cap is not None]
    if len(ratios) < len(found):
        return None
    most = max(ratios)
    least = next(k for k in range(1, family.size + 1) if impossible(k, family.size, most))
    return family.size + 1 - least, {"rule": RULE, "family": family.given}


def families(m: int) -> Iterator[Family]:
    """Yield codes on at most m bits."""
    bits = min(m, MOST_BITS)
    for least in LEAST_DISTANCES:
        words = min_ip_words.lexicode(bits, bits // 2, least)
        if len(words) > 1:
            yield min_ip_words.listed(bits, words)
    yield from min_ip_trace.families(m)


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3:
        raise Nothing("needs n >= 3")
    caps, known = entry_caps(min(m, max(min_ip_trace.CODES)), n, eps), int(task.lower or 1)
    found = [(item, family.bits) for family in families(m) if family.size > known
             for item in [bound(family, caps)] if item is not None]
    if not found or max(rank for (rank, _), _ in found) <= known:
        raise Nothing("no built-in code gives more than what is known")
    (rank, proof), bits = max(found, key=lambda entry: entry[0][0])
    yield from_fewer_bits(task, bits, rank, "proof", NAME, proof)


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "words of a code against their complements: the null space that the ratios leave room for",
    ("feature-rank",),
)
