"""Interval plots: lower and upper ends over one parameter, with the published band."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from lpbounds.bounds import Size
from lpbounds.figures.canvas import DARK, LIGHT, MIDDLE, WIDTH, Picture, explain, label, new
from lpbounds.figures.captions import ends, finite, meaning, quantity, title_of, told_of
from lpbounds.figures.scales import power, scale_of
from lpbounds.summary import Entry, sort_key

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_TICKS = 16


def intervals(group: Sequence[Entry], over: str) -> Picture:
    """Return the certified interval of each entry against the parameter ``over``, and the published band.

    A dot where the ends meet; a mark pointing up for a lower end and one pointing down for an upper end; at
    the edges a question mark for an end that is not known and the sign of infinity for one that is infinite.
    """
    ordered = sorted(group, key=lambda entry: sort_key(entry.parameters[over]))
    sizes = finite(
        size for entry in ordered for size in (*ends(entry), entry.theory.lower, entry.theory.upper)
    )
    scale = scale_of(sizes)
    figure, axes = new(WIDTH, 4.2)
    places = [float(Fraction(entry.parameters[over])) for entry in ordered]
    _draw_band(axes, places, ordered, scale)
    for place, entry in zip(places, ordered, strict=True):
        _draw_interval(axes, place, entry, scale)
    title = title_of(group, [over])
    label(axes, title, meaning(group, over), quantity(group))
    _mark_sizes(axes, scale, places)
    explain(axes)
    told = "; ".join(f"{over} = {entry.parameters[over]}: {told_of(entry)}" for entry in ordered)
    return Picture(title, f"Intervals of the {title}. {told}.", figure)


def _draw_band(
    axes: Axes, places: Sequence[float], group: Sequence[Entry], scale: Callable[[Size], float]
) -> None:
    bands = {
        "lower": [entry.theory.lower for entry in group],
        "upper": [entry.theory.upper for entry in group],
    }
    for side, values in bands.items():
        heights = [np.nan if value in (None, inf) else scale(value or 0) for value in values]
        if not np.isnan(heights).all():
            style = "--" if side == "lower" else ":"
            axes.plot(places, heights, style, color=MIDDLE, label=f"published {side} bound", zorder=1)
    if all(None not in values and inf not in values for values in bands.values()):
        low, high = ([scale(value or 0) for value in bands[side]] for side in ("lower", "upper"))
        axes.fill_between(places, low, high, color=LIGHT, alpha=0.6, zorder=0)


def _draw_interval(axes: Axes, place: float, entry: Entry, scale: Callable[[Size], float]) -> None:
    lower, upper = ends(entry)
    if lower is not None and lower == upper != inf:
        axes.plot(place, scale(lower), "o", color=DARK, markersize=6, label="settled")
        return
    if lower not in (None, inf) and upper not in (None, inf):
        axes.plot([place] * 2, [scale(lower or 0), scale(upper or 0)], "-", color=DARK, linewidth=1)
    if lower not in (None, inf):
        axes.plot(place, scale(lower or 0), "^", color=DARK, markersize=6, label="certified lower bound")
    if upper not in (None, inf):
        words = "certified upper bound"
        axes.plot(place, scale(upper or 0), "v", color=DARK, mfc="white", markersize=6, label=words)
    _draw_edges(axes, place, lower, upper)


def _draw_edges(axes: Axes, place: float, lower: Size | None, upper: Size | None) -> None:
    """Mark what has no height: ends that are not known or infinite, below the others and above."""
    marks = {None: ("$?$", "not known"), inf: (r"$\infty$", "no finite upper bound")}
    found = [(0.97, (r"$\infty$", "no size will do"))]
    if lower != inf:
        found = [(height, marks[end]) for height, end in ((0.03, lower), (0.97, upper)) if end in marks]
    for height, (mark, words) in found:
        edge = axes.get_xaxis_transform()
        axes.plot(place, height, ls="", marker=mark, color=DARK, transform=edge, ms=9, label=words)


def _mark_sizes(axes: Axes, scale: Callable[[Size], float], places: Sequence[float]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    if scale is not float:
        axes.yaxis.set_major_formatter(FuncFormatter(power))
    axes.set_xticks(_apart(sorted(set(places))))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda place, _: f"{place:g}"))


def _apart(places: Sequence[float]) -> list[float]:
    """Return the places that can be labelled without touching, from the first on."""
    room, kept = (places[-1] - places[0]) / MOST_TICKS, list(places[:1])
    for place in places[1:]:
        if place - kept[-1] >= room:
            kept.append(place)
    return kept
