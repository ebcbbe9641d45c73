"""One page on what stores hold: tables, figures, methods, and every cell's certificates in plain words.

The page is a single file that fetches nothing.
"""

from __future__ import annotations

import base64
import html
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lpbounds import plain_words, registry
from lpbounds.bounds import shortened
from lpbounds.errors import InputError
from lpbounds.report_cells import Contents, Shown, contents
from lpbounds.results import End, Result, limits_json
from lpbounds.summary import Entry, sort_key
from lpbounds.tables import Grid, band, by, grids, grouped, interval, parameter_names, short

if TYPE_CHECKING:
    import jinja2

MOST_PICTURES = 24
MOST_CHOICES = 40
STATES = ("settled", "open", "stopped", "failed")


@dataclass(frozen=True)
class Table:
    """All cells of one problem and resource: the grids, then a row for each."""

    problem: str
    resource: str
    grids: list[Grid]
    names: list[str]
    cells: list[Shown]


@dataclass(frozen=True)
class Drawn:
    """A picture as SVG, encoded for an address of kind ``data:``."""

    title: str
    alt: str
    svg: str


@dataclass(frozen=True)
class Filter:
    """A control for one parameter: ``range`` of integers, ``choice`` of a few values, or ``text``."""

    name: str
    kind: str
    values: list[str]


def write(stores: Sequence[Path], out: Path, report: Callable[[str], None]) -> int:
    """Write the report of ``stores`` to ``out`` at once, or not at all; return how many cells it has.

    Raises:
        InputError: one is no store, they hold no cells, or ``out`` cannot be written.
    """
    if out.is_dir():
        raise InputError("out", out, "a file, not a folder")
    found = contents(stores, report)
    if not found.cells:
        raise InputError("store", ", ".join(map(str, stores)), "stores that hold cells")
    _replace(out, page(found, [path.name for path in stores], report))
    return len(found.cells)


def _replace(out: Path, text: str) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).chmod(0o666 & ~_mask())
            Path(name).replace(out)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError("out", out, f"a file that can be written ({error.strerror})") from None


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def page(found: Contents, names: Sequence[str], report: Callable[[str], None] = lambda line: None) -> str:
    """Return the report as HTML.

    Args:
        found: what the stores hold.
        names: names of the stores, for the heading.
        report: told what is being done.
    """
    drawn, left_out = _drawn(found.cells, report)
    report(f"writing the page of {len(found.cells):,} cells")
    entries = [cell.entry for cell in found.cells]
    return _template().render(
        stores=names,
        counts=_counts(entries),
        latest=max(result.finished for result in found.results)[:10],
        cells=found.cells,
        tables=_tables(found.cells),
        shown=_finder(found.cells),
        pictures=drawn,
        left_out=left_out,
        methods=list(_methods(entries)),
        runs=_runs(found.results),
        filters=_filters(entries),
        problems=sorted({entry.problem for entry in entries}),
        resources=sorted({entry.resource for entry in entries}),
        states=[state for state in STATES if any(entry.status == state for entry in entries)],
        data=[_data(entry) for entry in entries],
    )


def _template() -> jinja2.Template:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("lpbounds"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(by=by, interval=interval, shortened=shortened, text=_text)
    environment.globals.update(band=band, short=short)
    return environment.get_template("report.html.j2")


def _text(value: str) -> Any:
    """Return text as HTML with quotes kept as they are: outside of attributes they mean nothing."""
    import markupsafe

    return markupsafe.Markup(html.escape(value, quote=False))


def _finder(cells: Sequence[Shown]) -> Callable[[Entry], Shown]:
    by_entry = {id(cell.entry): cell for cell in cells}
    return lambda entry: by_entry[id(entry)]


def _counts(entries: Iterable[Entry]) -> str:
    counts = Counter(entry.status for entry in entries)
    return ", ".join(f"{counts[state]:,} {state}" for state in STATES if counts[state])


def _tables(cells: Sequence[Shown]) -> list[Table]:
    shown = _finder(cells)
    return [
        Table(
            group[0].problem,
            group[0].resource,
            grids(group),
            parameter_names(group),
            [shown(entry) for entry in group],
        )
        for group in grouped(cell.entry for cell in cells)
    ]


def _drawn(cells: Sequence[Shown], report: Callable[[str], None]) -> tuple[list[Drawn], int]:
    """Return the first pictures of the cells, and how many more there are."""
    from lpbounds.figures import pictures

    report("drawing")
    found = pictures([cell.entry for cell in cells])
    kept = found[:MOST_PICTURES]
    drawn = [
        Drawn(item.title, item.alt, base64.b64encode(item.rendered("svg")).decode()) for item in kept
    ]
    return drawn, len(found) - len(kept)


def _methods(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """Yield for each problem its title and the methods behind the ends shown: name, summary, lower, upper."""
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for entry in entries:
        used = counts.setdefault(entry.problem, Counter())
        used.update((end.method, side) for side, end in _ends(entry))
    for problem, used in counts.items():
        known = plain_words.summaries(problem)
        names = sorted({name for name, _ in used}, key=lambda name: (_place(known, name), name))
        rows = [(name, known.get(name, ""), used[name, "lower"], used[name, "upper"]) for name in names]
        yield {"problem": problem, "title": _problem_title(problem), "rows": rows}


def _ends(entry: Entry) -> Iterator[tuple[str, End]]:
    for side, end in (("lower", entry.lower), ("upper", entry.upper)):
        if end is not None:
            yield side, end


def _place(known: Mapping[str, str], name: str) -> int:
    return list(known).index(name) if name in known else len(known)


def _problem_title(name: str) -> str:
    try:
        return registry.get(name).title
    except InputError:
        return "this problem is not installed here"


def _runs(results: Sequence[Result]) -> list[tuple[str, str, str, int]]:
    """Return each combination of seed, limits and versions with the number of runs that had it."""
    counts = Counter(
        (str(result.cell.seed), _listed(limits_json(result.cell.limits)), _listed(result.versions))
        for result in results
    )
    return [(*run, count) for run, count in counts.items()]


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _filters(entries: Iterable[Entry]) -> list[Filter]:
    found: dict[str, list[Any]] = {}
    for entry in entries:
        for name, value in entry.parameters.items():
            found.setdefault(name, []).append(value)
    return [_filter(name, values) for name, values in found.items() if len(set(map(str, values))) > 1]


def _filter(name: str, values: Sequence[Any]) -> Filter:
    different = sorted({str(value) for value in values}, key=sort_key)
    if all(type(value) is int or value == "none" for value in values):
        return Filter(name, "range", [value for value in different if value != "none"])
    is_choice = len(different) <= MOST_CHOICES and all(len(value) <= MOST_CHOICES for value in different)
    return Filter(name, "choice" if is_choice else "text", different if is_choice else [])


def _data(entry: Entry) -> dict[str, Any]:
    """Return what the filters of the page need to know of a cell."""
    values = {name: str(value) for name, value in entry.parameters.items()}
    return {"problem": entry.problem, "resource": entry.resource, "state": entry.status, "parameters": values}
