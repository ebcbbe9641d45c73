"""Runs the notebooks and keeps what they show.

    python -m benchmarks.notebooks [FOLDER]

Each source in notebooks/ is run from top to bottom in a kernel of this interpreter.  The folder, which is
runs/notebooks unless given, gets the notebooks with their outputs, their pictures as SVG and PNG named by
notebook and number, and ``pictures.md``, which says in words what each picture shows.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lpbounds.progress import progress

if TYPE_CHECKING:
    from nbformat import NotebookNode

SOURCES = sorted((Path(__file__).parent.parent / "notebooks").glob("*.py"))
FOLDER = Path("runs/notebooks")
SVG, PNG, TEXT = "image/svg+xml", "image/png", "text/plain"
# A cell that takes longer is stuck: whole notebooks take less.
SECONDS = 300
# A kernel warns that what it says to this machine alone is not encrypted.
QUIET = ["--IPKernelApp.log_level=ERROR"]


def executed(source: Path) -> NotebookNode:
    """Return the notebook of ``source`` with its outputs.

    Raises:
        CellExecutionError: a cell raised an exception.
        CellTimeoutError: a cell took more than ``SECONDS``.
    """
    import jupytext
    from nbclient import NotebookClient

    notebook: NotebookNode = jupytext.read(source)
    place = {"metadata": {"path": str(source.parent)}}
    # python3 is the name of the kernel of the interpreter that runs this.
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=place)
    client.extra_arguments = QUIET
    client.execute()
    return notebook


def pictures(notebook: NotebookNode) -> list[dict[str, Any]]:
    """Return the pictures: for each its formats by MIME type, and what it shows in words as plain text."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.data for output in outputs if SVG in output.get("data", {})]


def keep(name: str, notebook: NotebookNode, folder: Path) -> Iterator[str]:
    """Write the notebook and its pictures into ``folder``; yield a line of the index for each picture."""
    import nbformat

    nbformat.write(notebook, folder / f"{name}.ipynb")
    for number, picture in enumerate(pictures(notebook), 1):
        target = folder / f"{name}-{number}.svg"
        target.write_text(picture[SVG], encoding="utf-8")
        target.with_suffix(".png").write_bytes(base64.b64decode(picture[PNG]))
        yield f"- [{target.name}]({target.name}): {picture[TEXT]}"


def run(folder: Path) -> None:
    """Run all notebooks and keep what they show in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["# Pictures", ""]
    with progress("running notebooks") as report:
        for source in SOURCES:
            report(f"running {source.name}")
            lines += keep(source.stem, executed(source), folder)
    (folder / "pictures.md").write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"{len(SOURCES)} notebooks, {len(lines) - 2} pictures: {folder}")


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
