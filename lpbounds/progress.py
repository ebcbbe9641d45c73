"""Showing progress on stderr: lines for commands that take more than two seconds, a bar for a sweep."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from lpbounds.results import Cell, Result
from lpbounds.sweep import Observer

QUIET_SECONDS = 2.0
REPEAT_SECONDS = 10.0
REDRAW_SECONDS = 1.0
# Where a bar cannot be redrawn each one is a line of its own.
HEARTBEAT_SECONDS = 60.0

Report = Callable[[str], None]
Item = TypeVar("Item")


class Ticker:
    """Calls ``tick`` every ``seconds`` in a thread while the ``with`` block lasts."""

    def __init__(self, tick: Callable[[], None], seconds: float) -> None:
        """Keep what to call and how often."""
        self._tick, self._seconds = tick, seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._over.wait(self._seconds):
            self._tick()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()


class Lines:
    """Prints the latest line of progress now and then, and nothing in the first two seconds."""

    def __init__(self, first: str) -> None:
        """Start the clock; ``first`` says what is done until something is reported."""
        self._started = time.monotonic()
        self._latest, self._printed = first, ""
        self._printed_at = 0.0

    def report(self, line: str) -> None:
        """Take ``line`` as the latest."""
        self._latest = line

    def tick(self) -> None:
        """Print the latest line when it is new, or when the last one is long ago."""
        now = time.monotonic() - self._started
        if self._latest == self._printed and now - self._printed_at < REPEAT_SECONDS:
            return
        print(f"{now:.0f} s: {self._latest}", file=sys.stderr, flush=True)
        self._printed, self._printed_at = self._latest, now

    def shown(self) -> Ticker:
        """Return a context in which lines are printed."""
        return Ticker(self.tick, QUIET_SECONDS)


@contextmanager
def progress(first: str, *, quiet: bool = False) -> Iterator[Report]:
    """Show on stderr what is reported while the block lasts, from its second second on.

    Args:
        first: what is being done until something else is reported.
        quiet: show nothing.

    Yields:
        A function that takes the latest line: what is being done, and what there is so far.
    """
    lines = Lines(first)
    if quiet:
        yield lines.report
        return
    with lines.shown():
        yield lines.report


def counted(items: Iterable[Item], report: Report, what: str) -> Iterator[Item]:
    """Yield ``items`` and report how many there were so far, as ``WHAT: 12``."""
    for count, item in enumerate(items, start=1):
        report(f"{what}: {count:,}")
        yield item


@contextmanager
def logged(report: Report) -> Iterator[None]:
    """Report what is logged in the block, from level INFO on."""
    logger, handler = logging.getLogger(), _Reporter(report)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)


class _Reporter(logging.Handler):
    """Hands the messages of a logger to a function."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.INFO)
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        """Take the message as the latest line."""
        self._report(record.getMessage())


class Bar(Observer):
    """A progress bar that says how many cells are settled and which are at work."""

    def __init__(self) -> None:
        """Prepare a bar that appears when the sweep begins."""
        self._bar: Any = None
        self._counts = {"settled": 0, "open": 0, "stopped": 0, "failed": 0}
        self._running: Callable[[], list[Cell]] = list
        self._ticker = Ticker(self._redraw, REDRAW_SECONDS if sys.stderr.isatty() else HEARTBEAT_SECONDS)

    def begin(self, total: int, running: Callable[[], list[Cell]]) -> None:
        """Show the bar, unless there is nothing to do."""
        if not total:
            return
        from tqdm import tqdm

        self._running = running
        every = REDRAW_SECONDS if sys.stderr.isatty() else REPEAT_SECONDS
        self._bar = tqdm(total=total, unit="cell", mininterval=every, file=sys.stderr, dynamic_ncols=True)
        self._ticker.__enter__()

    def ended(self, result: Result) -> None:
        """Count ``result``."""
        self._counts[state(result)] += 1
        self._bar.set_postfix_str(self._postfix(), refresh=False)
        self._bar.update()

    def _postfix(self) -> str:
        counts = ", ".join(f"{count} {name}" for name, count in self._counts.items() if count)
        names = "; ".join(str(cell) for cell in self._running())
        return "; at ".join(part for part in (counts, names) if part)

    def _redraw(self) -> None:
        self._bar.set_postfix_str(self._postfix())

    def close(self) -> None:
        """Leave the bar as it stands."""
        if self._bar is not None:
            self._ticker.__exit__(None, None, None)
            self._bar.close()


def state(result: Result) -> str:
    """Return ``settled`` or ``open`` for a cell that is done, else its status."""
    if result.status != "done":
        return result.status
    return "settled" if result.is_settled else "open"
