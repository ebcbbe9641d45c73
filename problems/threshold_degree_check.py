"""Checks certificates about the threshold degree of a Boolean function.

The claim.  A function f of n bits, values taken as +1 and -1, is given by its table: at input i the bit x_j
is (i >> (j - 1)) & 1.  Its threshold degree is the least degree of a polynomial p with f(x) p(x) > 0 at all
2^n inputs.  The claim bounds this number.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm
from typing import Any, Dict, List, Sequence, Tuple

HEX = "0x"
PROFILE = "profile:"
# Above, a proof that goes through all inputs is refused.
MOST_TABLE_BITS = 24


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def rational(value: Any) -> Fraction:
    """Read a rational written as text p or p/q; anything else is refused."""
    is_text = isinstance(value, str) and re.fullmatch("-?[0-9]+(/[0-9]+)?", value) is not None
    require(is_text, "a number is not rational text")
    return Fraction(value)


def index(value: Any, below: int) -> int:
    """Read an integer from 0 to ``below`` - 1."""
    require(isinstance(value, int) and not isinstance(value, bool), "an index is not an integer")
    require(0 <= value < below, "an index is out of range")
    return int(value)


class Function:
    """A Boolean function of n bits: signs by input, and by weight where it is symmetric."""

    def __init__(self, n: Any, table: Any) -> None:
        """Read the table: hexadecimal, bit i the value at input i, or a profile."""
        require(isinstance(n, int) and not isinstance(n, bool) and n >= 1, "n is not an integer at least 1")
        require(isinstance(table, str), "the table is not text")
        self.n = n
        self.is_profile = table.startswith(PROFILE)
        require(self.is_profile or table.startswith(HEX), "the table is neither hexadecimal nor a profile")
        digits = table[len(PROFILE if self.is_profile else HEX) :]
        require(set(digits) <= set("01" if self.is_profile else "0123456789abcdef"), "malformed table")
        # n is compared with the length first: 2^n would not fit for a huge n.
        require(self.is_profile or n <= 4 * len(digits), "the table has the wrong length")
        expected = n + 1 if self.is_profile else max(1, (1 << n) // 4)
        require(len(digits) == expected, "the table has the wrong length")
        if self.is_profile:
            self.values = [int(digit) for digit in digits]
        else:
            bits = bin(int(digits, 16))[:1:-1].ljust(1 << n, "0")
            require(len(bits) == 1 << n, "the table has values past the last input")
            self.values = [int(bit) for bit in bits]

    def by_weight(self) -> List[int]:
        """Return the signs at the weights 0..n."""
        if self.is_profile:
            return [2 * value - 1 for value in self.values]
        found: Dict[int, int] = {}
        for i, value in enumerate(self.values):
            require(found.setdefault(weight(i), value) == value, "the function is not symmetric")
        return [2 * found[k] - 1 for k in range(self.n + 1)]

    def by_input(self) -> List[int]:
        """Return the signs at all inputs."""
        require(self.n <= MOST_TABLE_BITS, "there are too many inputs")
        if not self.is_profile:
            return [2 * value - 1 for value in self.values]
        return [2 * self.values[weight(i)] - 1 for i in range(1 << self.n)]


def weight(mask: int) -> int:
    """Return the number of ones of ``mask``."""
    return bin(mask).count("1")


def function(claim: Dict[str, Any]) -> Function:
    """Return the function that a claim about the threshold degree is about; the name is a label."""
    require(claim["resource"] == "threshold-degree", "unknown resource")
    given = claim["parameters"]
    require(set(given) == {"n", "function", "table"}, "the parameters are n, function and table")
    require(isinstance(given["function"], str), "the function's name is not text")
    return Function(given["n"], given["table"])


def proved(claim: Dict[str, Any]) -> int:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    require(claim["side"] == side, "this kind of proof bounds the other side")
    return prove(claim["proof"], function(claim))


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one: they are about one table, whatever its name."""
    require(inner["problem"] == outer["problem"], "the inner claim is about another problem")
    first, second = function(outer), function(inner)
    same = first.is_profile == second.is_profile and first.values == second.values
    require(same and first.n == second.n, "the tables differ")


