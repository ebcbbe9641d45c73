"""Polynomial kernels for Min-IP: least degrees, class rows against full enumeration, published targets."""

from fractions import Fraction
from itertools import product

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.decide import Feasible, Infeasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.problem import Limits, Nothing, Task
from problems import min_ip_check
from problems.min_ip_class_model import Cover, Group, SolvedRow
from problems.min_ip_pairwise import error_within, least_error, least_row, pair, value
from problems.min_ip_polynomial import METHOD, CoverSearch, least_degree
from problems.min_ip_rows import literal_rows, overlaps

HALF = Fraction(1, 2)


def bound(m, n, eps="1/2", **limits):
    task = Task("min-ip", {"m": m, "n": n, "eps": eps}, "feature-rank", limits=Limits(**limits))
    (found,) = METHOD.run(task)
    assert checker.judge(found.certificate) == (True, "")
    return found.value


def completion(row, overlap, own, n, eps):
    """Whether literal correctness has values for the weights ``row``: one unknown scale, then values b."""
    rows = literal_rows(overlap, own, n)
    kernel, values = rows.kernel_entries(eps), rows.value_entries(eps)
    builder = RowBuilder(1 + rows.classes)
    weights = np.array(row, dtype=object)
    builder.add_triplets(
        rows.height,
        np.concatenate([kernel.rows, values.rows]),
        np.concatenate([0 * kernel.columns, values.columns + 1]),
        np.concatenate([kernel.entries * weights[kernel.columns], values.entries]),
    )
    return decide(StrictSystem(builder.matrix(), frozenset([0])))


def is_pairwise_correct(row, overlap, own, n, eps):
    for y, z in product(range(len(row)), repeat=2):
        if (gap := int(overlap[z] - overlap[y])) > 0 and n > 2:
            larger, self_, smaller = pair(n, eps, gap)
            if larger * row[z] + self_ * row[own] >= smaller * row[y]:
                return False
    return True


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.data())
def test_pairs_decide_whether_weights_have_values(data):
    m, n = data.draw(st.integers(1, 3)), data.draw(st.integers(2, 5))
    query = data.draw(st.integers(0, 2**m - 1))
    eps = data.draw(st.sampled_from([HALF, Fraction(1, 4), Fraction(3, 4), Fraction(1, 3)]))
    overlap = overlaps(m, query)
    row = [data.draw(st.integers(1, 4)) * 3 ** int(overlap[query] - k) for k in overlap]
    verdict = completion(row, overlap, query, n, eps)
    assert isinstance(verdict, Feasible if is_pairwise_correct(row, overlap, query, n, eps) else Infeasible)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.data())
def test_least_error_is_reached_by_the_values_and_by_no_others(data):
    s, n = data.draw(st.integers(1, 3)), data.draw(st.integers(3, 5))
    row = [data.draw(st.integers(1, 5)) * 2 ** (s - k) for k in range(s + 1)]
    least = least_error(row, row, row[s], n)
    overlap = np.arange(s + 1)
    # Strictly below the least error is impossible, and anything above it is possible.
    if least > 0:
        assert isinstance(completion(row, overlap, s, n, least), Infeasible)
    eps = least + Fraction(1, 1000)
    error = error_within(least, eps)
    outputs = [value(s, k, Fraction(row[k]), Fraction(row[s]), n, error) for k in range(s + 1)]
    head = min_ip_check.Head([Fraction(a) for a in row], outputs, list(range(s + 1)), s)
    head.run_all(n, eps)
    head.run_slots(n, eps)


@pytest.mark.parametrize("m", [1, 2, 3, 4])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("eps", [HALF, Fraction(1, 4)])
def test_class_rows_are_right_on_every_input(m, n, eps):
    degree = m
    factor = tuple(5 ** (m - w) * 4**w for w in range(m + 1))
    for group in (Group(m, n, eps, degree), Group(m, n, eps, degree, factor)):
        for s in range(m + 1):
            row = group.outcome(s)
            assert isinstance(row, SolvedRow)
            run_literally(group, row, s, m, n, eps)


def run_literally(group, row, s, m, n, eps):
    """Evaluate the row token by token and run attention on every input of one query of weight s."""
    query = (1 << s) - 1
    shares = [(int(k), z.bit_count() - int(k)) for z, k in enumerate(overlaps(m, query))]
    weights = [Fraction(weight_of(group, row, k, r)) for k, r in shares]
    overlap, own = [k for k, _ in shares], weights[query]
    outputs = [value(s, k, a, own, n, row.error) for k, a in zip(overlap, weights, strict=True)]
    min_ip_check.Head(weights, outputs, overlap, query).run_all(n, eps)


def weight_of(group, row, k, r):
    factor = group.factor[k + r] if group.factor else 1
    return factor * sum(c * k**i * r**j for i, line in enumerate(row.polynomial) for j, c in enumerate(line))


LEAST_DEGREES = {
    3: {0: 0, 1: 0, 2: 1, 5: 1, 6: 2, 10: 2, 11: 3, 15: 3, 16: 4, 20: 4, 21: 5, 25: 5},
    4: {2: 1, 3: 1, 4: 2, 6: 2, 7: 3, 9: 3, 10: 4, 12: 4, 13: 5, 14: 5},
}


@pytest.mark.parametrize(("n", "s"), [(n, s) for n, table in LEAST_DEGREES.items() for s in table])
def test_least_degrees(n, s):
    assert least_degree(s, n, HALF) == LEAST_DEGREES[n][s]


