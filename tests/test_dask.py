"""Sweeps on a Dask cluster of two workers: lost workers, killed cells, interruptions, bad addresses."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from toy_support import GRID, SMALL, TOY, finish, logged, start, stored, table, wait_for_rows

from lpbounds import cluster
from lpbounds.cli import run
from lpbounds.errors import InputError
from lpbounds.results import versions

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

Capture = pytest.CaptureFixture[str]
ONE_CELL = ("min-ip", "--m", "1", "--n", "1")
WORKERS = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}


@contextmanager
def two_workers(monkeypatch: pytest.MonkeyPatch, **environment: object) -> Iterator[distributed.LocalCluster]:
    """Start a cluster whose workers have these variables set."""
    for name, value in {"PYTHONPATH": TOY, **environment}.items():
        monkeypatch.setenv(name, str(value))
    with distributed.LocalCluster(processes=True, **WORKERS) as local:
        for name in environment:
            monkeypatch.delenv(name)
        yield local


def worker_processes(local: distributed.LocalCluster) -> list[int]:
    with distributed.Client(local, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """Return the table of the sweep run on this machine."""
    store = tmp_path_factory.mktemp("local") / "s.sqlite"
    assert finish("sweep", *GRID, "--jobs", 2, "--store", store, "--quiet")[0] == 0
    return table(store)


def test_a_worker_killed_half_way_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: list[dict[str, str]]
) -> None:
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    with two_workers(monkeypatch, TOY_SECONDS=0.2, TOY_LOG=log) as local:
        process = start("sweep", *GRID, "--dask", local.scheduler_address, "--store", store)
        wait_for_rows(store, 5)
        victim, finished = worker_processes(local)[0], stored(store)
        os.kill(victim, signal.SIGKILL)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out.split(";")[0]) == (0, "16 cells: 16 settled"), error
    assert "Traceback" not in error
    assert table(store) == expected
    runs = Counter(logged(log))
    assert all(runs[cell] == 1 for cell in finished), "what had arrived is not run again"
    assert finish("verify", store)[1].endswith("32 certificates checked, 32 accepted\n")


def test_a_cell_that_loses_too_many_workers_is_recorded_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    one = ("toy", "--a", 2, "--b", 1)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        two_workers(monkeypatch, TOY_SLOW="2,1", TOY_LOG=log) as local,
    ):
        process = start("sweep", *one, "--dask", local.scheduler_address, "--store", store, "--quiet")
        wait_until(lambda: logged(log) == ["2,1"])
        for pid in worker_processes(local):
            os.kill(pid, signal.SIGKILL)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 1
    assert (error.count("\n"), "KilledWorker" in error) == (1, True), error
    assert stored(store)["2,1"].status == "failed"
    assert finish("sweep", *one, "--store", store, "--quiet")[0] == 0
    assert stored(store)["2,1"].is_settled


def test_killed_failing_and_slow_cells_cost_themselves_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, log = tmp_path / "s.sqlite", tmp_path / "log"
    faults = {"TOY_KILL": "2,2", "TOY_FAIL": "1,2", "TOY_SLOW": "1,1", "TOY_STUCK": "3,2"}
    with two_workers(monkeypatch, **faults) as local:
        before = worker_processes(local)
        sweep = ("sweep", *SMALL, "--dask", local.scheduler_address, "--store", store)
        code, out, error = finish(*sweep, "--seconds", 1)
        assert worker_processes(local) == before, "the workers of the cluster survive"
    assert (code, out.split(";")[0]) == (1, "6 cells: 2 settled, 2 stopped, 2 failed")
    assert "failed: toy a=1 b=2 scale=1: RuntimeError: broken on purpose" in error
    assert "failed: toy a=2 b=2 scale=1: its process was killed" in error
    assert stored(store)["1,1"].reason == "stopped by the clock after 1 s"
    assert "had to be ended" in stored(store)["3,2"].reason
    code, out, _ = finish("sweep", *SMALL, "--seconds", 2, "--store", store, "--quiet", TOY_LOG=log)
    assert (code, logged(log)) == (0, ["1,1", "1,2", "2,2", "3,2"])


def test_a_sweep_interrupted_here_goes_on_there_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: list[dict[str, str]]
) -> None:
    store, logs = tmp_path / "s.sqlite", [tmp_path / name for name in ("here", "there", "back")]
    process = start("sweep", *GRID, "--store", store, TOY_LOG=logs[0], TOY_SECONDS=0.1)
    wait_for_rows(store, 4)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    with two_workers(monkeypatch, TOY_LOG=logs[1], TOY_SLOW="4,1 4,2") as local:
        there = ("--dask", local.scheduler_address, "--store")
        process = start("sweep", *GRID, *there, store)
        wait_until(lambda: {"4,1", "4,2"} <= set(logged(logs[1])))
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)
        assert (process.returncode, "Traceback" in error) == (130, False), error
        assert "What is finished is kept" in error
        # Both workers slept; only a cancelled cell leaves them free so soon.
        assert finish("sweep", *SMALL, *there, tmp_path / "other.sqlite", "--quiet")[0] == 0
    done = len(stored(store))
    assert 4 <= done < 16
    code, out, _ = finish("sweep", *GRID, "--store", store, "--quiet", TOY_LOG=logs[2])
    assert (code, f"{done} done before" in out) == (0, True)
    assert len(logged(logs[2])) == 16 - done
    assert table(store) == expected


@pytest.mark.long
def test_a_lost_cluster_ends_the_sweep_in_one_line_and_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "s.sqlite"
    with two_workers(monkeypatch, TOY_SLOW="2,1 2,2") as local:
        process = start("sweep", *GRID, "--dask", local.scheduler_address, "--store", store, "--quiet")
        wait_for_rows(store, 2)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 1
    assert error.splitlines()[-1] == "lpbounds: it failed: the connection to the cluster was lost"
    assert "Traceback" not in error, error
    assert len(stored(store)) >= 2


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "foo://host:1", f"tcp://127.0.0.1:{free_port()}"],
    # Named, since the workers of a test run must agree on the names and each finds a port of its own.
    ids=["empty", "nonsense", "scheme", "silent"],
)
def test_a_bad_address_gets_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    assert run(["sweep", *ONE_CELL, "--dask", address, "--store", str(tmp_path / "s")]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n"), list(tmp_path.iterdir())) == ("", 1, [])
    assert error.startswith(f"lpbounds: dask: got {address}; allowed: the address of a Dask scheduler")


@pytest.mark.parametrize(("missing", "jobs"), [(True, []), (False, ["--jobs", "2"])])
def test_without_distributed_or_with_jobs_it_is_refused(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, missing: bool, jobs: list[str]
) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, "distributed", None)
    command = ["sweep", *ONE_CELL, "--dask", "tcp://127.0.0.1:1", *jobs]
    assert run([*command, "--store", str(tmp_path / "s")]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n"), list(tmp_path.iterdir())) == ("", 1, [])
    assert ("lpbounds[dask]" in error) == missing


def test_workers_with_another_version_are_refused(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "versions", lambda: {"lpbounds": "0.0.1"})
    with two_workers(monkeypatch) as local:
        command = ["sweep", *ONE_CELL, "--dask", local.scheduler_address]
        assert run([*command, "--store", str(tmp_path / "s")]) == 2
    _, error = capsys.readouterr()
    assert (error.count("\n"), list(tmp_path.iterdir())) == (1, [])
    assert "allowed: a cluster with lpbounds 0.0.1" in error


class Bare:
    """A client of a cluster whose workers have lpbounds and whose scheduler does not."""

    def run(self, *_: object, **__: object) -> dict[str, str]:
        return {"a worker": versions()["lpbounds"]}

    def run_on_scheduler(self, *_: object) -> str:
        raise ModuleNotFoundError("lpbounds")


def test_a_scheduler_without_lpbounds_is_refused() -> None:
    with pytest.raises(InputError, match=r"allowed: a cluster with .* \(the scheduler has no lpbounds\)"):
        cluster._refuse_other_versions(Bare(), "tcp://scheduler:1")
