"""What a certificate says, in plain words.

A problem words what it knows better in ``Problem.words``; everything else is told alike for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from lpbounds import registry
from lpbounds.bounds import shortened
from lpbounds.certificates import Certificate
from lpbounds.errors import InputError

MOST_INPUTS = 12
LONG = 120

WORDS = {
    "model": "Here is a layer of this size. The checker runs it in rational arithmetic and finds every "
    "answer right.",
    "class-model": "Here is a layer of this size, by one formula for each class of inputs. The checker "
    "counts its features and finds every answer right.",
    "measure": "Size {below} fails on these inputs with these weights: their inequalities add up to 0 < 0.",
    "proof": "A proof that the checker replays step by step.",
    "theorem": "A theorem. The checker tests its hypotheses and recomputes its integers; the theorem "
    "itself is trusted.",
    "reduction": "This follows from a bound on an easier or harder question, whose certificate is inside "
    "this one.",
}
LABELS = ("theorem", "rule")
UNTOLD = "It has a form that cannot be told in words; the checker may refuse it."


def claim(certificate: Certificate) -> str:
    """Return what is claimed, such as ``feature rank at least 3``."""
    value, is_lower = certificate["value"], certificate["side"] == "lower"
    resource = str(certificate["resource"]).replace("-", " ")
    if value == "inf":
        return f"{resource}: no size is enough" if is_lower else f"{resource}: perhaps no size is enough"
    return f"{resource} at {'least' if is_lower else 'most'} {shortened(value)}"


def explained(certificate: Certificate) -> list[str]:
    """Return lines that say why the claim holds; a malformed certificate gets a line that says so."""
    try:
        return list(_explained(certificate))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return [UNTOLD]


def _explained(certificate: Certificate) -> Iterator[str]:
    kind, proof = certificate["kind"], certificate["proof"]
    if kind == "reduction":
        yield WORDS[kind]
        yield from _inner(certificate["problem"], proof["certificate"])
        return
    yield from _reason(certificate)
    if kind == "measure":
        yield from _inputs(proof)
        return
    yield from (f"{name}: {sketched(value)}" for name, value in proof.items() if name not in LABELS)


def _inner(problem: str, inner: Certificate) -> Iterator[str]:
    other = "" if inner["problem"] == problem else f"{inner['problem']} "
    yield f"At {other}{named(inner['parameters'])}: {claim(inner)}."
    yield from _explained(inner)


def _reason(certificate: Certificate) -> Iterator[str]:
    kind, proof, own = certificate["kind"], certificate["proof"], words(certificate["problem"])
    value = certificate["value"]
    below = shortened(value - 1) if isinstance(value, int) else "of any size"
    numbers = {"value": shortened(value), "below": below}
    label = next((proof[name] for name in LABELS if name in proof), None)
    if label is None:
        yield own.get(kind, WORDS[kind]).format(**numbers)
        return
    yield WORDS[kind]
    stated = own.get(label) or rule_words(certificate["problem"], label)
    yield f"{'Theorem' if kind == 'theorem' else 'Rule'} {label}: {stated.format(**numbers)}"


def words(problem: str) -> Mapping[str, str]:
    """Return the problem's own words, none when it is not installed."""
    try:
        return registry.get(problem).words
    except InputError:
        return {}


def summaries(problem: str) -> Mapping[str, str]:
    """Return what the problem's methods do, by name; none when it is not installed."""
    try:
        return {method.name: method.summary for method in registry.get(problem).methods}
    except InputError:
        return {}


def named(parameters: Mapping[str, Any]) -> str:
    """Return parameters as text; those left out by the problem are left out."""
    return ", ".join(f"{name} = {shortened(value)}" for name, value in parameters.items() if value != "none")


def rule_words(problem: str, rule: str) -> str:
    """Return what the checker of a rule says of itself in its first line, after the colon."""
    module = f"problems.{problem}_{rule}_check".replace("-", "_")
    try:
        first = (import_module(module).__doc__ or "").split("\n")[0]
    except ImportError:
        first = ""
    return first.rpartition(": ")[2].replace("{", "{{").replace("}", "}}") or "see the certificate format."


def sketched(value: Any) -> str:
    """Return a value of a proof in full when it is short, else its shape."""
    text = json.dumps(value)
    if len(text) <= LONG:
        return text.replace('"', "")
    if isinstance(value, list):
        return f"{' x '.join(f'{length:,}' for length in _shape(value))} entries, {len(text):,} characters"
    if isinstance(value, dict):
        return f"{shortened(', '.join(map(str, value)))}; {len(text):,} characters"
    return shortened(text)


def _shape(value: Any) -> list[int]:
    shape = []
    while isinstance(value, list) and value:
        shape.append(len(value))
        value = value[0]
    return shape


def _inputs(proof: Mapping[str, Any]) -> Iterator[str]:
    for name, items in proof.items():
        yield from (f"weight {_weighted(item, name)}" for item in items[:MOST_INPUTS])
        if len(items) > MOST_INPUTS:
            yield f"and {len(items) - MOST_INPUTS:,} more"


def _weighted(item: Any, name: str) -> str:
    """Return a weight and what it is on: an object, or a pair of an input's mask or weight and the number."""
    if not isinstance(item, dict):
        place, weight = item
        return f"{weight} on inputs of weight {place}" if name == "weights" else f"{weight} on input {place}"
    tokens = " ".join(str(token) if copies == 1 else f"{token} x{copies}" for token, copies in item["tokens"])
    return f"{item['weight']} on query {item['query']} with tokens {tokens}"
