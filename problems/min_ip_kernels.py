"""Kernels of Min-IP by name, as exact rationals, and the rows of one query that scoring needs.

softmax      alpha = exp(-tau <x,z>), each value rounded to 53 significant bits;
polynomial   alpha = (m + 1 - <x,z>)^d, d the largest degree whose feature count, the sum of C(m,i) over
             i <= d, is within ``features``;
taylor       alpha = sum of t^i / i! over i <= d with t = tau (m/2 - <x,z>), d the largest even such degree;
elu, relu, favor, hedgehog: random feature maps, see ``problems.min_ip_features``.

Random features are rounded to 24 significant bits and multiplied exactly: the rank is at most ``features``.
Sources: "PolySketchFormer: Fast Transformers via Sketching Polynomial Kernels" (2024) for powers; "Simple
Linear Attention Language Models Balance the Recall-Throughput Tradeoff" (2024) for Taylor polynomials.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate
from math import comb, log
from typing import Protocol

import numpy as np

from lpbounds.errors import InputError
from lpbounds.problem import Limits
from lpbounds.rationals import primitive
from problems.min_ip_features import MAPS, random_features
from problems.min_ip_rows import Indices, class_overlaps

# The names whose kernels depend on the overlap alone: no table of tokens is needed.
OVERLAP_NAMES = ("softmax", "polynomial", "taylor")
NAMES = (*OVERLAP_NAMES, *MAPS)
# The names whose kernels have an inverse temperature.
TAU_NAMES = ("softmax", "taylor", "favor", "hedgehog")
VALUE_BITS = 53
# One entry of a table of Python integers: the object, its pointer and the temporaries of one product.
ENTRY_BYTES = 120


@dataclass(frozen=True)
class QueryRow:
    """The kernel row of one query, tokens of equal overlap and equal weight merged into one class.

    Values of merged tokens may be taken equal: the inequalities do not change when two of them are swapped,
    and averages of solutions are solutions.

    Attributes:
        query: bit mask.
        tokens: one token of each class, bit masks; the query's own class is the last.
        overlap: shape (classes,), k_z of each class.
        row: alpha(query, z) of each class as coprime integers.
    """

    query: int
    tokens: list[int]
    overlap: Indices
    row: list[int]


class Kernel(Protocol):
    """A kernel that can be scored: enough queries to find the worst, each with its row."""

    @property
    def m(self) -> int:
        """Length of the tokens in bits."""
        ...

    def query_rows(self) -> Iterator[QueryRow]:
        """Yield rows; every query is one of them up to a permutation of the coordinates."""
        ...


@dataclass(frozen=True)
class OverlapKernel:
    """A kernel alpha(x, z) = values[<x,z>]: one query of each weight stands for all.

    Attributes:
        m: length of the tokens in bits.
        values: positive rationals, length m + 1.
    """

    m: int
    values: Sequence[Fraction]

    def query_rows(self) -> Iterator[QueryRow]:
        """Yield the row of the query 1..10..0 of each weight."""
        for weight in range(self.m + 1):
            overlap = class_overlaps(self.m, weight)
            query = (1 << weight) - 1
            tokens = [(1 << k) - 1 for k in overlap.tolist()]
            if weight < self.m:
                tokens[-2] = query | 1 << weight
            yield QueryRow(query, tokens, overlap, primitive(self.values[k] for k in overlap.tolist()))


@dataclass(frozen=True)
class TokenKernel:
    """A kernel given token by token.

    Attributes:
        m: length of the tokens in bits.
        row: the exact row of a query, length 2^m.
    """

    m: int
    row: Callable[[int], Sequence[Fraction | int]]

    def query_rows(self) -> Iterator[QueryRow]:
        """Yield the merged row of every query."""
        for query in range(1 << self.m):
            yield merged_row(query, self.row(query))


def merged_row(query: int, row: Sequence[Fraction | int]) -> QueryRow:
    """Return the row with tokens of equal overlap and weight merged; ``row`` has one entry a token."""
    weights = primitive(row)
    classes: dict[tuple[int, int], int] = {}
    for token, weight in enumerate(weights):
        if token != query:
            classes.setdefault(((query & token).bit_count(), weight), token)
    keys = [*sorted(classes), (query.bit_count(), weights[query])]
    tokens = [*(classes[key] for key in keys[:-1]), query]
    overlap = np.array([k for k, _ in keys], dtype=np.int64)
    return QueryRow(query, tokens, overlap, [weight for _, weight in keys])


def default_tau(n: int) -> Fraction:
    """Return log(2n) as a double: at this inverse temperature softmax errs by less than 1/2."""
    return Fraction(log(2 * n))


def named(name: str, m: int, tau: Fraction, features: int, seed: int) -> Kernel:
    """Return the kernel called ``name``.

    Args:
        name: one of ``NAMES``.
        m: length of the tokens in bits.
        tau: inverse temperature of those in ``TAU_NAMES``.
        features: number of features of all but softmax, at least 1.
        seed: seed of the random projections.

    Raises:
        InputError: a table of all tokens would take more memory than a method may, or there are too few
            features.
    """
    if name == "softmax":
        return OverlapKernel(m, [_softmax_value(tau, k) for k in range(m + 1)])
    if name == "polynomial":
        degree = polynomial_degree(m, features)
        return OverlapKernel(m, [Fraction(m + 1 - k) ** degree for k in range(m + 1)])
    if name == "taylor":
        degree = polynomial_degree(m, features) // 2 * 2
        return OverlapKernel(m, [taylor(tau * (Fraction(m, 2) - k), degree) for k in range(m + 1)])
    refuse_large_tables(m)
    queries, keys = random_features(name, m, float(tau), features, seed)
    return TokenKernel(m, lambda query: (keys @ queries[query]).tolist())


def refuse_large_tables(m: int) -> None:
    """Raise ``InputError`` when a 2^m x 2^m table would not fit into the memory allowed to one method."""
    need, limit = ENTRY_BYTES << 2 * m, Limits().memory
    if need > limit:
        largest = max(k for k in range(m) if ENTRY_BYTES << 2 * k <= limit)
        raise InputError(
            "m", m, f"at most {largest} for a kernel given token by token: its table would take about "
            f"{need / 2**30:.3g} GiB of {limit / 2**30:.3g} GiB allowed"
        )


def polynomial_degree(m: int, features: int) -> int:
    """Return the largest degree d <= m with sum of C(m, i) over i <= d at most ``features``."""
    degree, count = 0, 1
    while degree < m and count + comb(m, degree + 1) <= features:
        degree += 1
        count += comb(m, degree)
    return degree


def taylor(value: Fraction, degree: int) -> Fraction:
    """Return the Taylor polynomial of exp at 0, which is positive everywhere for even degrees."""
    terms = accumulate(range(1, degree + 1), lambda term, i: term * value / i, initial=Fraction(1))
    return sum(terms, Fraction(0))


def _softmax_value(tau: Fraction, k: int) -> Fraction:
    context = Context(prec=40)
    exponent = context.divide(Decimal(-tau.numerator * k), Decimal(tau.denominator))
    return _significant(Fraction(context.exp(exponent)), VALUE_BITS)


def _significant(value: Fraction, bits: int) -> Fraction:
    """Round a positive rational to about ``bits`` significant bits."""
    shift = bits - value.numerator.bit_length() + value.denominator.bit_length()
    scale = Fraction(2) ** shift
    return round(value * scale) / scale
