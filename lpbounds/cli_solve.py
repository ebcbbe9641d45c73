"""The command ``lpbounds solve``: one problem, one choice of parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from pathlib import Path

import click

from lpbounds import cli_options
from lpbounds.bounds import Interval, size_text
from lpbounds.certificates import file_name, write
from lpbounds.clock import stop_after
from lpbounds.errors import InputError
from lpbounds.minimal import minimal
from lpbounds.plain_words import explained
from lpbounds.problem import Problem
from lpbounds.progress import progress


def command(problem: Problem) -> click.Command:
    """Return the subcommand of ``problem``."""
    options = [
        *cli_options.parameter_options(problem.parameters),
        *cli_options.aid_options(problem.aids),
        *cli_options.work_options(problem),
        click.Option(["--json", "as_json"], is_flag=True, help="print one JSON object"),
        cli_options.text_option("certificates", "folder to write the certificates to"),
        cli_options.quiet_option(),
    ]

    @click.pass_context
    def callback(context: click.Context, /, as_json: bool, quiet: bool, **given: str) -> None:
        folder = cli_options.given(context, ["certificates"]).get("certificates")
        if folder is not None and Path(folder).exists() and not Path(folder).is_dir():
            raise InputError("certificates", folder, "a folder")
        interval = _solved(problem, context, quiet)
        paths = [] if folder is None else _written(interval, Path(folder))
        click.echo(_as_json(interval, paths, folder) if as_json else _as_text(interval, paths))

    return click.Command(problem.name, params=options, callback=callback, help=problem.title)


def _solved(problem: Problem, context: click.Context, quiet: bool) -> Interval:
    texts = cli_options.given(context, ["resource", "method", "seed", *cli_options.limit_names()])
    limits = cli_options.limits(texts)
    with progress(f"solving {problem.name}", quiet=quiet) as report, stop_after(limits.seconds):
        return minimal(
            problem,
            cli_options.given(context, _names(problem)),
            resource=texts.get("resource"),
            method=texts.get("method"),
            seed=cli_options.whole("seed", texts.get("seed", "0"), 0),
            limits=limits,
            report=report,
        )


def _names(problem: Problem) -> list[str]:
    """Return the names of what the problem lets a user give."""
    return [*(parameter.name for parameter in problem.parameters), *(aid.name for aid in problem.aids)]


def _written(interval: Interval, folder: Path) -> list[str]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / file_name(certificate) for certificate in interval.certificates]
        for certificate, path in zip(interval.certificates, paths, strict=True):
            write(certificate, path)
    except OSError as error:
        raise InputError("certificates", folder, f"a folder that can be written ({error})") from None
    return [str(path) for path in paths]


def _as_json(interval: Interval, paths: list[str], folder: str | None) -> str:
    certificates = interval.certificates if folder is None else paths
    return json.dumps({**interval.to_json(), "certificates": certificates})


def _as_text(interval: Interval, paths: list[str]) -> str:
    theory = interval.theory
    lines = [
        repr(interval),
        *_impossible(interval),
        f"  published [{size_text(theory.lower)}, {size_text(theory.upper)}]",
        *(f"  {note.method}: {note.reason}" for note in interval.notes),
        f"  {interval.seconds:.2f} s",
        *(f"  certificate {path}" for path in paths),
    ]
    return "\n".join(lines)


def _impossible(interval: Interval) -> Iterator[str]:
    """Yield why no size at all will do, where that is so."""
    if interval.lower is not None and interval.lower.value == inf:
        yield f"  impossible: {explained(interval.lower.certificate)[-1]}"
