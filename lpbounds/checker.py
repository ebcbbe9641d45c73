"""The independent checker: reads certificates, rebuilds each claim and says accepted or rejected.

    python lpbounds/checker.py FILE...

Standard library only, Python 3.9 or newer, nothing of the engine.  What a claim means, and what proves it,
is in one file per problem beside that problem, ``problems/<name>_check.py``.  Such a file defines

    proved(claim) -> int or float    the best bound on the claim's side that its proof establishes
    reduces(outer, inner) -> None    raises ValueError unless the inner claim implies the outer one

and raises ValueError, with the reason, for a proof that fails.  A proof with a field ``rule`` is verified by
a file of that rule, ``problems/<name>_<rule>_check.py``, that defines

    proved(claim, base) -> int or float    as above; ``base`` is the problem's own checker file, loaded
    KIND                                   the kind of certificate the rule gives; ``proof`` when left out

The driver compares: a claim no stronger than what is proved is accepted.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List, NamedTuple, Tuple

FORMAT = 1
NESTING = 8
FIELDS = ("format", "problem", "parameters", "resource", "side", "value", "kind", "method", "proof", "digest")

if hasattr(sys, "set_int_max_str_digits"):
    # Certificates carry integers of any length.
    sys.set_int_max_str_digits(0)

# What a malformed or wrong certificate raises; anything else is a fault of a checker and is not caught.
FAILURES = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)


class Verdict(NamedTuple):
    """The answer for one certificate, with the reason of a rejection."""

    accepted: bool
    reason: str


def digest(claim: Dict[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON of every field but the digest."""
    body = {key: value for key, value in claim.items() if key != "digest"}
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@lru_cache(maxsize=None)
def problem_checker(name: str, rule: str = "") -> ModuleType:
    """Load the checker file that stands beside the problem called ``name``, or that of one of its rules."""
    for part in (name, rule) if rule else (name,):
        if not isinstance(part, str) or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", part):
            raise ValueError("malformed name of a problem or a rule")
    path = _beside(name)
    if rule:
        path = _of_rule(path, rule)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ValueError("cannot load " + path.name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _of_rule(path: Path, rule: str) -> Path:
    stem, parts = path.stem[: -len("check")], rule.split("-")
    for end in range(1, len(parts)):
        # Otherwise min with the rule ip-orders would name a file of min-ip.
        if path.with_name(stem + "_".join(parts[:end]) + "_check.py").is_file():
            raise ValueError("the rule belongs to another problem")
    return path.with_name(stem + "_".join(parts) + "_check.py")


def _beside(name: str) -> Path:
    path = Path(__file__).resolve().parent.parent / "problems" / (name.replace("-", "_") + "_check.py")
    if path.is_file():
        return path
    # A problem of another package: its checker stands beside the module its entry point names.
    for distribution in metadata.distributions():
        for point in distribution.entry_points:
            if point.group == "lpbounds.problems" and point.name == name:
                spec = importlib.util.find_spec(point.value.partition(":")[0])
                if spec is not None and spec.origin is not None:
                    return Path(spec.origin).with_name(Path(spec.origin).stem + "_check.py")
    raise ValueError("no checker for problem " + name)


def size(value: Any) -> float:
    """Read the value of a claim: an integer at least 0, or infinity."""
    if value == "inf":
        return float("inf")
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("the claimed value is not a size")
    return value


def prove(claim: Dict[str, Any], depth: int = 0) -> None:
    """Verify one claim.

    Raises:
        ValueError: it is not proved; other built-in errors for malformed certificates.
    """
    missing = [name for name in FIELDS if name not in claim]
    if missing or claim["format"] != FORMAT:
        raise ValueError("missing " + ", ".join(missing) if missing else "unknown format")
    if claim["digest"] != digest(claim):
        raise ValueError("the digest does not match")
    if claim["side"] not in ("lower", "upper") or depth > NESTING:
        raise ValueError("unknown side, or nested too deeply")
    value, proved = size(claim["value"]), _proved(claim, depth)
    if value > proved if claim["side"] == "lower" else value < proved:
        raise ValueError("claims {} bound {}, proves {}".format(claim["side"], claim["value"], proved))


def _proved(claim: Dict[str, Any], depth: int) -> float:
    module = problem_checker(claim["problem"])
    if "rule" in claim["proof"]:
        rule = problem_checker(claim["problem"], claim["proof"]["rule"])
        if claim["kind"] != getattr(rule, "KIND", "proof"):
            raise ValueError("the rule gives another kind of proof")
        return _bound(rule.proved(claim, module))
    if claim["kind"] != "reduction":
        return _bound(module.proved(claim))
    inner = claim["proof"]["certificate"]
    if inner["side"] != claim["side"]:
        raise ValueError("a reduction keeps the side")
    prove(inner, depth + 1)
    module.reduces(claim, inner)
    return size(inner["value"])


def _bound(value: Any) -> float:
    """Read what a problem's checker proved: a size, or infinity as a float."""
    return float("inf") if value == float("inf") else size(value)


def judge(claim: Any) -> Verdict:
    """Return the verdict on one certificate, given as parsed JSON."""
    try:
        prove(claim)
    except FAILURES as error:
        return Verdict(False, "{}: {}".format(type(error).__name__, error))
    return Verdict(True, "")


def parsed(text: str) -> Any:
    """Parse a certificate.

    Raises:
        ValueError: it is not JSON, holds a number that is not an integer, or an object names a field twice.
    """
    return json.loads(text, parse_float=_refused, parse_constant=_refused, object_pairs_hook=_fields)


def _refused(number: str) -> Any:
    raise ValueError("the number {} is not an integer".format(number))


def _fields(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("an object names a field twice")
    return fields


def judge_file(path: Path) -> Verdict:
    """Return the verdict on the certificate in the file ``path``."""
    try:
        claim = parsed(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return Verdict(False, "cannot read it: {}".format(error))
    return judge(claim)


def main(arguments: List[str]) -> int:
    """Check the files named; exit code 0 when all are accepted, 1 otherwise or when there is none."""
    accepted = 0
    for name in arguments:
        verdict = judge_file(Path(name))
        accepted += verdict.accepted
        print("accepted" if verdict.accepted else "REJECTED", name, verdict.reason)
    print("{} checked, {} accepted".format(len(arguments), accepted))
    return 0 if arguments and accepted == len(arguments) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
