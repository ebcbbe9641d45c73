"""Makes the toy problem known to this process and to the commands that tests start."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from joblib.externals.loky import get_reusable_executor

from lpbounds import registry
from lpbounds.results import Result
from lpbounds.store import read

GRID = ("toy", "--a", "1:4", "--b", "1:4")
SMALL = ("toy", "--a", "1:3", "--b", "1:2")
TOY = str(Path(__file__).parent / "toy")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the toy problem on the path for one test."""
    monkeypatch.syspath_prepend(TOY)
    monkeypatch.setenv("PYTHONPATH", TOY)
    _forget()
    yield
    _forget()


def _forget() -> None:
    # Workers left by an earlier sweep of this process would go on with the path that they started with.
    get_reusable_executor().shutdown(wait=True)
    registry.names.cache_clear()
    registry.get.cache_clear()


# A test run started in the background of a shell ignores Ctrl-C, and its children inherit that.
COMMAND = """
import signal
from lpbounds.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def start(*arguments: object, **environment: object) -> subprocess.Popen[str]:
    """Start ``lpbounds`` with these arguments and these variables set."""
    command = [sys.executable, "-c", COMMAND, *map(str, arguments)]
    variables = {**os.environ, "PYTHONPATH": TOY, **{name: str(value) for name, value in environment.items()}}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, env=variables, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


def finish(*arguments: object, **environment: object) -> tuple[int, str, str]:
    """Run ``lpbounds`` to its end and return the exit code, stdout and stderr."""
    process = start(*arguments, **environment)
    out, error = process.communicate(timeout=120)
    return process.returncode, out, error


def stored(path: Path) -> dict[str, Result]:
    """Return the last result of each toy cell in a store, as ``a,b``."""
    with read(path) as store:
        return {f"{item.cell.parameters['a']},{item.cell.parameters['b']}": item for item in store.results()}


def logged(path: Path) -> list[str]:
    """Return the cells that were run, as ``a,b``, sorted."""
    return sorted(path.read_text().split()) if path.exists() else []


def wait_for_rows(path: Path, count: int) -> None:
    """Wait until a sweep has stored ``count`` cells."""
    deadline = time.monotonic() + 30
    while not path.exists() or path.stat().st_size == 0 or len(stored(path)) < count:
        assert time.monotonic() < deadline, "the sweep stored nothing"
        time.sleep(0.05)


def table(path: Path) -> list[dict[str, str]]:
    """Return the rows of the table of a store, without the times."""
    code, out, error = finish("table", path, "--format", "csv")
    assert (code, error) == (0, "")
    return [{**row, "seconds": ""} for row in csv.DictReader(io.StringIO(out))]
