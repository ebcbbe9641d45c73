"""Checks certificates about one attention head that finds the smallest or the largest number of a list.

The claim.  Numbers are 1..M and a list holds n of them, repetitions allowed.  The head has a weight
alpha_i > 0 and a value v_i in R^d for each number; a linear classifier without bias, theta_1..theta_M, names
the x with the largest <theta_x, s>, s = sum_j alpha_{i_j} v_{i_j} (dividing by the sum of the weights changes
nothing).  It must name the smallest number of every list (problem ``min``), the largest (``max``), or two
classifiers must do both (``min-max``).  Ties are failures.

Parameters: numbers M, n, width d, entries B, bits p with norm l, weights.  ``real-width`` asks for the least
d; ``width`` for the least d with integer values of entries at most B, or values in 2^-p Z^d of norm at most
l, which are integers of squared norm at most 4^p l^2 in units of 2^-p; ``entries`` and ``squared-norm`` for
the least such limit at width d.  Weights are ``free`` or ``uniform`` (all 1).

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called and
docs/certificate-format.md for the proofs of each kind.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, inf, isqrt, lcm
from typing import Any, Dict, List, Literal, NamedTuple, Optional, Sequence, Tuple

TaskName = Literal["min", "max"]
TASKS: Dict[str, Tuple[TaskName, ...]] = {"min": ("min",), "max": ("max",), "min-max": ("min", "max")}
NAMES = {"numbers", "n", "width", "entries", "bits", "norm", "weights"}
ABSENT = "none"
# Up to this many numbers in all lists a head runs on each list; above, the worst lists stand for all.
MAXIMAL_LISTS = 50_000

# A limit on the values: ("entries", B), ("squared-norm", S), or None for real values.
Limit = Optional[Tuple[str, int]]


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


class Question(NamedTuple):
    """What a claim is about; ``width`` and ``limit`` are None where the resource does not fix them."""

    tasks: Tuple[TaskName, ...]
    numbers: int
    n: int
    resource: str
    width: Optional[int]
    limit: Limit
    uniform: bool


def question(claim: Dict[str, Any]) -> Question:
    """Read the question that a claim answers."""
    given, resource = claim["parameters"], claim["resource"]
    require(set(given) == NAMES, "the parameters are not those of this problem")
    require(given["weights"] in ("free", "uniform"), "unknown weights")
    width = None if given["width"] == ABSENT else integer(given["width"], 1)
    limit = given_limit(given)
    fixes = {"width": (False, True), "entries": (True, False), "squared-norm": (True, False)}
    fixed = fixes.get(resource, (False, False))
    require(resource in fixes or resource == "real-width", "unknown resource")
    require((width is not None, limit is not None) == fixed, "the parameters do not go with the resource")
    numbers, n = integer(given["numbers"], 1), integer(given["n"], 1)
    tasks, uniform = TASKS[claim["problem"]], given["weights"] == "uniform"
    return Question(tasks, numbers, n, resource, width, limit, uniform)


def given_limit(given: Dict[str, Any]) -> Limit:
    """Return the limit on integer values; bits and norm become a squared norm."""
    if given["bits"] == given["norm"] == ABSENT:
        return None if given["entries"] == ABSENT else ("entries", integer(given["entries"], 0))
    require(given["entries"] == ABSENT, "entries and bits exclude each other")
    norm = rational(given["norm"])
    require(norm >= 0, "the norm is negative")
    return ("squared-norm", int(norm**2 * 4 ** integer(given["bits"], 0)))


def proved(claim: Dict[str, Any]) -> float:
    """Return the bound that the proof of ``claim`` establishes on the claim's side."""
    asked, proof = question(claim), claim["proof"]
    if claim["kind"] == "model":
        require(claim["side"] == "upper", "a model bounds from above")
        return model(proof, asked)
    require(claim["kind"] == "theorem", "unknown kind of proof")
    if proof["theorem"] == "trivial":
        return 0 if claim["side"] == "lower" else inf
    require(claim["side"] == "lower", "this theorem bounds from below")
    value = inf if claim["value"] == "inf" else integer(claim["value"], 1)
    THEOREMS[proof["theorem"]](asked, *below(asked, value))
    return value


