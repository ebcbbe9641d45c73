"""What a report shows of each cell: its best ends, each with the certificate that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lpbounds import checker, plain_words
from lpbounds.bounds import shortened, size_text
from lpbounds.certificates import Certificate
from lpbounds.results import Cell as Asked
from lpbounds.results import Result
from lpbounds.store import StoredEnd, read, results_of
from lpbounds.summary import Entry, entries
from lpbounds.tables import interval
from lpbounds.verify import matches

SIDES = ("lower", "upper")
# Certificates are shown in full up to this many characters, and less when there are many.
MOST_CHARACTERS = 20_000
ALL_CHARACTERS = 2_000_000

Question = tuple[str, str, str]


@dataclass(frozen=True)
class Told:
    """One end of a cell, told in words.

    Attributes:
        side: ``lower`` or ``upper``.
        claim: what is proved, in a few words.
        words: lines that say why.
        found: the method that found it and what it does; empty when nothing is proved.
        json: the certificate's JSON where it is short, else empty.
        size: characters of that JSON.
        digest: the certificate's digest, empty where there is none.
        follows: number of the cell that this one is reduced to, 0 for none.
    """

    side: str
    claim: str
    words: tuple[str, ...]
    found: str = ""
    json: str = ""
    size: int = 0
    digest: str = ""
    follows: int = 0


@dataclass(frozen=True)
class Shown:
    """One cell of a report: its number from 1, its entry, a heading and both ends."""

    number: int
    entry: Entry
    heading: str
    ends: tuple[Told, ...]


@dataclass(frozen=True)
class Contents:
    """Everything that stores hold for a report: all results, oldest first, and the cells."""

    results: list[Result]
    cells: list[Shown]


def contents(stores: Sequence[Path], report: Callable[[str], None]) -> Contents:
    """Return what ``stores`` hold, the best ends of each cell over all of them.

    Raises:
        InputError: one is no store.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(read(path)) for path in stores]
        results = results_of(opened)
        found = entries(results)
        report(f"reading the certificates of {len(found):,} cells")
        ends = _best(found, (end for store in opened for end in store.ends()))
    return Contents(results, _shown(found, ends))


def question(entry: Entry) -> Question:
    """Return what an entry answers, as its results name it."""
    return Asked(entry.problem, entry.parameters, entry.resource).question


def _best(found: Iterable[Entry], stored: Iterable[StoredEnd]) -> dict[tuple[Question, str], StoredEnd]:
    """Return the stored end that each end of an entry was taken from: the oldest equal one."""
    wanted = {(question(entry), side): getattr(entry, side) for entry in found for side in SIDES}
    best: dict[tuple[Question, str], StoredEnd] = {}
    for end in stored:
        place = end.result.cell.question, end.side
        if wanted[place] is None or getattr(end.result, end.side) != wanted[place]:
            continue
        if place not in best or end.result.finished < best[place].result.finished:
            best[place] = end
    return best


def _shown(found: Sequence[Entry], ends: Mapping[tuple[Question, str], StoredEnd]) -> list[Shown]:
    numbers = {question(entry): number for number, entry in enumerate(found, 1)}
    most = min(MOST_CHARACTERS, ALL_CHARACTERS // max(1, len(ends)))
    return [
        Shown(
            number,
            entry,
            f"{entry.problem} at {plain_words.named(entry.parameters)}: {entry.resource} {interval(entry)}",
            tuple(_told(side, ends.get((asked, side)), entry, numbers, most) for side in SIDES),
        )
        for (asked, number), entry in zip(numbers.items(), found, strict=True)
    ]


def _told(
    side: str, end: StoredEnd | None, entry: Entry, numbers: Mapping[Question, int], most: int
) -> Told:
    if end is None:
        shown = getattr(entry, side)
        if shown is None:
            return Told(side, f"nothing proved from {'below' if side == 'lower' else 'above'}", ())
        return _unproved(side, entry, "The store has no such end.")
    certificate = _read(end)
    if isinstance(certificate, str):
        return _unproved(side, entry, certificate)
    text = str(end.certificate)
    return Told(
        side,
        plain_words.claim(certificate),
        tuple(plain_words.explained(certificate)),
        found=_found(entry.problem, str(certificate["method"])),
        json=text if len(text) <= most else "",
        size=len(text),
        digest=str(certificate["digest"]),
        follows=_follows(certificate, numbers),
    )


def _unproved(side: str, entry: Entry, why: str) -> Told:
    value = shortened(size_text(getattr(entry, side).value))
    return Told(side, f"{entry.resource} {'≥' if side == 'lower' else '≤'} {value}, not proved", (why,))


def _read(end: StoredEnd) -> Certificate | str:
    """Return the certificate of a stored end, or what is wrong with it."""
    if end.certificate is None:
        return "The store has no certificate for it."
    try:
        certificate = checker.parsed(end.certificate)
    except (ValueError, RecursionError):
        return "Its certificate cannot be read."
    names = ("digest", "kind", "method", "proof")
    if not isinstance(certificate, dict) or any(name not in certificate for name in names):
        return "Its certificate has fields missing."
    if not matches(end, certificate):
        return "Its certificate claims something else."
    return certificate


def _found(problem: str, name: str) -> str:
    summary = plain_words.summaries(problem).get(name)
    return f"{name}: {summary}" if summary else name


def _follows(certificate: Certificate, numbers: Mapping[Question, int]) -> int:
    """Return the number of the cell whose bound a reduction starts from, if the report has it."""
    inner: Any = certificate["proof"].get("certificate") if isinstance(certificate["proof"], dict) else None
    try:
        return numbers.get(Asked(inner["problem"], inner["parameters"], inner["resource"]).question, 0)
    except (LookupError, TypeError):
        return 0
