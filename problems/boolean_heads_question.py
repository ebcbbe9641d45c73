"""What is asked of layers with positions: the least heads, or the least bits of so many heads.

See problems/boolean_heads_check.py for the exact statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from lpbounds.bounds import Bound
from lpbounds.errors import InputError
from lpbounds.problem import Nothing, Parameters, Task
from problems.boolean_heads_layer import Layer
from problems.unpositioned_question import ABSENT, MOST_HEADS, MOST_PRECISION, optional_integer

HEADS, PRECISION = RESOURCES = ("heads", "precision")
LIMITS = (
    optional_integer("heads", "H: most heads, for resource precision", 1, MOST_HEADS),
    optional_integer("precision", "most bits of a coefficient; no limit when none", 1, MOST_PRECISION),
)


@dataclass(frozen=True)
class Question:
    """The limits that the resource fixes.

    Attributes:
        heads: most heads, or None where the least are sought.
        precision: most bits of a coefficient, or None for no limit.
        is_precise: whether layers should have few bits: there is a limit, or the bits are what is sought.
    """

    heads: int | None
    precision: int | None
    is_precise: bool


def asked(task: Task) -> Question:
    """Return the question that ``task`` puts."""
    heads, precision = (
        None if task.parameters.get(name, ABSENT) == ABSENT else task.parameters[name]
        for name in ("heads", "precision")
    )
    return Question(heads, precision, precision is not None or task.resource == PRECISION)


def admit(parameters: Parameters, resource: str) -> None:
    """Refuse limits that do not go with ``resource``.

    Raises:
        InputError: heads are given where they are sought, or missing; bits are given where they are sought.
    """
    heads, precision = parameters["heads"], parameters["precision"]
    if resource == PRECISION and heads == ABSENT:
        raise InputError("heads", "nothing", f"an integer, for resource {resource}")
    if resource == HEADS and heads != ABSENT:
        raise InputError("heads", heads, f"{ABSENT}, for resource {resource}")
    if resource == PRECISION and precision != ABSENT:
        raise InputError("precision", precision, f"{ABSENT}, for resource {resource}")


def head_counts(task: Task, most: int) -> range:
    """Return the numbers of heads that a search is to try, ``most`` the largest where no bound is known.

    Raises:
        Nothing: the bounds leave none.
    """
    question = asked(task)
    if task.lower == inf:
        raise Nothing("no number of bits will do")
    if question.heads is not None:
        return range(question.heads, question.heads + 1)
    return range(int(task.lower or 1), most + 1 if task.upper is None else int(task.upper))


def none_will_do(task: Task, kind: str, method: str, proof: Mapping[str, Any]) -> Iterator[Bound]:
    """Yield both ends where ``proof`` shows that so few heads cannot do, whatever their bits."""
    yield task.bound("lower", inf, kind, method, proof)
    yield task.bound("upper", inf, kind, method, proof)


def upper(task: Task, kind: str, method: str, layer: Layer) -> Bound:
    """Return the bound that a layer proves, its coefficients divided by what they have in common.

    Raises:
        Nothing: it has more heads or bits than allowed.
    """
    question, reduced = asked(task), layer.reduced()
    heads, bits = len(reduced.denominators), reduced.bits
    if question.heads is not None and heads > question.heads:
        raise Nothing(f"the layer has {heads} heads, more than {question.heads}")
    if question.precision is not None and bits > question.precision:
        raise Nothing(f"the layer has {bits} bits, more than {question.precision}")
    value = bits if task.resource == PRECISION else heads
    return task.bound("upper", value, kind, method, reduced.to_json())
