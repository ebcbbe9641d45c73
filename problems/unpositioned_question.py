"""Parameters of the problems ``parity`` and ``symmetric``, what goes with which resource, published bounds.

See problems/unpositioned_check.py for the exact statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lpbounds.bounds import Theory
from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Parameters, Task, integer

ABSENT = "none"
MOST_BITS = 128
MOST_HEADS = 128
RESOURCES = ("heads", "degree", "width", "polynomial-width")


def optional_integer(name: str, help: str, minimum: int, maximum: int) -> Parameter:
    """Return an integer parameter with the further value ``none``, its default."""
    plain = integer(name, help, minimum=minimum, maximum=maximum)

    def parse(given: object) -> Any:
        if given == ABSENT:
            return ABSENT
        try:
            return plain.parse(given)
        except InputError as error:
            raise InputError(name, given, f"{error.allowed}, or {ABSENT}") from None

    return Parameter(name, parse, help, ABSENT, is_integer=True)


LIMITS = (
    optional_integer("degree", "D: degree of the readout, where it is given", 0, MOST_BITS),
    optional_integer("heads", "H: number of heads, where it is given", 0, MOST_HEADS),
)


@dataclass(frozen=True)
class Question:
    """A symmetric function, and the limits that the resource fixes.

    Attributes:
        profile: the values 0 or 1 at the weights 0..n.
        degree: D, or None where it is what is sought.
        heads: H, or None where it is what is sought.
    """

    profile: tuple[int, ...]
    degree: int | None
    heads: int | None

    @property
    def n(self) -> int:
        """Number of bits."""
        return len(self.profile) - 1

    @property
    def changes(self) -> list[int]:
        """The weights a such that the values at a and a + 1 differ, in order."""
        return [t for t, (value, following) in enumerate(pairwise(self.profile)) if value != following]

    @property
    def is_alternating(self) -> bool:
        """Whether the function is parity or its complement."""
        return len(self.changes) == self.n

    @property
    def sizes(self) -> tuple[int, int]:
        """D and H; the one that is sought is the least with D H at least the number of sign changes."""
        threshold = len(self.changes)
        degree = self.degree if self.degree is not None else _ratio(threshold, self.heads)
        return degree, self.heads if self.heads is not None else _ratio(threshold, degree)


def _ratio(size: int, divisor: int | None) -> int:
    return -(-size // divisor) if divisor else 0


def question_of(parameters: Parameters) -> Question:
    """Return the question that the parameters of a task or a certificate put."""
    if "n" in parameters:
        profile: Sequence[int] = [t % 2 for t in range(parameters["n"] + 1)]
    else:
        profile = [int(digit) for digit in parameters["profile"]]
    degree, heads = (None if parameters[name] == ABSENT else parameters[name] for name in ("degree", "heads"))
    return Question(tuple(profile), degree, heads)


def asked(task: Task) -> Question:
    """Return the question that ``task`` puts."""
    return question_of(task.parameters)


def admit(parameters: Parameters, resource: str) -> None:
    """Refuse limits that do not go with ``resource``, and those that no layer can keep.

    Raises:
        InputError: a limit is missing, given where the resource leaves it open, or too small.
    """
    for name in ("degree", "heads"):
        if resource == name and parameters[name] != ABSENT:
            raise InputError(name, parameters[name], f"{ABSENT}, for resource {resource}")
        if resource != name and parameters[name] == ABSENT:
            raise InputError(name, "nothing", f"an integer, for resource {resource}")
    _admit_sizes(question_of(parameters), resource)


def _admit_sizes(question: Question, resource: str) -> None:
    threshold = len(question.changes)
    for name, limit in (("degree", question.degree), ("heads", question.heads)):
        if threshold and limit == 0:
            raise InputError(name, 0, f"at least 1: {name} 0 will do for constants only")
    if question.degree is None or question.heads is None:
        return
    if question.degree * question.heads < threshold:
        given = f"{question.degree} and {question.heads}"
        allowed = f"a product of at least {threshold}, the number of sign changes, for resource {resource}"
        raise InputError("degree and heads", given, allowed)


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return the published bounds: D H >= T is enough, and a width of min(D, 2 max(1, ceil(log2 H)) + 2)."""
    question = question_of(parameters)
    degree, heads = question.sizes
    if resource in ("heads", "degree"):
        size = heads if resource == "heads" else degree
        return Theory(size, size)
    if not question.changes:
        return Theory(0, 0)
    upper = min(degree, 2 * max(1, (heads - 1).bit_length()) + 2)
    return Theory(1, upper if resource == "width" else None)
