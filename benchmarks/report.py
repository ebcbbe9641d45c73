"""What every benchmark needs: a clock, Markdown tables, and a line on where it ran."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Any

PACKAGES = ("lpbounds", "highspy", "numpy", "python-flint")


def cpu_seconds(work: Callable[[], Any]) -> float:
    """Return the processor time of this process that ``work`` takes: other processes do not disturb it."""
    started = time.process_time()
    work()
    return time.process_time() - started


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; floats are shown with three significant digits."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(cell: object) -> str:
    if not isinstance(cell, float):
        return str(cell)
    return f"{cell:,.0f}" if cell >= 100 else f"{cell:.3g}"


def surroundings() -> str:
    """Return versions, processors and load, since ratios are meant and seconds depend on the machine."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    load = os.getloadavg()[0]
    return (
        f"Python {platform.python_version()}, {packages}; {os.cpu_count()} processors, "
        f"load {load:.1f} at the end of the run."
    )
