"""The least integer values with free weights for six and seven numbers, both tasks.

    python -m benchmarks.min_max_large [--check]

What took long to find is kept as certificates in benchmarks/certificates.  They are checked again each time,
and serve every cell that they imply a bound for.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import lpbounds
from benchmarks.min_max_grid import LENGTHS
from benchmarks.publish import Page, Table, publish
from lpbounds import checker
from lpbounds.bounds import Bound, size_text
from lpbounds.certificates import Certificate, sealed
from lpbounds.problem import Task
from problems.min_max_constructions import extent
from problems.min_max_reduction import taken

FOLDER = Path(__file__).parent / "certificates"
NUMBERS, WIDTHS = (6, 7), (3, 4)
RESOURCES = ("squared-norm", "entries")
QUICK = ("lines", "volume", "powers", "small-parts")
TEXT = """# Integer values with free weights for six and seven numbers

Made by `python -m benchmarks.min_max_large`. One head finds the smallest and the largest of n numbers 1..M
with integer values of width d and any positive weights. Every end is certified: one number where both meet.

## Least squared norm of the values

{squared-norm}

## Least B with entries in -B..B

{entries}

## Where the ends come from

A number of numbers or a length of lists is named where the bound is taken from there: a lower bound holds for
more numbers and for longer lists, an upper bound for fewer and for shorter ones.

Of the squared norm:

{squared-norm-methods}

Of the entries:

{entries-methods}

## What took long

These certificates are in `benchmarks/certificates`, compressed where they are long; the page is made by
checking them, which takes about a minute. The longest searches behind the lower bounds are
`lpbounds solve min-max --resource entries --numbers 6 --n 4 --width 3`, about 80 seconds, and the same with
7 and 3 in place of 6 and 4, about 6 minutes. Where no entries up to B do, neither does a squared norm of
(B + 1)^2: vectors of that norm with a larger entry are multiples of a unit vector, and weights absorb the
factor. The search is stated for squared norms in this way, and a head counts for both. The heads come from
climbs as in `mirror-climb`, over values that a reflection maps to those of the reversed numbers, from other
random starts.

{kept}

## What was tried on the open cells

{account}
"""
ACCOUNT = """\
- d = 3, M = 6, squared norm, n = 4 to 6. The lower bound 5 is that of entries at n = 4. The next domain,
  squared norm 5, has 50 vectors in place of 26, and the exhaustive search was not carried to its end. Climbs
  at the squared norms 5, 6 and 8 reached the lengths 2.99, 4.28 and 4.28.
- d = 3, M = 7, n = 3 to 6. Entries up to 1 are excluded; entries up to 2 make about 2^22 sequences up to
  symmetry, more than was tried. Climbs reached the lengths 2.65, 2.88, 2.06, 3.01 and 4.76 at entries 2 to 6,
  and 4.64, 4.98 and 3.43 at 12, 20 and 40; none reached 5.

