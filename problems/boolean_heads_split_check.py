"""Checks proofs of rule ``split`` about head complexity: more sign patterns than few heads can make.

Split the bits in two parts, x and y, and fix columns y_1, ..., y_m.  With H heads the sum times all
denominators is p = sum_h N_h prod_{g != h} Z_g.  On the columns write N_h(x,y) = a_h + A_h(y) and Z_h(x,y) =
z_h + B_h(y), where a_h and z_h depend on x only.  Multiply out, B_S the product of B_g, g in S:

    p = sum_{S not all} (sum_{h not in S} a_h prod_{g not in S, g != h} z_g) B_S
      + sum_{T not empty} (prod_{g not in T} z_g) (sum_{h in T} A_h B_{T - h}).

As vectors over the columns the B_S, 2^H - 1 of them, and the last brackets, 2^H - 1 of them, do not depend on
x, and the bracket of T = {1, ..., H} has coefficient 1.  So whatever x is, (p(x,y_j))_j lies in one affine
space of dimension at most 2^(H+1) - 3.  If m is larger, that space lies in a hyperplane w.v = c, w not 0, and
avoids the vectors that have the signs of w throughout when c <= 0, of -w when c >= 0 (signs are free where w
is 0).  Hence if f(x,y_1), ..., f(x,y_m) take all 2^m patterns of signs as x varies, f needs more than H heads
for every H with 2^(H+1) - 2 <= m.

Standard library only, Python 3.9 or newer; ``base`` is problems/boolean_heads_check.py.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Dict, List

MOST_BITS = 24


def proved(claim: Dict[str, Any], base: ModuleType) -> float:
    """Return what the least number of heads that the patterns do not exclude implies."""
    require = base.require
    proof, f = claim["proof"], base.function(claim)
    require(set(proof) == {"rule", "split", "columns"}, "the proof has other fields")
    signs = f.by_input()
    split = base.functions.index(proof["split"], len(signs))
    columns = [base.functions.index(column, len(signs)) for column in proof["columns"]]
    require(all(column & split == column for column in columns), "a column has a bit outside the split")
    require(0 < len(columns) <= MOST_BITS, "too few columns, or too many")
    require(takes_all_patterns(signs, split, columns), "some pattern of signs does not occur")
    least: float = base.from_heads((len(columns) + 2).bit_length() - 1, base.question(claim))
    require(claim["side"] == "lower" or base.is_endless("lower", least), "this rule bounds from below")
    return least


def takes_all_patterns(signs: List[int], split: int, columns: List[int]) -> bool:
    """Tell whether the values at the columns take all patterns as the bits outside ``split`` vary."""
    patterns = set()
    for x in range(len(signs)):
        if x & split == 0:
            patterns.add(tuple(signs[x | column] for column in columns))
    return len(patterns) == 1 << len(columns)
