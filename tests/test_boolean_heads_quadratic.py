"""Layers for sign polynomials of degree 2, and layers rounded as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lpbounds
from lpbounds import checker
from lpbounds.problem import Limits
from problems.boolean_functions import from_values
from problems.boolean_heads_fit import State
from problems.boolean_heads_forms import univariate_layer
from problems.boolean_heads_layer import Layer, at_inputs, is_positive
from problems.boolean_heads_quadratic import components, products, quadratic_layer
from problems.boolean_heads_rounding import rounded_whole
from problems.boolean_names import named
from problems.threshold_degree_program import values_at_inputs


def computes(layer: Layer, signs: np.ndarray) -> bool:
    """Run the layer on every input: the sum of the heads times all denominators."""
    tops, bottoms = ([at_inputs(row) for row in rows] for rows in (layer.numerators, layer.denominators))
    whole = np.prod(bottoms, axis=0)
    total = sum(whole // bottom * top for top, bottom in zip(tops, bottoms, strict=True))
    return all(map(is_positive, layer.denominators)) and bool((signs * total > 0).all())


def matching(pairs: int) -> dict[int, int]:
    """Return 2 sum_j x_j y_j - 1."""
    return {0: -1} | {1 << j | 1 << (pairs + j): 2 for j in range(pairs)}


@pytest.mark.parametrize("pairs", range(1, 8))
def test_disjointness_takes_a_head_for_two_pairs_and_one_more(pairs: int) -> None:
    function = named(2 * pairs, "disjointness")
    layer = quadratic_layer(function, matching(pairs))
    assert len(layer.denominators) == (pairs + 1) // 2 + 1
    assert computes(layer, function.signs)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(1, 6), st.data())
def test_polynomials_of_degree_two(n: int, data: st.DataObject) -> None:
    """At most floor(n/2) + 1 heads, whatever the polynomial."""
    masks = [mask for mask in range(1 << n) if mask.bit_count() <= 2]
    coefficients = {mask: data.draw(st.integers(-9, 9)) for mask in masks}
    values = values_at_inputs(n, np.array(masks), list(coefficients.values()))
    if 0 in values.tolist():
        return
    layer = quadratic_layer(from_values(n, (values > 0).astype(int)), coefficients)
    assert len(layer.denominators) <= n // 2 + 1
    assert computes(layer, np.where(values > 0, 1, -1))


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(2, 7), st.data())
def test_products_are_the_form_off_the_diagonal(n: int, data: st.DataObject) -> None:
    entries = data.draw(st.lists(st.sampled_from([0, 0, 1, -1, 3]), min_size=n * n, max_size=n * n))
    upper = np.triu(np.array(entries, dtype=np.float64).reshape(n, n), 1)
    form = upper + upper.T
    first, second = products(form)
    left = (first.T @ second + second.T @ first) / 2 - form
    assert np.abs(left - np.diag(np.diag(left))).max() < 1e-9
    assert len(first) <= n // 2


def test_components_are_those_of_the_graph() -> None:
    form = np.zeros((6, 6))
    for i, j in ((0, 3), (3, 5), (1, 4)):
        form[i, j] = form[j, i] = -2
    assert [places.tolist() for places in components(form)] == [[0, 3, 5], [1, 4]]


@pytest.mark.parametrize("pairs", [1, 5, 6, 7])
def test_one_pair_needs_no_product(pairs: int) -> None:
    """By x_1 + y_1 - 3/2 + 2 sum_{j>1} x_j y_j."""
    interval = lpbounds.solve("boolean-heads", n=2 * pairs, function="disjointness", method="quadratic")
    assert interval.upper is not None and interval.upper.value == pairs // 2 + 1
    assert checker.judge(interval.upper.certificate).accepted


def test_higher_threshold_degrees_are_left_alone() -> None:
    interval = lpbounds.solve("boolean-heads", n=6, function="multiplexer", method="quadratic")
    assert interval.upper is None and "degree" in interval.notes[0].reason


def test_a_whole_layer_is_rounded() -> None:
    """Two heads for the parity of two bits, in the weight t: 1/4 - (t - 1)^2 over (1 + t)(2 + t)."""
    function = named(2, "parity")
    heads = univariate_layer({0: 0, 1: 1, 2: 0})
    numerators = np.array([[top, slope, slope] for top, slope in heads.numerators]) * (1 + 1e-4)
    weights = np.array([[z / 2, z / 2, z / 2 + slope, z / 2 + slope] for z, slope in heads.denominators])
    layer = rounded_whole(function, State(numerators, np.log(weights * (1 + 1e-4))))
    assert layer is not None and computes(layer, function.signs)
    assert rounded_whole(function, State(-numerators, np.log(weights))) is None


@pytest.mark.long
@pytest.mark.parametrize("pairs", [7, 8])
def test_four_heads_for_disjointness(pairs: int) -> None:
    limits = Limits(starts=40)
    interval = lpbounds.solve("boolean-heads", n=2 * pairs, function="disjointness", limits=limits)
    assert str(interval) == "[3, 4]" and interval.upper is not None
    assert checker.judge(interval.upper.certificate).accepted
