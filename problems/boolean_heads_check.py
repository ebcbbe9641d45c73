"""Checks certificates about the head complexity of a Boolean function in the positioned model.

The claim.  The input is n bits, then one fixed token, the query, which attends to itself too; embeddings may
depend on the position.  With the query fixed, the weight of position i is a positive number for each value of
its bit, so that a head yields N(x)/Z(x) with N and Z affine in the bits and Z > 0 on the cube, and every such
quotient is a head.  A layer of H heads, H >= 1, computes f, values taken as +1 and -1, when

    f(x) (N_1(x)/Z_1(x) + ... + N_H(x)/Z_H(x)) > 0    at all 2^n inputs.

The claim bounds the least H.  The function is given as for the threshold degree, by the same parameters.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import importlib.util
from math import lcm
from pathlib import Path
from typing import Any, Dict, List, Tuple

_path = Path(__file__).with_name("threshold_degree_check.py")
_spec = importlib.util.spec_from_file_location("threshold_degree_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("threshold_degree_check.py does not stand beside " + __file__)
functions = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(functions)

require = functions.require
RESOURCES = {"boolean-heads": "heads", "threshold-degree": "threshold-degree"}


def function(claim: Dict[str, Any]) -> Any:
    """Return the function that a claim is about, about heads or about the threshold degree."""
    require(claim["problem"] in RESOURCES, "the claim is about another problem")
    require(claim["resource"] == RESOURCES[claim["problem"]], "unknown resource")
    given = claim["parameters"]
    require(set(given) == {"n", "function", "table"}, "the parameters are n, function and table")
    require(isinstance(given["function"], str), "the function's name is not text")
    return functions.Function(given["n"], given["table"])


def proved(claim: Dict[str, Any]) -> int:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    require(claim["side"] == side, "this kind of proof bounds the other side")
    return prove(claim["proof"], function(claim))


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one: one function, and the same quantity or a smaller one.

    With H heads the sum times all denominators is a polynomial of degree at most H with the signs of f, so
    the threshold degree is a lower bound.
    """
    is_degree = inner["problem"] == "threshold-degree"
    require(outer["side"] == "lower" or not is_degree, "the threshold degree bounds heads from below only")
    first, second = function(outer), function(inner)
    same = first.is_profile == second.is_profile and first.values == second.values
    require(same and first.n == second.n, "the tables differ")


def theorem(proof: Dict[str, Any], f: Any) -> int:
    """Return 1: without a head the sum is zero, which has no sign."""
    require(proof == {"theorem": "one-head"}, "unknown theorem")
    return 1


# Layers: run on every input, or on every weight.

Affine = List[int]


def model(proof: Dict[str, Any], f: Any) -> int:
    """Verify heads with a coefficient for every bit at all inputs; return their number."""
    signs = f.by_input()
    return verified(proof, signs, f.n + 1, at_inputs)


def class_model(proof: Dict[str, Any], f: Any) -> int:
    """Verify heads that depend on the weight of the input only, for symmetric f; return their number."""
    signs = f.by_weight()
    return verified(proof, signs, 2, lambda affine: [affine[0] + affine[1] * k for k in range(f.n + 1)])


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
}
