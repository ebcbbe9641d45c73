"""Scores of fixed Min-IP kernels: known values, two formulations, exact explanations, bad input."""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds.errors import InputError, SolverFailure
from lpbounds.highs import Highs
from problems.min_ip_features import MAPS
from problems.min_ip_fixed import query_error
from problems.min_ip_inputs import northwest_corner
from problems.min_ip_kernels import NAMES, merged_row, named, polynomial_degree, taylor
from problems.min_ip_rows import compact_rows, literal_rows, overlaps
from problems.min_ip_score import SCORER
from problems.min_ip_worst import worst_error

HALF = Fraction(1, 2)
HIGHS = Highs(presolve="off")


def score(kernel, n, m=None, **options):
    key = "kernel-file" if "file" in options else "kernel"
    given_options = {key: options.pop("file", kernel), **options}
    return SCORER.run({"n": n} if m is None else {"m": m, "n": n}, given_options)


def softmax_table(m, tau):
    tokens = np.arange(1 << m)[:, None] >> np.arange(m) & 1
    return np.exp(-tau * (tokens @ tokens.T))


@st.composite
def query_rows(draw):
    m = draw(st.integers(1, 3))
    n = draw(st.integers(1, 5))
    entry = st.fractions(0, 5, max_denominator=6) | st.just(Fraction(0))
    query = draw(st.integers(0, (1 << m) - 1))
    row = [draw(entry) for _ in range(1 << m)]
    row[query] = draw(st.fractions(Fraction(1, 6), 5, max_denominator=6))
    return m, n, query, row


@settings(deadline=None, max_examples=80, derandomize=True)
@given(query_rows())
def test_compact_and_literal_programs_have_equal_rational_optima(case):
    both_formulations_agree(*case)


@pytest.mark.parametrize("n", [4, 5])
def test_compact_and_literal_programs_agree_on_longer_inputs(n):
    rng = np.random.default_rng(n)
    for query in (0, 1, 6, 7):
        row = [Fraction(int(value), 12) for value in rng.integers(0, 40, 8)]
        row[query] += 1
        both_formulations_agree(3, n, query, row)


def both_formulations_agree(m, n, query, row):
    overlap = overlaps(m, query)
    compact, literal = compact_rows(overlap, query, n), literal_rows(overlap, query, n)
    fast, oracle = query_error(compact, row, HIGHS), query_error(literal, row, HIGHS)
    assert fast.lower == fast.upper == oracle.lower == oracle.upper
    assert worst_error(compact, row, fast.values) == worst_error(literal, row, fast.values) == fast.upper
    for found in (fast, oracle):
        explains(found, overlap.tolist(), query, n, row)


def explains(found, overlap, query, n, row):
    """Judge the explanation in plain rationals: a measure on inputs that kills every value."""
    assert sum(item.weight for item in found.inputs) == 1
    assert -sum(item.weight * item.sigma * item.target for item in found.inputs) == found.lower
    effect = dict.fromkeys(range(len(row)), Fraction(0))
    for item in found.inputs:
        assert sum(item.counts.values()) == n and item.counts[query] >= 1
        assert item.target == min(overlap[token] for token in item.counts)
        mass = sum(copies * row[token] for token, copies in item.counts.items())
        for token, copies in item.counts.items():
            effect[token] += item.weight * item.sigma * copies * row[token] / mass
    assert not any(effect.values())


def test_softmax_at_log_2n_scores_at_most_a_quarter():
    found = score("softmax", 3, m=4, tau=Fraction(log(6)))
    assert found.lower == found.upper <= Fraction(1, 4)
    assert score("softmax", 3, m=4).upper == found.upper


def test_uniform_kernel_is_exact_for_two_tokens():
    found = score(np.ones((16, 16)), 2)
    assert found.lower == found.upper == 0
    assert score([[1, 1], [1, 1]], 1).upper == 0


def test_a_rank_one_kernel_errs_by_half_at_four_bits():
    rng = np.random.default_rng(3)
    table = np.outer(rng.integers(1, 9, 16), rng.integers(1, 9, 16))
    assert score(table, 3).lower >= HALF
    assert score(np.ones((16, 16), dtype=int), 3).lower >= HALF


@pytest.mark.parametrize("m", [1, 2, 3, 4])
@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_class_path_equals_token_path_for_softmax(m, n):
    tau = Fraction(9, 5)
    kernel = named("softmax", m, tau, 1, 0)
    errors = []
    for query in range(1 << m):
        overlap = overlaps(m, query)
        row = [kernel.values[k] for k in overlap.tolist()]
        errors.append(query_error(compact_rows(overlap, query, n), row, HIGHS))
    found = score("softmax", n, m=m, tau=tau)
    assert found.lower == found.upper == max(error.upper for error in errors)
    assert all(error.lower == error.upper for error in errors)


