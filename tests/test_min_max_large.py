"""The page on six and seven numbers: kept certificates and what follows from them."""

from __future__ import annotations

import min_max_corpus
import pytest

from benchmarks import min_max_large
from benchmarks.min_max_large import ends, implied, kept, restated
from lpbounds import checker, registry
from lpbounds.problem import Task
from problems.min_max_exhaustive import METHODS


def task(resource: str, **given: int) -> Task:
    return Task("min-max", registry.get("min-max").parsed(given), resource)


def test_heads_count_for_entries_and_for_squared_norms() -> None:
    [entries] = restated([min_max_corpus.triangle()])
    assert (entries["resource"], entries["value"]) == ("entries", 1)
    [norm] = restated([entries])
    assert (norm["resource"], norm["value"]) == ("squared-norm", 2)


def test_searches_of_entries_exclude_squared_norms() -> None:
    search = next(iter(METHODS[-1].run(task("entries", numbers=4, n=2, width=2))))
    assert search.value == 2
    [norm] = restated([search.certificate])
    assert (norm["resource"], norm["value"]) == ("squared-norm", 5)


def test_ends_come_from_the_best_that_applies() -> None:
    head = min_max_corpus.triangle()
    here = ends(task("squared-norm", numbers=3, n=2, width=2), [head])
    assert (here.upper.value, here.upper.kind) == (2, "model")
    narrow = ends(task("squared-norm", numbers=2, n=2, width=3), [head])
    assert narrow.lower.value <= narrow.upper.value <= 2
    longer = ends(task("squared-norm", numbers=3, n=9, width=2), [head])
    assert longer.upper.certificate != head
    for cell in (here, narrow, longer):
        assert checker.judge(cell.lower.certificate).accepted
        assert checker.judge(cell.upper.certificate).accepted


def test_sources_name_where_a_bound_is_taken_from() -> None:
    head = min_max_corpus.triangle()
    cell = ends(task("squared-norm", numbers=2, n=2, width=2), [head])
    reduced = min_max_large.Ends(cell.task, cell.lower, implied(cell.task, head)[0])
    assert reduced.methods().endswith("by hand at M = 3")


@pytest.mark.long
def test_kept_certificates_are_accepted() -> None:
    assert len(kept()) >= 8
