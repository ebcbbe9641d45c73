"""Rank bounds on boxes: sound around matrices of known rank, exact in closed cases, strict about input."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds.boxes import ONE, Entry, MatrixBox, class_box, matrix_box
from lpbounds.entrywise import image_rank, least_rank, plain_spaces, value_range
from lpbounds.errors import InputError
from lpbounds.scheme_rank import DODECADS, johnson, scheme_bound
from lpbounds.sdp import identity, is_contraction, is_positive_semidefinite, nearest_contraction
from lpbounds.semidefinite_rank import semidefinite_bound, semidefinite_bound_of
from lpbounds.trace_rank import trace_bound, trace_bound_of
from problems.min_ip_words import golay_basis, span

Matrix = list[list[Fraction]]


def around(matrix: Matrix, radius: Fraction, **options: bool) -> MatrixBox:
    """Return the box of matrices that differ by at most ``radius`` off the diagonal."""
    def moved(sign: int) -> Matrix:
        return [[v + sign * radius * (i != j) for j, v in enumerate(row)] for i, row in enumerate(matrix)]

    return matrix_box(moved(-1), moved(1), **options)


def gram(vectors: list[list[Fraction]] | list[list[int]]) -> Matrix:
    return [[Fraction(sum(a * b for a, b in zip(u, v, strict=True))) for v in vectors] for u in vectors]


def simplex(d: int) -> Matrix:
    """Gram matrix of the d + 1 corners of a regular simplex: rank d."""
    return [[Fraction(1) if i == j else Fraction(-1, d) for j in range(d + 1)] for i in range(d + 1)]


def lines_in_seven_dimensions() -> Matrix:
    """Gram matrix of 28 equiangular lines in R^7: permutations of (3, 3, -1, .., -1)."""
    return gram([[3 if i in pair else -1 for i in range(8)] for pair in combinations(range(8), 2)])


def icosahedron() -> Matrix:
    """Gram matrix of the 6 diagonals of an icosahedron, the golden ratio rounded: rank 3."""
    s, zero, one = Fraction(161803398875, 10**11), Fraction(0), Fraction(1)
    return gram([[zero, one, s], [zero, one, -s], [one, s, zero],
                 [one, -s, zero], [s, zero, one], [-s, zero, one]])


KNOWN = [(simplex(3), 3), (simplex(6), 6), (lines_in_seven_dimensions(), 7), (icosahedron(), 3)]


@pytest.mark.parametrize("radius", [Fraction(0), Fraction(1, 10)])
@pytest.mark.parametrize(("matrix", "rank"), KNOWN, ids=["simplex 3", "simplex 6", "28 lines", "icosahedron"])
def test_known_ranks_are_reached_and_never_exceeded(matrix: Matrix, rank: int, radius: Fraction) -> None:
    box = around(matrix, radius * matrix[0][0])
    assert lpbounds.trace_bound(box).rank == rank
    bound = lpbounds.semidefinite_bound(box, (1,), rounds=1)
    assert bound.rank == rank
    assert bound.value >= trace_bound(box, (1,)).value - Fraction(1, 10**6)


def planted() -> Iterator[tuple[Matrix, int]]:
    rng = np.random.default_rng(3)
    for rank in (1, 2, 4):
        for low in (-4, 1):
            left, right = rng.integers(low, 9, (8, rank)), rng.integers(low, 9, (rank, 8))
            matrix = [[Fraction(v) for v in row] for row in (left @ right).tolist()]
            yield matrix, flint.fmpq_mat([[flint.fmpq(int(v)) for v in row] for row in matrix]).rank()


@pytest.mark.parametrize("radius", [Fraction(0), Fraction(1, 3)])
def test_planted_ranks_are_never_exceeded(radius: Fraction) -> None:
    for matrix, rank in planted():
        assert trace_bound(around(matrix, radius)).rank <= rank
        assert semidefinite_bound(around(matrix, radius, is_open=True), (1,), rounds=1).rank <= rank


small = st.integers(-3, 3)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 3), st.integers(2, 6), st.data())
def test_no_polynomial_exceeds_the_rank(rank: int, size: int, data: st.DataObject) -> None:
    numbers = st.lists(small, min_size=rank, max_size=rank)
    left, right = (data.draw(st.lists(numbers, min_size=size, max_size=size)) for _ in range(2))
    matrix = [[Fraction(sum(a * b for a, b in zip(u, v, strict=True))) for v in right] for u in left]
    exact = flint.fmpz_mat([[int(v) for v in row] for row in matrix]).rank()
    polynomial = tuple(Fraction(c) for c in data.draw(st.lists(small, min_size=2, max_size=3)))
    box = around(matrix, Fraction(data.draw(st.integers(0, 2)), 2))
    assert trace_bound_of(class_box(box), polynomial).rank <= exact
    assert semidefinite_bound_of(box, polynomial, identity(size, size)).rank <= exact
    image = flint.fmpq_mat([[flint.fmpq(*_parts(polynomial, v)) for v in row] for row in matrix])
    assert image.rank() <= image_rank(exact, plain_spaces(polynomial))


def _parts(polynomial: tuple[Fraction, ...], point: Fraction) -> tuple[int, int]:
    value = value_range(polynomial, point, point)[0]
    return value.numerator, value.denominator


@settings(deadline=None, max_examples=80, derandomize=True)
@given(st.integers(0, 400), st.lists(st.integers(0, 5), min_size=3, max_size=3))
def test_least_rank_is_the_least(image: int, spaces: list[int]) -> None:
    rank = least_rank(image, spaces)
    if any(spaces[1:]):
        assert image_rank(rank, spaces) >= image
        assert rank == 0 or image_rank(rank - 1, spaces) < image


def test_the_shift_by_closed_form() -> None:
    """T (1-c)^2 / ((1-c)^2 + (T-1) c^2) - 1 for 15 words with entries in (0, 1/4), c = 1/8: 11."""
    low = [[Fraction(i == j) for j in range(15)] for i in range(15)]
    high = [[Fraction(1) if i == j else Fraction(1, 4) for j in range(15)] for i in range(15)]
    bound = trace_bound(matrix_box(low, high, is_open=True), (1,))
    assert bound.is_strict
    assert (bound.rank, bound.value) == (11, Fraction(35, 3))


def test_rows_are_scaled_and_unbounded_ones_left_out() -> None:
    wide = matrix_box([[5, 0, 0], [0, "1/7", 0], [0, None, 1]], [[5, 0, 0], [0, "1/7", 0], [0, None, 1]])
    assert trace_bound(wide).rank == semidefinite_bound(wide).rank == 2


def test_a_shift_of_small_rank() -> None:
    """Two blocks of five, at least 1 inside and at most 1/10 outside: a shift of rank two centres them."""
    blocks = [[Fraction(i // 5 == j // 5) for j in range(10)] for i in range(10)]
    low = [[Fraction(3, 2) if i == j else v for j, v in enumerate(row)] for i, row in enumerate(blocks)]
    high = [[v + Fraction(i != j, 10) for j, v in enumerate(row)] for i, row in enumerate(low)]
    box = matrix_box(low, high)
    assert (trace_bound(box).rank, trace_bound(box.minus(blocks)).rank - 2) == (4, 6)
    with pytest.raises(InputError, match="shape"):
        box.minus([[1]])


def test_boxes_that_are_not_square() -> None:
    box = matrix_box([[3, 0, 0], [0, 3, 0]], [[4, 1, 1], [1, 4, 1]])
    assert semidefinite_bound(box, rounds=2).rank == 2
    with pytest.raises(InputError, match="square"):
        trace_bound(box)
    with pytest.raises(InputError, match="missing end"):
        semidefinite_bound(matrix_box([[1, None]], [[1, 2]]))


@pytest.mark.parametrize(
    ("low", "high"),
    [([], []), ([[]], [[]]), ([[0]], [[0, 1]]), ([[0], [0, 1]], [[0], [0, 1]]), ([[1]], [[0]]),
     ([["x"]], [["1"]]), ([["1/0"]], [["1"]]), ([[float("nan")]], [[1]]), ([[float("inf")]], [[1]])],
)
def test_bad_boxes_are_refused(low: object, high: object) -> None:
    with pytest.raises(InputError, match="box"):
        matrix_box(low, high)  # type: ignore[arg-type]


def test_positive_semidefinite() -> None:
    assert is_positive_semidefinite(flint.fmpz_mat([[2, 1], [1, 2]]))
    assert is_positive_semidefinite(flint.fmpz_mat([[100, 60, 60], [60, 100, 60], [60, 60, 100]]))
    assert not is_positive_semidefinite(flint.fmpz_mat([[100, 101], [101, 100]]))
    assert not is_positive_semidefinite(flint.fmpz_mat([[0, 1], [1, 0]]))
    assert not is_positive_semidefinite(flint.fmpz_mat([[-1]]))


def test_contractions() -> None:
    rng = np.random.default_rng(5)
    for shape in ((4, 4), (3, 6), (6, 3)):
        weights = nearest_contraction(rng.normal(size=shape))
        assert weights is not None
        assert 0.999999 < np.linalg.norm(weights.floats(), 2) <= 1
    assert not is_contraction([[1, 1], [0, 1]], 1)
    assert is_contraction([[0, 1], [1, 0]], 1)


# Schemes


def test_the_eigenvalues_of_the_dodecads() -> None:
    """The classes of the words themselves have these eigenvalues, with multiplicities that add up."""
    words = np.array([word for word in span(golay_basis()) if word.bit_count() == 12])
    distance = np.bitwise_count(words[:, None] & ~words[None, :])
    table = np.array(DODECADS.eigenmatrix)
    adjacency = [(distance == d).astype(np.float32) for d in (0, 4, 6, 8, 12)]
    vector = np.random.default_rng(1).normal(size=len(words)).astype(np.float32)
    # Project a vector onto each eigenspace and apply every class.
    for j, row in enumerate(table):
        part = vector.astype(np.float64)
        for other in (r for i, r in enumerate(table) if i != j):
            part = (adjacency[1] @ part - other[1] * part) / (row[1] - other[1])
        for k, value in enumerate(row):
            assert np.allclose(adjacency[k] @ part, value * part, atol=1e-2)


@pytest.mark.parametrize(("bits", "weight"), [(5, 2), (6, 3)])
def test_the_eigenvalues_of_johnson_schemes(bits: int, weight: int) -> None:
    words = [x for x in range(1 << bits) if x.bit_count() == weight]
    scheme = johnson(bits, weight)
    for k in range(len(scheme.valencies)):
        matrix = np.array([[(x & ~y).bit_count() == k for y in words] for x in words], dtype=float)
        found = sorted(set(np.linalg.eigvalsh(matrix).round(6).tolist()))
        assert found == sorted({float(row[k]) for row in scheme.eigenmatrix})


def test_scheme_bounds() -> None:
    caps = (1, Fraction(1, 3), Fraction(1, 5), Fraction(1, 9), Fraction(1, 27))
    entries = [ONE, *(Entry(Fraction(0), cap, True) for cap in caps[1:])]
    assert scheme_bound(DODECADS, entries, (1,)).rank == 44
    assert scheme_bound(DODECADS, entries, (2,)).rank == 53
    # The 10 vertices of the Petersen graph against each other: entries known exactly, rank 4.
    petersen = [Entry(*2 * (Fraction(v),)) for v in (1, Fraction(1, 6), Fraction(-2, 3))]
    assert scheme_bound(johnson(5, 2), petersen).rank == 4
