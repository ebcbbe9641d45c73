"""The parameters of problems about one Boolean function: ``n``, ``function`` and ``table``.

A user gives a name (``--function parity``), a table (``--table 6996``) or, in Python, a callable on tuples
of bits or a sequence of values as ``function``.  Certificates carry the table, which is what their claim is
about; ``function`` is a label there, the name that was given or ``table``.  In a sweep ``npn`` stands for
the representatives of all NPN classes of n bits, ``npn-sample:COUNT`` and ``npn-sample:COUNT:SEED`` for a
random choice of classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lpbounds.bounds import shortened
from lpbounds.errors import InputError
from lpbounds.problem import Parameter, Parameters, integer
from problems import npn
from problems.boolean_functions import BooleanFunction, from_callable, from_sequence, from_text
from problems.boolean_names import NAMES, named

# What stands for "see the other parameter".
SEE_TABLE = "table"
SEE_FUNCTION = "function"
ALL_CLASSES = "npn"
SOME_CLASSES = "npn-sample"
MOST_BITS = 1_000


def _function(given: object) -> object:
    if isinstance(given, str):
        return given.strip().lower()
    if hasattr(given, "tolist"):
        return given.tolist()
    if callable(given) or isinstance(given, Sequence):
        return given
    raise InputError("function", given, "a name, a callable on tuples of bits, or a sequence of values")


def _table(given: object) -> str:
    return str(given).strip().lower()


PARAMETERS = (
    integer("n", "number of bits", minimum=1, maximum=MOST_BITS),
    Parameter(
        "function",
        _function,
        f"one of {', '.join(NAMES)}, threshold:K and the like; in sweeps also npn and npn-sample:COUNT:SEED",
        default=SEE_TABLE,
    ),
    Parameter(
        "table",
        _table,
        "truth table in hexadecimal, bit i the value at x_j = (i >> (j-1)) & 1, or profile: and n+1 digits",
        default=SEE_FUNCTION,
    ),
)


def function_of(parameters: Parameters) -> BooleanFunction:
    """Return the function that the parameters of a task or a certificate name."""
    return from_text(parameters["n"], parameters["table"])


def expand(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the choices that one stands for, as certificates carry them: with the table of the function.

    Raises:
        InputError: no function is named, the name or the table is refused, or they differ.
    """
    n, given, table = values["n"], values["function"], values["table"]
    if given == SEE_TABLE and table == SEE_FUNCTION:
        raise InputError("function", "nothing", "a name such as parity, or --table")
    if given == SEE_TABLE:
        return [_labelled(values, SEE_TABLE, from_text(n, table))]
    label, functions = _named(n, given)
    if table != SEE_FUNCTION and [from_text(n, table)] != functions:
        raise InputError("table", shortened(table), f"the table of {shortened(str(given))}, or no --function")
    return [_labelled(values, label, function) for function in functions]


def _named(n: int, given: Any) -> tuple[str, list[BooleanFunction]]:
    """Return the label and the functions that ``given`` stands for."""
    if callable(given):
        return SEE_TABLE, [from_callable(n, given)]
    if not isinstance(given, str):
        return SEE_TABLE, [from_sequence(n, list(given))]
    if given == ALL_CLASSES:
        return SEE_TABLE, [found.representative for found in npn.classes(n)]
    if given.partition(":")[0] == SOME_CLASSES:
        count, seed = _sample_numbers(given)
        return SEE_TABLE, [found.representative for found in npn.sample(n, count, seed)]
    return given, [named(n, given)]


def _sample_numbers(given: str) -> tuple[int, int]:
    numbers = given.split(":")[1:]
    if len(numbers) not in (1, 2) or not all(text.isascii() and text.isdigit() for text in numbers):
        raise InputError("function", given, f"{SOME_CLASSES}:COUNT or {SOME_CLASSES}:COUNT:SEED")
    return int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0


def _labelled(values: dict[str, Any], label: str, function: BooleanFunction) -> dict[str, Any]:
    return {**values, "function": label, "table": function.text}
