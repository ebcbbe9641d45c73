"""Functions of one linear form u: as many heads as f changes sign along u.

Let f depend on u = w.x only, and change its value S times along the values of u, between r_j - 1/2 and r_j
+ 1/2.  The polynomial q(u) = +- prod_j (u - r_j) has degree S and the signs of f, so with the denominators
Z_h = h + u - min u, h = 1, ..., S, the partial fractions of q / prod_h Z_h are S heads: constants over the
Z_h, and one constant, which joins the first head.  (A constant function takes one head.)  So symmetric
functions have max(1, T) heads, T their threshold degree, parity n, and equality of two words 2, with u =
sum_i 2^i (x_i - y_i).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import cleared
from problems.boolean_functions import MOST_TABLE_BITS, BooleanFunction
from problems.boolean_heads_layer import Layer
from problems.boolean_heads_question import upper
from problems.boolean_parameters import function_of

NAME = "linear-form"

Weights = NDArray[np.int64]


def candidates(n: int) -> list[Weights]:
    """Return the forms that are tried: the weight, the number read in both directions, halves subtracted."""
    powers = 1 << np.arange(n)
    found = [np.ones(n, dtype=np.int64), powers, powers[::-1]]
    if n % 2 == 0:
        half = 1 << np.arange(n // 2)
        found += [np.concatenate([half, -half]), np.concatenate([half[::-1], -half[::-1]])]
    return found


def profile(function: BooleanFunction, weights: Weights) -> dict[int, int] | None:
    """Return {value of the form: value of the function}, increasing; None where that is no function."""
    form = np.zeros(1, dtype=np.int64)
    for weight in weights:
        form = np.concatenate([form, form + weight])
    ones, zeros = np.unique(form[function.values == 1]), np.unique(form[function.values == 0])
    if len(np.intersect1d(ones, zeros)):
        return None
    pairs = [(u, 1) for u in ones.tolist()] + [(u, 0) for u in zeros.tolist()]
    return dict(sorted(pairs))


def univariate_layer(values: dict[int, int]) -> Layer:
    """Return heads in one variable u with the signs of ``values``, {u: 0 or 1} with u increasing.

    The coefficients are those of 1 and u; the polynomial is q(u) = lead prod_j (2 u - changes_j).
    """
    places = list(values)
    changes = [a + b for a, b in pairwise(places) if values[a] != values[b]]
    lead = 2 * values[places[-1]] - 1
    if not changes:
        return Layer([[lead, 0]], [[1, 0]])
    shifts = [h - places[0] for h in range(1, len(changes) + 1)]
    heights = [_residue(lead, changes, shifts, h) for h in range(len(shifts))]
    constant = lead * 2 ** len(changes)
    integers, scale = cleared(heights)
    numerators = [[value, 0] for value in integers]
    numerators[0] = [integers[0] + scale * constant * shifts[0], scale * constant]
    return Layer(numerators, [[shift, 1] for shift in shifts])


def _residue(lead: int, changes: Sequence[int], shifts: Sequence[int], h: int) -> Fraction:
    """Return lead prod_j (2 u - changes_j) / prod_{g != h} (u + shifts_g) at u = -shifts_h."""
    pole = -shifts[h]
    above = prod(2 * pole - change for change in changes)
    return Fraction(lead * above, prod(pole + shift for g, shift in enumerate(shifts) if g != h))


def substituted(layer: Layer, weights: Weights) -> Layer:
    """Return the layer with the form w.x put in place of u."""
    slopes = weights.tolist()

    def affine(part: list[int]) -> list[int]:
        return [part[0], *(part[1] * slope for slope in slopes)]

    return Layer(list(map(affine, layer.numerators)), list(map(affine, layer.denominators)))


def run(task: Task) -> Iterator[Bound]:
    """Yield the best of all forms that fit."""
    function = function_of(task.parameters)
    if function.n > MOST_TABLE_BITS and function.profile is not None:
        layer = univariate_layer(dict(enumerate(function.profile)))
        yield upper(task, "class-model", NAME, layer)
        return
    layers = []
    for weights in candidates(function.n):
        values = profile(function, weights)
        if values is not None and _changes(values) <= _most_heads(function.n):
            layers.append(substituted(univariate_layer(values), weights))
    if not layers:
        raise Nothing("the function changes too often along every form tried")
    best = min(layers, key=lambda layer: len(layer.denominators))
    yield upper(task, "model", NAME, best)


def _changes(values: dict[int, int]) -> int:
    return sum(a != b for a, b in pairwise(values.values()))


def _most_heads(n: int) -> int:
    """Return how many heads are still written out; powers of 2 fit every function, with many changes."""
    return 4 * n


METHOD = Method(NAME, ("upper",), run, "functions of one linear form, the weight for instance: sign changes")
