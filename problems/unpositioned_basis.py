"""Narrow layers from additive bases: one output t^b for each element b.

When every degree 0..T is a sum of at most D elements of a set B inside {1..H}, every polynomial of degree T
in t is a polynomial of degree D in the powers t^b: take the one with the T sign changes of f as roots.  The
powers come as t^b / Q with Q near 1, the ratios of the heads near 1, so no output is spent on a constant.
Source: "Attention-based representations for multi-task computation" (2026), with one output more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.additive_basis import least_basis
from problems.additive_basis_check import Question as BasisQuestion
from problems.unpositioned_layer import Plan, Readout, expanded
from problems.unpositioned_plans import planned
from problems.unpositioned_question import Question, asked
from problems.unpositioned_width import WIDTHS

NAME = "additive-basis"
# Above, the ratios must be so near to 1 that a layer takes minutes.
MOST_CHANGES = 64


def representations(basis: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """Return how often each element occurs in a shortest sum that is k, for k = 0..most.

    Args:
        basis: the elements, 1 among them.
        most: the largest number.
    """
    found: list[tuple[int, ...]] = [(0,) * len(basis)]
    for number in range(1, most + 1):
        smaller = [(sum(found[number - b]), place) for place, b in enumerate(basis) if b <= number]
        _, place = min(smaller)
        before = found[number - basis[place]]
        found.append(tuple(count + (i == place) for i, count in enumerate(before)))
    return found


def basis_plan(question: Question, basis: Sequence[int]) -> Plan:
    """Return the plan whose outputs are the powers (2t/n)^b for the elements b of ``basis``."""
    # Powers of 2t/n keep the values near 1.
    scale = Fraction(question.n, 2)
    polynomial = expanded([(t + Fraction(1, 2)) / scale for t in question.changes])
    sign = 1 if question.profile[-1] else -1
    exponents = representations(basis, len(question.changes))
    readout: Readout = [[(sign * c, e) for c, e in zip(polynomial, exponents, strict=True)]]
    powers = [[Fraction(0)] * b + [1 / scale**b] for b in basis]
    return Plan(powers, lambda outputs: readout)


def run(task: Task) -> Iterator[Bound]:
    """Yield the size of a least basis."""
    question = asked(task)
    degree, heads = question.sizes
    if not question.changes:
        raise Nothing("constants have width 0")
    if len(question.changes) > MOST_CHANGES:
        raise Nothing(f"this is for at most {MOST_CHANGES} sign changes")
    basis = least_basis(BasisQuestion(degree, heads, len(question.changes)), task.limits)
    if task.upper is not None and len(basis) >= task.upper:
        raise Nothing(f"a least basis has {len(basis)} elements")
    yield planned(task, basis_plan(question, basis), NAME)


METHOD = Method(NAME, ("upper",), run, "one output t^b for each element b of an additive basis", WIDTHS)
