"""Certificates of layers without positions, by hand: accepted, and rejected however they are corrupted."""

from __future__ import annotations

from typing import Any

import corpus
import pytest

from lpbounds import checker
from lpbounds.certificates import Certificate, sealed


def claim(
    problem: str, resource: str, side: str, value: int, kind: str, proof: Any, **given: Any
) -> Certificate:
    parameters = {"degree": "none", "heads": "none", **given}
    return sealed(problem, parameters, resource, side, value, kind, "by hand", proof)


def two_levels(low: str, high: str) -> list[Any]:
    return [[["-1", [0]]], [["1", [1]], ["-" + low, [0]]], [["1", [1]], ["-" + high, [0]]]]


def one_head() -> dict[str, Any]:
    """Outputs 0, 2/3, 1 at the weights 0, 1, 2."""
    heads = [{"ratio": "2", "zero": ["0"], "one": ["1"]}]
    return {"heads": heads, "width": 1, "readout": two_levels("1/3", "5/6"), "bits": 2}


def heads() -> Certificate:
    return claim("parity", "heads", "upper", 1, "model", one_head(), n=2, degree=2)


def degree() -> Certificate:
    return claim("symmetric", "degree", "upper", 2, "model", one_head(), profile="010", heads=1)


def width() -> Certificate:
    return claim("symmetric", "width", "upper", 1, "model", one_head(), profile="010", heads=1, degree=2)


def polynomials() -> Certificate:
    proof = {"polynomials": [["0", "1"]], "width": 1, "readout": two_levels("1/2", "3/2"), "bits": 1}
    return claim("parity", "polynomial-width", "upper", 1, "model", proof, n=2, heads=1, degree=2)


def measure() -> Certificate:
    proof = {"weights": [[0, "-1"], [1, "2"], [2, "-1"]]}
    return claim("parity", "heads", "lower", 2, "measure", proof, n=2, degree=1)


def cells() -> Certificate:
    above, below = [[1, "5"], [4, "28"], [9, "7"]], [[3, "28"], [8, "12"]]
    proof = {"rule": "cells", "above": above, "below": below}
    return claim("parity", "polynomial-width", "lower", 2, "proof", proof, n=12, degree=4, heads=3)


def quotients() -> Certificate:
    proof = {"rule": "quotients", "places": [[1, 3, 4, 8, 9]]}
    return claim("parity", "width", "lower", 2, "proof", proof, n=12, degree=4, heads=3)


def two_quotients() -> Certificate:
    proof = {"rule": "quotients", "places": [[1, 2, 3, 6, 7, 12], [1, 2, 3, 6, 9, 10]]}
    return claim("parity", "width", "lower", 2, "proof", proof, n=12, degree=3, heads=4)


def turned() -> Certificate:
    return claim(
        "symmetric", "heads", "upper", 1, "reduction", {"certificate": heads()}, profile="101", degree=3
    )


MADE = (heads, degree, width, polynomials, measure, cells, quotients, two_quotients, turned)
CORPUS = {made.__name__: made() for made in MADE}


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus_is_accepted_and_nothing_stronger(name: str) -> None:
    corpus.assert_tight(CORPUS[name])


@pytest.mark.parametrize("name", CORPUS)
def test_any_change_breaks_the_digest(name: str) -> None:
    for broken in corpus.tampered(CORPUS[name]):
        assert not checker.judge(broken).accepted


