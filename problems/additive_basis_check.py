"""Checks certificates about additive bases: few elements whose sums reach every number up to a range.

The claim.  A basis is a set B inside {1..largest} such that every number 0..range is a sum of at most
``summands`` elements of B, repetitions allowed.  The claim bounds its least size; infinity means that there
is none.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

from math import comb, inf
from typing import Any, Dict, List, NamedTuple, Tuple

# Sets that a search may look at.
MOST_SETS = 3_000_000


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def integer(value: Any, least: int) -> int:
    """Read an integer that is at least ``least``."""
    require(isinstance(value, int) and not isinstance(value, bool), "a number is not an integer")
    require(value >= least, "an integer is out of range")
    return int(value)


class Question(NamedTuple):
    """What a claim is about."""

    summands: int
    largest: int
    range: int


def question(claim: Dict[str, Any]) -> Question:
    """Read the question that a claim answers."""
    given = claim["parameters"]
    require(claim["resource"] == "size", "unknown resource")
    require(set(given) == set(Question._fields), "the parameters are not those of this problem")
    return Question(*(integer(given[name], 0) for name in Question._fields))


def proved(claim: Dict[str, Any]) -> float:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    require(claim["side"] == side, "this kind of proof bounds the other side")
    return prove(claim["proof"], question(claim))


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one: more summands or elements, less range is easier."""
    require(inner["problem"] == outer["problem"], "the inner claim is about another problem")
    easy, hard = (inner, outer) if outer["side"] == "lower" else (outer, inner)
    one, other = question(easy), question(hard)
    implied = one.summands >= other.summands and one.largest >= other.largest and one.range <= other.range
    require(implied, "the inner claim does not imply the outer one")


def model(proof: Dict[str, Any], asked: Question) -> float:
    """Add up the elements in all ways; return how many there are."""
    elements = [integer(element, 1) for element in proof["elements"]]
    require(all(element <= asked.largest for element in elements), "an element is too large")
    require(reach(elements, asked.summands) >= asked.range, "some number is no sum")
    return len(set(elements))


def reach(elements: List[int], summands: int) -> int:
    """Return the largest r such that all of 0..r are sums of at most ``summands`` elements."""
    # Bit k of ``sums`` says that k is a sum.
    sums = 1
    for _ in range(summands):
        wider = sums
        for element in elements:
            wider |= sums << element
        sums = wider
    # The lowest zero bit is the first number that is missing.
    return (~sums & (sums + 1)).bit_length() - 2


def theorem(proof: Dict[str, Any], asked: Question) -> float:
    """Return the bound of one of the theorems below."""
    return THEOREMS[proof["theorem"]](proof, asked)


def counting(proof: Dict[str, Any], asked: Question) -> float:
    """Return the least k with C(k + summands, summands) > range, the number of sums; inf beyond all sums."""
    if asked.summands * asked.largest < asked.range:
        return inf
    size = 0
    while comb(size + asked.summands, asked.summands) <= asked.range:
        size += 1
    return size


def exhaustion(proof: Dict[str, Any], asked: Question) -> float:
    """Search all bases of at most ``size`` elements; return ``size`` + 1 when there is none."""
    size = integer(proof["size"], 0)
    found, _ = search(asked, size, MOST_SETS)
    require(found == [], "there is a basis of that size")
    return size + 1


def search(asked: Question, size: int, most: int) -> Tuple[List[int], int]:
    """Return a basis of at most ``size`` elements, [] when there is none, and how many sets were looked at.

    Elements join in increasing order.  The next one is at most one above the reach of those before, since no
    larger element helps with the number there; the last one times ``summands`` is at least the range.

    Raises:
        ValueError: more than ``most`` sets would have to be looked at, or counting alone answers.
    """
    require(asked.range > 0, "the empty set is a basis")
    require(comb(size + asked.summands, asked.summands) > asked.range, "counting excludes that size")
    stack: List[Tuple[int, ...]] = [()]
    looked = 0
    while stack:
        elements = stack.pop()
        looked += 1
        require(looked <= most, "the search is too large")
        covered = reach(list(elements), asked.summands)
        if covered >= asked.range:
            return list(elements), looked
        if len(elements) < size:
            least = elements[-1] + 1 if elements else 1
            if len(elements) == size - 1:
                least = max(least, -(-asked.range // asked.summands))
            stack += [(*elements, element) for element in range(least, min(covered + 1, asked.largest) + 1)]
    return [], looked


THEOREMS = {"counting": counting, "exhaustion": exhaustion}

# Each kind of proof: the side it bounds and the function that returns the bound.
KINDS = {"model": ("upper", model), "theorem": ("lower", theorem)}
