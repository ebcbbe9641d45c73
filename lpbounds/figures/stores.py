"""The pictures that suit what a store holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lpbounds.figures.canvas import Picture
from lpbounds.figures.grids import counts, phase_diagram
from lpbounds.figures.intervals import intervals
from lpbounds.summary import Entry
from lpbounds.tables import grouped, slices


def pictures(entries: Iterable[Entry]) -> list[Picture]:
    """Return the pictures that suit what a store holds, for each problem and resource.

    With two integer parameters that vary a phase diagram for each choice of the others, with one an interval
    plot, and otherwise the number of cells with each interval.
    """
    return [picture for group in grouped(entries) for picture in _pictures(group)]


def _pictures(group: Sequence[Entry]) -> Iterator[Picture]:
    varying = [
        name for name in group[0].parameters if len({str(entry.parameters.get(name)) for entry in group}) > 1
    ]
    axes = [name for name in varying if all(isinstance(entry.parameters.get(name), int) for entry in group)]
    if len(group) == 1 or not axes:
        yield counts(group)
        return
    parts = slices(group, axes[:2])
    for part in parts:
        if len(axes) > 1 and len(part) > 1:
            yield phase_diagram(part, *axes[:2])
        elif len(part) > 1:
            yield intervals(part, axes[0])
    if all(len(part) == 1 for part in parts):
        yield counts(group)
