"""Measures Min-IP: fixed kernels against cvxpy, the parts of a cell, two workers against one, memory.

    python -m benchmarks.min_ip_speed [--check]

Times are processor times of one process, except for the sweeps, which are wall-clock times and need a machine
with two idle processors.  What is measured differs from run to run, so that a check compares the rest only.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import lpbounds
from benchmarks.literal_cvxpy import error_by_arrays, error_by_loops
from benchmarks.publish import Page, Table, publish
from benchmarks.report import cells, cpu_seconds, surroundings
from lpbounds import checker
from lpbounds.certificates import Certificate, sealed
from lpbounds.highs import FloatSolution, Highs
from lpbounds.linear_program import LinearProgram
from lpbounds.optimum import optimum
from lpbounds.rationals import text
from problems.min_ip_fixed import fixed_program, query_error
from problems.min_ip_kernels import QueryRow
from problems.min_ip_rows import InputRows, compact_rows
from problems.min_ip_weights import from_array

REPEATS = 3
# Cells of a second or more each, so that starting two workers does not count.
SWEEP = ("--m", "300:339", "--n", "3", "--method", "separate-features")

TEXT = """# Min-IP: speed and memory

Written by `python -m benchmarks.min_ip_speed`. Trust the ratios, not the seconds.

## All queries of a fixed kernel at m = 4, n = 5

{programs}

Building and solving count in each (lpbounds: best of {repeats} runs). Both cvxpy programs hand floats to
HiGHS.

## The parts of a cell: all queries of a fixed kernel at n = 5, in seconds

{parts}

Building is the program in integers; the inequalities of queries of equal weight are made once. HiGHS is the
whole call: the program passed in as floats, the simplex method, solution and basis read out. Exact repair
solves the basis again in rationals and verifies its primal and its dual. Checking is the checker's run on the
model certificate made of the kernel and the values found.

## Two workers against one

{workers}

`lpbounds sweep min-ip {sweep}`, wall-clock times, starting the workers included.

## Memory at m = 8, n = 1000

{memory}

The first line is what the program takes by itself. Nothing grows with n.

## Surroundings

