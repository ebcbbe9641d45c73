"""Measures how long a browser takes to open a report of a thousand cells, against a plain table of them.

    python -m benchmarks.report_load [--check]

All pages are opened in turn in one headless Chromium.  Times differ from run to run, so that a check
compares the rest only.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tabulate import tabulate

from benchmarks.browser import browser, missing, resize
from benchmarks.publish import Page, Table, publish
from benchmarks.report import cells, surroundings
from lpbounds.cli import run
from lpbounds.summary import frame

REPEATS = 7
SWEEP = ("additive-basis", "--summands", "4:13", "--largest", "5:14", "--range", "11:20")
HEAD = ("page", "elements", "kilobytes", "load, ms", "first paint, ms", "load, ratio")
AIM = 1000
PLAIN = "<!doctype html><html lang=en><meta charset=utf-8><title>plain</title>"

TEXT = """# How fast a report opens

Written by `python -m benchmarks.report_load`. Trust the ratios, not the milliseconds; the aim is {aim}.

{{load}}

From the start of the navigation to the end of the load event and to the first paint with content, in
headless Chromium; medians of {repeats}. The plain table holds the same 1,000 cells, a row for each, and
nothing else. The report lays out its tables and certificates when they come into view. The cells are those of

    lpbounds sweep {sweep} --store STORE

## Surroundings

{{surroundings}}
"""

LOAD = """
const [navigation] = performance.getEntriesByType("navigation");
const [paint] = performance.getEntriesByName("first-contentful-paint");
return [navigation.loadEventEnd, paint?.startTime ?? null, document.querySelectorAll("*").length];
"""


def write_pages(folder: Path) -> dict[str, Path]:
    """Write the pages to compare into ``folder``; return them by name, the one that ratios refer to first."""
    store = folder / "store.sqlite"
    paths = {name: folder / f"{name}.html" for name in ("plain table", "empty page", "report")}
    for command in (["sweep", *SWEEP, "--store"], ["report", "--out", str(paths["report"])]):
        if run([*command, str(store), "--quiet"]):
            raise RuntimeError(f"{command} failed")
    cells_kept = frame(store)
    table = tabulate(cells_kept.to_numpy().tolist(), list(cells_kept), "html")
    paths["plain table"].write_text(PLAIN + str(table), encoding="utf-8")
    paths["empty page"].write_text(PLAIN, encoding="utf-8")
    return paths


@contextmanager
def opened() -> Iterator[Any]:
    """Yield a browser with a screen of 1200 by 900 and close it in the end.

    Raises:
        RuntimeError: there is none; the message names what is missing.
    """
    if missing():
        raise RuntimeError(f"missing: {missing()}")
    driver = browser()
    try:
        resize(driver, 1200, 900)
        yield driver
    finally:
        driver.quit()


class Opening(NamedTuple):
    """How a page opened: milliseconds to the end of loading and to the first paint, and its elements."""

    load: float
    paint: float
    elements: int


def measured(driver: Any, path: Path) -> Opening:
    """Open a page and tell how it went; a page without content has no paint, which counts as 0."""
    driver.get("about:blank")
    driver.get(path.as_uri())
    # Both ends are known only after them.
    driver.execute_async_script("setTimeout(arguments[0], 500)")
    load, paint, elements = driver.execute_script(LOAD)
    return Opening(float(load), float(paint or 0), int(elements))


def load_table() -> Table:
    """Return the table of load times."""
    with tempfile.TemporaryDirectory() as folder, opened() as driver:
        paths = write_pages(Path(folder))
        runs = [{name: measured(driver, path) for name, path in paths.items()} for _ in range(REPEATS)]
        sizes = {name: path.stat().st_size / 1000 for name, path in paths.items()}
    loads = {name: median(found[name].load for found in runs) for name in paths}
    paints = {name: median(found[name].paint for found in runs) for name in paths}
    rows = [
        cells(
            name,
            runs[0][name].elements,
            sizes[name],
            loads[name],
            paints[name],
            loads[name] / loads["plain table"],
        )
        for name in paths
    ]
    return Table("load", HEAD, rows, HEAD[2:])


def page() -> Page:
    """Return the page of this benchmark."""
    text = TEXT.format(aim=AIM, repeats=REPEATS, sweep=" ".join(SWEEP))
    return Page("report_load", text, [load_table(), Table("surroundings", ("", ""), surroundings(), ("",))])


if __name__ == "__main__":
    publish(page)
