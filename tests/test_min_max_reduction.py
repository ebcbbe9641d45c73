"""Bounds taken from one question about smallest and largest numbers to another."""

from __future__ import annotations

from typing import Any

import min_max_corpus
import numpy as np
import pytest

from lpbounds import checker, registry
from lpbounds.certificates import sealed
from lpbounds.problem import Limits, Task
from problems import min_max_reduction
from problems.min_max_check import Question, admits
from problems.min_max_mirror import Half, Mirror
from problems.min_max_reduction import easier, taken

BOTH = ("min", "max")


def task(resource: str, name: str = "min-max", **given: Any) -> Task:
    return Task(name, registry.get(name).parsed(given), resource)


def asked(resource: str, width: int | None, limit: tuple[str, int] | None) -> Question:
    return Question(BOTH, 4, 3, resource, width, limit, False)


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        (("entries", 4, None), ("entries", 3, None)),
        (("squared-norm", 4, None), ("squared-norm", 4, None)),
        (("width", None, ("entries", 2)), ("width", None, ("entries", 1))),
        (("width", None, ("squared-norm", 6)), ("width", None, ("squared-norm", 5))),
        (("width", None, ("entries", 2)), ("width", None, ("squared-norm", 8))),
        (("real-width", None, None), ("width", None, ("entries", 1))),
    ],
)
def test_loose_limits_admit_what_strict_ones_do(loose: Any, strict: Any) -> None:
    assert admits(asked(*loose), asked(*strict))
    assert loose == strict or not admits(asked(*strict), asked(*loose))


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        (("width", None, ("entries", 2)), ("width", None, ("squared-norm", 9))),
        (("width", None, ("squared-norm", 9)), ("width", None, ("entries", 1))),
        (("squared-norm", 3, None), ("entries", 3, None)),
        (("real-width", None, None), ("entries", 3, None)),
    ],
)
def test_other_limits_do_not_compare(loose: Any, strict: Any) -> None:
    assert not admits(asked(*loose), asked(*strict)) and not admits(asked(*strict), asked(*loose))


def reduced(inner: Task, outer: Task, side: str, value: int, proof: dict[str, Any], kind: str) -> bool:
    """Tell whether the checker takes a certificate on ``inner`` for a bound on ``outer``."""
    given = sealed(inner.problem, inner.parameters, inner.resource, side, value, kind, "test", proof)
    assert checker.judge(given).accepted
    parts = (outer.problem, outer.parameters, outer.resource, side, value, "reduction", "test")
    claim = sealed(*parts, {"certificate": given})
    accepted = checker.judge(claim).accepted
    assert accepted == (taken(outer, given) is not None)
    return accepted


def test_real_widths_bound_widths_of_limited_values() -> None:
    real, limited = task("real-width", numbers=4, n=2), task("width", numbers=5, n=3, entries=7)
    proof = {"theorem": "sectors"}
    assert reduced(real, limited, "lower", 3, proof, "theorem")
    assert not reduced(limited, real, "lower", 3, proof, "theorem")


def test_wide_values_bound_narrow_ones() -> None:
    wide, narrow = (task("entries", numbers=5, n=3, width=width) for width in (2, 1))
    proof = {"theorem": "lines"}
    assert reduced(wide, narrow, "lower", 2, proof, "theorem")
    assert not reduced(narrow, wide, "lower", 2, proof, "theorem")


def test_narrow_heads_are_wide_ones() -> None:
    inner = min_max_corpus.triangle()
    wide = task("squared-norm", numbers=2, n=2, width=5)
    bound = taken(wide, inner)
    assert bound is not None and checker.judge(bound.certificate).accepted
    assert taken(task("squared-norm", numbers=3, n=2, width=1), inner) is None
    assert taken(task("squared-norm", numbers=3, n=3, width=2), inner) is None
    assert taken(task("entries", numbers=3, n=2, width=2), inner) is None


def test_easier_tasks_have_shorter_lists_or_fewer_numbers() -> None:
    found = [inner.parameters for inner in easier(task("entries", numbers=4, n=9, width=2))]
    assert [(given["numbers"], given["n"]) for given in found] == [(4, 2), (4, 4), (4, 8), (3, 9)]
    assert list(easier(task("entries", numbers=2, n=2, width=2))) == []


def test_a_bound_of_short_lists_serves_long_ones() -> None:
    found = registry.get("min-max").solve(
        resource="entries", method="reduction", numbers=5, n=10**6, width=3, weights="uniform",
        limits=Limits(nodes=20_000),
    )
    assert found.lower is not None and found.lower.value >= 2
    assert found.lower.kind == "reduction"
    inner = found.lower.certificate["proof"]["certificate"]
    assert inner["parameters"]["n"] < 10**6


def test_without_easier_tasks_there_is_a_note() -> None:
    found = registry.get("min-max").solve(resource="entries", method="reduction", numbers=2, n=2, width=1)
    assert found.lower is None
    assert [note.method for note in found.notes] == [min_max_reduction.NAME]


def test_the_middle_value_of_a_mirrored_head_is_fixed() -> None:
    swap = np.array([[0, -1, 0], [-1, 0, 0], [0, 0, -1]])
    mirror = Mirror(3, swap)
    half = mirror.fitting(Half(np.array([[1, 2, 3], [4, 5, 6]]), np.zeros(2)))
    whole = mirror.whole(half)
    assert whole.values.tolist() == [[1, 2, 3], [4, -4, 0], [-2, -1, -3]]
    assert np.array_equal(whole.values[::-1], whole.values @ swap.T)
