"""Families of words: chains, certified bounds of the 15 words of 24 bits, and corruption of every proof."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import corpus
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lpbounds import checker
from lpbounds.boxes import matrix_box
from lpbounds.certificates import Certificate, sealed
from lpbounds.cli import run
from lpbounds.errors import InputError
from lpbounds.problem import Limits
from lpbounds.ranges import combinations
from lpbounds.results import Cell
from lpbounds.trace_rank import trace_bound
from problems import min_ip_family_check, min_ip_family_nullity_check
from problems.min_ip_family import PROBLEM
from problems.min_ip_family_chains import Family
from problems.min_ip_family_simplex import factors, groups
from problems.min_ip_family_words import distance, paley_words, read_words

WORDS_FILE = Path(__file__).parent.parent / "benchmarks" / "words-24-15.txt"
WORDS = paley_words(24, 15)
# Four words of six bits at distance two or more, unequal distances.
SMALL = ["111000", "001110", "100011", "010101"]


def _certificates(words: list[str], gap: int, n: int = 3) -> list[Certificate]:
    found = []
    for method in ("trace", "nullity", "simplex"):
        found += PROBLEM.solve(words=words, gap=gap, n=n, method=method).certificates
    return found


@pytest.fixture(scope="module")
def proofs() -> dict[str, Certificate]:
    """Return one certificate of each method for eight of the words."""
    return {item["method"]: item for item in _certificates(WORDS[:8], 3)}


# Words and chains


def test_the_words_have_weight_twelve_and_distance_six() -> None:
    words = paley_words(24, 23)
    assert {word.count("1") for word in words} == {12}
    assert {distance(a, b) for a in words for b in words if a != b} == {6}
    assert read_words(WORDS_FILE) == WORDS == words[:15]


@pytest.mark.parametrize(("words", "gap"), [(WORDS, 3), (WORDS, 6), (WORDS, 4), (SMALL, 2)])
def test_chains_rise_by_the_gap_through_distinct_keys(words: list[str], gap: int) -> None:
    family = Family(tuple(words), gap, 3, Fraction(1, 2))
    assert len(set(family.tokens)) == len(family.tokens)
    for (i, j), chain in family.chains.items():
        levels = [sum(a == b == "1" for a, b in zip(words[i], key, strict=True)) for key in chain]
        assert levels == family.levels(i, j)
        assert all(b - a >= gap for a, b in pairwise(levels))
        assert (chain[0], chain[-1]) == (family.ends[i], family.ends[j])


@pytest.mark.parametrize(("words", "gap", "n"), [(WORDS[:8], 3, 3), (WORDS[:8], 2, 5), (SMALL, 2, 4)])
def test_the_checker_rebuilds_the_same_chains_and_ratios(words: list[str], gap: int, n: int) -> None:
    family = Family(tuple(words), gap, n, Fraction(1, 2))
    other = min_ip_family_check.Family(words, gap, n, Fraction(1, 2))
    assert [tuple(keys) for _, keys in other.chains()] == list(family.chains.values())
    pairs = list(family.chains)
    assert [other.ratio(i, j) for i, j in pairs] == [family.ratio(i, j) for i, j in pairs]


# Bounds


def test_gaps_of_three_leave_twelve_or_thirteen() -> None:
    interval = PROBLEM.solve(words=WORDS, gap=3, limits=Limits(starts=0))
    assert str(interval) == "[12, 13]"
    assert (interval.theory.lower, interval.theory.upper) == (9, 15)
    assert str(PROBLEM.solve(words=WORDS, gap=3, method="trace")) == "[11, ?]"


def test_gaps_of_six_take_fourteen_features() -> None:
    assert str(PROBLEM.solve(words=WORDS, gap=6)) == "[14, 14]"
    assert str(PROBLEM.solve(words=WORDS, gap=6, method="trace")) == "[12, ?]"


@pytest.mark.parametrize("n", [3, 4, 7])
def test_bounds_do_not_cross_and_grow_with_n(n: int) -> None:
    interval = PROBLEM.solve(words=SMALL, gap=2, n=n, limits=Limits(starts=2))
    assert interval.lower and interval.upper
    assert all(checker.judge(item).accepted for item in interval.certificates)
    longer = PROBLEM.solve(words=SMALL, gap=2, n=n + 1, method="nullity").lower
    assert longer and longer.value >= PROBLEM.solve(words=SMALL, gap=2, n=n, method="nullity").lower.value


def test_gaps_of_two_take_two_features() -> None:
    interval = PROBLEM.solve(words=WORDS, gap=2)
    assert str(interval) == "[2, 2]"
    assert str(PROBLEM.solve(words=WORDS, gap=3, method="parabola")) == "[?, ?]"


def test_the_search_finds_what_the_simplex_does() -> None:
    found = PROBLEM.solve(words=WORDS[:10], gap=3, method="factor-search", limits=Limits(starts=3))
    assert found.upper and found.upper.value <= 9


@pytest.mark.parametrize(("count", "gap"), [(15, 3), (15, 6), (9, 3), (8, 3)])
def test_the_simplex_matrix_has_its_rank(count: int, gap: int) -> None:
    family = Family(tuple(WORDS[:count]), gap, 3, Fraction(1, 2))
    parts = groups(family)
    found = factors(family, parts)
    matrix = (found.queries @ found.keys.T).astype(float)
    assert np.linalg.matrix_rank(matrix / matrix.diagonal()[:, None]) == count - len(parts) + 1
    assert sum(map(len, parts)) == count


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.integers(2, 12), st.data())
def test_the_nullity_that_is_called_impossible_is_not_there(size: int, data: st.DataObject) -> None:
    nullity = data.draw(st.integers(1, size))
    rng = np.random.default_rng(data.draw(st.integers(0, 10_000)))
    basis, _ = np.linalg.qr(rng.normal(size=(size, nullity)))
    total = np.abs(basis @ basis.T).sum()
    # Impossible at u means that S <= 2 k / u for a bound S on this sum.
    for u in (Fraction(1, q) for q in range(1, 14)):
        if min_ip_family_nullity_check.impossible(nullity, size, u):
            assert total <= 2 * nullity / float(u) + 1e-9


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(2, 14), st.data())
def test_bounds_stay_below_the_rank_of_planted_kernels(size: int, data: st.DataObject) -> None:
    rank = data.draw(st.integers(2, size))
    rng = np.random.default_rng(data.draw(st.integers(0, 10_000)))
    # Unit vectors of one orthant: every row of the Gram matrix is largest on the diagonal.
    vectors = rng.random((size, rank)) ** data.draw(st.integers(1, 12))
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    gram = vectors @ vectors.T
    largest = Fraction(float(min(np.max(gram - np.eye(size)) + 1e-9, 1.0)))
    nullity = next(k for k in range(1, size + 1) if min_ip_family_nullity_check.impossible(k, size, largest))
    high = [[Fraction(1) if i == j else largest for j in range(size)] for i in range(size)]
    box = matrix_box(np.eye(size).tolist(), high)
    assert size - nullity + 1 <= np.linalg.matrix_rank(gram) <= rank
    assert trace_bound(box, degrees=(1,)).rank <= rank


def test_three_lines_attain_the_bound_on_planes() -> None:
    angles = np.repeat(np.arange(3), 5) * np.pi / 3
    basis = np.stack([np.cos(angles), np.sin(angles)], axis=1) * np.sqrt(2 / 15)
    assert np.abs(basis @ basis.T).sum() == pytest.approx(20)
    assert min_ip_family_nullity_check.impossible(2, 15, Fraction(1, 5))
    assert not min_ip_family_nullity_check.impossible(2, 15, Fraction(201, 1000))


# Corruption


@pytest.mark.parametrize("method", ["trace", "nullity", "simplex"])
def test_proofs_are_accepted_and_no_stronger_claim_is(proofs: dict[str, Certificate], method: str) -> None:
    good = proofs[method]
    assert checker.judge(good) == (True, "")
    step = 1 if good["side"] == "lower" else -1
    assert not checker.judge(corpus.changed(good, ("value",), good["value"] + step)).accepted
    assert checker.judge(corpus.changed(good, ("value",), good["value"] - step)).accepted
    other = {"lower": "upper", "upper": "lower"}[good["side"]]
    assert not checker.judge(corpus.changed(good, ("side",), other)).accepted


@pytest.mark.parametrize("method", ["trace", "nullity", "simplex"])
def test_any_change_to_a_sealed_certificate_breaks_its_digest(
    proofs: dict[str, Certificate], method: str
) -> None:
    for path in list(corpus.leaves(proofs[method]))[:60]:
        broken = corpus.resealed(proofs[method])
        old = corpus.at(broken, path)
        corpus.at(broken, path[:-1])[path[-1]] = old + 1 if isinstance(old, int) else old + "0"
        assert not checker.judge(broken).accepted, path


PARAMETERS = [
    (("parameters", "gap"), 0),
    (("parameters", "gap"), 1),
    (("parameters", "gap"), 7),
    (("parameters", "gap"), "3"),
    (("parameters", "n"), 2),
    (("parameters", "eps"), "0"),
    (("parameters", "eps"), 0.5),
    (("parameters", "words"), []),
    (("parameters", "words"), WORDS[:1]),
    (("parameters", "words"), [*WORDS[:7], WORDS[0]]),
    (("parameters", "words"), [*WORDS[:7], WORDS[7][1:]]),
    (("parameters", "words"), [*WORDS[:7], "x" + WORDS[7][1:]]),
    (("parameters", "words", 0), 3),
    (("resource",), "heads"),
    (("kind",), "measure"),
    (("proof",), {}),
    (("proof", "rule"), "no-such-rule"),
]


@pytest.mark.parametrize("method", ["trace", "nullity", "simplex"])
@pytest.mark.parametrize(("path", "value"), PARAMETERS)
def test_malformed_certificates_are_rejected(
    proofs: dict[str, Certificate], method: str, path: corpus.Path, value: Any
) -> None:
    assert not checker.judge(corpus.changed(proofs[method], path, value)).accepted


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "shift"), "1"),
        (("proof", "shift"), "-1/8"),
        (("proof", "shift"), "0"),
        (("proof", "shift"), "1/2"),
        (("proof", "shift"), 0.125),
        (("proof", "more"), "1"),
        (("parameters", "eps"), "3/4"),
        (("parameters", "gap"), 2),
    ],
)
def test_corrupted_traces_are_rejected(path: corpus.Path, value: Any) -> None:
    good = PROBLEM.solve(words=WORDS, gap=3, method="trace").certificates[0]
    assert not checker.judge(corpus.changed(good, path, value)).accepted


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "members"), []),
        (("proof", "members"), list(range(7))),
        (("proof", "members", 0), 1),
        (("proof", "members", 0), 8),
        (("proof", "members", 0), -1),
        (("proof", "members", 0), True),
        (("proof", "more"), "1"),
        (("parameters", "gap"), 2),
    ],
)
def test_corrupted_nullities_are_rejected(
    proofs: dict[str, Certificate], path: corpus.Path, value: Any
) -> None:
    assert not checker.judge(corpus.changed(proofs["nullity"], path, value)).accepted


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("proof", "error"), "9/16"),
        (("proof", "error"), "1/4"),
        (("proof", "error"), 0),
        (("proof", "queries", 0, 0), "-1"),
        (("proof", "queries", 0, 0), "0"),
        (("proof", "queries", 0, 0), 0.5),
        (("proof", "queries", 0), ["1"]),
        (("proof", "keys", 0, 0), "-1"),
        (("proof", "keys", 0, 0), "1000"),
        (("proof", "keys", 8, 0), "0"),
        (("proof", "keys", 16, 0), "1000"),
        (("proof", "keys", 16, 0), "0"),
        (("parameters", "eps"), "1/4"),
        (("parameters", "gap"), 6),
        (("parameters", "n"), 30),
    ],
)
def test_corrupted_models_are_rejected(proofs: dict[str, Certificate], path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(proofs["simplex"], path, value)).accepted


@pytest.mark.parametrize("path", [("queries", 0), ("keys", 0), ("keys", 30), ("error",)])
def test_models_with_a_part_left_out_are_rejected(proofs: dict[str, Certificate], path: corpus.Path) -> None:
    assert not checker.judge(corpus.without(proofs["simplex"], ("proof", *path))).accepted


def test_reductions_are_refused(proofs: dict[str, Certificate]) -> None:
    inner = proofs["nullity"]
    outer = sealed("min-ip-family", inner["parameters"], "feature-rank", "lower", inner["value"],
                   "reduction", "by hand", {"certificate": inner})
    assert not checker.judge(outer).accepted


# Bad input


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "0 words"),
        ("0101\n", "1 words"),
        ("0101\n012\n", "'012' as word 2"),
        ("0101\n010\n", "3 bits in word 2"),
        ("# comment\n0101\n\n0111\n", "distance 0"),
        ("000111\n111000\n", "complement"),
    ],
)
def test_bad_files_of_words_are_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        PROBLEM.parsed({"words": str(path)})
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name in ("absent", "binary", "."):
        with pytest.raises(InputError):
            PROBLEM.parsed({"words": tmp_path / name})
    for given_words in (7, [1, 0], None):
        with pytest.raises(InputError):
            PROBLEM.parsed({"words": given_words})


@pytest.mark.parametrize("changed", [{"gap": 1}, {"gap": 7}, {"n": 2}, {"eps": "5/4"}])
def test_parameters_that_force_nothing_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        PROBLEM.parsed({"words": WORDS, **changed})


def test_chains_that_run_out_of_keys_are_refused() -> None:
    words = ["1" * 3 + "0" * 3, "0" * 3 + "1" * 2 + "0"]
    with pytest.raises(InputError):
        PROBLEM.parsed({"words": [*words, "000011"], "gap": 1, "n": 5})


def test_a_sweep_tells_lists_of_words_apart() -> None:
    cells = [Cell("min-ip-family", values, "feature-rank")
             for values in combinations(PROBLEM, {"words": f"{WORDS_FILE},{WORDS_FILE}", "gap": "5,6"})]
    assert [cell.parameters["gap"] for cell in cells] == [5, 6]
    assert len({cell.question for cell in cells}) == 2


def test_the_command_line_solves_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "min-ip-family", "--words", str(WORDS_FILE), "--gap", "6"]) == 0
    assert "[14, 14]" in capsys.readouterr().out
