"""Boolean functions by name, such as ``parity``, ``threshold:3`` or ``endpoint:1-2+2-1``.

A name is followed by its argument after a colon where it takes one.  Every definition below gets the bits
as an array X of shape (2^n, n), X[i, j - 1] = x_j at input i, and returns the values, shape (2^n,).  Where a
function reads two words, x is the first half of the bits and y the second; where it reads a number, the
first bit of the word is worth 1, the next one 2, and so on.  Symmetric functions are given by their
profiles, so that n may be large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpbounds.errors import InputError
from problems.boolean_functions import BooleanFunction, check_table_size, from_profile, from_values

Bits = NDArray[np.int64]
# numpy leaves the type of a reduction open.
Values = Any
Arc = tuple[int, int]

MOST_ADDRESS_BITS = 4


@dataclass(frozen=True)
class Named:
    """A named function.

    Attributes:
        summary: one line; ``K`` is the argument.
        make: makes the function from n and the text after the colon, empty when there is none.
    """

    summary: str
    make: Callable[[int, str], BooleanFunction]


def named(n: int, text: str) -> BooleanFunction:
    """Return the function of n bits called ``text``.

    Raises:
        InputError: there is no such name, it does not take that argument, or it has no function of n bits.
    """
    name, _, argument = text.partition(":")
    if name not in NAMES:
        close = get_close_matches(name, NAMES, n=1, cutoff=0.5)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise InputError("function", text, "one of " + ", ".join(NAMES) + hint)
    return NAMES[name].make(n, argument)


def bits(n: int) -> Bits:
    """Return the bits of every input, shape (2^n, n)."""
    check_table_size(n)
    return (np.arange(1 << n)[:, None] >> np.arange(n)) & 1


# Symmetric functions.


def _parity(n: int, argument: str) -> BooleanFunction:
    _no_argument("parity", argument)
    return from_profile([k % 2 for k in range(n + 1)])


def _majority(n: int, argument: str) -> BooleanFunction:
    _no_argument("majority", argument)
    return from_profile([int(2 * k > n) for k in range(n + 1)])


def _threshold(n: int, argument: str) -> BooleanFunction:
    least = _number("threshold", argument, 1, n)
    return from_profile([int(k >= least) for k in range(n + 1)])


def _exact(n: int, argument: str) -> BooleanFunction:
    weight = _number("exact", argument, 0, n)
    return from_profile([int(k == weight) for k in range(n + 1)])


# Functions given by a table.


def multiplexer(x: Bits) -> Values:
    """Return the data bit that the address names; n = k + 2^k, the address is the first k bits."""
    address_bits = _address_bits(x.shape[1])
    return x[np.arange(len(x)), address_bits + _word(x[:, :address_bits])]


def equality(x: Bits) -> Values:
    """Return whether x = y."""
    first, second = _halves(x)
    return np.all(first == second, axis=1)


def greater_than(x: Bits) -> Values:
    """Return whether x > y as numbers."""
    first, second = _halves(x)
    return _word(first) > _word(second)


def inner_product(x: Bits) -> Values:
    """Return the sum of all x_j y_j modulo 2."""
    first, second = _halves(x)
    return np.sum(first * second, axis=1) % 2


def disjointness(x: Bits) -> Values:
    """Return whether some x_j = y_j = 1."""
    first, second = _halves(x)
    return np.any(first * second, axis=1)


def odd_max_bit(x: Bits) -> Values:
    """Return whether the last j with x_j = 1 is odd; 0 at the zero input."""
    return (x * np.arange(1, x.shape[1] + 1)).max(axis=1) % 2


def hidden_weighted_bit(x: Bits) -> Values:
    """Return x_j for j the weight of the input; 0 at the zero input."""
    weight = x.sum(axis=1)
    return np.where(weight > 0, x[np.arange(len(x)), weight - 1], 0)


def signed_sum(x: Bits) -> Values:
    """Return the sign of (2 x_0 - 1)/2 + sum_j y_j (2 x_j - 1); the bits are x_0, .., x_k, y_1, .., y_k."""
    k = x.shape[1] // 2
    return 2 * x[:, 0] - 1 + 2 * (x[:, k + 1 :] * (2 * x[:, 1 : k + 1] - 1)).sum(axis=1) > 0


def and_of_ors(x: Bits, ors: int) -> Values:
    """Return the AND of ``ors`` ORs, each of as many consecutive bits."""
    return np.all(np.any(x.reshape(len(x), ors, -1), axis=2), axis=1)


def endpoint(x: Bits, arcs: Sequence[Arc]) -> Values:
    """Return the bit of the vertex that the chosen arc leaves.

    The first bits are the number of the arc, arcs counted from 0 and past the end from 0 again, the others
    a bit for each vertex.  On both arcs between two vertices this is the multiplexer.

    Args:
        x: the bits.
        arcs: pairs (tail, head) of vertices numbered from 1.
    """
    index_bits = _index_bits(len(arcs))
    tails = np.array([tail for tail, _ in arcs])
    chosen = tails[_word(x[:, :index_bits]) % len(arcs)]
    return x[np.arange(len(x)), index_bits + chosen - 1]


def _plain(name: str, function: Callable[[Bits], Values], fits: Callable[[int], bool], allowed: str) -> Named:
    """Return the named function without argument whose n must satisfy ``fits``."""

    def make(n: int, argument: str) -> BooleanFunction:
        _no_argument(name, argument)
        if not fits(n):
            raise InputError("n", n, f"{allowed} for {name}")
        return from_values(n, function(bits(n)))

    return Named((function.__doc__ or "").partition("\n")[0].removeprefix("Return ").rstrip("."), make)


def _and_of_ors(n: int, argument: str) -> BooleanFunction:
    ors = _number("and-of-ors", argument, 1, n)
    if n % ors:
        raise InputError("n", n, f"a multiple of {ors} for and-of-ors:{argument}")
    return from_values(n, and_of_ors(bits(n), ors))


def _endpoint(n: int, argument: str) -> BooleanFunction:
    arcs = _arcs(argument)
    expected = _index_bits(len(arcs)) + max(map(max, arcs))
    if n != expected:
        raise InputError("n", n, f"{expected} for endpoint:{argument}")
    return from_values(n, endpoint(bits(n), arcs))


def _arcs(argument: str) -> list[Arc]:
    pairs = [arc.split("-") for arc in argument.split("+")]
    arcs = [(int(pair[0]), int(pair[1])) for pair in pairs if len(pair) == 2 and all(map(_is_vertex, pair))]
    if len(arcs) < len(pairs) or any(tail == head for tail, head in arcs) or len(set(arcs)) < len(arcs):
        allowed = "endpoint: and different arcs tail-head of vertices 1, 2, ..., such as endpoint:1-2+2-1"
        raise InputError("function", f"endpoint:{argument}", allowed)
    return arcs


def _is_vertex(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4 and int(text) > 0


def _index_bits(count: int) -> int:
    return (count - 1).bit_length()


def _address_bits(n: int) -> int:
    return next((k for k in range(1, MOST_ADDRESS_BITS + 1) if k + (1 << k) == n), 0)


def _word(digits: Bits) -> Bits:
    return digits @ (1 << np.arange(digits.shape[1]))


def _halves(x: Bits) -> tuple[Bits, Bits]:
    half = x.shape[1] // 2
    return x[:, :half], x[:, half:]


def _no_argument(name: str, argument: str) -> None:
    if argument:
        raise InputError("function", f"{name}:{argument}", f"{name}, which takes no argument")


def _number(name: str, argument: str, least: int, most: int) -> int:
    allowed = f"{name}:K with {least} <= K <= n = {most}"
    if not (argument.isascii() and argument.isdigit() and len(argument) < 7):
        raise InputError("function", f"{name}:{argument}" if argument else name, allowed)
    if not least <= int(argument) <= most:
        raise InputError("function", f"{name}:{argument}", allowed)
    return int(argument)


def _is_even(n: int) -> bool:
    return n % 2 == 0


def _is_odd(n: int) -> bool:
    return n % 2 == 1


def _has_address(n: int) -> bool:
    return _address_bits(n) > 0


def _any(n: int) -> bool:
    return True


_ADDRESSED = ", ".join(str(k + (1 << k)) for k in range(1, MOST_ADDRESS_BITS + 1))

NAMES: dict[str, Named] = {
    "parity": Named("whether the weight is odd", _parity),
    "majority": Named("whether the weight is above n/2", _majority),
    "threshold": Named("whether the weight is at least K", _threshold),
    "exact": Named("whether the weight is K", _exact),
    "multiplexer": _plain("multiplexer", multiplexer, _has_address, f"one of {_ADDRESSED}"),
    "address": _plain("address", multiplexer, _has_address, f"one of {_ADDRESSED}"),
    "equality": _plain("equality", equality, _is_even, "an even number"),
    "greater-than": _plain("greater-than", greater_than, _is_even, "an even number"),
    "inner-product": _plain("inner-product", inner_product, _is_even, "an even number"),
    "disjointness": _plain("disjointness", disjointness, _is_even, "an even number"),
    "odd-max-bit": _plain("odd-max-bit", odd_max_bit, _any, ""),
    "hidden-weighted-bit": _plain("hidden-weighted-bit", hidden_weighted_bit, _any, ""),
    "signed-sum": _plain("signed-sum", signed_sum, _is_odd, "an odd number"),
    "and-of-ors": Named("the AND of K ORs of n/K consecutive bits each", _and_of_ors),
    "endpoint": Named("the bit of the vertex that the chosen one of the arcs K leaves", _endpoint),
}
