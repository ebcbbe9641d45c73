"""The store of a sweep: one SQLite file in WAL mode, one row for each run on a cell, never overwritten.

A row is written in one transaction as soon as its cell is done, so that whatever ends the process loses
nothing that was finished.  Only a failed row gives way, to the next try of the same cell.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from lpbounds.bounds import Note, Theory
from lpbounds.errors import InputError
from lpbounds.results import Cell, End, Result, limits_from_json, limits_json, size_from_text

FORMAT = 1
# Tells our files from other SQLite databases ("lpbd").
APPLICATION = 0x6C706264
ALLOWED = "a store that lpbounds sweep made"
BUSY_SECONDS = 60.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    problem TEXT NOT NULL, parameters TEXT NOT NULL, resource TEXT NOT NULL,
    method TEXT NOT NULL, seed INTEGER NOT NULL, limits TEXT NOT NULL, engine TEXT NOT NULL,
    status TEXT NOT NULL, reason TEXT NOT NULL,
    lower TEXT, lower_method TEXT, lower_kind TEXT,
    upper TEXT, upper_method TEXT, upper_kind TEXT,
    theory_lower TEXT, theory_upper TEXT,
    notes TEXT NOT NULL, timings TEXT NOT NULL, versions TEXT NOT NULL,
    seconds REAL NOT NULL, finished TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS certificates (
    result INTEGER NOT NULL REFERENCES results(id), side TEXT NOT NULL, certificate TEXT NOT NULL,
    PRIMARY KEY (result, side)
);
"""


class StoredEnd(NamedTuple):
    """One end of a stored row with the certificate that should prove it (None when it is missing)."""

    result: Result
    side: str
    certificate: str | None


class Store(AbstractContextManager["Store"]):
    """A store, open for reading or for adding results; use it in a ``with`` statement."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over a checked connection; see :func:`create` and :func:`read`."""
        self._connection = connection
        connection.row_factory = sqlite3.Row

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, result: Result) -> None:
        """Write ``result`` and its certificates in one transaction; an earlier row gives way if it failed."""
        row = _row(result)
        names = ", ".join(row)
        marks = ", ".join(f":{name}" for name in row)
        updates = ", ".join(f"{name} = excluded.{name}" for name in row if name != "key")
        with self._connection:
            written = self._connection.execute(
                f"INSERT INTO results ({names}) VALUES ({marks}) "
                f"ON CONFLICT (key) DO UPDATE SET {updates} WHERE status = 'failed'",
                row,
            )
            if written.rowcount:
                self._add_certificates(row["key"], result)

    def _add_certificates(self, row: str, result: Result) -> None:
        self._connection.executemany(
            "INSERT INTO certificates (result, side, certificate) SELECT id, ?, ? FROM results WHERE key = ?",
            [(side, canonical(certificate), row) for side, certificate in result.certificates.items()],
        )

    def results(self) -> Iterator[Result]:
        """Yield all results, oldest first, without their certificates."""
        for row in self._connection.execute("SELECT * FROM results ORDER BY finished, id"):
            yield _result(row)

    def ends(self) -> Iterator[StoredEnd]:
        """Yield every known end of every row with its certificate."""
        for side in ("lower", "upper"):
            query = (
                "SELECT results.*, certificate FROM results LEFT JOIN certificates "
                f"ON result = id AND side = '{side}' WHERE {side} IS NOT NULL OR certificate IS NOT NULL"
            )
            for row in self._connection.execute(query):
                yield StoredEnd(_result(row), side, row["certificate"])

    def certificate(self, digest: str) -> str:
        """Return the JSON of the certificate whose digest begins with ``digest``.

        Raises:
            InputError: there is none, or there are several.
        """
        query = "SELECT certificate FROM certificates"
        texts = {str(row[0]) for row in self._connection.execute(query)}
        found = [text for text in texts if _digest(text).startswith(digest)]
        if len(found) != 1:
            allowed = f"the beginning of one digest in the store ({len(found)} of {len(texts)} begin so)"
            raise InputError("digest", digest, allowed)
        return found[0]

    def count_ends(self) -> int:
        """Return how many ends :meth:`ends` yields when no certificate is missing or left over."""
        query = "SELECT count(lower) + count(upper) FROM results"
        return int(self._connection.execute(query).fetchone()[0])


def results_of(stores: Iterable[Store]) -> list[Result]:
    """Return the results of several open stores, oldest first, without their certificates."""
    return sorted((result for store in stores for result in store.results()), key=lambda row: row.finished)


