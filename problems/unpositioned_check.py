"""Checks certificates about attention layers without positions that compute a symmetric Boolean function.

The claim.  The input is n bits of which t are ones, and f depends on t.  A head gives the bits 0 and 1 the
scores 0 and log(ratio), ratio > 0 rational, and the values v_0, v_1 in R^d; at weight t it yields

    (v_0 (n - t) + v_1 ratio t) / (n - t + ratio t).

The outputs of all heads are added, and a polynomial g of the d sums has g > 0 where f = 1, g < 0 where f = 0.
``heads`` asks for the least number H of heads at a degree of g at most D, ``degree`` for the least D for H
heads, ``width`` for the least d given both, and ``precision`` for the least number of bits given both, those
of the largest numerator or denominator of a ratio or value.  ``polynomial-width`` is ``width`` with d
polynomials in t of degree at most H in place of the heads' sums, their limit as all ratios tend to 1.

Parameters: ``degree`` D and ``heads`` H, "none" where the resource is to find them; ``precision``, the most
bits that ratios and values may have, "none" or left out for no limit; and n for ``parity``, the profile
f(0) f(1) .. f(n) as text for ``symmetric``.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf, lcm, prod
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

ABSENT = "none"
WIDTHS = ("width", "polynomial-width")

Term = Tuple[Fraction, Sequence[int]]


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def rational(value: Any) -> Fraction:
    """Read a rational written as text p or p/q; anything else is refused."""
    is_text = isinstance(value, str) and re.fullmatch("-?[0-9]+(/[0-9]+)?", value) is not None
    require(is_text, "a number is not rational text")
    return Fraction(value)


def integer(value: Any, least: int) -> int:
    """Read an integer that is at least ``least``."""
    require(isinstance(value, int) and not isinstance(value, bool), "a number is not an integer")
    require(value >= least, "an integer is out of range")
    return int(value)


class Question(NamedTuple):
    """What a claim is about; the degree or the heads are infinite where the resource leaves them open."""

    profile: List[int]
    resource: str
    degree: float
    heads: float
    precision: float = inf

    @property
    def n(self) -> int:
        """Number of bits."""
        return len(self.profile) - 1


def question(claim: Dict[str, Any]) -> Question:
    """Read the question that a claim answers."""
    given, resource = claim["parameters"], claim["resource"]
    name = {"parity": "n", "symmetric": "profile"}[claim["problem"]]
    allowed = {name, "degree", "heads", "precision"}
    require(set(given) | {"precision"} == allowed, "the parameters are not those of this problem")
    fixed = {"heads": (True, False), "degree": (False, True)}.get(resource, (True, True))
    require(resource in ("heads", "degree", "precision", *WIDTHS), "unknown resource")
    degree, heads, precision = (limit(given, name) for name in ("degree", "heads", "precision"))
    require((degree != inf, heads != inf) == fixed, "the parameters do not go with the resource")
    is_free = resource in ("precision", "polynomial-width")
    require(precision == inf or (precision >= 1 and not is_free), "the resource takes no limit of precision")
    return Question(read_profile(name, given[name]), resource, degree, heads, precision)


def limit(given: Dict[str, Any], name: str) -> float:
    """Return a limit, infinite where there is none."""
    value = given.get(name, ABSENT)
    return inf if value == ABSENT else integer(value, 0)


def read_profile(name: str, given: Any) -> List[int]:
    """Return the values of the function at the weights 0..n, n at least 1."""
    if name == "n":
        return [t % 2 for t in range(integer(given, 1) + 1)]
    require(isinstance(given, str) and len(given) >= 2 and set(given) <= set("01"), "malformed profile")
    return [int(digit) for digit in given]


def proved(claim: Dict[str, Any]) -> float:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    require(claim["side"] == side, "this kind of proof bounds the other side")
    return prove(claim["proof"], question(claim))


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one.

    Layers for a function serve its complement (negate g) and its reversal (exchange the bits), and more
    degree, heads or bits do no harm.
    """
    easy, hard = (inner, outer) if outer["side"] == "lower" else (outer, inner)
    one, other = question(easy), question(hard)
    require(one.resource == other.resource, "the inner claim is about another resource")
    images = [one.profile, [1 - value for value in one.profile]]
    images += [image[::-1] for image in images]
    require(other.profile in images, "the inner claim is about another function")
    implied = one.degree >= other.degree and one.heads >= other.heads
    implied = implied and one.precision >= other.precision
    require(implied, "the inner claim does not imply the outer one")


