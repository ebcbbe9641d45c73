"""How well given weights and values can do at finding the smallest or the largest number of a list.

The head's output is the average s = sum alpha_i v_i / sum alpha_i over a list.  The margin of a task is the
largest t for which some classifier with entries in [-1, 1] scores the right number above every other one by t
or more on all lists.  It is a linear program, solved and certified in rationals: with
c_i = alpha_i (<theta_x - theta_y, v_i> - t) its rows are those of ``problems.min_max_rows``.  A margin of 0
means that no classifier is right: on some list of those that obstruct it ties or errs.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lpbounds.errors import InputError, SolverFailure
from lpbounds.linear_program import LinearProgram, RowBuilder
from lpbounds.optimum import optimum
from lpbounds.problem import Limits, Parameter, Scorer
from lpbounds.rationals import cleared, text, texts
from problems import min_max_given
from problems.min_max_check import TASKS, TaskName
from problems.min_max_given import Rows
from problems.min_max_heads import powers
from problems.min_max_rows import Row, compact_lists, name, rows

SHOWN_LISTS = 8


@dataclass(frozen=True)
class TaskScore:
    """The margin of one task, certified to lie in [lower, upper].

    Attributes:
        task: ``min`` or ``max``.
        lower: attained by ``classifier``; None where M = 1, as nothing can go wrong.
        upper: proved by ``obstacles``; None where M = 1.
        classifier: theta_1..theta_M.
        obstacles: the lists, each against a wrong answer, with positive multipliers that prove the upper end.
    """

    task: TaskName
    lower: Fraction | None
    upper: Fraction | None
    classifier: Rows
    obstacles: tuple[tuple[Row, Fraction], ...]

    def __str__(self) -> str:
        lines = [f"{self.task}: {self.meaning()}"]
        shown = self.obstacles[:SHOWN_LISTS]
        lines += [f"  {name(row)}, weight {float(weight):.4g}" for row, weight in shown]
        if len(self.obstacles) > SHOWN_LISTS:
            lines.append(f"  and {len(self.obstacles) - SHOWN_LISTS} more, see --json")
        return "\n".join(lines)

    def meaning(self) -> str:
        """Return the margin in words."""
        if self.lower is None or self.upper is None:
            return "right on all lists, with one answer only"
        if self.upper <= 0:
            return "no classifier is right on all lists; these obstruct"
        ends = [f"{float(end):.6g}" for end in (self.lower, self.upper)]
        size = ends[0] if self.lower == self.upper else " to ".join(ends)
        return f"margin {size}; the tightest lists"

    def to_json(self) -> dict[str, Any]:
        """Return the score as a JSON object; rationals are text, numbers are counted from 1."""
        obstacles = [
            {
                "list": [[i + 1, count] for i, count in row.list.counts],
                "answer": row.list.answer + 1,
                "against": row.wrong + 1,
                "weight": text(weight),
            }
            for row, weight in self.obstacles
        ]
        return {
            "margin": [None if end is None else text(end) for end in (self.lower, self.upper)],
            "classifier": [texts(row) for row in self.classifier],
            "obstacles": obstacles,
        }


@dataclass(frozen=True)
class MinMaxScore:
    """The margins of all tasks of a problem for one choice of weights and values."""

    problem: str
    parameters: dict[str, int]
    tasks: tuple[TaskScore, ...]

    def __str__(self) -> str:
        return "\n".join([self._title(), *map(str, self.tasks)])

    __repr__ = __str__

    def _title(self) -> str:
        return f"{self.problem} at " + ", ".join(f"{key} = {value}" for key, value in self.parameters.items())

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th scope='row'>{score.task}</th><td>{html.escape(str(score))}</td></tr>"
            for score in self.tasks
        )
        return f"<table><caption>{html.escape(self._title())}</caption><tbody>{cells}</tbody></table>"

    def to_json(self) -> dict[str, Any]:
        """Return the score as one JSON object."""
        scores = {score.task: score.to_json() for score in self.tasks}
        return {"problem": self.problem, "parameters": self.parameters, "tasks": scores}


def score_task(weights: Sequence[Fraction], values: Rows, n: int, task: TaskName) -> TaskScore:
    """Return the margin of one task.

    Args:
        weights: alpha_i > 0, length M.
        values: v_i, shape (M, d).
        n: numbers in a list.
        task: the task.

    Raises:
        SolverFailure: no setting of the solver led to a proof of the margin.
    """
    numbers, width = len(values), len(values[0])
    if numbers == 1:
        return TaskScore(task, None, None, [[Fraction(0)] * width], ())
    listed = rows(list(compact_lists(numbers, n, task)), numbers)
    found = optimum(margin_program(weights, values, listed))
    if found.lower is None:
        raise SolverFailure("the margin could not be certified")
    point = found.point or [Fraction(0)] * (numbers * width + 1)
    multipliers = sorted((found.multipliers or {}).items(), key=lambda item: (-item[1], item[0]))
    theta = [point[x * width : (x + 1) * width] for x in range(numbers)]
    obstacles = tuple((listed[place], weight) for place, weight in multipliers)
    return TaskScore(task, point[-1], -found.lower, theta, obstacles)


def margin_program(weights: Sequence[Fraction], values: Rows, listed: Sequence[Row]) -> LinearProgram:
    """Return: minimise -t over theta (M x d entries in [-1, 1]) and t >= 0, a row for each of ``listed``."""
    numbers, width = len(values), len(values[0])
    builder = RowBuilder(numbers * width + 1)
    for item, wrong in listed:
        total = sum(count * weights[i] for i, count in item.counts)
        means = [sum(count * weights[i] * values[i][a] for i, count in item.counts) for a in range(width)]
        entries, _ = cleared([*(-mean for mean in means), *means, total])
        right, left = item.answer * width, wrong * width
        builder.add([[*range(right, right + width), *range(left, left + width), numbers * width]], [entries])
    count = numbers * width
    return LinearProgram(
        builder.matrix(), [0] * len(listed), [0] * count + [-1], [-1] * count + [0], [1] * count + [None]
    )


def _run(problem: str, parameters: dict[str, Any], options: dict[str, Any]) -> MinMaxScore:
    for needed in ("numbers", "n"):
        if parameters.get(needed) is None:
            raise InputError(needed, "nothing", "an integer at least 1")
    numbers, n, tasks = parameters["numbers"], parameters["n"], TASKS[problem]
    _refuse_long_programs(numbers)
    if options.get("weights") is None:
        raise InputError("weights", "nothing", min_max_given.ALLOWED)
    weights = min_max_given.weights(options["weights"], numbers, n, tasks)
    if options.get("values") is None:
        values = [[Fraction(entry) for entry in value] for value in powers(numbers, n, tasks).values]
    else:
        values = min_max_given.values(options["values"], numbers)
    scores = tuple(score_task(weights, values, n, task) for task in tasks)
    return MinMaxScore(problem, {"numbers": numbers, "n": n}, scores)


def _refuse_long_programs(numbers: int) -> None:
    need, limit = (numbers - 1) * numbers * (numbers + 1) // 2, Limits().rows
    if need > limit:
        raise InputError("numbers", numbers, f"at most {limit:,} rows ({need:,} here)")


def _as_given(given: Any) -> Any:
    return given


def scorer(problem: str) -> Scorer:
    """Return the scoring of the problem called ``problem``."""

    def run(parameters: dict[str, Any], options: dict[str, Any]) -> MinMaxScore:
        return _run(problem, parameters, options)

    return Scorer(
        (
            Parameter("weights", _as_given, min_max_given.ALLOWED),
            Parameter("values", _as_given, "a .npy or .json file with M vectors; powers of n when not given"),
        ),
        run,
        ("numbers", "n"),
    )