def _digest(text: str) -> str:
    # A certificate that somebody has broken has none.
    try:
        return str(json.loads(text)["digest"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""


def canonical(value: Any) -> str:
    """Return ``value`` as JSON with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def key(result: Result) -> str:
    """Return what makes a row unique: the cell, with its parameters and limits, and the engine version."""
    cell = result.cell
    limits = limits_json(cell.limits)
    return canonical(
        [cell.problem, cell.parameters, cell.resource, cell.method, cell.seed, limits, _engine(result)]
    )


def _engine(result: Result) -> str:
    return result.versions.get("lpbounds", "")


def _row(result: Result) -> dict[str, Any]:
    cell, theory = result.cell, result.theory
    return {
        "key": key(result),
        "problem": cell.problem,
        "parameters": json.dumps(cell.parameters),
        "resource": cell.resource,
        "method": cell.method or "",
        "seed": cell.seed,
        "limits": canonical(limits_json(cell.limits)),
        "engine": _engine(result),
        "status": result.status,
        "reason": result.reason,
        **_end_columns("lower", result.lower),
        **_end_columns("upper", result.upper),
        "theory_lower": None if theory.lower is None else str(theory.lower),
        "theory_upper": None if theory.upper is None else str(theory.upper),
        "notes": json.dumps([[note.method, note.reason] for note in result.notes]),
        "timings": canonical(result.timings),
        "versions": canonical(result.versions),
        "seconds": float(result.seconds),
        "finished": datetime.now(UTC).isoformat(timespec="milliseconds"),
    }


def _end_columns(side: str, end: End | None) -> dict[str, str | None]:
    return {
        side: str(end.value) if end else None,
        f"{side}_method": end.method if end else None,
        f"{side}_kind": end.kind if end else None,
    }


def _result(row: sqlite3.Row) -> Result:
    limits = limits_from_json(json.loads(row["limits"]))
    parameters = json.loads(row["parameters"])
    return Result(
        Cell(row["problem"], parameters, row["resource"], row["method"] or None, row["seed"], limits),
        row["status"],
        row["reason"],
        _end("lower", row),
        _end("upper", row),
        Theory(size_from_text(row["theory_lower"]), size_from_text(row["theory_upper"])),
        tuple(Note(method, reason) for method, reason in json.loads(row["notes"])),
        seconds=row["seconds"],
        timings=json.loads(row["timings"]),
        versions=json.loads(row["versions"]),
        finished=row["finished"],
    )


def _end(side: str, row: sqlite3.Row) -> End | None:
    value = size_from_text(row[side])
    return None if value is None else End(value, row[f"{side}_method"], row[f"{side}_kind"])


def create(path: Path) -> Store:
    """Open the store at ``path`` for writing; make it, and its folder, when there is none.

    Raises:
        InputError: ``path`` is something else, or a store of a newer format.
    """
    if path.is_dir():
        raise InputError("store", path, "a file, not a folder")
    is_new = not path.exists() or path.stat().st_size == 0
    if not is_new:
        read(path).close()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        if is_new:
            _install(connection)
        connection.execute("PRAGMA journal_mode = WAL")
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError("store", path, f"a file that can be written ({error})") from None
    return Store(connection)


def _install(connection: sqlite3.Connection) -> None:
    # One transaction: a store killed while it is made is empty, and is made again.
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
    connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} {marks} COMMIT;")


def read(path: Path) -> Store:
    """Open the store at ``path`` for reading only; nothing is written beside it.

    Raises:
        InputError: there is none, it is no store, or one of a newer format.
    """
    if not path.is_file():
        why = "it is a folder" if path.is_dir() else "there is no such file"
        raise InputError("store", path, f"{ALLOWED} ({why})")
    connection = _connect_for_reading(path)
    try:
        _check_format(connection, path)
    except BaseException:
        connection.close()
        raise
    return Store(connection)


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    # Without a log beside it nobody is writing; a plain read-only connection would leave one behind.
    log = path.with_name(path.name + "-wal")
    mode = "mode=ro" if log.exists() else "immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS)


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    try:
        version, application = (_pragma(connection, name) for name in ("user_version", "application_id"))
    except sqlite3.DatabaseError as error:
        raise InputError("store", path, f"{ALLOWED} ({error})") from None
    if application != APPLICATION:
        raise InputError("store", path, f"{ALLOWED} (it is another database)")
    if version > FORMAT:
        allowed = f"formats up to {FORMAT}; a newer lpbounds made this one"
        raise InputError("store", f"{path} of format {version}", allowed)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    with closing(connection.execute(f"PRAGMA {name}")) as cursor:
        return int(cursor.fetchone()[0])
