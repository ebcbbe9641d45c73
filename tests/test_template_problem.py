"""The template problem of docs/: installed as a package of its own, solved, stored and checked."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toy_support import finish

import lpbounds
from lpbounds import checker, registry
from lpbounds.certificates import digest
from lpbounds.problem import Limits

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install copies of the two files, registered by an entry point."""
    for name in ("template_problem.py", "template_problem_check.py"):
        shutil.copy(DOCS / name, tmp_path / name)
    metadata = tmp_path / "template-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: template\nVersion: 1\n")
    entry = "[lpbounds.problems]\ncode-width = template_problem:PROBLEM\n"
    (metadata / "entry_points.txt").write_text(entry)
    monkeypatch.syspath_prepend(str(tmp_path))
    _forget()
    yield
    _forget()


def _forget() -> None:
    registry.names.cache_clear()
    registry.get.cache_clear()
    checker.problem_checker.cache_clear()


@pytest.mark.parametrize(("k", "bits"), [(1, 0), (2, 1), (3, 2), (8, 3), (9, 4)])
def test_both_ends_are_certified_and_meet(k: int, bits: int) -> None:
    interval = lpbounds.solve("code-width", k=k)
    assert str(interval) == f"[{bits}, {bits}]"
    assert all(checker.judge(certificate).accepted for certificate in interval.certificates)


def test_limits_and_estimates_are_respected() -> None:
    stopped = lpbounds.solve("code-width", k=9, limits=Limits(rows=8))
    assert str(stopped) == "[4, ?]"
    assert [note.reason for note in stopped.notes] == ["9 words; the limit is 8 rows"]
    assert "skipped: it would take" in lpbounds.solve("code-width", k=1 << 40).notes[0].reason


def test_the_command_line_knows_it(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    sweep = ("sweep", "code-width", "--k", "1:4", "--store", store, "--quiet")
    assert finish(*sweep, PYTHONPATH=tmp_path)[::2] == (0, "")
    code, out, _ = finish("verify", store, PYTHONPATH=tmp_path)
    assert code == 0 and "8 certificates checked, 8 accepted" in out


def _upper(**changes: Any) -> checker.Verdict:
    certificate = copy.deepcopy(lpbounds.solve("code-width", k=4).certificates[1])
    certificate.update(changes)
    certificate["digest"] = digest(certificate)
    return checker.judge(certificate)


@pytest.mark.parametrize(
    "words",
    [
        [],
        [[0, 0], [0, 1], [1, 0]],
        [[0, 0], [0, 1], [1, 0], [1, 0]],
        [[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]],
        [[0, 0], [0, 1], [1, 0], [1]],
        [[0, 0], [0, 1], [1, 0], [1, 2]],
    ],
)
def test_wrong_words_are_rejected(words: list[list[int]]) -> None:
    assert not _upper(proof={"words": words}).accepted


def test_the_claim_is_judged() -> None:
    assert _upper(value=2).accepted and _upper(value=3).accepted
    assert not _upper(value=1).accepted
    assert not _upper(parameters={"k": 5}).accepted
    assert not _upper(side="lower").accepted


def test_reductions_go_the_right_way() -> None:
    lower, upper = lpbounds.solve("code-width", k=4).certificates
    for inner, holds, fails in ((lower, 5, 3), (upper, 3, 5)):
        for k, accepted in ((holds, True), (fails, False)):
            outer = {**inner, "parameters": {"k": k}, "kind": "reduction", "proof": {"certificate": inner}}
            outer["digest"] = digest(outer)
            assert checker.judge(outer).accepted == accepted
