"""Tables of least additive bases, and of the postage stamp problem.

    python -m benchmarks.additive_bases [--check]

Every size is certified from both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.publish import Page, Table, publish
from lpbounds.problem import Limits
from problems.additive_basis import PROBLEM, in_base
from problems.additive_basis_check import Question, reach

SUMMANDS, LARGEST, LARGEST_IN_BASE = range(1, 11), range(1, 17), 40
# Largest ranges in the postage stamp problem for two and for three summands, published many times (sequences
# A001212 and A001213 of the On-Line Encyclopedia of Integer Sequences).
STAMPS = {2: (2, 4, 8, 12, 16, 20, 26, 32), 3: (3, 7, 15, 24, 36)}
MOST_ELEMENTS = max(map(len, STAMPS.values()))
NODES = 3_000_000
TEXT = """# Additive bases

Made by `python -m benchmarks.additive_bases`; every size is certified from both sides.

## Elements up to H, range D H

Least number of elements of 1..H such that every number 0..D H is a sum of at most D of them. In brackets the
size of the construction in the best base, where it is a basis.

{bases}

The construction in base b with p digits, b^p >= H, is a basis whenever D + 2 >= 2 p (b - 1): checked for
H <= {largest}, p <= 6, {checked} cases.

## Elements without a limit (postage stamps)

Largest range that k elements reach, certified and as the sequences A001212 and A001213 of the On-Line
Encyclopedia of Integer Sequences have it.

{stamps}
"""


def size(summands: int, largest: int, most: int) -> int:
    """Return the least size of a basis.

    Raises:
        AssertionError: the bounds do not meet.
    """
    found = PROBLEM.solve(summands=summands, largest=largest, range=most, limits=Limits(nodes=NODES))
    assert found.is_settled and found.lower is not None, found
    return int(found.lower.value)


def cell(summands: int, largest: int) -> str:
    """Return the least size and that of the construction."""
    built = in_base(Question(summands, largest, summands * largest))
    return f"{size(summands, largest, summands * largest)} ({len(built) or '-'})"


def constructions() -> int:
    """Check the published condition of the construction; return the number of cases.

    Raises:
        AssertionError: it fails.
    """
    checked = 0
    for largest in range(1, LARGEST_IN_BASE + 1):
        for digits in range(1, 7):
            base = next(b for b in range(2, largest + 2) if b**digits >= largest)
            summands = max(2 * digits * (base - 1) - 2, 1)
            powers = [base**k for k in range(digits) if base**k < largest]
            elements = {largest, *powers, *(largest - power for power in powers)}
            assert reach(sorted(elements), summands) == summands * largest, (largest, digits)
            checked += 1
    return checked


def stamps(summands: int, most: int) -> list[int]:
    """Return the largest range of 1, .., ``most`` elements."""
    ranges, reached = [], 1
    for elements in range(1, most + 1):
        while size(summands, reached + 1, reached + 1) <= elements:
            reached += 1
        ranges.append(reached)
    return ranges


def page() -> Page:
    """Return the page."""
    rows = [[f"D = {d}", *(cell(d, largest) for largest in LARGEST)] for d in SUMMANDS]
    bases = Table("bases", ["", *(f"H = {largest}" for largest in LARGEST)], rows)
    heading = ["", *(f"k = {k}" for k in range(1, MOST_ELEMENTS + 1))]
    text = TEXT.replace("{largest}", str(LARGEST_IN_BASE)).replace("{checked}", str(constructions()))
    return Page("additive_bases", text, [bases, Table("stamps", heading, list(stamp_rows()))])


def stamp_rows() -> Iterator[list[str]]:
    """Yield a row of certified and one of published ranges for each number of summands."""
    for summands, published in STAMPS.items():
        yield _padded(f"{summands} summands", stamps(summands, len(published)))
        yield _padded(f"{summands} summands, published", published)


def _padded(title: str, ranges: Sequence[int]) -> list[str]:
    return [title, *map(str, ranges), *[""] * (MOST_ELEMENTS - len(ranges))]


if __name__ == "__main__":
    publish(page)
