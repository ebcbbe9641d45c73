"""Tables of certified bounds as text, markdown, CSV, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
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
    for group in _grouped(entries):
        parts += _grids(group, style, title)
        parts.append(_grid(*_listing(group), style))
    parts += _unsettled(entries)
    return "\n\n".join(parts) if parts else "no cells yet"


def _grouped(entries: Iterable[Entry]) -> list[list[Entry]]:
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.problem, entry.resource), []).append(entry)
    return list(groups.values())


def _grids(group: Sequence[Entry], style: str, title: str) -> list[str]:
    """Return the intervals as grids over the first two integer parameters that vary, with a title each."""
    varying = [name for name in group[0].parameters if _is_varying_integer(group, name)]
    if len(varying) < 2:
        return [title.format(_title(group, []))]
    down, across = varying[:2]
    slices: dict[str, list[Entry]] = {}
    for entry in group:
        others = str([value for name, value in entry.parameters.items() if name not in (down, across)])
        slices.setdefault(others, []).append(entry)
    parts: list[str] = []
    for part in slices.values():
        parts += [title.format(_title(part, [down, across])), _grid(*_pivot(part, down, across), style)]
    return parts


def _is_varying_integer(group: Sequence[Entry], name: str) -> bool:
    values = [entry.parameters[name] for entry in group]
    return all(isinstance(value, int) for value in values) and len(set(values)) > 1


def _title(group: Sequence[Entry], axes: Sequence[str]) -> str:
    first = group[0]
    fixed = [
        f"{name} = {shortened(value)}"
        for name, value in first.parameters.items()
        if all(entry.parameters[name] == value for entry in group)
    ]
    over = [f"{axes[0]} down, {axes[1]} across"] if axes else []
    return ", ".join([f"{first.problem}: {first.resource}", *fixed, *over])


def _pivot(group: Sequence[Entry], down: str, across: str) -> tuple[list[str], list[list[str]]]:
    rows, columns = (
        sorted({entry.parameters[name] for entry in group}, key=sort_key) for name in (down, across)
    )
    shown = {(entry.parameters[down], entry.parameters[across]): _interval(entry) for entry in group}
    body = [[f"{down} = {row}", *(shown.get((row, column), "") for column in columns)] for row in rows]
    return ["", *(f"{across} = {column}" for column in columns)], body


def _listing(group: Sequence[Entry]) -> tuple[list[str], list[list[str]]]:
    names = list(group[0].parameters)
    head = [*names, group[0].resource, "lower by", "upper by", "published", "seconds"]
    return head, [_listed(entry, names) for entry in group]


def _listed(entry: Entry, names: Sequence[str]) -> list[str]:
    values = [shortened(entry.parameters.get(name, "")) for name in names]
    theory = _band(entry.theory.lower, entry.theory.upper)
    return [*values, _interval(entry), _by(entry.lower), _by(entry.upper), theory, f"{entry.seconds:.2f}"]


def _interval(entry: Entry) -> str:
    return _band(*(end.value if end else None for end in (entry.lower, entry.upper)))


def _band(lower: Size | None, upper: Size | None) -> str:
    return f"[{_short(lower)}, {_short(upper)}]"


def _short(value: Size | None) -> str:
    if value is None:
        return "?"
    if not isinstance(value, int) or value < 10**MOST_DIGITS:
        return str(value)
    power = value.bit_length() - 1
    return f"2^{power}" if value == 1 << power else f"about 2^{log2(value):.1f}"


def _by(end: End | None) -> str:
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
    return "\n\n".join(tabular(*_listing(group)) for group in _grouped(entries)) or "% no cells yet"


FORMATS: dict[str, Callable[[Sequence[Entry]], str]] = {
    "text": _text,
    "markdown": _markdown,
    "csv": _csv,
    "latex": _latex,
    "json": _json,
}
