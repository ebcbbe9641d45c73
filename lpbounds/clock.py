"""The safety stop: a wall-clock limit on one cell, apart from the limits that count work."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from lpbounds.errors import SolverFailure

# A handler may swallow the first alarm, so it rings again.
AGAIN_SECONDS = 1.0


@dataclass
class Clock:
    """Says afterwards whether the time ran out.

    Attributes:
        seconds: the limit.
        rang: whether it was reached.
    """

    seconds: float
    rang: bool = False

    @property
    def reason(self) -> str:
        """What the clock stopped, as a line; empty when it did not ring."""
        return f"stopped by the clock after {self.seconds:g} s" if self.rang else ""


@contextmanager
def stop_after(seconds: float) -> Iterator[Clock]:
    """Raise ``SolverFailure`` in the block once ``seconds`` have passed, at the next step of the interpreter.

    Outside the main thread nothing is raised: signals cannot be handled there.
    """
    clock = Clock(seconds)

    def ring(signum: int, frame: FrameType | None) -> None:
        clock.rang = True
        raise SolverFailure(clock.reason)

    if threading.current_thread() is not threading.main_thread():
        yield clock
        return
    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        yield clock
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def grace(seconds: float) -> float:
    """Return how long after the safety stop a worker that did not heed it is ended."""
    return min(60.0, max(2.0, seconds))


@contextmanager
def end_process_after(seconds: float) -> Iterator[None]:
    """End the whole process when the block is not over in time, even inside a solver that never returns."""
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
