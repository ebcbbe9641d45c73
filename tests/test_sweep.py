"""Sweeps: whatever is killed, stopped or broken costs the least possible, and resuming does the rest."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_support import GRID, SMALL, finish, logged, start, stored, table, wait_for_rows

from lpbounds.problem import Limits
from lpbounds.results import Cell, End, Result
from lpbounds.resume import remaining

LOCAL_GRID = (*GRID, "--jobs", 2)
LOCAL_SMALL = (*SMALL, "--jobs", 2)
ALL = sorted(f"{a},{b}" for a in range(1, 5) for b in range(1, 5))


def environments_with(text: str) -> list[str]:
    """Return the processes whose environment holds ``text``; empty where /proc does not tell."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if text.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found


def test_a_killed_sweep_loses_no_finished_cell_and_repeats_none(tmp_path: Path) -> None:
    store, log, second = tmp_path / "s.sqlite", tmp_path / "log", tmp_path / "second"
    process = start("sweep", *LOCAL_GRID, "--store", store, TOY_LOG=log, TOY_SECONDS=0.2)
    wait_for_rows(store, 5)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    before = stored(store)
    assert 5 <= len(before) < 16

    code, out, _ = finish("sweep", *LOCAL_GRID, "--store", store, "--quiet", TOY_LOG=second)
    assert code == 0
    assert f"{len(before)} done before" in out
    assert logged(second) == sorted(set(ALL) - set(before))
    assert all(stored(store)[name].finished == result.finished for name, result in before.items())

    assert finish("sweep", *LOCAL_GRID, "--store", tmp_path / "whole.sqlite", "--quiet")[0] == 0
    assert table(store) == table(tmp_path / "whole.sqlite")
    assert finish("verify", store)[1].endswith("32 certificates checked, 32 accepted\n")
    assert environments_with(str(log)) == [], "workers of the killed sweep linger"


def test_ctrl_c_keeps_what_is_finished_and_ends_the_workers(tmp_path: Path) -> None:
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    process = start("sweep", *LOCAL_GRID, "--store", store, TOY_LOG=log, TOY_SECONDS=0.1, TOY_SLOW="2,1 2,2")
    wait_for_rows(store, 4)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in error
    assert "What is finished is kept" in error
    assert len(stored(store)) >= 4
    assert environments_with(str(log)) == []


def test_killed_and_failing_cells_cost_themselves_only_and_are_tried_again(tmp_path: Path) -> None:
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    code, out, error = finish("sweep", *LOCAL_SMALL, "--store", store, TOY_KILL="2,2", TOY_FAIL="1,2")
    assert code == 1
    assert "4 settled, 2 failed" in out
    assert "failed: toy a=1 b=2 scale=1: RuntimeError: broken on purpose" in error
    assert "Traceback" not in error
    found = stored(store)
    assert "killed" in found["2,2"].reason
    assert {name for name, result in found.items() if result.status == "failed"} == {"1,2", "2,2"}

    code, out, _ = finish("sweep", *LOCAL_SMALL, "--store", store, "--quiet", TOY_LOG=log)
    assert code == 0
    assert logged(log) == ["1,2", "2,2"]
    assert all(result.is_settled for result in stored(store).values())


def test_open_cells_run_again_under_larger_limits_only(tmp_path: Path) -> None:
    store, log, second = tmp_path / "s.sqlite", tmp_path / "log", tmp_path / "second"
    sweep = ("sweep", *LOCAL_SMALL, "--store", store, "--quiet")
    assert "4 settled, 2 open" in finish(*sweep, "--starts", 2)[1]
    assert "6 done before" in finish(*sweep, "--starts", 2, TOY_LOG=log)[1]
    assert logged(log) == []
    assert "2 settled, 4 done before" in finish(*sweep, "--starts", 3, TOY_LOG=second)[1]
    assert logged(second) == ["3,1", "3,2"]
    assert [row["status"] for row in table(store)] == ["settled"] * 6


def test_the_clock_stops_slow_cells_and_ends_stuck_workers(tmp_path: Path) -> None:
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    sweep = ("sweep", *LOCAL_SMALL, "--store", store, "--quiet", "--seconds", 1)
    code, out, _ = finish(*sweep, TOY_SLOW="1,1", TOY_STUCK="3,2")
    assert code == 0
    assert "4 settled, 2 stopped" in out
    found = stored(store)
    assert found["1,1"].reason == "stopped by the clock after 1 s"
    assert found["1,1"].lower == End(1, "square-root", "theorem")
    assert "had to be ended" in found["3,2"].reason
    assert "6 done before" in finish(*sweep)[1]
    assert "2 settled, 4 done before" in finish(*sweep[:-1], 2, TOY_LOG=log)[1]
    assert logged(log) == ["1,1", "3,2"]


CELL = Cell("toy", {"a": 3, "b": 1, "scale": "1"}, "side", limits=Limits(starts=5, seconds=10))
LOWER, UPPER = End(2, "one", "theorem"), End(3, "two", "theorem")
OPEN = Result(CELL, "done", lower=LOWER, upper=UPPER, versions={"lpbounds": "1"})
SETTLED = replace(OPEN, upper=End(2, "three", "theorem"))


@pytest.mark.parametrize(
    ("stored_result", "change", "is_run"),
    [
        (OPEN, {}, False),
        (OPEN, {"limits": Limits(starts=5, seconds=99)}, False),
        (OPEN, {"limits": Limits(starts=4, seconds=10)}, False),
        (OPEN, {"limits": Limits(starts=6, seconds=10)}, True),
        (OPEN, {"limits": Limits(starts=4, nodes=10**9)}, True),
        (OPEN, {"seed": 1}, True),
        (OPEN, {"method": "search"}, True),
        (replace(OPEN, versions={"lpbounds": "0"}), {}, True),
        (replace(OPEN, status="failed"), {}, True),
        (replace(OPEN, status="stopped"), {}, False),
        (replace(OPEN, status="stopped"), {"limits": Limits(starts=5, seconds=11)}, True),
        (SETTLED, {"seed": 1, "limits": Limits(starts=99)}, False),
        (SETTLED, {"method": "search"}, True),
        (SETTLED, {"parameters": {"a": 3, "b": 2, "scale": "1"}}, True),
        (SETTLED, {"resource": "half_side"}, True),
    ],
)
def test_what_remains_to_be_run(stored_result: Result, change: dict[str, Any], is_run: bool) -> None:
    cell = replace(CELL, **change)
    assert remaining([cell], [stored_result], "1") == ([cell] if is_run else [])


def test_ends_of_two_open_rows_settle_a_cell_together() -> None:
    other = replace(OPEN, cell=replace(CELL, seed=1), lower=End(3, "four", "theorem"))
    assert remaining([replace(CELL, seed=2)], [OPEN, other], "1") == []