def below(asked: Question, value: float) -> Tuple[Optional[int], Limit]:
    """Return the largest width and limit that a claim of at least ``value`` says to be impossible.

    A width of None stands for every width, a limit of None for all real values.
    """
    if asked.resource in ("width", "real-width"):
        return (None if value == inf else int(value) - 1), asked.limit
    return asked.width, (None if value == inf else (asked.resource, int(value) - 1))


def reduces(outer: Dict[str, Any], inner: Dict[str, Any]) -> None:
    """Check that the inner claim implies the outer one.

    A head for more numbers, longer lists or both tasks does for fewer, shorter and one; uniform weights are
    a choice of weights; what values may be under strict limits they may be under loose ones.
    """
    easy, hard = (inner, outer) if outer["side"] == "lower" else (outer, inner)
    one, other = question(easy), question(hard)
    require(set(one.tasks) <= set(other.tasks), "the inner claim is about another task")
    require(one.numbers <= other.numbers and one.n <= other.n, "the inner claim does not imply the outer one")
    require(other.uniform or not one.uniform, "the inner claim has other weights")
    require(admits(one, other), "the inner claim is about other values")


def admits(loose: Question, strict: Question) -> bool:
    """Tell whether all values that ``strict`` allows are allowed by ``loose``, at the same cost."""
    if loose.resource != strict.resource:
        return (loose.resource, strict.resource) == ("real-width", "width")
    if loose.width is not None and strict.width is not None:
        # Narrow values are wide ones with coordinates 0.
        return loose.width >= strict.width
    if loose.limit is None or strict.limit is None:
        return loose.limit == strict.limit
    kind, reach = strict.limit
    if (loose.limit[0], kind) == ("entries", "squared-norm"):
        kind, reach = "entries", isqrt(reach)
    return loose.limit[0] == kind and loose.limit[1] >= reach


# Models: the head is run.


class Head(NamedTuple):
    """A head in integers, up to common factors: weights, and products[task][x][i] = <theta_x, v_i>."""

    weights: List[int]
    products: Dict[TaskName, List[List[int]]]


def model(proof: Dict[str, Any], asked: Question) -> float:
    """Verify weights, values and classifiers; return the size of the head on the resource asked for."""
    values = [[rational(entry) for entry in value] for value in proof["values"]]
    require(len(values) == asked.numbers, "there is not one value for each number")
    width = len(values[0])
    require(all(len(value) == width for value in values), "the values have different widths")
    weights = head_weights(proof["weights"], asked.numbers)
    require(not asked.uniform or len(set(weights)) == 1, "the weights are not uniform")
    products = {task: gram(proof[task], values, width) for task in asked.tasks}
    run(Head(weights, products), asked.n)
    return size(asked, width, values)


def size(asked: Question, width: int, values: List[List[Fraction]]) -> float:
    """Return what a head costs; a width or a limit that the question fixes must be kept."""
    if asked.resource == "real-width":
        return width
    require(all(entry.denominator == 1 for value in values for entry in value), "a value is not integer")
    if asked.resource == "width" and asked.limit is not None:
        require(extent(asked.limit[0], values) <= asked.limit[1], "a value exceeds the limit")
        return width
    require(asked.width is not None and width <= asked.width, "the values are too wide")
    return extent(asked.resource, values)


def extent(kind: str, values: List[List[Fraction]]) -> int:
    """Return the largest absolute entry, or the largest squared norm, of integer values."""
    if kind == "entries":
        return max((abs(int(entry)) for value in values for entry in value), default=0)
    return max(sum(int(entry) ** 2 for entry in value) for value in values)


def head_weights(given: Any, numbers: int) -> List[int]:
    """Read positive weights, listed or as powers of a base, up to a common factor."""
    if isinstance(given, dict):
        base, exponents = integer(given["base"], 1), [integer(e, 0) for e in given["exponents"]]
        weights = [Fraction(base**exponent) for exponent in exponents]
    else:
        weights = [rational(weight) for weight in given]
    require(len(weights) == numbers and min(weights) > 0, "there is not one positive weight for each number")
    scale = lcm(*(weight.denominator for weight in weights))
    return [int(weight * scale) for weight in weights]


