"""Curves of several families over one quantity, such as the errors of kernels over their features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lpbounds.figures.canvas import DARK, MIDDLE, WIDTH, Picture, explain, label, new

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Families differ by mark and dashes: colour carries nothing.
MARKS = "osDv^P*X"
DASHES = ("-", "--", "-.", ":")


@dataclass(frozen=True)
class Curve:
    """A family: its name and its points (across, up), across growing."""

    name: str
    points: Sequence[tuple[float, float]]


def curves(
    families: Sequence[Curve], title: str, across: str, up: str, level: tuple[str, float] | None = None
) -> Picture:
    """Return the curves over an axis of doubling steps.

    Args:
        families: the curves; what they run over is positive.
        title: what is compared.
        across: the quantity that grows along the axis.
        up: the quantity that the curves show.
        level: the name and the height of a line to compare with.
    """
    figure, axes = new(WIDTH, 4.2)
    for place, family in enumerate(families):
        xs, ys = zip(*family.points, strict=True)
        mark, dash = MARKS[place % len(MARKS)], DASHES[place % len(DASHES)]
        axes.plot(xs, ys, dash, marker=mark, color=DARK, mfc="white", label=family.name, linewidth=1)
    if level:
        axes.axhline(level[1], color=MIDDLE, linewidth=1.5, label=level[0])
    _double(axes, sorted({x for family in families for x, _ in family.points}))
    label(axes, title, across, up)
    explain(axes, beside=True)
    told = "; ".join(f"{family.name}: {_told(family)}" for family in families)
    return Picture(title, f"Curves of {title}. {told}.", figure)


def _double(axes: Axes, places: Sequence[float]) -> None:
    from matplotlib.ticker import NullLocator

    axes.set_xscale("log", base=2)
    axes.set_xticks(places, [f"{place:g}" for place in places])
    axes.xaxis.set_minor_locator(NullLocator())


def _told(family: Curve) -> str:
    return ", ".join(f"{y:.3g} at {x:g}" for x, y in family.points)
