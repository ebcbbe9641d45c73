"""Exact linear programs: optima and decisions certified, whatever the floats say."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from itertools import combinations

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.errors import SolverFailure
from lpbounds.exact_solve import SparseBasis
from lpbounds.highs import Highs, float_rows
from lpbounds.linear_program import IntegerMatrix, LinearProgram, RowBuilder, StrictSystem
from lpbounds.optimum import optimum

SMALL = st.integers(-5, 5)
STABLE = settings(deadline=None, max_examples=60, derandomize=True)


def matrix_of(rows, width):
    builder = RowBuilder(width)
    for row in rows:
        columns = np.flatnonzero(np.array(row, dtype=object) != 0)
        builder.add_triplets(1, np.zeros(len(columns)), columns, [row[column] for column in columns])
    return builder.matrix()


def boxed(rows, bounds, cost, box=3):
    width = len(cost)
    return LinearProgram(matrix_of(rows, width), bounds, cost, [-box] * width, [box] * width)


def vertex_minimum(rows, bounds, cost, box):
    """The minimum over all vertices of {A x <= b, |x| <= box}, by solving every square subsystem; or None."""
    width = len(cost)
    unit = [[int(i == j) for j in range(width)] for i in range(width)]
    every = [*zip(rows, bounds, strict=True)]
    every += [(row, box) for row in unit] + [([-value for value in row], box) for row in unit]
    values = []
    for chosen in combinations(every, width):
        square = flint.fmpq_mat([list(row) for row, _ in chosen])
        if square.det() == 0:
            continue
        solution = square.solve(flint.fmpq_mat([[bound] for _, bound in chosen]))
        point = [Fraction(int(solution[i, 0].p), int(solution[i, 0].q)) for i in range(width)]
        if all(sum(a * x for a, x in zip(row, point, strict=True)) <= bound for row, bound in every):
            values.append(sum(c * x for c, x in zip(cost, point, strict=True)))
    return min(values, default=None)


def proves(program, multipliers, value):
    """Judge a dual proof on a boxed program in plain Fractions, apart from the engine's own check."""
    if any(weight < 0 for weight in multipliers.values()):
        return False
    total = -sum(program.bounds[row] * weight for row, weight in multipliers.items())
    for column, cost in enumerate(program.cost):
        slope = Fraction(cost)
        for row, weight in multipliers.items():
            slope += dict(program.matrix.row(row)).get(column, 0) * weight
        total += slope * (program.lower[column] if slope > 0 else program.upper[column])
    return total >= value


@st.composite
def programs(draw):
    width, height = draw(st.integers(1, 3)), draw(st.integers(0, 4))
    rows = [[draw(SMALL) for _ in range(width)] for _ in range(height)]
    return rows, [draw(st.integers(0, 6)) for _ in rows], [draw(SMALL) for _ in range(width)]


@STABLE
@given(programs())
def test_optimum_equals_the_best_vertex(parts):
    program = boxed(*parts)
    found = optimum(program)
    assert found.is_exact
    assert found.upper == vertex_minimum(*parts, box=3)
    assert proves(program, found.multipliers, found.lower)


@STABLE
@given(programs(), st.integers(200, 1500))
def test_scaled_rows_of_any_size_have_the_same_optimum(parts, bits):
    rows, bounds, cost = parts
    scales = [(1 << bits * (index % 2)) + 0 for index in range(len(rows))]
    huge = [[value * scale for value in row] for row, scale in zip(rows, scales, strict=True)]
    right = [bound * scale for bound, scale in zip(bounds, scales, strict=True)]
    assert optimum(boxed(huge, right, cost)).upper == optimum(boxed(rows, bounds, cost)).upper


def test_optimum_keeps_digits_that_doubles_lose():
    big = 10**40
    found = optimum(boxed([[big, big + 1], [-big, -big]], [big + 7, 0], [-1, -1]))
    assert found.is_exact
    assert found.upper == vertex_minimum([[big, big + 1], [-big, -big]], [big + 7, 0], [-1, -1], box=3)


