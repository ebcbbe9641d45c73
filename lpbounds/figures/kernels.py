"""Pictures of a kernel with the inputs that obstruct it, and of dual measures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from lpbounds.figures.canvas import (
    COLOURS,
    DARK,
    HATCH,
    INCH,
    MIDDLE,
    MOST_BARS,
    WIDTH,
    Picture,
    label,
    left_out_text,
    new,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray


def kernel_map(kernel: Any, score: Any, bits: int) -> Picture:
    """Return a heat map of a kernel of Min-IP with the inputs marked that prove its least error.

    Args:
        kernel: entries at least 0, shape (2^m, 2^m), rows are queries; each row is scaled to its largest.
        score: the kernel's score: ``query`` and ``inputs`` with ``tokens`` and ``weight``.
        bits: m; tokens are numbered by sum b_i 2^i.
    """
    entries: NDArray[np.float64] = np.array([[float(entry) for entry in row] for row in kernel])
    figure, axes = new(5.6, 4.8)
    image = axes.imshow(entries / entries.max(axis=1, keepdims=True), cmap=COLOURS, vmin=0, vmax=1)
    figure.colorbar(image, ax=axes, label="weight of the token, largest of its row = 1")
    row = _index(score.query)
    for place in {_index(token) for item in score.inputs for token, _ in item.tokens}:
        axes.plot(place, row, "o", mfc="white", mec="black", markersize=9, markeredgewidth=2)
    _bit_ticks(axes, bits)
    title = f"kernel {score.kernel['name']}, m = {bits}: least error {float(score.lower):.3g}"
    label(axes, title, "token z (ring: in an input that obstructs query x)", "query x")
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
    figure, axes = new(WIDTH + 0.6, 1.5 + INCH * len(shown))
    for place, (_, weight) in enumerate(shown):
        hatch, face = (HATCH, "white") if weight < 0 else (None, DARK)
        axes.barh(place, float(weight), color=face, edgecolor=DARK, hatch=hatch, height=0.7)
    axes.axvline(0, color=MIDDLE, linewidth=0.8)
    axes.set_yticks(range(len(shown)), [name for name, _ in shown], family="monospace", fontsize=8)
    axes.invert_yaxis()
    left_out = left_out_text(len(weights) - len(shown), "inputs of smaller weight")
    label(axes, title, f"weight of the input (hatched: negative){left_out}", "input")
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
