"""Lower bounds for Min-IP from minors of forced sign: the methods ``orders`` and ``parity``.

``orders`` takes the odd cycle that exists for every rank r once m >= r g + 1 and a gap of g forces enough
(``problems.min_ip_odd_cycle``); it never searches, so m may be of any size.  ``parity`` lists the forced
minors of a few bits and looks for any odd cycle among them.  For r = 2 both say that no two linear orders, of
queries and of tokens, explain the signs of the 2 x 2 minors of a kernel of rank two.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_minors import Minor, forced_minors, is_forced, minors_proof
from problems.min_ip_odd_cycle import kneser_cycle, shortest_odd_cycle
from problems.min_ip_ratios import Ratios
from problems.min_ip_reduction import from_fewer_bits

# Larger gaps and ranks gain nothing over the other methods and cost long certificates.
MOST_GAP = 8
MOST_RANK = 8
# The exhaustive search takes well under a second up to these sizes.
MOST_BITS = 5
MOST_SEARCHED_RANK = 4
# Weight of the queries from rank three on; heavier ones add minors by the thousand.
HEAVIEST = 3


def task_ratios(task: Task) -> Ratios:
    """Return the forced ratios at the task's n and eps.

    Raises:
        Nothing: n <= 2, where no ratio is forced.
    """
    if task.parameters["n"] < 3:
        raise Nothing("needs n >= 3")
    return Ratios(task.parameters["n"], Fraction(task.parameters["eps"]))


def cycle_gap(m: int, ratios: Ratios, rank: int) -> int | None:
    """Return the least gap whose odd cycle refutes ``rank`` on m bits, or None."""
    gaps = range(1, min(MOST_GAP, (m - 1) // rank) + 1)
    # The minors of one cycle differ by permutations of the bits.
    return next((g for g in gaps if is_forced(ratios, kneser_cycle(g, rank)[0])), None)


def _orders(task: Task) -> Iterator[Bound]:
    ratios = task_ratios(task)
    # A cycle of rank r gives r + 1, which is to exceed what is known.
    for rank in range(min(MOST_RANK, task.parameters["m"] - 1), max(1, int(task.lower or 1) - 1), -1):
        gap = cycle_gap(task.parameters["m"], ratios, rank)
        if gap is not None:
            size = rank * gap + 1
            proof = minors_proof(ratios, size, kneser_cycle(gap, rank))
            yield from_fewer_bits(task, size, rank + 1, "proof", ORDERS.name, proof)
            return
    raise Nothing("no odd cycle of minors is forced")


ORDERS = Method(
    "orders",
    ("lower",),
    _orders,
    "an odd cycle of minors of forced sign, in closed form",
    ("feature-rank",),
)


def odd_cycle(m: int, ratios: Ratios, rank: int) -> list[Minor] | None:
    """Return an odd cycle among the forced minors of this size, of queries as light as possible, or None."""
    for weight in range(1, m + 1 if rank == 2 else HEAVIEST + 1):
        queries = [x for x in range(1, 1 << m) if x.bit_count() <= weight]
        cycle = shortest_odd_cycle(forced_minors(ratios, rank, queries, range(1, 1 << m)), m)
        if cycle is not None:
            return cycle
    return None


def _parity(task: Task) -> Iterator[Bound]:
    m, ratios = task.parameters["m"], task_ratios(task)
    if m > MOST_BITS:
        raise Nothing(f"skipped: it lists the minors of at most {MOST_BITS} bits")
    least = rank = max(2, int(task.lower or 1))
    if least > MOST_SEARCHED_RANK:
        raise Nothing(f"skipped: it lists minors of at most {MOST_SEARCHED_RANK} rows")
    while rank <= MOST_SEARCHED_RANK and (cycle := odd_cycle(m, ratios, rank)) is not None:
        rank += 1
        yield task.bound("lower", rank, "proof", PARITY.name, minors_proof(ratios, m, cycle))
    if rank == least:
        raise Nothing(f"no odd cycle of {rank} x {rank} minors is forced")


PARITY = Method(
    "parity",
    ("lower",),
    _parity,
    "an odd cycle of minors of forced sign, by search on a few bits",
    ("feature-rank",),
)
