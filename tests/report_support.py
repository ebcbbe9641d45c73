"""Stores for the tests of reports, with real certificates, and a reader of their pages."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

from lpbounds import registry
from lpbounds.cli import run
from lpbounds.problem import Limits
from lpbounds.results import Cell, Result, from_interval
from lpbounds.store import create

VOID = {"meta", "link", "input", "img", "br", "hr"}
HOSTILE = (
    "</script><script>alert(1)</script>",
    "]]> & <b>bold</b>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
)
THOUSAND = ("additive-basis", "--summands", "4:13", "--largest", "5:14", "--range", "11:20")


def solved(problem: str, *, method: str | None = None, seed: int = 0, **parameters: object) -> Result:
    """Return the result of a run, with its certificates."""
    found = registry.get(problem)
    values = found.parsed(parameters)
    limits = Limits()
    interval = found.solve(method=method, seed=seed, limits=limits, **parameters)
    cell = Cell(problem, values, found.resources[0], method, seed, limits)
    return from_interval(cell, interval, "")


def keep(path: Path, *results: Result) -> Path:
    """Write a store that holds ``results``."""
    with create(path) as store:
        for result in results:
            store.add(result)
    return path


def failed(problem: str, resource: str, reason: str, **parameters: object) -> Result:
    """Return the result of a run that broke, whatever its parameters."""
    return Result(Cell(problem, parameters, resource), "failed", reason)


def report_of(folder: Path, *stores: Path) -> Page:
    """Write the report of ``stores`` by the command, and read it."""
    out = folder / "report.html"
    assert run(["report", *map(str, stores), "--out", str(out), "--quiet"]) == 0
    return Page(out.read_text(encoding="utf-8"))


def thousand_cells(path: Path) -> Path:
    """Sweep a thousand cheap cells into a store, and add one of each other state."""
    assert run(["sweep", *THOUSAND, "--store", str(path), "--quiet"]) == 0
    names = dict.fromkeys(("summands", "largest", "range"), 3)
    with create(path) as store:
        store.add(failed("additive-basis", "size", "broken on purpose", **names))
    return keep(path, solved("min-ip", m=4, n=3))


class Page(HTMLParser):
    """What a page holds: ids, links, addresses, the text, how often each tag occurs, and tags left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.source = text
        self.ids: list[str] = []
        self.links: list[str] = []
        self.addresses: list[str] = []
        self.attributes: set[str] = set()
        self.tags: Counter[str] = Counter()
        self.cells: Counter[str] = Counter()
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags[tag] += 1
        given = {name: value or "" for name, value in attrs}
        self.attributes |= set(given)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" else []
        self.addresses += [given[name] for name in ("href", "src", "action", "srcset") if name in given]
        self.cells[given.get("data-cell", "")] += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close a tag, which must be the last that was opened."""
        assert self.open.pop() == tag, self.getpos()

    def handle_data(self, data: str) -> None:
        """Gather what can be read."""
        if self.open and self.open[-1] not in ("script", "style"):
            self.words += data
