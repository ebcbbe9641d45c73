"""Pictures: what they show, for which stores, and the files they are written to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path

import numpy as np
import pytest
from matplotlib.patches import Rectangle

import lpbounds
from lpbounds import figures
from lpbounds.bounds import Theory
from lpbounds.cli import run
from lpbounds.figures.canvas import HATCH, MOST_BARS
from lpbounds.figures.grids import MOST_CELLS
from lpbounds.figures.scales import NOTHING
from lpbounds.results import Cell, End, Result
from lpbounds.store import create
from lpbounds.summary import Entry

SVG = b"<svg"


def entry(m: int, n: int, lower: float | None, upper: float | None, **change: object) -> Entry:
    ends = [None if value is None else End(value, "method", "theorem") for value in (lower, upper)]
    status = "settled" if lower is not None and lower == upper else "open"
    parameters = {"m": m, "n": n, "eps": "1/2"}
    return replace(Entry("min-ip", parameters, "feature-rank", *ends, Theory(), status, "", 0.1), **change)


GRID = [entry(1, 3, 1, 1), entry(1, 4, 1, 1), entry(2, 3, 2, 5), entry(2, 4, None, inf)]
LINE = [entry(4, 3, 2, 2), entry(5, 3, 3, 6), entry(6, 3, inf, inf), entry(7, 3, None, 10**400)]


def texts(picture: figures.Picture) -> list[str]:
    return [text.get_text() for text in picture.figure.axes[0].texts]


def test_two_parameters_that_vary_make_a_phase_diagram() -> None:
    (picture,) = figures.pictures(GRID)
    assert texts(picture) == ["1", "1", "[2, 5]", "[?, ∞]"]
    patches = [patch for patch in picture.figure.axes[0].patches if isinstance(patch, Rectangle)]
    assert [patch.get_hatch() for patch in patches] == [None, None, HATCH, HATCH]
    assert "2 cells settled, 2 not" in picture.alt
    axes = picture.figure.axes[0]
    assert axes.get_xlabel().startswith("n:") and axes.get_ylabel().startswith("m:")


def test_one_parameter_that_varies_makes_an_interval_plot() -> None:
    (picture,) = figures.pictures(LINE)
    axes = picture.figure.axes[0]
    assert axes.get_ylabel() == "feature rank of min-ip"
    labels = {text.get_text() for text in axes.get_legend().get_texts()}
    ends = {"certified lower bound", "certified upper bound", "not known"}
    assert labels == {"settled", "no size will do", *ends}
    assert "m = 4: 2; m = 5: 3 to 6; m = 6: inf; m = 7: ? to" in picture.alt


def test_ends_without_a_height_are_marked_at_the_edges() -> None:
    group = [entry(1, 3, None, None), entry(2, 3, 2, inf), entry(3, 3, 0, 4)]
    axes = figures.intervals(group, "m").figure.axes[0]
    marked = {(line.get_xydata()[0][0], line.get_marker()) for line in axes.lines}
    assert {(1.0, "$?$"), (2.0, r"$\infty$"), (2.0, "^"), (3.0, "^"), (3.0, "v")} <= marked


def test_a_size_of_zero_is_called_zero_among_sizes_of_all_lengths() -> None:
    picture = figures.intervals([entry(1, 3, 0, 10**400)], "m")
    axes = picture.figure.axes[0]
    assert axes.yaxis.get_major_formatter()(NOTHING, 0) == "0"
    assert axes.yaxis.get_major_formatter()(7.0, 0) == "$2^{7}$"


def test_what_does_not_fit_is_counted() -> None:
    wide = [entry(m, n, 1, 1) for m in range(1, MOST_CELLS + 3) for n in (3, 4)]
    picture = figures.phase_diagram(wide, "m", "n")
    assert "(4 more cells left out)" in picture.title
    assert f"{2 * MOST_CELLS} cells settled, 0 not" in picture.alt
    many = [(str(place), Fraction(1, place)) for place in range(1, MOST_BARS + 4)]
    assert "(3 more inputs of smaller weight left out)" in figures.measure(many, "title").alt


def test_the_published_band_is_drawn() -> None:
    band = [replace(item, theory=Theory(1, 2**20)) for item in LINE[:2]]
    legend = figures.intervals(band, "m").figure.axes[0].get_legend()
    labels = [text.get_text() for text in legend.get_texts()]
    assert labels[:2] == ["published lower bound", "published upper bound"]


def test_cells_without_integer_parameters_are_counted() -> None:
    names = [entry(2, 3, value, value, parameters={"table": str(value)}) for value in (1, 2, 3)]
    (picture,) = figures.pictures([*names, replace(names[0], parameters={"table": "x"})])
    assert "2 with 1; 1 with 2; 1 with 3" in picture.alt


def test_slices_have_a_picture_each() -> None:
    other = [replace(item, parameters=item.parameters | {"eps": "1/4"}) for item in GRID]
    assert [picture.title for picture in figures.pictures([*GRID, *other])] == [
        "feature rank of min-ip, eps = 1/2",
        "feature rank of min-ip, eps = 1/4",
    ]


def test_a_kernel_with_its_obstructing_inputs() -> None:
    score = lpbounds.score("min-ip", np.ones((4, 4)), n=3)
    picture = figures.kernel_map(np.ones((4, 4)), score, 2)
    marked = {tuple(map(int, line.get_xydata()[0])) for line in picture.figure.axes[0].lines}
    query = sum(1 << place for place, bit in enumerate(score.query) if bit == "1")
    assert marked and all(y == query for _, y in marked)
    assert score.query in picture.alt


def test_the_measure_of_a_certificate() -> None:
    lower = lpbounds.solve("min-ip", m=4, n=3, method="rank-one").lower
    assert lower is not None
    weights = figures.certificate_weights(lower.certificate)
    assert weights[0][0].startswith("1100: 1100") and sum(weight for _, weight in weights) == 0
    picture = figures.measure([*weights, ("small", Fraction(1, 10**30))], "rank one fails")
    hatched = [patch.get_hatch() for patch in picture.figure.axes[0].patches]
    assert hatched.count(HATCH) == sum(weight < 0 for _, weight in weights)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "toy.sqlite"
    with create(path) as opened:
        for a in (1, 2):
            cell = Cell("min-ip", {"m": a, "n": 3, "eps": "1/2"}, "feature-rank")
            opened.add(Result(cell, "done", "", End(a, "x", "theorem"), End(4, "y", "model")))
    return path


def test_figures_are_written_and_are_the_same_again(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = store.parent / "pictures"
    assert run(["figures", str(store), "--out", str(out)]) == 0
    files = sorted(out.iterdir())
    assert [str(path) for path in files] == sorted(capsys.readouterr().out.split())
    assert [path.suffix for path in files] == [".png", ".svg"]
    before = files[1].read_bytes()
    assert SVG in before
    assert run(["figures", str(store), "--out", str(out)]) == 0
    assert files[1].read_bytes() == before


def test_bad_input_writes_nothing(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none"
    assert run(["figures", str(tmp_path / "absent"), "--out", str(out)]) == 2
    assert run(["figures", str(store), "--out", str(store)]) == 2
    assert not out.exists()
    assert capsys.readouterr().err.count("\n") == 2
