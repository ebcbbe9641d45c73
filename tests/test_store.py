"""The store: what goes in comes out, what is finished stays, and what is no store is refused."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from lpbounds.bounds import Note, Theory
from lpbounds.certificates import sealed
from lpbounds.errors import InputError
from lpbounds.problem import Limits
from lpbounds.results import Cell, End, Result, covers
from lpbounds.store import FORMAT, create, read

CELL = Cell("toy", {"b": 2, "a": 1, "scale": "1/2"}, "side", None, 3, Limits(starts=7))
CERTIFICATE = sealed("toy", CELL.parameters, "side", "lower", 2, "theorem", "square-root", {"x": ["1/3"]})
RESULT = Result(
    CELL,
    "done",
    "",
    End(2, "square-root", "theorem"),
    End(10**40, "search", "model"),
    Theory(1, inf),
    (Note("other", "too large"),),
    {"lower": CERTIFICATE},
    1.5,
    {"square-root": 0.5},
    {"lpbounds": "1", "python": "3"},
)
FAILED = replace(RESULT, status="failed", reason="killed", lower=None, upper=None, certificates={})


def kept(path: Path, *results: Result) -> list[Result]:
    with create(path) as store:
        for result in results:
            store.add(result)
    with read(path) as store:
        return list(store.results())


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    (found,) = kept(tmp_path / "new" / "s.sqlite", RESULT)
    assert found.finished
    assert replace(found, finished="", certificates=RESULT.certificates) == RESULT
    assert list(found.cell.parameters) == ["b", "a", "scale"]


def test_ends_come_with_their_certificates(tmp_path: Path) -> None:
    kept(tmp_path / "s.sqlite", RESULT)
    with read(tmp_path / "s.sqlite") as store:
        ends = {end.side: end.certificate for end in store.ends()}
    assert ends["upper"] is None
    assert ends["lower"] is not None
    assert CERTIFICATE["digest"] in ends["lower"]


def test_only_a_failed_row_gives_way(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    assert [result.status for result in kept(path, FAILED, FAILED)] == ["failed"]
    assert [result.status for result in kept(path, RESULT)] == ["done"]
    assert [result.seconds for result in kept(path, FAILED, replace(RESULT, seconds=9.0))] == [1.5]


@pytest.mark.parametrize(
    "change",
    [
        {"problem": "other"},
        {"parameters": {"b": 2, "a": 1, "scale": "1/3"}},
        {"resource": "half_side"},
        {"method": "search"},
        {"seed": 4},
        {"limits": Limits(starts=8)},
    ],
)
def test_every_part_of_a_cell_makes_a_row_of_its_own(tmp_path: Path, change: dict[str, object]) -> None:
    other = replace(RESULT, cell=replace(CELL, **change))
    assert len(kept(tmp_path / "s.sqlite", RESULT, other)) == 2


def test_the_order_of_parameters_does_not_matter_and_the_engine_does(tmp_path: Path) -> None:
    same = replace(RESULT, cell=replace(CELL, parameters=dict(sorted(CELL.parameters.items()))))
    newer = replace(RESULT, versions={"lpbounds": "2"})
    assert len(kept(tmp_path / "s.sqlite", RESULT, same, newer)) == 2


def test_reading_leaves_nothing_behind_and_sees_a_store_in_use(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    kept(path, RESULT)
    assert [item.name for item in tmp_path.iterdir()] == ["s.sqlite"]
    with create(path) as writing:
        writing.add(replace(RESULT, cell=replace(CELL, seed=9)))
        with read(path) as reading:
            assert len(list(reading.results())) == 2


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.touch()
    assert kept(path, RESULT)


def refused(path: Path) -> str:
    for opened in (read, create):
        with pytest.raises(InputError) as caught:
            opened(path)
    return str(caught.value)


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_text("some words\n" * 100)
    assert "not a database" in refused(path)
    assert path.read_text().startswith("some words")
    assert "folder" in refused(tmp_path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE words (word TEXT)")
    connection.close()
    assert "another database" in refused(path)


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    kept(path, RESULT)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    assert f"format {FORMAT + 1}" in refused(path)


def test_no_file_is_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "s.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_limits_cover_work_and_not_time() -> None:
    assert covers(Limits(starts=5, seconds=1), Limits(starts=5, seconds=100))
    assert not covers(Limits(starts=5), Limits(starts=6))
    assert not covers(Limits(starts=9, rows=1), Limits(starts=5, rows=2))
