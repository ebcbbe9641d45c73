"""What benchmarks of speed need: a clock, numbers in three digits, and where it ran."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

PACKAGES = ("lpbounds", "highspy", "numpy", "python-flint")


def cpu_seconds(work: Callable[[], Any]) -> float:
    """Return the processor time of this process that ``work`` takes: other processes do not disturb it."""
    started = time.process_time()
    work()
    return time.process_time() - started


def cells(*row: object) -> list[str]:
    """Return the cells of a row as text; floats have three significant digits."""
    return [_cell(value) for value in row]


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def surroundings() -> list[list[str]]:
    """Return versions, processors and load, since ratios are meant and seconds depend on the machine."""
    return [
        ["Python", platform.python_version()],
        *([name, version(name)] for name in PACKAGES),
        ["processors", str(os.cpu_count())],
        ["load at the end of the run", f"{os.getloadavg()[0]:.1f}"],
    ]
