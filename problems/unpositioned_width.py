"""Narrow layers for parity: levels of one output, and blocks of 2H weights.

Levels.  One polynomial P and its levels L_1 < .. < L_D: g = prod (z - L_i) has the signs of f when P(t) is
above exactly those levels that it should be.  H = 1: P = t, one level for each sign change of any symmetric
f.  H = 2: P = (t - m)^2 with m = ceil(n/2) takes each level twice.

Blocks.  Cut 0..n into blocks of 2H weights.  A polynomial of degree H that vanishes at the odd weights of
its block, and nowhere else on 0..n, gives a factor z^2 - a of the readout, negative there and positive at
all other weights once a > 0 is small.  So parity at n = D H has width ceil(D/2); when the last block has at
most H sign changes, their half-integers are the roots of a factor z.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.unpositioned_layer import Outputs, Plan, Readout, expanded
from problems.unpositioned_plans import planned
from problems.unpositioned_question import Question, asked

LEVELS, BLOCKS = "levels", "blocks"
WIDTHS = ("width", "polynomial-width")
PRECISE = (*WIDTHS, "precision")


def between(low: Fraction, high: Fraction) -> Fraction:
    """Return a number of least denominator strictly between ``low`` and ``high``, by continued fractions."""
    floor = low.numerator // low.denominator
    if floor + 1 < high:
        return Fraction(floor + 1)
    if low == floor:
        # Nothing but floor + 1/k is shortest here.
        return floor + Fraction(1, int(1 / (high - floor)) + 1)
    return floor + 1 / between(1 / (high - floor), 1 / (low - floor))


def level_readout(cells: Sequence[int], last: int, outputs: Outputs) -> Readout | None:
    """Return + or - prod (z - L_i) with L_i above z where the cell is below i, and below z elsewhere.

    Args:
        cells: the number of levels below z, at each weight; all of 0..max occur.
        last: the value, 0 or 1, in the highest cell.
        outputs: z at each weight.

    Returns:
        The readout, or None when the cells are not in order.
    """
    readout: Readout = [[(Fraction(1 if last else -1), (0,))]]
    for level in range(1, max(cells) + 1):
        low = max(z for (z,), cell in zip(outputs, cells, strict=True) if cell < level)
        high = min(z for (z,), cell in zip(outputs, cells, strict=True) if cell >= level)
        if low >= high:
            return None
        readout.append([(Fraction(1), (1,)), (-between(low, high), (0,))])
    return readout


def level_plan(polynomial: Sequence[Fraction | int], cells: Sequence[int], profile: Sequence[int]) -> Plan:
    """Return the plan of one output that is in ``cells[t]`` at weight t."""
    last = profile[list(cells).index(max(cells))]
    return Plan([polynomial], lambda outputs: level_readout(cells, last, outputs), is_scalable=True)


def levels(task: Task) -> Iterator[Bound]:
    """Yield width one where one or two heads allow it."""
    question = asked(task)
    _, heads = question.sizes
    if not question.changes:
        raise Nothing("constants have width 0")
    if heads == 1:
        cells = [sum(change < t for change in question.changes) for t in range(question.n + 1)]
        yield planned(task, level_plan([0, 1], cells, question.profile), LEVELS)
    elif heads == 2 and question.is_alternating:
        middle = (question.n + 1) // 2
        cells = [abs(t - middle) for t in range(question.n + 1)]
        yield planned(task, level_plan([middle**2, -2 * middle, 1], cells, question.profile), LEVELS)
    else:
        raise Nothing("this needs one head, or two heads and parity")


def block_plan(question: Question) -> Plan:
    """Return the plan of blocks for parity or its complement, n >= 1."""
    _, heads = question.sizes
    pairs, rest = divmod(question.n, 2 * heads)
    starts = [2 * heads * i for i in range(pairs + (rest > heads))]
    vanishing = [range(start + 1, min(start + 2 * heads, question.n + 1), 2) for start in starts]
    polynomials = [expanded([Fraction(t) for t in places]) for places in vanishing]
    if 0 < rest <= heads:
        start = 2 * heads * pairs
        polynomials.append(expanded([t + Fraction(1, 2) for t in range(start, question.n)]))
    return Plan(polynomials, lambda outputs: block_readout(question, vanishing, outputs), is_scalable=True)


def block_readout(question: Question, vanishing: Sequence[Sequence[int]], outputs: Outputs) -> Readout | None:
    """Return the product of z_i^2 - a_i, a_i between the squares at and off ``vanishing[i]``, and z_j."""
    width = len(outputs[0])
    units = [tuple(int(i == j) for j in range(width)) for i in range(width)]
    readout: Readout = []
    for i, places in enumerate(vanishing):
        squares = [output[i] ** 2 for output in outputs]
        low = max(squares[t] for t in places)
        high = min(square for t, square in enumerate(squares) if t not in places)
        if low >= high:
            return None
        square = tuple(2 * e for e in units[i])
        readout.append([(Fraction(1), square), (-between(low, high), (0,) * width)])
    readout += [[(Fraction(1), unit)] for unit in units[len(vanishing) :]]
    # At weight 0 every factor z^2 - a is positive, and so is a product of (t - root) up to its sign.
    negative = sum(outputs[0][i] < 0 for i in range(len(vanishing), width)) % 2
    sign = (1 if question.profile[0] else -1) * (-1 if negative else 1)
    return [[(Fraction(sign), (0,) * width)], *readout]


def blocks(task: Task) -> Iterator[Bound]:
    """Yield the width by blocks."""
    question = asked(task)
    if not question.is_alternating:
        raise Nothing("blocks are for parity and its complement only")
    yield planned(task, block_plan(question), BLOCKS)


METHODS = (
    Method(LEVELS, ("upper",), levels, "one output and its levels, for one or two heads", PRECISE),
    Method(BLOCKS, ("upper",), blocks, "parity: one output for every 2H weights", PRECISE),
)
