"""Entrywise polynomials that depend on the distance, for trace bounds on words of one weight.

p(b, d) = sum_k b^k l_k(d): the entry of the words x, x' at distance d = |x minus x'| goes through the
polynomial p(., d).  On the words of one weight among m bits the functions of degree at most e in the bits
span at most C(m, e) dimensions, e <= m/2, so the matrix l_k(d) of a polynomial l_k of degree e has no larger
rank, and l_k adds C(m,e) C(r+k-1, k) to the rank of the image (``lpbounds.entrywise``).

A good p is small on every interval [0, cap of d] and 1 at b = 1, d = 0.  Best are the Chebyshev polynomials
of the intervals, which the l_k imitate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.entrywise import Polynomial, evaluate, largest_square
from lpbounds.polish import polished
from lpbounds.rationals import texts
from lpbounds.trace_rank import float_range

Floats = NDArray[np.float64]
# Monic Chebyshev polynomials of [0, h]: the coefficient of b^k is h^(degree-k) times this.
_CHEBYSHEV = {1: (-0.5, 1.0), 2: (0.125, -1.0, 1.0)}
_STEP = 8
_BITS = 30
_STEPS = 150


@dataclass(frozen=True)
class DistancePolynomial:
    """p(b, d) = sum_k b^k l_k(d).

    Attributes:
        terms: ``terms[k][i]`` is the coefficient of b^k (d - centre)^i.
        centre: distance about which the l_k are written.
    """

    terms: tuple[tuple[Fraction, ...], ...]
    centre: int = 0

    def at(self, d: int) -> Polynomial:
        """Return p(., d)."""
        return tuple(evaluate(term, Fraction(d - self.centre)) for term in self.terms)

    def top(self) -> Fraction:
        """Return p(1, 0), the value on the diagonal."""
        return evaluate(self.at(0), Fraction(1))

    def squares(self, counts: Mapping[int, int], caps: Sequence[Fraction | None]) -> Fraction:
        """Return sum_d counts[d] max p(b, d)^2 over 0 <= b <= caps[d].

        Raises:
            ValueError: a distance has no cap.
        """
        total = Fraction(0)
        for d, count in counts.items():
            cap = caps[d]
            if cap is None:
                raise ValueError(f"nothing is forced at distance {d}")
            total += count * largest_square(self.at(d), Fraction(0), cap)
        return total

    def spaces(self, bits: int) -> list[int]:
        """Return the rank that each l_k may have on words of one weight."""
        return [_dimension(term, bits) for term in self.terms]

    def proof(self) -> dict[str, Any]:
        """Return the polynomial as certificates carry it."""
        return {"terms": [texts(term) for term in self.terms], "centre": self.centre}


def _dimension(term: Sequence[Fraction], bits: int) -> int:
    degree = max((i for i, coefficient in enumerate(term) if coefficient), default=-1)
    return 0 if degree < 0 else comb(bits, min(degree, bits // 2))


def constant(polynomial: Polynomial) -> DistancePolynomial:
    """Return a polynomial that is the same at all distances."""
    return DistancePolynomial(tuple((coefficient,) for coefficient in polynomial))


def fitted(
    distances: Sequence[int], roots: Floats, caps: Floats, degrees: Sequence[int], *, rounds: int = 2
) -> DistancePolynomial | None:
    """Return p of degree ``len(degrees)`` in b, 1 or 2, monic, with l_k of degree ``degrees[k]`` below that.

    Args:
        distances: the distances that occur.
        roots: square roots of how often each does, up to a common factor.
        caps: cap of each.
        degrees: degrees of l_0, ..; below the number of distances.
        rounds: rounds of polishing after a least-squares fit.

    Returns:
        The polynomial, best in floats and rounded, or None where it vanishes on the diagonal.
    """
    degree = len(degrees)
    centre = int(distances[int(np.argmax(roots * caps**degree))])
    steps = (np.array(distances) - centre) / _STEP
    powers = [np.vander(steps, e + 1, increasing=True) for e in degrees]
    own = [np.vander([-centre / _STEP], e + 1, increasing=True)[0] for e in degrees]
    cuts = np.cumsum([e + 1 for e in degrees])[:-1]

    def cost(x: Floats) -> float:
        parts = np.split(x, cuts)
        terms = [v @ part for v, part in zip(powers, parts, strict=True)]
        columns = np.stack([*terms, np.ones(len(steps))])
        low, high = float_range(columns, np.zeros(len(steps)), caps)
        top = 1 + sum(float(v @ part) for v, part in zip(own, parts, strict=True))
        squares = float(np.square(roots * np.maximum(-low, high)).sum())
        return float(np.log(squares / top**2)) if top else np.inf

    start = [_least_squares(powers[k], roots * caps**k, _CHEBYSHEV[degree][k] * caps ** (degree - k))
             for k in range(degree)]
    x, _ = polished(cost, np.concatenate(start), _STEPS * (sum(degrees) + degree), rounds)
    parts = [part.tolist() for part in np.split(x, cuts)]
    terms = [tuple(rounded(c) / _STEP**i for i, c in enumerate(part)) for part in parts]
    found = DistancePolynomial((*terms, (Fraction(1),)), centre if any(degrees) else 0)
    return found if found.top() else None


def _least_squares(powers: Floats, root: Floats, wanted: Floats) -> Floats:
    unit = float(np.max(np.abs(wanted * root)))
    solution = np.linalg.lstsq(powers * root[:, None], wanted * root / unit, rcond=None)[0]
    return np.asarray(solution * unit)


def rounded(value: float) -> Fraction:
    """Return a dyadic rational near ``value``, of ``_BITS`` significant bits."""
    mantissa, exponent = np.frexp(value)
    return Fraction(round(float(mantissa) * 2**_BITS)) * Fraction(2) ** (int(exponent) - _BITS)
