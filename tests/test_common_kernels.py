"""The table of common kernels: rounding outwards, best choices, and what is published."""

from __future__ import annotations

import csv
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction

import lpbounds
from benchmarks import common_kernels
from benchmarks.publish import FOLDER


def test_decimals_enclose_what_they_round() -> None:
    third = Fraction(1, 3)
    assert common_kernels.rounded(third, ROUND_FLOOR, 3) == "0.333"
    assert common_kernels.rounded(third, ROUND_CEILING, 3) == "0.334"
    assert common_kernels.rounded(Fraction(1, 2), ROUND_CEILING, 3) == "0.500"
    assert common_kernels.rounded(Fraction(0), ROUND_CEILING) == "0.000000"


def test_the_best_choice_is_at_least_as_good_as_the_default() -> None:
    default = lpbounds.score("min-ip", "favor", m=3, n=3, features=4)
    assert common_kernels.best("favor", 3, 4).score.upper <= Fraction(default.to_json()["error"][1])


def test_published_errors_are_found_again() -> None:
    with (FOLDER / "tables/common_kernels-choices.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["features"] in ("3", "16")]
    assert len(rows) >= 20
    for row in rows:
        tau = {} if row["tau"] in ("", common_kernels.LOG) else {"tau": row["tau"]}
        seed = {"seed": row["seed"]} if row["seed"] else {}
        given = {"m": row["m"], "n": 3, "features": row["features"], **tau, **seed}
        lower, upper = lpbounds.score("min-ip", row["kernel"], **given).to_json()["error"]
        assert Fraction(row["error from"]) <= Fraction(lower) <= Fraction(upper) <= Fraction(row["error to"])
