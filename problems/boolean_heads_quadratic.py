"""Few heads for a sign polynomial of degree 2: one for each product of linear forms, and one more.

Let p = c_0 + sum_j c_j x_j + sum_i a_i(x) l_i(x), i = 1, ..., m, have the signs of f, a_i and l_i linear.  As
-W^2 a/(W + l) = -W a + a l - a l^2/(W + l), the m heads -W^2 a_i/(W + l_i) and the head c_0 + sum_j c_j x_j +
W sum_i a_i add up to p - sum_i a_i l_i^2/(W + l_i), which has the signs of p once W is large.

Since x_j^2 = x_j, the diagonal of the quadratic form is free.  With P positive and N negative eigenvalues it
takes m = max(P, N) products, (s - t)(s + t) = s^2 - t^2.  On every component of the graph of the monomials
x_j x_k one eigenvalue is shifted to zero, such that P and N are as equal as possible.  Before that the
monomials of a whole component are left out of p, as often as that can be.  So f has at most floor(n/2) + 1
heads, and disjointness of k pairs, by x_1 + y_1 - 3/2 + 2 sum_{j>1} x_j y_j, as many as floor(k/2) + 1;
docs/theorems-boolean.md says how far that is from the least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import IntegerArray
from problems.boolean_functions import BooleanFunction
from problems.boolean_heads_layer import Layer, at_inputs, function_with_table
from problems.boolean_heads_monomials import least_polynomial
from problems.boolean_heads_question import upper
from problems.threshold_degree_program import DegreeProgram, Polynomial

NAME = "quadratic"
# The forms a_i and l_i are rounded to multiples of 2 to minus one of these.
ROUNDING_BITS = (6, 12, 18, 24, 30)
# Bytes that an input takes, in a few arrays of integers of any size.
_BYTES_AN_INPUT = 400
# Eigenvalues so near each other, relative to the largest, are taken for equal.
_EQUAL = 1e-9

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Shift:
    """A component whose form has ``value`` subtracted on the diagonal, and the signs that this leaves."""

    places: Integers
    value: float
    positive: int
    negative: int


def shifts(form: Floats, places: Integers) -> list[Shift]:
    """Return the shifts of a component that turn one of its eigenvalues to zero."""
    values = np.linalg.eigvalsh(form[np.ix_(places, places)])
    near = _EQUAL * np.abs(values).max()
    found = (Shift(places, v, int((values > v + near).sum()), int((values < v - near).sum())) for v in values)
    return list({(shift.positive, shift.negative): shift for shift in found}.values())


def balanced(components: Sequence[Sequence[Shift]]) -> list[Shift]:
    """Return a shift for each component such that the larger of P and N is least."""
    best: dict[int, list[Shift]] = {0: []}
    for choices in components:
        longer = [[*chosen, shift] for chosen in best.values() for shift in choices]
        longer.sort(key=lambda chosen: -_negative(chosen))
        best = {_positive(chosen): chosen for chosen in longer}
    return min(best.values(), key=lambda chosen: max(_positive(chosen), _negative(chosen)))


def _positive(chosen: Sequence[Shift]) -> int:
    return sum(shift.positive for shift in chosen)


def _negative(chosen: Sequence[Shift]) -> int:
    return sum(shift.negative for shift in chosen)


def components(form: Floats) -> list[Integers]:
    """Return the components, of two vertices or more, of the graph of the entries off the diagonal."""
    left, found = set(range(len(form))), []
    while left:
        reached, new = set[int](), {left.pop()}
        while new:
            reached |= new
            new = set(np.flatnonzero(form[sorted(new)].any(axis=0)).tolist()) - reached
        left -= reached
        found.append(np.array(sorted(reached)))
    return [places for places in found if len(places) > 1]


def products(form: Floats) -> tuple[Floats, Floats]:
    """Return a and l, shapes (m, n), with sum_i (a_i l_i^T + l_i a_i^T)/2 = form off the diagonal."""
    plus, minus = list[Floats](), list[Floats]()
    for shift in balanced([shifts(form, places) for places in components(form)]):
        values, vectors = np.linalg.eigh(form[np.ix_(shift.places, shift.places)])
        order = np.argsort(values)
        squares = np.zeros((len(order), len(form)))
        squares[:, shift.places] = (vectors * np.sqrt(np.abs(values - shift.value)))[:, order].T
        minus += list(squares[: shift.negative])
        plus += list(squares[len(order) - shift.positive :])
    zero = np.zeros(len(form))
    pairs = list(zip_longest(plus, minus, fillvalue=zero))
    shape = (len(pairs), len(form))
    return (
        np.reshape([s - t for s, t in pairs], shape),
        np.reshape([s + t for s, t in pairs], shape),
    )


def form_of(n: int, coefficients: dict[int, int]) -> Floats:
    """Return the symmetric matrix, shape (n, n), of the monomials of degree 2."""
    form = np.zeros((n, n))
    for i, j in combinations(range(n), 2):
        form[i, j] = form[j, i] = coefficients.get(1 << i | 1 << j, 0) / 2
    return form


def without_components(function: BooleanFunction, coefficients: dict[int, int]) -> dict[int, int]:
    """Return a sign polynomial that lacks the monomials of degree 2 of as many components as one may drop.

    One component after the other is dropped where some polynomial in the monomials left has the signs.
    """
    program = DegreeProgram(function)
    singles = [0, *(1 << j for j in range(function.n))]
    for places in components(form_of(function.n, coefficients)):
        inside = sum(1 << int(j) for j in places)
        left = [mask for mask in coefficients if mask.bit_count() == 2 and mask & inside != mask]
        found = program.decide_with(np.array(singles + left))
        if isinstance(found, Polynomial):
            coefficients = found.coefficients
    return coefficients


def quadratic_layer(function: BooleanFunction, coefficients: dict[int, int]) -> Layer:
    """Return m + 1 heads for a polynomial {mask: integer} of degree at most 2 with the signs of the function.

    Raises:
        Nothing: rounded products change a sign.
    """
    n = function.n
    form = form_of(n, coefficients)
    affine = [coefficients.get(0, 0), *(coefficients.get(1 << i, 0) for i in range(n))]
    first, second = products(form)
    for bits in ROUNDING_BITS:
        forms = [np.rint(part * (1 << bits)).astype(np.int64).tolist() for part in (first, second)]
        layer = _layer(function, [value << 2 * bits for value in affine], forms[0], forms[1])
        if layer is not None:
            return layer
    raise Nothing("rounding the products of the sign polynomial changes a sign")


def _layer(
    function: BooleanFunction, affine: list[int], first: list[list[int]], second: list[list[int]]
) -> Layer | None:
    """Return the layer of affine + sum_i a_i l_i with the squares x_j^2 left out, or None when it errs."""
    diagonal = [sum(a[j] * b[j] for a, b in zip(first, second, strict=True)) for j in range(function.n)]
    rest = [affine[0], *(c - square for c, square in zip(affine[1:], diagonal, strict=True))]
    pairs = list(zip(first, second, strict=True))
    margin = int((function.signs * sum(map(_product, pairs), at_inputs(rest))).min())
    if margin <= 0:
        return None
    width = _width(pairs, margin)
    sums = [width * sum(a[j] for a in first) for j in range(function.n)]
    last = [rest[0], *(c + total for c, total in zip(rest[1:], sums, strict=True))]
    numerators = [[0, *(-width * width * entry for entry in a)] for a in first]
    denominators = [[width, *b] for b in second]
    return Layer([*numerators, last], [*denominators, [1] + [0] * function.n])


def _product(pair: tuple[list[int], list[int]]) -> IntegerArray:
    """Return a l at all inputs."""
    first, second = pair
    values: IntegerArray = at_inputs([0, *first]) * at_inputs([0, *second])
    return values


def _width(pairs: Sequence[tuple[list[int], list[int]]], margin: int) -> int:
    """Return W with W + l_i > 0 and sum_i |a_i| l_i^2/(W + l_i) < margin at all inputs."""
    largest = max((sum(map(abs, second)) for _, second in pairs), default=0)
    excess = sum(int(abs(_product(pair) * at_inputs([0, *pair[1]])).max()) for pair in pairs)
    return largest + excess // margin + 1


def run(task: Task) -> Iterator[Bound]:
    """Yield the layer of a sign polynomial of degree at most 2."""
    function = function_with_table(task.parameters)
    if _BYTES_AN_INPUT << function.n > task.limits.memory:
        raise Nothing("the values at all inputs would take more than the memory allowed")
    coefficients = least_polynomial(function, task.limits.memory).coefficients
    if max(mask.bit_count() for mask in coefficients) > 2:
        raise Nothing("the threshold degree is above 2")
    sparse = without_components(function, coefficients)
    yield upper(task, "model", NAME, quadratic_layer(function, sparse))


METHOD = Method(NAME, ("upper",), run, "threshold degree 2: a head for a product of forms, and one more")
