"""Boolean functions as objects: truth tables of few bits, profiles of symmetric functions of many.

Inputs are numbered 0..2^n - 1: at input i the bit x_j, j = 1..n, is ``(i >> (j - 1)) & 1``.  The value 1
stands for the sign +1, the value 0 for -1.  The text of a function, which certificates carry, is

- ``0x`` and its table in hexadecimal, ``max(1, 2^n / 4)`` digits: bit i of that number is the value at
  input i; or,
- for a symmetric function of more than ``MOST_BITS_IN_HEX`` bits, ``profile:`` and the n + 1 values at the
  inputs of weight 0, 1, ..., n.

So a function has one text and one only, and functions are equal when their texts are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lpbounds.bounds import shortened
from lpbounds.errors import InputError

Values = NDArray[np.uint8]

MOST_TABLE_BITS = 20
MOST_BITS_IN_HEX = 6
PROFILE = "profile:"
HEX_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class BooleanFunction:
    """A Boolean function of n bits; make one with the functions of this module.

    Attributes:
        n: number of bits, at least 1.
        text: the text of the function, as the module describes it.
    """

    n: int
    text: str

    @cached_property
    def profile(self) -> tuple[int, ...] | None:
        """The values 0 or 1 at the weights 0..n, or None when the function is not symmetric."""
        if self.text.startswith(PROFILE):
            return tuple(map(int, self.text.removeprefix(PROFILE)))
        return _profile(self.n, self.values)

    @cached_property
    def values(self) -> Values:
        """The values 0 or 1 at all inputs, shape (2^n,).

        Raises:
            InputError: n is too large for a full table.
        """
        check_table_size(self.n)
        if self.text.startswith(PROFILE):
            return np.array(self.profile, dtype=np.uint8)[weights(self.n)]
        number = int(self.text, 16).to_bytes(max(1, (1 << self.n) // 8), "little")
        return np.unpackbits(np.frombuffer(number, dtype=np.uint8), bitorder="little")[: 1 << self.n]

    @property
    def signs(self) -> NDArray[np.int64]:
        """The values as +1 and -1, shape (2^n,)."""
        return 2 * self.values.astype(np.int64) - 1

    @property
    def is_symmetric(self) -> bool:
        """Whether the value depends on the weight of the input only."""
        return self.profile is not None

    @property
    def is_constant(self) -> bool:
        """Whether all values are equal."""
        return len(set(self.profile or self.values.tolist())) == 1

    @property
    def sign_changes(self) -> int | None:
        """How often the profile changes from one weight to the next; None when there is no profile."""
        return None if self.profile is None else sum(a != b for a, b in pairwise(self.profile))

    def complement(self) -> BooleanFunction:
        """Return the function with all values exchanged."""
        if self.profile is not None:
            return from_profile([1 - value for value in self.profile])
        return from_values(self.n, 1 - self.values)

    def negated(self, mask: int) -> BooleanFunction:
        """Return x -> f(x xor mask)."""
        return from_values(self.n, self.values[np.arange(1 << self.n) ^ mask])

    def permuted(self, order: Sequence[int]) -> BooleanFunction:
        """Return x -> f(y) with bit j of y being bit order[j] of x, bits counted from 0."""
        inputs = np.arange(1 << self.n)
        places = sum((((inputs >> source) & 1) << j for j, source in enumerate(order)), np.zeros_like(inputs))
        return from_values(self.n, self.values[places])

    def reversed(self) -> BooleanFunction:
        """Return x -> f(all bits of x negated); the profile of a symmetric function turns round."""
        if self.profile is not None:
            return from_profile(self.profile[::-1])
        return self.negated((1 << self.n) - 1)

    def extended(self) -> BooleanFunction:
        """Return the same function with one more bit, which does not matter."""
        return from_values(self.n + 1, np.tile(self.values, 2))

    def to_json(self) -> dict[str, Any]:
        """Return the function as certificates carry it: ``{"n": n, "table": text}``."""
        return {"n": self.n, "table": self.text}


def weights(n: int) -> NDArray[np.int64]:
    """Return the weight of every input, shape (2^n,)."""
    return np.bitwise_count(np.arange(1 << n)).astype(np.int64)


def check_table_size(n: int) -> None:
    """Refuse an n that is too large for a full table.

    Raises:
        InputError: it is.
    """
    if n > MOST_TABLE_BITS:
        allowed = f"at most {MOST_TABLE_BITS} for a full table, unless the function is symmetric"
        raise InputError("n", n, f"{allowed}; 2^{n} values take {_size(n)}")


def _size(n: int) -> str:
    if n >= 60:
        return f"2^{n} bytes"
    return f"{1 << (n - 30):,} GiB" if n >= 30 else f"{1 << (n - 20):,} MiB"


def from_values(n: int, values: ArrayLike) -> BooleanFunction:
    """Return the function of n bits with these values, 0 or 1, shape (2^n,)."""
    array = np.asarray(values, dtype=np.uint8)
    profile = _profile(n, array) if n > MOST_BITS_IN_HEX else None
    if profile is not None:
        return from_profile(profile)
    number = int.from_bytes(np.packbits(array, bitorder="little").tobytes(), "little")
    return from_number(n, number)


def from_number(n: int, number: int) -> BooleanFunction:
    """Return the function of at most ``MOST_BITS_IN_HEX`` bits, or one not symmetric, with this table."""
    return BooleanFunction(n, f"0x{number:0{hex_digits(n)}x}")


def from_profile(profile: Sequence[int]) -> BooleanFunction:
    """Return the symmetric function with these values, 0 or 1, at the weights 0..n; n at least 1."""
    n = len(profile) - 1
    if n > MOST_BITS_IN_HEX:
        return BooleanFunction(n, PROFILE + "".join(map(str, profile)))
    return from_values(n, np.array(profile, dtype=np.uint8)[weights(n)])


def from_text(n: int, text: str) -> BooleanFunction:
    """Return the function of n bits with this text: a table in hexadecimal, ``0x`` or not, or a profile.

    Raises:
        InputError: it is malformed, of the wrong length, or n is too large for a table.
    """
    if text.startswith(PROFILE):
        return _from_profile_text(n, text)
    check_table_size(n)
    digits = text.lower().removeprefix("0x")
    if len(digits) != hex_digits(n) or not HEX_DIGITS.issuperset(digits) or int(digits, 16) >> (1 << n):
        raise InputError("table", shortened(text), _table_allowed(n))
    number = int(digits, 16).to_bytes(max(1, (1 << n) // 8), "little")
    return from_values(n, np.unpackbits(np.frombuffer(number, np.uint8), bitorder="little")[: 1 << n])


def from_sequence(n: int, values: Sequence[Any]) -> BooleanFunction:
    """Return the function with the given values at the inputs in order; 1 and True stand for 1.

    Raises:
        InputError: there are not 2^n values, or one is none of 0, 1, -1, False and True.
    """
    check_table_size(n)
    if len(values) != 1 << n:
        raise InputError("table", f"{len(values)} values", f"2^{n} = {1 << n} values for n = {n}")
    return from_values(n, [_bit(value) for value in values])


def from_callable(n: int, function: Callable[[tuple[int, ...]], Any]) -> BooleanFunction:
    """Return the function whose value at x is ``function((x_1, .., x_n))``.

    Raises:
        InputError: n is too large for a table, or a value is none of 0, 1, -1, False and True.
    """
    check_table_size(n)
    inputs = (tuple((i >> j) & 1 for j in range(n)) for i in range(1 << n))
    return from_values(n, [_bit(function(x)) for x in inputs])


def hex_digits(n: int) -> int:
    """Return how many hexadecimal digits a table of n bits has."""
    return max(1, (1 << n) // 4)


def _from_profile_text(n: int, text: str) -> BooleanFunction:
    digits = text.removeprefix(PROFILE)
    if len(digits) != n + 1 or not {"0", "1"}.issuperset(digits):
        allowed = f"{PROFILE} and {n + 1} digits 0 or 1 for n = {n}, the values at the weights 0..{n}"
        raise InputError("table", shortened(text), allowed)
    return from_profile([int(digit) for digit in digits])


def _table_allowed(n: int) -> str:
    digits = hex_digits(n)
    largest = f", at most {(1 << (1 << n)) - 1:x}" if n == 1 else ""
    table = f"a truth table of {digits} hexadecimal digits{largest} for n = {n}, 2^{n} = {1 << n} values"
    return f"{table}, or {PROFILE} and {n + 1} digits 0 or 1"


def _bit(value: Any) -> int:
    if value not in (0, 1, -1):
        raise InputError("function", value, "values 0, 1, -1, False and True")
    return int(value == 1)


def _profile(n: int, values: Values) -> tuple[int, ...] | None:
    ones = np.bincount(weights(n), values, minlength=n + 1).astype(np.int64).tolist()
    sizes = [comb(n, k) for k in range(n + 1)]
    if any(count not in (0, size) for count, size in zip(ones, sizes, strict=True)):
        return None
    return tuple(int(count > 0) for count in ones)
