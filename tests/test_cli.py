"""The command line: what it prints, its exit codes, and one clear line for bad input with nothing written."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from pathlib import Path

import pytest
from toy_support import finish, toy

from lpbounds.cli import run
from lpbounds.store import create

__all__ = ["toy"]

Capture = pytest.CaptureFixture[str]

KEYS = {
    "problem", "parameters", "resource", "lower", "upper", "lower_method", "upper_method", "lower_kind",
    "upper_kind", "theory_lower", "theory_upper", "seconds", "certificates",
}  # fmt: skip
TOY = ("solve", "toy", "--a", "3", "--b", "4")


def output(capsys: Capture, *arguments: object) -> str:
    assert run([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def problem_line(capsys: Capture, *arguments: object) -> str:
    """Run a command that must be refused, and return its one line on stderr."""
    assert run([str(argument) for argument in arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert "Traceback" not in error
    return error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("solve min-pi --m 3 --n 3", "problem: got min-pi; allowed: one of .*did you mean min-ip"),
        ("solve", "problem: got nothing; allowed: one of .*min-ip"),
        ("sweep min-ips --m 1 --n 1 --store {}/s", "problem: got min-ips"),
        ("solve min-ip --m 0 --n 3", "m: got 0; allowed: an integer at least 1"),
        ("solve min-ip --m 2.5 --n 3", "m: got 2.5; allowed: an integer at least 1"),
        ("solve min-ip --n 3", "m: got nothing"),
        ("solve min-ip --m 3 --n 3 --eps 0", "eps: got 0; allowed: a rational above 0"),
        ("solve min-ip --m 3 --n 3 --eps -1/2", "eps: got -1/2; allowed: a rational above 0"),
        ("solve min-ip --m 3 --n 3 --eps 1/0", "eps: got 1/0"),
        ("solve min-ip --m 3 --n 3 --method rank-oen", "method: got rank-oen; allowed: one of .*rank-one"),
        ("solve min-ip --m 3 --n 3 --resource width", "resource: got width; allowed: one of feature-rank"),
        ("solve min-ip --m 3 --n 3 --seed x", "seed: got x; allowed: an integer at least 0"),
        ("solve min-ip --m 3 --n 3 --starts -1", "starts: got -1; allowed"),
        ("solve min-ip --m 3 --n 3 --memory 4X", "memory: got 4X; allowed"),
        ("solve min-ip --m 3 --n 3 --seconds 0", "seconds: got 0; allowed"),
        ("solve min-ip --m 3 --n 3 --certificates {}/junk", "certificates: got .*junk; allowed: a folder"),
        ("solve min-ip --m 1:3 --n 3", "m: got 1:3"),
        ("solve min-ip --m 3 --n 3 --width 2", "No such option.*--width"),
        ("sweep min-ip --m 4:1 --n 2 --store {}/new/s", "m: got 4:1; allowed: a range a:b with a at most b"),
        ("sweep min-ip --m 1, --n 2 --store {}/new/s", "m: got ; allowed"),
        ("sweep min-ip --m 1:9999 --n 1:9999 --store {}/new/s", "cells: got 99,980,001"),
        ("sweep min-ip --m 1 --n 1:999999999 --store {}/new/s", "n: got 1:999999999; allowed: ranges of"),
        ("sweep min-ip --m 1 --n 2 --eps 1/2,0 --store {}/new/s", "eps: got 0"),
        ("sweep min-ip --m 1 --n 2", "store: got nothing"),
        ("sweep min-ip --m 1 --n 2 --jobs 0 --store {}/new/s", "jobs: got 0"),
        ("sweep min-ip --m 1 --n 2 --method foo --store {}/new/s", "method: got foo"),
        ("sweep min-ip --m 1 --n 2 --store {}/junk", "store: got .*junk; .*not a database"),
        ("sweep min-ip --m 1 --n 2 --store {}/junk/s", "store: got .*junk/s"),
        ("sweep min-ip --m 1 --n 2 --store {}/newer", "store: got .*newer of format 99; allowed: formats"),
        ("table {}/junk", "store: got .*junk; .*not a database"),
        ("table {}/newer", "store: got .*newer of format 99; allowed: formats"),
        ("table {}/nowhere", "store: got .*nowhere; .*no such file"),
        ("table {}", "store: got .*it is a folder"),
        ("table {}/good --format word", "format: got word; allowed: one of text, markdown, csv, latex, json"),
        ("verify {}/nowhere", "path: got .*nowhere"),
        ("verify {}/junk", "store: got .*junk; .*not a database"),
        ("verify {}/newer", "store: got .*newer of format 99"),
        ("verify", "Missing argument"),
        ("solv", "No such command 'solv'"),
        ("score toy --a 1", "problem: got toy; allowed: a problem that has scoring"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_bad_input_gets_one_line_and_writes_nothing(
    tmp_path: Path, capsys: Capture, arguments: str, said: str
) -> None:
    (tmp_path / "junk").write_text("no database\n" * 100)
    create(tmp_path / "good").close()
    create(tmp_path / "newer").close()
    with sqlite3.connect(tmp_path / "newer") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = {item: item.read_bytes() for item in tmp_path.iterdir()}
    assert re.search(said, problem_line(capsys, *arguments.format(tmp_path).split()))
    assert {item: item.read_bytes() for item in tmp_path.iterdir()} == before


def test_a_damaged_store_gets_one_line(tmp_path: Path, capsys: Capture) -> None:
    store = tmp_path / "s.sqlite"
    create(store).close()
    content = store.read_bytes()
    store.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    assert "store: it cannot be used" in problem_line(capsys, "table", store)


@pytest.mark.usefixtures("toy")
def test_solve_prints_the_interval_with_reasons(capsys: Capture) -> None:
    shown = output(capsys, *TOY)
    assert "side of toy at a = 3, b = 4, scale = 1: [4, 4]" in shown
    assert "lower 4 by square-root (theorem)" in shown
    assert "published [1, 12]" in shown


@pytest.mark.usefixtures("toy")
def test_solve_json_has_the_keys_and_inline_certificates(capsys: Capture) -> None:
    found = json.loads(output(capsys, *TOY, "--scale", "0.5", "--json"))
    assert set(found) >= KEYS
    assert found["parameters"] == {"a": 3, "b": 4, "scale": "1/2"}
    assert (found["lower"], found["upper"], found["theory_upper"]) == (3, 3, 12)
    assert [item["side"] for item in found["certificates"]] == ["lower", "upper"]


@pytest.mark.usefixtures("toy")
def test_an_open_end_is_null_and_its_reason_is_said(capsys: Capture) -> None:
    found = json.loads(output(capsys, *TOY, "--starts", "2", "--json"))
    assert (found["upper"], found["upper_method"], found["upper_kind"]) == (None, None, None)
    assert {"method": "search", "reason": "2 starts were too few"} in found["notes"]
    assert "search: 2 starts were too few" in output(capsys, *TOY, "--starts", "2")


@pytest.mark.usefixtures("toy")
def test_certificates_go_to_a_folder_that_verify_accepts(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "new" / "certificates"
    found = json.loads(output(capsys, *TOY, "--json", "--certificates", folder))
    assert sorted(found["certificates"]) == sorted(str(path) for path in folder.iterdir())
    assert output(capsys, "verify", folder).endswith("2 certificates checked, 2 accepted\n")
    one = found["certificates"][0]
    assert output(capsys, "verify", one).endswith("1 certificates checked, 1 accepted\n")


@pytest.mark.usefixtures("toy")
def test_verify_fails_on_a_rejection_and_on_nothing(tmp_path: Path, capsys: Capture) -> None:
    assert run(["verify", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "0 certificates checked, 0 accepted\n"
    output(capsys, *TOY, "--certificates", tmp_path)
    path = next(tmp_path.iterdir())
    path.write_text(path.read_text().replace('"a": 3', '"a": 4'))
    assert run(["verify", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert f"REJECTED {path}: ValueError: the digest does not match" in shown
    assert shown.endswith("2 certificates checked, 1 accepted\n")


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE results SET lower = '3'", "the row claims something else than its certificate"),
        ("UPDATE results SET parameters = '{\"a\": 2, \"b\": 2, \"scale\": \"1\"}'", "claims something else"),
        ("DELETE FROM certificates WHERE side = 'lower'", "there is no certificate for it"),
        ("UPDATE certificates SET certificate = '{'", "cannot read it"),
        ("UPDATE results SET lower = NULL", "the row claims something else than its certificate"),
    ],
)
def test_verify_checks_rows_of_a_store_against_their_certificates(
    tmp_path: Path, capsys: Capture, damage: str, said: str
) -> None:
    store = tmp_path / "s.sqlite"
    output(capsys, "sweep", "toy", "--a", "1", "--b", "4", "--store", store, "--quiet")
    assert output(capsys, "verify", store).endswith("2 certificates checked, 2 accepted\n")
    with sqlite3.connect(store) as connection:
        connection.execute(damage)
    connection.close()
    assert run(["verify", str(store)]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("toy")
def test_sweeps_take_ranges_and_lists(tmp_path: Path, capsys: Capture) -> None:
    store = tmp_path / "new" / "s.sqlite"
    grid = ("--a", "1:2,4,2", "--b", "3", "--scale", "1/2,0.5,2")
    shown = output(capsys, "sweep", "toy", *grid, "--store", store)
    assert shown == f"6 cells: 6 settled; kept in {store}\n"
    items = json.loads(output(capsys, "table", store, "--format", "json"))
    assert [(item["parameters"]["a"], item["parameters"]["scale"]) for item in items] == [
        (a, scale) for a in (1, 2, 4) for scale in ("1/2", "2")
    ]
    assert set(items[0]) >= KEYS - {"certificates"}


@pytest.mark.usefixtures("toy")
def test_a_method_may_be_refused_for_its_memory(tmp_path: Path, capsys: Capture) -> None:
    line = problem_line(capsys, *TOY, "--method", "search", "--memory", "1M")
    assert "method: got search; allowed: methods that take at most" in line
    sweep = ("sweep", "toy", "--a", "1:3", "--b", "1", "--store", tmp_path / "s", "--memory", "2M")
    assert "method: got search" in problem_line(capsys, *sweep, "--method", "search")
    assert list(tmp_path.iterdir()) == []
    shown = output(capsys, *TOY, "--memory", "2M")
    assert "search: skipped: it would take" in shown


def test_problems_lists_parameters_and_methods(capsys: Capture) -> None:
    shown = output(capsys, "problems")
    assert "min-ip: " in shown
    assert "--eps" in shown
    assert "method rank-one" in shown


def test_help_is_there_for_every_command_and_problem(capsys: Capture) -> None:
    for command in ("solve", "sweep"):
        assert "min-ip" in output(capsys, command, "--help")
        assert "--eps" in output(capsys, command, "min-ip", "--help")
    assert "Usage: lpbounds" in output(capsys)


def test_min_ip_from_the_command_line(capsys: Capture) -> None:
    found = json.loads(output(capsys, "solve", "min-ip", "--m", 3, "--n", 3, "--json"))
    assert (found["lower"], found["upper"], found["resource"]) == (1, 1, "feature-rank")


def test_stdout_of_a_process_is_one_json_object() -> None:
    started = time.monotonic()
    code, out, error = finish("solve", "min-ip", "--m", 4, "--n", 3, "--json", "--method", "rank-one")
    assert (code, error) == (0, "")
    assert json.loads(out)["lower"] == 2
    assert time.monotonic() - started < 30


def test_a_slow_solve_says_what_it_does_on_stderr() -> None:
    code, out, error = finish(*TOY, "--json", TOY_SECONDS=2.5)
    assert code == 0
    assert json.loads(out)["upper"] == 4
    assert re.fullmatch(r"(\d+ s: \[4, \?\] so far, search\n)+", error)
