"""A process that runs cells for another one, which may be many-threaded and must outlive every cell.

A Dask worker runs tasks in threads of one process.  There a clock could not interrupt a cell, and a cell that
brings its process down would take the worker along.  So each thread hands its cells to a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, Pipe
from typing import Any

from lpbounds.results import Cell, Result
from lpbounds.sweep_worker import attach, killed, run_in_time
from lpbounds.threads import ONE_THREAD

KILLED = "its process was killed"
LOOK_SECONDS = 0.25
IDLE_SECONDS = 30.0


class NotWanted(RuntimeError):
    """Nobody waits for the cell any more; its process has been ended."""


class CellProcess:
    """A process that runs one cell at a time, in its main thread, with one thread for each solver."""

    def __init__(self) -> None:
        """Start the process."""
        self._pipe, theirs = Pipe()
        command = [sys.executable, "-m", "lpbounds.cell_process", str(theirs.fileno()), str(os.getpid())]
        # What libraries print goes nowhere: standard output is no place for the results.
        self._process = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()

    def run(self, cell: Cell, is_wanted: Callable[[], bool]) -> Result:
        """Return the result of ``cell``, also when it killed the process.

        Raises:
            NotWanted: ``is_wanted`` said no before the cell was done.
        """
        started = time.perf_counter()
        try:
            self._pipe.send(cell)
            while not self._pipe.poll(LOOK_SECONDS):
                if not is_wanted():
                    self.end()
                    raise NotWanted(str(cell))
            return self._received()
        except (EOFError, OSError):
            self.end()
            return killed(cell, time.perf_counter() - started, KILLED)

    def _received(self) -> Result:
        result: Result = self._pipe.recv()
        return result

    def is_alive(self) -> bool:
        """Tell whether the process can take another cell."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._pipe.close()


class Pool:
    """Processes that wait for their next cell, ended when none comes for a while."""

    def __init__(self) -> None:
        """Start with none."""
        self._idle: list[tuple[CellProcess, float]] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._end_idle, daemon=True).start()

    def run(self, cell: Cell, is_wanted: Callable[[], bool]) -> Result:
        """Return the result of ``cell``, run by a process that does nothing else meanwhile.

        Raises:
            NotWanted: ``is_wanted`` said no before the cell was done.
        """
        process = self._taken()
        try:
            return process.run(cell, is_wanted)
        finally:
            if process.is_alive():
                with self._lock:
                    self._idle.append((process, time.monotonic()))

    def _taken(self) -> CellProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()[0]
        return CellProcess()

    def _end_idle(self) -> None:
        while True:
            time.sleep(IDLE_SECONDS / 2)
            with self._lock:
                # The list is in the order of time: the last one that was used is taken first.
                while self._idle and time.monotonic() - self._idle[0][1] > IDLE_SECONDS:
                    self._idle.pop(0)[0].end()


def serve(pipe: Any, parent: int) -> None:
    """Run the cells that come through ``pipe``, one after the other, until it is closed.

    Args:
        pipe: a connection that gives cells and takes results.
        parent: process id of the other side; this process ends with it.
    """
    attach(parent)
    while True:
        try:
            cell = pipe.recv()
        except EOFError:
            return
        pipe.send(run_in_time(cell))


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])), int(sys.argv[2]))
