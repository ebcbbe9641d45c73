"""Layers of heads as integers, and the linear program for their numerators when denominators are given.

A head is N(x)/Z(x), N and Z affine in the bits, Z > 0 on the cube; see problems/boolean_heads_check.py.  An
affine function is the list of its coefficients, the constant first, then one for each bit.

With Z_1, ..., Z_H fixed, f(x) sum_h N_h(x) prod_{g != h} Z_g(x) > 0 at all inputs is a strict homogeneous
system in the numerators.  Its alternative is a measure y >= 0, not zero: the signed measure
mu(x) = y(x) f(x) prod_h Z_h(x) is orthogonal to 1/Z_h and to every x_i/Z_h, and has the signs of f.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.highs import Highs
from lpbounds.linear_program import IntegerMatrix, RowBuilder, StrictSystem
from lpbounds.optimum import WAYS
from lpbounds.problem import Nothing, Parameters
from lpbounds.rationals import IntegerArray, texts
from problems.boolean_functions import MOST_TABLE_BITS, BooleanFunction
from problems.boolean_parameters import function_of

Affine = Sequence[int]

FIRST_INPUTS = 1024
MORE_INPUTS = 512


@dataclass(frozen=True)
class Layer:
    """Heads with integer coefficients, both lists of shape (H, 1 + number of variables)."""

    numerators: list[list[int]]
    denominators: list[list[int]]

    @property
    def bits(self) -> int:
        """Bits of the largest coefficient."""
        return max(abs(entry) for row in (*self.numerators, *self.denominators) for entry in row).bit_length()

    def reduced(self) -> Layer:
        """Return the layer with numerators, then each head, divided by their greatest common divisors.

        The layer computes the same: all heads are divided by one positive number.
        """
        common = gcd(*(entry for row in self.numerators for entry in row)) or 1
        tops = [[entry // common for entry in row] for row in self.numerators]
        shared = [gcd(*top, *bottom) for top, bottom in zip(tops, self.denominators, strict=True)]
        return Layer(_divided(tops, shared), _divided(self.denominators, shared))

    def to_json(self) -> dict[str, Any]:
        """Return the layer as certificates carry it."""
        pairs = zip(self.numerators, self.denominators, strict=True)
        heads = [{"numerator": texts(n), "denominator": texts(z)} for n, z in pairs]
        return {"heads": heads, "bits": self.bits}


def _divided(rows: Sequence[Sequence[int]], divisors: Sequence[int]) -> list[list[int]]:
    return [[entry // divisor for entry in row] for row, divisor in zip(rows, divisors, strict=True)]


@dataclass(frozen=True)
class Obstacle:
    """Nonzero integers {input: mass} with the signs of f, orthogonal to every N/Z_h, N affine."""

    masses: dict[int, int]


def function_with_table(parameters: Parameters) -> BooleanFunction:
    """Return the function that the parameters of a task name.

    Raises:
        Nothing: it has too many bits for a table.
    """
    function = function_of(parameters)
    if function.n > MOST_TABLE_BITS:
        raise Nothing(f"more than {MOST_TABLE_BITS} bits: there is no table of all inputs")
    return function


def at_inputs(affine: Affine) -> IntegerArray:
    """Return the exact values of an affine function at all inputs, shape (2^n,)."""
    values: IntegerArray = np.array([affine[0]], dtype=object)
    for slope in affine[1:]:
        values = np.concatenate([values, values + slope])
    return values


def is_positive(affine: Affine) -> bool:
    """Tell whether an affine function is positive on the cube."""
    return affine[0] + sum(min(slope, 0) for slope in affine[1:]) > 0


class NumeratorProgram:
    """Whether numerators for given denominators compute a function; inputs join when they are wrong."""

    def __init__(self, function: BooleanFunction, denominators: Sequence[Affine]) -> None:
        """Take the function, which must have a table, and integer denominators, positive on the cube."""
        self.function = function
        self.denominators = [list(affine) for affine in denominators]
        self._values = [at_inputs(affine) for affine in denominators]
        self._cofactors = [_product(self._values, leaving=h) for h in range(len(self._values))]
        count = 1 << function.n
        self._inputs = np.unique(np.linspace(0, count - 1, min(count, FIRST_INPUTS)).astype(np.int64))
        self._highs = Highs(**WAYS[0])

    def decide(self) -> Layer | Obstacle:
        """Return a layer that computes the function, or why these denominators cannot.

        Raises:
            Nothing: neither was certified.
        """
        while True:
            verdict = decide(self._system(), self._highs)
            if isinstance(verdict, Infeasible):
                return self._obstacle(verdict.multipliers)
            if not isinstance(verdict, Feasible):
                raise Nothing(f"numerators: {verdict.reason}")
            wrong = self._wrong_inputs(verdict.point)
            if not len(wrong):
                return Layer(self._numerators(verdict.point), self.denominators)
            self._inputs = np.union1d(self._inputs, wrong)

    def every_row(self) -> IntegerMatrix:
        """Return the rows of all inputs, shape (2^n, H (n + 1)): all are negative at numerators that do."""
        return self._rows(np.arange(1 << self.function.n))

    def layer_at(self, point: list[int]) -> Layer | None:
        """Return the layer with the numerators in ``point`` one after the other, or None when it errs."""
        return None if len(self._wrong_inputs(point)) else Layer(self._numerators(point), self.denominators)

    def _system(self) -> StrictSystem:
        inputs = self._inputs
        return StrictSystem(self._rows(inputs), row_name=lambda row: f"input {inputs[row]}")

    def _rows(self, inputs: NDArray[np.int64]) -> IntegerMatrix:
        n = self.function.n
        signs = self.function.signs[inputs].astype(object)
        ones = np.hstack([np.ones((len(inputs), 1), np.int64), (inputs[:, None] >> np.arange(n)) & 1])
        rows, columns = np.nonzero(ones)
        builder = RowBuilder(len(self._cofactors) * (n + 1))
        stacked = [-signs * cofactor[inputs] for cofactor in self._cofactors]
        builder.add_triplets(
            len(inputs),
            np.tile(rows, len(stacked)),
            np.concatenate([columns + h * (n + 1) for h in range(len(stacked))]),
            np.concatenate([entries[rows] for entries in stacked]),
        )
        return builder.matrix()

    def _numerators(self, point: list[int]) -> list[list[int]]:
        width = self.function.n + 1
        return [point[start : start + width] for start in range(0, len(point), width)]

    def _wrong_inputs(self, point: list[int]) -> NDArray[np.int64]:
        """Return the inputs where the layer errs, at most ``MORE_INPUTS``, worst first."""
        sums = sum(
            at_inputs(numerator) * cofactor
            for numerator, cofactor in zip(self._numerators(point), self._cofactors, strict=True)
        )
        products = self.function.signs * sums
        wrong = np.flatnonzero(products <= 0)
        return wrong[np.argsort(products[wrong], kind="stable")[:MORE_INPUTS]]

    def _obstacle(self, multipliers: dict[int, int]) -> Obstacle:
        signs, places = self.function.signs.tolist(), self._inputs.tolist()
        whole = _product(self._values)
        found = {places[row]: mass for row, mass in sorted(multipliers.items())}
        return Obstacle({x: mass * signs[x] * whole[x] for x, mass in found.items()})


def _product(values: Sequence[IntegerArray], leaving: int | None = None) -> IntegerArray:
    """Return the product of all ``values`` but the one at ``leaving``."""
    result: IntegerArray = np.ones(len(values[0]), dtype=object)
    for place, factor in enumerate(values):
        if place != leaving:
            result = result * factor
    return result
