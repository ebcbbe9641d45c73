"""Bounds of Min-IP in closed form: every kernel has a feature, uniform attention, one feature a query.

All of them hold for every m, n and eps of their range without any search; sources are in "Three Tokens
Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026), below "Three Tokens".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Parameters, Task
from lpbounds.rationals import text

# The largest certificate written: it takes the checker about half a minute.
_MOST_DIGITS = 10_000_000
# Bytes that one overlap of one query weight takes while its row is written, sealed and checked.
_BYTES_A_NUMBER = 400


def _numbers(m: int) -> int:
    return (m + 1) * (m + 2) // 2


def _require_digits(digits: int) -> None:
    if digits > _MOST_DIGITS:
        raise Nothing(f"skipped: its certificate would have {digits:,} digits, the limit is {_MOST_DIGITS:,}")


def _nonzero_kernel(task: Task) -> Iterator[Bound]:
    yield task.bound("lower", 1, "theorem", NONZERO.name, {"theorem": "nonzero-kernel"})


NONZERO = Method(
    "nonzero-kernel",
    ("lower",),
    _nonzero_kernel,
    "a kernel of rank 0 has denominators 0",
    ("feature-rank",),
)


def uniform_value(m: int, n: int, eps: Fraction) -> Callable[[int, int], Fraction] | None:
    """Return g(s, k) for which uniform attention is right, or None where these choices are not.

    n = 1: the only target is s.  n = 2: the mean of 2 s - s and 2 k - s is k (Three Tokens, two tokens).
    2 eps > m: all targets 0..s lie within s/2 < eps of s/2.

    Args:
        m: number of bits.
        n: length of the inputs.
        eps: allowed error.
    """
    if n == 1:
        return lambda s, k: Fraction(s)
    if n == 2:
        return lambda s, k: Fraction(2 * k - s)
    if 2 * eps > m:
        return lambda s, k: Fraction(s, 2)
    return None


def _uniform(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    value = uniform_value(m, n, eps)
    if value is None:
        raise Nothing("needs n <= 2 or eps > m/2")
    _require_digits(_numbers(m) * 8)
    rows = []
    for s in range(m + 1):
        values = [text(value(s, k)) for k in range(s + 1)]
        rows.append({"weight": s, "polynomial": ["1"], "values": values, "own": values[s]})
    yield task.bound("upper", 1, "class-model", UNIFORM.name, {"rows": rows})


def _uniform_memory(parameters: Parameters) -> int:
    return _BYTES_A_NUMBER * _numbers(parameters["m"])


UNIFORM = Method(
    "uniform-attention",
    ("upper",),
    _uniform,
    "uniform attention, for n <= 2 or eps > m/2",
    ("feature-rank",),
    _uniform_memory,
)


def geometric_base(n: int, eps: Fraction) -> int:
    """Return B such that alpha(x,z) = B^-<x,z>, g_x(z) = <x,z> is right at (n, eps) for every m.

    At target t some token has weight B^-t.  The n - 1 others add at most (n - 1) B^-(t+1) to the numerator of
    F - t >= 0, because j B^-j <= 1/B for B >= 2, and add to the denominator whenever they do; hence
    F - t < (n - 1)/B or F = t, and B >= (n - 1)/eps suffices.
    """
    return max(2, ceil((n - 1) / eps))


def _separate_features(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if task.upper is not None and task.upper <= 1 << m:
        raise Nothing("no better than what is known")
    _require_digits(_power_digits(task.parameters))
    powers = [str(geometric_base(n, eps) ** k) for k in range(m + 1)]
    rows: list[dict[str, Any]] = []
    for s in range(m + 1):
        values = [str(k) for k in range(s + 1)]
        rows.append({"weight": s, "private": powers[s::-1], "values": values, "own": str(s)})
    yield task.bound("upper", 1 << m, "class-model", SEPARATE.name, {"rows": rows})


def _power_digits(parameters: Parameters) -> int:
    """Return about the number of digits of B^0..B^s for all s together."""
    m: int = parameters["m"]
    base = geometric_base(parameters["n"], Fraction(parameters["eps"]))
    return base.bit_length() * m * (m + 1) * (m + 2) // 20


def _separate_memory(parameters: Parameters) -> int:
    return _BYTES_A_NUMBER * _numbers(parameters["m"]) + 8 * _power_digits(parameters)


SEPARATE = Method(
    "separate-features",
    ("upper",),
    _separate_features,
    "the kernel B^-<x,z> with one feature a query: 2^m",
    ("feature-rank",),
    _separate_memory,
)
