"""Checks certificates about Min-IP: the least feature rank of one nonnegative-kernel attention head.

The claim.  Tokens are the vectors of {0,1}^m, bit i of a bit mask being coordinate i.  An input is n tokens,
one of them the query x; its target t is the least inner product of x with the n tokens.  The head outputs
sum_j alpha(x,x_j) g_x(x_j) / sum_j alpha(x,x_j) with alpha >= 0 and is correct when the output is closer than
eps to t for every input, every denominator being positive.  The claim bounds the least rank of the matrix
alpha over all correct heads.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, lcm
from typing import Any, Dict, List, Sequence, Tuple

# Up to this many tokens in all inputs together a model runs on each of them; above, slots cover them all.
MAXIMAL_TOKENS = 3_000_000


def require(condition: bool, reason: str) -> None:
    """Raise ValueError with ``reason`` unless ``condition`` holds."""
    if not condition:
        raise ValueError(reason)


def rational(value: Any) -> Fraction:
    """Read a rational written as text p or p/q or as an integer; all else is refused."""
    is_text = isinstance(value, str) and re.fullmatch("-?[0-9]+(/[0-9]+)?", value) is not None
    require(is_text or type(value) is int, "a number is not a rational")
    return Fraction(value)


def integer(value: Any, least: int) -> int:
    """Read an integer that is at least ``least``."""
    require(isinstance(value, int) and not isinstance(value, bool), "a number is not an integer")
    require(value >= least, "an integer is out of range")
    return int(value)


def parameters(claim: Dict[str, Any]) -> Tuple[int, int, Fraction]:
    """Return (m, n, eps) of a claim about the feature rank."""
    require(claim["resource"] == "feature-rank", "unknown resource")
    given = claim["parameters"]
    require(set(given) == {"m", "n", "eps"}, "the parameters are m, n and eps")
    eps = rational(given["eps"])
    require(eps > 0, "eps must be above 0")
    return integer(given["m"], 1), integer(given["n"], 1), eps


def proved(claim: Dict[str, Any]) -> int:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    side, prove = KINDS[claim["kind"]]
    require(claim["side"] == side, "this kind of proof bounds the other side")
    m, n, eps = parameters(claim)
    return prove(claim["proof"], m, n, eps)


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one.

    The rank grows with m (fix the last coordinates to 0), with n from 2 on (repeat or drop the worst
    token), and as eps shrinks.
    """
    require(inner["problem"] == outer["problem"], "the inner claim is about another problem")
    easy, hard = (inner, outer) if outer["side"] == "lower" else (outer, inner)
    m, n, eps = parameters(easy)
    larger_m, larger_n, smaller_eps = parameters(hard)
    require(m <= larger_m and smaller_eps <= eps, "the inner claim does not imply the outer one")
    require(n == larger_n or 2 <= n <= larger_n, "the inner claim does not imply the outer one")


# Models: the head is run.


class Head:
    """One query's row in integers: weights a_z, scaled outputs G_z = q g_z, and the overlaps k_z.

    Scaling a row by a positive number does not change the head.
    """

    def __init__(
        self, weights: Sequence[Fraction], outputs: Sequence[Fraction], overlaps: List[int], own: int
    ) -> None:
        """Clear denominators; index z runs over tokens or over classes of tokens alike, ``own`` is x."""
        require(len(weights) == len(outputs) == len(overlaps), "a row has the wrong length")
        require(all(weight >= 0 for weight in weights), "the kernel is negative somewhere")
        scale = lcm(*(weight.denominator for weight in weights))
        self.scale = lcm(*(output.denominator for output in outputs))
        self.weights = [int(weight * scale) for weight in weights]
        self.outputs = [int(output * self.scale) for output in outputs]
        self.overlaps, self.own = overlaps, own

    def run_all(self, n: int, eps: Fraction) -> None:
        """Run the head on every input."""
        products = [weight * output for weight, output in zip(self.weights, self.outputs)]
        slack = eps.numerator * self.scale
        for others in combinations_with_replacement(range(len(products)), n - 1):
            tokens = (self.own, *others)
            target = self.scale * min(self.overlaps[z] for z in tokens)
            denominator = sum(self.weights[z] for z in tokens)
            error = sum(products[z] for z in tokens) - target * denominator
            require(eps.denominator * abs(error) < slack * denominator, "the head errs on an input")

    def run_slots(self, n: int, eps: Fraction) -> None:
        """Cover every input at once: x, one token of overlap exactly t, n - 2 tokens of overlap at least t.

        An input errs upwards (sign 1) or downwards (-1) iff its excesses add up to 0 or more, and the
        largest sum picks the largest excess in each slot.
        """
        levels: List[List[int]] = [[] for _ in range(self.overlaps[self.own] + 1)]
        levels[-1].append(self.own)
        for z, overlap in enumerate(self.overlaps):
            if z != self.own:
                levels[overlap].append(z)
        for sign in (1, -1):
            self.cover(levels, sign, n, eps)

    def cover(self, levels: List[List[int]], sign: int, n: int, eps: Fraction) -> None:
        """Go through the targets downwards; excesses are affine in t, so each step adds a slope to each."""
        above: List[int] = []
        slopes: List[int] = []
        for target in range(len(levels) - 1, -1 if n > 1 else len(levels) - 2, -1):
            above = [excess + slope for excess, slope in zip(above, slopes)]
            exact = [self.excess(z, sign, target, eps) for z in levels[target]]
            slopes += [sign * eps.denominator * self.scale * self.weights[z] for z in levels[target]]
            above += exact
            worst = above[0] + (max(exact) + (n - 2) * max(above) if n > 1 else 0)
            require(worst < 0, "the head errs on an input")

    def excess(self, z: int, sign: int, target: int, eps: Fraction) -> int:
        """Return a positive multiple of sign (g_z - t) a_z - eps a_z, the same for every z."""
        error = sign * eps.denominator * (self.outputs[z] - target * self.scale)
        return self.weights[z] * (error - eps.numerator * self.scale)


