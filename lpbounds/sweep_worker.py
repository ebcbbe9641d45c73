"""The worker's side of a sweep: it gets a cell, finds the problem by name, and returns a result."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import cache
from pathlib import Path

from lpbounds import registry
from lpbounds.clock import end_process_after, grace, stop_after
from lpbounds.minimal import minimal
from lpbounds.results import Cell, Result, from_interval, versions

LOOK_SECONDS = 0.5


def run(cell: Cell, mark: Path, parent: int) -> Result:
    """Run one cell and return its result, a failed one included.

    Args:
        cell: what to run.
        mark: file to touch, so that the parent knows which cells had been begun when a worker was killed.
        parent: process id of the sweep; the worker ends with it.
    """
    attach(parent)
    mark.touch()
    return run_in_time(cell)


def run_in_time(cell: Cell) -> Result:
    """Return the result of ``cell``; a cell that does not heed the clock ends the whole process."""
    seconds = cell.limits.seconds
    with end_process_after(seconds + grace(seconds)):
        return solved(cell)


def solved(cell: Cell) -> Result:
    """Return the result of ``cell``; whatever goes wrong inside is its reason, and costs this cell only."""
    started = time.perf_counter()
    try:
        return _solved(cell)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        taken = time.perf_counter() - started
        return Result(cell, "failed", reason, seconds=taken, versions=versions())


def _solved(cell: Cell) -> Result:
    problem = registry.get(cell.problem)
    with stop_after(cell.limits.seconds) as clock:
        interval = minimal(
            problem,
            cell.parameters,
            resource=cell.resource,
            method=cell.method,
            seed=cell.seed,
            limits=cell.limits,
        )
    return from_interval(cell, interval, clock.reason)


def killed(cell: Cell, seconds: float, reason: str) -> Result:
    """Return the result of a cell whose process ended after ``seconds``, by the clock or for ``reason``."""
    limit = cell.limits.seconds
    if seconds > limit:
        stopped = f"stopped by the clock after {limit:g} s; its worker had to be ended"
        return Result(cell, "stopped", stopped, seconds=seconds, versions=versions())
    return Result(cell, "failed", reason, seconds=seconds, versions=versions())


@cache
def attach(parent: int) -> None:
    """Make this process end with the process ``parent`` that started it, and leave Ctrl-C to that one."""
    # Ctrl-C reaches the whole process group; the parent alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