def test_optimum_of_a_degenerate_vertex():
    rows = [[1, 1], [1, 1], [2, 2], [1, 0], [0, 1], [1, -1], [-1, 1]]
    assert optimum(boxed(rows, [0] * 7, [-1, -2])).upper == 0


def test_optimum_without_rows_or_without_cost():
    assert optimum(boxed([], [], [1, -2])).upper == -9
    assert optimum(boxed([[1, 1]], [1], [0, 0])).upper == 0


def test_infeasible_and_unbounded_programs_are_failures_not_bounds():
    with pytest.raises(SolverFailure):
        optimum(boxed([[1], [-1]], [-1, -1], [1]))
    free = LinearProgram(matrix_of([[1]], 1), [0], [1], [None], [None])
    with pytest.raises(SolverFailure):
        optimum(free)


def test_one_highs_object_serves_many_programs():
    highs = Highs(presolve="off")
    values = [optimum(boxed([[1, 1]], [bound], [-1, -1]), highs).upper for bound in (1, 2, 3)]
    assert values == [-1, -2, -3]


def motzkin(system, multipliers):
    """Judge multipliers in plain integers, apart from the engine's own check."""
    assert multipliers and all(weight > 0 for weight in multipliers.values())
    sums = [sum(w * dict(system.matrix.row(r)).get(c, 0) for r, w in multipliers.items())
            for c in range(system.matrix.width)]
    return all(value == 0 or (value > 0 and j in system.nonnegative) for j, value in enumerate(sums))


def holds(system, point):
    rows = [system.matrix.row(index) for index in range(system.matrix.height)]
    values = [sum(entry * point[column] for column, entry in row) for row in rows]
    return all(value < 0 for value in values) and all(point[column] >= 0 for column in system.nonnegative)


@st.composite
def systems(draw):
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    rows = [[draw(SMALL) for _ in range(width)] for _ in range(height)]
    return StrictSystem(matrix_of(rows, width), frozenset(draw(st.sets(st.integers(0, width - 1)))))


@STABLE
@given(systems())
def test_every_small_system_is_decided_with_a_certificate(system):
    verdict = decide(system)
    if isinstance(verdict, Feasible):
        assert holds(system, verdict.point)
    else:
        assert isinstance(verdict, Infeasible)
        assert motzkin(system, verdict.multipliers)


@pytest.mark.parametrize("bits", [10, 30, 60, 200, 2000])
def test_a_tiny_margin_is_not_mistaken(bits):
    # y >= tiny t with t > 0 and y < 0: infeasible however tiny; dropping y < 0 makes it feasible.
    huge = 1 << bits
    trap = StrictSystem(matrix_of([[-huge, 1], [1, 0], [0, -1]], 2))
    verdict = decide(trap)
    assert isinstance(verdict, Infeasible)
    assert motzkin(trap, verdict.multipliers)


@pytest.mark.parametrize("bits", [10, 25, 40])
def test_a_narrow_cone_is_found(bits):
    # 1 < y / t < 1 + 2^-bits
    big = 1 << bits
    narrow = StrictSystem(matrix_of([[-1, 1], [big, -big - 1], [0, -1]], 2))
    verdict = decide(narrow)
    assert isinstance(verdict, Feasible)
    assert holds(narrow, verdict.point)


def test_systems_with_zero_rows_or_closed_cones_are_infeasible():
    for rows in ([[0, 0]], [[1, 0], [-1, 0]], [[1, 1], [-1, 0], [0, -1]]):
        system = StrictSystem(matrix_of(rows, 2))
        verdict = decide(system)
        assert isinstance(verdict, Infeasible)
        assert motzkin(system, verdict.multipliers)


@STABLE
@given(st.integers(1, 6), st.data())
def test_sparse_basis_agrees_with_a_dense_solve(size, data):
    entries = st.sampled_from([0, 0, 0, 1, -1, 2, 10**30])
    dense = [[data.draw(entries) for _ in range(size)] for _ in range(size)]
    right = [data.draw(SMALL) for _ in range(size)]
    basis = SparseBasis([{j: value for j, value in enumerate(row) if value} for row in dense])
    matrix = flint.fmpq_mat(dense)
    if matrix.det() == 0:
        assert basis.solve(right) is None or dense_product(dense, basis.solve(right)) == right
        return
    assert dense_product(dense, basis.solve(right)) == right
    assert dense_product([*zip(*dense, strict=True)], basis.solve_transposed(right)) == right