def test_named_softmax_is_near_the_same_table_in_doubles():
    table = score(softmax_table(4, 1.8), 3)
    assert float(table.upper) == pytest.approx(float(score("softmax", 3, m=4, tau="9/5").upper), abs=1e-12)


@pytest.mark.parametrize("n", [3, 1000])
def test_softmax_of_twenty_bits_needs_no_table(n):
    found = score("softmax", n, m=20)
    assert 0 < found.lower <= found.upper < HALF
    assert found.upper - found.lower < Fraction(1, 10**6)


@pytest.mark.parametrize("name", NAMES)
def test_named_kernels_are_deterministic_and_explained(name):
    first, second = (score(name, 3, m=3, features=5, seed=7) for _ in range(2))
    assert first == second
    assert 0 <= first.lower <= first.upper
    assert sum(abs(item.weight) for item in first.inputs) == 1
    assert sum(item.weight * item.target for item in first.inputs) == first.lower
    assert sum(item.weight for item in first.inputs) == 0


@pytest.mark.parametrize("name", MAPS)
def test_random_features_have_at_most_that_rank(name):
    import flint

    kernel = named(name, 4, Fraction(9, 5), 4, 0)
    assert flint.fmpq_mat([list(map(int, kernel.row(query))) for query in range(16)]).rank() == 4


def test_a_direction_of_hedgehog_gives_two_features():
    even, odd = (named("hedgehog", 3, Fraction(2), features, 0).row(5) for features in (4, 5))
    assert even == odd
    with pytest.raises(InputError, match="features: got 1"):
        named("hedgehog", 3, Fraction(2), 1, 0)


def test_taylor_polynomials_are_positive_and_near_exp():
    assert [taylor(Fraction(x), 2) for x in (-1, 0, 2)] == [Fraction(1, 2), 1, 5]
    assert all(taylor(Fraction(x, 3), 4) > 0 for x in range(-30, 30))
    assert abs(float(taylor(Fraction(-2), 20)) - np.exp(-2)) < 1e-9


def test_polynomial_degree_counts_features():
    counts = (1, 4, 5, 10, 11, 15, 16, 99)
    assert [polynomial_degree(4, features) for features in counts] == [0, 0, 1, 1, 2, 3, 4, 4]


def test_merged_tokens_score_like_single_ones():
    rng = np.random.default_rng(11)
    for query in range(8):
        row = rng.integers(0, 3, 8).tolist()
        row[query] = 2
        merged = merged_row(query, row)
        own = len(merged.tokens) - 1
        small = query_error(compact_rows(merged.overlap, own, 3), merged.row, HIGHS)
        large = query_error(compact_rows(overlaps(3, query), query, 3), row, HIGHS)
        assert small.lower == small.upper == large.upper


def test_a_token_of_weight_zero_still_sets_the_target():
    table = np.eye(4)
    # Every output is g_x(x), while the target runs from 0 to |x|: half of 2 at best.
    assert score(table, 3).upper == 1
    assert score(table, 1).upper == 0


def test_arrays_functions_and_nested_lists_agree():
    table = softmax_table(2, 1.5)
    fractions = [[Fraction(value) for value in row] for row in table.tolist()]

    def alpha(x, z):
        return fractions[x[0] + 2 * x[1]][z[0] + 2 * z[1]]

    values = {score(kernel, 3).upper for kernel in (table, fractions, table.tolist())}
    assert values == {score(alpha, 3, m=2).upper}


def test_scaled_rows_and_permuted_bits_score_the_same():
    rng = np.random.default_rng(2)
    table = rng.random((8, 8))
    order = [0, 2, 1, 3, 4, 6, 5, 7]
    assert score(table * np.ldexp(1.0, rng.integers(-90, 90, (8, 1))), 4).upper == score(table, 4).upper
    assert score(table[np.ix_(order, order)], 4).upper == score(table, 4).upper


def test_score_prints_and_becomes_json(tmp_path):
    path = tmp_path / "K.npy"
    np.save(path, softmax_table(3, 1.8).astype(np.float32))
    found = score(None, 3, m=3, file=str(path))
    data = found.to_json()
    assert set(data) >= {"problem", "parameters", "kernel", "error", "query", "inputs"}
    assert [Fraction(value) for value in data["error"]] == [found.lower, found.upper]
    assert all(sum(copies for _, copies in item["tokens"]) == 3 for item in data["inputs"])
    assert str(found).startswith("least worst-case error of table") and found.query in str(found)
    assert found._repr_html_().startswith("<table>")


