"""Pictures of certified bounds: intervals, phase diagrams, counts, kernels and dual measures.

Everything reads in grey too: lower and upper ends differ by the shape of their marks, what is not settled is
hatched, and colours grow lighter with the value.  Sizes that span decades, which may be integers of any
length, are shown by their logarithms to base 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log2
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from lpbounds import registry
from lpbounds.bounds import Size, shortened, size_text
from lpbounds.summary import Entry, sort_key
from lpbounds.tables import grouped, slices

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

COLOURS = "cividis"
DARK, MIDDLE, LIGHT = "#1b1b3a", "#6f6f7d", "#d9d9e0"
HATCH = "////"
# Sizes whose largest is this many times the least are shown on a logarithmic axis.
DECADES = 50
LARGEST_PLAIN = 10**6
# Where a size of 0 stands on a logarithmic axis.
NOTHING = -1.0
MOST_CELLS = 40
MOST_BARS = 24
MOST_TICKS = 16
WIDTH, INCH = 6.4, 0.42
LABEL_LENGTH = 32


@dataclass(frozen=True)
class Picture:
    """A figure with its title and, for those who cannot see it, what it shows."""

    title: str
    alt: str
    figure: Figure


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


def quantity(group: Sequence[Entry]) -> str:
    """Return what the entries bound, such as ``feature rank of min-ip``."""
    resource, problem = group[0].resource, group[0].problem
    return resource.replace("-", " ") + ("" if resource == problem else f" of {problem}")


def _title(group: Sequence[Entry], axes: Sequence[str]) -> str:
    first = group[0].parameters
    fixed = [
        f"{name} = {shortened(value, 24)}"
        for name, value in first.items()
        if name not in axes and value != "none" and all(item.parameters.get(name) == value for item in group)
    ]
    return ", ".join([quantity(group), *fixed])


def _meaning(group: Sequence[Entry], name: str) -> str:
    """Return what the parameter is, as the problem says, for an axis."""
    for parameter in registry.get(group[0].problem).parameters:
        if parameter.name == name:
            return fill(f"{name}: {parameter.help}", LABEL_LENGTH)
    return name


def _new(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure of its own, known to no window system."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _finite(values: Iterable[Size | None]) -> list[Size]:
    return [value for value in values if value is not None and value != inf]


def _ends(entry: Entry) -> tuple[Size | None, Size | None]:
    lower, upper = (end.value if end else None for end in (entry.lower, entry.upper))
    return lower, upper


def intervals(group: Sequence[Entry], over: str) -> Picture:
    """Return the certified interval of each entry against the parameter ``over``, and the published band.

    A dot where the ends meet; a mark pointing up for a lower end and one pointing down for an upper end; at
    the edges a question mark for an end that is not known and the sign of infinity for one that is infinite.
    """
    ordered = sorted(group, key=lambda entry: sort_key(entry.parameters[over]))
    sizes = _finite(
        size for entry in ordered for size in (*_ends(entry), entry.theory.lower, entry.theory.upper)
    )
    scale = _scale(sizes)
    figure, axes = _new(WIDTH, 4.2)
    places = [float(Fraction(entry.parameters[over])) for entry in ordered]
    _draw_band(axes, places, ordered, scale)
    for place, entry in zip(places, ordered, strict=True):
        _draw_interval(axes, place, entry, scale)
    title = _title(group, [over])
    _label(axes, title, _meaning(group, over), quantity(group))
    _mark_sizes(axes, scale, places)
    _explain(axes)
    told = "; ".join(f"{over} = {entry.parameters[over]}: {_told(entry)}" for entry in ordered)
    return Picture(title, f"Intervals of the {title}. {told}.", figure)


def _told(entry: Entry) -> str:
    lower, upper = (size_text(end) for end in _ends(entry))
    return lower if lower == upper else f"{shortened(lower)} to {shortened(upper)}"


def _scale(sizes: Sequence[Size]) -> Callable[[Size], float]:
    positive = [size for size in sizes if size > 0]
    if positive and (max(positive) >= DECADES * min(positive) or max(positive) >= LARGEST_PLAIN):
        return lambda size: log2(size) if size > 0 else NOTHING
    return float


def _draw_band(
    axes: Axes, places: Sequence[float], group: Sequence[Entry], scale: Callable[[Size], float]
) -> None:
    ends = {
        "lower": [entry.theory.lower for entry in group],
        "upper": [entry.theory.upper for entry in group],
    }
    for side, values in ends.items():
        heights = [np.nan if value in (None, inf) else scale(value or 0) for value in values]
        if not np.isnan(heights).all():
            style = "--" if side == "lower" else ":"
            axes.plot(places, heights, style, color=MIDDLE, label=f"published {side} bound", zorder=1)
    if all(None not in values and inf not in values for values in ends.values()):
        low, high = ([scale(value or 0) for value in ends[side]] for side in ("lower", "upper"))
        axes.fill_between(places, low, high, color=LIGHT, alpha=0.6, zorder=0)


def _draw_interval(axes: Axes, place: float, entry: Entry, scale: Callable[[Size], float]) -> None:
    lower, upper = _ends(entry)
    if lower is not None and lower == upper != inf:
        axes.plot(place, scale(lower), "o", color=DARK, markersize=6, label="settled")
        return
    if lower not in (None, inf) and upper not in (None, inf):
        axes.plot([place] * 2, [scale(lower or 0), scale(upper or 0)], "-", color=DARK, linewidth=1)
    if lower not in (None, inf):
        axes.plot(place, scale(lower or 0), "^", color=DARK, markersize=6, label="certified lower bound")
    if upper not in (None, inf):
        label = "certified upper bound"
        axes.plot(place, scale(upper or 0), "v", color=DARK, mfc="white", markersize=6, label=label)
    _draw_edges(axes, place, lower, upper)


def _draw_edges(axes: Axes, place: float, lower: Size | None, upper: Size | None) -> None:
    """Mark what has no height: ends that are not known or infinite, below the others and above."""
    marks = {None: ("$?$", "not known"), inf: (r"$\infty$", "no finite upper bound")}
    found = [(0.97, (r"$\infty$", "no size will do"))]
    if lower != inf:
        found = [(height, marks[end]) for height, end in ((0.03, lower), (0.97, upper)) if end in marks]
    for height, (mark, label) in found:
        edge = axes.get_xaxis_transform()
        axes.plot(place, height, ls="", marker=mark, color=DARK, transform=edge, ms=9, label=label)


def _label(axes: Axes, title: str, across: str, up: str) -> None:
    axes.set_title(title, fontsize=10, wrap=True)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _mark_sizes(axes: Axes, scale: Callable[[Size], float], places: Sequence[float]) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    if scale is not float:
        axes.yaxis.set_major_formatter(FuncFormatter(_power))
    if len(places) <= MOST_TICKS:
        axes.set_xticks(sorted(set(places)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda place, _: f"{place:g}"))


def _power(height: float, _: object) -> str:
    return f"$2^{{{height:g}}}$" if height >= 0 else "0" if height == NOTHING else ""


def _explain(axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    first = dict(zip(labels, handles, strict=True))
    if first:
        axes.legend(first.values(), first.keys(), fontsize=8, frameon=False, loc="best")


def phase_diagram(group: Sequence[Entry], down: str, across: str) -> Picture:
    """Return a grid over two parameters: settled cells coloured with their value, the others hatched."""
    rows, columns = (
        sorted({entry.parameters[name] for entry in group}, key=sort_key)[:MOST_CELLS]
        for name in (down, across)
    )
    settled = _finite(_ends(entry)[0] for entry in group if entry.status == "settled")
    paint = _paint(settled)
    figure, axes = _new(1.8 + max(len(columns), 5) * 1.7 * INCH, 1.5 + max(len(rows), 3) * INCH)
    drawn = [item for item in group if item.parameters[down] in rows and item.parameters[across] in columns]
    for entry in drawn:
        place = columns.index(entry.parameters[across]), rows.index(entry.parameters[down])
        _draw_cell(axes, *place, entry, paint)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [shortened(value, 12) for value in columns])
    axes.set_yticks(range(len(rows)), [shortened(value, 12) for value in rows])
    title = _title(group, [down, across]) + _left_out(len(group) - len(drawn), "cells")
    _label(axes, title, _meaning(group, across), _meaning(group, down))
    opened = sum(entry.status != "settled" for entry in drawn)
    told = f"{len(drawn) - opened} cells settled, {opened} not"
    alt = f"Grid of the {title}, {down} down and {across} across: {told}."
    return Picture(title, alt, figure)


def _left_out(count: int, what: str) -> str:
    return f" ({count} more {what} left out)" if count else ""


def _paint(settled: Sequence[Size]) -> Callable[[Size], Any]:
    from matplotlib import colormaps

    scale = _scale(settled)
    heights = [scale(size) for size in settled] or [0.0]
    least, span = min(heights), (max(heights) - min(heights)) or 1.0
    # The ends of the colours are left out, so that black and white numbers stand out against them.
    return lambda size: colormaps[COLOURS](0.12 + 0.8 * (scale(size) - least) / span)


def _draw_cell(axes: Axes, x: int, y: int, entry: Entry, paint: Callable[[Size], Any]) -> None:
    from matplotlib.patches import Rectangle

    lower, upper = _ends(entry)
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
    text = _short(lower) if settled else f"[{_short(lower)}, {_short(upper)}]"
    box = None if settled else {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
    size = 10 if settled else 8
    axes.text(
        x, y, text, ha="center", va="center", fontsize=size, color="white" if is_dark else "black", bbox=box
    )


def _short(value: Size | None) -> str:
    if value is None or not isinstance(value, int):
        return "?" if value is None else "∞"
    return str(value) if value < 10**6 else f"$2^{{{log2(value):.1f}}}$"


def counts(group: Sequence[Entry]) -> Picture:
    """Return how many entries have each interval, those not settled hatched."""
    found = Counter((_told(entry), entry.status == "settled") for entry in group)
    ordered = sorted(found.items(), key=lambda item: (not item[0][1], sort_key(item[0][0].split(" ")[0])))
    bars = ordered[:MOST_BARS]
    figure, axes = _new(WIDTH, 1.4 + INCH * len(bars))
    for place, ((_, settled), count) in enumerate(bars):
        hatch, face = (None, DARK) if settled else (HATCH, "white")
        axes.barh(place, count, color=face, edgecolor=DARK, hatch=hatch, height=0.7)
        axes.annotate(str(count), (count, place), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(range(len(bars)), [told for (told, _), _ in bars])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    title = _title(group, [])
    left_out = _left_out(len(ordered) - len(bars), "intervals")
    _label(axes, title, f"number of cells (hatched: not settled){left_out}", quantity(group))
    told = "; ".join(f"{count} with {name}" for (name, _), count in bars)
    return Picture(title, f"Number of cells by interval of the {title}{left_out}: {told}.", figure)


def kernel_map(kernel: Any, score: Any, bits: int) -> Picture:
    """Return a heat map of a kernel of Min-IP with the inputs marked that prove its least error.

    Args:
        kernel: entries at least 0, shape (2^m, 2^m), rows are queries; each row is scaled to its largest.
        score: the kernel's score: ``query`` and ``inputs`` with ``tokens`` and ``weight``.
        bits: m; tokens are numbered by sum b_i 2^i.
    """
    entries: NDArray[np.float64] = np.array([[float(entry) for entry in row] for row in kernel])
    figure, axes = _new(5.6, 4.8)
    image = axes.imshow(entries / entries.max(axis=1, keepdims=True), cmap=COLOURS, vmin=0, vmax=1)
    figure.colorbar(image, ax=axes, label="weight of the token, largest of its row = 1")
    row = _index(score.query)
    for place in {_index(token) for item in score.inputs for token, _ in item.tokens}:
        axes.plot(place, row, "o", mfc="white", mec="black", markersize=9, markeredgewidth=2)
    _bit_ticks(axes, bits)
    title = f"kernel {score.kernel['name']}, m = {bits}: least error {float(score.lower):.3g}"
    _label(axes, title, "token z (ring: in an input that obstructs query x)", "query x")
    obstruct = "; ".join(str(item) for item in score.inputs)
    return Picture(
        title, f"Heat map of the {title}. Query {score.query} is obstructed by {obstruct}.", figure
    )


def _index(token: str) -> int:
    return sum(1 << place for place, bit in enumerate(token) if bit == "1")


def _bit_ticks(axes: Axes, bits: int) -> None:
    if bits > 4:
        return
    names = ["".join(str(token >> place & 1) for place in range(bits)) for token in range(1 << bits)]
    axes.set_xticks(range(1 << bits), names, rotation=90, fontsize=8, family="monospace")
    axes.set_yticks(range(1 << bits), names, fontsize=8, family="monospace")


def measure(weights: Sequence[tuple[str, Fraction]], title: str) -> Picture:
    """Return the weights of a dual measure, a bar for each input, negative ones hatched.

    Args:
        weights: inputs in words and their weights, such as ``certificate_weights`` gives.
        title: what the measure proves.
    """
    shown = sorted(weights, key=lambda item: -abs(item[1]))[:MOST_BARS]
    figure, axes = _new(WIDTH + 0.6, 1.5 + INCH * len(shown))
    for place, (_, weight) in enumerate(shown):
        hatch, face = (HATCH, "white") if weight < 0 else (None, DARK)
        axes.barh(place, float(weight), color=face, edgecolor=DARK, hatch=hatch, height=0.7)
    axes.axvline(0, color=MIDDLE, linewidth=0.8)
    axes.set_yticks(range(len(shown)), [name for name, _ in shown], family="monospace", fontsize=8)
    axes.invert_yaxis()
    left_out = _left_out(len(weights) - len(shown), "inputs of smaller weight")
    _label(axes, title, f"weight of the input (hatched: negative){left_out}", "input")
    told = "; ".join(f"{name}: {float(weight):.3g}" for name, weight in shown)
    return Picture(title, f"Dual measure, {title}{left_out}. {told}.", figure)


def certificate_weights(certificate: dict[str, Any]) -> list[tuple[str, Fraction]]:
    """Return the inputs of a certificate of kind ``measure`` in words, with their weights."""
    return [
        (" ".join(_copies(part) for part in _parts(item)), Fraction(item["weight"]))
        for item in certificate["proof"]["inputs"]
    ]


def _parts(item: dict[str, Any]) -> list[Any]:
    query = [f"{item['query']}:"] if "query" in item else []
    return query + list(item["tokens"])


def _copies(part: Any) -> str:
    if isinstance(part, str):
        return part
    token, copies = part
    return str(token) if copies == 1 else f"{token} x{copies}"
