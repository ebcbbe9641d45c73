"""Sweeps on a Dask cluster: the cells run on its workers, and this process alone writes to the store.

Each cell is a future of ``distributed``.  A worker that is lost costs nothing: the scheduler gives its cells
to others, until it has lost too many workers with one cell.  Scheduler and workers need lpbounds, in the same
version, and the problem's package.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from lpbounds.cell_process import Pool
from lpbounds.errors import InputError, SolverFailure
from lpbounds.results import Cell, Result, versions
from lpbounds.resume import remaining
from lpbounds.store import Store
from lpbounds.sweep import Observer

if TYPE_CHECKING:
    from distributed import Client, Future

    # A key, its future and its cell.
    Waiting = dict[str, tuple[Future[Result], Cell]]

CONNECT_SECONDS = 4.0
MISSING = "a cluster, once distributed is installed: pip install 'lpbounds[dask]'"
LOST = "the connection to the cluster was lost"


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to the scheduler at ``address``, such as ``tcp://10.0.0.1:8786``.

    Raises:
        InputError: distributed is not installed, nothing answers there within a few seconds, or a worker or
            the scheduler has no lpbounds of this version.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError("dask", address, MISSING) from None
    # Its warnings would tear the bar, and what goes wrong is said once, in one line.
    for name in ("distributed", "distributed.client", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    _refuse_silence(address)
    with Client(address, timeout=CONNECT_SECONDS, set_as_default=False) as client:
        _refuse_other_versions(client, address)
        yield client


def _refuse_silence(address: str) -> None:
    # A client that fails to connect takes long to go away, and whatever answers may send anything.
    try:
        kind = asyncio.run(_kind(address))
    except TimeoutError:
        kind = f"nothing answered within {CONNECT_SECONDS:g} s"
    except Exception as error:
        kind = _first_line(error) if isinstance(error, OSError | ValueError) else "something else is there"
    if kind != "Scheduler":
        raise InputError("dask", address, f"the address of a Dask scheduler that answers ({kind})")


async def _kind(address: str) -> str:
    """Return what the server at ``address`` says it is."""
    from distributed import rpc
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECT_SECONDS, connection_args=arguments) as server:
        identity = await asyncio.wait_for(server.identity(), CONNECT_SECONDS)
    return str(identity["type"])


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _refuse_other_versions(client: Client, address: str) -> None:
    ours = versions()["lpbounds"]
    found = client.run(metadata.version, "lpbounds", on_error="return")
    # The scheduler unpacks the cells as well.
    for place, theirs in {"the scheduler": _on_scheduler(client), **found}.items():
        if theirs != ours:
            shown = f"lpbounds {theirs}" if isinstance(theirs, str) else "no lpbounds"
            raise InputError("dask", address, f"a cluster with lpbounds {ours} ({place} has {shown})")


def _on_scheduler(client: Client) -> object:
    try:
        return client.run_on_scheduler(metadata.version, "lpbounds")
    except Exception as error:
        return error


def sweep_on(
    client: Client, cells: Sequence[Cell], store: Store, observer: Observer | None = None
) -> list[Result]:
    """Run what ``store`` does not hold of ``cells`` on the cluster and store each result as it arrives.

    Args:
        client: connected to the cluster.
        cells: what is wanted.
        store: open for writing; holds the results of earlier runs.
        observer: is told how it goes.

    Returns:
        The new results, in the order in which they were stored.

    Raises:
        SolverFailure: the cluster was lost; what had arrived is stored.
    """
    watcher, results = observer or Observer(), []
    todo = remaining(cells, store.results(), versions()["lpbounds"])
    futures = _submitted(client, todo)
    watcher.begin(len(todo), _running(client, futures))
    try:
        for result in _arriving(client, futures):
            store.add(result)
            results.append(result)
            watcher.ended(result)
    finally:
        # Nothing is left to cancel when all went well.
        client.cancel([future for future, _ in futures.values()])
    return results


def _submitted(client: Client, cells: Sequence[Cell]) -> Waiting:
    # Keys of this call alone: a cell that failed in another sweep is to be run again.
    call = f"lpbounds-{uuid.uuid4().hex}"
    keys = [f"{call}-{number}" for number in range(len(cells))]
    futures = client.map(_run, cells, key=keys, pure=False) if cells else []
    return {key: (future, cell) for key, future, cell in zip(keys, futures, cells, strict=True)}


def _arriving(client: Client, futures: Waiting) -> Iterator[Result]:
    """Yield results as they come, and forget their futures, so that the cluster forgets them too."""
    from distributed import as_completed

    waited = [future for future, _ in futures.values()]
    for future, outcome in as_completed(waited, client.loop, with_results=True, raise_errors=False):
        _, cell = futures.pop(future.key)
        yield _result(cell, future.status, outcome)
        future.release()


def _result(cell: Cell, status: str, outcome: Any) -> Result:
    if isinstance(outcome, Result):
        return outcome
    if status != "error":
        raise SolverFailure(LOST)
    error = outcome[1]
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return Result(cell, "failed", reason, versions=versions())


def _running(client: Client, futures: Waiting) -> Callable[[], list[Cell]]:
    """Return a function that asks the scheduler which cells its workers have."""

    def running() -> list[Cell]:
        try:
            held = [key for keys in client.processing().values() for key in keys]
        except (OSError, RuntimeError):
            return []
        return [futures[key][1] for key in sorted(held) if key in futures]

    return running


@cache
def _pool() -> Pool:
    return Pool()


def _run(cell: Cell) -> Result:
    """Run one cell on a worker; when the client has gone or cancelled it, its process is ended."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return _pool().run(cell, is_wanted)
