"""All published tables but those that are made alone.

    python -m benchmarks            writes them
    python -m benchmarks --check    computes them anew and exits with 1 when a published one is stale

The cheap ones come first; each says how long it took.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from benchmarks.publish import Page, run

PAGES = (
    "additive_bases",
    "threshold_degree_census",
    "min_max_real",
    "min_max_constructions",
    "min_max_free",
    "parity_layers",
    "min_ip_lower",
    "witness_family",
    "boolean_heads",
    "min_max_uniform",
    "small_ranks",
)
# One measures times, the other searches for hours.
ALONE = ("min_ip_speed", "min_max_large")


def pages() -> Iterator[Callable[[], Page]]:
    """Yield what makes each page."""
    for name in PAGES:
        yield import_module(f"benchmarks.{name}").page


if __name__ == "__main__":
    sys.exit(run(pages(), sys.argv[1:]))
