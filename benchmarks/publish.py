"""Publishing tables as Markdown, LaTeX and CSV, and telling whether the published ones are stale.

A page is a text in Markdown with the names of its tables in braces.  It is written to NAME.md, and each of
its tables to tables/NAME-TABLE.tex and .csv as well.  CSV has the cells as they are; for people columns
with long integers get commas.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tabulate import tabulate

from benchmarks.stored import fresh
from lpbounds.latex import tabular

FOLDER = Path(__file__).parent
# Numbers, intervals and what goes with them in brackets, infinity included.
NUMBER = re.compile(r"(?:[\d,.^/?\[\]() -]|inf)*")
INTEGER = re.compile(r"(?:[1-9]\d*|0)?")
LONGEST_BARE = 4
SIDES = {"l": "left", "r": "right"}
STALE = 1
BAD_INPUT = 2


@dataclass(frozen=True)
class Table:
    """A table of plain text.

    Attributes:
        name: what its files are called, after the name of the page.
        head: the columns' titles.
        rows: cells, as many in each row as there are titles.
        unchecked: titles of columns that differ from run to run, such as times.
    """

    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    unchecked: Sequence[str] = ()

    def markdown(self) -> str:
        """Return the table in Markdown."""
        shown = (self.head, *self._shown())
        head, *rows = [[cell.replace("|", r"\|") for cell in row] for row in shown]
        sides = [SIDES[letter] for letter in self._columns()]
        return str(tabulate(rows, head, "pipe", disable_numparse=True, colalign=sides))

    def csv(self) -> str:
        """Return the table as comma-separated values."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.head, *self.rows])
        return out.getvalue()

    def latex(self) -> str:
        """Return the table as a ``tabular`` for the package booktabs."""
        return tabular(self.head, self._shown(), self._columns()) + "\n"

    def _shown(self) -> list[list[str]]:
        columns = [_grouped(column) for column in zip(*self.rows, strict=True)]
        return [list(row) for row in zip(*columns, strict=True)]

    def _columns(self) -> str:
        columns = zip(*self.rows, strict=True)
        return "".join("r" if all(map(NUMBER.fullmatch, column)) else "l" for column in columns)

    def stable(self) -> list[list[str]]:
        """Return head and rows without the unchecked columns."""
        kept = [place for place, title in enumerate(self.head) if title not in self.unchecked]
        return [[row[place] for place in kept] for row in (self.head, *self.rows)]


@dataclass(frozen=True)
class Page:
    """A text with tables.

    Attributes:
        name: name of the benchmark, and of the file without its suffix.
        text: Markdown, formatted with the tables by name.
        tables: the tables.
    """

    name: str
    text: str
    tables: Sequence[Table]

    def files(self, folder: Path) -> dict[Path, str]:
        """Return what is to be written to each file in ``folder``."""
        shown = {table.name: table.markdown() for table in self.tables}
        files = {folder / f"{self.name}.md": self.text.format(**shown)}
        for table in self.tables:
            files[self._path(folder, table, "csv")] = table.csv()
            files[self._path(folder, table, "tex")] = table.latex()
        return files

    def write(self, folder: Path = FOLDER) -> None:
        """Write all files, and remove those of tables that the page no longer has."""
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        for path, text in self.files(folder).items():
            path.write_text(text, encoding="utf-8")
        for path in self._left_over(folder):
            path.unlink()

    def _left_over(self, folder: Path) -> list[Path]:
        return sorted(set((folder / "tables").glob(f"{self.name}-*.*")) - set(self.files(folder)))

    def stale(self, folder: Path = FOLDER) -> Iterator[str]:
        """Yield a line for each published table that is another but for unchecked columns."""
        published = [self._published(folder, table) for table in self.tables]
        for old, new in zip(published, self.tables, strict=True):
            if old is None or old.stable() != new.stable():
                yield f"{self.name}: {new.name}: {_difference(old, new)}"
        known = [table for table in published if table is not None]
        if len(known) == len(published):
            yield from replace(self, tables=known)._unlike(folder)

    def _unlike(self, folder: Path) -> Iterator[str]:
        # All formats are made from the rows on file, so that their times agree with each other only.
        for path, text in self.files(folder).items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                yield f"{self.name}: {path.name} does not go with its tables"
        yield from (f"{self.name}: {path.name} is of no table" for path in self._left_over(folder))

    def _path(self, folder: Path, table: Table, suffix: str) -> Path:
        return folder / "tables" / f"{self.name}-{table.name}.{suffix}"

    def _published(self, folder: Path, table: Table) -> Table | None:
        path = self._path(folder, table, "csv")
        if not path.exists():
            return None
        head, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
        return Table(table.name, head, rows, table.unchecked)


def _grouped(column: Sequence[str]) -> Sequence[str]:
    """Put commas into a column of integers if one of them is long."""
    if not all(map(INTEGER.fullmatch, column)) or max(map(len, column)) <= LONGEST_BARE:
        return column
    return [cell and f"{int(cell):,}" for cell in column]


def _difference(old: Table | None, new: Table) -> str:
    if old is None:
        return "not published"
    was, now = old.stable(), new.stable()
    for row in range(max(len(was), len(now))):
        before, after = (rows[row] if row < len(rows) else None for rows in (was, now))
        if before != after:
            return f"row {row} is {before}, should be {after}"
    return "differs"


def publish(make: Callable[[], Page], arguments: Sequence[str] | None = None) -> None:
    """Run a benchmark's command line: write the page, or with ``--check`` compare it with what is there.

    Exits with 1 when something is stale, and with 2 for other arguments.
    """
    sys.exit(run([make], sys.argv[1:] if arguments is None else arguments))


def run(pages: Iterable[Callable[[], Page]], arguments: Sequence[str]) -> int:
    """Write the pages, or with ``--check`` compare them, one by one; return the exit code."""
    if list(arguments) not in ([], ["--check"]):
        print(f"arguments: got {' '.join(arguments)}; allowed: --check or nothing", file=sys.stderr)
        return BAD_INPUT
    work = _check if arguments else _write
    return max([_timed(work, make) for make in pages])


def _timed(work: Callable[[Callable[[], Page]], tuple[str, int]], make: Callable[[], Page]) -> int:
    started = time.perf_counter()
    text, code = work(make)
    print(f"{text} ({time.perf_counter() - started:.0f} s)", flush=True)
    return code


def _write(make: Callable[[], Page]) -> tuple[str, int]:
    page = make()
    page.write()
    return f"{page.name}: {_names(page)} written", 0


def _check(make: Callable[[], Page]) -> tuple[str, int]:
    with fresh():
        page = make()
    lines = list(page.stale())
    return ("\n".join(lines), STALE) if lines else (f"{page.name}: {_names(page)} as published", 0)


def _names(page: Page) -> str:
    return ", ".join(table.name for table in page.tables)