# Models: the layer is run at every weight.


def model(proof: Dict[str, Any], asked: Question) -> float:
    """Run the layer; return its size on the resource asked for."""
    width = integer(proof["width"], 0)
    readout = [[term(entry, width) for entry in factor] for factor in proof["readout"]]
    outputs, heads = layer(proof, width, asked)
    for value, output in zip(asked.profile, outputs):
        require(sign(readout, output) == 2 * value - 1, "the layer errs at a weight")
    degree = sum(max(sum(exponents) for _, exponents in factor) for factor in readout)
    require(asked.resource == "degree" or degree <= asked.degree, "the degree of the readout is too large")
    require(asked.resource == "heads" or heads <= asked.heads, "there are too many heads")
    precision = bits(proof)
    if "bits" in proof:
        require(integer(proof["bits"], 0) == precision, "the bits of the largest number are others")
    require(precision <= asked.precision, "a ratio or a value has too many bits")
    return {"heads": heads, "degree": degree, "precision": precision}.get(asked.resource, width)


def term(entry: Any, width: int) -> Term:
    """Read a pair of a coefficient and one exponent for each output."""
    coefficient, exponents = entry
    require(len(exponents) == width, "a term has another number of outputs")
    return rational(coefficient), [integer(exponent, 0) for exponent in exponents]


def layer(proof: Dict[str, Any], width: int, asked: Question) -> Tuple[List[List[Fraction]], int]:
    """Return the d sums at each weight 0..n, and the number of heads, or the degree of polynomials."""
    weights = range(asked.n + 1)
    if asked.resource == "polynomial-width":
        polynomials = [[rational(entry) for entry in row] for row in proof["polynomials"]]
        require(len(polynomials) == width and all(polynomials), "there is not one polynomial for each output")
        sums = [[horner(polynomial, t) for polynomial in polynomials] for t in weights]
        return sums, max((len(polynomial) - 1 for polynomial in polynomials), default=0)
    heads = [head(entry, width) for entry in proof["heads"]]
    return [added(heads, asked.n, t, width) for t in weights], len(heads)


class Head(NamedTuple):
    """The ratio of the scores' exponentials, and v_0 and v_1 times ``scale``, integers."""

    ratio: Fraction
    zero: List[int]
    one: List[int]
    scale: int


def head(entry: Dict[str, Any], width: int) -> Head:
    """Read one head."""
    ratio = rational(entry["ratio"])
    zero, one = ([rational(value) for value in entry[bit]] for bit in ("zero", "one"))
    require(ratio > 0, "a ratio is not positive")
    require(len(zero) == len(one) == width, "a value has another width")
    scale = lcm(*(value.denominator for value in (*zero, *one)))
    return Head(ratio, [int(value * scale) for value in zero], [int(value * scale) for value in one], scale)