def dense_product(dense, vector):
    return [sum(a * v for a, v in zip(row, vector, strict=True)) for row in dense]


def test_matrices_sum_equal_places_and_skip_empty_rows():
    builder = RowBuilder(3)
    builder.add_triplets(3, [0, 0, 2, 2], [1, 1, 0, 0], [2, 3, 1, -1])
    matrix = builder.matrix()
    assert [matrix.row(index) for index in range(3)] == [[(1, 5)], [], []]
    assert matrix.times([7, 1, 1]) == [5, 0, 0]
    assert matrix.transposed_times({0: 2, 1: 9}) == [0, 10, 0]
    assert RowBuilder(2).matrix().times([1, 1]) == []


def test_float_rows_divide_by_the_power_of_two_below_the_largest_entry():
    for bits in (0, 3, 70, 700, 5000):
        entries, shifts = float_rows(matrix_of([[3 << bits, -1 << bits], [0, 0]], 2))
        assert shifts.tolist() == [bits + 1, 0]
        assert entries.tolist() == [1.5, -0.5]


def lp_text(program):
    """Write a boxed program in the LP format of QSopt_ex."""
    def side(pairs):
        return " ".join(f"{value:+d} x{column}" for column, value in pairs if value) or "0 x0"

    rows = [f"c{row}: {side(program.matrix.row(row))} <= {bound}" for row, bound in enumerate(program.bounds)]
    box = zip(program.lower, program.upper, strict=True)
    sides = [f"{low} <= x{column} <= {high}" for column, (low, high) in enumerate(box)]
    cost = "obj: " + side(enumerate(program.cost))
    lines = ["Minimize", cost, "Subject To", *rows, "Bounds", *sides, "End"]
    return "\n".join(lines) + "\n"


@pytest.mark.extra
@pytest.mark.skipif(shutil.which("esolver") is None, reason="needs esolver of the Debian package qsopt-ex")
@pytest.mark.parametrize("seed", range(10))
def test_optimum_agrees_with_qsopt_ex(seed, tmp_path):
    rng = np.random.default_rng(seed)
    rows = rng.integers(-9, 10, size=(12, 6)).tolist()
    program = boxed(rows, rng.integers(1, 20, size=12).tolist(), rng.integers(-9, 10, size=6).tolist())
    source, answer = tmp_path / "program.lp", tmp_path / "answer.sol"
    source.write_text(lp_text(program))
    subprocess.run(["esolver", "-L", "-O", str(answer), str(source)], check=True, capture_output=True)
    value = next(line.split("=")[1] for line in answer.read_text().splitlines() if "Value" in line)
    assert optimum(program).upper == Fraction(value.strip())


def test_optimum_agrees_with_cvxpy():
    cvxpy = pytest.importorskip("cvxpy")
    rng = np.random.default_rng(5)
    rows, bounds = rng.integers(-9, 10, size=(30, 8)), rng.integers(1, 30, size=30)
    cost = rng.integers(-9, 10, size=8)
    x = cvxpy.Variable(8)
    reference = cvxpy.Problem(cvxpy.Minimize(cost @ x), [rows @ x <= bounds, cvxpy.abs(x) <= 3])
    reference.solve()
    found = optimum(boxed(rows.tolist(), bounds.tolist(), cost.tolist()))
    assert found.is_exact
    assert float(found.upper) == pytest.approx(reference.value, abs=1e-6)


def test_integer_matrix_rows_cut_entries():
    matrix = IntegerMatrix(np.array([0, 1, 1, 3]), np.array([0, 1, 2]), np.array([4, 5, 6], dtype=object), 3)
    assert matrix.height == 3
    assert matrix.reduced(np.maximum, matrix.entries).tolist() == [4, 0, 6]
