"""How well a fixed kernel can do on Min-IP: its least worst-case error over all values and readouts.

The error of a kernel is the largest of its queries' errors, each a linear program
(``problems.min_ip_fixed``) solved and certified in rationals.
"""

from __future__ import annotations

import html
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from lpbounds.errors import InputError
from lpbounds.highs import Highs
from lpbounds.problem import Limits, Parameter, Scorer, integer, positive_rational
from lpbounds.rationals import text
from problems.min_ip_features import MAPS
from problems.min_ip_fixed import QueryError, query_error
from problems.min_ip_kernel_files import HELP, from_file
from problems.min_ip_kernels import NAMES, OVERLAP_NAMES, TAU_NAMES, Kernel, QueryRow, default_tau, named
from problems.min_ip_rows import InputRows, compact_rows
from problems.min_ip_weights import from_object, token_text

SHOWN_INPUTS = 6
SHOWN_DIGITS = 10
LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True)
class ExplainingInput:
    """One input of the measure that proves the lower end of a score.

    Attributes:
        tokens: the input as (token, copies), tokens as strings whose i-th character is bit i.
        weight: its weight; the absolute weights of all inputs sum to 1.
        target: the smallest overlap with the query.
    """

    tokens: tuple[tuple[str, int], ...]
    weight: Fraction
    target: int

    def __str__(self) -> str:
        return " ".join(token if copies == 1 else f"{token} x{copies}" for token, copies in self.tokens)

    def to_json(self) -> dict[str, Any]:
        """Return the input as a JSON object; the exact weight is text."""
        tokens = [[token, copies] for token, copies in self.tokens]
        return {"tokens": tokens, "weight": text(self.weight), "target": self.target}


@dataclass(frozen=True)
class MinIpScore:
    """The least worst-case error of a kernel, certified to lie in [lower, upper].

    Attributes:
        parameters: m and n.
        kernel: what was scored, by name or as ``table``, with its options.
        lower: proved by ``inputs``: whatever the values, sum of weight * output over them is 0, so the
            largest error on them is at least the sum of weight * target.
        upper: attained at every query by exact values.
        query: a query where the error is that large, as a string whose i-th character is bit i.
        inputs: the explanation, largest absolute weight first.
    """

    parameters: dict[str, int]
    kernel: dict[str, Any]
    lower: Fraction
    upper: Fraction
    query: str
    inputs: tuple[ExplainingInput, ...]

    def __str__(self) -> str:
        lines = [f"{self._title()}: {self._error()}", f"worst query: {self.query}", self._meaning()]
        if self.inputs:
            lines.append("why: whatever the values, weight * output sums to 0 over these inputs, and")
            lines.append("     weight * target sums to the lower end:")
            lines += map(_line, self._shown())
        if len(self.inputs) > SHOWN_INPUTS:
            lines.append(f"and {len(self.inputs) - SHOWN_INPUTS} inputs of smaller weight, see --json")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{float(item.weight):+.6f}</td><td>{item.target}</td><td>{item}</td></tr>"
            for item in self._shown()
        )
        caption = html.escape(f"{self._title()}: {self._error()}, worst query {self.query}")
        head = "<tr><th>weight</th><th>target</th><th>input</th></tr>"
        return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{rows}</tbody></table>"

    def _shown(self) -> tuple[ExplainingInput, ...]:
        return self.inputs[:SHOWN_INPUTS]

    def _title(self) -> str:
        names = ", ".join(f"{name} = {value}" for name, value in self.parameters.items())
        options = ", ".join(f"{name} {value}" for name, value in self.kernel.items() if name != "name")
        name = f"{self.kernel['name']} ({options})" if options else self.kernel["name"]
        return f"least worst-case error of {name} at {names}"

    def _error(self) -> str:
        if self.lower < self.upper:
            return f"in [{_decimal(self.lower, ROUND_FLOOR)}, {_decimal(self.upper, ROUND_CEILING)}]"
        exact = text(self.lower)
        if len(exact) <= SHOWN_DIGITS:
            return f"in [{exact}, {exact}]"
        low, high = _decimal(self.lower, ROUND_FLOOR), _decimal(self.upper, ROUND_CEILING)
        return f"in [{low}, {high}], known exactly"

    def _meaning(self) -> str:
        half = Fraction(1, 2)
        if self.upper < half:
            return "below 1/2: rounding the best output gives every answer"
        if self.lower >= half:
            return "at least 1/2: no values and readout give every answer by rounding"
        return "the interval holds 1/2: whether rounding gives every answer is unknown"

    def to_json(self) -> dict[str, Any]:
        """Return the score as one JSON object; exact rationals are text, ``error_floats`` is for reading."""
        return {
            "problem": "min-ip",
            "parameters": self.parameters,
            "kernel": self.kernel,
            "error": [text(self.lower), text(self.upper)],
            "error_floats": [float(self.lower), float(self.upper)],
            "query": self.query,
            "inputs": [item.to_json() for item in self.inputs],
        }


def _line(item: ExplainingInput) -> str:
    return f"{float(item.weight):+12.6f}  target {item.target:3d}  {item}"


