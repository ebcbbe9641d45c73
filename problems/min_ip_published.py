"""Published lower bounds on the feature rank of Min-IP at finite m, evaluated in exact integers.

Domination: with mu_g = (n - 2)(g - 2 eps)/(2 eps) >= 1, overlaps <x,y> + g <= <x,z> force
alpha(x,y) > mu_g alpha(x,z), hence > mu_g^floor(d/g) alpha(x,z) at a gap of d.  Queries are words of weight
h = floor(m/2) on 2h bits, keys their complements; alpha divided by the diagonal is a matrix B with ones on
the diagonal, and rank B >= (tr B)^2 / |B|_F^2.  V_d = sum_{a<d} C(h,a)^2 words lie at directed distance below
d from a word.

- code:   T = ceil(C(2h,h)/V_d) words at pairwise distance >= d give, with L = mu_g^floor(d/g),
          rank > T / (1 + (T - 1)/L^2) when T >= 2: every off-diagonal entry is strictly below 1/L.
- volume: C(2h,h)/V_g words at pairwise distance >= g, every row of squares below mu_g^2 (1 + q)^(2h) with
          q >= mu_g^(-1/g), give rank >= (2/(1 + q))^(2h) / (mu_g^2 (2h + 1) V_g).

Floats choose among the parameters; the bound of the choice is computed exactly.
Source: the finite forms in "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention"
(2026).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil, comb, floor, inf, log, log1p, log2
from typing import Any, NamedTuple

import flint

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import text

NAME = "published"
# How many of the choices that floats rank first are computed exactly.
_EXACT_CHOICES = 4


class Choice(NamedTuple):
    """Parameters of one form; ``distance`` is None for the volume form.

    Attributes:
        score: log2 of the bound in floats, for ranking only.
        g: the jump.
        distance: directed distance of the code.
    """

    score: float
    g: int
    distance: int | None


def jump(g: int, n: int, eps: Fraction) -> Fraction:
    """Return mu_g, the factor that a jump of g overlaps forces where it is at least 1."""
    return (n - 2) * (g - 2 * eps) / (2 * eps)


def least_jump(n: int, eps: Fraction) -> int:
    """Return the least g >= 1 with mu_g >= 1; needs n >= 3."""
    return max(1, ceil(2 * eps * Fraction(n - 1, n - 2)))


def volumes(half: int) -> list[int]:
    """Return V_d for d = 0..half: words of weight h on 2h bits at directed distance below d from one."""
    sums, term = [0], 1
    for a in range(half):
        sums.append(sums[-1] + term * term)
        term = term * (half - a) // (a + 1)
    return sums


def code_sizes(half: int) -> list[int]:
    """Return T for d = 0..half: at least so many words of weight h lie at pairwise directed distance >= d."""
    middle = comb(2 * half, half)
    return [middle, *(-(-middle // volume) for volume in volumes(half)[1:])]


def choices(m: int, n: int, eps: Fraction) -> list[Choice]:
    """Return all choices of parameters of both forms, the most promising first; none for n <= 2 or m = 1."""
    half = m // 2
    if n < 3:
        return []
    volume, words = volumes(half), code_sizes(half)
    found = []
    for g in range(least_jump(n, eps), half + 1):
        log_mu = _log2(jump(g, n, eps))
        found.append(Choice(_volume_score(half, volume[g], log_mu, g), g, None))
        found += [
            Choice(_code_score(words[distance], distance // g * log_mu), g, distance)
            for distance in range(g, half + 1, g)
        ]
    return sorted(found, reverse=True, key=lambda choice: choice.score)


def _log2(value: Fraction) -> float:
    return log2(value.numerator) - log2(value.denominator)


def _log2_one_plus(exponent: float) -> float:
    """Return log2(1 + 2^exponent)."""
    return exponent if exponent > 60 else log1p(2.0**exponent) / log(2)


def _code_score(words: int, log_power: float) -> float:
    log_others = log2(words - 1) if words > 1 else -inf
    return log2(words) - _log2_one_plus(log_others - 2 * log_power)


def _volume_score(half: int, volume: int, log_mu: float, g: int) -> float:
    exponent = 1 - _log2_one_plus(-log_mu / g)
    return exponent * 2 * half - 2 * log_mu - log2(2 * half + 1) - log2(volume)


def code_bound(m: int, n: int, eps: Fraction, g: int, distance: int) -> int:
    """Return the code form: the least integer above T / (1 + (T - 1)/L^2), or 1 when T = 1."""
    half = m // 2
    words = code_sizes(half)[distance]
    square = jump(g, n, eps) ** (2 * (distance // g))
    bound = Fraction(words * square.numerator, square.numerator + (words - 1) * square.denominator)
    return floor(bound) + 1 if words > 1 else 1


def upper_root(m: int, n: int, eps: Fraction, g: int) -> Fraction:
    """Return a rational q >= mu_g^(-1/g), above it by so little that the volume form hardly feels it."""
    mu, bits = jump(g, n, eps), 32 + m.bit_length()
    least = -(-(mu.denominator << (bits * g)) // mu.numerator)
    root = int(flint.fmpz(least - 1).root(g)) + 1 if least > 1 else 1
    return Fraction(root, 1 << bits)


def volume_bound(m: int, n: int, eps: Fraction, g: int, root: Fraction) -> int:
    """Return the volume form: ceil((2/(1 + root))^(2h) / (mu_g^2 (2h + 1) V_g))."""
    half = m // 2
    scale = jump(g, n, eps) ** 2 * (2 * half + 1) * volumes(half)[g]
    top: int = (2 * root.denominator) ** (2 * half) * scale.denominator
    bottom: int = (root.denominator + root.numerator) ** (2 * half) * scale.numerator
    return -(-top // bottom)


def proof(choice: Choice, m: int, n: int, eps: Fraction) -> tuple[int, dict[str, Any]]:
    """Return the bound of a choice with the proof for its certificate."""
    if choice.distance is not None:
        value = code_bound(m, n, eps, choice.g, choice.distance)
        return value, {"theorem": "domination-code", "g": choice.g, "distance": choice.distance}
    root = upper_root(m, n, eps, choice.g)
    value = volume_bound(m, n, eps, choice.g, root)
    return value, {"theorem": "domination-volume", "g": choice.g, "root": text(root)}


@cache
def best(m: int, n: int, eps: Fraction) -> tuple[int, dict[str, Any]] | None:
    """Return the best published bound above 1 with its proof, or None."""
    found = [proof(choice, m, n, eps) for choice in choices(m, n, eps)[:_EXACT_CHOICES]]
    value, reason = max(found, default=(1, {}), key=lambda pair: pair[0])
    return (value, reason) if value > 1 else None


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    found = best(m, n, eps)
    if found is None:
        raise Nothing("the published forms give nothing above 1")
    yield task.bound("lower", found[0], "theorem", NAME, found[1])


METHOD = Method(NAME, ("lower",), _run, "the published finite lower bounds", ("feature-rank",))
