"""Checks certificates about layers for symmetric functions; all of it stands in unpositioned_check.py.

Standard library only, Python 3.9 or newer; see lpbounds/checker.py for how this file is called.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

_path = Path(__file__).with_name("unpositioned_check.py")
_spec = importlib.util.spec_from_file_location("unpositioned_check", _path)
if _spec is None or _spec.loader is None:
    raise ImportError("unpositioned_check.py does not stand beside " + __file__)
shared = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(shared)

proved, reduces = shared.proved, shared.reduces