def spoiled(value, dtype=float):
    table = np.ones((4, 4)).astype(dtype)
    table[1, 2] = value
    return table


def with_diagonal_zero():
    table = np.ones((4, 4))
    table[2, 2] = 0
    return table


BAD_KERNELS = {
    "wrong shape": (np.ones((4, 5)), "shape 4 x 5"),
    "not a power of two": (np.ones((3, 3)), "shape 3 x 3"),
    "a vector": (np.ones(4), "shape 4"),
    "one token": (np.ones((1, 1)), "shape 1 x 1"),
    "other size": (np.ones((8, 8)), "allowed: 4 x 4"),
    "negative": (spoiled(-0.5), "-0.5 at query 10, token 01"),
    "negative fraction": ([[1, Fraction(-1, 3)], [1, 1]], "shape 2 x 2"),
    "nan": (spoiled(np.nan), "nan at query 10"),
    "inf": (spoiled(np.inf), "inf at query 10"),
    "complex": (spoiled(1j, complex), "complex128"),
    "zero diagonal": (with_diagonal_zero(), "0 on the diagonal at query 01"),
    "text": (spoiled("a", object), "'a' at query 10"),
    "numbers as text": (np.full((4, 4), "1"), "<U1"),
    "complex object": (spoiled(1j, object), "1j at query 10"),
    "none": (spoiled(None, object), "None at query 10"),
    "nan object": (spoiled(float("nan"), object), "nan at query 10"),
    "negative object": (spoiled(Fraction(-1, 3), object), "-1/3 at query 10"),
    "ragged": ([[1, 2], [1]], "shape 2;"),
    "dates": (np.zeros((4, 4), dtype="datetime64[D]"), "datetime64"),
}


@pytest.mark.parametrize("case", BAD_KERNELS)
def test_bad_kernels_get_one_clear_line(case):
    kernel, part = BAD_KERNELS[case]
    with pytest.raises(InputError) as caught:
        score(kernel, 3, m=2)
    assert part in str(caught.value) and "\n" not in str(caught.value)


def test_bad_files_get_one_clear_line(tmp_path):
    text, pickled, archive = tmp_path / "a.txt", tmp_path / "b.npy", tmp_path / "c.npz"
    text.write_text("1 2 3")
    np.save(pickled, np.array([[1, None], [2, 3]], dtype=object), allow_pickle=True)
    np.savez(archive, a=np.ones((4, 4)))
    (tmp_path / "empty.npy").touch()
    for path in (text, pickled, archive, tmp_path / "empty.npy", tmp_path / "missing.npy", tmp_path):
        with pytest.raises(InputError, match="kernel-file") as caught:
            score(None, 3, m=2, file=str(path))
        assert "\n" not in str(caught.value)


def test_choices_that_make_no_sense_are_refused():
    for parameters, options in (
        ({"m": 2, "n": 3}, {}),
        ({"m": 2, "n": 3}, {"kernel": "softmax", "kernel-file": "K.npy"}),
        ({"n": 3}, {"kernel": "softmax"}),
        ({"m": 2, "n": None}, {"kernel": "softmax"}),
        ({"n": 3}, {"kernel": lambda x, z: 1}),
        ({"m": 2, "n": 0}, {"kernel": "softmax"}),
        ({"m": 40, "n": 3}, {"kernel": "elu"}),
        ({"m": 10_000, "n": 3}, {"kernel": "softmax"}),
        ({"m": 40, "n": 3}, {"kernel": lambda x, z: 1}),
    ):
        with pytest.raises(InputError):
            SCORER.run(parameters, options)
    with pytest.raises(InputError, match="softmax, polynomial"):
        SCORER.options[0].parse("softmix")


def test_northwest_corner_keeps_both_marginals():
    left = [(0, Fraction(1, 2)), (1, Fraction(1, 3)), (2, Fraction(1, 6))]
    right = [(7, Fraction(1, 4)), (8, Fraction(3, 4))]
    plan = list(northwest_corner(left, right))
    assert [(i, sum(mass for a, _, mass in plan if a == i)) for i, _ in left] == left
    assert [(j, sum(mass for _, b, mass in plan if b == j)) for j, _ in right] == right
    assert len(plan) <= len(left) + len(right) - 1


def test_kernels_beyond_the_solver_get_proved_bounds(monkeypatch):
    def fails(*given):
        raise SolverFailure("nothing")

    for module in ("problems.min_ip_fixed.optimum", "lpbounds.highs.Highs.solve"):
        monkeypatch.setattr(module, fails)
    score = SCORER.run({"m": 2, "n": 3}, {"kernel": "softmax"})
    assert (score.lower, score.upper) == (0, 1)
