"""Parity: heads, readout degree and width of attention layers without positions.

See problems/unpositioned_check.py for the exact statement.
Source: "Attention-based representations for multi-task computation" (2026).
"""

from __future__ import annotations

from typing import Any

from lpbounds.errors import InputError
from lpbounds.problem import Problem
from problems import (
    unpositioned_basis,
    unpositioned_laps,
    unpositioned_planar,
    unpositioned_plans,
    unpositioned_quotients,
    unpositioned_width,
)
from problems.plain_words import UNPOSITIONED
from problems.unpositioned_question import (
    ABSENT,
    LIMITS,
    MOST_BITS,
    RESOURCES,
    admit,
    optional_integer,
    theory,
)


def expand(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the choice with n = D H where n is left out.

    Raises:
        InputError: D or H is left out too, or their product is out of range.
    """
    if values["n"] != ABSENT:
        return [values]
    if ABSENT in (values["degree"], values["heads"]):
        raise InputError("n", "nothing", "an integer, unless degree and heads are given (then their product)")
    n = values["degree"] * values["heads"]
    if not 1 <= n <= MOST_BITS:
        raise InputError("n", f"degree * heads = {n}", f"an integer at least 1 and at most {MOST_BITS}")
    return [{**values, "n": n}]


PROBLEM = Problem(
    "parity",
    "parity of n bits, by heads without positions and a polynomial readout",
    (optional_integer("n", "number of bits; degree times heads when none", 1, MOST_BITS), *LIMITS),
    RESOURCES,
    (
        *unpositioned_plans.METHODS,
        *unpositioned_width.METHODS,
        unpositioned_quotients.METHOD,
        unpositioned_basis.METHOD,
        unpositioned_laps.METHOD,
        unpositioned_planar.METHOD,
    ),
    theory,
    expand=expand,
    admit=admit,
    words=UNPOSITIONED,
)