# Polynomials: the signs are compared.


def model(proof: Dict[str, Any], f: Function) -> int:
    """Verify the polynomial sum of c_S x_S at every input; return the degree of its longest monomial."""
    signs = f.by_input()
    terms = {index(mask, len(signs)): rational(value) for mask, value in proof["coefficients"]}
    require(len(terms) == len(proof["coefficients"]) > 0, "a monomial is listed twice, or there is none")
    scale = lcm(*(value.denominator for value in terms.values()))
    values = [0] * len(signs)
    for mask, coefficient in terms.items():
        values[mask] = int(coefficient * scale)
    for j in range(f.n):
        # Afterwards values[i] is the sum over S that agree with i from bit j + 1 on and lie in i below.
        add(values, 1 << j, upwards=True)
    for sign, value in zip(signs, values):
        require(sign * value > 0, "the polynomial has a wrong sign")
    return max(weight(mask) for mask in terms)


def class_model(proof: Dict[str, Any], f: Function) -> int:
    """Verify factor * prod (k - root) at every weight k, for symmetric f; return the number of roots."""
    factor, roots = rational(proof["factor"]), [rational(root) for root in proof["roots"]]
    for k, sign in enumerate(f.by_weight()):
        require(factor != 0 and k not in roots, "the polynomial vanishes")
        negative = (factor < 0) + sum(k < root for root in roots)
        require(sign == (-1) ** negative, "the polynomial has a wrong sign")
    return len(roots)


# Measures: orthogonality is verified.


def measure(proof: Dict[str, Any], f: Function) -> int:
    """Verify a signed measure with the signs of f; return the degree below which it is orthogonal to all.

    If p had degree below the result and the signs of f, then 0 < sum_x w_x p(x) = 0.
    """
    if "weights" in proof:
        return weight_measure(pairs(proof["weights"], f.by_weight()))
    signs = f.by_input()
    values = [0] * len(signs)
    for i, mass in pairs(proof["inputs"], signs):
        values[i] = mass
    for j in range(f.n):
        # Afterwards values[S] is the sum of all w_x with x_S = 1.
        add(values, 1 << j, upwards=False)
    return min(weight(mask) for mask, value in enumerate(values) if value != 0)


def pairs(listed: List[Any], signs: Sequence[int]) -> List[Tuple[int, int]]:
    """Read [place, mass] pairs with increasing places, none of mass 0 or of a sign other than the function's.

    The masses are multiplied by one positive number that makes them integers.
    """
    found = [(index(place, len(signs)), rational(mass)) for place, mass in listed]
    require(len(found) > 0, "the measure is empty")
    listed_places = [place for place, _ in found]
    require(listed_places == sorted(set(listed_places)), "the places of the measure do not increase")
    require(all(signs[place] * mass > 0 for place, mass in found), "a mass has a wrong sign")
    scale = lcm(*(mass.denominator for _, mass in found))
    return [(place, int(mass * scale)) for place, mass in found]


def weight_measure(masses: List[Tuple[int, int]]) -> int:
    """Return the least degree of a polynomial in the weight k that the masses are not orthogonal to.

    The products prod_{i < m} (k - k_i) over the places k_0, k_1, ... are one polynomial of each degree m.
    Spread evenly over the inputs of each weight, the measure meets a polynomial in the bits as it meets its
    average over all permutations, a polynomial in k of no higher degree.
    """
    terms, degree = [mass for _, mass in masses], 0
    while sum(terms) == 0:
        terms = [term * (k - masses[degree][0]) for term, (k, _) in zip(terms, masses)]
        degree += 1
    return degree


def add(values: List[int], step: int, upwards: bool) -> None:
    """Add the half of every block of 2 ``step`` values to its other half, the lower to the upper or back."""
    for start in range(0, len(values), 2 * step):
        lower, upper = values[start : start + step], values[start + step : start + 2 * step]
        sums = [a + b for a, b in zip(lower, upper)]
        place = start + step if upwards else start
        values[place : place + step] = sums


# Each kind of proof: the side it bounds and the function that returns the bound.
KINDS = {
    "model": ("upper", model),
    "class-model": ("upper", class_model),
    "measure": ("lower", measure),
}
