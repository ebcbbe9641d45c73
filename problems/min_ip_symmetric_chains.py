"""Min-IP at every n with one feature for each symmetric chain of words: the method ``symmetric-chains``.

Let the words be sets of bits, g the least integer above 2 eps, and L a set of sizes, or levels, with 0 in L
and one of any g consecutive sizes 1..m.  Split the sets of these sizes into chains c under inclusion.  With
the levels numbered 0 = l_0 < l_1 < .. < l_K put f(t) = 2^K - 2^(K-t), and let

    phi_c(x) = B^f(i), i the number of the largest set of c inside x,        or 0 if there is none,
    psi_c(z) = B^f(j), j the number of the largest set of c disjoint from z, or 0 if there is none.

For a query x and a token z let t be the number of the largest level up to |x minus z|.  In every chain the
smaller of the two largest sets lies in x minus z, so min(i, j) <= t, hence f(i) + f(j) <= f(t) + f(K).  In
the chain of a set of level l_t inside x minus z both are at least t.  So

    B^(2 f(t)) <= alpha(x,z) <= (number of chains) B^(f(t) + f(K)),

and 2 f(t) - f(t-1) - f(K) = 1.  If <x,y> + d <= <x,z> with d >= g, then y has a larger t than z and than x,
so alpha(x,y) exceeds both alpha(x,z) and alpha(x,x) by a factor B / (number of chains).  For a large B this
is what the pairwise conditions of ``problems.min_ip_pairwise`` ask; for d <= 2 eps they hold in any
positive row.

Bracketing (Greene and Kleitman, "Strong Versions of Sperner's Theorem", 1976) splits the Boolean lattice
into C(m,i) - C(m,i-1) chains with one set of each size i..m-i, i = 0..floor(m/2).  Leave out the g - 1
levels in the middle: C(m, floor((m-g+1)/2)) chains remain, C(m, floor(m/2)) for eps < 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, floor

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task

NAME = "symmetric-chains"


def needed_gap(eps: Fraction) -> int:
    """Return g, the least difference of overlaps about which the pairwise conditions say anything."""
    return floor(2 * eps) + 1


def levels_used(m: int, eps: Fraction) -> list[int]:
    """Return all levels 0..m but the g - 1 in the middle."""
    g = needed_gap(eps)
    below = (m - g) // 2
    return [0, *(size for size in range(1, m + 1) if not below < size < below + g)]


def chains_left(m: int, eps: Fraction) -> int:
    """Return the number of chains with a set on some level used."""
    return comb(m, max(0, (m - needed_gap(eps) + 1) // 2))


def bottom(word: int, m: int) -> int:
    """Return the least set of the symmetric chain of ``word``: its ones that close a zero to their left."""
    open_zeros, matched = 0, 0
    for place in range(m):
        if not word >> place & 1:
            open_zeros += 1
        elif open_zeros:
            open_zeros -= 1
            matched |= 1 << place
    return matched


def chain_kernel(m: int, n: int, eps: Fraction) -> tuple[list[list[int]], list[list[int]]]:
    """Return the factors phi and psi, each 2^m lists of one integer a chain; for few bits only."""
    levels, chains = levels_used(m, eps), dict[int, list[int]]()
    for word in sorted(range(1 << m), key=int.bit_count):
        if word.bit_count() in levels:
            chains.setdefault(bottom(word, m), []).append(word)
    base = floor(2 * len(chains) * (n - 2) * m / (2 * eps)) + 1
    top = 1 << len(levels) - 1
    power = {level: base ** (top - (top >> t)) for t, level in enumerate(levels)}

    def feature(chain: list[int], room: int) -> int:
        return max((power[word.bit_count()] for word in chain if word & ~room == 0), default=0)

    full = (1 << m) - 1
    queries = [[feature(chain, x) for chain in chains.values()] for x in range(1 << m)]
    return queries, [queries[full ^ z] for z in range(1 << m)]


def _run(task: Task) -> Iterator[Bound]:
    value = chains_left(task.parameters["m"], Fraction(task.parameters["eps"]))
    if task.upper is not None and task.upper <= value:
        raise Nothing("no better than what is known")
    yield task.bound("upper", value, "proof", NAME, {"rule": NAME})


METHOD = Method(
    NAME,
    ("upper",),
    _run,
    "one feature for each chain of words: C(m, m/2) for eps < 1/2",
    ("feature-rank",),
)
