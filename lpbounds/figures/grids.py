"""Pictures of many cells: a grid over two parameters, and how many cells have each interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from lpbounds.bounds import Size, shortened
from lpbounds.figures.canvas import (
    COLOURS,
    DARK,
    HATCH,
    INCH,
    LIGHT,
    MIDDLE,
    MOST_BARS,
    WIDTH,
    Picture,
    label,
    left_out_text,
    new,
)
from lpbounds.figures.captions import ends, finite, meaning, quantity, short, title_of, told_of
from lpbounds.figures.scales import scale_of
from lpbounds.summary import Entry, sort_key

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CELLS = 40


def phase_diagram(group: Sequence[Entry], down: str, across: str) -> Picture:
    """Return a grid over two parameters: settled cells coloured with their value, the others hatched."""
    rows, columns = (
        sorted({entry.parameters[name] for entry in group}, key=sort_key)[:MOST_CELLS]
        for name in (down, across)
    )
    settled = finite(ends(entry)[0] for entry in group if entry.status == "settled")
    paint = _paint(settled)
    figure, axes = new(1.8 + max(len(columns), 5) * 1.7 * INCH, 1.5 + max(len(rows), 3) * INCH)
    drawn = [item for item in group if item.parameters[down] in rows and item.parameters[across] in columns]
    for entry in drawn:
        place = columns.index(entry.parameters[across]), rows.index(entry.parameters[down])
        _draw_cell(axes, *place, entry, paint)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [shortened(value, 12) for value in columns])
    axes.set_yticks(range(len(rows)), [shortened(value, 12) for value in rows])
    title = title_of(group, [down, across]) + left_out_text(len(group) - len(drawn), "cells")
    label(axes, title, meaning(group, across), meaning(group, down))
    opened = sum(entry.status != "settled" for entry in drawn)
    told = f"{len(drawn) - opened} cells settled, {opened} not"
    alt = f"Grid of the {title}, {down} down and {across} across: {told}."
    return Picture(title, alt, figure)


def _paint(settled: Sequence[Size]) -> Callable[[Size], Any]:
    from matplotlib import colormaps

    scale = scale_of(settled)
    heights = [scale(size) for size in settled] or [0.0]
    least, span = min(heights), (max(heights) - min(heights)) or 1.0
    # The ends of the colours are left out, so that black and white numbers stand out against them.
    return lambda size: colormaps[COLOURS](0.12 + 0.8 * (scale(size) - least) / span)


def _draw_cell(axes: Axes, x: int, y: int, entry: Entry, paint: Callable[[Size], Any]) -> None:
    from matplotlib.patches import Rectangle

    lower, upper = ends(entry)
    settled = entry.status == "settled"
    known = settled and lower is not None and lower != inf
    colour = paint(lower or 0) if known else (LIGHT if settled else "white")
    axes.add_patch(
        Rectangle(
            (x - 0.48, y - 0.46),
            0.96,
            0.92,
            facecolor=colour,
            edgecolor=MIDDLE,
            linewidth=0.6,
            hatch=None if settled else HATCH,
        )
    )
    is_dark = (
        known and sum(weight * part for weight, part in zip((0.3, 0.59, 0.11), colour, strict=False)) < 0.5
    )
    text = short(lower) if settled else f"[{short(lower)}, {short(upper)}]"
    box = None if settled else {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
    size = 10 if settled else 8
    axes.text(
        x, y, text, ha="center", va="center", fontsize=size, color="white" if is_dark else "black", bbox=box
    )


def counts(group: Sequence[Entry]) -> Picture:
    """Return how many entries have each interval, those not settled hatched."""
    found = Counter((told_of(entry), entry.status == "settled") for entry in group)
    ordered = sorted(found.items(), key=lambda item: (not item[0][1], sort_key(item[0][0].split(" ")[0])))
    bars = ordered[:MOST_BARS]
    figure, axes = new(WIDTH, 1.4 + INCH * len(bars))
    for place, ((_, settled), count) in enumerate(bars):
        hatch, face = (None, DARK) if settled else (HATCH, "white")
        axes.barh(place, count, color=face, edgecolor=DARK, hatch=hatch, height=0.7)
        axes.annotate(str(count), (count, place), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(range(len(bars)), [told for (told, _), _ in bars])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    title = title_of(group, [])
    left_out = left_out_text(len(ordered) - len(bars), "intervals")
    label(axes, title, f"number of cells (hatched: not settled){left_out}", quantity(group))
    told = "; ".join(f"{count} with {name}" for (name, _), count in bars)
    return Picture(title, f"Number of cells by interval of the {title}{left_out}: {told}.", figure)
