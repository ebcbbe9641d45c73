"""The command line: problems, solve, sweep, table, figures, report, export, verify and score.

Exit code 0 when it did what was asked, 1 when a check failed, 2 for bad input.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lpbounds import registry
from lpbounds.errors import InputError, SolverFailure
from lpbounds.threads import allow_one_thread

if TYPE_CHECKING:
    from lpbounds.problem import Problem

CHECK_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


class ProblemGroup(click.Group):
    """A command with one subcommand for each problem, made when it is asked for."""

    def __init__(self, name: str, help: str, make: Callable[[Problem], click.Command]) -> None:
        """Take ``make``, which builds the subcommand of a problem."""
        super().__init__(name, help=help, subcommand_metavar="PROBLEM [OPTIONS]")
        self._make = make

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments.

        Raises:
            InputError: there are none.
        """
        if not args:
            raise InputError("problem", "nothing", "one of " + ", ".join(registry.names()))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all problems."""
        return list(registry.names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Return the subcommand of a problem.

        Raises:
            InputError: there is no such problem.
        """
        return self._make(registry.get(cmd_name))


def _solve(problem: Problem) -> click.Command:
    from lpbounds.cli_solve import command

    return command(problem)


def _sweep(problem: Problem) -> click.Command:
    from lpbounds.cli_sweep import command

    return command(problem)


def _score(problem: Problem) -> click.Command:
    from lpbounds.cli_score import command

    return command(problem)


quiet_flag = click.option("--quiet", is_flag=True, help="show no progress")


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="lpbounds")
@click.pass_context
def lpbounds(context: click.Context) -> None:
    """Certified bounds on how much of a resource an attention layer needs for a task."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


lpbounds.add_command(ProblemGroup("solve", "Bound one problem at one choice of parameters.", _solve))
lpbounds.add_command(ProblemGroup("sweep", "Bound many cells and keep the results in a store.", _sweep))
lpbounds.add_command(ProblemGroup("score", "Score given weights on a problem.", _score))


@lpbounds.command()
@click.option("--quiet", is_flag=True, expose_value=False, help="as elsewhere; there is no progress to show")
def problems() -> None:
    """List the problems, their parameters, resources and methods."""
    for name in registry.names():
        problem = registry.get(name)
        click.echo(f"{name}: {problem.title}")
        for parameter in problem.parameters:
            default = f" (default {parameter.default})" if parameter.default is not None else ""
            click.echo(f"  --{parameter.name}: {parameter.help}{default}")
        for aid in problem.aids:
            click.echo(f"  --{aid.name}: {aid.help} (solve only)")
        click.echo("  resources: " + ", ".join(problem.resources))
        for method in problem.methods:
            click.echo(f"  method {method.name} ({', '.join(method.sides)}): {method.summary}")


@lpbounds.command()
@click.argument("store")
@click.option("--format", "form", default="text", metavar="FORMAT", help="text, markdown, csv, latex or json")
@quiet_flag
def table(store: str, form: str, quiet: bool) -> None:
    """Print what STORE holds: for each cell the best certified bounds of all runs."""
    from lpbounds.progress import counted, progress
    from lpbounds.store import read
    from lpbounds.summary import entries
    from lpbounds.tables import FORMATS, render

    if form not in FORMATS:
        raise InputError("format", form, "one of " + ", ".join(FORMATS))
    with read(Path(store)) as opened, progress(f"reading {store}", quiet=quiet) as report:
        found = entries(counted(opened.results(), report, "results read"))
        report(f"making the table of {len(found):,} cells")
        text = render(found, form)
    click.echo(text)


@lpbounds.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@quiet_flag
def verify(paths: tuple[str, ...], quiet: bool) -> int:
    """Check every certificate in stores, certificate files and folders, and count them."""
    from lpbounds.progress import progress
    from lpbounds.verify import check

    checked = accepted = 0
    with progress("reading", quiet=quiet) as report:
        for place, verdict in check([Path(path) for path in paths]):
            checked += 1
            accepted += verdict.accepted
            report(f"{checked:,} checked, {accepted:,} accepted, the last in {place}")
            if not verdict.accepted:
                click.echo(f"REJECTED {place}: {verdict.reason}")
    click.echo(f"{checked} certificates checked, {accepted} accepted")
    return 0 if checked and accepted == checked else CHECK_FAILED


@lpbounds.command()
@click.argument("stores", nargs=-1, required=True, metavar="STORE...")
@click.option("--out", required=True, metavar="FOLDER", help="folder for the pictures")
@quiet_flag
def figures(stores: tuple[str, ...], out: str, quiet: bool) -> None:
    """Draw what STORES hold, as SVG and PNG files."""
    from lpbounds.figure_files import draw
    from lpbounds.progress import progress

    with progress("reading", quiet=quiet) as report:
        paths = draw([Path(store) for store in stores], Path(out), report)
    for path in paths:
        click.echo(path)


@lpbounds.command()
@click.argument("stores", nargs=-1, required=True, metavar="STORE...")
@click.option("--out", required=True, metavar="FILE", help="file for the page, such as report.html")
@quiet_flag
def report(stores: tuple[str, ...], out: str, quiet: bool) -> None:
    """Write one page on what STORES hold: tables, figures, and the certificates in words."""
    from lpbounds.progress import progress
    from lpbounds.report import write

    with progress("reading", quiet=quiet) as tell:
        count = write([Path(store) for store in stores], Path(out), tell)
    click.echo(f"{count:,} {'cell' if count == 1 else 'cells'}; open {out} in a browser")


@lpbounds.command()
@click.argument("store")
@click.argument("digest")
@click.option("--quiet", is_flag=True, expose_value=False, help="as elsewhere; there is no progress to show")
def export(store: str, digest: str) -> None:
    """Print the certificate in STORE whose digest begins with DIGEST, as JSON."""
    from lpbounds.store import read

    with read(Path(store)) as opened:
        click.echo(opened.certificate(digest))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; what goes wrong is one line on stderr."""
    try:
        return lpbounds.main(list(arguments), prog_name="lpbounds", standalone_mode=False) or 0
    except InputError as error:
        return _fail(str(error), BAD_INPUT)
    except click.ClickException as error:
        return _fail(f"{' '.join(error.format_message().split())} See lpbounds --help.", BAD_INPUT)
    except sqlite3.DatabaseError as error:
        return _fail(f"store: it cannot be used: {error}", BAD_INPUT)
    except (AssertionError, SolverFailure) as error:
        return _fail(f"it failed: {error}", CHECK_FAILED)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", INTERRUPTED)


def _fail(line: str, code: int) -> int:
    click.echo(f"lpbounds: {line}", err=True)
    return code


def main() -> None:
    """Entry point of the command ``lpbounds``."""
    allow_one_thread()
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone, as in ``lpbounds table ... | head``.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0
    sys.exit(code)
