"""Proofs of forced ratios of Min-IP: nonnegative measures on signed inputs.

Correctness on an input with counts h, target t and sign sigma = +-1 reads, with b_w = a_w g_x(w),

    sigma sum_w h_w (b_w - t a_w) - eps sum_w h_w a_w < 0.

A measure puts weights on pairs (input, sigma).  When the b_w cancel in the weighted sum, a strict inequality
between the weights a_w of the row is left.  A jump from z to y takes three inputs, (x,z,..,z), (x,y,z,..,z)
and (x,y,..,y), and chains of jumps are sums of measures.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from lpbounds.rationals import text
from problems.min_ip_ratios import Ratios, depth
from problems.min_ip_weights import token_text

Input = tuple[tuple[int, int], ...]
"""Sorted pairs (token, copies); the query is one of the tokens."""

Measure = dict[tuple[Input, int], Fraction]
"""Positive weights by (input, sigma)."""


def ratio_measure(ratios: Ratios, x: int, y: int, z: int) -> Measure:
    """Return the proof of a_y > c a_z at query x, c = ratios.bound(x, y, z) > 0, in coprime integers."""
    measure = _from_query(ratios, x, y) if z == x else _between(ratios, x, y, z)
    scale = lcm(*(weight.denominator for weight in measure.values()))
    common = gcd(*(int(weight * scale) for weight in measure.values()))
    return {key: weight * scale / common for key, weight in measure.items()}


def ratio_proof(ratios: Ratios, m: int, x: int, y: int, z: int) -> dict[str, Any]:
    """Return the ratio a_y > c a_z at query x as certificates carry it; c is not written."""
    query = token_text(x, m)
    inputs = [
        {
            "query": query,
            "tokens": [[token_text(token, m), copies] for token, copies in tokens],
            "weight": text(sigma * weight),
        }
        for (tokens, sigma), weight in ratio_measure(ratios, x, y, z).items()
    ]
    return {"query": query, "more": token_text(y, m), "less": token_text(z, m), "inputs": inputs}


def _sum(*terms: tuple[Fraction | int, Measure]) -> Measure:
    total: Measure = {}
    for factor, measure in terms:
        for key, weight in measure.items():
            total[key] = total.get(key, Fraction(0)) + factor * weight
    return total


def _jump(ratios: Ratios, x: int, y: int, z: int) -> Measure:
    """Return the proof of alpha_d a_z + beta_d a_x < a_y."""
    n, scale = ratios.n, 1 / (2 * ratios.eps * (ratios.n - 1))
    parts = ((0, -1, n - 2), (1, 1, n - 1), (n - 1, -1, 1))
    return _sum(*((weight * scale, {(_input(x, y, z, n, of_y), sigma): Fraction(1)})
                  for of_y, sigma, weight in parts))


def _input(x: int, y: int, z: int, n: int, of_y: int) -> Input:
    """Return x, ``of_y`` copies of y and z for the rest."""
    counts = Counter({x: 1})
    counts.update({y: of_y})
    counts.update({z: n - 1 - of_y})
    return tuple(sorted((token, copies) for token, copies in counts.items() if copies))


def _at(x: int, deep: int) -> int:
    """Return a token of the given depth: x without its lowest bits."""
    for _ in range(deep):
        x &= x - 1
    return x


def _from_query(ratios: Ratios, x: int, y: int) -> Measure:
    """Return the proof of L a_x < a_y, L = ratios.from_query(depth of y).factor."""
    far = depth(x, y)
    stop = ratios.from_query(far).stop
    if stop == 0:
        return _jump(ratios, x, y, x)
    w = _at(x, stop)
    return _sum((1, _jump(ratios, x, y, w)), (ratios.alpha(far - stop), _from_query(ratios, x, w)))


def _step(ratios: Ratios, x: int, y: int, z: int) -> Measure:
    """Return the proof of c a_z < a_y, c = ratios.step(depth of z, depth of y).factor."""
    near, far = depth(x, z), depth(x, y)
    removal, beta = ratios.step(near, far).removal, ratios.beta(far - near)
    jump = _jump(ratios, x, y, z)
    if removal == "by z":
        return _sum((1, jump), (-beta / ratios.from_query(near).factor, _from_query(ratios, x, z)))
    if removal == "by y":
        share = -beta / ratios.from_query(far).factor
        return _sum((1 / (1 + share), jump), (share / (1 + share), _from_query(ratios, x, y)))
    return jump


def _between(ratios: Ratios, x: int, y: int, z: int) -> Measure:
    """Return the proof of c a_z < a_y, c = ratios.between(depth of z, depth of y).factor."""
    near, far = depth(x, z), depth(x, y)
    stop = ratios.between(near, far).stop
    if stop == far:
        return _step(ratios, x, y, z)
    w = _at(x, stop)
    return _sum((1, _between(ratios, x, y, w)), (ratios.between(stop, far).factor, _step(ratios, x, w, z)))
