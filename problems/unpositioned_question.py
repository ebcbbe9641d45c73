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
RESOURCES = ("heads", "degree", "width", "polynomial-width", "precision")
# Far above the bits of any layer that is built here.
MOST_PRECISION = 1 << 20


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
    optional_integer("precision", "most bits of a ratio or value; no limit when none", 1, MOST_PRECISION),
)


@dataclass(frozen=True)
class Question:
    """A symmetric function, and the limits that the resource fixes.

    Attributes:
        profile: the values 0 or 1 at the weights 0..n.
        degree: D, or None where it is what is sought.
        heads: H, or None where it is what is sought.
        precision: most bits of a ratio or value, or None for no limit.
        is_precise: whether layers should have few bits: there is a limit, or the bits are what is sought.
    """

    profile: tuple[int, ...]
    degree: int | None
    heads: int | None
    precision: int | None = None
    is_precise: bool = False

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


def question_of(parameters: Parameters, resource: str = RESOURCES[0]) -> Question:
    """Return the question that the parameters of a task or a certificate put."""
    if "n" in parameters:
        profile: Sequence[int] = [t % 2 for t in range(parameters["n"] + 1)]
    else:
        profile = [int(digit) for digit in parameters["profile"]]
    names = ("degree", "heads", "precision")
    degree, heads, precision = (
        None if parameters.get(name, ABSENT) == ABSENT else parameters[name] for name in names
    )
    is_precise = precision is not None or resource == "precision"
    return Question(tuple(profile), degree, heads, precision, is_precise)


def asked(task: Task) -> Question:
    """Return the question that ``task`` puts."""
    return question_of(task.parameters, task.resource)


def admit(parameters: Parameters, resource: str) -> None:
    """Refuse limits that do not go with ``resource``, and those that no layer can keep.

    Raises:
        InputError: a limit is missing, given where the resource leaves it open, or too small.
    """
    if resource in ("polynomial-width", "precision") and parameters["precision"] != ABSENT:
        raise InputError("precision", parameters["precision"], f"{ABSENT}, for resource {resource}")
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
    """Return the published bounds: D H >= T is enough, and a width of min(D, 2 max(1, ceil(log2 H)) + 2).

    Nothing is published on layers of limited precision but the lower bounds without a limit.
    """
    question = question_of(parameters)
    degree, heads = question.sizes
    if resource in ("heads", "degree"):
        size = heads if resource == "heads" else degree
        return Theory(size, size if question.precision is None else None)
    if resource == "precision":
        return Theory()
    if not question.changes:
        return Theory(0, 0)
    upper = min(degree, 2 * max(1, (heads - 1).bit_length()) + 2)
    return Theory(1, upper if resource == "width" and question.precision is None else None)
