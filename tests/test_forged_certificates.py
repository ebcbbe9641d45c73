"""Certificates of false claims, built to slip through a gap in a checker; every one is rejected."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import corpus
import pytest

from lpbounds import checker
from lpbounds.certificates import Certificate
from problems import (
    min_ip_check,
    min_ip_family_check,
    min_max_check,
    threshold_degree_check,
    unpositioned_check,
)

CHECKERS = [min_ip_check, min_ip_family_check, min_max_check, threshold_degree_check, unpositioned_check]


@pytest.mark.parametrize("m", [2, 3])
def test_a_code_closer_than_the_jump_proves_nothing(m: int) -> None:
    # Words at distance 1 are not dominated by a jump of 10; in truth one feature is enough here.
    code = {"theorem": "domination-code", "g": 10, "distance": 1}
    assert not checker.judge(corpus.min_ip("lower", 2, "theorem", code, m=m, n=3)).accepted


def _exponential(m: int, base: int) -> Certificate:
    """Claim rank one for base^-<x,z> = base^-|z| base^r: the powers of r are fields of an object.

    The degrees of a polynomial are read off its lists; the rank of this kernel is 2^m.
    """
    rows = []
    for s in range(m + 1):
        line: dict[str, None] = {}
        for i, c in enumerate(_interpolated([base**r for r in range(m - s + 1)])):
            # The same rational may come twice, but not the same text.
            line[f"{c.numerator * (i + 1)}/{c.denominator * (i + 1)}"] = None
        rows.append({"weight": s, "factor": 0, "polynomial": [line], "error": "49/100"})
    factors = [[str(Fraction(1, base**k)) for k in range(m + 1)]]
    return corpus.min_ip("upper", 1, "class-model", {"rows": rows, "factors": factors}, m=m, n=3)


def _interpolated(values: list[int]) -> list[Fraction]:
    """Return the coefficients of the polynomial with these values at 0, 1, ..."""
    total = [Fraction(0)] * len(values)
    for i, value in enumerate(values):
        product = [Fraction(value)]
        for j in range(len(values)):
            if j != i:
                shifted, padded = [Fraction(0), *product], [*product, Fraction(0)]
                product = [(a - j * b) / (i - j) for a, b in zip(shifted, padded, strict=True)]
        total = [a + b for a, b in zip(total, product, strict=True)]
    return total


def test_a_polynomial_in_an_object_does_not_hide_its_degree() -> None:
    assert not checker.judge(_exponential(4, 1000)).accepted


@pytest.mark.parametrize("module", CHECKERS, ids=lambda module: module.__name__)
@pytest.mark.parametrize(
    "text", ["0.5", "1e3", "1e999999999", "1_000", " 1/2", "1/2\n", "1/-2", "+1", "\u0661", "inf", "nan", ""]
)
def test_rationals_of_another_shape_are_refused(module: Any, text: str) -> None:
    with pytest.raises(ValueError, match="rational"):
        module.rational(text)
    assert module.rational("-3/6") == Fraction(-1, 2)


@pytest.mark.parametrize("noise", ["NaN", "1e400", "2.0", "-Infinity"])
def test_files_with_numbers_that_are_not_integers_are_rejected(tmp_path: Path, noise: str) -> None:
    certificate = corpus.rank_one_measure()
    text = json.dumps(certificate)
    file = tmp_path / "c.json"
    file.write_text(text.replace('"value": 2', '"value": ' + noise))
    assert not checker.judge_file(file).accepted
    file.write_text(text)
    assert checker.judge_file(file).accepted


def test_files_that_name_a_field_twice_are_rejected(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text('{"value": 7, ' + json.dumps(corpus.rank_one_measure())[1:])
    assert "twice" in checker.judge_file(file).reason
