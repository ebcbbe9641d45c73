"""Lower bounds for Min-IP from few words and a contraction, by the semidefinite bound (``semidefinite``).

The kernel on words and their complements, rows divided by their diagonal, lies in the box of
``problems.min_ip_chains``.  A semidefinite program chooses the weights of its entries; the identity, which is
the trace bound, is one of the candidates (``lpbounds.semidefinite_rank``).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.boxes import MatrixBox
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import texts
from lpbounds.semidefinite_rank import SemidefiniteBound, semidefinite_bound
from lpbounds.trace_rank import trace_bound
from problems import min_ip_words
from problems.min_ip_chains import entry_caps, words_box
from problems.min_ip_reduction import from_fewer_bits
from problems.min_ip_weights import token_text

NAME = "semidefinite"
RULE = "semidefinite"
# Beyond this the program takes longer than a few seconds.
MOST_WORDS = 46
# Families whose trace bounds are best, and so many of them.
MOST_FAMILIES = 2
HADAMARD_BITS = (24, 20, 12)
MOST_GREEDY_BITS = 10

Words = tuple[int, ...]


def families(m: int) -> Iterator[tuple[int, Words]]:
    """Yield (bits, words) with at most ``MOST_WORDS`` words on at most m bits."""
    for bits in HADAMARD_BITS:
        if bits <= m:
            yield bits, tuple(min_ip_words.hadamard_words(bits))
    if m >= 16:
        code = min_ip_words.span(min_ip_words.reed_muller_basis(1, 4))
        yield 16, tuple(word for word in code if word.bit_count() == 8)
    bits = min(m, MOST_GREEDY_BITS)
    for least in (1, 2):
        words = tuple(min_ip_words.lexicode(bits, bits // 2, least))
        if 2 <= len(words) <= MOST_WORDS:
            yield bits, words


def proof_of(bits: int, words: Words, bound: SemidefiniteBound) -> dict[str, Any]:
    """Return the proof for a certificate."""
    return {
        "rule": RULE,
        "words": [token_text(word, bits) for word in words],
        "polynomial": texts(bound.polynomial),
        "weights": [list(row) for row in bound.weights.numerators],
        "denominator": bound.weights.denominator,
    }


def _promising(task: Task, known: int) -> list[tuple[int, Words, MatrixBox]]:
    """Return the families that may exceed what is known, the best by their trace bounds first."""
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    caps = entry_caps(min(m, max(HADAMARD_BITS)), n, eps)
    found = []
    for bits, words in families(m):
        box = words_box(words, caps)
        # A family proves no more than its number of words.
        if len(words) > known and all(entry.is_bounded for row in box.rows for entry in row):
            trace = trace_bound(box)
            # Weights add a few in a hundred to any but the smallest bounds.
            if 2 * trace.rank > known:
                found.append((trace.rank, float(trace.value), (bits, words, box)))
    found.sort(key=lambda item: item[:2], reverse=True)
    return [item[2] for item in found[:MOST_FAMILIES]]


def _run(task: Task) -> Iterator[Bound]:
    if task.parameters["n"] < 3:
        raise Nothing("needs n >= 3")
    known = int(task.lower or 1)
    candidates = _promising(task, known)
    if not candidates:
        raise Nothing(f"no family of at most {MOST_WORDS} words comes near what is known")
    found = [(bits, words, semidefinite_bound(box)) for bits, words, box in candidates]
    bits, words, best = max(found, key=lambda item: item[2].rank)
    if best.rank <= known:
        raise Nothing("no small family gives more than what is known")
    yield from_fewer_bits(task, bits, best.rank, "proof", NAME, proof_of(bits, words, best))


METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "few words against their complements, weighted by a semidefinite program",
    ("feature-rank",),
)
