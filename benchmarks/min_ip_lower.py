"""Certified lower bounds of Min-IP at n = 3, eps = 1/2 beside the published ones, for 12 to 300 bits.

    python -m benchmarks.min_ip_lower [--check]

Every bound has a certificate that the checker accepted.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log2

from benchmarks.publish import Page, Table, publish
from lpbounds.bounds import Bound
from lpbounds.minimal import minimal
from problems import min_ip_published
from problems.min_ip import PROBLEM

BITS = (12, 16, 20, 24, 28, 32, 40, 60, 80, 100, 120, 168, 200, 300)
# The numbers that the paper states: 15 words at m = 24, and 2^(4 floor(m/40) - 1) at m = 168.
STATED = {24: 9, 168: 32768}
HEADING = ("m", "stated", "finite forms", "certified", "log2", "method", "certificate")
TEXT = """# Lower bounds of Min-IP at n = 3, eps = 1/2

Made by `python -m benchmarks.min_ip_lower`. The rank is at least `certified`, the best of all methods that
bound it from below; `certificate` is the kind of the certificate and the rule that replays it, with the
number of bits where the bound is taken from fewer. Published in "Three Tokens Force Exponential Feature Rank
in Nonnegative Kernel Attention" (2026): the numbers `stated` there, and the best of its `finite forms`, over
all their parameters.

{bounds}
"""


def rule(bound: Bound) -> str:
    """Return the kind of a certificate, of the one inside it for a reduction, with its rule."""
    certificate = bound.certificate
    if bound.kind == "reduction":
        inner = Bound(certificate["proof"]["certificate"])
        return f"{rule(inner)}, m = {inner.certificate['parameters']['m']}"
    return " ".join([bound.kind, *filter(None, [certificate["proof"].get("rule")])])


def row(m: int) -> list[str]:
    """Return the cells of one line."""
    below = tuple(method for method in PROBLEM.methods if method.sides == ("lower",))
    bound = minimal(replace(PROBLEM, methods=below), {"m": m, "n": 3}).lower
    finite = min_ip_published.best(m, 3, Fraction(1, 2))
    assert bound is not None
    published = [str(STATED.get(m, "")), str(finite[0] if finite else 1)]
    size = int(bound.value)
    return [str(m), *published, str(size), f"{log2(size):.2f}", bound.method, rule(bound)]


def page() -> Page:
    """Return the page."""
    return Page("min_ip_lower", TEXT, [Table("bounds", HEADING, [row(m) for m in BITS])])


if __name__ == "__main__":
    publish(page)
