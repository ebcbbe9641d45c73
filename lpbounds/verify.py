"""Checking everything in stores, certificate files and folders with the independent checker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lpbounds import checker
from lpbounds.bounds import size_json
from lpbounds.checker import Verdict
from lpbounds.errors import InputError
from lpbounds.results import End
from lpbounds.store import StoredEnd, read


class Checked(NamedTuple):
    """The verdict on one certificate, and where it stands."""

    place: str
    verdict: Verdict


def check(paths: Sequence[Path]) -> Iterator[Checked]:
    """Check every certificate in ``paths``, one after the other.

    Args:
        paths: stores, certificate files (``*.json``), or folders, which are searched for certificate files.

    Raises:
        InputError: a path does not exist, or is a file that is neither; raised before anything is checked.
    """
    for path in paths:
        if not path.exists():
            raise InputError("path", path, "a store, a certificate file or a folder that exists")
        if _is_store(path):
            read(path).close()
    return (checked for path in paths for checked in _check_path(path))


def _is_store(path: Path) -> bool:
    return path.is_file() and path.suffix != ".json"


def _check_path(path: Path) -> Iterator[Checked]:
    if _is_store(path):
        yield from _check_store(path)
        return
    for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
        yield Checked(str(file), checker.judge_file(file))


def _check_store(path: Path) -> Iterator[Checked]:
    with read(path) as store:
        for stored in store.ends():
            place = f"{path}: {stored.result.cell} {stored.side}"
            yield Checked(place, _judge(stored))


def _judge(stored: StoredEnd) -> Verdict:
    """Return the verdict on the certificate of a stored end, which must also say what its row says."""
    if stored.certificate is None:
        return Verdict(False, "there is no certificate for it")
    try:
        claim = checker.parsed(stored.certificate)
    except (ValueError, RecursionError) as error:
        return Verdict(False, f"cannot read it: {error}")
    verdict = checker.judge(claim)
    if verdict.accepted and not matches(stored, claim):
        return Verdict(False, "the row claims something else than its certificate")
    return verdict


def matches(stored: StoredEnd, claim: dict[str, object]) -> bool:
    """Tell whether a certificate claims what the row of a stored end says."""
    cell, end = stored.result.cell, _end(stored)
    expected = {
        "problem": cell.problem,
        "parameters": cell.parameters,
        "resource": cell.resource,
        "side": stored.side,
        "value": size_json(end.value) if end else None,
        "kind": end.kind if end else None,
    }
    return all(claim.get(name) == value for name, value in expected.items())


def _end(stored: StoredEnd) -> End | None:
    return stored.result.lower if stored.side == "lower" else stored.result.upper
