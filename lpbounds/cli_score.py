"""The command ``lpbounds score``: how well given weights can do."""

from __future__ import annotations

import json

import click

from lpbounds import cli_options
from lpbounds.errors import InputError
from lpbounds.problem import Problem
from lpbounds.progress import logged, progress
from lpbounds.scoring import score


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
        cli_options.quiet_option(),
    ]

    @click.pass_context
    def callback(context: click.Context, /, as_json: bool, quiet: bool, **given: str) -> None:
        values = cli_options.given(context, [item.name for item in (*parameters, *scorer.options)])
        with progress(f"scoring on {problem.name}", quiet=quiet) as report, logged(report):
            result = score(problem, values)
        click.echo(json.dumps(result.to_json()) if as_json else str(result))

    title = f"Score weights: {problem.title}"
    return click.Command(problem.name, params=options, callback=callback, help=title)
