"""Lower bounds for Min-IP from words that a user brings: the option ``--words`` (``trace-words``).

The words, against their complements, are treated like the built-in codes: by the trace of an entrywise
polynomial (``problems.min_ip_trace``), by their null space (``problems.min_ip_nullity``) and, where they are
few, by a contraction (``problems.min_ip_semidefinite``).  The claim is about all inputs; the words stand in
its proof only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.errors import InputError
from lpbounds.problem import Aid, Method, Nothing, Parameters, Task
from lpbounds.semidefinite_rank import semidefinite_bound
from problems import min_ip_nullity, min_ip_semidefinite
from problems.min_ip_chains import Caps, distance, entry_caps, words_box
from problems.min_ip_family_words import read_words
from problems.min_ip_trace import plain_bound, shifted_bound
from problems.min_ip_words import MOST_WORDS, Family, listed

NAME = "trace-words"
OPTION = "words"
# The caps of all distances, and the words of each pair, are then found within seconds.
MOST_BITS = 1000

Words = tuple[int, ...]


def read(given: Any, parameters: Parameters) -> Words:
    """Return the bit masks of different words of m bits from a file or a list of 0/1 texts.

    Raises:
        InputError: they are malformed, of another length, fewer than two, too many, or one is there twice.
    """
    texts, m = read_words(given), parameters["m"]
    if len(texts[0]) != m:
        raise InputError(OPTION, f"words of {len(texts[0])} bits", f"words of m = {m} bits")
    if len(texts) > MOST_WORDS:
        raise InputError(OPTION, f"{len(texts)} words", f"at most {MOST_WORDS} words")
    for number, text in enumerate(texts):
        if text in texts[:number]:
            shown = f"word {texts.index(text) + 1} again as word {number + 1}"
            raise InputError(OPTION, shown, "each word once")
    return tuple(int(text[::-1], 2) for text in texts)


def spread(words: Sequence[int], caps: Caps) -> Words:
    """Return the words without those that come too close to an earlier one for anything to be forced."""
    kept: list[int] = []
    for x in words:
        if all(caps[distance(*pair)] is not None for y in kept for pair in ((x, y), (y, x))):
            kept.append(x)
    return tuple(kept)


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if n < 3 or m > MOST_BITS:
        raise Nothing(f"needs n >= 3 and m <= {MOST_BITS}")
    given: Words = task.aids[OPTION]
    caps = entry_caps(max(word.bit_count() for word in given), n, eps)
    words = spread(given, caps)
    if len(words) < 2:
        raise Nothing("nothing is forced at the distances of the words")
    found = list(proofs(listed(m, words), words, caps))
    rank, proof = max(found, key=lambda item: item[0])
    if rank <= int(task.lower or 1):
        raise Nothing(f"{len(words)} of the words prove {rank}, no more than what is known")
    yield task.bound("lower", rank, "proof", NAME, proof)


def proofs(family: Family, words: Words, caps: Caps) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (rank, proof) by trace, null space, and contraction where the words are few."""
    plain = plain_bound(family, caps)
    if plain is not None:
        best = shifted_bound(plain, caps)
        yield best.rank, best.proof()
    found = min_ip_nullity.bound(family, caps)
    if found is not None:
        yield found
    if len(words) <= min_ip_semidefinite.MOST_WORDS:
        bound = semidefinite_bound(words_box(words, caps))
        yield bound.rank, min_ip_semidefinite.proof_of(family.bits, words, bound)


AID = Aid(OPTION, read, f"file with one 0/1 word of m bits a line, for the method {NAME}")
METHOD = Method(
    NAME,
    ("lower",),
    _run,
    "words of --words against their complements, by the best of trace, nullity and semidefinite bound",
    ("feature-rank",),
    aid=OPTION,
)
