"""Rank one is impossible on Min-IP: a measure of six inputs over two disjoint tokens.

Let n >= 3, x a query of weight d and y a token disjoint from it.  The inputs x^n (target d), x^(n-1) y and
x y^(n-1) (targets 0), weighted -(n - 2), n - 1, -1, cancel both values of the query x and leave

    A(d) a_x < B a_y,    A(d) = n (n - 2) d - 2 eps (n - 1)^2,    B = 2 eps (n - 1).

A rank-one kernel has alpha(x,z) = a_z for every query (a factor of the query cancels in the output), so with
the roles of x and y exchanged it needs A(|x|) A(|y|) < B^2 whenever both A are positive.  The product is
largest for weights floor(m/2) and ceil(m/2).  The weights of the measure are the multipliers of this proof.
Source: the task and head of "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention"
(2026); the inequality is its domination between a query and a disjoint token, with the best constant.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.problem import Task
from lpbounds.rationals import text
from problems.min_ip_reduction import from_fewer_bits


def pull(weight: int, n: int, eps: Fraction) -> Fraction:
    """Return A(weight)/B: a_y > A/B a_x for every query x of that weight and token y disjoint from it."""
    slack = 2 * eps * (n - 1)
    return (n * (n - 2) * weight - slack * (n - 1)) / slack


def refutes_rank_one(m: int, n: int, eps: Fraction) -> bool:
    """Tell whether the two-token measure on m bits exists."""
    if n < 3:
        return False
    light = pull(m // 2, n, eps)
    return light > 0 and light * pull(m - m // 2, n, eps) >= 1


def least_refuted(most: int, n: int, eps: Fraction) -> int | None:
    """Return the least m <= most with a two-token measure, or None."""
    return next((m for m in range(1, most + 1) if refutes_rank_one(m, n, eps)), None)


def two_token_inputs(m: int, n: int, eps: Fraction) -> list[dict[str, Any]]:
    """Return the measure as the ``inputs`` of a certificate; ``refutes_rank_one(m, n, eps)`` must hold."""
    light, heavy = m // 2, m - m // 2
    first, second = "1" * light + "0" * heavy, "0" * light + "1" * heavy
    # The second query weighs A(light)/B times the first, so that a of the first token cancels.
    return [*_three(first, second, n, Fraction(1)), *_three(second, first, n, 1 / pull(heavy, n, eps))]


def _three(query: str, other: str, n: int, scale: Fraction) -> Iterator[dict[str, Any]]:
    for copies, weight in ((n, 2 - n), (n - 1, n - 1), (1, -1)):
        tokens = [[query, copies]] + ([[other, n - copies]] if copies < n else [])
        yield {"query": query, "tokens": tokens, "weight": text(weight * scale)}


def two_token_bound(task: Task, method: str) -> Bound | None:
    """Return the lower bound 2 of ``task``, reduced from the fewest bits that have a measure, or None."""
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    least = least_refuted(m, n, eps)
    if least is None:
        return None
    return from_fewer_bits(task, least, 2, "measure", method, {"inputs": two_token_inputs(least, n, eps)})