@pytest.mark.parametrize("name", CORPUS)
@pytest.mark.parametrize("field", checker.FIELDS)
def test_every_field_is_needed(name: str, field: str) -> None:
    assert not checker.judge({key: value for key, value in CORPUS[name].items() if key != field}).accepted


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("heads", ("proof", "heads", 0, "ratio"), "0"),
        ("heads", ("proof", "heads", 0, "ratio"), "-2"),
        ("heads", ("proof", "heads", 0, "ratio"), "8"),
        ("heads", ("proof", "heads", 0, "ratio"), 2),
        ("heads", ("proof", "heads", 0, "one", 0), "3/4"),
        ("heads", ("proof", "heads", 0, "zero", 0), "1/2"),
        ("heads", ("proof", "heads", 0, "zero"), []),
        ("heads", ("proof", "heads", 0, "zero"), ["0", "0"]),
        ("heads", ("proof", "heads"), []),
        ("heads", ("proof", "width"), 2),
        ("heads", ("proof", "width"), 0),
        ("heads", ("proof", "bits"), 3),
        ("heads", ("proof", "bits"), "2"),
        ("heads", ("proof", "readout", 0, 0, 0), "1"),
        ("heads", ("proof", "readout", 0, 0, 0), "0"),
        ("heads", ("proof", "readout", 0, 0, 0), -1.0),
        ("heads", ("proof", "readout", 0), []),
        ("heads", ("proof", "readout", 1, 1, 0), "-2/3"),
        ("heads", ("proof", "readout", 1, 0, 1), [2, 0]),
        ("heads", ("proof", "readout", 1, 0, 1), [-1]),
        ("heads", ("proof", "readout", 1, 0, 1), [2]),
        ("heads", ("parameters", "degree"), 1),
        ("heads", ("parameters", "degree"), "none"),
        ("heads", ("parameters", "degree"), True),
        ("heads", ("parameters", "heads"), 1),
        ("heads", ("parameters", "n"), 3),
        ("heads", ("parameters", "n"), 1),
        ("heads", ("parameters", "n"), 0),
        ("heads", ("parameters", "n"), "2"),
        ("heads", ("parameters",), {"profile": "010", "degree": 2, "heads": "none"}),
        ("heads", ("resource",), "width"),
        ("heads", ("resource",), "feature-rank"),
        ("degree", ("parameters", "profile"), "101"),
        ("degree", ("parameters", "profile"), "0101"),
        ("degree", ("parameters", "profile"), "01x"),
        ("degree", ("parameters", "heads"), 0),
        ("degree", ("parameters", "heads"), "none"),
        ("width", ("parameters", "heads"), 0),
        ("width", ("parameters", "degree"), 1),
        ("width", ("parameters", "degree"), "none"),
        ("polynomials", ("proof", "polynomials", 0), []),
        ("polynomials", ("proof", "polynomials", 0), ["0", "1", "0"]),
        ("polynomials", ("proof", "polynomials", 0, 1), "2"),
        ("polynomials", ("proof", "polynomials", 0, 1), "-1"),
        ("polynomials", ("proof", "polynomials"), []),
        ("polynomials", ("proof",), one_head()),
        ("polynomials", ("parameters", "degree"), 1),
        ("measure", ("proof", "weights", 1, 1), "1"),
        ("measure", ("proof", "weights", 1, 1), "-2"),
        ("measure", ("proof", "weights", 2, 0), 3),
        ("measure", ("proof", "weights", 2, 0), 1),
        ("measure", ("proof", "weights"), []),
        ("measure", ("parameters", "degree"), 2),
        ("cells", ("proof", "above", 0, 1), "4"),
        ("cells", ("proof", "above", 0, 1), "-5"),
        ("cells", ("proof", "above", 0, 0), 2),
        ("cells", ("proof", "above", 0, 0), 0),
        ("cells", ("proof", "above", 0, 0), 13),
        ("cells", ("proof", "below", 0, 0), 4),
        ("cells", ("proof", "below", 1, 0), 0),
        ("cells", ("proof",), {"rule": "cells", "above": [], "below": []}),
        ("cells", ("proof", "rule"), "laps"),
        ("cells", ("parameters", "n"), 11),
        ("cells", ("parameters", "heads"), 4),
        ("cells", ("parameters", "degree"), 3),
        ("cells", ("resource",), "width"),
        ("cells", ("kind",), "theorem"),
        ("cells", ("problem",), "symmetric"),
        ("quotients", ("proof", "places"), []),
        ("quotients", ("proof", "places", 0), []),
        # Signs that do not fit: one more or one fewer weight on either side of the turn.
        ("quotients", ("proof", "places", 0), [1, 3, 4, 8]),
        ("quotients", ("proof", "places", 0), [0, 1, 3, 4, 8, 9]),
        ("quotients", ("proof", "places", 0), [0, 1, 3, 4, 8]),
        ("quotients", ("proof", "places", 0), [3, 4, 8, 9, 10]),
        ("quotients", ("proof", "places", 0), [1, 4, 3, 8, 9]),
        ("quotients", ("proof", "places", 0), [1, 3, 3, 4, 8]),
        ("quotients", ("proof", "places", 0), [1, 3, 4, 8, 13]),
        ("quotients", ("proof", "places", 0), [-1, 3, 4, 8, 9]),
        ("quotients", ("proof", "places", 0, 0), "1"),
        ("quotients", ("proof", "places", 0, 0), True),
        # Signs that fit, but the product of the denominators may fall enough.
        ("quotients", ("proof", "places", 0), [2, 3, 4, 8, 9]),
        ("quotients", ("proof", "places", 0), [1, 3, 4, 8, 10]),
        # Other weights are left: a point at the middle levels instead of one below all.
        ("quotients", ("proof", "places", 0), [1, 3, 4, 7, 9]),
        ("quotients", ("proof", "places", 0), [1, 2, 4, 8, 9]),
        ("quotients", ("proof", "places", 0), [1, 3, 5, 8, 9]),
        ("quotients", ("proof", "places"), [[1, 3, 4, 8, 9], [1, 3, 4, 8, 9]]),
        ("quotients", ("proof", "rule"), "cells"),
        ("quotients", ("kind",), "theorem"),
        ("quotients", ("resource",), "precision"),
        ("quotients", ("problem",), "symmetric"),
        ("quotients", ("parameters", "n"), 11),
        ("quotients", ("parameters", "heads"), 4),
        ("quotients", ("parameters", "degree"), 3),
        ("quotients", ("parameters",), {"n": 9, "degree": 3, "heads": 3}),
        ("quotients", ("parameters",), {"n": 8, "degree": 4, "heads": 2}),
        ("two_quotients", ("proof", "places"), [[1, 2, 3, 6, 7, 12]]),
        ("two_quotients", ("proof", "places"), [[1, 2, 3, 6, 9, 10]]),
        ("two_quotients", ("proof", "places"), [[1, 2, 3, 6, 7, 12], [1, 2, 3, 6, 7, 12]]),
        ("two_quotients", ("proof", "places"), [[1, 2, 3, 6, 9, 10], [1, 2, 3, 6, 7, 12]]),
        # Its mirror image: it bounds the other way.
        ("two_quotients", ("proof", "places", 1), [2, 3, 6, 9, 10, 11]),
        ("two_quotients", ("proof", "places", 1), [1, 2, 3, 6, 9, 11]),
        ("turned", ("parameters", "profile"), "100"),
        ("turned", ("parameters", "profile"), "1010"),
        ("turned", ("parameters", "degree"), 1),
        ("turned", ("proof", "certificate", "proof", "heads", 0, "ratio"), "8"),
    ],
)
def test_corruptions_are_rejected(name: str, path: corpus.Path, value: Any) -> None:
    assert not checker.judge(corpus.changed(CORPUS[name], path, value)).accepted


