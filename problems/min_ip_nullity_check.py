"""Checks proofs of rule ``nullity`` about Min-IP: words against their complements have a small null space.

The ratios B_ij of the words, the caps on them, and why they are positive are those of
problems/min_ip_trace_check.py: B_ii = 1 and 0 < B_ij < u for i != j, u the largest cap of two of the words.
That a null space of k dimensions contradicts this, for small u, is shown in
problems/min_ip_family_nullity_check.py.  The rank is then at least T - k + 1 for T words.

Standard library only, Python 3.9 or newer; ``base`` is problems/min_ip_check.py.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any, Dict


def beside(name: str) -> ModuleType:
    """Load another file of this folder."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(name + ".py"))
    if spec is None or spec.loader is None:
        raise ImportError(f"{name}.py does not stand beside {__file__}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


trace = beside("min_ip_trace_check")
nullity = beside("min_ip_family_nullity_check")


def proved(claim: Dict[str, Any], base: ModuleType) -> int:
    """Return T - k + 1 for the least nullity k that is impossible."""
    base.require(claim["side"] == "lower", "this rule bounds from below")
    m, n, eps = base.parameters(claim)
    base.require(set(claim["proof"]) == {"rule", "family"}, "the proof has other fields")
    size, pairs, _ = trace.family(claim["proof"]["family"], m, base)
    limits = trace.caps(m, n, eps, base)
    base.require(all(limits[d] > 0 for d in pairs), "nothing is forced at the distance of two words")
    largest = max(limits[d] for d in pairs)
    least: int = next(k for k in range(1, size + 1) if nullity.impossible(k, size, largest))
    return int(size) + 1 - least
