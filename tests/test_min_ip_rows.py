"""The inequalities of Min-IP: the compact form against every input, classes against tokens."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds.decide import Feasible, decide, satisfies
from lpbounds.linear_program import RowBuilder, StrictSystem
from problems.min_ip_fixed import query_error
from problems.min_ip_rows import class_overlaps, compact_rows, cone_system_entries, literal_rows, overlaps

RATIONALS = st.fractions(min_value=0, max_value=8, max_denominator=9)
EPS = st.sampled_from([Fraction(1, 10), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)])


@st.composite
def kernel_rows(draw, largest=3):
    m = draw(st.integers(1, largest))
    n = draw(st.integers(1, 5))
    x = draw(st.integers(0, 2**m - 1))
    row = draw(st.lists(RATIONALS, min_size=2**m, max_size=2**m))
    row[x] += draw(st.fractions(min_value=Fraction(1, 9), max_value=2, max_denominator=9))
    return m, n, x, row


@given(kernel_rows())
@settings(deadline=None, max_examples=120, derandomize=True)
def test_literal_and_compact_optima_are_equal(case):
    m, n, x, row = case
    shared = overlaps(m, x)
    compact = query_error(compact_rows(shared, x, n), row)
    literal = query_error(literal_rows(shared, x, n), row)
    assert compact.lower == compact.upper == literal.lower == literal.upper


@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_literal_and_compact_optima_are_equal_at_every_query(m, n):
    numbers = np.random.default_rng(100 * m + n).integers(1, 60, size=(2**m, 2**m, 2))
    for x in range(2**m):
        row = [Fraction(int(top), int(bottom)) for top, bottom in numbers[x]]
        shared = overlaps(m, x)
        compact = query_error(compact_rows(shared, x, n), row)
        literal = query_error(literal_rows(shared, x, n), row)
        assert compact.lower == compact.upper == literal.lower == literal.upper


@given(st.integers(1, 4), st.integers(1, 6), st.data())
@settings(deadline=None, max_examples=60, derandomize=True)
def test_classes_and_tokens_have_equal_optima(m, n, data):
    x = data.draw(st.integers(0, 2**m - 1))
    s = x.bit_count()
    by_overlap = data.draw(st.lists(RATIONALS, min_size=s + 1, max_size=s + 1))
    own = data.draw(st.fractions(min_value=Fraction(1, 9), max_value=4, max_denominator=9))
    classes = class_overlaps(m, s)
    class_row = [*(by_overlap[k] for k in classes[:-1]), own]
    token_row = [own if z == x else by_overlap[k] for z, k in enumerate(overlaps(m, x))]
    by_class = query_error(compact_rows(classes, len(classes) - 1, n), class_row)
    by_token = query_error(compact_rows(overlaps(m, x), x, n), token_row)
    assert by_class.lower == by_class.upper == by_token.lower == by_token.upper


def cone(rows, eps):
    builder = RowBuilder(2 * rows.classes + rows.maxima)
    builder.add_triplets(rows.height, *cone_system_entries(rows, eps))
    return StrictSystem(builder.matrix(), frozenset(range(rows.classes)))


@given(kernel_rows(), EPS)
@settings(deadline=None, max_examples=60, derandomize=True)
def test_both_forms_have_the_same_cone_of_rows(case, eps):
    m, n, x, _ = case
    shared = overlaps(m, x)
    compact, literal = cone(compact_rows(shared, x, n), eps), cone(literal_rows(shared, x, n), eps)
    found = decide(compact)
    assert isinstance(found, Feasible)
    assert satisfies(literal, found.point[: 2 * 2**m])


@pytest.mark.parametrize("n", [1, 2, 3, 1000])
def test_the_number_of_rows_does_not_grow_with_n(n):
    for m in (1, 4, 8):
        for x in (0, 1, 2**m - 1):
            s = x.bit_count()
            assert compact_rows(overlaps(m, x), x, n).height <= 2 * (s + 2) * 2**m


def test_a_query_of_weight_60_is_a_small_program():
    classes = class_overlaps(120, 60)
    rows = compact_rows(classes, len(classes) - 1, 1000)
    assert rows.height <= 2 * 62 * len(classes) < 8000
    assert len(rows.counts.entries) <= 2 * rows.height


def test_numbers_beyond_machine_integers_stay_exact():
    rows = compact_rows(overlaps(2, 3), 3, 3)
    eps = Fraction(1, 10**30)
    assert {abs(value) for value in rows.value_entries(eps).entries} <= {10**30, 2 * 10**30}
