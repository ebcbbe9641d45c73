"""The least size of a resource: run a problem's methods, cheap ones first, until the ends meet."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from lpbounds import checker
from lpbounds.bounds import Bound, Interval, Note
from lpbounds.errors import InputError, SolverFailure
from lpbounds.problem import Limits, Method, Nothing, Problem, Task

log = logging.getLogger(__name__)


def minimal(
    problem: Problem,
    parameters: Mapping[str, Any],
    *,
    resource: str | None = None,
    method: str | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    report: Callable[[str], None] = log.info,
) -> Interval:
    """Bound the least size of ``resource`` from both sides, each end by a certificate the checker accepts.

    Args:
        problem: the problem.
        parameters: its parameters and aids, as text or Python values.
        resource: the quantity to bound; the problem's first when None.
        method: run this method only; all of the problem's when None.
        seed: seed of every random choice.
        limits: how much work is allowed.
        report: called with a line of progress now and then; logged when not given.

    Returns:
        The best bounds found, and a note for each method that gave none.

    Raises:
        InputError: bad parameters or aids, or a method asked for by name that would exceed the limits or
            misses its aid.
    """
    names = {aid.name for aid in problem.aids}
    values = problem.parsed({name: value for name, value in parameters.items() if name not in names})
    aids, chosen = problem.aided(parameters, values), resource_named(problem, resource)
    search = _Search(Task(problem.name, values, chosen, seed, limits or Limits(), aids=aids, report=report))
    for candidate in methods_to_run(problem, chosen, method, values, search.task.limits, aids):
        search.attempt(candidate, required=method is not None)
    return search.interval(problem)


def resource_named(problem: Problem, resource: str | None) -> str:
    """Return ``resource``, or the problem's first when it is None.

    Raises:
        InputError: the problem has no such resource.
    """
    chosen = resource or problem.resources[0]
    if chosen not in problem.resources:
        raise InputError("resource", chosen, "one of " + ", ".join(problem.resources))
    return chosen


def methods_to_run(
    problem: Problem,
    resource: str,
    name: str | None,
    values: dict[str, Any],
    limits: Limits,
    aids: Iterable[str] = (),
) -> Iterable[Method]:
    """Return the methods that a call runs: the one called ``name``, or all that bound ``resource``.

    Raises:
        InputError: ``values`` do not go with ``resource``; the method does not exist, bounds something else,
            misses its aid, or takes too much memory at ``values``.
    """
    problem.admit(values, resource)
    if name is None:
        return problem.methods_for(resource, aids)
    method = problem.method(name)
    if method.aid and method.aid not in aids:
        raise InputError(method.aid, "nothing", f"what the method {name} works with (an option of solve)")
    if method.resources and resource not in method.resources:
        raise InputError("method", name, f"a method for {resource}")
    memory = method.memory(values)
    if memory > limits.memory:
        allowed = f"methods that take at most {_gib(limits.memory)}; it would take {_gib(memory)} here"
        raise InputError("method", name, allowed)
    return [method]


def _gib(size: int) -> str:
    return f"{size / 2**30:,.1f} GiB" if size < 1 << 60 else f"2^{size.bit_length() - 31} GiB"


class _Search:
    """The state of one call: the best bound of each side, notes and timings."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.best: dict[str, Bound] = {}
        self.notes: list[Note] = []
        self.timings: dict[str, float] = {}
        self.started = time.perf_counter()

    def attempt(self, method: Method, *, required: bool) -> None:
        """Run ``method`` unless it cannot help, and keep what it proves."""
        if self._is_settled() and not required:
            return
        reason = None if required else self._reason_to_skip(method)
        if reason is not None:
            self._note(method.name, reason)
            return
        self.task.report(self._line(method))
        started = time.perf_counter()
        task = replace(self.task, report=partial(self._report, method), **self._known())
        try:
            for bound in method.run(task):
                self._keep(bound)
        except (Nothing, SolverFailure, MemoryError) as failure:
            self._note(method.name, str(failure) or type(failure).__name__)
        self._add_time(method.name, time.perf_counter() - started)

    def _reason_to_skip(self, method: Method) -> str | None:
        memory, limit = method.memory(self.task.parameters), self.task.limits.memory
        if memory > limit:
            return f"skipped: it would take {_gib(memory)}, the limit is {_gib(limit)}"
        if time.perf_counter() - self.started > self.task.limits.seconds:
            return f"skipped: stopped by the clock after {self.task.limits.seconds:g} s"
        return None

    def _known(self) -> dict[str, Any]:
        return {side: bound.value for side, bound in self.best.items()}

    def _is_settled(self) -> bool:
        known = self._known()
        return len(known) == 2 and known["lower"] == known["upper"]

    def _line(self, method: Method) -> str:
        """Return what is at work and what is known so far."""
        known = self._known()
        return f"[{known.get('lower', '?')}, {known.get('upper', '?')}] so far, {method.name}"

    def _report(self, method: Method, line: str) -> None:
        self.task.report(f"{self._line(method)}: {line}")

    def _keep(self, bound: Bound) -> None:
        old = self.best.get(bound.side)
        sign = 1 if bound.side == "lower" else -1
        if old is not None and sign * bound.value <= sign * old.value:
            return
        started = time.perf_counter()
        verdict = checker.judge(bound.certificate)
        self._add_time("checking", time.perf_counter() - started)
        if verdict.accepted:
            self.best[bound.side] = bound
        else:
            log.error("the checker rejected a bound of %s: %s", bound.method, verdict.reason)
            self._note(bound.method, f"its certificate was rejected: {verdict.reason}")

    def _note(self, method: str, reason: str) -> None:
        self.notes.append(Note(method, reason))

    def _add_time(self, name: str, seconds: float) -> None:
        self.timings[name] = self.timings.get(name, 0.0) + seconds

    def interval(self, problem: Problem) -> Interval:
        """Return the interval found."""
        return Interval(
            problem.name,
            self.task.parameters,
            self.task.resource,
            self.best.get("lower"),
            self.best.get("upper"),
            problem.theory(self.task.parameters, self.task.resource),
            tuple(self.notes),
            time.perf_counter() - self.started,
            self.timings,
        )
