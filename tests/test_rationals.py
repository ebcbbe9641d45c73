"""Rationals as people write them: read exactly, or refused at once."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lpbounds.rationals import cleared, from_float, from_text, on_grid, primitive


@pytest.mark.parametrize(("text", "value"), [("1/2", "1/2"), ("0.25", "1/4"), ("3", "3"), ("1e-3", "1/1000")])
def test_rationals_are_read_exactly(text: str, value: str) -> None:
    assert from_text(text) == Fraction(value)


@pytest.mark.parametrize("text", ["", "x", "1/0", "nan", "inf", "1e999999999", "1E-123456"])
def test_anything_else_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError):
        from_text(text)


def test_floats_are_the_dyadic_rationals_they_are() -> None:
    assert from_float(0.1) == Fraction(3602879701896397, 36028797018963968)
    with pytest.raises(ValueError):
        from_float(float("nan"))


def test_denominators_are_cleared() -> None:
    assert cleared([Fraction(1, 2), Fraction(1, 3), 1]) == ([3, 2, 6], 6)
    assert primitive([Fraction(-1, 2), 0, Fraction(3, 4)]) == [-2, 0, 3]
    assert on_grid([0.3, -0.3], 4) == [Fraction(1, 4), Fraction(-1, 4)]
