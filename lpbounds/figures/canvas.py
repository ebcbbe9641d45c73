"""What a picture is, and what all pictures have in common."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = "cividis"
DARK, MIDDLE, LIGHT = "#1b1b3a", "#6f6f7d", "#d9d9e0"
HATCH = "////"
MOST_BARS = 24
WIDTH, INCH = 6.4, 0.42
DOTS_PER_INCH = 150
# Files are the same whenever and wherever they are made.
SVG_SALT = "lpbounds"
SILENT = {"svg": dict.fromkeys(("Creator", "Date", "Format", "Type")), "png": {"Software": None}}


@dataclass(frozen=True)
class Picture:
    """A figure with its title and, for those who cannot see it, what it shows."""

    title: str
    alt: str
    figure: Figure

    def __repr__(self) -> str:
        return self.alt

    def rendered(self, form: str) -> bytes:
        """Return the picture as a file of the format ``svg`` or ``png``."""
        import matplotlib

        file = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": SVG_SALT}):
            self.figure.savefig(
                file, format=form, dpi=DOTS_PER_INCH, metadata=SILENT[form], bbox_inches="tight"
            )
        return file.getvalue()

    # What notebooks show.
    def _repr_svg_(self) -> str:
        return self.rendered("svg").decode()

    def _repr_png_(self) -> bytes:
        return self.rendered("png")


def new(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure of its own, known to no window system."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def label(axes: Axes, title: str, across: str, up: str) -> None:
    """Name the picture and what its axes show."""
    axes.set_title(title, fontsize=10, wrap=True)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def explain(axes: Axes, *, beside: bool = False) -> None:
    """Add a legend with each label once, where it hides least or beside the axes."""
    handles, labels = axes.get_legend_handles_labels()
    first = dict(zip(labels, handles, strict=True))
    if first:
        right: dict[str, Any] = {"loc": "center left", "bbox_to_anchor": (1, 0.5)}
        place = right if beside else {"loc": "best"}
        axes.legend(first.values(), first.keys(), fontsize=8, frameon=False, **place)


def left_out_text(count: int, what: str) -> str:
    """Return how many more there are than are drawn, or nothing."""
    return f" ({count} more {what} left out)" if count else ""
