"""Checks certificates about the head complexity of a Boolean function in the positioned model.

The claim.  The input is n bits, then one fixed token, the query, which attends to itself too; embeddings may
depend on the position.  With the query fixed, the weight of position i is a positive number for each value of
its bit, so that a head yields N(x)/Z(x) with N and Z affine in the bits and Z > 0 on the cube, and every such
quotient is a head.  A layer of H heads, H >= 1, computes f, values taken as +1 and -1, when

    f(x) (N_1(x)/Z_1(x) + ... + N_H(x)/Z_H(x)) > 0    at all 2^n inputs.

The claim bounds ``heads``, the least H, or ``precision``, the least number of bits given H: of the largest
numerator or denominator among the coefficients of all N and Z.  The function is given as for the threshold
degree, by the same parameters.  Two more may be left out or be "none": ``heads``, the most heads, given where
the resource is precision only, and ``precision``, the most bits of a coefficient.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import importlib.util
from math import inf, lcm
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple

_path = Path(__file__).with_name("threshold_degree_check.py")
_spec = importlib.util.spec_from_file_location("threshold_degree_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("threshold_degree_check.py does not stand beside " + __file__)
functions = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(functions)

require = functions.require


class Question(NamedTuple):
    """What a claim asks: the function, the resource, and the most heads and bits, or infinity."""

    function: Any
    resource: str
    heads: float
    precision: float


def question(claim: Dict[str, Any]) -> Question:
    """Return the question that a claim, about heads or about the threshold degree, answers."""
    if claim["problem"] == "threshold-degree":
        return Question(functions.function(claim), "threshold-degree", inf, inf)
    require(claim["problem"] == "boolean-heads", "the claim is about another problem")
    given, resource = claim["parameters"], claim["resource"]
    require(resource in ("heads", "precision"), "unknown resource")
    names, limits = {"n", "function", "table"}, {"heads", "precision"}
    require(names <= set(given) <= names | limits, "the parameters are not those of this problem")
    require(isinstance(given["function"], str), "the function's name is not text")
    heads, precision = (limit(given, name) for name in ("heads", "precision"))
    require((heads < inf) == (resource == "precision"), "heads are given for the resource precision only")
    require(precision == inf or resource == "heads", "the resource takes no limit of precision")
    return Question(functions.Function(given["n"], given["table"]), resource, heads, precision)


def limit(given: Dict[str, Any], name: str) -> float:
    """Read an integer at least 1, infinity where it is "none" or left out."""
    value = given.get(name, "none")
    return inf if value == "none" else integer(value, 1)


def integer(value: Any, least: int) -> int:
    """Read an integer at least ``least``."""
    require(isinstance(value, int) and not isinstance(value, bool) and value >= least, "not such an integer")
    return int(value)


def function(claim: Dict[str, Any]) -> Any:
    """Return the function that a claim is about."""
    return question(claim).function


def proved(claim: Dict[str, Any]) -> float:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    result: float = prove(claim["proof"], question(claim))
    require(claim["side"] == side or is_endless(side, result), "this kind of proof bounds the other side")
    return result


def is_endless(side: str, result: float) -> bool:
    """Tell whether a proof says that no size will do, so that infinity is both ends."""
    return side == "lower" and result == inf


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one: one function, and the same quantity or a smaller one.

    With H heads the sum times all denominators is a polynomial of degree at most H with the signs of f, so
    the threshold degree is a lower bound.  More heads or bits allow more layers.
    """
    first, second = question(outer), question(inner)
    one, other = first.function, second.function
    same = one.is_profile == other.is_profile and one.values == other.values and one.n == other.n
    require(same, "the tables differ")
    if second.resource == "threshold-degree":
        at_least = outer["side"] == "lower" and first.resource == "heads"
        require(at_least, "the threshold degree bounds heads from below only")
        return
    require(first.resource == second.resource, "the inner claim is about another resource")
    easy, hard = (second, first) if outer["side"] == "lower" else (first, second)
    implied = easy.heads >= hard.heads and easy.precision >= hard.precision
    require(implied, "the inner claim does not imply the outer one")