def gram(classifier: Any, values: List[List[Fraction]], width: int) -> List[List[int]]:
    """Return a positive multiple of <theta_x, v_i>, rows x, columns i."""
    rows = [[rational(entry) for entry in row] for row in classifier]
    require(len(rows) == len(values), "a classifier does not name every number")
    require(all(len(row) == width for row in rows), "a classifier has the wrong width")
    left, right = cleared(rows), cleared(values)
    columns = [[(place, entry) for place, entry in enumerate(value) if entry] for value in right]
    return [[sum(row[place] * entry for place, entry in value) for value in columns] for row in left]


def cleared(rows: List[List[Fraction]]) -> List[List[int]]:
    """Multiply a table by the least integer that makes its entries integers."""
    scale = lcm(*(value.denominator for row in rows for value in row))
    return [[int(value * scale) for value in row] for row in rows]


def run(head: Head, n: int) -> None:
    """Check that every list gets its answer from every classifier."""
    numbers = len(head.weights)
    if n * numbers <= MAXIMAL_LISTS and n * comb(numbers + n - 1, n) <= MAXIMAL_LISTS:
        run_all(head, n)
        return
    for task, products in head.products.items():
        if task == "min":
            run_smallest(head.weights, products, n)
        else:
            # The largest number mirrors the smallest.
            run_smallest(head.weights[::-1], [row[::-1] for row in products[::-1]], n)


def run_smallest(weights: Sequence[int], products: Sequence[Sequence[int]], n: int) -> None:
    """Check all lists at once: x once and n - 1 copies of the worst i >= x decide x against y.

    With c_i = weight_i (<theta_x, v_i> - <theta_y, v_i>) that is c_x > 0 and c_x + (n-1) min_{i > x} c_i > 0.
    Where weight_x alone outweighs all that follows, as in steep weights, no c_i is needed.
    """
    numbers = len(weights)
    spread = [max(column) - min(column) for column in zip(*products)]
    heaviest = 0
    for x in range(numbers - 1, -1, -1):
        own, weight = products[x], weights[x]
        enough = (n - 1) * heaviest // weight
        for y in range(numbers):
            gap = own[x] - products[y][x]
            if y == x or gap > enough:
                continue
            worst = min((weights[i] * (own[i] - products[y][i]) for i in range(x, numbers)), default=0)
            require(gap > 0 and weight * gap + (n - 1) * worst > 0, "the head errs on a list")
        heaviest = max(heaviest, weight * spread[x])


def run_all(head: Head, n: int) -> None:
    """Run the head on every list."""
    for numbers in combinations_with_replacement(range(len(head.weights)), n):
        for task, products in head.products.items():
            scores = [sum(head.weights[i] * row[i] for i in numbers) for row in products]
            answer = numbers[0] if task == "min" else numbers[-1]
            others = scores[:answer] + scores[answer + 1 :]
            require(all(scores[answer] > other for other in others), "the head errs on a list")


# Theorems: no head of width at most ``width`` with values within ``limit`` is right.


def rays(width: Optional[int], limit: Limit, enough: int) -> float:
    """Return how many directions values can have, exactly where it is below ``enough``.

    Those are the primitive vectors: with N(r) nonzero integer vectors of extent at most r, Moebius inversion
    counts sum_k mu(k) N(size / k), or N(size / k^2) for squared norms.
    """
    if width == 0 or (limit is not None and limit[1] == 0):
        return 0
    if width == 1:
        return 2
    if width is None or limit is None:
        return inf
    reach, count = 1, 0
    while reach < limit[1] and count < enough:
        count, reach = primitive(width, limit[0], reach), 2 * reach
    return count if count >= enough else primitive(width, limit[0], limit[1])


