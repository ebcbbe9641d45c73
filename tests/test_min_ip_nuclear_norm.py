"""Kernels found from the one of least nuclear norm."""

from __future__ import annotations

import pytest
from min_ip_support import run

from problems.min_ip_nuclear_norm import METHOD


@pytest.mark.parametrize(("m", "n", "rank"), [(3, 3, 2), (4, 100, 5)])
def test_ranks(m: int, n: int, rank: int) -> None:
    assert run(METHOD, m, n, "1/2")[-1]["value"] <= rank


def test_many_bits_are_left_alone() -> None:
    assert run(METHOD, 12, 3, "1/2") == []
