"""Writing the pictures of stores into a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from lpbounds.errors import InputError
from lpbounds.figures import Picture, pictures
from lpbounds.store import read, results_of
from lpbounds.summary import Entry, entries

FORMATS = ("svg", "png")
LONGEST_NAME = 80


def merged(stores: Sequence[Path]) -> list[Entry]:
    """Return the entries of several stores, the best ends of each cell over all of them.

    Raises:
        InputError: one is no store.
    """
    with ExitStack() as stack:
        return entries(results_of([stack.enter_context(read(path)) for path in stores]))


def draw(stores: Sequence[Path], folder: Path, report: Callable[[str], None]) -> list[Path]:
    """Draw what ``stores`` hold into ``folder``; return the files written.

    Raises:
        InputError: one is no store, they hold no cells, or ``folder`` cannot be written to.
    """
    found = merged(stores)
    if not found:
        raise InputError("store", ", ".join(map(str, stores)), "stores that hold cells")
    return save(pictures(found), folder, report)


def save(drawn: Sequence[Picture], folder: Path, report: Callable[[str], None]) -> list[Path]:
    """Write pictures into ``folder``, named by their titles; return the files written.

    Raises:
        InputError: ``folder`` cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [
            path
            for number, picture in enumerate(drawn, 1)
            for path in _save(picture, folder / f"{number:02}-{name(picture.title)}", report)
        ]
    except OSError as error:
        raise InputError("out", folder, f"a folder that can be written to ({error.strerror})") from None


def name(title: str) -> str:
    """Return ``title`` as the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:LONGEST_NAME].rstrip("-")


def _save(picture: Picture, path: Path, report: Callable[[str], None]) -> Iterator[Path]:
    report(f"drawing {path.name}")
    for form in FORMATS:
        target = path.with_name(f"{path.name}.{form}")
        target.write_bytes(picture.rendered(form))
        yield target
