"""NPN classes: Boolean functions up to permuting bits, negating bits and negating the value.

The representative of a class is its function whose table is the least number.  There are 2, 4, 14 and 222
classes of 1, 2, 3 and 4 bits (functions that ignore some bits included).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from lpbounds.errors import InputError
from problems.boolean_functions import BooleanFunction, from_number, from_values

MOST_LISTED_BITS = 4
MOST_BITS = 6


@dataclass(frozen=True)
class NpnClass:
    """A class, by the function with the least table and the number of functions in it."""

    representative: BooleanFunction
    size: int


def class_of(function: BooleanFunction) -> NpnClass:
    """Return the class of ``function``.

    Raises:
        InputError: it has more than ``MOST_BITS`` bits.
    """
    images = np.unique(_images(function))
    return NpnClass(from_number(function.n, int(images[0])), len(images))


def canonical(function: BooleanFunction) -> BooleanFunction:
    """Return the representative of the class of ``function``.

    Raises:
        InputError: it has more than ``MOST_BITS`` bits.
    """
    return from_number(function.n, int(_images(function).min()))


@cache
def classes(n: int) -> tuple[NpnClass, ...]:
    """Return all classes of n bits, in the order of their tables.

    Raises:
        InputError: n is above ``MOST_LISTED_BITS``.
    """
    if not 1 <= n <= MOST_LISTED_BITS:
        raise InputError("n", n, f"1 to {MOST_LISTED_BITS} for all NPN classes")
    seen = np.zeros(1 << (1 << n), dtype=bool)
    found = []
    for number in range(len(seen)):
        if not seen[number]:
            images = np.unique(_images(from_number(n, number)))
            seen[images.astype(np.int64)] = True
            found.append(NpnClass(from_number(n, number), len(images)))
    return tuple(found)


def sample(n: int, count: int, seed: int) -> list[NpnClass]:
    """Return the different classes of random functions, ``count`` of them, in the order drawn.

    Functions are drawn uniformly, so a class is drawn in proportion to its size.

    Args:
        n: number of bits, above ``MOST_LISTED_BITS`` and at most ``MOST_BITS``.
        count: how many classes, at most 100,000.
        seed: of the random choice.

    Raises:
        InputError: n is out of range, or ``count`` is.
    """
    if not MOST_LISTED_BITS < n <= MOST_BITS:
        raise InputError("n", n, f"{MOST_LISTED_BITS + 1} to {MOST_BITS} for a sample of NPN classes")
    if not 1 <= count <= 100_000:
        raise InputError("count", count, "1 to 100,000 classes")
    found: dict[NpnClass, None] = {}
    for function in _random(n, seed):
        found[class_of(function)] = None
        if len(found) == count:
            break
    return list(found)


def _random(n: int, seed: int) -> Iterator[BooleanFunction]:
    rng = np.random.default_rng(seed)
    while True:
        yield from_values(n, rng.integers(0, 2, size=1 << n))


def _images(function: BooleanFunction) -> NDArray[np.uint64]:
    """Return the tables of all functions of the class as numbers, with repetitions."""
    if function.n > MOST_BITS:
        raise InputError("n", function.n, f"at most {MOST_BITS} for NPN classes")
    packed = np.packbits(function.values[_maps(function.n)], axis=1, bitorder="little")
    padded = np.zeros((len(packed), 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    numbers = padded.view("<u8").ravel()
    return np.concatenate([numbers, numbers ^ np.uint64((1 << (1 << function.n)) - 1)])


@cache
def _maps(n: int) -> NDArray[np.uint8]:
    """Return every permutation and negation of bits as a map of inputs, shape (n! 2^n, 2^n)."""
    inputs = np.arange(1 << n)
    bits = (inputs[:, None] >> np.arange(n)) & 1
    moved = np.array([bits @ (1 << np.array(order)) for order in permutations(range(n))])
    return (moved[:, None, :] ^ inputs[None, :, None]).reshape(-1, 1 << n).astype(np.uint8)