def from_heads(least: int, asked: Question) -> float:
    """Return what a function that needs ``least`` heads needs of the resource: any coefficient has a bit."""
    if asked.resource == "heads":
        return least
    return inf if least > asked.heads else 1


def theorem(proof: Dict[str, Any], asked: Question) -> float:
    """Return 1: without a head the sum is zero, which has no sign."""
    require(proof == {"theorem": "one-head"}, "unknown theorem")
    return from_heads(1, asked)


def measure(proof: Dict[str, Any], asked: Question) -> float:
    """Verify a measure that excludes polynomials of low degree, as for the threshold degree."""
    return from_heads(max(1, functions.measure(proof, asked.function)), asked)


# Layers: run on every input, or on every weight.

Affine = List[int]


def model(proof: Dict[str, Any], asked: Question) -> int:
    """Verify heads with a coefficient for every bit at all inputs; return their size."""
    signs, n = asked.function.by_input(), asked.function.n
    return size(proof, verified(proof, signs, n + 1, at_inputs), asked)


def class_model(proof: Dict[str, Any], asked: Question) -> int:
    """Verify heads that depend on the weight of the input only, for symmetric f; return their size."""
    signs, weights = asked.function.by_weight(), range(asked.function.n + 1)
    heads = verified(proof, signs, 2, lambda affine: [affine[0] + affine[1] * k for k in weights])
    return size(proof, heads, asked)


def size(proof: Dict[str, Any], heads: int, asked: Question) -> int:
    """Return the size of a verified layer on the resource asked for."""
    found = bits(proof)
    if "bits" in proof:
        require(integer(proof["bits"], 1) == found, "the bits of the largest number are others")
    require(heads <= asked.heads, "there are too many heads")
    require(found <= asked.precision, "a coefficient has too many bits")
    return heads if asked.resource == "heads" else found


def bits(proof: Dict[str, Any]) -> int:
    """Return the bits of the largest numerator or denominator of a coefficient."""
    rows = [given[name] for given in proof["heads"] for name in ("numerator", "denominator")]
    numbers = [functions.rational(value) for row in rows for value in row]
    return int(max(max(abs(q.numerator), q.denominator).bit_length() for q in numbers))


def verified(proof: Dict[str, Any], signs: List[int], length: int, evaluate: Any) -> int:
    """Verify the signs of the sum of heads, each two affine functions with ``length`` coefficients.

    The sum is kept as a fraction, one integer numerator for each place and a positive denominator.
    """
    heads = [head(given, length) for given in proof["heads"]]
    require(len(heads) > 0, "there is no head")
    sums, scales = [0] * len(signs), [1] * len(signs)
    for numerator, denominator in heads:
        ups, downs = evaluate(numerator), evaluate(denominator)
        require(min(downs) > 0, "a denominator is not positive")
        sums = [old * down + scale * up for old, scale, up, down in zip(sums, scales, ups, downs)]
        scales = [scale * down for scale, down in zip(scales, downs)]
    require(all(sign * value > 0 for sign, value in zip(signs, sums)), "the layer errs")
    return len(heads)


def head(given: Any, length: int) -> Tuple[Affine, Affine]:
    """Read numerator and denominator of a head, both multiplied by what makes them integers."""
    require(set(given) == {"numerator", "denominator"}, "a head has a numerator and a denominator")
    parts = [[functions.rational(value) for value in given[name]] for name in ("numerator", "denominator")]
    require(all(len(part) == length for part in parts), "a head has the wrong number of coefficients")
    scale = lcm(*(value.denominator for part in parts for value in part))
    numerator, denominator = ([int(value * scale) for value in part] for part in parts)
    return numerator, denominator


def at_inputs(affine: Affine) -> List[int]:
    """Return the values of an affine function at the inputs 0..2^n - 1."""
    values = [affine[0]]
    for slope in affine[1:]:
        values += [value + slope for value in values]
    return values


# Each kind of proof: the side it bounds and the function that returns the bound.
KINDS = {
    "model": ("upper", model),
    "class-model": ("upper", class_model),
    "theorem": ("lower", theorem),
    "measure": ("lower", measure),
}
