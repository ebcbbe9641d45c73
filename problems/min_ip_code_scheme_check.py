"""Checks proofs of rule ``code-scheme`` about Min-IP: the words of a code, alike by symmetry, and weights.

The bound is that of problems/min_ip_scheme_check.py, with W = sum_k w_k A_k for the 0/1 matrices A_k of the
pairs of words x, y at the k-th distance |x minus y| that occurs, k = 0, .., d, distance 0 first.  What has
to be known is the eigenvalues of W and how often each occurs.

1. Symmetry.  Permutations of the coordinates that take every word of the family to a word of it generate a
   group, which keeps distances.  If it takes one word x to all others, every row of pairs is the row of x
   with the words renamed.  In particular all words have one weight, and the A_k are symmetric.
2. Closure.  For each word y the words z are counted by the distances of x, z and of z, y.  If these counts
   p_ijk depend on y by the distance k of x, y only, A_i A_j = sum_k p_ijk A_k: at the pairs of x by the
   counts, at all others by 1.  So the A_k span an algebra of symmetric matrices, of dimension d + 1, which
   commute as the products are symmetric again.
3. Eigenvalues.  Such an algebra has d + 1 common eigenspaces; on the j-th A_k is a number P_jk, P_j0 = 1 and
   P_ji P_jk = sum_l p_ikl P_jl.  There are no other solutions of these equations: they are the homomorphisms
   of the algebra to the numbers that take I to 1, and it is a product of d + 1 copies of the numbers.  So
   d + 1 different rows that satisfy them are the eigenvalues, in some order.
4. Multiplicities.  The trace of A_k A_l is N v_k for k = l, v_k the number of words at the k-th distance from
   x, and else 0; it is also sum_j m_j P_jk P_jl.  So the matrix of (m_j / (N v_k))^(1/2) P_jk is orthogonal,
   and m_j = N / sum_k P_jk^2 / v_k.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, List, Sequence, Tuple

_path = Path(__file__).with_name("min_ip_scheme_check.py")
_spec = importlib.util.spec_from_file_location("min_ip_scheme_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("min_ip_scheme_check.py does not stand beside " + __file__)
scheme = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(scheme)

FIELDS = {"rule", "family", "permutations", "eigenmatrix", "polynomial", "weights"}
# All pairs of words are compared, which takes longer than this otherwise.
MOST_WORDS = 3000
MOST_BITS = 64
MOST_BASIS_WORDS = 16
MOST_PERMUTATIONS = 10

# By the distance of x and y: how many words z there are at each pair of distances of x, z and of z, y.
Counts = Dict[int, Dict[Tuple[int, int], int]]
Table = List[List[Fraction]]


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return the least rank that the weights leave."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    proof = claim["proof"]
    base.require(set(proof) == FIELDS, "the proof has other fields")
    polynomial = scheme.dense.read_polynomial(proof["polynomial"], base)
    words = read_family(proof["family"], m, base)
    check_symmetry(words, read_permutations(proof["permutations"], m, base), base)
    counts = intersections(words, base)
    distances = sorted(counts)
    weights = scheme.read_weights(proof["weights"], len(distances), base)
    table = read_eigenmatrix(proof["eigenmatrix"], counts, base)
    valencies = [counts[0][d, d] for d in distances]
    caps = scheme.dense.trace.caps(distances[-1], n, eps, base)
    row = scheme.least_row(weights, valencies, polynomial, [caps[d] for d in distances[1:]], base)
    spectrum = scheme.squares(weights, table, multiplicities(table, valencies))
    return int(scheme.least_rank(len(words) * row, polynomial, spectrum, base))


def read_family(given: Dict[str, Any], m: int, base: ModuleType) -> List[int]:
    """Return the words listed, or those of one weight in the span of a basis."""
    base.require(m <= MOST_BITS, "the words are too long")
    if set(given) == {"words"}:
        words = [scheme.dense.trace.word(text, m, base) for text in given["words"]]
        base.require(len(set(words)) == len(words), "a word is repeated")
    else:
        base.require(set(given) == {"basis", "weight"}, "the family has other fields")
        weight = base.integer(given["weight"], 1)
        words = [x for x in span(given["basis"], m, base) if scheme.dense.trace.weight(x) == weight]
    base.require(2 <= len(words) <= MOST_WORDS, "too few words or too many")
    return words


def span(basis: List[str], m: int, base: ModuleType) -> List[int]:
    """Return all sums, without carry, of words of a basis."""
    base.require(len(basis) <= MOST_BASIS_WORDS, "the code is too large")
    words = [0]
    for text in basis:
        vector = scheme.dense.trace.word(text, m, base)
        words += [x ^ vector for x in words]
    base.require(len(set(words)) == len(words), "the basis is dependent")
    return words


def read_permutations(given: Any, m: int, base: ModuleType) -> List[List[int]]:
    """Read permutations of the coordinates: entry i is where coordinate i goes."""
    base.require(isinstance(given, list) and len(given) <= MOST_PERMUTATIONS, "too many permutations")
    permutations = [[base.integer(place, 0) for place in permutation] for permutation in given]
    base.require(all(sorted(places) == list(range(m)) for places in permutations), "not a permutation")
    return permutations


def check_symmetry(words: List[int], permutations: List[List[int]], base: ModuleType) -> None:
    """Check that the permutations keep the family and together take its first word to all others."""
    family, reached, todo = set(words), {words[0]}, [words[0]]
    while todo:
        x = todo.pop()
        for places in permutations:
            y = sum(1 << place for i, place in enumerate(places) if x >> i & 1)
            base.require(y in family, "a permutation leads out of the family")
            if y not in reached:
                reached.add(y)
                todo.append(y)
    base.require(len(reached) == len(words), "the permutations do not reach all words")


def intersections(words: List[int], base: ModuleType) -> Counts:
    """Return the counts for x the first word, refused unless they depend on the distance of y from x only."""
    counts: Counts = {}
    distances = [distance(words[0], z) for z in words]
    for y, d in zip(words, distances):
        found = Counter(zip(distances, [distance(z, y) for z in words]))
        base.require(counts.setdefault(d, found) == found, "the distances are no association scheme")
    return counts


def distance(x: int, y: int) -> int:
    """Return |x minus y|."""
    return bin(x & ~y).count("1")


def read_eigenmatrix(given: Any, counts: Counts, base: ModuleType) -> Table:
    """Read rows of numbers that multiply like the classes, all different, as many as there are classes."""
    table: Table = [[base.rational(value) for value in row] for row in given]
    classes = sorted(counts)
    base.require(all(len(row) == len(classes) for row in table), "a row has the wrong length")
    base.require(len(table) == len(classes) == len(set(map(tuple, table))), "not one row for each eigenspace")
    for row in table:
        base.require(row[0] == 1, "a row does not start with 1")
        for i, a in zip(classes, row):
            for j, b in zip(classes, row):
                product = sum((counts[k].get((i, j), 0) * c for k, c in zip(classes, row)), Fraction(0))
                base.require(a * b == product, "the eigenvalues do not multiply like the classes")
    return table


def multiplicities(table: Table, valencies: Sequence[int]) -> List[int]:
    """Return the dimensions of the eigenspaces."""
    return [int(sum(valencies) / sum(p * p / v for p, v in zip(row, valencies))) for row in table]
