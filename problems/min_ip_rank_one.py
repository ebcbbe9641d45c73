"""Whether one feature suffices for Min-IP: decided for every m, n and eps, with a certificate either way.

A kernel of rank one is alpha(x,z) = a_z > 0 up to a factor of the query, which cancels in the output.  For
n >= 3 put p_d = A(d)/B as in ``problems.min_ip_two_tokens``, increasing and linear in d.

**Rank one is possible iff p_floor(m/2) <= 0 or p_floor(m/2) p_ceil(m/2) < 1.**

Only if: the six inputs of the two-token measure.  If: take a_z = f(|z|) with

    f(w) = 1 for w >= m/2 or p_(m-w) < 1,    f(w) = (1 + delta) p_(m-w) otherwise,

which never increases in w, for a small delta > 0.  Let c_z, c_x and c_y = B be the coefficients of the
pairwise conditions of ``problems.min_ip_pairwise`` at gap d; c_z + c_x = A(d), and c_z <= 0 implies c_x < 0.
At a query of weight s tokens of overlap k have a_z <= f(k), those of overlap k - d have
a_y >= f(m - s + k - d), so it suffices that for all d <= k <= s with c_z > 0

    c_z f(k) + c_x f(s) < B f(m - s + k - d).                                                           (*)

1.  p_d f(d) < f(m - d) for all d, because p_d p_(m-d), where both are positive, is largest in the middle.
2.  k = s or c_x >= 0: the left side of (*) is at most A(d) f(k), which is not positive, or at most A(d) f(d)
    and by 1 below B f(m - d).
3.  k < s and c_x < 0: put g = -c_x/B, then c_z/B = 1 - (n-1) g < 1 and p_d = 1 - n g.  If m - s <= d then
    f(k) <= f(m - s + k - d).  Otherwise d <= (m-2)/2, and since f >= 1 it suffices that
    (1 - (n-1) g) f(k) < 1 + g.  Let P be p at m/2: up to delta f(k) is 1 or p_(m-k) = 2P - p_k, at most
    2P - 1 + n g.  If P <= 1, as for every even m, (1 - (n-1) g)(1 + n g) < 1 + g does it.  Otherwise
    m = 2c + 1, P = 1 + u and p_c = 1 - G; then p_d <= p_(c-1) makes n g >= 3 G + 2 u, so that g < 1/(n-1)
    leaves only G < 1/2, where p_c p_(c+1) < 1 reads 2 u (1 - G) < G^2.  Hence 2 u < 2 G^2 < n (n-1) g^2,
    which suffices.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.problem import Limits, Method, Nothing, Task
from lpbounds.rationals import cleared, text, texts
from problems.min_ip_pairwise import error_within, least_error
from problems.min_ip_two_tokens import pull, two_token_bound

NAME = "rank-one"
# Powers of two tried for 1/delta.
_DELTA_BITS = (4, 10, 20, 40, 80, 160, 320)


def key_weights(m: int, n: int, eps: Fraction, delta: Fraction) -> list[Fraction]:
    """Return f(w) for w = 0..m, n >= 3."""
    pulls = (pull(m - w, n, eps) for w in range(m + 1))
    return [
        Fraction(1) if 2 * w >= m or forced < 1 else (1 + delta) * forced
        for w, forced in enumerate(pulls)
    ]


def row_error(weights: list[int], s: int, n: int) -> Fraction:
    """Return the least worst-case error at queries of weight s of the kernel a_z = weights[|z|].

    Tokens of overlap k have weights k..m-s+k.
    """
    m = len(weights) - 1
    low = [min(weights[k : m - s + k + 1]) for k in range(s + 1)]
    high = [max(weights[k : m - s + k + 1]) for k in range(s + 1)]
    return least_error(low, high, weights[s], n)


def rank_one_model(m: int, n: int, eps: Fraction) -> dict[str, Any] | None:
    """Return a proof of kind ``class-model`` that one feature suffices, or None when no delta tried does."""
    for bits in _DELTA_BITS:
        weights, _ = cleared(key_weights(m, n, eps, Fraction(1, 1 << bits)))
        errors = [row_error(weights, s, n) for s in range(m + 1)]
        if max(errors) < eps:
            rows = [
                {"weight": s, "factor": 0, "polynomial": [["1"]], "error": text(error_within(error, eps))}
                for s, error in enumerate(errors)
            ]
            return {"factors": [texts(weights)], "rows": rows}
    return None


def _conditions(m: int) -> int:
    """Return the number of pairs of overlaps of all query weights."""
    return comb(m + 2, 3)


def _require_conditions(m: int, limits: Limits) -> None:
    if _conditions(m) > limits.rows:
        raise Nothing(f"skipped: {_conditions(m):,} conditions, the limit is {limits.rows:,} rows")


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3:
        raise Nothing("uniform attention serves n <= 2")
    refuted = two_token_bound(task, NAME)
    if refuted is not None:
        yield refuted
        return
    _require_conditions(m, task.limits)
    proof = rank_one_model(m, n, eps)
    if proof is None:
        raise Nothing("possible, but eps is too close to the threshold for the weights tried")
    yield task.bound("upper", 1, "class-model", NAME, proof)


METHOD = Method(
    NAME,
    ("lower", "upper"),
    _run,
    "one row shared by all queries, or six inputs against it",
    ("feature-rank",),
)
