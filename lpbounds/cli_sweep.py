"""The command ``lpbounds sweep``: many cells, kept in a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import click

from lpbounds import cli_options
from lpbounds.errors import InputError, SolverFailure
from lpbounds.minimal import methods_to_run, resource_named
from lpbounds.problem import Problem
from lpbounds.progress import Bar, progress, state
from lpbounds.ranges import combinations
from lpbounds.results import Cell, Result
from lpbounds.store import create
from lpbounds.sweep import Observer, sweep

# Takes the cells, the store and an observer; returns the new results.
Sweeper = Callable[..., list[Result]]
FAILED = 1
RANGES = ", as 4, 1:4 or 1,2,5"


def command(problem: Problem) -> click.Command:
    """Return the subcommand of ``problem``."""
    options = [
        *cli_options.parameter_options(problem.parameters, RANGES),
        *cli_options.work_options(problem),
        cli_options.text_option("jobs", "worker processes", "1"),
        cli_options.text_option("dask", "address of a Dask scheduler whose workers run the cells"),
        cli_options.text_option("store", "file that keeps the results"),
        cli_options.quiet_option(),
    ]

    @click.pass_context
    def callback(context: click.Context, /, quiet: bool, **given: str) -> int:
        texts = cli_options.given(context, ["jobs", "dask", "store"])
        if "store" not in texts:
            raise InputError("store", "nothing", "the file that keeps the results, such as runs/table.sqlite")
        cells = _cells(problem, context)
        with _sweeper(texts, quiet) as run:
            return _run(cells, Path(texts["store"]), run, Observer() if quiet else Bar())

    return click.Command(problem.name, params=options, callback=callback, help=problem.title)


def _cells(problem: Problem, context: click.Context) -> list[Cell]:
    texts = cli_options.given(context, ["resource", "method", "seed", *cli_options.limit_names()])
    limits = cli_options.limits(texts)
    seed = cli_options.whole("seed", texts.get("seed", "0"), 0)
    resource, method = resource_named(problem, texts.get("resource")), texts.get("method")
    chosen = combinations(problem, cli_options.given(context, [item.name for item in problem.parameters]))
    for values in chosen:
        methods_to_run(problem, resource, method, values, limits)
    return [Cell(problem.name, values, resource, method, seed, limits) for values in chosen]


@contextmanager
def _sweeper(texts: Mapping[str, str], quiet: bool) -> Iterator[Sweeper]:
    """Return what runs the cells: processes of this machine, or the workers of a cluster."""
    if "dask" not in texts:
        yield partial(sweep, jobs=cli_options.whole("jobs", texts.get("jobs", "1"), 1))
        return
    if "jobs" in texts:
        raise InputError("jobs", texts["jobs"], "none beside dask: each thread of its workers runs a cell")
    from lpbounds.cluster import connected, sweep_on

    with ExitStack() as stack:
        with progress(f"connecting to {texts['dask']}", quiet=quiet):
            client = stack.enter_context(connected(texts["dask"]))
        yield partial(sweep_on, client)


def _run(cells: list[Cell], path: Path, run: Sweeper, observer: Observer) -> int:
    with create(path) as store:
        try:
            results = run(cells, store, observer=observer)
        except (KeyboardInterrupt, SolverFailure):
            click.echo("What is finished is kept; the same command goes on from there.", err=True)
            raise
        finally:
            observer.close()
    for result in results:
        if result.status == "failed":
            click.echo(f"failed: {result.cell}: {result.reason}", err=True)
    click.echo(_report(len(cells), results, path))
    return FAILED if any(result.status == "failed" for result in results) else 0


def _report(wanted: int, results: list[Result], path: Path) -> str:
    counts = Counter(state(result) for result in results)
    parts = [f"{counts[name]} {name}" for name in ("settled", "open", "stopped", "failed") if counts[name]]
    skipped = wanted - len(results)
    parts += [f"{skipped} done before"] if skipped else []
    return f"{wanted} {'cell' if wanted == 1 else 'cells'}: {', '.join(parts)}; kept in {path}"
