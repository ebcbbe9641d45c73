"""Exact rationals: reading and writing them, clearing denominators, rounding floats.

A rational is written ``"p/q"`` in lowest terms (``"p"`` when q = 1) wherever it leaves the process.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm

import numpy as np
from numpy.typing import NDArray

# Certificates carry integers of any length; Python's guard is meant for untrusted web input.
sys.set_int_max_str_digits(0)

IntegerArray = NDArray[np.object_]


def text(value: Fraction | int) -> str:
    """Return ``value`` as ``"p/q"`` in lowest terms, or ``"p"`` for an integer."""
    return str(value)


def texts(values: Iterable[Fraction | int]) -> list[str]:
    """Return each of ``values`` as text."""
    return [str(value) for value in values]


def from_text(value: str) -> Fraction:
    """Read a rational written as ``"1/2"``, ``"0.25"`` or ``"3"``.

    Raises:
        ValueError: ``value`` is none of these, or its exponent has more than four digits.
    """
    # Fraction would write out 1e999999999, and take hours.
    if re.search(r"[eE][+-]?[0-9_]{5}", value):
        raise ValueError(f"the exponent of {value} is too long")
    try:
        return Fraction(value)
    except ZeroDivisionError as error:
        raise ValueError(f"zero denominator in {value}") from error


def from_float(value: float) -> Fraction:
    """Return the dyadic rational that the double ``value`` is.

    Raises:
        ValueError: ``value`` is infinite or not a number.
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return Fraction(value)


def on_grid(values: Sequence[float] | NDArray[np.float64], denominator: int) -> list[Fraction]:
    """Round each float to the nearest multiple of ``1/denominator``."""
    return [Fraction(round(Fraction(float(value)) * denominator), denominator) for value in values]


def cleared(values: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """Return integers p_i and one positive q with values[i] = p_i / q, q the least such."""
    parts = [(value.numerator, value.denominator) for value in values]
    scale = lcm(*{denominator for _, denominator in parts})
    return [numerator * (scale // denominator) for numerator, denominator in parts], scale


def primitive(values: Iterable[Fraction | int]) -> list[int]:
    """Return the positive multiple of ``values`` whose entries are coprime integers (zeros stay zeros)."""
    integers, _ = cleared(values)
    divisor = gcd(*integers) or 1
    return [value // divisor for value in integers]