The lengths are what exploratory climbs reached in floats. They say how far was searched, and no bound rests
on them; `mirror-climb` makes such climbs at fixed seeds.
"""


@dataclass(frozen=True)
class Ends:
    """The best bounds of one cell."""

    task: Task
    lower: Bound
    upper: Bound

    def bracket(self) -> str:
        """Return one number where the ends meet, else the interval."""
        low, high = size_text(self.lower.value), size_text(self.upper.value)
        return low if low == high else f"[{low}, {high}]"

    def methods(self) -> str:
        """Return where the two ends come from."""
        return " / ".join(self._source(bound) for bound in (self.lower, self.upper))

    def _source(self, bound: Bound) -> str:
        if bound.kind != "reduction":
            return bound.method
        inner = bound.certificate["proof"]["certificate"]
        there, here = inner["parameters"], self.task.parameters
        names = [("numbers", "M"), ("n", "n"), ("width", "d")]
        moved = [f"{letter} = {there[name]}" for name, letter in names if there[name] != here[name]]
        return f"{inner['method']} at {', '.join(moved)}"


def kept() -> list[tuple[str, Certificate]]:
    """Return the names of the kept certificates with their content, accepted by the checker."""
    found = [(path.name, json.loads(_text(path))) for path in sorted(FOLDER.glob("min-max-*"))]
    for name, certificate in found:
        _require(certificate, name)
    return found


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode()


def _require(certificate: Certificate, name: str) -> None:
    verdict = checker.judge(certificate)
    if not verdict.accepted:
        raise AssertionError(f"{name}: {verdict.reason}")


def restated(certificates: Sequence[Certificate]) -> Iterator[Certificate]:
    """Yield what the certificates show about the other one of entries and squared norms."""
    for given in certificates:
        claim = _restated_model(given) if given["kind"] == "model" else _restated_search(given)
        if claim is not None:
            _require(claim, "a certificate stated for another resource")
            yield claim


def _restated_search(given: Certificate) -> Certificate | None:
    if given["resource"] != "entries":
        return None
    return _stated(given, "squared-norm", given["value"] ** 2 + 1)


def _restated_model(given: Certificate) -> Certificate:
    other = "entries" if given["resource"] == "squared-norm" else "squared-norm"
    return _stated(given, other, extent(other, given["proof"]["values"]))


def _stated(given: Certificate, resource: str, value: int) -> Certificate:
    kind, method, proof = given["kind"], given["method"], given["proof"]
    return sealed(given["problem"], given["parameters"], resource, given["side"], value, kind, method, proof)


def ends(task: Task, known: Sequence[Certificate]) -> Ends:
    """Return the best bounds of a cell: by quick methods, or implied by a known certificate."""
    found = [*_quick(task), *(bound for certificate in known for bound in implied(task, certificate))]
    lower = max((bound for bound in found if bound.side == "lower"), key=lambda bound: bound.value)
    upper = min((bound for bound in found if bound.side == "upper"), key=lambda bound: bound.value)
    return Ends(task, lower, upper)


def implied(task: Task, certificate: Certificate) -> list[Bound]:
    """Return the bound on a cell that a certificate shows, itself or through another cell, if any."""
    if (certificate["resource"], certificate["parameters"]) == (task.resource, task.parameters):
        return [Bound(certificate)]
    bound = taken(task, certificate)
    return [bound] if bound is not None else []


def _quick(task: Task) -> Iterator[Bound]:
    problem = lpbounds.get(task.problem)
    for name in QUICK:
        found = problem.solve(resource=task.resource, method=name, **task.parameters)
        yield from (bound for bound in (found.lower, found.upper) if bound is not None)


def _kept_row(name: str, certificate: Certificate) -> list[str]:
    given = certificate["parameters"]
    sign = ">=" if certificate["side"] == "lower" else "<="
    place = [str(given[part]) for part in ("width", "numbers", "n")]
    return [*place, f"{certificate['resource']} {sign} {certificate['value']}", certificate["method"], name]


def page() -> Page:
    """Return the page."""
    files = kept()
    own = [certificate for _, certificate in files]
    known = [*own, *restated(own)]
    tables = [table for resource in RESOURCES for table in _grids(resource, known)]
    listed = [_kept_row(name, certificate) for name, certificate in files]
    head = ("d", "M", "n", "shows", "method", "file")
    return Page("min_max_large", TEXT.replace("{account}", ACCOUNT), [*tables, Table("kept", head, listed)])


def _grids(resource: str, known: Sequence[Certificate]) -> tuple[Table, Table]:
    problem = lpbounds.get("min-max")
    brackets, methods = [], []
    for d, m in product(WIDTHS, NUMBERS):
        given = [problem.parsed({"numbers": m, "n": n, "width": d}) for n in LENGTHS]
        row = [ends(Task("min-max", values, resource), known) for values in given]
        brackets.append([f"d = {d}, M = {m}", *(cell.bracket() for cell in row)])
        methods.append([f"d = {d}, M = {m}", *(cell.methods() for cell in row)])
    head = ["", *(f"n = {n}" for n in LENGTHS)]
    return Table(resource, head, brackets), Table(f"{resource}-methods", head, methods)


if __name__ == "__main__":
    publish(page)
