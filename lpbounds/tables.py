"""Tables of certified bounds as text, markdown, CSV, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log2

from lpbounds.bounds import Size, shortened
from lpbounds.latex import tabular
from lpbounds.results import End
from lpbounds.summary import Entry, sort_key

# Longer numbers are shortened in tables for people; CSV and JSON keep every digit.
MOST_DIGITS = 12


def render(entries: Sequence[Entry], form: str) -> str:
    """Return ``entries`` as a table in the format ``form``, one of ``FORMATS``."""
    return FORMATS[form](entries)


def _json(entries: Sequence[Entry]) -> str:
    return json.dumps([entry.to_json() for entry in entries], indent=1)


def _csv(entries: Sequence[Entry]) -> str:
    rows = [entry.flat() for entry in entries]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def _text(entries: Sequence[Entry]) -> str:
    return _document(entries, "simple", "{}")


def _markdown(entries: Sequence[Entry]) -> str:
    return _document(entries, "pipe", "**{}**")


def _document(entries: Sequence[Entry], style: str, title: str) -> str:
    parts: list[str] = []
    for group in grouped(entries):
        for grid in grids(group):
            parts.append(title.format(grid.title))
            parts += [_grid(*_texts(grid), style)] if grid.rows else []
        parts.append(_grid(*_listing(group), style))
    parts += _unsettled(entries)
    return "\n\n".join(parts) if parts else "no cells yet"


def grouped(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Return the entries of each problem and resource."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.problem, entry.resource), []).append(entry)
    return list(groups.values())


@dataclass(frozen=True)
class Grid:
    """Entries over two integer parameters: a label for each row and column, None where there is no entry."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[Entry | None]]]


def grids(group: Sequence[Entry]) -> list[Grid]:
    """Return grids over the first two integer parameters that vary, for each choice of the others.

    Where fewer than two vary there is one without rows, for its title.
    """
    varying = [name for name in group[0].parameters if _is_varying_integer(group, name)]
    if len(varying) < 2:
        return [Grid(_title(group, []), [], [])]
    down, across = varying[:2]
    return [_pivot(part, down, across) for part in slices(group, (down, across))]


def slices(group: Iterable[Entry], axes: Sequence[str]) -> list[list[Entry]]:
    """Return the entries for each choice of the parameters that are not among ``axes``."""
    parts: dict[str, list[Entry]] = {}
    for entry in group:
        others = str([value for name, value in entry.parameters.items() if name not in axes])
        parts.setdefault(others, []).append(entry)
    return list(parts.values())


def _is_varying_integer(group: Sequence[Entry], name: str) -> bool:
    values = [entry.parameters.get(name) for entry in group]
    return all(isinstance(value, int) for value in values) and len(set(values)) > 1


def _title(group: Sequence[Entry], axes: Sequence[str]) -> str:
    first = group[0]
    fixed = [
        f"{name} = {shortened(value)}"
        for name, value in first.parameters.items()
        if all(entry.parameters.get(name) == value for entry in group)
    ]
    over = [f"{axes[0]} down, {axes[1]} across"] if axes else []
    return ", ".join([f"{first.problem}: {first.resource}", *fixed, *over])


def _pivot(group: Sequence[Entry], down: str, across: str) -> Grid:
    rows, columns = (
        sorted({entry.parameters[name] for entry in group}, key=sort_key) for name in (down, across)
    )
    found = {(entry.parameters[down], entry.parameters[across]): entry for entry in group}
    body = [(f"{down} = {row}", [found.get((row, column)) for column in columns]) for row in rows]
    return Grid(_title(group, [down, across]), [f"{across} = {column}" for column in columns], body)


def _texts(grid: Grid) -> tuple[list[str], list[list[str]]]:
    body = [[label, *(interval(entry) if entry else "" for entry in row)] for label, row in grid.rows]
    return ["", *grid.columns], body


def parameter_names(group: Sequence[Entry]) -> list[str]:
    """Return the names of all parameters; stores of older versions may lack some."""
    return list(dict.fromkeys(name for entry in group for name in entry.parameters))


def _listing(group: Sequence[Entry]) -> tuple[list[str], list[list[str]]]:
    names = parameter_names(group)
    head = [*names, group[0].resource, "lower by", "upper by", "published", "seconds"]
    return head, [_listed(entry, names) for entry in group]


def _listed(entry: Entry, names: Sequence[str]) -> list[str]:
    values = [shortened(entry.parameters.get(name, "")) for name in names]
    theory = band(entry.theory.lower, entry.theory.upper)
    return [*values, interval(entry), by(entry.lower), by(entry.upper), theory, f"{entry.seconds:.2f}"]


def interval(entry: Entry) -> str:
    """Return both ends of ``entry`` as text, such as ``[2, ?]``."""
    return band(*(end.value if end else None for end in (entry.lower, entry.upper)))


def band(lower: Size | None, upper: Size | None) -> str:
    """Return two sizes as text, such as ``[2, inf]``; long ones are shortened."""
    return f"[{short(lower)}, {short(upper)}]"


def short(value: Size | None) -> str:
    """Return a size as text: ``?`` when unknown, a power of two when it is long."""
    if value is None:
        return "?"
    if not isinstance(value, int) or value < 10**MOST_DIGITS:
        return str(value)
    power = value.bit_length() - 1
    return f"2^{power}" if value == 1 << power else f"about 2^{log2(value):.1f}"


def by(end: End | None) -> str:
    """Return the method and the kind of certificate of an end."""
    return "" if end is None else f"{end.method} ({end.kind})"


def _grid(head: list[str], body: list[list[str]], style: str) -> str:
    from tabulate import tabulate

    if style == "pipe":
        head, body = _piped(head), [_piped(row) for row in body]
    return str(tabulate(body, head, tablefmt=style, disable_numparse=True))


def _piped(row: Sequence[str]) -> list[str]:
    return [text.replace("|", r"\|").replace("\n", " ") for text in row]


def _unsettled(entries: Iterable[Entry]) -> list[str]:
    lines = [_unsettled_line(entry) for entry in entries if entry.status in ("failed", "stopped")]
    return ["\n".join(["Not finished:", "", *lines])] if lines else []


def _unsettled_line(entry: Entry) -> str:
    names = ", ".join(f"{name} = {shortened(value)}" for name, value in entry.parameters.items())
    return f"- {entry.problem} at {names}: {entry.status}: {entry.reason}"


def _latex(entries: Sequence[Entry]) -> str:
    return "\n\n".join(tabular(*_listing(group)) for group in grouped(entries)) or "% no cells yet"


FORMATS: dict[str, Callable[[Sequence[Entry]], str]] = {
    "text": _text,
    "markdown": _markdown,
    "csv": _csv,
    "latex": _latex,
    "json": _json,
}
