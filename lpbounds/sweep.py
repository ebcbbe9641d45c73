"""Sweeps: many cells over worker processes, each result stored as soon as it arrives.

When a worker is killed, joblib ends the whole call.  What had been begun and not stored is then run alone,
cell by cell, so that the one that brings its worker down is found and costs nothing but itself; the rest
goes on in parallel.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from lpbounds.errors import SolverFailure
from lpbounds.results import Cell, Result, versions
from lpbounds.resume import remaining
from lpbounds.store import Store
from lpbounds.sweep_worker import killed, run

KILLED = "its worker was killed twice, the second time running alone"
MOST_IDLE_KILLS = 3


class Observer:
    """Is told how a sweep goes; this one ignores it."""

    def begin(self, total: int, running: Callable[[], list[Cell]]) -> None:
        """A sweep of ``total`` cells begins; ``running`` returns those at work when it is called."""

    def ended(self, result: Result) -> None:
        """``result`` has been stored."""

    def close(self) -> None:
        """The sweep is over."""


def sweep(cells: Sequence[Cell], store: Store, jobs: int, observer: Observer | None = None) -> list[Result]:
    """Run what ``store`` does not hold of ``cells`` and store it.

    Args:
        cells: what is wanted.
        store: open for writing; holds the results of earlier runs.
        jobs: worker processes.
        observer: is told how it goes.

    Returns:
        The new results, in the order in which they were stored.
    """
    todo = remaining(cells, store.results(), versions()["lpbounds"])
    with tempfile.TemporaryDirectory(prefix="lpbounds-") as folder:
        state = _Sweep(todo, store, observer or Observer(), Path(folder))
        state.observer.begin(len(todo), state.running)
        state.run(jobs)
    return state.results


@dataclass
class _Sweep:
    """The state of one sweep: cells by number, the numbers not stored yet, a folder of marks."""

    cells: Sequence[Cell]
    store: Store
    observer: Observer
    folder: Path
    results: list[Result] = field(default_factory=list)
    idle_kills: int = 0
    left: dict[int, Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.left = dict(enumerate(self.cells))

    def run(self, jobs: int) -> None:
        """Run all cells, ``jobs`` at a time, suspects of a kill alone."""
        while self.left:
            try:
                self._run_together(list(self.left), jobs)
            except BrokenProcessPool:
                self._run_suspects()

    def running(self) -> list[Cell]:
        """Return the cells at work."""
        return [self.cells[number] for number in self._begun()]

    def _run_suspects(self) -> None:
        suspects = self._begun()
        self.idle_kills = 0 if suspects else self.idle_kills + 1
        if self.idle_kills > MOST_IDLE_KILLS:
            raise SolverFailure("the worker processes are killed before they begin a cell")
        for number in suspects:
            self._run_alone(number)

    def _run_together(self, numbers: list[int], jobs: int) -> None:
        with closing(_stream(self.left, numbers, jobs, self.folder)) as stream:
            for number, result in stream:
                self._keep(number, result)

    def _run_alone(self, number: int) -> None:
        started = time.perf_counter()
        try:
            self._run_together([number], 1)
        except BrokenProcessPool:
            self._keep(number, killed(self.left[number], time.perf_counter() - started, KILLED))

    def _keep(self, number: int, result: Result) -> None:
        self.store.add(result)
        del self.left[number]
        (self.folder / str(number)).unlink(missing_ok=True)
        self.results.append(result)
        self.observer.ended(result)

    def _begun(self) -> list[int]:
        return sorted(int(mark.name) for mark in self.folder.iterdir())


def _numbered(number: int, cell: Cell, folder: Path, parent: int) -> tuple[int, Result]:
    return number, run(cell, folder / str(number), parent)


def _stream(
    cells: dict[int, Cell], numbers: Sequence[int], jobs: int, folder: Path
) -> Generator[tuple[int, Result], None, None]:
    """Yield (number, result) of the cells with these numbers, as they end, ``jobs`` at a time."""
    from joblib import Parallel, delayed, parallel_config

    # With one job joblib would run the cell in this process, and a kill would end the sweep: a pool has
    # two workers at least, and pre_dispatch keeps the number of cells at work.
    with parallel_config(backend="loky", inner_max_num_threads=1):
        pool = Parallel(
            n_jobs=max(2, jobs), pre_dispatch=jobs, batch_size=1, return_as="generator_unordered"
        )
        calls = (delayed(_numbered)(number, cells[number], folder, os.getpid()) for number in numbers)
        yield from pool(calls)