def run(heads: List[Head], n: int, eps: Fraction) -> None:
    """Check that every query's row is correct, on all inputs or by slots."""
    total = n * sum(comb(len(head.weights) + n - 2, n - 1) for head in heads)
    for head in heads:
        if total <= MAXIMAL_TOKENS:
            head.run_all(n, eps)
        else:
            head.run_slots(n, eps)


def model(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Verify factors alpha = queries keys^T and outputs g; return the number of features."""
    tokens = 1 << m
    queries, keys, outputs = (
        [[rational(value) for value in row] for row in proof[name]] for name in ("queries", "keys", "values")
    )
    require(len(queries) == len(keys) == len(outputs) == tokens, "a factor has the wrong height")
    rank = len(queries[0])
    require(all(len(row) == rank for row in queries + keys), "the factors have different ranks")
    scale = lcm(*(value.denominator for row in keys for value in row))
    columns = [[int(value * scale) for value in row] for row in keys]
    heads = []
    for x, (query, output) in enumerate(zip(queries, outputs)):
        scale = lcm(*(value.denominator for value in query))
        feature = [int(value * scale) for value in query]
        weights = [Fraction(sum(f * c for f, c in zip(feature, column))) for column in columns]
        heads.append(Head(weights, output, [bin(x & z).count("1") for z in range(tokens)], x))
    run(heads, n, eps)
    return rank


def class_model(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Verify one row per query weight s, a function of token classes; return the number of features.

    Polynomials of degree at most D in z lie in the span of the products of at most D coordinates of z, and
    multiplying every one of them by the same positive function of z keeps the dimension; a private row takes
    one feature for each query of its weight.
    """
    rows, factors = proof["rows"], proof.get("factors", [])
    require([row["weight"] for row in rows] == list(range(m + 1)), "the weights are not 0..m")
    heads, terms, private = [], {-1: 0}, 0
    for row in rows:
        heads.append(factored_head(row, factors, m, n) if "factor" in row else class_head(row, m))
        if "private" in row:
            private += comb(m, row["weight"])
        else:
            group, size = row.get("factor", -1), sum_degree(row["polynomial"])
            terms[group] = max(terms.get(group, 0), size)
    run(heads, n, eps)
    return min(1 << m, sum(comb(m, i) for size in terms.values() for i in range(size)) + private)


def sum_degree(polynomial: List[Any]) -> int:
    """Return one more than the degree that the shape of a coefficient list, flat or nested, allows."""
    return max((i + (len(c) if isinstance(c, list) else 1) for i, c in enumerate(polynomial)), default=0)


def factored_head(row: Dict[str, Any], factors: List[List[Any]], m: int, n: int) -> Head:
    """Build the row f(|z|) q(k, r), k = <x,z>, r = |z| - k, of the queries of one weight s.

    With an error e the outputs are k - e - (s - k) a_x / ((n - 1) a_z).  For given k both a_z g_z and every
    excess are affine in a_z, so the tokens with the least and the greatest a_z stand for the others.
    """
    s, error = integer(row["weight"], 0), rational(row["error"])
    grid = factored_weights(row["polynomial"], factors[integer(row["factor"], 0)], s, m)
    own, weights, overlaps = grid[0][s], [], []
    for k in range(s + 1):
        column = [line[k] for line in grid[k == s :]]
        for weight in {min(column), max(column)} if column else ():
            weights.append(weight)
            overlaps.append(k)
    weights.append(own)
    overlaps.append(s)
    require(min(weights) > 0, "the kernel is not positive")
    outputs = [k - error - (s - k) * own / (max(n - 1, 1) * weight) for k, weight in zip(overlaps, weights)]
    return Head(weights, outputs, overlaps, len(weights) - 1)


def factored_weights(polynomial: List[List[Any]], values: List[Any], s: int, m: int) -> List[List[Fraction]]:
    """Return f(k + r) q(k, r) for k = 0..s (columns) and r = 0..m - s (rows), up to a positive multiple."""
    factor = [rational(value) for value in values]
    require(len(factor) == m + 1 and min(factor) > 0, "a factor is not m + 1 positive numbers")
    require(all(isinstance(line, list) for line in polynomial), "a polynomial is not a list of lists")
    table = cleared([[rational(value) for value in line] for line in polynomial])
    grid = []
    for r in range(m - s + 1):
        line = [horner(coefficients, r) for coefficients in table]
        grid.append([factor[k + r] * horner(line, k) for k in range(s + 1)])
    return grid


def cleared(table: List[List[Fraction]]) -> List[List[int]]:
    """Multiply a table by the least integer that makes its entries integers."""
    scale = lcm(*(value.denominator for line in table for value in line))
    return [[int(value * scale) for value in line] for line in table]


def class_head(row: Dict[str, Any], m: int) -> Head:
    """Build the row of the queries of one weight over token classes: overlaps 0..s, then the query itself."""
    weight = integer(row["weight"], 0)
    if "private" in row:
        kernel = [rational(value) for value in row["private"]]
    else:
        coefficients = [rational(value) for value in row["polynomial"]]
        kernel = [Fraction(horner(coefficients, k)) for k in range(weight + 1)]
    outputs = [rational(value) for value in row["values"]]
    require(len(kernel) == len(outputs) == weight + 1, "a class row has the wrong length")
    # With s = m the query is the only token of overlap s.
    others = weight + 1 if weight < m else weight
    overlaps = [*range(others), weight]
    return Head(kernel[:others] + kernel[-1:], [*outputs[:others], rational(row["own"])], overlaps, others)


def horner(coefficients: Sequence[Any], point: int) -> Any:
    """Evaluate the polynomial c_0 + c_1 k + ... at k = ``point``."""
    value = 0
    for coefficient in reversed(coefficients):
        value = value * point + coefficient
    return value


# Measures: rank one is impossible.


def measure(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Verify a signed measure on inputs that no kernel alpha(x,z) = a_z survives; return 2.

    A correct head has w (sum_z h_z (b_z - t a_z)) < |w| eps sum_z h_z a_z on an input with counts h, with
    b_z = a_z g_x(z) free for every query.  Adding up, the measure cancels every b_z and leaves at most 0 on
    every a_z >= 0: 0 < 0.
    """
    excess = added_up(proof["inputs"], m, n, eps)
    require(all(value <= 0 for value in excess.values()), "the measure leaves a positive weight on a token")
    return 2


def added_up(inputs: List[Dict[str, Any]], m: int, n: int, eps: Fraction) -> Dict[str, Fraction]:
    """Add up weighted inputs, refused unless every value cancels: the sum of (w t + eps |w|) h_z by token.

    With all inputs of one query, correctness says that these sums times a_z add up to more than 0.
    """
    balance: Dict[Tuple[str, str], Fraction] = {}
    excess: Dict[str, Fraction] = {}
    require(len(inputs) > 0, "the measure is empty")
    for entry in inputs:
        weight, query = rational(entry["weight"]), entry["query"]
        require(weight != 0, "an input has weight 0")
        counts = input_counts(entry, m, n)
        target = min(overlap(query, token) for token in counts)
        for token, count in counts.items():
            balance[query, token] = balance.get((query, token), Fraction(0)) + weight * count
            excess[token] = excess.get(token, Fraction(0)) + (weight * target + eps * abs(weight)) * count
    require(not any(balance.values()), "the measure does not cancel the values")
    return excess


def forced_ratio(
    ratio: Dict[str, Any], m: int, n: int, eps: Fraction
) -> Tuple[Tuple[str, str, str], Fraction]:
    """Verify a ratio within a row; return ((x, y, z), u) such that alpha(x,z) < u alpha(x,y).

    When the sum over inputs of query x is positive on y alone and negative on z, it says
    0 < excess_y a_y + excess_z a_z, because a >= 0.
    """
    x, y, z = ratio["query"], ratio["more"], ratio["less"]
    require(all(entry["query"] == x for entry in ratio["inputs"]), "a ratio mixes queries")
    excess = added_up(ratio["inputs"], m, n, eps)
    require(all(value <= 0 for token, value in excess.items() if token != y), "no ratio of two weights")
    require(excess[z] < 0 < excess[y], "the inputs prove another ratio")
    return (x, y, z), -excess[y] / excess[z]


def input_counts(entry: Dict[str, Any], m: int, n: int) -> Dict[str, int]:
    """Return how often each token occurs in an input, the input checked: n tokens, the query among them."""
    counts: Dict[str, int] = {}
    for token, count in entry["tokens"]:
        require(len(token) == m and set(token) <= {"0", "1"}, "a token is not m bits")
        counts[token] = counts.get(token, 0) + integer(count, 1)
    require(entry["query"] in counts, "the query is not among its tokens")
    require(sum(counts.values()) == n, "an input does not have n tokens")
    return counts


def overlap(first: str, second: str) -> int:
    """Return the inner product of two tokens written as 0/1 text."""
    return sum(a == b == "1" for a, b in zip(first, second))


# Theorems: hypotheses tested, integers recomputed.


def theorem(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Return the bound of a named theorem."""
    return THEOREMS[proof["theorem"]](proof, m, n, eps)


def nonzero_kernel(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Return 1: every denominator is positive, so alpha is not zero."""
    return 1


def jump(g: int, n: int, eps: Fraction) -> Fraction:
    """Return mu_g: for correct rows a_y > mu_g a_z when <x,y> + g <= <x,z>, provided that mu_g >= 1.

    Source: "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026), domination.
    """
    mu = (n - 2) * (g - 2 * eps) / (2 * eps)
    require(n >= 3 and mu >= 1, "a jump of g forces no domination")
    return mu


def ball(half: int, radius: int) -> int:
    """Return how many words of weight half among 2 half bits lie at directed distance below ``radius``."""
    return sum(comb(half, a) ** 2 for a in range(radius))


def domination_code(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Return the bound of a greedy code of middle-layer words.

    T words of weight h = floor(m/2) at pairwise directed distance >= d exist for T >= C(2h,h)/V_d.  With the
    complements as keys the normalised entries are 1 on the diagonal and, as d >= g, below 1/L elsewhere,
    L = mu_g^floor(d/g), and rank B >= (tr B)^2 / |B|^2 > T / (1 + (T-1)/L^2) for T >= 2.
    Source: "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026).
    """
    half, g, distance = m // 2, integer(proof["g"], 1), integer(proof["distance"], 1)
    require(g <= distance <= half, "the distance is below the jump, or no two words are so far apart")
    words = -(-comb(2 * half, half) // ball(half, distance))
    square = jump(g, n, eps) ** (2 * (distance // g))
    bound = words / (1 + (words - 1) / square)
    return int(bound) + 1 if words > 1 else 1


def domination_volume(proof: Dict[str, Any], m: int, n: int, eps: Fraction) -> int:
    """Return the bound (2/(1+q))^M / (mu_g^2 (M+1) V_g) for M = 2 floor(m/2) >= 2g, any q >= mu_g^(-1/g).

    Source: "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026).
    """
    half, g, root = m // 2, integer(proof["g"], 1), rational(proof["root"])
    mu = jump(g, n, eps)
    require(half >= g, "m is too small for this jump")
    require(root > 0 and root**g * mu >= 1, "q is below the root")
    bound = (2 / (1 + root)) ** (2 * half) / (mu**2 * (2 * half + 1) * ball(half, g))
    return -(-bound.numerator // bound.denominator)


THEOREMS = {
    "nonzero-kernel": nonzero_kernel,
    "domination-code": domination_code,
    "domination-volume": domination_volume,
}

# Each kind of proof: the side it bounds and the function that returns the bound.
KINDS = {
    "model": ("upper", model),
    "class-model": ("upper", class_model),
    "measure": ("lower", measure),
    "theorem": ("lower", theorem),
}
