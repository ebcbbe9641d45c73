"""Runs one method of Min-IP and has every certificate judged."""

from __future__ import annotations

from lpbounds import checker
from lpbounds.certificates import Certificate
from lpbounds.problem import Method, Nothing, Task


def run(method: Method, m: int, n: int, eps: str, lower: int = 1) -> list[Certificate]:
    """Return the certificates of a method, every one accepted; none when it finds nothing."""
    task = Task("min-ip", {"m": m, "n": n, "eps": eps}, "feature-rank", lower=lower)
    try:
        found = [bound.certificate for bound in method.run(task)]
    except Nothing:
        return []
    for certificate in found:
        assert checker.judge(certificate) == (True, "")
    return found


def best(method: Method, m: int, n: int, eps: str) -> int:
    return max((certificate["value"] for certificate in run(method, m, n, eps)), default=1)