def test_true_variations_are_accepted() -> None:
    for name, path, value in (
        ("heads", ("proof", "heads", 0, "ratio"), "3"),
        ("heads", ("proof", "readout", 1, 1, 0), "-1/2"),
        ("heads", ("parameters", "degree"), 5),
        ("measure", ("proof", "weights"), [[0, "-3/7"], [1, "6/7"], [2, "-3/7"]]),
        ("quotients", ("resource",), "polynomial-width"),
        ("quotients", ("parameters", "precision"), 8),
        # The second list closes all ratios below 2.
        ("two_quotients", ("proof", "places", 0), [0, 1, 2, 3, 6, 11]),
        ("turned", ("parameters", "degree"), 2),
    ):
        assert checker.judge(corpus.changed(CORPUS[name], path, value)).accepted
    assert checker.judge(corpus.without(CORPUS["heads"], ("proof", "bits"))).accepted


def test_no_head_fewer_and_no_level_less() -> None:
    for name, path in (("heads", ("heads", 0)), ("heads", ("readout", 1)), ("cells", ("above", 1))):
        assert not checker.judge(corpus.without(CORPUS[name], ("proof", *path))).accepted


def test_a_measure_refutes_every_layer_where_the_product_is_too_small() -> None:
    impossible = corpus.changed(CORPUS["measure"], ("resource",), "width")
    impossible = corpus.changed(impossible, ("parameters",), {"n": 2, "degree": 1, "heads": 1})
    assert checker.judge(corpus.changed(impossible, ("value",), "inf")).accepted
    wide = corpus.changed(impossible, ("parameters", "heads"), 2)
    assert not checker.judge(corpus.changed(wide, ("value",), 2)).accepted
    assert checker.judge(corpus.changed(wide, ("value",), 1)).accepted
