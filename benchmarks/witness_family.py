"""Certified bounds on families of words of 24 bits, by gap and method, beside the published ones.

    python -m benchmarks.witness_family [--check]

The families are the 15 words of benchmarks/words-24-15.txt and all 23 rows of the same matrix.  Every bound
has a certificate that the checker accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from benchmarks.publish import Page, Table, publish
from lpbounds.bounds import size_text
from lpbounds.problem import Limits
from problems.min_ip_family import PROBLEM
from problems.min_ip_family_chains import Family
from problems.min_ip_family_words import ORDER, paley_words

COUNTS, GAPS = (15, 23), (2, 3, 6)
STARTS = 20
ALONE = ("trace", "nullity", "simplex")
HEADING = ("words", "gap", "ratio", "published", *ALONE, "certified", "by")
TEXT = """# Words of 24 bits against their complements

Feature rank of `min-ip-family` at n = 3, eps = 1/2, for words of weight 12 at directed distance 6, made by
`python -m benchmarks.witness_family`. The chains of a gap of at least `gap` force alpha(x_i,y_j) below
`ratio` times alpha(x_i,y_i); gaps of 4, 5 and 6 are one. Published: the trace bound without a shift, and one
feature a word. `certified` is the best of all methods, {starts} starts of the search among them.

With 15 words and gaps of six the rank is 14: thirteen features are impossible by `nullity`, which shows that
a matrix with ones on the diagonal and the other entries in [0, 1/5) has a null space of one dimension at
most. Three groups of five words would reach thirteen at entries of 1/5 exactly. With gaps of three twelve
features are neither found nor excluded.

{bounds}
"""


def row(count: int, gap: int) -> Iterator[str]:
    """Yield the cells for the first ``count`` words."""
    words = paley_words(ORDER, count)
    interval = PROBLEM.solve(words=words, gap=gap, limits=Limits(starts=STARTS))
    yield from (str(count), str(gap), str(Family(tuple(words), gap, 3, Fraction(1, 2)).ratio(0, 1)))
    yield f"[{size_text(interval.theory.lower)}, {size_text(interval.theory.upper)}]"
    for name in ALONE:
        alone = PROBLEM.solve(words=words, gap=gap, method=name)
        yield ", ".join(str(end.value) for end in (alone.lower, alone.upper) if end is not None)
    yield str(interval)
    yield ", ".join(end.method for end in (interval.lower, interval.upper) if end is not None)


def page() -> Page:
    """Return the page."""
    rows = [list(row(count, gap)) for count in COUNTS for gap in GAPS]
    text = TEXT.replace("{starts}", str(STARTS))
    return Page("witness_family", text, [Table("bounds", HEADING, rows)])


if __name__ == "__main__":
    publish(page)