{surroundings}
"""

LPBOUNDS = "from lpbounds.cli import main; main()"
MEASURE = f"""
import resource, subprocess, sys
line = [sys.executable, "-c", {LPBOUNDS!r}, *sys.argv[1:]]
subprocess.run(line, stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""

Floats = NDArray[np.float64]


def kernel_table(m: int) -> Floats:
    """Return a softmax kernel with every entry disturbed, so that no two tokens can be merged."""
    tokens = np.arange(1 << m)
    overlap = np.bitwise_count(tokens[:, None] & tokens[None, :])
    noise = np.random.default_rng(0).uniform(0.8, 1.25, overlap.shape)
    table: Floats = np.exp(-1.8 * overlap) * noise
    return table


# Against cvxpy


def against_cvxpy(m: int, n: int) -> tuple[Table, list[str]]:
    """Compare the errors of all queries of one kernel with the literal program in cvxpy.

    Returns:
        The table of times, and a line on the largest difference.
    """
    kernel = kernel_table(m)
    found: dict[str, list[float]] = {}
    certified = min(cpu_seconds(lambda: lpbounds.score("min-ip", kernel, n=n)) for _ in range(REPEATS))
    rows = [cells("lpbounds, in exact rationals", certified, 1.0)]
    for name, error in (("cvxpy, one matrix of inputs", error_by_arrays),
                        ("cvxpy, a pair of constraints an input", error_by_loops)):
        seconds = cpu_seconds(partial(_collect, found.setdefault(name, []), error, kernel, n))
        rows.append(cells(name, seconds, seconds / certified))
    exact = exact_errors(kernel, m, n)
    gap = max(abs(a - b) for errors in found.values() for a, b in zip(errors, exact, strict=True))
    head = ("program", "seconds", "ratio")
    return Table("programs", head, rows, head[1:]), ["largest difference from the exact errors", f"{gap:.1e}"]


def _collect(
    errors: list[float], error: Callable[[Floats, int, int], float], kernel: Floats, n: int
) -> None:
    errors += [error(kernel, query, n) for query in range(len(kernel))]


def exact_errors(kernel: Floats, m: int, n: int) -> list[float]:
    """Return the least worst-case error of each query, certified and then rounded to a float."""
    rows = from_array(kernel, m).query_rows()
    return [float(query_error(compact_rows(item.overlap, _own(item), n), item.row).upper) for item in rows]


def _own(item: QueryRow) -> int:
    return len(item.overlap) - 1


# The parts of a cell


class TimedHighs(Highs):
    """HiGHS with a stopwatch on everything from passing the program to reading the solution."""

    seconds = 0.0

    def solve(self, program: LinearProgram) -> FloatSolution:
        """Solve ``program`` and add the time."""
        started = time.process_time()
        try:
            return super().solve(program)
        finally:
            self.seconds += time.process_time() - started


class Parts(NamedTuple):
    """Seconds of each part of a cell."""

    building: float
    highs: float
    repair: float
    checking: float


def parts_of_a_cell(sizes: Iterable[int], n: int) -> Table:
    """Split the time of scoring all queries of a kernel and checking the model that comes out."""
    rows = []
    for m in sizes:
        parts = min((measured_parts(m, n) for _ in range(REPEATS)), key=sum)
        rows.append(cells(m, *parts, (parts.building + parts.repair) / parts.highs))
    head = ("m", "building", "HiGHS", "exact repair", "checking", "(building + repair) / HiGHS")
    return Table("parts", head, rows, head[1:])


def measured_parts(m: int, n: int) -> Parts:
    """Score the kernel of m bits query by query, check the result, and time the parts."""
    kernel, highs = from_array(kernel_table(m), m), TimedHighs(presolve="off")
    shared: dict[tuple[int, ...], InputRows] = {}
    building = repair = 0.0
    worst = Fraction(0)
    values: list[list[Fraction]] = []
    for item in kernel.query_rows():
        started = time.process_time()
        program = _program(item, n, shared)
        built, inside = time.process_time(), highs.seconds
        found = optimum(program, highs)
        building += built - started
        repair += time.process_time() - built - (highs.seconds - inside)
        assert found.is_exact and found.upper is not None
        worst = max(worst, found.upper)
        error = query_error(shared[tuple(item.overlap.tolist())], item.row)
        values.append([value for _, value in sorted(zip(item.tokens, error.values, strict=True))])
    certificate = _model(m, n, worst, [kernel.row(query) for query in range(1 << m)], values)
    return Parts(building, highs.seconds, repair, cpu_seconds(lambda: _accepted(certificate)))


def _program(item: QueryRow, n: int, shared: dict[tuple[int, ...], InputRows]) -> LinearProgram:
    key = tuple(item.overlap.tolist())
    if key not in shared:
        shared[key] = compact_rows(item.overlap, _own(item), n)
    return fixed_program(shared[key], item.row)


def _model(
    m: int, n: int, worst: Fraction, kernel: Sequence[Sequence[Fraction | int]], values: list[list[Fraction]]
) -> Certificate:
    """Return the certificate that this kernel, one feature a token, errs by less than ``worst`` + 1/1000."""
    keys = [[text(int(token == feature)) for feature in range(1 << m)] for token in range(1 << m)]
    proof = {
        "queries": [[text(value) for value in row] for row in kernel],
        "keys": keys,
        "values": [[text(value) for value in row] for row in values],
    }
    parameters = {"m": m, "n": n, "eps": text(worst + Fraction(1, 1000))}
    return sealed("min-ip", parameters, "feature-rank", "upper", 1 << m, "model", "benchmark", proof)


def _accepted(certificate: Certificate) -> None:
    verdict = checker.judge(certificate)
    assert verdict.accepted, verdict.reason


# Two workers


def two_workers(ranges: Sequence[str]) -> tuple[Table, list[str]]:
    """Compare the wall-clock time of one sweep with one and with two workers.

    Returns:
        The table of times, and a line on the time of a cell.
    """
    with tempfile.TemporaryDirectory() as folder:
        times = {jobs: _sweep_seconds(ranges, jobs, Path(folder) / f"{jobs}.sqlite") for jobs in (1, 2)}
        frame = lpbounds.load(Path(folder) / "1.sqlite")
    rows = [cells(jobs, seconds, times[1] / seconds) for jobs, seconds in times.items()]
    head, spread = ("workers", "seconds", "speed-up"), frame["seconds"]
    line = [f"seconds of each of the {len(frame)} cells", f"{spread.min():.1f} to {spread.max():.1f}"]
    return Table("workers", head, rows, head[1:]), line


def _sweep_seconds(ranges: Sequence[str], jobs: int, store: Path) -> float:
    started = time.perf_counter()
    command = ("sweep", "min-ip", *ranges, "--jobs", str(jobs), "--store", str(store), "--quiet")
    subprocess.run([sys.executable, "-c", LPBOUNDS, *command], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


# Memory


def memory(m: int, n: int) -> Table:
    """Measure the largest resident set of commands at long inputs, each in a process of its own."""
    size = ("min-ip", "--m", str(m), "--n", str(n))
    commands = (
        ("problems",),
        ("solve", *size, "--method", "polynomial-kernel"),
        ("score", *size, "--kernel", "softmax"),
        ("score", *size, "--kernel", "favor"),
    )
    rows = [cells(f"lpbounds {' '.join(one)}", largest_resident_set(*one) / 1024) for one in commands]
    head = ("command", "MiB at most")
    return Table("memory", head, rows, head[1:])


def largest_resident_set(*arguments: str) -> int:
    """Run ``lpbounds`` and return its largest resident set in KiB (as Linux counts it).

    A child inherits the peak of the process that forks it, so a small process stands between.
    """
    line = [sys.executable, "-c", MEASURE, *arguments]
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return int(done.stdout)


def page() -> Page:
    """Measure everything and return the page."""
    programs, difference = against_cvxpy(4, 5)
    parts = parts_of_a_cell((5, 6), 5)
    workers, spread = two_workers(SWEEP)
    head = ("what", "value")
    about = Table("surroundings", head, [difference, spread, *surroundings()], head[1:])
    text = TEXT.replace("{repeats}", str(REPEATS)).replace("{sweep}", " ".join(SWEEP))
    return Page("min_ip_speed", text, [programs, parts, workers, memory(8, 1000), about])


if __name__ == "__main__":
    publish(page)
