"""The notebooks run from top to bottom in a kernel of this interpreter, and show pictures."""

from __future__ import annotations

from pathlib import Path

import jupytext
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks import notebooks

NAMES = {"feature_rank", "first_tour", "heads_and_degree", "min_and_max"}
PICTURE = """
class Picture:
    def __repr__(self): return "what it shows"
    def _repr_svg_(self): return "<svg/>"
    def _repr_png_(self): return b"png"
Picture()
"""


def test_all_notebooks_are_known() -> None:
    assert {source.stem for source in notebooks.SOURCES} == NAMES


@pytest.mark.parametrize("source", notebooks.SOURCES, ids=[source.stem for source in notebooks.SOURCES])
def test_a_notebook_runs_and_shows_pictures(source: Path) -> None:
    shown = notebooks.pictures(notebooks.executed(source))
    assert len(shown) >= 3
    assert all(picture[notebooks.SVG].startswith("<?xml") for picture in shown)
    assert all(len(picture[notebooks.TEXT]) > 40 for picture in shown), "a picture says what it shows"


@pytest.mark.parametrize("source", notebooks.SOURCES, ids=[source.stem for source in notebooks.SOURCES])
def test_sources_hold_no_outputs_and_define_nothing(source: Path) -> None:
    notebook = jupytext.read(source)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    assert not any(line.startswith(("def ", "class ")) for line in source.read_text().splitlines())


def test_what_notebooks_show_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "toy.py"
    source.write_text(jupytext.writes(new_notebook(cells=[new_code_cell(PICTURE)]), fmt="py:percent"))
    monkeypatch.setattr(notebooks, "SOURCES", [source])
    notebooks.run(tmp_path / "kept")
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [
        "pictures.md", "toy-1.png", "toy-1.svg", "toy.ipynb",
    ]  # fmt: skip
    assert (tmp_path / "kept/toy-1.svg").read_text() == "<svg/>"
    assert (tmp_path / "kept/toy-1.png").read_bytes() == b"png"
    assert "[toy-1.svg](toy-1.svg): what it shows" in (tmp_path / "kept/pictures.md").read_text()
    assert "1 notebooks, 1 pictures" in capsys.readouterr().out