def _decimal(value: Fraction, rounding: str) -> str:
    """Return ``value`` with ``SHOWN_DIGITS`` digits, rounded as said: intervals are rounded outwards."""
    context = Context(prec=SHOWN_DIGITS, rounding=rounding)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def score_kernel(kernel: Kernel, n: int, description: dict[str, Any],
                 report: Callable[[str], None] = LOGGER.info) -> MinIpScore:
    """Return the least worst-case error of ``kernel`` on inputs of n tokens.

    Args:
        kernel: the kernel.
        n: length of the inputs, at least 1.
        description: what to call the kernel; its ``name`` first.
        report: called with one line after each query.
    """
    worst: tuple[QueryRow, QueryError] | None = None
    upper = Fraction(0)
    for count, (item, error) in enumerate(_query_errors(kernel, n), start=1):
        upper = max(upper, error.upper)
        if worst is None or error.lower > worst[1].lower:
            worst = item, error
        report(f"{count} queries done, error so far at least {float(worst[1].lower):.6g}")
    assert worst is not None
    parameters = {"m": kernel.m, "n": n}
    query = token_text(worst[0].query, kernel.m)
    inputs = _explanation(worst[0], worst[1], kernel.m)
    return MinIpScore(parameters, description, worst[1].lower, upper, query, inputs)


def _query_errors(kernel: Kernel, n: int) -> Iterator[tuple[QueryRow, QueryError]]:
    """Yield each query whose program differs from the earlier ones, with its error."""
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    highs = Highs(presolve="off")
    for item in kernel.query_rows():
        program = (tuple(item.overlap.tolist()), tuple(item.row))
        if program not in seen:
            seen.add(program)
            yield item, query_error(_rows(program[0], n), item.row, highs)


@lru_cache(maxsize=64)
def _rows(overlap: tuple[int, ...], n: int) -> InputRows:
    return compact_rows(np.array(overlap, dtype=np.int64), len(overlap) - 1, n)


def _explanation(item: QueryRow, error: QueryError, m: int) -> tuple[ExplainingInput, ...]:
    names = [token_text(token, m) for token in item.tokens]
    listed = [
        ExplainingInput(
            tuple((names[place], copies) for place, copies in sorted(found.counts.items())),
            -found.sigma * found.weight,
            found.target,
        )
        for found in error.inputs
    ]
    return tuple(sorted(listed, key=lambda found: -abs(found.weight)))


def _run(parameters: dict[str, Any], options: dict[str, Any]) -> MinIpScore:
    if parameters.get("n") is None:
        raise InputError("n", "nothing", "the number of tokens of an input")
    n = integer("n", "tokens of an input", minimum=1).parse(parameters["n"])
    m = parameters.get("m")
    if m is not None:
        m = integer("m", "bits of a token", minimum=1).parse(m)
    kernel, description = _chosen(m, n, options)
    return score_kernel(kernel, n, description)


def _chosen(m: int | None, n: int, options: dict[str, Any]) -> tuple[Kernel, dict[str, Any]]:
    given, file = options.get("kernel"), options.get("kernel-file")
    if (given is None) == (file is None):
        what = "nothing" if file is None else "both kernel and kernel-file"
        raise InputError("kernel", what, "one of " + ", ".join(NAMES) + ", or a kernel-file")
    if file is not None:
        return from_file(str(file), m), {"name": "table", "file": str(file)}
    if not isinstance(given, str):
        return from_object(given, m), {"name": "function" if callable(given) else "table"}
    if m is None:
        raise InputError("m", "nothing", "the number of bits of a token, for a kernel given by name")
    return _named(given, m, n, options)


def _named(name: str, m: int, n: int, options: dict[str, Any]) -> tuple[Kernel, dict[str, Any]]:
    tau = Fraction(options["tau"]) if options.get("tau") is not None else default_tau(n)
    features, seed = int(options.get("features") or FEATURES), int(options.get("seed") or 0)
    if name in OVERLAP_NAMES:
        _refuse_long_programs(m, n)
    kernel = named(name, m, tau, features, seed)
    used: dict[str, Any] = {"name": name}
    if name in TAU_NAMES:
        used["tau"] = text(tau) if options.get("tau") is not None else f"log {2 * n}"
    if name != "softmax":
        used["features"] = features
    if name not in OVERLAP_NAMES:
        used["seed"] = seed
    return kernel, used


def _refuse_long_programs(m: int, n: int) -> None:
    """Raise ``InputError`` when the program of one query would have more rows than a method may use."""
    need, limit = (0 if n == 1 else (m + 2) ** 2), Limits().rows
    if need > limit:
        raise InputError("m", m, f"fewer bits: one query would need about {need} rows of {limit} allowed")


def _parse_kernel(given: Any) -> Any:
    if isinstance(given, str) and given not in NAMES:
        raise InputError("kernel", given, "one of " + ", ".join(NAMES) + "; files by --kernel-file")
    return given


FEATURES = 8
SCORER = Scorer(
    (
        Parameter("kernel", _parse_kernel, "kernel by name: " + ", ".join(NAMES)),
        Parameter("kernel-file", str, HELP),
        positive_rational("tau", f"inverse temperature of {', '.join(TAU_NAMES)}; log(2n) when not given"),
        integer("features", "features of all kernels but softmax", minimum=1, default=str(FEATURES)),
        integer("seed", f"seed of the projections of {', '.join(MAPS)}", minimum=0, default="0"),
    ),
    _run,
    ("m", "n"),
)
