"""Every corruption of a proof that replays by a rule of Min-IP is rejected."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import corpus
import pytest
from min_ip_support import run

from lpbounds import checker
from lpbounds.certificates import Certificate
from lpbounds.problem import Method
from problems.min_ip_dominance import METHOD as DOMINANCE
from problems.min_ip_orders import ORDERS, PARITY

Edit = Callable[[dict[str, Any]], Any]


def put(path: corpus.Path, new: Any) -> Edit:
    return lambda bad: corpus.at(bad, path[:-1]).__setitem__(path[-1], new)


def common_edits(good: Certificate) -> Iterator[tuple[str, Edit]]:
    yield "claim strengthened", lambda bad: bad.update(value=good["value"] + 1)
    yield "other side", lambda bad: bad.update(side="upper")
    yield "one bit more", lambda bad: bad["parameters"].update(m=good["parameters"]["m"] + 1)
    yield "one bit less", lambda bad: bad["parameters"].update(m=good["parameters"]["m"] - 1)
    yield "longer inputs", lambda bad: bad["parameters"].update(n=good["parameters"]["n"] + 1)
    yield "shorter inputs", lambda bad: bad["parameters"].update(n=good["parameters"]["n"] - 1)
    for eps in ("2", "0", "-1/2", "1/0", 0.5):
        yield f"eps {eps}", lambda bad, eps=eps: bad["parameters"].update(eps=eps)
    for field in good["proof"]:
        yield f"no {field}", lambda bad, field=field: bad["proof"].pop(field)
        yield f"{field} null", lambda bad, field=field: bad["proof"].update({field: None})
    yield "further field", lambda bad: bad["proof"].update(note="")
    yield "unknown rule", lambda bad: bad["proof"].update(rule="other")


def ratio_edits(good: Certificate) -> Iterator[tuple[str, Edit]]:
    for k, ratio in enumerate(good["proof"]["ratios"][:8]):
        path = ("proof", "ratios", k)
        yield f"ratio {k} dropped", lambda bad, k=k: bad["proof"]["ratios"].pop(k)
        yield f"ratio {k} reversed", lambda bad, path=path, ratio=ratio: corpus.at(bad, path).update(
            more=ratio["less"], less=ratio["more"]
        )
        yield f"ratio {k} of another query", lambda bad, path=path: corpus.at(bad, path).update(
            query="0" * good["parameters"]["m"]
        )
        for j, entry in enumerate(ratio["inputs"]):
            place, weight = (*path, "inputs", j), Fraction(entry["weight"])
            yield f"input {k} {j} dropped", lambda bad, path=path, j=j: corpus.at(bad, path)["inputs"].pop(j)
            for new in (str(weight + 1), str(-weight), "0", float(weight)):
                yield f"weight {k} {j} {new}", put((*place, "weight"), new)
            yield f"query {k} {j}", put((*place, "query"), "1")
            yield f"count {k} {j}", put((*place, "tokens", 0, 1), 77)
            yield f"token {k} {j} dropped", lambda bad, place=place: corpus.at(bad, place)["tokens"].pop()


def minor_edits(good: Certificate) -> Iterator[tuple[str, Edit]]:
    for k, minor in enumerate(good["proof"]["minors"]):
        yield f"minor {k} dropped", lambda bad, k=k: bad["proof"]["minors"].pop(k)
        yield f"minor {k} doubled", lambda bad, minor=minor: bad["proof"]["minors"].append(minor)
        for side, words in minor.items():
            for new in (words[::-1], words[1:], words[:1] * len(words)):
                yield f"minor {k} {side} {new}", put(("proof", "minors", k, side), new)


def rejected(good: Certificate, edits: Iterator[tuple[str, Edit]]) -> int:
    """Apply every edit to a fresh copy; return how many were rejected, which must be all."""
    count = 0
    for name, edit in edits:
        bad = copy.deepcopy(good)
        edit(bad)
        assert not checker.judge(corpus.resealed(bad)).accepted, name
        count += 1
    return count


@pytest.mark.parametrize(
    ("method", "m", "n", "eps"),
    [(ORDERS, 5, 3, "1/2"), (ORDERS, 5, 100, "1/2"), (ORDERS, 4, 4, "1/4"), (PARITY, 4, 4, "2/5")],
)
def test_corrupted_orders_are_rejected(method: Method, m: int, n: int, eps: str) -> None:
    good = run(method, m, n, eps)[-1]
    assert rejected(good, common_edits(good)) + rejected(good, ratio_edits(good)) > 100
    assert rejected(good, minor_edits(good)) >= 8 * len(good["proof"]["minors"])


@pytest.mark.parametrize(("m", "n", "eps"), [(4, 3, "1/10"), (4, 5, "1/4"), (5, 10, "1/4")])
def test_corrupted_dominance_is_rejected(m: int, n: int, eps: str) -> None:
    good = run(DOMINANCE, m, n, eps)[-1]
    assert good["proof"]["rule"] == "dominance"
    # Without its inverse a small layer is tested at the vertices, which here succeeds as well.
    edits = [(name, edit) for name, edit in common_edits(good) if (name, m) != ("no inverse", 4)]
    assert rejected(good, iter(edits)) + rejected(good, ratio_edits(good)) > 20
    rejected(good, iter([("weight", put(("proof", "weight"), 1))]))
    for k in range(len(good["proof"].get("inverse", []))):
        rejected(good, (("inverse", put(("proof", "inverse", k), new)) for new in ("-3", "7", 1.0)))


def test_corrupted_layers_are_rejected() -> None:
    good = run(DOMINANCE, 100, 10**4, "1/10")[-1]
    assert good["proof"] == {"rule": "layer", "weight": 50}
    harmless = ("one bit more", "longer inputs", "shorter inputs")
    assert rejected(good, (edit for edit in common_edits(good) if edit[0] not in harmless)) > 5
    assert not checker.judge(corpus.changed(good, ("parameters", "n"), 600)).accepted
    assert not checker.judge(corpus.changed(good, ("proof", "weight"), 100)).accepted
    assert not checker.judge(corpus.changed(good, ("proof", "weight"), 49)).accepted


def test_corrupted_chains_are_rejected() -> None:
    good = corpus.min_ip("upper", 70, "proof", {"rule": "symmetric-chains"}, m=8, n=9, eps="1/4")
    assert checker.judge(good).accepted
    edits = [(("value",), 69), (("side",), "lower"), (("parameters", "m"), 9), (("proof", "levels"), [0])]
    for path, new in edits:
        assert not checker.judge(corpus.changed(good, path, new)).accepted
