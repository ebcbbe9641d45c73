"""Threshold degree by linear programming over all inputs.

f has threshold degree at most d iff some polynomial p of degree at most d has f(x) p(x) > 0 at every input
x, f taken as +1 and -1.  The unknowns are the coefficients of the monomials x_S, |S| <= d, over 0/1 bits, so
that one matrix of zeros and ones states it: a strict homogeneous system.  Its alternative is a measure
mu >= 0, not zero, such that f mu is orthogonal to every monomial of degree at most d: the threshold degree
is above d.  Both answers are exact.
Source: Aspnes, Beigel, Furst, Rudich, "The expressive power of voting polynomials" (1994).

The programs of growing degree share a working set of inputs.  A polynomial is evaluated at all inputs, and
those where its sign is wrong join the set; a measure on some inputs is a measure on all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from lpbounds.bounds import Bound
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.highs import Highs
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.optimum import WAYS
from lpbounds.problem import Method, Nothing, Parameters, Task
from lpbounds.rationals import IntegerArray
from problems.boolean_functions import BooleanFunction, weights
from problems.boolean_parameters import function_of

NAME = "linear-program"
# Inputs that the first program sees, and how many violated ones join it at a time.
FIRST_INPUTS = 2048
MORE_INPUTS = 1024
# Bytes that a nonzero entry takes while a program is made and solved, and an input beside it.
_BYTES_AN_ENTRY = 200
_BYTES_AN_INPUT = 200

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Polynomial:
    """Coefficients by monomial {mask: nonzero integer} of a polynomial with the signs of the function."""

    coefficients: dict[int, int]


@dataclass(frozen=True)
class Distribution:
    """Positive integers {input: mass}; the function times it is orthogonal to all low monomials."""

    masses: dict[int, int]


class DegreeProgram:
    """Whether a function has a polynomial of given degree; remembers the inputs that mattered."""

    def __init__(self, function: BooleanFunction) -> None:
        """Take ``function``, which must have a table."""
        self.function = function
        self._signs = function.signs
        self._inputs = np.arange(min(1 << function.n, FIRST_INPUTS))
        self._highs = Highs(**WAYS[0])

    def decide(self, degree: int) -> Polynomial | Distribution:
        """Return a polynomial of degree at most ``degree``, or a distribution that excludes it.

        Raises:
            Nothing: neither was certified.
        """
        return self.decide_with(monomials(self.function.n, degree))

    def decide_with(self, masks: Indices) -> Polynomial | Distribution:
        """Return a polynomial in the monomials ``masks``, or a distribution orthogonal to them.

        Raises:
            Nothing: neither was certified.
        """
        while True:
            verdict = decide(sign_system(self._signs, masks, self._inputs), self._highs)
            if isinstance(verdict, Infeasible):
                places = self._inputs.tolist()
                return Distribution({places[row]: mass for row, mass in verdict.multipliers.items()})
            if not isinstance(verdict, Feasible):
                raise Nothing(f"{len(masks)} monomials: {verdict.reason}")
            wrong = self._wrong_inputs(masks, verdict.point)
            if not len(wrong):
                pairs = zip(masks.tolist(), verdict.point, strict=True)
                return Polynomial({mask: value for mask, value in pairs if value})
            self._inputs = np.union1d(self._inputs, wrong)

    def _wrong_inputs(self, masks: Indices, point: list[int]) -> Indices:
        """Return the inputs where the polynomial has the wrong sign, at most ``MORE_INPUTS``, worst first."""
        products = self._signs * values_at_inputs(self.function.n, masks, point)
        wrong = np.flatnonzero(products <= 0)
        return wrong[np.argsort(products[wrong], kind="stable")[:MORE_INPUTS]]


def monomials(n: int, degree: int) -> Indices:
    """Return the masks of all monomials of degree at most ``degree``, lower degrees first."""
    sizes = weights(n)
    order = np.argsort(sizes, kind="stable")
    return order[sizes[order] <= degree]


def sign_system(signs: NDArray[np.int64], masks: Indices, inputs: Indices) -> StrictSystem:
    """Return the system  -f(x) sum_S c_S x_S < 0  with a row for each of ``inputs``.

    Args:
        signs: f as +1 and -1, shape (2^n,).
        masks: the monomials S, one column each.
        inputs: the inputs x, one row each.
    """
    rows, columns = np.nonzero((inputs[:, None] & masks) == masks)
    builder = RowBuilder(len(masks))
    builder.add_triplets(len(inputs), rows, columns, -signs[inputs][rows])
    return StrictSystem(builder.matrix(), row_name=lambda row: f"input {inputs[row]}")


def values_at_inputs(n: int, masks: Indices, coefficients: list[int]) -> IntegerArray:
    """Return sum_S c_S x_S at every input, exact, shape (2^n,)."""
    sums: IntegerArray = np.zeros(1 << n, dtype=object)
    sums[masks] = coefficients
    for j in range(n):
        pairs = sums.reshape(-1, 2, 1 << j)
        pairs[:, 1] += pairs[:, 0]
    return sums


def run(task: Task) -> Iterator[Bound]:
    """Raise the degree until there is a polynomial; every degree below is excluded by a distribution."""
    function = function_of(task.parameters)
    program = DegreeProgram(function)
    # No monomial has a degree below 0: any distribution will do.
    yield distribution_bound(task, function, 0, Distribution({0: 1}))
    for degree in range(function.n + 1):
        task.report(f"degree {degree}")
        if program_memory(function.n, degree) > task.limits.memory:
            raise Nothing(f"degree {degree}: its program would take more than the memory allowed")
        found = program.decide(degree)
        if isinstance(found, Polynomial):
            yield polynomial_bound(task, degree, found)
            return
        yield distribution_bound(task, function, degree + 1, found)


def polynomial_bound(task: Task, degree: int, found: Polynomial) -> Bound:
    """Return the upper bound that ``found`` proves."""
    coefficients = [[mask, str(value)] for mask, value in sorted(found.coefficients.items())]
    return task.bound("upper", degree, "model", NAME, {"coefficients": coefficients})


def distribution_bound(task: Task, function: BooleanFunction, degree: int, found: Distribution) -> Bound:
    """Return the lower bound that ``found`` proves: its masses with the signs of the function."""
    signs = function.signs
    inputs = [[i, str(mass * int(signs[i]))] for i, mass in sorted(found.masses.items())]
    return task.bound("lower", degree, "measure", NAME, {"inputs": inputs})


def memory(parameters: Parameters) -> int:
    """Estimate the bytes that evaluating a polynomial at all inputs takes."""
    n: int = parameters["n"]
    return _BYTES_AN_INPUT << n


def program_memory(n: int, degree: int) -> int:
    """Estimate the bytes that the program of one degree takes; x_S is 1 at one input in 2^|S|."""
    rows = min(1 << n, 2 * FIRST_INPUTS)
    return sum(rows * comb(n, k) * (_BYTES_AN_ENTRY + (1 << k)) >> k for k in range(degree + 1))


METHOD = Method(
    NAME,
    ("lower", "upper"),
    run,
    "a polynomial with the signs of the function, or a distribution that excludes one, by exact programs",
    memory=memory,
)
