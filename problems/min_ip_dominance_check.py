"""Checks proofs of rule ``dominance`` about Min-IP: a layer of words against their complements.

For words x, x' of weight w put B(x,x') = alpha(x, complement of x') / alpha(x, complement of x).  At distance
d = |x minus x'| >= 1 the ratio proved for one pair of words holds for all of them (permute the bits):
0 <= B(x,x') < u_d, and B has ones on the diagonal.  If every such matrix is regular, the kernel has rank at
least the number C(m,w) of words.  Let U hold the u_d, with zeros on the diagonal, and C = I + U/2.

- With ``inverse``, a symmetric matrix Y that has the entry y_d at distance d: if B v = 0 then
  v = (I - Y B) v, and |I - Y B| <= |I - Y C| + |Y| U/2 entry by entry.  When the rows of the right side,
  which all have the same sum, add up to less than 1, a largest |v_i| must be 0.
- Without: if B v = 0, let q be the signs of v; then |C v| = |(C - B) v| <= (U/2) |v|, so that
  (C - diag(t) (U/2) diag(q)) v = 0 for some t in [-1,1]^words.  The determinant of this matrix is affine in
  every t_i, so when it is positive for all signs t it is never 0, and v = 0.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, lcm
from types import ModuleType
from typing import Any, Dict, List, Tuple

# Without an inverse, 2^(2 words - 1) determinants are computed.
MOST_VERTEX_WORDS = 6


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the number of words of the layer."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) - {"inverse"} == {"rule", "weight", "ratios"}, "the proof has other fields")
    w = base.integer(proof["weight"], 1)
    base.require(w < m, "the layer is a single word")
    upper = [Fraction(0)]
    for d in range(1, min(w, m - w) + 1):
        tokens, u = base.forced_ratio(proof["ratios"][d - 1], m, n, eps)
        base.require(tokens == layer_tokens(m, w, d), "a ratio is about other tokens")
        upper.append(u)
    base.require(len(proof["ratios"]) == len(upper) - 1, "there are further ratios")
    if "inverse" in proof:
        inverse = [base.rational(value) for value in proof["inverse"]]
        base.require(len(inverse) == len(upper), "the inverse has the wrong length")
        base.require(norm(m, w, inverse, upper) < 1, "the box of ratios is not shown to be regular")
    else:
        base.require(comb(m, w) <= MOST_VERTEX_WORDS, "the layer is too large without an inverse")
        base.require(vertices_positive(m, w, upper), "the box of ratios is not regular")
    return comb(m, w)


def layer_tokens(m: int, w: int, d: int) -> Tuple[str, str, str]:
    """Return the word x of w ones and m - w zeros, its complement, and that of a word at distance d.

    That word is x with its last d ones exchanged for the d zeros that follow.
    """
    return ("1" * w + "0" * (m - w), "0" * w + "1" * (m - w),
            "0" * (w - d) + "1" * d + "0" * d + "1" * (m - w - d))


def norm(m: int, w: int, inverse: List[Fraction], upper: List[Fraction]) -> Fraction:
    """Return the row sum of |I - Y C| + |Y| U/2."""
    middle = [Fraction(1)] + [u / 2 for u in upper[1:]]
    total = row_sum(m, w, inverse) * row_sum(m, w, upper) / 2
    for k in range(len(upper)):
        entry = Fraction(k == 0)
        for i, y in enumerate(inverse):
            if y:
                entry -= y * sum(c * both(m, w, i, j, k) for j, c in enumerate(middle))
        total += neighbours(m, w, k) * abs(entry)
    return total


def row_sum(m: int, w: int, entries: List[Fraction]) -> Fraction:
    """Return the row sum of absolute values of a matrix with these entries by distance."""
    return sum((neighbours(m, w, d) * abs(entry) for d, entry in enumerate(entries)), Fraction(0))


def neighbours(m: int, w: int, d: int) -> int:
    """Return the number of words at distance d from one."""
    return comb(w, d) * comb(m - w, d)


def both(m: int, w: int, i: int, j: int, k: int) -> int:
    """Return how many words lie at distance i from x and j from x', where x and x' are at distance k.

    Such a word takes a of the w - k common ones, w - i - a of the ones of x alone, w - j - a of those of x'
    alone, and the rest elsewhere.
    """
    count = 0
    for a in range(w - k + 1):
        parts = (w - i - a, w - j - a, i + j + a - w)
        if min(parts) >= 0:
            count += comb(w - k, a) * comb(k, parts[0]) * comb(k, parts[1]) * comb(m - w - k, parts[2])
    return count


def vertices_positive(m: int, w: int, upper: List[Fraction]) -> bool:
    """Tell whether det(C - diag(p) (U/2) diag(q)) > 0 for all signs p, q; (p, q) and (-p, -q) agree."""
    words = [set(chosen) for chosen in combinations(range(m), w)]
    scale = lcm(*(u.denominator for u in upper))
    box = [[int(scale * upper[len(x - y)]) for y in words] for x in words]
    signs = list(product((1, -1), repeat=len(words)))
    for p in signs[: len(signs) // 2]:
        for q in signs:
            # Twice the matrix, cleared of denominators: u (1 - p_i q_j) off the diagonal, 2 on it.
            rows = [
                [2 * scale if i == j else u * (1 - p[i] * q[j]) for j, u in enumerate(row)]
                for i, row in enumerate(box)
            ]
            if determinant(rows) <= 0:
                return False
    return True


def determinant(rows: List[List[int]]) -> int:
    """Return an integer determinant by fraction-free elimination."""
    sign, previous = 1, 1
    for k in range(len(rows) - 1):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        for i in range(k + 1, len(rows)):
            for j in range(k + 1, len(rows)):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // previous
        previous = rows[k][k]
    return sign * rows[-1][-1]
