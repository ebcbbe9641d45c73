"""Kernels that a user brings: arrays, nested lists and functions, read exactly."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.errors import InputError
from problems.min_ip_kernels import TokenKernel, refuse_large_tables

LOGGER = logging.getLogger(__name__)
ENTRIES = "finite real numbers at least 0"


def bits(mask: int, m: int) -> tuple[int, ...]:
    """Return the token ``mask`` as a tuple of m zeros and ones, bit 0 first."""
    return tuple(mask >> place & 1 for place in range(m))


def token_text(mask: int, m: int) -> str:
    """Return the token ``mask`` as a string of m characters, bit 0 first."""
    return "".join(str(bit) for bit in bits(mask, m))


def from_object(given: Any, m: int | None) -> TokenKernel:
    """Return the kernel that an array, a nested list or a function alpha(x, z) stands for.

    Args:
        given: shape (2^m, 2^m), rows are queries, index = bit mask; or a function, see ``from_function``.
        m: length of the tokens; read off the shape when None.

    Raises:
        InputError: wrong shape, entries that are not allowed, or a function without m.
    """
    if callable(given):
        return from_function(given, m)
    try:
        array = given if isinstance(given, np.ndarray) else np.array(given, dtype=object)
    except ValueError:
        raise InputError("kernel", type(given).__name__, "rows of equal length") from None
    return from_array(array, m)


def from_function(alpha: Callable[..., Any], m: int | None) -> TokenKernel:
    """Return the kernel alpha(query, token), called once for each pair.

    Args:
        alpha: takes two tuples of m zeros and ones, bit 0 first, and returns a number at least 0: an int, a
            Fraction, or a float, which is taken as the rational that it is; an array or a tensor of one entry
            and no axis will do too.  What it raises is not caught.
        m: length of the tokens.

    Raises:
        InputError: m is missing or too large for a table, or a value is not allowed.
    """
    if m is None:
        raise InputError("m", "nothing", "the number of bits of a token, for a kernel given as a function")
    refuse_large_tables(m)
    tokens = [bits(mask, m) for mask in range(1 << m)]
    rows: list[list[Any]] = []
    for query in tokens:
        rows.append([_scalar(alpha(query, token)) for token in tokens])
        LOGGER.info("kernel computed for %d of %d queries", len(rows), len(tokens))
    return from_array(_table(rows), m)


def _scalar(value: Any) -> Any:
    """Return the entry of an array or a tensor without axes; anything else is judged as it is."""
    return value.item() if getattr(value, "shape", None) == () and hasattr(value, "item") else value


def _table(rows: Sequence[Sequence[Any]]) -> NDArray[np.object_]:
    table: NDArray[np.object_] = np.empty((len(rows), len(rows)), dtype=object)
    for index, row in enumerate(rows):
        table[index] = row
    return table


def from_array(array: NDArray[Any], m: int | None) -> TokenKernel:
    """Return the kernel with the given table; floats are taken as the dyadic rationals that they are."""
    size = _bits_of_shape(array.shape, m)
    if array.dtype.kind not in "biufO":
        raise InputError("kernel", f"entries of type {array.dtype}", ENTRIES)
    exact = _exact_objects(array, size) if array.dtype.kind == "O" else array
    _refuse_bad_entries(exact, size)
    return TokenKernel(size, lambda query: _exact_row(exact[query]))


def _bits_of_shape(shape: tuple[int, ...], m: int | None) -> int:
    allowed = f"{1 << m} x {1 << m}, one row a query" if m is not None else "2^m x 2^m with m >= 1"
    side = shape[0] if shape else 0
    found = side.bit_length() - 1
    if shape != (side, side) or found < 1 or side != 1 << found or found != (m or found):
        raise InputError("kernel", f"an array of shape {' x '.join(map(str, shape)) or '()'}", allowed)
    return found


def _exact_objects(array: NDArray[Any], m: int) -> NDArray[np.object_]:
    flat = [_exact(value, index, m) for index, value in enumerate(array.ravel().tolist())]
    result: NDArray[np.object_] = np.empty(len(flat), dtype=object)
    result[:] = flat
    return result.reshape(array.shape)


def _exact(value: Any, index: int, m: int) -> Fraction | int:
    try:
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        if isinstance(value, complex | str | bytes):
            raise TypeError
        return Fraction(*value.as_integer_ratio())
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise InputError("kernel", f"{value!r} at {_place(index, m)}", ENTRIES) from None


def _refuse_bad_entries(array: NDArray[Any], m: int) -> None:
    bad = array < 0 if array.dtype.kind != "f" else ~(np.isfinite(array) & (array >= 0))
    wrong = np.flatnonzero(bad)
    if wrong.size:
        index = int(wrong[0])
        raise InputError("kernel", f"{array.ravel()[index]} at {_place(index, m)}", ENTRIES)
    zeros = np.flatnonzero(np.diagonal(array) == 0)
    if zeros.size:
        query = token_text(int(zeros[0]), m)
        raise InputError(
            "kernel", f"0 on the diagonal at query {query}",
            "a positive diagonal, or the input that repeats the query has no output"
        )


def _place(index: int, m: int) -> str:
    query, token = divmod(index, 1 << m)
    return f"query {token_text(query, m)}, token {token_text(token, m)}"


def _exact_row(row: NDArray[Any]) -> list[Fraction | int]:
    if row.dtype.kind == "f":
        return [Fraction(*value.as_integer_ratio()) for value in row]
    return [int(value) if row.dtype.kind == "b" else value for value in row.tolist()]
