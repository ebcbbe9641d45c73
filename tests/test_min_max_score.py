"""Scoring weights and values at finding the smallest and the largest number."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds.cli import run
from lpbounds.errors import InputError
from problems.min_max_rows import dot, literal_lists
from problems.min_max_score import TaskScore, score_task

Capture = pytest.CaptureFixture[str]


def least_lead(weights: list[Fraction], values: list[list[Fraction]], n: int, found: TaskScore) -> Fraction:
    """Return the smallest lead of the right answer over all lists, by running the head on each."""
    leads = []
    for counts, answer in literal_lists(len(values), n, found.task):
        total = sum(count * weights[i] for i, count in counts)
        mean = [sum(c * weights[i] * values[i][a] for i, c in counts) / total for a in range(len(values[0]))]
        scores = [sum(t * m for t, m in zip(theta, mean, strict=True)) for theta in found.classifier]
        leads += [scores[answer] - score for y, score in enumerate(scores) if y != answer]
    return min(leads)


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.data(), st.integers(2, 4), st.integers(1, 3), st.sampled_from(["min", "max"]))
def test_the_margin_is_the_least_lead(data: st.DataObject, numbers: int, n: int, task: Any) -> None:
    weights = [Fraction(data.draw(st.integers(1, 9))) for _ in range(numbers)]
    values = [[Fraction(data.draw(st.integers(-4, 4))) for _ in range(2)] for _ in range(numbers)]
    found = score_task(weights, values, n, task)
    assert found.lower == found.upper
    assert least_lead(weights, values, n, found) == found.lower


def test_powers_succeed_with_uniform_weights_and_fail_with_geometric_ones() -> None:
    uniform = lpbounds.score("min-max", "uniform", numbers=5, n=4).to_json()["tasks"]
    assert all(Fraction(uniform[task]["margin"][0]) > 0 for task in ("min", "max"))
    geometric = lpbounds.score("min-max", "geometric", numbers=5, n=4).to_json()["tasks"]
    assert geometric["max"]["margin"] == ["0", "0"] and geometric["max"]["obstacles"]
    assert "obstruct" in str(lpbounds.score("min-max", "geometric", numbers=5, n=4))
    assert "margin" in str(lpbounds.score("max", "geometric", numbers=4, n=3))


def test_obstacles_of_a_failure_cancel() -> None:
    """Their weighted conditions add up to 0 for every classifier."""
    found = lpbounds.score("min", [1, 1, 1], values=[[1, 0], [2, 0], [0, 1]], numbers=3, n=2).to_json()
    sums = {x: [Fraction(0)] * 2 for x in (1, 2, 3)}
    values = {1: [1, 0], 2: [2, 0], 3: [0, 1]}
    for item in found["tasks"]["min"]["obstacles"]:
        weight, size = Fraction(item["weight"]), len(item["list"])
        assert size <= 2
        mean = [sum(count * values[i][axis] for i, count in item["list"]) for axis in range(2)]
        for x, sign in ((item["answer"], 1), (item["against"], -1)):
            sums[x] = [s + sign * weight * m for s, m in zip(sums[x], mean, strict=True)]
    assert found["tasks"]["min"]["margin"] == ["0", "0"]
    assert all(not any(total) for total in sums.values())


def test_files_and_arrays_score_alike(tmp_path: Path, capsys: Capture) -> None:
    weights, values = [1.0, 0.25, 1.0], [[1, 0], [0, 1], [-1, -1]]
    np.save(tmp_path / "w.npy", np.array(weights))
    (tmp_path / "w.json").write_text('["1", "1/4", 1]')
    (tmp_path / "v.json").write_text(json.dumps(values))
    expected = lpbounds.score("min-max", np.array(weights), values=np.array(values), numbers=3, n=2).to_json()
    for name in ("w.npy", "w.json"):
        files = ["--weights", str(tmp_path / name), "--values", str(tmp_path / "v.json")]
        assert run(["score", "min-max", "--numbers", "3", "--n", "2", *files, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == expected


@pytest.mark.parametrize(
    ("weights", "options", "named"),
    [
        (None, {}, "weights"),
        ("steep", {}, "weights"),
        ("absent.npy", {}, "weights"),
        ([1, 2], {}, "weights"),
        ([1, 2, 0], {}, "weights"),
        ([1, 2, float("nan")], {}, "weights"),
        ("uniform", {"values": [[1], [2]]}, "values"),
        ("uniform", {"values": [[1], [2], [3, 4]]}, "values"),
        ("uniform", {"values": [[1], [2], ["x"]]}, "values"),
        ("uniform", {"values": [1, 2, 3]}, "values"),
        ("uniform", {"numbers": 1000}, "numbers"),
        ("uniform", {"n": None}, "n"),
    ],
)
def test_bad_input_names_the_parameter(weights: Any, options: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError) as caught:
        lpbounds.score("min-max", weights, **{"numbers": 3, "n": 2, **options})
    assert caught.value.parameter == named


def test_one_number_is_always_right(capsys: Capture) -> None:
    for weights in ("uniform", "geometric"):
        assert run(["score", "min-max", "--numbers", "1", "--n", "1", "--weights", weights]) == 0
        assert capsys.readouterr().out.count("right on all lists") == 2
    scored = lpbounds.score("min-max", "uniform", numbers=1, n=4, values=[[7]]).to_json()
    assert scored["tasks"]["max"] == {"margin": [None, None], "classifier": [["0"]], "obstacles": []}


def test_inner_products_are_exact() -> None:
    assert dot([10**30, 1], [1, -1]) == 10**30 - 1
