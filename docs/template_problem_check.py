"""Checks certificates of the template problem: bits that give each of k tokens a word of its own.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called.
"""

from __future__ import annotations

from typing import Any, Dict


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def tokens(claim: Dict[str, Any]) -> int:
    """Return k, after checking that the claim is one about this problem's only resource."""
    require(claim["resource"] == "bits" and set(claim["parameters"]) == {"k"}, "unknown claim")
    k = claim["parameters"]["k"]
    require(isinstance(k, int) and not isinstance(k, bool) and k >= 1, "k is not a positive integer")
    return int(k)


def proved(claim: Dict[str, Any]) -> int:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    require(claim["side"] == side, "this kind of proof bounds the other side")
    return prove(claim["proof"], tokens(claim))


def theorem(proof: Dict[str, Any], k: int) -> int:
    """Return the least w with 2^w >= k."""
    require(proof == {"theorem": "counting"}, "unknown theorem")
    return (k - 1).bit_length()


def model(proof: Dict[str, Any], k: int) -> int:
    """Return the width of k different words of 0 and 1, all equally long."""
    words = [tuple(word) for word in proof["words"]]
    width = len(words[0])
    require(len(words) == len(set(words)) == k, "there are not k different words")
    require(all(len(word) == width and set(word) <= {0, 1} for word in words), "a word is malformed")
    return width


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one: the width grows with k."""
    require(inner["problem"] == outer["problem"], "the inner claim is about another problem")
    easy, hard = (inner, outer) if outer["side"] == "lower" else (outer, inner)
    require(tokens(easy) <= tokens(hard), "the inner claim does not imply the outer one")


# Each kind of proof: the side it bounds and the function that returns the bound.
KINDS = {"theorem": ("lower", theorem), "model": ("upper", model)}
