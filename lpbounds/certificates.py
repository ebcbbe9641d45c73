"""Certificates: what a claim looks like as JSON, its digest, and reading and writing it.

The format is described in docs/certificate-format.md; ``lpbounds/checker.py`` judges it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FORMAT = 1

Json = Any
Certificate = dict[str, Json]

KINDS = ("model", "class-model", "measure", "proof", "theorem", "reduction")


def digest(certificate: Mapping[str, Json]) -> str:
    """Return the SHA-256 of the canonical JSON of every field except the digest itself."""
    body = {key: value for key, value in certificate.items() if key != "digest"}
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def sealed(
    problem: str,
    parameters: Mapping[str, Json],
    resource: str,
    side: str,
    value: int | float,
    kind: str,
    method: str,
    proof: Mapping[str, Json],
) -> Certificate:
    """Return the sealed claim ``resource >= value`` (side lower) or ``<= value`` (upper) with its proof.

    Args:
        problem: name of the problem.
        parameters: every parameter of the problem, as JSON values (rationals as text).
        resource: the quantity bounded, such as ``feature-rank``.
        side: ``lower`` or ``upper``.
        value: the bound; infinity is written ``"inf"``.
        kind: one of ``KINDS``.
        method: how it was found; a label that the checker does not rely on.
        proof: what the checker needs, by kind and problem.
    """
    certificate: Certificate = {
        "format": FORMAT,
        "problem": problem,
        "parameters": dict(parameters),
        "resource": resource,
        "side": side,
        "value": value if isinstance(value, int) else "inf",
        "kind": kind,
        "method": method,
        "proof": dict(proof),
    }
    certificate["digest"] = digest(certificate)
    return certificate


def write(certificate: Certificate, path: Path) -> None:
    """Write ``certificate`` to ``path`` as JSON."""
    path.write_text(json.dumps(certificate, indent=1) + "\n", encoding="utf-8")


def file_name(certificate: Certificate) -> str:
    """Return a file name that tells the claim apart from any other, from its digest."""
    parts = (certificate["problem"], certificate["resource"], certificate["side"], certificate["digest"][:16])
    return "-".join(str(part) for part in parts) + ".json"
