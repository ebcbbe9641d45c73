"""The command ``lpbounds score``: how well given weights can do."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import click

from lpbounds import cli_options
from lpbounds.errors import InputError
from lpbounds.problem import Problem
from lpbounds.progress import Lines
from lpbounds.scoring import score


class _Latest(logging.Handler):
    """Hands what scoring logs to lines of progress."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(logging.INFO)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Take the message as the latest line."""
        self._lines.report(record.getMessage())


@contextmanager
def _progress() -> Iterator[None]:
    lines, logger = Lines(), logging.getLogger()
    handler, level = _Latest(lines), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        with lines.shown():
            yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)


def command(problem: Problem) -> click.Command:
    """Return the subcommand of ``problem``.

    Raises:
        InputError: the problem has no scoring.
    """
    scorer = problem.scorer
    if scorer is None:
        raise InputError("problem", problem.name, "a problem that has scoring")
    names = scorer.parameters
    parameters = [item for item in problem.parameters if not names or item.name in names]
    options = [
        *cli_options.parameter_options(parameters),
        *cli_options.parameter_options(scorer.options),
        click.Option(["--json", "as_json"], is_flag=True, help="print one JSON object"),
    ]

    @click.pass_context
    def callback(context: click.Context, /, as_json: bool, **given: str) -> None:
        values = cli_options.given(context, [item.name for item in (*parameters, *scorer.options)])
        with _progress():
            result = score(problem, values)
        click.echo(json.dumps(result.to_json()) if as_json else str(result))

    title = f"Score weights: {problem.title}"
    return click.Command(problem.name, params=options, callback=callback, help=title)
