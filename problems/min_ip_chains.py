"""Caps on normalised kernel entries of Min-IP, by chains of domination.

Domination: <x,y> + g <= <x,z> forces alpha(x,y) > mu_g alpha(x,z) when mu_g >= 1.  Chained through tokens of
intermediate overlaps it forces alpha(x,y) > rho(d) alpha(x,z) at a gap of d, rho(d) the greatest product of
mu_g over jumps g that add up to d at most.  Words x_i against their complements y_i have <x_i,y_i> = 0 and
<x_i,y_j> = |x_i minus x_j| = d, so alpha(x_i,y_j) / alpha(x_i,y_i) lies strictly between 0 and its cap
1/rho(d).  (The kernel may be taken to be positive: adding to every key a little of the sum of all keys keeps
the rank and, if little enough, the head correct.)
Source: the domination lemma of "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention"
(2026).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from lpbounds.boxes import ONE, Entry, MatrixBox
from problems.min_ip_published import jump

Caps = Sequence[Fraction | None]
"""1/rho(d) by distance d = 0, 1, ..; None where nothing is forced."""


def entry_caps(
    most: int, n: int, eps: Fraction, *, least_jump: int = 1, most_jump: int | None = None
) -> list[Fraction | None]:
    """Return 1/rho(d) for d = 0..most, None where no chain forces anything; n >= 3.

    Args:
        most: largest distance.
        n: length of the inputs.
        eps: allowed error.
        least_jump: shortest jump of a chain, where intermediate tokens are few.
        most_jump: longest jump of a chain.
    """
    jumps = range(max(1, least_jump), min(most, most_jump or most) + 1)
    factors = [(g, jump(g, n, eps)) for g in jumps if jump(g, n, eps) >= 1]
    rho: list[Fraction | None] = [None]
    for d in range(1, most + 1):
        chains = [(rho[d - g] or 1) * mu for g, mu in factors if g <= d]
        rho.append(max([*chains, rho[d - 1] or Fraction(0)]) or None)
    return [None if product is None else 1 / product for product in rho]


def distance(x: int, y: int) -> int:
    """Return |x minus y| of two words as bit masks; not symmetric for words of unequal weights."""
    return (x & ~y).bit_count()


def words_box(words: Sequence[int], caps: Caps) -> MatrixBox:
    """Return the box of alpha(x_i, complement of x_j) / alpha(x_i, complement of x_i) for given words.

    Args:
        words: bit masks, all different.
        caps: up to the largest distance.
    """
    rows = [[ONE if x == y else Entry(Fraction(0), caps[distance(x, y)], True) for y in words] for x in words]
    return MatrixBox(tuple(map(tuple, rows)))