def added(heads: Sequence[Head], n: int, t: int, width: int) -> List[Fraction]:
    """Return the sums of the heads' outputs at weight t."""
    parts = []
    for ratio, zero, one, scale in heads:
        # Both sides of the fraction times the denominator of the ratio.
        light, heavy = (n - t) * ratio.denominator, t * ratio.numerator
        parts.append(([v * light + w * heavy for v, w in zip(zero, one)], scale * (light + heavy)))
    below = lcm(*(denominator for _, denominator in parts))
    factors = [below // denominator for _, denominator in parts]
    return [Fraction(sum(f * part[0][i] for f, part in zip(factors, parts)), below) for i in range(width)]


def horner(coefficients: Sequence[Fraction], t: int) -> Fraction:
    """Return the polynomial with these coefficients, lowest degree first, at t."""
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * t + coefficient
    return value


def sign(readout: Sequence[Sequence[Term]], output: Sequence[Fraction]) -> int:
    """Return the sign of the product of all factors at the outputs."""
    below = lcm(*(z.denominator for z in output))
    above = [z.numerator * (below // z.denominator) for z in output]
    result = 1
    for factor in readout:
        value = cleared(factor, above, below)
        result *= (value > 0) - (value < 0)
    return result


def cleared(factor: Sequence[Term], above: Sequence[int], below: int) -> int:
    """Return a positive multiple of a factor at the outputs above[i] / below, an integer."""
    top = max(sum(exponents) for _, exponents in factor)
    scale = lcm(*(coefficient.denominator for coefficient, _ in factor))
    powers = {(i, e): z**e for i, z in enumerate(above) for e in {term[1][i] for term in factor}}
    powers.update({(-1, e): below**e for e in {top - sum(exponents) for _, exponents in factor}})
    total = 0
    for coefficient, exponents in factor:
        value = coefficient.numerator * (scale // coefficient.denominator) * powers[-1, top - sum(exponents)]
        total += value * prod(powers[place] for place in enumerate(exponents))
    return total


def bits(proof: Dict[str, Any]) -> int:
    """Return the bits of the largest numerator or denominator in the layer; the readout does not count."""
    rows = list(proof.get("polynomials", []))
    for entry in proof.get("heads", []):
        rows += [[entry["ratio"]], entry["zero"], entry["one"]]
    numbers = [rational(value) for row in rows for value in row]
    return max((max(abs(q.numerator), q.denominator).bit_length() for q in numbers), default=0)


# Measures: T, the number of sign changes that every layer must follow, by divided differences.


def measure(proof: Dict[str, Any], asked: Question) -> float:
    """Verify a signed measure on the weights; return what the degree T it is orthogonal below implies.

    Over the common denominator of H heads a readout of degree D becomes a polynomial in t of degree at most
    D H with the signs of f, which the measure excludes when D H < T.  Ratios of one bit are all 1, which
    makes it a polynomial of degree at most D.
    """
    size = orthogonality(proof["weights"], asked)
    if size == 0:
        return 0
    if asked.resource in (*WIDTHS, "precision"):
        least = 2 if asked.resource == "precision" and asked.degree < size else 1
        return least if asked.degree * asked.heads >= size else inf
    given = int(asked.degree if asked.resource == "heads" else asked.heads)
    return -(-size // given) if given else inf


def orthogonality(listed: List[Any], asked: Question) -> int:
    """Return the least degree of a polynomial in t that the masses are not orthogonal to.

    The products prod_{i < m} (t - t_i) over the places t_0, t_1, ... are one polynomial of each degree m.
    """
    masses = [(integer(place, 0), rational(mass)) for place, mass in listed]
    places = [place for place, _ in masses]
    require(places != [] and places == sorted(set(places)), "the places do not increase, or there is none")
    require(places[-1] <= asked.n, "a place is out of range")
    for place, mass in masses:
        require(mass > 0 if asked.profile[place] else mass < 0, "a mass has a wrong sign")
    terms, degree = [mass for _, mass in masses], 0
    while sum(terms) == 0:
        terms = [term * (place - places[degree]) for term, place in zip(terms, places)]
        degree += 1
    return degree


def cell(t: int, degree: int) -> int:
    """Return how many levels are below an output that runs up and down: 0, 1, .., degree, .., 1, 0, 1, .."""
    along = t % (2 * degree)
    return min(along, 2 * degree - along)


# Each kind of proof: the side it bounds and the function that returns the bound.
KINDS = {"model": ("upper", model), "measure": ("lower", measure)}
