"""Tables in LaTeX, for the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Sequence

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
    }
)
# "inf" is how tables write infinity, and 2^33.1 how they shorten long numbers.
FORMULA = re.compile(r"(?<![\w-])(?:(?P<infinity>inf)|(?P<base>\d+)\^(?P<power>\d+(?:\.\d+)?))(?![\w-])")
# LaTeX joins two of these to a longer dash or to a quotation mark.
JOINED = re.compile(r"([-'`,])(?=\1)|([?!])(?=`)")
BLANK = re.compile(r"[\s\x00-\x1f\x7f]")


def tabular(head: Sequence[str], body: Sequence[Sequence[str]], columns: str = "") -> str:
    """Return a ``tabular`` with the rows ``body`` under ``head``; every cell is plain text.

    Args:
        head: the columns' titles.
        body: the rows.
        columns: a letter for each column, l for left and r for right; all left when empty.
    """
    lines = [
        rf"\begin{{tabular}}{{{columns or 'l' * len(head)}}}",
        r"\toprule",
        _row(head),
        r"\midrule",
        *map(_row, body),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    row = " & ".join(escaped(cell) for cell in cells)
    # After the end of a row a bracket would be read as a length, and a star as a command.
    return ("{}" if row.startswith(("[", "*")) else "") + row + r" \\"


def escaped(text: str) -> str:
    """Return plain ``text`` as LaTeX: specials escaped, infinity and powers as formulas."""
    parts, place = [], 0
    for found in FORMULA.finditer(text):
        parts += [_plain(text[place : found.start()]), _formula(found)]
        place = found.end()
    return "".join([*parts, _plain(text[place:])])


def _plain(text: str) -> str:
    return BLANK.sub(" ", JOINED.sub(r"\g<0>{}", text.translate(ESCAPES)))


def _formula(found: re.Match[str]) -> str:
    return r"$\infty$" if found["infinity"] else f"${found['base']}^{{{found['power']}}}$"
