"""Command-line options made from what problems declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import click

from lpbounds.errors import InputError
from lpbounds.problem import Aid, Limits, Parameter, Problem

LIMIT_HELP = {
    "starts": "random starts of a search, for each size it tries",
    "nodes": "nodes of a branching search or conflicts of a SAT solver",
    "rows": "rows of one program",
    "memory": "memory that one method may take by its own estimate, such as 500M or 4G",
    "seconds": "safety stop of a whole cell, in seconds of the clock",
}
QUIET_HELP = "show no progress"
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def text_option(name: str, help: str, default: str | None = None) -> click.Option:
    """Return the option ``--name`` that takes any text; whoever reads it judges it."""
    shown = f"{help}  [default: {default}]" if default is not None else help
    return click.Option([f"--{name}", _variable(name)], type=str, help=shown, metavar="TEXT")


def _variable(name: str) -> str:
    return "given_" + name.replace("-", "_")


def given(context: click.Context, names: Iterable[str]) -> dict[str, str]:
    """Return the text of those options called ``names`` that were given."""
    texts = {name: context.params[_variable(name)] for name in names}
    return {name: text for name, text in texts.items() if text is not None}


def parameter_options(parameters: Iterable[Parameter], note: str = "") -> list[click.Parameter]:
    """Return an option for each parameter; ``note`` is added to the help of integers."""
    helps = ((item, item.help + (note if item.is_integer else "")) for item in parameters)
    return [text_option(item.name, shown, item.default) for item, shown in helps]


def aid_options(aids: Iterable[Aid]) -> list[click.Parameter]:
    """Return an option for each aid."""
    return [text_option(aid.name, aid.help) for aid in aids]


def work_options(problem: Problem) -> list[click.Parameter]:
    """Return the options that ``solve`` and ``sweep`` share: what is bounded, how, and with how much work."""
    methods = ", ".join(method.name for method in problem.methods)
    return [
        text_option("resource", "what to bound: " + ", ".join(problem.resources), problem.resources[0]),
        text_option("method", f"run this method only: {methods}"),
        text_option("seed", "seed of every random choice", "0"),
        *limit_options(),
    ]


def quiet_option() -> click.Option:
    """Return the option that silences progress; results and errors are shown all the same."""
    return click.Option(["--quiet"], is_flag=True, help=QUIET_HELP)


def limit_options() -> list[click.Parameter]:
    """Return an option for each limit."""
    defaults = {item.name: _limit_text(item.name, item.default) for item in fields(Limits)}
    return [text_option(name, LIMIT_HELP[name], default) for name, default in defaults.items()]


def _limit_text(name: str, value: Any) -> str:
    return f"{value >> 30}G" if name == "memory" else f"{value:g}" if name == "seconds" else str(value)


def limits(texts: Mapping[str, str]) -> Limits:
    """Return the limits given, the rest as they are by default.

    Raises:
        InputError: one is malformed or below 0.
    """
    found: dict[str, Any] = {}
    for item in fields(Limits):
        if item.name in texts:
            found[item.name] = _limit(item.name, texts[item.name])
    return Limits(**found)


def limit_names() -> list[str]:
    """Return the names of all limits."""
    return [item.name for item in fields(Limits)]


def _limit(name: str, text: str) -> int | float:
    if name == "seconds":
        return _seconds(text)
    unit = UNITS.get(text[-1:].upper(), 1) if name == "memory" else 1
    return whole(name, text[:-1] if unit > 1 else text, 0) * unit


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= 1e8:
        raise InputError("seconds", text, "a number above 0 and at most 1e8")
    return value


def whole(name: str, text: str, minimum: int) -> int:
    """Read an integer that is at least ``minimum``.

    Raises:
        InputError: it is none.
    """
    allowed = f"an integer at least {minimum}"
    try:
        value = int(text)
    except ValueError:
        raise InputError(name, text, allowed) from None
    if value < minimum:
        raise InputError(name, text, allowed)
    return value
