"""Words for min-ip-family: files of them, and the rows of the Paley matrix of order 24.

    python -m problems.min_ip_family_words > words.txt

prints the 15 words of 24 bits that benchmarks/words-24-15.txt holds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lpbounds.errors import InputError

NAME = "words"
ALLOWED = "a file with one 0/1 word a line, or a list of such words"
ORDER, COUNT = 24, 15


def paley_words(order: int, count: int) -> list[str]:
    """Return ``count`` words of ``order`` bits, half of them ones, any two at directed distance order/4.

    They are rows of the Hadamard matrix of Paley, for q = order - 1 a prime with remainder 3 by 4: word i has
    a one at its end, and at j = 0..q-1 when j - i is no square mod q, 0 counted as a square; count <= q.
    Source: "On Orthogonal Matrices" (Paley, 1933), lemma 2.
    """
    q = order - 1
    squares = {i * i % q for i in range(q)}
    return ["".join("01"[(j - i) % q not in squares] for j in range(q)) + "1" for i in range(count)]


def distance(first: str, second: str) -> int:
    """Return the directed distance: how many ones of ``first`` are zeros of ``second``."""
    return sum(a > b for a, b in zip(first, second, strict=True))


def read_words(given: Any) -> list[str]:
    """Return the words of a file, or those of a list; lines that are blank or begin with # are skipped.

    Raises:
        InputError: the file cannot be read, or the words are not two or more 0/1 texts of one length.
    """
    words = _lines(Path(given)) if isinstance(given, (str, Path)) else given
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise InputError(NAME, given, ALLOWED)
    for number, word in enumerate(words, 1):
        if set(word) - {"0", "1"} or not word:
            raise InputError(NAME, f"{_shown(word)} as word {number}", "words made of 0 and 1")
        if len(word) != len(words[0]):
            raise InputError(NAME, f"{len(word)} bits in word {number}", f"{len(words[0])} bits as in word 1")
    if len(words) < 2:
        raise InputError(NAME, f"{len(words)} words", "at least two words")
    return list(words)


def _shown(word: str) -> str:
    return repr(word if len(word) <= 40 else word[:37] + "...")


def _lines(path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(NAME, f"{path} ({reason})", ALLOWED) from None
    stripped = (line.strip() for line in lines)
    return [line for line in stripped if line and not line.startswith("#")]


if __name__ == "__main__":
    print(*paley_words(ORDER, COUNT), sep="\n")
