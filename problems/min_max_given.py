"""Weights and values that a user brings: by name, from a file, or as an array."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from lpbounds.errors import InputError
from lpbounds.rationals import from_text
from problems.min_max_check import TaskName

ALLOWED = "geometric, uniform, or a .npy or .json file with one positive number for each of 1..M"
VALUES = "a .npy or .json file with one vector of finite numbers, all of one width, for each of 1..M"

Rows = list[list[Fraction]]


def weights(given: Any, numbers: int, n: int, tasks: Sequence[TaskName]) -> list[Fraction]:
    """Return positive weights alpha_1..alpha_M.

    Args:
        given: ``uniform``; ``geometric`` for powers of n, the smallest number heaviest (the largest one for
            the problem ``max``); a file; or a sequence of numbers.
        numbers: M.
        n: numbers in a list.
        tasks: the tasks of the problem.

    Raises:
        InputError: it is none of these, or a weight is not positive.
    """
    if isinstance(given, str) and given == "uniform":
        return [Fraction(1)] * numbers
    if isinstance(given, str) and given == "geometric":
        powers = [Fraction(n) ** (numbers - 1 - i) for i in range(numbers)]
        return powers if "min" in tasks else powers[::-1]
    found = _table("weights", given, ALLOWED)
    if not isinstance(found, list) or len(found) != numbers:
        raise InputError("weights", _shape(found), ALLOWED)
    exact = [_exact("weights", weight, ALLOWED) for weight in found]
    for weight in exact:
        if weight <= 0:
            raise InputError("weights", weight, ALLOWED)
    return exact


def values(given: Any, numbers: int) -> Rows:
    """Return the value of each number, shape (M, d), from a file or an array.

    Raises:
        InputError: it is not a table of numbers with M rows.
    """
    found = table("values", given, VALUES)
    if len(found) != numbers:
        raise InputError("values", _shape(found), VALUES)
    return found


def table(name: str, given: Any, allowed: str) -> Rows:
    """Return a table of numbers exactly, from a file or an array, for the parameter called ``name``.

    Raises:
        InputError: it has no rows, or not rows of one positive length, or an entry is not a finite number.
    """
    found = _table(name, given, allowed)
    shapes = {len(row) if isinstance(row, list) else 0 for row in found} if isinstance(found, list) else {0}
    if len(shapes) != 1 or 0 in shapes:
        raise InputError(name, _shape(found), allowed)
    return [[_exact(name, entry, allowed) for entry in row] for row in found]


def _shape(found: Any) -> str:
    return f"{len(found)} entries" if isinstance(found, list) else repr(found)


def _table(name: str, given: Any, allowed: str) -> Any:
    if isinstance(given, str | Path):
        return _read(name, Path(given), allowed)
    return given.tolist() if hasattr(given, "tolist") else list(given)


def _read(name: str, path: Path, allowed: str) -> Any:
    try:
        if path.suffix == ".npy":
            return np.load(path, allow_pickle=False).tolist()
        if path.suffix == ".json":
            return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(name, path, f"{allowed} ({error})") from None
    raise InputError(name, path, allowed)


def _exact(name: str, value: Any, allowed: str) -> Fraction:
    """Return a number exactly; floats are the dyadic rationals that they are."""
    try:
        if isinstance(value, str):
            return from_text(value)
        if isinstance(value, bool):
            raise TypeError
        return Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(name, repr(value), allowed) from None
