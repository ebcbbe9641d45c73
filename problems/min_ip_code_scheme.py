"""Lower bounds for Min-IP from the dodecads with weights by distance (``code-scheme``).

The 2576 words of weight 12 of the extended binary Golay code form an association scheme by their distances,
and so do the 1288 of them without a given coordinate.  Against their complements they give the box of
``problems.min_ip_chains``, the same for all pairs at one distance, to which the scheme bound applies
(``lpbounds.scheme_rank``).  The Mathieu groups show that all words are alike.
Source: "An Algebraic Approach to the Association Schemes of Coding Theory" (Delsarte, 1973).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.boxes import ONE, Entry
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import texts
from lpbounds.scheme_rank import DODECADS, SHORTENED_DODECADS, Scheme, SchemeBound, scheme_bound, scheme_box
from lpbounds.trace_rank import trace_bound
from problems.min_ip_chains import entry_caps
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_weights import token_text
from problems.min_ip_words import golay_basis

NAME = "code-scheme"
RULE = "code-scheme"
_PRIME = 23


@dataclass(frozen=True)
class SchemeCode:
    """Words of one weight of a linear code that form a scheme by their distances and are alike by symmetry.

    Attributes:
        bits: number of bits.
        basis: of the code, as bit masks.
        weight: of the words.
        distances: |x minus y| that occur, by class, 0 first.
        scheme: its eigenvalues.
        permutations: of the coordinates; entry i is where coordinate i goes.
    """

    bits: int
    basis: tuple[int, ...]
    weight: int
    distances: tuple[int, ...]
    scheme: Scheme
    permutations: tuple[tuple[int, ...], ...]

    def proof(self, bound: SchemeBound) -> dict[str, Any]:
        """Return the proof of a bound for a certificate."""
        basis = [token_text(word, self.bits) for word in self.basis]
        return {
            "rule": RULE,
            "family": {"basis": basis, "weight": self.weight},
            "permutations": [list(places) for places in self.permutations],
            "eigenmatrix": [list(row) for row in self.scheme.eigenmatrix],
            "polynomial": texts(bound.polynomial),
            "weights": texts(bound.weights),
        }


def mathieu(bits: int) -> tuple[tuple[int, ...], ...]:
    """Return permutations that generate the Mathieu group on 23 or 24 coordinates.

    Coordinates 0..22 are numbers modulo 23, and 23 is infinity.  The permutations take i to i + 1, to 9 i^3
    or, if i is no square, i^3 / 9, and on 24 coordinates to -1/i.
    Source: "Three Lectures on Exceptional Groups" (Conway, 1971).
    """
    shift = [(i + 1) % _PRIME for i in range(_PRIME)]
    squares = {i * i % _PRIME for i in range(1, _PRIME)}
    ninth = pow(9, -1, _PRIME)
    cubes = [(9 if i in squares else ninth) * i**3 % _PRIME for i in range(_PRIME)]
    if bits == _PRIME:
        return tuple(shift), tuple(cubes)
    turned = [_PRIME, *((-pow(i, -1, _PRIME)) % _PRIME for i in range(1, _PRIME)), 0]
    return (*shift, _PRIME), (*cubes, _PRIME), tuple(turned)


def dodecads() -> SchemeCode:
    """Return the 2576 words of weight 12 of the extended binary Golay code."""
    return SchemeCode(24, tuple(golay_basis()), 12, (0, 4, 6, 8, 12), DODECADS, mathieu(24))


def shortened_dodecads() -> SchemeCode:
    """Return the 1288 dodecads without the last coordinate."""
    first, *rest = golay_basis()
    basis = tuple(first ^ word for word in rest)
    return SchemeCode(23, basis, 12, (0, 4, 6, 8), SHORTENED_DODECADS, mathieu(23))


def code_bound(code: SchemeCode, n: int, eps: Fraction, known: int) -> SchemeBound:
    """Return a bound on the feature rank above ``known`` by a code.

    Raises:
        Nothing: none was found.
    """
    caps = entry_caps(code.weight, n, eps)
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


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3 or m < _PRIME:
        raise Nothing(f"needs n >= 3 and m >= {_PRIME}")
    code = dodecads() if m > _PRIME else shortened_dodecads()
    bound = code_bound(code, n, eps, int(task.lower or 1))
    yield from_fewer_bits(task, code.bits, bound.rank, "proof", NAME, code.proof(bound))


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "dodecads of the Golay code against their complements, weighted by distance",
    ("feature-rank",),
)
