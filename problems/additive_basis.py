"""Additive bases: the fewest elements of {1..largest} whose sums of at most ``summands`` reach a range.

For parity of n = D H bits an additive basis with D summands, elements up to H and range D H gives that many
outputs of H heads under a readout of degree D (problems/unpositioned_basis.py).  With elements up to the
range it is the postage stamp problem.
Source: "Attention-based representations for multi-task computation" (2026), construction in base b.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lpbounds.bounds import Bound, Theory
from lpbounds.errors import InputError
from lpbounds.problem import Limits, Method, Nothing, Parameters, Problem, Task, integer
from problems.additive_basis_check import Question, counting, reach, search
from problems.plain_words import ADDITIVE_BASIS
from problems.unpositioned_question import ABSENT, optional_integer

MOST_SUMMANDS, MOST_ELEMENT = 128, 4096
MOST_RANGE = MOST_SUMMANDS * MOST_ELEMENT


def expand(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the choice with the largest possible range where none is given.

    Raises:
        InputError: no sums reach the range.
    """
    most = values["summands"] * values["largest"]
    if values["range"] == ABSENT:
        return [{**values, "range": most}]
    if values["range"] > most:
        raise InputError("range", values["range"], f"at most summands * largest = {most}")
    return [values]


def question_of(parameters: Parameters) -> Question:
    """Return the question that the parameters put."""
    return Question(parameters["summands"], parameters["largest"], parameters["range"])


def in_base(asked: Question) -> list[int]:
    """Return the smallest {H} u {b^k} u {H - b^k}, all b^k < H = largest, that is a basis, or [].

    A number q H + r with r < H/2 is q times H and the digits of r in base b; for larger r, (q + 1) times H
    and each -b^k makes an H into H - b^k.
    """
    found: list[int] = []
    for base in range(2, asked.largest + 2):
        powers, power = set(), 1
        while power < asked.largest:
            powers.add(power)
            power *= base
        elements = sorted({asked.largest} | powers | {asked.largest - power for power in powers})
        if (not found or len(elements) < len(found)) and reach(elements, asked.summands) >= asked.range:
            found = elements
    return found


def searches(asked: Question, limits: Limits) -> Iterator[tuple[int, list[int], int]]:
    """Yield (size, basis, sets looked at) for growing sizes, the basis [] up to the last.

    Raises:
        Nothing: the search would look at more sets than ``limits.nodes``.
    """
    size = int(counting({}, asked))
    elements: list[int] = []
    while not elements and asked.range > 0:
        try:
            elements, looked = search(asked, size, limits.nodes)
        except ValueError as error:
            raise Nothing(f"size {size}: {error}, the limit is {limits.nodes} sets") from error
        yield size, elements, looked
        size += 1


def least_basis(asked: Question, limits: Limits) -> list[int]:
    """Return a basis of least size.

    Raises:
        Nothing: the search would look at more sets than ``limits.nodes``.
    """
    return [*searches(asked, limits)][-1][1] if asked.range else []


def _count(task: Task) -> Iterator[Bound]:
    size = int(counting({}, question_of(task.parameters)))
    yield task.bound("lower", size, "theorem", "counting", {"theorem": "counting"})


def _construct(task: Task) -> Iterator[Bound]:
    asked = question_of(task.parameters)
    elements = (in_base(asked) or list(range(1, asked.largest + 1))) if asked.range else []
    yield _upper(task, "base-b", elements)


def _search(task: Task) -> Iterator[Bound]:
    for size, elements, looked in searches(question_of(task.parameters), task.limits):
        if elements:
            yield _upper(task, "exhaustion", elements)
        else:
            task.report(f"no basis of {size} elements among {looked} sets")
            proof = {"theorem": "exhaustion", "size": size}
            yield task.bound("lower", size + 1, "theorem", "exhaustion", proof)


def _upper(task: Task, method: str, elements: list[int]) -> Bound:
    return task.bound("upper", len(elements), "model", method, {"elements": elements})


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return the published upper bound 2 max(1, ceil(log2 H)) + 1 in base 2, which needs enough summands."""
    summands, largest = parameters["summands"], parameters["largest"]
    digits = max(1, (largest - 1).bit_length())
    return Theory(None, 2 * digits + 1 if summands + 2 >= 2 * digits else None)


PROBLEM = Problem(
    "additive-basis",
    "the fewest elements of {1..largest} whose sums of at most so many reach every number of a range",
    (
        integer("summands", "most elements in a sum, repetitions allowed", minimum=1, maximum=MOST_SUMMANDS),
        integer("largest", "largest element allowed", minimum=1, maximum=MOST_ELEMENT),
        optional_integer("range", "0..range are to be sums; summands * largest when none", 0, MOST_RANGE),
    ),
    ("size",),
    (
        Method("counting", ("lower",), _count, "there are at most C(size + summands, summands) sums"),
        Method("base-b", ("upper",), _construct, "powers of b, the largest element, and their differences"),
        Method("exhaustion", ("lower", "upper"), _search, "all bases, elements in increasing order"),
    ),
    theory,
    expand=expand,
    words=ADDITIVE_BASIS,
)
