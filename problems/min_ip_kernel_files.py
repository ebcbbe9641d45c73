"""Kernels in files: arrays of numpy, tensors of torch, and functions in Python files."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lpbounds.errors import InputError
from lpbounds.tensors import as_arrays
from problems.min_ip_kernels import TokenKernel
from problems.min_ip_weights import from_array, from_function

OPTION = "kernel-file"
ALLOWED = "a .npy file with one array of numbers, a .pt file with one tensor, or FILE.py:FUNCTION"
HELP = "a .npy or .pt file with a 2^m x 2^m array, rows are queries; or FILE.py:FUNCTION, see lpbounds.score"
TORCH_ENDINGS = (".pt", ".pth")


def from_file(name: str, m: int | None) -> TokenKernel:
    """Read the kernel that ``name`` stands for.

    Args:
        name: a ``.npy`` file; a ``.pt`` or ``.pth`` file that ``torch.save`` wrote; or ``FILE.py:FUNCTION``,
            a function of two tokens, which is run.
        m: length of the tokens; read off the shape of an array when None.

    Raises:
        InputError: the file is missing, holds something else, or entries that are not allowed.
    """
    path, _, function = name.rpartition(":")
    if path.endswith(".py"):
        return from_function(_function(name, Path(path), function), m)
    read = _tensor if name.endswith(TORCH_ENDINGS) else _array
    return from_array(_read(name, read), m)


def _read(name: str, read: Callable[[str], Any]) -> np.ndarray[Any, Any]:
    try:
        array = read(name)
    except FileNotFoundError:
        raise InputError(OPTION, name, f"{ALLOWED} (there is no such file)") from None
    except ImportError:
        raise InputError(OPTION, name, "a .npy file, or install torch to read this one") from None
    except Exception:
        # Torch raises what its unpickler raises, numpy OSError, ValueError and EOFError.
        raise InputError(OPTION, name, f"{ALLOWED} (it cannot be read as one)") from None
    if not isinstance(array, np.ndarray):
        raise InputError(OPTION, name, ALLOWED)
    return array


def _array(name: str) -> Any:
    return np.load(name, allow_pickle=False)


def _tensor(name: str) -> Any:
    import torch

    return as_arrays(torch.load(name, map_location="cpu", weights_only=True))


def _function(name: str, path: Path, function: str) -> Callable[..., Any]:
    if not path.is_file():
        raise InputError(OPTION, name, f"{ALLOWED} (there is no file {path})")
    found: Callable[..., Any] | None = getattr(_module(path), function, None)
    if not callable(found):
        raise InputError(OPTION, name, f"{ALLOWED} (the file defines no function {function})")
    return found


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise InputError(OPTION, path, f"a Python file that runs ({type(error).__name__}: {error})") from None
    return module
