"""All published tables but those that are made alone.

    python -m benchmarks            writes them
    python -m benchmarks --check    computes them anew and exits with 1 when a published one is stale

Each page says how long it took.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from benchmarks.publish import FOLDER, Page, run

# They measure times, one of them in a browser.
ALONE = ("min_ip_speed", "report_load")
LAST_LINE = "    publish(page)\n"


def names() -> list[str]:
    """Return the names of all pages, those made alone included."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.read_text().endswith(LAST_LINE))


def pages() -> Iterator[Callable[[], Page]]:
    """Yield what makes each page."""
    for name in names():
        if name not in ALONE:
            yield import_module(f"benchmarks.{name}").page


if __name__ == "__main__":
    sys.exit(run(pages(), sys.argv[1:]))
