"""Whether given denominators can compute a Boolean function: numerators, or a measure that excludes them.

A measure mu on inputs that has the signs of f and is orthogonal to every N/Z_h, N affine, excludes all
numerators: the sum over x of mu(x) times the sum of the heads would be zero and positive.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpbounds.bounds import shortened
from lpbounds.errors import InputError, SolverFailure
from lpbounds.problem import Nothing, Parameter, Scorer
from lpbounds.rationals import primitive, texts
from problems import min_max_given
from problems.boolean_functions import check_table_size
from problems.boolean_heads_layer import Layer, NumeratorProgram, Obstacle, is_positive
from problems.boolean_parameters import expand, function_of

ALLOWED = "a .npy or .json file with a row for each head: the constant, then a coefficient for each bit"
POSITIVE = "denominators that are positive at all inputs"
SHOWN_INPUTS = 8


@dataclass(frozen=True)
class HeadsScore:
    """What fixed denominators can do.

    Attributes:
        parameters: n, function and table.
        denominators: integer multiples of those given, shape (H, n + 1).
        found: numerators that compute the function, or a measure that excludes all.
    """

    parameters: dict[str, Any]
    denominators: Sequence[Sequence[int]]
    found: Layer | Obstacle

    @property
    def computes(self) -> bool:
        """Whether some numerators compute the function."""
        return isinstance(self.found, Layer)

    def __str__(self) -> str:
        return "\n".join([self._title(), *(self._numerators() or self._measure())])

    __repr__ = __str__

    def _title(self) -> str:
        given = ", ".join(f"{key} = {shortened(value)}" for key, value in self.parameters.items())
        answer = "compute it" if self.computes else "cannot compute it"
        return f"boolean-heads at {given}: {len(self.denominators)} heads with these denominators {answer}"

    def _numerators(self) -> list[str]:
        if not isinstance(self.found, Layer):
            return []
        pairs = zip(self.found.numerators, self.denominators, strict=True)
        return [f"  ({_form(top)}) / ({_form(bottom)})" for top, bottom in pairs]

    def _measure(self) -> list[str]:
        masses = self._masses()
        total = sum(map(abs, masses.values()))
        order = sorted(masses, key=lambda x: (-abs(masses[x]), x))
        lines = ["  a measure with the signs of f, orthogonal to all N/Z; inputs x_1 .. x_n:"]
        lines += [f"  {self._bits(x)}, weight {masses[x] / total:.4g}" for x in order[:SHOWN_INPUTS]]
        if len(order) > SHOWN_INPUTS:
            lines.append(f"  and {len(order) - SHOWN_INPUTS} more, see --json")
        return lines

    def _masses(self) -> dict[int, int]:
        return self.found.masses if isinstance(self.found, Obstacle) else {}

    def _bits(self, x: int) -> str:
        return f"{x:0{self.parameters['n']}b}"[::-1]

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def to_json(self) -> dict[str, Any]:
        """Return the score as one JSON object: a layer as certificates carry it, or [input, mass] pairs."""
        layer = self.found.to_json() if isinstance(self.found, Layer) else None
        masses = [[x, str(mass)] for x, mass in self._masses().items()]
        return {
            "problem": "boolean-heads",
            "parameters": self.parameters,
            "denominators": [texts(row) for row in self.denominators],
            "computes": self.computes,
            "layer": layer,
            "measure": masses or None,
        }


def _form(affine: Sequence[int]) -> str:
    terms = [str(affine[0])] + [f"{slope:+d} x{j}" for j, slope in enumerate(affine[1:], 1) if slope]
    return " ".join(terms)


def integer_denominators(rows: Sequence[Sequence[Fraction]], n: int) -> list[list[int]]:
    """Return coprime integer multiples of the rows.

    Raises:
        InputError: a row does not have n + 1 entries, or is not positive on the cube.
    """
    if len(rows[0]) != n + 1:
        raise InputError("denominators", f"rows of {len(rows[0])} numbers", f"{n + 1} numbers in each row")
    integers = [primitive(row) for row in rows]
    for place, row in enumerate(integers):
        if not is_positive(row):
            raise InputError("denominators", f"row {place + 1}: {_form(row)}", POSITIVE)
    return integers


def _run(parameters: dict[str, Any], options: dict[str, Any]) -> HeadsScore:
    if parameters["n"] is None:
        raise InputError("n", "nothing", "an integer at least 1")
    if options["denominators"] is None:
        raise InputError("denominators", "nothing", ALLOWED)
    check_table_size(parameters["n"])
    choices = expand(parameters)
    if len(choices) != 1:
        raise InputError("function", parameters["function"], "one function")
    rows = min_max_given.table("denominators", options["denominators"], ALLOWED)
    denominators = integer_denominators(rows, parameters["n"])
    try:
        found = NumeratorProgram(function_of(choices[0]), denominators).decide()
    except Nothing as nothing:
        raise SolverFailure(str(nothing)) from None
    return HeadsScore(choices[0], denominators, found)


def _as_given(given: Any) -> Any:
    return given


SCORER = Scorer((Parameter("denominators", _as_given, ALLOWED),), _run, ("n", "function", "table"))
