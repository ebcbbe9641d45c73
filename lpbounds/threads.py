"""One thread for each solver: the matrices are small, and further threads wait for each other."""

from __future__ import annotations

import os

# Read by the linear algebra libraries when they are loaded.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def allow_one_thread() -> None:
    """Give this process and its children one thread, unless the environment says otherwise."""
    for name, count in ONE_THREAD.items():
        os.environ.setdefault(name, count)
