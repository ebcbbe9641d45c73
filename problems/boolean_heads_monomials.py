"""One head for every monomial of a polynomial with the signs of the function.

For integers c_S with f(x) sum_S c_S x_S > 0, which is then at least 1, put Z_S = 1 + W sum_{i in S} (1 -
x_i). 1/Z_S is x_S up to at most 1/(1 + W), and W = sum |c_S| over |S| >= 2 keeps all signs.  The monomials
of degree at most 1 are a head with denominator 1; a constant alone joins another head.  So 2^n heads always
suffice.
Source: Rajaraman, Sundaram and Tesfaye, on head complexity (2026).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems import threshold_degree_program
from problems.boolean_functions import BooleanFunction
from problems.boolean_heads_layer import Layer, function_with_table
from problems.boolean_heads_question import upper
from problems.threshold_degree_program import DegreeProgram, Polynomial

NAME = "monomials"


@lru_cache(maxsize=1)
def least_polynomial(function: BooleanFunction, memory: int) -> Polynomial:
    """Return a polynomial of least degree with the signs of the function; the last answer is kept.

    Raises:
        Nothing: a program would take more than ``memory`` bytes, or was not decided.
    """
    program = DegreeProgram(function)
    for degree in range(function.n + 1):
        if threshold_degree_program.program_memory(function.n, degree) > memory:
            break
        found = program.decide(degree)
        if isinstance(found, Polynomial):
            return found
    raise Nothing("no polynomial within the memory allowed")


def layer_of(n: int, coefficients: dict[int, int]) -> Layer:
    """Return the layer that follows the polynomial {mask: nonzero integer}, integer values never zero."""
    long = {mask: value for mask, value in coefficients.items() if mask.bit_count() > 1}
    steepness = sum(map(abs, long.values()))
    denominators = [_indicator(n, mask, steepness) for mask in long]
    numerators = [[value] + [0] * n for value in long.values()]
    affine = [coefficients.get(0, 0), *(coefficients.get(1 << i, 0) for i in range(n))]
    if long and not any(affine[1:]):
        numerators[0] = [a + affine[0] * z for a, z in zip(numerators[0], denominators[0], strict=True)]
        return Layer(numerators, denominators)
    return Layer([affine, *numerators], [[1] + [0] * n, *denominators])


def _indicator(n: int, mask: int, steepness: int) -> list[int]:
    """Return 1 + W sum_{i in S} (1 - x_i)."""
    slopes = [-steepness * ((mask >> i) & 1) for i in range(n)]
    return [1 + steepness * mask.bit_count(), *slopes]


def run(task: Task) -> Iterator[Bound]:
    """Yield the layer of a polynomial of least degree."""
    function = function_with_table(task.parameters)
    layer = layer_of(function.n, least_polynomial(function, task.limits.memory).coefficients)
    yield upper(task, "model", NAME, layer)


METHOD = Method(NAME, ("upper",), run, "a head for every monomial of a polynomial with the signs")
