"""Checks certificates of the toy problem."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from typing import Any


def proved(claim: dict[str, Any]) -> int:
    given = claim["parameters"]
    return ceil(sqrt(Fraction(given["scale"]) * given["a"] * given["b"]))


def reduces(outer: dict[str, Any], inner: dict[str, Any]) -> None:
    raise ValueError("no reductions")
