"""Torch tensors among what a user brings; torch itself is not imported."""

from __future__ import annotations

import sys
from typing import Any


def as_arrays(given: Any) -> Any:
    """Return ``given`` with each torch tensor, also one in a list or tuple, as a numpy array.

    The entries stay what they are: gradients are left behind, tensors on other devices are fetched, and
    floats become doubles, which hold every bfloat16 and the other types that numpy lacks.
    """
    # A tensor can be there only if its library has been imported.
    tensor = getattr(sys.modules.get("torch"), "Tensor", ())
    if isinstance(given, tensor):
        return _array(given)
    if tensor and isinstance(given, list | tuple):
        return [as_arrays(item) for item in given]
    return given


def _array(tensor: Any) -> Any:
    plain = tensor.detach().cpu().to_dense()
    return (plain.double() if plain.is_floating_point() else plain).numpy()
