"""Min-IP: parameters, closed forms, the published bounds, and the table as a whole."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import ceil, comb, floor, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.errors import InputError
from lpbounds.problem import Nothing, Task
from problems import min_ip_closed, min_ip_published, min_ip_rank_one
from problems.min_ip import PROBLEM

HALF = Fraction(1, 2)


def task(m, n, eps="1/2", **known):
    return Task("min-ip", PROBLEM.parsed({"m": m, "n": n, "eps": eps}), "feature-rank", **known)


def bounds(method, *case):
    found = list(method.run(task(*case)))
    assert all(checker.judge(bound.certificate).accepted for bound in found)
    return [(bound.side, bound.value, bound.kind) for bound in found]


@cache
def quick(m, n, eps="1/2"):
    """Return the best bounds of the methods that take no search."""
    best = {"lower": 1, "upper": None}
    for method in (min_ip_closed.UNIFORM, min_ip_rank_one.METHOD, min_ip_published.METHOD):
        try:
            found = bounds(method, m, n, eps)
        except Nothing:
            continue
        for side, value, _ in found:
            best[side] = max(best[side], value) if side == "lower" else value
    return best


# Parameters.


@pytest.mark.parametrize(
    "given",
    [
        *({"m": m, "n": 3} for m in (0, -1, "two", 10**9)),
        *({"m": 3, "n": n} for n in (0, -1, "1.5")),
        *({"m": 3, "n": 3, "eps": eps} for eps in (0, "0", "-1/2", "nan", "1/0", "")),
        {"n": 3},
    ],
)
def test_nonsense_is_refused_in_one_line(given):
    with pytest.raises(InputError) as caught:
        PROBLEM.parsed(given)
    assert "\n" not in str(caught.value)


def test_eps_is_one_half_unless_given():
    assert PROBLEM.parsed({"m": 4, "n": 3}) == {"m": 4, "n": 3, "eps": "1/2"}
    assert PROBLEM.parsed({"m": "4", "n": "3", "eps": "0.25"})["eps"] == "1/4"


# Closed forms.


@pytest.mark.parametrize("m", [1, 2, 5, 20])
@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("eps", ["1/1000000", "1/2", "3"])
def test_one_feature_suffices_for_one_or_two_tokens(m, n, eps):
    assert bounds(min_ip_closed.UNIFORM, m, n, eps) == [("upper", 1, "class-model")]


def test_one_feature_suffices_where_every_target_is_near_the_middle():
    assert bounds(min_ip_closed.UNIFORM, 6, 7, "13/4") == [("upper", 1, "class-model")]
    assert min_ip_closed.uniform_value(6, 7, Fraction(3)) is None


@given(st.integers(1, 6), st.integers(1, 9), st.fractions(Fraction(1, 50), 4, max_denominator=50))
@settings(deadline=None, max_examples=40, derandomize=True)
def test_separate_features_are_right(m, n, eps):
    assert bounds(min_ip_closed.SEPARATE, m, n, str(eps)) == [("upper", 2**m, "class-model")]


def test_closed_forms_of_many_bits():
    assert bounds(min_ip_closed.SEPARATE, 40, 1000, "1/10") == [("upper", 2**40, "class-model")]
    assert bounds(min_ip_closed.UNIFORM, 40, 2) == [("upper", 1, "class-model")]


# Published bounds.


@pytest.mark.parametrize(
    ("m", "n", "eps", "value"),
    [(4, 3, "1/2", 2), (6, 3, "1/2", 2), (24, 3, "1/2", 8), (2, 3, "1/4", 2)],
)
def test_published_values(m, n, eps, value):
    assert bounds(min_ip_published.METHOD, m, n, eps) == [("lower", value, "theorem")]


@pytest.mark.parametrize(
    ("m", "n", "eps"), [(1, 3, "1/2"), (3, 3, "1/2"), (40, 2, "1/2"), (40, 1, "1/2"), (20, 3, "9")]
)
def test_published_forms_that_say_nothing(m, n, eps):
    assert min_ip_published.best(m, n, Fraction(eps)) is None
    with pytest.raises(Nothing):
        bounds(min_ip_published.METHOD, m, n, eps)


def literal_code_bound(m, n, eps):
    """Evaluate the code form for every g and distance as it is written."""
    half, best = m // 2, 1
    for g, distance in product(range(1, half + 1), repeat=2):
        mu = Fraction(n - 2) * (g - 2 * eps) / (2 * eps)
        words = ceil(Fraction(comb(2 * half, half), sum(comb(half, a) ** 2 for a in range(distance))))
        if mu >= 1 and words > 1:
            bound = words / (1 + (words - 1) / mu ** (2 * (distance // g)))
            best = max(best, floor(bound) + 1)
    return best


@pytest.mark.parametrize("eps", [Fraction(1, 4), HALF, Fraction(2)])
def test_the_best_published_bound_is_no_less_than_any_choice(eps):
    for m, n in product(range(1, 31), (3, 4, 10, 1000)):
        found = min_ip_published.best(m, n, eps)
        assert (found[0] if found else 1) >= literal_code_bound(m, n, eps)


def test_published_bounds_stay_below_what_is_reached():
    for (m, n), reached in {(4, 3): 2, (5, 3): 3, (6, 3): 4, (7, 3): 5, (10, 3): 56, (20, 3): 6196}.items():
        assert PROBLEM.theory({"m": m, "n": n, "eps": "1/2"}, "feature-rank").lower <= reached
    for m, n, eps in product((1, 2, 3, 8), (3, 10, 1000), ("1/100", "1/2", "1")):
        assert PROBLEM.theory({"m": m, "n": n, "eps": eps}, "feature-rank").lower <= 2**m


@pytest.mark.parametrize(("n", "exponent"), [(3, 0.186181), (4, 0.295163), (5, 0.367433), (6, 0.415037)])
def test_published_bounds_approach_their_exponent_from_below(n, exponent):
    small, large = (log2(min_ip_published.best(m, n, HALF)[0]) / m for m in (300, 1000))
    assert small < large < exponent
    assert large > 0.6 * exponent


def test_published_root_is_an_upper_bound_and_close():
    for n, g in ((3, 4), (4, 3), (10, 2), (1000, 2)):
        root = min_ip_published.upper_root(1000, n, HALF, g)
        mu = min_ip_published.jump(g, n, HALF)
        assert root**g * mu >= 1
        assert (root - Fraction(1, 2**40)) ** g * mu < 1


def test_a_claim_above_the_theorem_is_rejected():
    for m, n in ((4, 3), (24, 3), (1000, 3)):
        value, proof = min_ip_published.best(m, n, HALF)
        claim = task(m, n).bound("lower", value + 1, "theorem", "published", proof).certificate
        assert not checker.judge(claim).accepted


def test_theory():
    assert PROBLEM.theory({"m": 5, "n": 2, "eps": "1/2"}, "feature-rank").upper == 1
    theory = PROBLEM.theory({"m": 40, "n": 3, "eps": "1/2"}, "feature-rank")
    assert theory.lower > 1
    assert theory.upper == 2**40


# The table as a whole.


@pytest.mark.parametrize("eps", ["1/4", "1/2", "3/4"])
def test_quick_bounds_are_monotone(eps):
    lengths = (2, 3, 4, 6, 10, 1000)
    for m, (n, longer) in product(range(1, 8), pairwise(lengths)):
        assert quick(m, n, eps)["lower"] <= quick(m, longer, eps)["lower"]
        assert quick(m, n, eps)["lower"] <= quick(m + 1, n, eps)["lower"]
        if quick(m + 1, n, eps)["upper"] == 1:
            assert quick(m, n, eps)["upper"] == 1
        if quick(m, longer, eps)["upper"] == 1:
            assert quick(m, n, eps)["upper"] == 1


def test_solving_settles_the_small_cells():
    for m, n in ((1, 1), (3, 2), (3, 3), (2, 1000)):
        interval = PROBLEM.solve(m=m, n=n)
        assert interval.is_settled
        assert interval.lower.value == 1
