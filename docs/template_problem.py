"""Template of a problem: the least number of bits that give each of k tokens a code word of its own.

Copy this file and template_problem_check.py into ``problems/`` (or any package), rename both, and name
``PROBLEM`` in an entry point of the group ``lpbounds.problems``; docs/adding-a-problem.md goes through it.
"""

from __future__ import annotations

from collections.abc import Iterator

from lpbounds.bounds import Bound, Theory
from lpbounds.problem import Method, Nothing, Parameters, Problem, Task, integer

RESOURCE = "bits"


def _least(tokens: int) -> int:
    return (tokens - 1).bit_length()


def _counting(task: Task) -> Iterator[Bound]:
    """Yield the lower bound: w bits make 2^w words."""
    yield task.bound("lower", _least(task.parameters["k"]), "theorem", COUNTING.name, {"theorem": "counting"})


def _binary(task: Task) -> Iterator[Bound]:
    """Yield the upper bound: a list of different words, which the checker reads.

    Raises:
        Nothing: the list would be longer than ``limits.rows``.
    """
    tokens = task.parameters["k"]
    if tokens > task.limits.rows:
        raise Nothing(f"{tokens:,} words; the limit is {task.limits.rows:,} rows")
    width = _least(tokens)
    words = [[token >> place & 1 for place in range(width)] for token in range(tokens)]
    yield task.bound("upper", width, "model", BINARY.name, {"words": words})


def _memory(parameters: Parameters) -> int:
    """Return an estimate of the bytes that ``_binary`` takes."""
    tokens: int = parameters["k"]
    return 100 * tokens * (1 + _least(tokens))


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return what is published; either end may be missing."""
    return Theory(lower=1 if parameters["k"] > 1 else 0)


COUNTING = Method("counting", ("lower",), _counting, "w bits make 2^w words")
BINARY = Method("binary", ("upper",), _binary, "tokens numbered in binary", memory=_memory)

PROBLEM = Problem(
    "code-width",
    "bits that give each of k tokens a word of its own",
    (integer("k", "number of tokens", minimum=1, maximum=1 << 62),),
    (RESOURCE,),
    (COUNTING, BINARY),
    theory,
)
