"""Local minimisation without derivatives, for a few parameters of a bound that is computed exactly later."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def polished(
    cost: Callable[[Floats], float], start: Floats, steps: int, rounds: int = 1
) -> tuple[Floats, float]:
    """Return a point of low cost near ``start`` and its cost, by the simplex of Nelder and Mead.

    Args:
        cost: takes a point of the shape of ``start``.
        start: shape (k,); its entries set the scale of the steps.
        steps: most iterations of a round.
        rounds: how often the simplex is set up anew.
    """
    # Loaded late: it takes long to import.
    from scipy.optimize import minimize

    scale = np.where(np.abs(start) < 1e-12, 1e-3, start)

    def scaled(x: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return cost(x * scale)

    x = np.asarray(start / scale).reshape(-1)
    options = {"xatol": 1e-7, "fatol": 1e-9, "maxiter": steps}
    for _ in range(rounds):
        x = minimize(scaled, x, method="Nelder-Mead", options=options).x  # type: ignore[call-overload]
    return x * scale, cost(x * scale)
