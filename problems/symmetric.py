"""Symmetric functions: heads, readout degree and width of attention layers without positions.

See problems/unpositioned_check.py for the exact statement.
Source: "Attention-based representations for multi-task computation" (2026).
"""

from __future__ import annotations

from lpbounds.bounds import shortened
from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Problem
from problems import (
    unpositioned_basis,
    unpositioned_planar,
    unpositioned_plans,
    unpositioned_quotients,
    unpositioned_width,
)
from problems.plain_words import UNPOSITIONED
from problems.unpositioned_question import LIMITS, MOST_BITS, RESOURCES, admit, theory


def _profile(given: object) -> str:
    digits = str(given).strip()
    if not 2 <= len(digits) <= MOST_BITS + 1 or not set(digits) <= {"0", "1"}:
        allowed = f"n + 1 digits 0 or 1, the values at the weights 0..n, 1 <= n <= {MOST_BITS}"
        raise InputError("profile", shortened(digits), allowed)
    return digits


PROBLEM = Problem(
    "symmetric",
    "a symmetric Boolean function, by heads without positions and a polynomial readout",
    (Parameter("profile", _profile, "values at the weights 0..n as digits, such as 0110"), *LIMITS),
    RESOURCES,
    (
        *unpositioned_plans.METHODS,
        *unpositioned_width.METHODS,
        unpositioned_quotients.METHOD,
        unpositioned_basis.METHOD,
        unpositioned_planar.METHOD,
    ),
    theory,
    admit=admit,
    words=UNPOSITIONED,
)
