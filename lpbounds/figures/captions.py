"""The words of pictures: what is bounded, over which parameters, and between which ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log2
from textwrap import fill

from lpbounds import registry
from lpbounds.bounds import Size, shortened, size_text
from lpbounds.summary import Entry

LABEL_LENGTH = 32


def quantity(group: Sequence[Entry]) -> str:
    """Return what the entries bound, such as ``feature rank of min-ip``."""
    resource, problem = group[0].resource, group[0].problem
    return resource.replace("-", " ") + ("" if resource == problem else f" of {problem}")


def title_of(group: Sequence[Entry], axes: Sequence[str]) -> str:
    """Return the quantity and the parameters that all entries share, apart from ``axes``."""
    first = group[0].parameters
    fixed = [
        f"{name} = {shortened(value, 24)}"
        for name, value in first.items()
        if name not in axes and value != "none" and all(item.parameters.get(name) == value for item in group)
    ]
    return ", ".join([quantity(group), *fixed])


def meaning(group: Sequence[Entry], name: str) -> str:
    """Return what the parameter is, as the problem says, for an axis."""
    for parameter in registry.get(group[0].problem).parameters:
        if parameter.name == name:
            return fill(f"{name}: {parameter.help}", LABEL_LENGTH)
    return name


def finite(values: Iterable[Size | None]) -> list[Size]:
    """Return the sizes that are known and finite."""
    return [value for value in values if value is not None and value != inf]


def ends(entry: Entry) -> tuple[Size | None, Size | None]:
    """Return the certified lower and upper end, None where there is none."""
    lower, upper = (end.value if end else None for end in (entry.lower, entry.upper))
    return lower, upper


def told_of(entry: Entry) -> str:
    """Return the interval in words."""
    lower, upper = (size_text(end) for end in ends(entry))
    return lower if lower == upper else f"{shortened(lower)} to {shortened(upper)}"


def short(value: Size | None) -> str:
    """Return a size as it fits into a cell."""
    if value is None or not isinstance(value, int):
        return "?" if value is None else "∞"
    return str(value) if value < 10**6 else f"$2^{{{log2(value):.1f}}}$"
