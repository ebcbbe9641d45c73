"""Lower bounds for Min-IP from codes with weights by distance (``code-scheme``).

Against their complements the words of a code that is an association scheme by its distances give the box of
``problems.min_ip_chains``, the same for all pairs at one distance, to which the scheme bound applies
(``lpbounds.scheme_rank``).  The codes are those of the Mathieu groups (``problems.min_ip_scheme_codes``).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.boxes import ONE, Entry
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import texts
from lpbounds.scheme_rank import SchemeBound, scheme_bound, scheme_box
from lpbounds.trace_rank import trace_bound
from problems.min_ip_chains import entry_caps
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_scheme_codes import SchemeCode, dodecads, hexads, pentads, shortened_dodecads

NAME = "code-scheme"
RULE = "code-scheme"
# By the least number of bits; the larger codes are better.
CODES = {24: dodecads, 23: shortened_dodecads, 12: hexads, 11: pentads}


def code_bound(code: SchemeCode, n: int, eps: Fraction, known: int) -> SchemeBound:
    """Return a bound on the feature rank above ``known`` by a code.

    Raises:
        Nothing: none was found.
    """
    caps = entry_caps(code.distances[-1], n, eps)
    if any(caps[d] is None for d in code.distances[1:]):
        raise Nothing("nothing is forced at the least distance of the words")
    entries = [ONE, *(Entry(Fraction(0), caps[d], True) for d in code.distances[1:])]
    # Weights add up to half.
    if code.scheme.size <= known or 2 * trace_bound(scheme_box(code.scheme, entries)).rank <= known:
        raise Nothing("the words do not come near what is known")
    bound = scheme_bound(code.scheme, entries, known=known)
    if bound.rank <= known:
        raise Nothing("the words give no more than what is known")
    return bound


def proof_of(code: SchemeCode, bound: SchemeBound) -> dict[str, Any]:
    """Return the proof of a bound by a code for a certificate."""
    return {
        "rule": RULE,
        "family": code.given,
        "permutations": [list(places) for places in code.permutations],
        "eigenmatrix": [list(row) for row in code.scheme.eigenmatrix],
        "polynomial": texts(bound.polynomial),
        "weights": texts(bound.weights),
    }


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3 or m < min(CODES):
        raise Nothing(f"needs n >= 3 and m >= {min(CODES)}")
    code = CODES[max(bits for bits in CODES if bits <= m)]()
    bound = code_bound(code, n, eps, int(task.lower or 1))
    yield from_fewer_bits(task, code.bits, bound.rank, "proof", NAME, proof_of(code, bound))


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "words of a very symmetric code against their complements, weighted by distance",
    ("feature-rank",),
)
