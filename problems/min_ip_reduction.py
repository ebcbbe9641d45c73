"""Lower bounds of Min-IP taken to more bits: the rank grows with m, as further bits may be fixed to 0."""

from __future__ import annotations

from typing import Any

from lpbounds.bounds import Bound
from lpbounds.certificates import sealed
from lpbounds.problem import Task


def from_fewer_bits(
    task: Task, bits: int, value: int, kind: str, method: str, proof: dict[str, Any]
) -> Bound:
    """Return the lower bound ``value`` of ``task`` that ``proof`` establishes on bits <= m bits."""
    if bits == task.parameters["m"]:
        return task.bound("lower", value, kind, method, proof)
    smaller = {**task.parameters, "m": bits}
    inner = sealed(task.problem, smaller, task.resource, "lower", value, kind, method, proof)
    return task.bound("lower", value, "reduction", method, {"certificate": inner})
