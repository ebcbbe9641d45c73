"""Small certificates written by hand, one or more of each kind, and tools to corrupt them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from lpbounds import checker
from lpbounds.certificates import Certificate, digest, sealed

Path = tuple[Any, ...]


def resealed(certificate: Certificate) -> Certificate:
    """Return a copy with its digest made anew, and those of certificates nested in it."""
    fresh = copy.deepcopy(certificate)
    if "certificate" in fresh["proof"]:
        fresh["proof"]["certificate"] = resealed(fresh["proof"]["certificate"])
    fresh["digest"] = digest(fresh)
    return fresh


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every number and text inside a JSON value."""
    if isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from leaves(item, (*path, key))
    else:
        yield path


def at(value: Any, path: Path) -> Any:
    """Return what stands at ``path``."""
    for key in path:
        value = value[key]
    return value


def changed(certificate: Certificate, path: Path, new: Any) -> Certificate:
    """Return a resealed copy with ``new`` at ``path``."""
    fresh = copy.deepcopy(certificate)
    at(fresh, path[:-1])[path[-1]] = new
    return resealed(fresh)


def without(certificate: Certificate, path: Path) -> Certificate:
    """Return a resealed copy with the item at ``path`` left out."""
    fresh = copy.deepcopy(certificate)
    del at(fresh, path[:-1])[path[-1]]
    return resealed(fresh)


def tampered(certificate: Certificate) -> Iterator[Certificate]:
    """Yield copies with one number or text changed under the old digest."""
    for path in leaves(certificate):
        fresh = copy.deepcopy(certificate)
        old = at(fresh, path)
        at(fresh, path[:-1])[path[-1]] = old + 1 if isinstance(old, int) else old + "0"
        yield fresh


def assert_tight(certificate: Certificate) -> None:
    """Assert that the claim and a weaker one are accepted, a stronger one and the other side are not."""
    assert checker.judge(certificate) == (True, "")
    value, step = certificate["value"], 1 if certificate["side"] == "lower" else -1
    assert not checker.judge(changed(certificate, ("value",), value + step)).accepted
    assert checker.judge(changed(certificate, ("value",), value - step)).accepted
    other = {"lower": "upper", "upper": "lower"}[certificate["side"]]
    assert not checker.judge(changed(certificate, ("side",), other)).accepted


def min_ip(side: str, value: int, kind: str, proof: dict[str, Any], **parameters: Any) -> Certificate:
    """Return a sealed claim about min-ip; eps is 1/2 unless given."""
    return sealed("min-ip", {"eps": "1/2", **parameters}, "feature-rank", side, value, kind, "by hand", proof)


def uniform_model() -> Certificate:
    """Uniform attention at m = 2, n = 2: g_x(z) = 2 <x,z> - |x| averages to <x,z>."""
    tokens = range(4)
    values = [[str(2 * (x & z).bit_count() - x.bit_count()) for z in tokens] for x in tokens]
    ones = [["1"] for _ in tokens]
    return min_ip("upper", 1, "model", {"queries": ones, "keys": ones, "values": values}, m=2, n=2)


def separate_class_model() -> Certificate:
    """The kernel 8^-<x,z> at m = 3, n = 3, with a linear polynomial for the lightest queries."""
    rows: list[dict[str, Any]] = [
        {"weight": 0, "polynomial": ["1", "0"], "values": ["0"], "own": "0"},
        {"weight": 1, "polynomial": ["8", "-7"], "values": ["0", "1"], "own": "1"},
    ]
    for s in (2, 3):
        row = [str(8 ** (s - k)) for k in range(s + 1)]
        rows.append({"weight": s, "private": row, "values": [str(k) for k in range(s + 1)], "own": str(s)})
    return min_ip("upper", 8, "class-model", {"rows": rows}, m=3, n=3)


def tight_class_model() -> Certificate:
    """Uniform attention at m = 3, n = 2 as a class model: the rank it proves is 1."""
    rows = [
        {"weight": s, "polynomial": ["1"], "values": [str(2 * k - s) for k in range(s + 1)], "own": str(s)}
        for s in range(4)
    ]
    return min_ip("upper", 1, "class-model", {"rows": rows}, m=3, n=2)


def factored_class_model() -> Certificate:
    """The kernel 2^-|z| at m = 3, n = 3, of rank one, with a private feature for the heaviest query."""
    rows: list[dict[str, Any]] = [
        {"weight": s, "factor": 0, "polynomial": [["1"]], "error": error}
        for s, error in enumerate(("0", "3/8", "3/8"))
    ]
    private = {"private": ["512", "64", "8", "1"], "values": ["0", "1", "2", "3"], "own": "3"}
    proof = {"factors": [["8", "4", "2", "1"]], "rows": [*rows, {"weight": 3, **private}]}
    return min_ip("upper", 2, "class-model", proof, m=3, n=3)


def rank_one_measure() -> Certificate:
    """Rank one fails at m = 4, n = 3: at x = 0011, a_y > a_x for y = 1100; at y the reverse."""
    inputs = []
    for x, y in (("0011", "1100"), ("1100", "0011")):
        for tokens, weight in (([[x, 3]], "-1"), ([[x, 2], [y, 1]], "2"), ([[x, 1], [y, 2]], "-1")):
            inputs.append({"query": x, "tokens": tokens, "weight": weight})
    return min_ip("lower", 2, "measure", {"inputs": inputs}, m=4, n=3)


def theorems() -> list[Certificate]:
    """One certificate for each theorem."""
    code = {"theorem": "domination-code", "g": 3, "distance": 6}
    volume = {"theorem": "domination-volume", "g": 5, "root": "7/9"}
    return [
        min_ip("lower", 1, "theorem", {"theorem": "nonzero-kernel"}, m=1, n=5),
        min_ip("lower", 3, "theorem", code, m=24, n=3),
        min_ip("lower", 1, "theorem", volume, m=40, n=3),
    ]


def reductions() -> list[Certificate]:
    """A lower bound taken to larger m and n, and an upper bound taken to smaller ones."""
    lower = min_ip("lower", 2, "reduction", {"certificate": rank_one_measure()}, m=6, n=5)
    upper = min_ip("upper", 8, "reduction", {"certificate": separate_class_model()}, m=2, n=2)
    return [lower, upper]


def all_certificates() -> list[Certificate]:
    """Every certificate of this corpus."""
    models = [uniform_model(), separate_class_model(), tight_class_model(), factored_class_model()]
    return [*models, rank_one_measure(), *theorems(), *reductions()]
