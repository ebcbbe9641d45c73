"""Scoring from the command line and from Python."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lpbounds
from lpbounds.cli import run
from lpbounds.errors import InputError

Capture = pytest.CaptureFixture[str]


def test_a_named_kernel_scores_as_text_and_json(capsys: Capture) -> None:
    command = ["score", "min-ip", "--m", "2", "--n", "3", "--kernel", "softmax", "--tau", "1.8"]
    assert run(command) == 0
    assert "query" in capsys.readouterr().out
    assert run([*command, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) >= {"error", "query", "inputs"}


def test_a_file_and_an_array_score_alike(tmp_path: Path, capsys: Capture) -> None:
    kernel = np.ones((4, 4)) + np.eye(4)
    np.save(tmp_path / "K.npy", kernel)
    file = str(tmp_path / "K.npy")
    assert run(["score", "min-ip", "--m", "2", "--n", "3", "--kernel-file", file, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    score = lpbounds.score("min-ip", kernel, n=3).to_json()
    assert score["error"] == found["error"]
    assert lpbounds.score("min-ip", kernel_file=file, n=3).to_json()["error"] == found["error"]
    assert lpbounds.score("min-ip", np.ones((4, 4)), n=2).to_json()["error"] == ["0", "0"]


def negative() -> np.ndarray:
    kernel = np.ones((4, 4))
    kernel[1, 2] = -1
    return kernel


ONES = np.ones((4, 4))


@pytest.mark.parametrize(
    "kernel", [ONES[:, :3], np.ones((8, 8)), negative(), ONES * np.nan, ONES * 1j, ONES - np.eye(4)]
)
def test_a_bad_kernel_file_gets_one_line(tmp_path: Path, capsys: Capture, kernel: np.ndarray) -> None:
    np.save(tmp_path / "K.npy", kernel)
    assert run(["score", "min-ip", "--m", "2", "--n", "3", "--kernel-file", str(tmp_path / "K.npy")]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("options", "named"),
    [("--n 3 --kernel softmax", "m"), ("--m 2 --kernel softmax", "n"), ("--m 2 --n 3", "kernel"),
     ("--m 2 --n 3 --kernel sofmax", "kernel"), ("--m 2 --n 3 --kernel softmax --tau 0", "tau")],
)  # fmt: skip
def test_bad_options_get_one_line_that_names_them(capsys: Capture, options: str, named: str) -> None:
    assert run(["score", "min-ip", *options.split()]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert error.startswith(f"lpbounds: {named}: ")


def test_an_unknown_option_is_refused_in_python() -> None:
    with pytest.raises(InputError, match="option: got width"):
        lpbounds.score("min-ip", np.ones((4, 4)), n=3, width=2)


def test_the_names_of_the_package() -> None:
    assert "min-ip" in lpbounds.names()
    assert lpbounds.get("min-ip").name == "min-ip"
    assert lpbounds.solve("min-ip", m=2, n=3).is_settled
    assert lpbounds.__version__.count(".") == 2
    with pytest.raises(AttributeError):
        lpbounds.nothing  # noqa: B018
