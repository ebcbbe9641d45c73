"""Checks proofs of rule ``symmetric-chains`` about Min-IP: one feature a chain of words serves every n.

The proof is the construction below; nothing but m and eps enters.  Words are sets of bits, g is the least
integer above 2 eps, and the levels 0 = l_0 < l_1 < .. < l_K are all sizes 0..m but the g - 1 in the middle,
those strictly between floor((m-g)/2) and floor((m-g)/2) + g (0 always stays).  Among g consecutive sizes of
1..m there is a level.

Chains.  The Boolean lattice splits into chains that have one set of each size i..m-i, C(m,i) - C(m,i-1) of
them for each i = 0..floor(m/2) (de Bruijn, Tengbergen and Kruyswijk, "On the Set of Divisors of a Number",
1951). Those with a set on a level are the chains with i up to h = floor((m-g+1)/2): C(m,h) of them (one if
h < 0).

Kernel.  Chain c is one feature phi_c(x) psi_c(z).  Put f(t) = 2^K - 2^(K-t).  Among the sets of c on
levels, let the largest inside x have size l_i and the largest disjoint from z size l_j; phi_c(x) = B^f(i)
and psi_c(z) = B^f(j), or 0 where there is none.  Let t be the greatest number with l_t <= |x minus z|.

1. In each chain the smaller of these two sets lies in x minus z, so min(i,j) <= t; f increases, so
   alpha(x,z) <= C(m,h) B^(f(t) + f(K)).
2. Some set of size l_t lies in x minus z.  In its chain i >= t and j >= t, so alpha(x,z) >= B^(2 f(t)) > 0.
3. 2 f(t) = f(t-1) + f(K) + 1.

Hence alpha(x,y) >= (B / C(m,h)) max(alpha(x,z), alpha(x,x)) whenever <x,z> - <x,y> >= g, B as large as we
like.

Outputs, for n >= 3 (one feature is enough for n <= 2).  With a_z = alpha(x,z) and d = <x,z> - <x,y> >= 1,

    (n-1)(n-2)(d - 2e) a_z + ((n-2) d - 2e (n-1)) a_x < 2e (n-1) a_y                                    (*)

holds for e = eps: if d <= 2 eps, as no coefficient on the left is positive and the second is negative, else
by a large B.  These are finitely many, so they hold for some e < eps too.  Let s = |x|, k = <x,z> and
g_x(z) = k - e - (s - k) a_x / ((n-1) a_z).  An input holds x, some y whose overlap is its target T, and
z_1, .., z_(n-2) with d_i = <x,z_i> - T >= 0; if A is the denominator and F the output,

    (F - T + e) A = sum_i d_i (a_(z_i) + a_x/(n-1)),

which is at least 0 and, each term being at most 2e (a_(z_i) + (a_x + a_y)/(n-2)) by (*), at most 2e A.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

from math import comb, floor
from types import ModuleType
from typing import Any, Dict


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the number of chains with a set on a level."""
    base.require(claim["side"] == "upper", "this rule bounds from above")
    base.require(set(claim["proof"]) == {"rule"}, "the proof has other fields")
    m, _, eps = base.parameters(claim)
    return comb(m, max(0, (m - floor(2 * eps)) // 2))
