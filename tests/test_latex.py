"""LaTeX compiles the tables, and its pages show what the cells say."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
from math import inf
from pathlib import Path

import pytest

from benchmarks.publish import FOLDER
from lpbounds.bounds import Theory
from lpbounds.latex import tabular
from lpbounds.results import Cell, End, Result
from lpbounds.summary import entries
from lpbounds.tables import render

PROGRAMS = {
    "pdflatex": "Debian's texlive-latex-recommended",
    "pdftotext": "Debian's poppler-utils",
}
PREAMBLE = r"""\documentclass{article}
\usepackage[paperwidth=120cm,paperheight=120cm,margin=2cm]{geometry}
\usepackage{booktabs}
\setlength{\parindent}{0pt}
\begin{document}
"""

pytestmark = [
    pytest.mark.extra,
    *(
        pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is missing: {package} has it")
        for program, package in PROGRAMS.items()
    ),
]


def compiled(body: str, folder: Path) -> str:
    """Return the text on the pages of a document with ``body``; a failure shows what LaTeX said."""
    (folder / "page.tex").write_text(f"{PREAMBLE}{body}\n\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=300)
    assert done.returncode == 0, done.stdout[-2000:]
    show = ["pdftotext", "-layout", "-enc", "UTF-8", "page.pdf", "-"]
    return subprocess.run(show, cwd=folder, capture_output=True, text=True, check=True).stdout


def letters(text: str) -> str:
    """Return ``text`` without spaces and underscores, which are not letters of a page but moves and lines."""
    return re.sub(r"[\s_]", "", text)


def columns(line: str) -> list[str]:
    return [part.strip() for part in line.split("   ") if part.strip()]


def test_a_printed_store_compiles(tmp_path: Path) -> None:
    cell = Cell("boolean-heads", {"name": "x & y_1", "eps": "1/2", "share": "100%"}, "heads_{max}")
    result = Result(cell, "done", "", End(3, "rank_one", "theorem"), End(inf, "a&b~c", "proof"))
    shown = letters(compiled(render(entries([result]), "latex"), tmp_path))
    for part in ("x & y_1", "1/2", "100%", "heads_{max}", "[3, ∞]", "rank_one (theorem)", "a&b", "[?, ?]"):
        assert letters(part) in shown


def test_unknown_ends_and_powers_compile(tmp_path: Path) -> None:
    cell = Cell("min-max", {"numbers": 4}, "entries")
    result = Result(cell, "done", "", End(2**77 + 1, "volume", "theorem"), None, Theory(1, 2**50))
    shown = letters(compiled(render(entries([result]), "latex"), tmp_path))
    assert "[about2" in shown and "[1,2" in shown


@pytest.mark.parametrize("path", sorted((FOLDER / "tables").glob("*.tex")), ids=lambda path: path.stem)
def test_every_published_table_compiles(path: Path, tmp_path: Path) -> None:
    lines = path.with_suffix(".csv").read_text(encoding="utf-8").splitlines()
    shown = compiled(path.read_text(encoding="utf-8"), tmp_path)
    assert len([line for line in shown.splitlines() if line.strip()]) >= len(lines)


def test_all_pairs_of_characters_compile(tmp_path: Path) -> None:
    signs = string.printable
    rows = [[f"{first}{second}" for second in signs] for first in signs]
    compiled(tabular([*signs], rows), tmp_path)


@pytest.mark.parametrize("first", ["[1, 2]", "*", "[", "*[x]", "-", "&"])
def test_rows_may_begin_with_any_sign(first: str, tmp_path: Path) -> None:
    shown = compiled(tabular([first, "b"], [[first, "1"], [first, "2"]]), tmp_path)
    assert len([line for line in shown.splitlines() if columns(line)[:1] == [first]]) == 3