@pytest.mark.parametrize(("s", "degree"), [(26, 6), (31, 6), (32, 7), (37, 7), (38, 8), (43, 8)])
def test_least_degrees_of_heavy_queries(s, degree):
    assert least_degree(s, 3, HALF, degree - 1) == degree


def test_two_tokens_need_no_degree():
    assert all(least_degree(s, n, HALF) == 0 for s in range(6) for n in (1, 2))
    assert bound(5, 2) == bound(5, 1) == 1


def test_wide_tolerance_needs_no_degree():
    assert bound(5, 7, "3") == 1


@pytest.mark.parametrize(("m", "features"), [(6, 8), (10, 56), (20, 6196), (30, 206_368)])
def test_private_features_for_heavy_queries(m, features):
    cover = CoverSearch(m, 3, HALF).private()
    assert cover.features == features
    task = Task("min-ip", {"m": m, "n": 3, "eps": "1/2"}, "feature-rank")
    found = task.bound("upper", cover.features, "class-model", "polynomial-kernel", cover.proof())
    assert checker.judge(found.certificate) == (True, "")


@pytest.mark.parametrize(("m", "features"), [(4, 5), (6, 7), (10, 11), (11, 12), (12, 79), (19, 191)])
def test_one_factored_group(m, features):
    assert bound(m, 3) <= features


def test_two_groups():
    assert bound(20, 3) <= 422


def test_two_groups_with_one_polynomial_for_all_heavy_queries():
    assert bound(24, 3, rows=1) <= 2 * 2325


@pytest.mark.long
@pytest.mark.parametrize(("m", "features"), [(30, 4526), (40, 204_182), (60, 498_305_036)])
def test_many_bits(m, features):
    assert bound(m, 3) <= features


@pytest.mark.parametrize("eps", ["1/4", "1/10", "1/3", "3/4"])
def test_other_tolerances_and_lengths(eps):
    for n in (3, 10, 1000):
        assert bound(3, n, eps) <= 7


def test_extreme_parameters():
    assert bound(1, 3, "1/1000") == 1
    assert bound(5, 10**9) <= 16
    assert bound(12, 3, "3/2") <= 13


def test_the_basis_spans_the_whole_space():
    space = CoverSearch(12, 3, HALF)._mixed(3, 0.7).space(6)
    assert flint.fmpz_mat(space.basis.tolist()).det() != 0


def test_says_why_there_is_no_bound():
    task = Task("min-ip", {"m": 300, "n": 3, "eps": "1/2"}, "feature-rank")
    with pytest.raises(Nothing, match="precision"):
        list(METHOD.run(task))
    with pytest.raises(Nothing, match="fewer than 2"):
        list(METHOD.run(Task("min-ip", {"m": 6, "n": 3, "eps": "1/2"}, "feature-rank", upper=2)))


def test_least_row_grows_like_the_domination_products():
    row = least_row(14, 3, HALF)
    assert row[14] == 1
    assert all(row[k] >= 4 * row[k + 5] for k in range(9))


def certificate():
    cover = CoverSearch(6, 3, HALF).single(1)
    assert isinstance(cover, Cover)
    task = Task("min-ip", {"m": 6, "n": 3, "eps": "1/2"}, "feature-rank")
    return task, cover.proof()


CORRUPTIONS = {
    "error at eps": lambda proof: proof["rows"][4].update(error="1/2"),
    "error too small": lambda proof: proof["rows"][4].update(error="1/100"),
    "sign": lambda proof: proof["rows"][4].update(polynomial=[["-1"]]),
    "constant": lambda proof: proof["rows"][4].update(polynomial=[["1"]]),
    "factor": lambda proof: proof["factors"][0].reverse(),
    "zero factor": lambda proof: proof["factors"][0].__setitem__(3, "0"),
    "negative factor": lambda proof: proof["factors"][0].__setitem__(3, "-1"),
    "short factor": lambda proof: proof["factors"][0].pop(),
    "no factor": lambda proof: proof["rows"][4].update(factor=7),
    "row dropped": lambda proof: proof["rows"].pop(),
    "zero denominator": lambda proof: proof["rows"][6].update(polynomial=[["6"], ["-1"]]),
    "higher degree": lambda proof: proof["rows"][4]["polynomial"].append(["0", "0"]),
}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_corrupted_factored_rows_are_rejected(name):
    task, proof = certificate()
    CORRUPTIONS[name](proof)
    broken = task.bound("upper", 7, "class-model", "polynomial-kernel", proof)
    assert not checker.judge(broken.certificate).accepted


def test_a_claim_stronger_than_its_count_is_rejected():
    task, proof = certificate()
    assert checker.judge(task.bound("upper", 7, "class-model", "label", proof).certificate).accepted
    assert not checker.judge(task.bound("upper", 6, "class-model", "label", proof).certificate).accepted


def test_matrix_of_a_factored_kernel_has_the_counted_rank():
    m, cover = 6, CoverSearch(6, 3, HALF).single(1)
    assert isinstance(cover, Cover)
    rows = [cover.groups[0].outcome(s) for s in range(m + 1)]
    kernel = [
        [weight_of(cover.groups[0], rows[x.bit_count()], k, z.bit_count() - k) for z in range(2**m)
         for k in [(x & z).bit_count()]]
        for x in range(2**m)
    ]
    assert flint.fmpz_mat(kernel).rank() <= cover.features == 7
