"""Tables of what common kernels of linear attention can do on Min-IP as their number of features grows.

    python -m benchmarks.common_kernels [--check]

The error of a kernel is the least over all values and readouts of its worst case over all inputs, an exact
rational; a kernel with choices is shown at its best ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import product

import lpbounds
from benchmarks.publish import Page, Table, publish
from lpbounds.bounds import size_text
from lpbounds.progress import progress
from problems.min_ip import PROBLEM
from problems.min_ip_features import MAPS
from problems.min_ip_kernels import NAMES, TAU_NAMES
from problems.min_ip_score import MinIpScore

BITS, LENGTH = (3, 4), 3
COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 256, 1024)
LOG = f"log {2 * LENGTH}"
TAUS = ("1/2", "1", LOG, "5/2", "4")
SEEDS = range(10)
HALF = Fraction(1, 2)
DIGITS = 6
SOURCES = {
    "softmax": "exp(-tau <x,z>), of full rank 2^m",
    "polynomial": (
        '(m + 1 - <x,z>)^d; "PolySketchFormer: Fast Transformers via Sketching Polynomial Kernels" (2024)'
    ),
    "taylor": (
        'Taylor polynomial of even degree; "Simple Linear Attention Language Models Balance the '
        'Recall-Throughput Tradeoff" (2024)'
    ),
    "elu": 'ELU + 1; "Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention" (2020)',
    "relu": 'ReLU + 1/1000; "Rethinking Attention with Performers" (2021)',
    "favor": 'positive random features; "Rethinking Attention with Performers" (2021)',
    "hedgehog": '"The Hedgehog & the Porcupine: Expressive Linear Attentions with Softmax Mimicry" (2024)',
}
TEXT = """# Common kernels on Min-IP

Made by `python -m benchmarks.common_kernels`.

Inputs have {length} tokens of m bits. A column r shows the least worst-case error of each kernel with at most
r features, over all values and readouts, rounded up; below 1/2 rounding gives every answer. Kernels with a
temperature are shown at the best tau of {taus}, random ones at the best of {seeds} seeds,
so that the columns compare the families rather than one draw. Both ends of every error are certified and
coincide in {exact} of {all} cells; the last table has them, with the choices.

{sources}

## m = 3

{three}

For comparison, the least rank of any kernel with an error below 1/2 is {rank_three}.

## m = 4

{four}

For comparison, the least rank of any kernel with an error below 1/2 is {rank_four}.

## Errors and choices

{choices}
"""


@dataclass(frozen=True)
class Choice:
    """A kernel of at most ``features`` features at its best choices."""

    name: str
    features: int
    tau: str
    seed: str
    score: MinIpScore

    def cells(self) -> list[str]:
        """Return the row of the table of choices."""
        low, high = rounded(self.score.lower, ROUND_FLOOR), rounded(self.score.upper, ROUND_CEILING)
        m = str(self.score.parameters["m"])
        return [m, self.name, str(self.features), self.tau, self.seed, low, high, self.score.query]


def rounded(value: Fraction, rounding: str, digits: int = DIGITS) -> str:
    """Return ``value`` with so many digits after the point."""
    scaled = value * 10**digits
    whole = scaled.numerator // scaled.denominator
    if rounding == ROUND_CEILING and scaled != whole:
        whole += 1
    return str(Decimal(whole).scaleb(-digits, Context()))


def counts(name: str, m: int) -> list[int]:
    """Return the numbers of features to try: softmax has one only."""
    if name == "softmax":
        return [1 << m]
    return [count for count in COUNTS if name != "hedgehog" or count > 1]


def best(name: str, m: int, features: int) -> Choice:
    """Return the choice of tau and seed of least error."""
    taus = TAUS if name in TAU_NAMES else ("",)
    seeds = map(str, SEEDS) if name in MAPS else ("",)
    tried = [_tried(name, m, features, tau, seed) for tau, seed in product(taus, seeds)]
    return min(tried, key=lambda choice: choice.score.upper)


def _tried(name: str, m: int, features: int, tau: str, seed: str) -> Choice:
    given = {"tau": tau} if tau not in ("", LOG) else {}
    given |= {"seed": seed} if seed else {}
    found = lpbounds.score("min-ip", name, m=m, n=LENGTH, features=features, **given)
    assert isinstance(found, MinIpScore)
    return Choice(name, features, tau, seed, found)


def choices(report: Callable[[str], None]) -> Iterator[Choice]:
    """Yield all kernels at their best choices."""
    for m, name in product(BITS, NAMES):
        for features in counts(name, m):
            report(f"m = {m}, {name}, {features} features")
            yield best(name, m, features)


def errors(title: str, m: int, found: list[Choice]) -> Table:
    """Return the errors at m bits, a row for each kernel and a column for each number of features."""
    rows = []
    for name in NAMES:
        row = {c.features: c.score.upper for c in found if (c.name, c.score.parameters["m"]) == (name, m)}
        shown = [rounded(row[count], ROUND_CEILING, 3) if count in row else "" for count in COUNTS]
        rows.append([name, *shown, _first(row)])
    return Table(title, ["kernel", *(f"r = {count}" for count in COUNTS), "below 1/2 first at"], rows)


def _first(row: dict[int, Fraction]) -> str:
    return next((str(count) for count, error in row.items() if error < HALF), "none of these")


def least_rank(m: int) -> str:
    """Return the least rank of a kernel that errs by less than 1/2, certified on both sides."""
    interval = PROBLEM.solve(m=m, n=LENGTH)
    assert interval.is_settled and interval.lower is not None, interval
    return size_text(interval.lower.value)


def page() -> Page:
    """Return the page."""
    with progress("scoring kernels") as report:
        found = list(choices(report))
    head = ["m", "kernel", "features", "tau", "seed", "error from", "error to", "worst query"]
    tables = [
        errors("three", 3, found),
        errors("four", 4, found),
        Table("choices", head, [choice.cells() for choice in found]),
    ]
    return Page("common_kernels", _text(found), tables)


def _text(found: list[Choice]) -> str:
    values = {
        "length": LENGTH,
        "taus": ", ".join(TAUS),
        "seeds": len(SEEDS),
        "exact": sum(choice.score.lower == choice.score.upper for choice in found),
        "all": len(found),
        "sources": "\n".join(f"- {name}: {source}" for name, source in SOURCES.items()),
        "rank_three": least_rank(3),
        "rank_four": least_rank(4),
    }
    text = TEXT
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


if __name__ == "__main__":
    publish(page)