def primitive(width: int, kind: str, reach: int) -> int:
    """Return the number of primitive integer vectors with entries, or squared norm, at most ``reach``."""
    if kind == "entries":
        return sum(moebius(k) * ((2 * (reach // k) + 1) ** width - 1) for k in range(1, reach + 1))
    within = balls(width, reach)
    return sum(moebius(k) * (within[reach // k**2] - 1) for k in range(1, isqrt(reach) + 1))


def balls(width: int, reach: int) -> List[int]:
    """Return how many integer vectors have squared norm at most 0, 1, ..., reach."""
    shells = [1] + [0] * reach
    for _ in range(width):
        wider = shells[:]
        for entry in range(1, isqrt(reach) + 1):
            for norm in range(entry**2, reach + 1):
                wider[norm] += 2 * shells[norm - entry**2]
        shells = wider
    for norm in range(1, reach + 1):
        shells[norm] += shells[norm - 1]
    return shells


def moebius(k: int) -> int:
    """Return the Moebius function of k >= 1."""
    sign, factor = 1, 2
    while factor * factor <= k:
        if k % factor == 0:
            k //= factor
            sign = -sign
            if k % factor == 0:
                return 0
        factor += 1
    return -sign if k > 1 else sign


def all_zero(asked: Question, width: Optional[int], limit: Limit) -> None:
    """Values that are all zero: every list has the sum 0 and every score is 0, a tie."""
    require(asked.numbers >= 2, "one number needs no value")
    require(width == 0 or (limit is not None and limit[1] == 0), "values need not be zero")


def too_few_rays(asked: Question, width: Optional[int], limit: Limit) -> None:
    """Two numbers whose values share a direction: the lists (x,..,x) and (y,..,y) get the same answer."""
    require(asked.numbers >= 2, "one number needs no value")
    require(rays(width, limit, asked.numbers) < asked.numbers, "there are enough directions")


def too_few_lines(asked: Question, width: Optional[int], limit: Limit) -> None:
    """Two numbers on one line: three kinds of lists of the two, but two directions on the line."""
    require(len(asked.tasks) == 2 and asked.n >= 2 <= asked.numbers, "this needs both tasks and n >= 2")
    require(rays(width, limit, 2 * asked.numbers) < 2 * asked.numbers, "there are enough lines")


def too_few_sectors(asked: Question, width: Optional[int], limit: Limit) -> None:
    """M(M+1)/2 pairs of answers occur; two fans of M cones cut the plane into at most 2M sectors."""
    require(len(asked.tasks) == 2 and asked.n >= 2, "this needs both tasks and n >= 2")
    require(width is not None and width <= 2, "the values are not planar")
    numbers = asked.numbers
    require(numbers * (numbers + 1) // 2 > 2 * numbers, "there are enough sectors")


def too_small_volume(asked: Question, width: Optional[int], limit: Limit) -> None:
    """Along N numbers of monotone weight each value needs large coefficients, and volumes outgrow the limit.

    No value is a combination of those before it with coefficients of absolute sum at most n - 1.  So the
    index of the r-dimensional lattice that the best r of them span grows from j beyond j (n-1)/r, and it is
    at most the product of their norms.
    """
    require(asked.numbers >= 2, "one number needs no value")
    if width == 0:
        return
    if limit is None or width is None:
        raise ValueError("this needs a width and a limit on the values")
    square = limit[1] if limit[0] == "squared-norm" else width * limit[1] ** 2
    total = monotone(asked)
    index = least_indices(total, min(width, total), asked.n)
    for rank, least in enumerate(index, 1):
        require(least**2 > square**rank, "the volumes are large enough")


def monotone(asked: Question) -> int:
    """Return a number of tokens that some monotone sequence of weights is sure to have."""
    if asked.uniform:
        return asked.numbers
    require(len(asked.tasks) == 2, "free weights need both tasks")
    return 1 + isqrt(asked.numbers - 1)


def least_indices(total: int, width: int, n: int) -> List[int]:
    """Return, for each rank r = 1..width, the least index that ``total`` values of that rank can end with."""
    reached = [1]
    for _ in range(total - 1):
        grown = [max(index, index * (n - 1) // r + 1) for r, index in enumerate(reached, 1)]
        raised = [inf, *reached]
        best = [int(min(a, b)) for a, b in zip([*grown, inf], raised)]
        reached = best[:width]
    return reached


THEOREMS = {
    "zero": all_zero,
    "rays": too_few_rays,
    "lines": too_few_lines,
    "sectors": too_few_sectors,
    "volume": too_small_volume,
}
