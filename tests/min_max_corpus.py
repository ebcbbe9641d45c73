"""Small certificates about smallest and largest numbers, written by hand or found by a short search."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import lpbounds
from lpbounds.certificates import Certificate, sealed

NONE = {"width": "none", "entries": "none", "bits": "none", "norm": "none", "weights": "free"}


def claim(
    problem: str, resource: str, side: str, value: float, kind: str, proof: dict[str, Any], **parameters: Any
) -> Certificate:
    """Return a sealed claim; parameters that are not given are absent."""
    return sealed(problem, {**NONE, **parameters}, resource, side, value, kind, "by hand", proof)


def triangle() -> Certificate:
    """Three numbers in the plane at n = 2: integer values of squared norm 2 for both tasks."""
    proof = {
        "weights": ["8", "1", "8"],
        "values": [[1, 0], [0, 1], [-1, -1]],
        "min": [["8", "-8"], ["-16", "16"], ["-1", "0"]],
        "max": [["0", "0"], ["-1", "16"], ["-1", "-8"]],
    }
    return claim("min-max", "squared-norm", "upper", 2, "model", proof, numbers=3, n=2, width=2)


def signs() -> Certificate:
    """Four sign vectors with weights 200^-i find the smallest number; two of them are 2-bit masks."""
    vectors = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    weights = {"base": 200, "exponents": [3, 2, 1, 0]}
    proof = {"weights": weights, "values": vectors, "min": vectors}
    return claim("min", "width", "upper", 2, "model", proof, numbers=4, n=30, bits=0, norm="3/2")


def theorems() -> list[Certificate]:
    """One certificate or more of each theorem, none of them weaker than what it proves."""
    return [
        claim("min", "entries", "lower", 2, "theorem", {"theorem": "rays"}, numbers=9, n=2, width=2),
        claim("min", "width", "lower", inf, "theorem", {"theorem": "zero"}, numbers=2, n=2, entries=0),
        claim("min-max", "entries", "lower", 2, "theorem", {"theorem": "lines"}, numbers=5, n=2, width=2),
        claim("min-max", "real-width", "lower", 3, "theorem", {"theorem": "sectors"}, numbers=4, n=2),
        claim("min-max", "width", "lower", 6, "theorem", {"theorem": "volume"}, numbers=100, n=20, entries=1),
    ]


@cache
def searches() -> tuple[Certificate, ...]:
    """Certificates of exhaustive searches with uniform and with free weights."""
    uniform = lpbounds.solve(
        "min-max", resource="entries", method="exhaustive", numbers=3, n=6, width=2, weights="uniform"
    )
    one_task = lpbounds.solve(
        "min", resource="entries", method="exhaustive", numbers=4, n=2, width=2, weights="uniform"
    )
    free = lpbounds.solve("min-max", resource="squared-norm", method="exhaustive", numbers=4, n=3, width=3)
    found = [interval.lower for interval in (uniform, one_task, free)]
    assert [bound.value for bound in found if bound is not None] == [3, 2, 2]
    return tuple(bound.certificate for bound in found if bound is not None)


def reductions() -> list[Certificate]:
    """Lower bounds of one task for both and of real for limited values, an upper one of longer lists."""
    one = claim("min", "real-width", "lower", 2, "theorem", {"theorem": "rays"}, numbers=3, n=1)
    lower = claim("min-max", "real-width", "lower", 2, "reduction", {"certificate": one}, numbers=4, n=5)
    inner = {"certificate": signs()}
    upper = claim("min", "width", "upper", 2, "reduction", inner, numbers=3, n=7, bits=0, norm="3/2")
    real = claim("min-max", "real-width", "lower", 3, "theorem", {"theorem": "sectors"}, numbers=4, n=2)
    inner = {"certificate": real}
    limited = claim("min-max", "width", "lower", 3, "reduction", inner, numbers=5, n=4, entries=3)
    return [lower, upper, limited]


def all_certificates() -> list[Certificate]:
    """Every certificate of this corpus."""
    return [triangle(), signs(), *theorems(), *searches(), *reductions()]
