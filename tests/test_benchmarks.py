"""The benchmarks run and agree with what they measure against, at small sizes."""

from __future__ import annotations

import pytest

from benchmarks import boolean_heads, min_ip_speed
from benchmarks.literal_cvxpy import error_by_arrays, error_by_loops
from benchmarks.report import cells


def test_the_literal_programs_agree_with_the_exact_error() -> None:
    kernel = min_ip_speed.kernel_table(2)
    exact = min_ip_speed.exact_errors(kernel, 2, 3)
    for error in (error_by_arrays, error_by_loops):
        assert [error(kernel, query, 3) for query in range(4)] == pytest.approx(exact, abs=1e-6)


def test_the_parts_of_a_cell_are_all_timed() -> None:
    parts = min_ip_speed.measured_parts(2, 3)
    assert all(seconds > 0 for seconds in parts)


def test_the_memory_of_a_command_is_measured() -> None:
    assert min_ip_speed.largest_resident_set("problems") > 1024


def test_cells_show_three_digits() -> None:
    assert cells(1, 0.12345, "x", 1234.5) == ["1", "0.123", "x", "1234"]


def test_the_sample_of_functions_is_the_same_again_and_of_all_three_kinds() -> None:
    functions = boolean_heads.sample_functions()
    assert functions == boolean_heads.sample_functions() and len(set(functions)) == len(functions) == 312
    assert boolean_heads.sample_functions(seed=1) != functions
    cells = boolean_heads.sample_cells()
    assert [cell.parameters["table"] for cell in cells] == [function.text for function in functions]
