"""lpbounds: certified bounds on how much of a resource an attention layer needs for a task.

    import lpbounds
    interval = lpbounds.solve("min-ip", m=4, n=3)    # an interval with a certificate for each end
    score = lpbounds.score("min-ip", kernel, n=3)    # how well a kernel, an array or a function, can do
    frame = lpbounds.load("runs/min-ip.sqlite")      # the results of a sweep as a pandas frame
    box = lpbounds.matrix_box(low, high)             # all matrices with entries between two matrices
    lpbounds.trace_bound(box).rank                   # no matrix in the box has a smaller rank
    lpbounds.semidefinite_bound(box).rank            # likewise, slower and at least as good

Everything heavy is imported when it is first used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

    from lpbounds.bounds import Interval
    from lpbounds.boxes import matrix_box
    from lpbounds.problem import Limits, Problem, Score
    from lpbounds.semidefinite_rank import semidefinite_bound
    from lpbounds.trace_rank import trace_bound

__all__ = [
    "get",
    "load",
    "matrix_box",
    "names",
    "score",
    "semidefinite_bound",
    "solve",
    "trace_bound",
]

# Imported when first used: where each name stands.
_LATER = {
    "matrix_box": "lpbounds.boxes",
    "semidefinite_bound": "lpbounds.semidefinite_rank",
    "trace_bound": "lpbounds.trace_rank",
}


def names() -> tuple[str, ...]:
    """Return the names of all problems."""
    from lpbounds import registry

    return registry.names()


def get(name: str) -> Problem:
    """Return the problem called ``name``.

    Raises:
        InputError: there is none; the nearest name is offered.
    """
    from lpbounds import registry

    return registry.get(name)


def solve(
    name: str,
    *,
    resource: str | None = None,
    method: str | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    **parameters: Any,
) -> Interval:
    """Return certified bounds on the least size of ``resource`` for the problem called ``name``.

    Args:
        name: name of the problem.
        resource: the quantity to bound; the problem's first when None.
        method: run this method only; all of them when None.
        seed: seed of every random choice.
        limits: how much work is allowed.
        **parameters: the problem's parameters; rationals as text, such as ``eps="1/2"``.

    Raises:
        InputError: a name or a value is refused.
    """
    return get(name).solve(resource=resource, method=method, seed=seed, limits=limits, **parameters)


def score(name: str, weights: Any = None, **given: Any) -> Score:
    """Return how well given weights can do on the problem called ``name``.

    Args:
        name: name of the problem.
        weights: the weights: a numpy array, a torch tensor, nested lists, or what names them.  A kernel of
            Min-IP may also be a function ``kernel(query, token)`` of two tuples of m bits, bit 0 first, that
            returns a number at least 0; floats are taken as the rationals that they are.
        **given: parameters of the problem and options of its scoring.

    Raises:
        InputError: a name or a value is refused.
    """
    from lpbounds.scoring import score_weights

    return score_weights(get(name), weights, given)


def load(store: str | Path) -> pandas.DataFrame:
    """Return the results in ``store`` as a pandas frame, a row for each cell; exact rationals stay text.

    Raises:
        InputError: ``store`` is not a store.
    """
    from lpbounds.summary import frame

    return frame(store)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("lpbounds")
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
