"""Progress of every command: silent at first, then what it does and what it has; ``--quiet`` silences it."""

from __future__ import annotations

import ast
import json
import logging
import re
import time
from pathlib import Path

import pytest
from toy_support import finish

import lpbounds
from lpbounds import progress
from lpbounds.cli import run
from lpbounds.registry import names
from lpbounds.results import Cell, Result

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent
# These two are programs of their own, and this one shows progress.
PRINTING = {"lpbounds/checker.py", "lpbounds/progress.py", "problems/min_ip_family_words.py"}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show progress from the first hundredth of a second on."""
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.01)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # In a process of its own: the workers of a sweep stay, and other tests sweep other problems.
    path = tmp_path_factory.mktemp("progress") / "s.sqlite"
    assert finish("sweep", "min-ip", "--m", "1:3", "--n", "2:3", "--quiet", "--store", path)[0] == 0
    return path


def test_nothing_is_shown_in_the_first_two_seconds(capsys: Capture) -> None:
    assert progress.QUIET_SECONDS == 2
    assert run(["solve", "min-ip", "--m", "3", "--n", "3"]) == 0
    assert capsys.readouterr().err == ""


def test_lines_say_what_is_done_and_are_repeated_seldom(capsys: Capture, hasty: None) -> None:
    with progress.progress("at first") as report:
        time.sleep(0.05)
        report("later: 12 so far")
        time.sleep(0.05)
    error = capsys.readouterr().err
    assert error.splitlines() == ["0 s: at first", "0 s: later: 12 so far"]
    with progress.progress("at first", quiet=True) as report:
        report("later")
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


def slowly(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Let what a command calls at ``place`` take long enough to be shown."""
    module, name = place.rsplit(".", 1)
    target = __import__(module, fromlist=[name])
    original = getattr(target, name)

    def slow(*arguments: object, **named: object) -> object:
        time.sleep(0.05)
        result = original(*arguments, **named)
        time.sleep(0.05)
        return result

    monkeypatch.setattr(target, name, slow)


JUDGE, QUERY = "lpbounds.checker.judge", "problems.min_ip_score.query_error"
# A command, what is slow in it, and a line it shows.
COMMANDS = {
    "solve": ("min-ip --m 3 --n 3", JUDGE, r"\[\?, \?\] so far, \S+"),
    "score": ("min-ip --m 3 --n 3 --kernel softmax", QUERY, r"\d queries done, error so far at least 0\.\d+"),
    "table": ("STORE", "lpbounds.summary.best_end", r"(making the table of 6 cells|results read: 6)"),
    "verify": ("STORE", JUDGE, r"\d+ checked, \d+ accepted, the last in .*min-ip m=1 n=2"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_slow_commands_show_progress_unless_quiet(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, hasty: None, store: Path, name: str
) -> None:
    words, place, line = COMMANDS[name]
    slowly(monkeypatch, place)
    command = [name, *words.replace("STORE", str(store)).split()]
    capsys.readouterr()
    assert run(command) == 0
    loud = capsys.readouterr()
    assert re.search(rf"^\d+ s: .*{line}", loud.err, re.MULTILINE), loud.err
    assert run([*command, "--quiet"]) == 0
    quiet = capsys.readouterr()
    assert quiet.err == ""
    assert without_times(quiet.out) == without_times(loud.out)


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d\d( s)?\b", "", text)


def test_a_sweep_shows_a_bar_unless_quiet(tmp_path: Path) -> None:
    sweep = ("sweep", "toy", "--a", "1:2", "--b", 1, "--store")
    out, error = finish(*sweep, tmp_path / "loud")[1:]
    assert "2/2" in error
    assert "2 settled" in error
    assert finish(*sweep, tmp_path / "quiet", "--quiet")[1:] == (out.replace("loud", "quiet"), "")


def test_a_bar_says_which_cells_are_at_work_also_while_none_ends(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "HEARTBEAT_SECONDS", 0.01)
    done, working = (Cell("toy", {"a": 3, "b": b}, "side") for b in (1, 2))
    bar = progress.Bar()
    bar.begin(2, lambda: [working])
    bar.ended(Result(done, "stopped", "by the clock"))
    time.sleep(0.1)
    bar.close()
    assert re.search(r"1/2 .*1 stopped; at toy a=3 b=2", capsys.readouterr().err)


@pytest.mark.parametrize("kind", ["solve", "sweep", "score"])
def test_every_problem_has_quiet(capsys: Capture, kind: str) -> None:
    for name in names():
        if kind != "score" or lpbounds.get(name).scorer is not None:
            assert run([kind, name, "--help"]) == 0
            assert "--quiet" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["problems", "table", "verify"])
def test_every_other_command_has_quiet(capsys: Capture, command: str) -> None:
    assert run([command, "--help"]) == 0
    assert "--quiet" in capsys.readouterr().out


def test_quiet_does_not_hide_errors_and_failures(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(json.dumps({"format": 1}))
    assert run(["verify", "--quiet", str(tmp_path)]) == 1
    assert "REJECTED" in capsys.readouterr().out
    assert run(["solve", "min-ip", "--quiet", "--m", "x", "--n", "3"]) == 2
    assert capsys.readouterr().err.startswith("lpbounds: m: got x")


def test_from_python_progress_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        lpbounds.solve("min-ip", m=3, n=3)
        lpbounds.score("min-ip", "softmax", m=3, n=3)
    assert {record.name for record in caplog.records} == {"lpbounds.minimal", "problems.min_ip_score"}


def test_engine_and_problems_never_print() -> None:
    found = set()
    for folder in ("lpbounds", "problems"):
        for path in (ROOT / folder).glob("*.py"):
            calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
            if any(getattr(call.func, "id", "") == "print" for call in calls):
                found.add(f"{folder}/{path.name}")
    assert found == PRINTING
