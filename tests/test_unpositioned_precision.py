"""Layers without positions of few bits: the least precision, and limits on it."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from lpbounds import checker
from lpbounds.certificates import sealed
from lpbounds.errors import InputError
from problems import parity, symmetric, unpositioned_check


def claims(**parameters: Any) -> tuple[int, int | None, list[dict[str, Any]]]:
    interval = parity.PROBLEM.solve(**parameters)
    certificates = [copy.deepcopy(dict(certificate)) for certificate in interval.certificates]
    assert all(checker.judge(certificate).accepted for certificate in certificates)
    assert interval.lower is not None
    upper = None if interval.upper is None else int(interval.upper.value)
    return int(interval.lower.value), upper, certificates


@pytest.mark.parametrize(
    ("n", "degree", "heads", "lower", "most"),
    [(1, 1, 1, 1, 2), (4, 2, 2, 2, 2), (8, 8, 1, 1, 2), (8, 2, 4, 2, 8), (16, 4, 4, 2, 14)],
)
def test_the_least_precision(n: int, degree: int, heads: int, lower: int, most: int) -> None:
    found = claims(resource="precision", n=n, degree=degree, heads=heads)
    assert found[0] == lower
    assert found[1] is not None and found[1] <= most


def test_constants_need_no_bits() -> None:
    interval = symmetric.PROBLEM.solve(resource="precision", profile="000", degree=0, heads=0)
    assert interval.is_settled and interval.lower is not None and interval.lower.value == 0


@pytest.mark.parametrize("resource", ["heads", "degree", "width"])
def test_a_limit_keeps_only_layers_of_few_bits(resource: str) -> None:
    limits = {name: 4 if name == "heads" else 2 for name in ("degree", "heads") if name != resource}
    free = claims(resource=resource, n=8, **limits)
    wide = claims(resource=resource, n=8, precision=40, **limits)
    assert wide[:2] == free[:2]
    tight = claims(resource=resource, n=8, precision=2, **limits)
    assert tight[0] == free[0] and tight[1] is None


def test_the_checker_refuses_layers_of_more_bits() -> None:
    _, _, certificates = claims(n=8, degree=2, precision=40)
    (layer,) = (entry for entry in certificates if entry["kind"] == "model")
    bits = unpositioned_check.bits(layer["proof"])
    del layer["proof"]["bits"]
    for precision, accepted in ((bits, True), (bits - 1, False), ("none", True)):
        parameters = {**layer["parameters"], "precision": precision}
        claim = sealed("parity", parameters, "heads", "upper", 4, "model", "test", layer["proof"])
        assert checker.judge(claim).accepted is accepted


def test_certificates_without_the_parameter_are_read() -> None:
    for entry in claims(n=4, degree=2)[2]:
        parameters = {name: entry["parameters"][name] for name in ("n", "degree", "heads")}
        parts = [entry[name] for name in ("side", "value", "kind", "method", "proof")]
        assert checker.judge(sealed("parity", parameters, "heads", *parts)).accepted


def test_an_upper_claim_serves_only_looser_limits() -> None:
    def claim(precision: int | str) -> dict[str, Any]:
        parameters = {"n": 8, "degree": 2, "heads": "none", "precision": precision}
        return {"problem": "parity", "parameters": parameters, "resource": "heads", "side": "upper"}

    unpositioned_check.reduces(claim("none"), claim(9))
    with pytest.raises(ValueError, match="does not imply"):
        unpositioned_check.reduces(claim(8), claim(9))


@pytest.mark.parametrize(
    ("resource", "precision"), [("precision", 3), ("polynomial-width", 3), ("width", 0), ("width", "x")]
)
def test_limits_that_make_no_sense_are_refused(resource: str, precision: Any) -> None:
    with pytest.raises(InputError, match="precision"):
        parity.PROBLEM.solve(resource=resource, n=4, degree=2, heads=2, precision=precision)
