"""Layers without positions from polynomials: partial fractions, few bits, and the proofs they make.

A plan consists of polynomials P_1, .., P_d in the weight t, of degree at most H, and a readout g.  Heads of
ratios 1 + c_h, all different and none 1, reach P_i / Q exactly, Q = prod_h (1 + c_h t / n): the partial
fractions of P_i / Q are a_i + sum_h b_hi / (1 + c_h t / n), and a head whose values are v_0 = a + b,
v_1 = a + b / (1 + c) yields a + b / (1 + c t / n).  As all c_h tend to 0, Q tends to 1 and the layer to
g(P_1, .., P_d), so that a plan that is right for polynomials is right for ratios near enough to 1.
Source: "Attention-based representations for multi-task computation" (2026), matching construction.

Everything is computed in rationals, and a layer is used only after it was run at every weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from lpbounds.problem import Nothing
from lpbounds.rationals import cleared, text, texts
from problems import unpositioned_check

# Coefficients, lowest degree first.
Polynomial = Sequence[Fraction | int]
# The outputs at each weight: outputs[t][i].
Outputs = Sequence[Sequence[Fraction]]
# A readout is a product of factors, each a sum of terms (coefficient, exponents of the outputs).
Term = tuple[Fraction, tuple[int, ...]]
Readout = list[list[Term]]

# The first ratios near 1 are 1 + h/2^4; each further attempt doubles the exponent.
FIRST_EXPONENT, ATTEMPTS = 4, 9
# Ratios for layers of few bits: bases of powers, and what the powers are rounded to multiples of 1 over.
BASES = (Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(5, 2))
GRAINS = (1, 4, 16)


@dataclass(frozen=True)
class Plan:
    """Polynomials in t, and the readout for given outputs, or None when there is none.

    Attributes:
        polynomials: P_1, .., P_d.
        readout: chooses g, its levels for example, by the outputs of the layer.
        is_scalable: whether the readout may be chosen anew after an output is multiplied and rounded.
    """

    polynomials: Sequence[Polynomial]
    readout: Callable[[Outputs], Readout | None]
    is_scalable: bool = False


@dataclass(frozen=True)
class Layer:
    """Heads; zero[h][i] and one[h][i] are the values of head h at the bits 0 and 1."""

    ratios: Sequence[Fraction]
    zero: Sequence[Sequence[Fraction]]
    one: Sequence[Sequence[Fraction]]

    def outputs(self, n: int) -> Outputs:
        """Return the sums of the heads' outputs at the weights 0..n, as the checker computes them."""
        width, heads = len(self.zero[0]), []
        for ratio, zero, one in zip(self.ratios, self.zero, self.one, strict=True):
            integers, scale = cleared([*zero, *one])
            heads.append(unpositioned_check.Head(ratio, integers[:width], integers[width:], scale))
        return [unpositioned_check.added(heads, n, t, width) for t in range(n + 1)]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the heads as certificates carry them."""
        rows = zip(self.ratios, self.zero, self.one, strict=True)
        return [{"ratio": text(ratio), "zero": texts(zero), "one": texts(one)} for ratio, zero, one in rows]


def expanded(roots: Sequence[Fraction]) -> list[Fraction]:
    """Return the coefficients of prod (t - root)."""
    coefficients = [Fraction(1)]
    for root in roots:
        shifted = [Fraction(0), *coefficients]
        coefficients = [a - root * b for a, b in zip(shifted, [*coefficients, Fraction(0)], strict=True)]
    return coefficients


def spread_ratios(heads: int) -> list[Fraction]:
    """Return 5/4, 4/5 and so on: powers of 5/4 rounded to multiples of 1/64, and their reciprocals.

    The poles -n/c then lie on both sides of the weights 0..n.  Near and steep ratios both cost more bits.
    """
    powers = [Fraction(round(Fraction(5, 4) ** k * 64), 64) for k in range(1, heads // 2 + 2)]
    return [ratio for power in powers for ratio in (power, 1 / power)][:heads]


def geometric_ratios(heads: int) -> Iterator[list[Fraction]]:
    """Yield the powers b, 1/b, b^2, 1/b^2 and so on of several bases b, rounded to few bits."""
    for base in BASES:
        powers = [base**k for k in range(1, heads // 2 + 2)]
        for grain in GRAINS:
            rounded = [Fraction(round(power * grain), grain) for power in powers]
            ratios = [ratio for power in rounded for ratio in (power, 1 / power)][:heads]
            if len({1, *ratios}) == heads + 1:
                yield ratios


def near_ratios(heads: int) -> Iterator[list[Fraction]]:
    """Yield ratios that tend to 1."""
    for attempt in range(ATTEMPTS):
        exponent = FIRST_EXPONENT << attempt
        yield [1 + Fraction(h, 1 << exponent) for h in range(1, heads + 1)]


def layer_of(polynomials: Sequence[Polynomial], ratios: Sequence[Fraction], n: int) -> Layer:
    """Return the heads with these ratios whose sums are P_i / prod_h (1 + c_h t / n)."""
    slopes = [ratio - 1 for ratio in ratios]
    zero = [_residues(polynomial, slopes, n) for polynomial in polynomials]
    constants = [_limit(polynomial, slopes, n) for polynomial in polynomials]
    rows_zero, rows_one = [], []
    for h, ratio in enumerate(ratios):
        # One head alone carries the constants.
        shifts = constants if h == 0 else [Fraction(0)] * len(polynomials)
        residues = [row[h] for row in zero]
        rows_zero.append([a + b for a, b in zip(shifts, residues, strict=True)])
        rows_one.append([a + b / ratio for a, b in zip(shifts, residues, strict=True)])
    return Layer(ratios, rows_zero, rows_one)


def _residues(polynomial: Polynomial, slopes: Sequence[Fraction], n: int) -> list[Fraction]:
    """Return b_h with P / Q = a + sum_h b_h / (1 + c_h t / n)."""
    residues = []
    for h, slope in enumerate(slopes):
        others = prod((1 - other / slope for g, other in enumerate(slopes) if g != h), start=Fraction(1))
        residues.append(value_at(polynomial, -n / slope) / others)
    return residues


def _limit(polynomial: Polynomial, slopes: Sequence[Fraction], n: int) -> Fraction:
    """Return a, the limit of P / Q as t grows."""
    if len(polynomial) <= len(slopes):
        return Fraction(0)
    return Fraction(polynomial[len(slopes)]) / prod((slope / n for slope in slopes), start=Fraction(1))


def value_at(polynomial: Polynomial, t: Fraction | int) -> Fraction:
    """Return the polynomial at t."""
    value = Fraction(0)
    for coefficient in reversed(polynomial):
        value = value * t + coefficient
    return value


def is_right(readout: Readout | None, outputs: Outputs, profile: Sequence[int]) -> bool:
    """Tell whether the readout of the outputs has the signs of the profile at every weight."""
    if readout is None:
        return False
    signs = zip(profile, outputs, strict=True)
    return all(unpositioned_check.sign(readout, output) == 2 * value - 1 for value, output in signs)


def polynomial_proof(plan: Plan, profile: Sequence[int]) -> dict[str, Any]:
    """Return the proof of the plan for polynomial outputs.

    Raises:
        Nothing: the readout errs.
    """
    outputs = [[value_at(polynomial, t) for polynomial in plan.polynomials] for t in range(len(profile))]
    readout = plan.readout(outputs)
    if readout is None or not is_right(readout, outputs, profile):
        raise Nothing("the polynomials do not have the signs of the function")
    return _proof({"polynomials": [texts(row) for row in plan.polynomials]}, readout, len(plan.polynomials))


def layer_proof(
    plan: Plan, profile: Sequence[int], heads: int, *, is_precise: bool = False
) -> dict[str, Any]:
    """Return the proof that ``heads`` heads carry out the plan, with as few bits as rounding finds.

    With ``is_precise`` the layer of least bits among several families of ratios is taken.

    Raises:
        Nothing: no ratio that was tried is near enough to 1.
    """
    if not plan.polynomials:
        return _proof({"heads": []}, plan.readout([]) or [], 0)
    compact = geometric_ratios(heads) if is_precise else ()
    proofs = [proof for ratios in compact if (proof := _proof_at(plan, profile, ratios)) is not None]
    families = (spread_ratios(heads), *near_ratios(heads))
    first = next(filter(None, (_proof_at(plan, profile, ratios) for ratios in families)), None)
    proofs += [first] if first is not None else []
    if not proofs:
        raise Nothing(f"no layer of {heads} heads was right at the ratios that were tried")
    return min(proofs, key=lambda proof: int(proof["bits"]))


def _proof_at(plan: Plan, profile: Sequence[int], ratios: Sequence[Fraction]) -> dict[str, Any] | None:
    """Return the proof by heads of these ratios, or None when they are not right."""
    n = len(profile) - 1
    layer = layer_of(plan.polynomials, ratios, n)
    outputs = layer.outputs(n)
    readout = plan.readout(outputs)
    if readout is None or not is_right(readout, outputs, profile):
        return None
    if plan.is_scalable:
        layer, readout = _rounded(plan, layer, readout, profile)
    return _proof({"heads": layer.to_json()}, readout, len(plan.polynomials))


def _rounded(plan: Plan, layer: Layer, readout: Readout, profile: Sequence[int]) -> tuple[Layer, Readout]:
    """Return a layer with integer values of few bits that is right, and its readout, or those given."""
    n = len(profile) - 1

    def attempt(bits: int) -> tuple[Layer, Readout] | None:
        coarse = _on_integers(layer, bits)
        outputs = coarse.outputs(n)
        chosen = plan.readout(outputs)
        return (coarse, chosen) if chosen is not None and is_right(chosen, outputs, profile) else None

    low, high, found = 0, 4, attempt(4)
    while found is None and high <= 64 * n:
        low, high = high, 2 * high
        found = attempt(high)
    while found is not None and high - low > 1:
        middle = (low + high) // 2
        better = attempt(middle)
        low, high, found = (middle, high, found) if better is None else (low, middle, better)
    return found or (layer, readout)


def _on_integers(layer: Layer, bits: int) -> Layer:
    """Return the layer with each output scaled so that its largest value has ``bits`` bits, and rounded."""
    columns = zip(*(*layer.zero, *layer.one), strict=True)
    sizes = [max(map(abs, column)) or Fraction(1) for column in columns]
    scales = [((1 << bits) - 1) / size for size in sizes]
    zero, one = (
        [[Fraction(round(value * scale)) for value, scale in zip(row, scales, strict=True)] for row in rows]
        for rows in (layer.zero, layer.one)
    )
    return Layer(layer.ratios, zero, one)


def _proof(body: dict[str, Any], readout: Readout, width: int) -> dict[str, Any]:
    factors = [[[text(c), list(exponents)] for c, exponents in factor] for factor in readout]
    proof = {**body, "width": width, "readout": factors}
    return {**proof, "bits": unpositioned_check.bits(proof)}
