"""Kernels that users bring to ``lpbounds.score``: arrays, tensors, functions and files of them."""

from __future__ import annotations

import subprocess
import sys
import types
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lpbounds
from lpbounds.cli import run
from lpbounds.errors import InputError

Capture = pytest.CaptureFixture[str]
TABLE = np.round(np.exp(-0.9 * np.array([[0, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 1, 2]])), 2)


class Tensor:
    """What is used of a tensor on another device, with a gradient and in a type that numpy lacks."""

    def __init__(self, table: Any, dtype: str = "bfloat16", state: str = "on a graph") -> None:
        self.table, self.dtype, self.state = np.asarray(table), dtype, state
        self.shape = self.table.shape

    def _after(self, expected: str, state: str) -> Tensor:
        assert self.state == expected, f"{state} before {expected}"
        return Tensor(self.table, self.dtype, state)

    def detach(self) -> Tensor:
        return self._after("on a graph", "on a device")

    def cpu(self) -> Tensor:
        return self._after("on a device", "sparse")

    def to_dense(self) -> Tensor:
        return self._after("sparse", "dense")

    def is_floating_point(self) -> bool:
        return self.table.dtype.kind == "f"

    def double(self) -> Tensor:
        assert self.is_floating_point()
        return Tensor(self.table, "float64", self.state)

    def numpy(self) -> np.ndarray:
        assert self.state == "dense"
        assert self.dtype != "bfloat16"
        return self.table

    def item(self) -> Any:
        return self.table.item()


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a small stand-in where torch would be."""
    module = types.ModuleType("torch")
    module.Tensor = Tensor  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", module)


def error(kernel: Any, **options: Any) -> list[str]:
    return lpbounds.score("min-ip", kernel, n=3, **options).to_json()["error"]


def test_tensors_score_like_the_arrays_they_hold(torch: None) -> None:
    assert error(Tensor(TABLE)) == error(TABLE)
    assert error([Tensor(row) for row in TABLE]) == error(TABLE)
    assert error(Tensor(np.ones((4, 4), dtype=np.int64), "int64")) == error(np.ones((4, 4)))
    assert error(lambda query, token: Tensor(TABLE[mask(query), mask(token)]), m=2) == error(TABLE)


def test_bad_tensors_get_one_line(torch: None) -> None:
    with pytest.raises(InputError, match=r"kernel: got -0\.5 at query 00, token 00"):
        error(Tensor(-TABLE / 2))
    with pytest.raises(InputError, match="shape 4 x 3"):
        error(Tensor(TABLE[:, :3]))


def test_torch_is_not_imported() -> None:
    program = (
        "import sys, numpy, lpbounds; lpbounds.score('min-ip', numpy.ones((4, 4)), n=3); "
        "print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def mask(token: tuple[int, ...]) -> int:
    return sum(bit << place for place, bit in enumerate(token))


EXACT = [[Fraction(1 + (x ^ z), 3) for z in range(4)] for x in range(4)]


@pytest.mark.parametrize(
    "kind", [Fraction, float, Decimal, np.float32, np.float16, np.array, lambda value: np.int64(3 * value)]
)
def test_functions_score_like_the_table_of_their_values(kind: Any) -> None:
    def value(query: tuple[int, ...], token: tuple[int, ...]) -> Any:
        exact = EXACT[mask(query)][mask(token)]
        return kind(float(exact)) if kind is Decimal else kind(exact)

    tokens = [(0, 0), (1, 0), (0, 1), (1, 1)]
    table = [[rational(value(query, token)) for token in tokens] for query in tokens]
    assert error(value, m=2) == error(table)


def rational(value: Any) -> Fraction:
    return Fraction(value.item() if hasattr(value, "item") else value)


def test_floats_are_the_rationals_that_they_are() -> None:
    tenths = 0.1, Fraction(0.1), Fraction(1, 10)
    as_float, exact, rounded = (
        error(lambda query, token, tenth=tenth: 1 if query == token else tenth, m=2) for tenth in tenths
    )
    assert as_float == exact != rounded


@pytest.mark.parametrize(
    ("value", "shown"),
    [(-1, "-1"), (float("nan"), "nan"), (float("inf"), "inf"), ("1", "'1'"), (None, "None"), (1j, "1j"),
     ((1, 2), r"\(1, 2\)"), (np.ones(2), r"array\(\[1\., 1\.\]\)"), (np.float64(-2), r"-2")],
)  # fmt: skip
def test_functions_with_bad_values_get_one_line(value: Any, shown: str) -> None:
    line = rf"^kernel: got {shown} at query 00, token 00; allowed: finite"
    with pytest.raises(InputError, match=line) as caught:
        lpbounds.score("min-ip", lambda query, token: value, m=2, n=3)
    assert "\n" not in str(caught.value)


def test_a_function_needs_m_and_what_it_raises_is_seen() -> None:
    with pytest.raises(InputError, match="m: got nothing"):
        error(lambda query, token: 1)
    with pytest.raises(ZeroDivisionError):
        error(lambda query, token: 1 / 0, m=2)


def test_functions_in_python_files(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "own.py"
    file.write_text("def alpha(query, token):\n    return 1 + (query == token)\n")
    command = ["score", "min-ip", "--m", "2", "--n", "3", "--json", "--kernel-file"]
    assert run([*command, f"{file}:alpha"]) == 0
    assert error(np.ones((4, 4)) + np.eye(4)) == error(None, m=2, kernel_file=f"{file}:alpha")
    assert '"name": "table", "file"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "name", "part"),
    [("", "own.py:alpha", "no function alpha"), ("alpha = 1", "own.py:alpha", "no function alpha"),
     ("1 / 0", "own.py:alpha", "ZeroDivisionError"), (None, "own.py:alpha", "no file"),
     (None, "K.npy", "no such file"), (None, "K.pt", ""), ("x", "own.py", "cannot be read"),
     ("def alpha(x, z):\n    return -1", "own.py:alpha", "-1 at query 00")],
)  # fmt: skip
def test_bad_files_get_one_line(
    tmp_path: Path, capsys: Capture, content: str | None, name: str, part: str
) -> None:
    if content is not None:
        (tmp_path / "own.py").write_text(content)
    command = ["score", "min-ip", "--m", "2", "--n", "3", "--kernel-file", str(tmp_path / name)]
    assert run(command) == 2
    out, error_line = capsys.readouterr()
    assert (out, error_line.count("\n")) == ("", 1)
    assert part in error_line


@pytest.mark.extra
def test_real_tensors_score_like_arrays(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    table = torch.tensor(TABLE, requires_grad=True)
    expected = error(TABLE)
    assert error(table) == error(table.to_sparse()) == error(torch.nn.Parameter(table)) == expected
    assert error(list(table)) == expected
    assert error(lambda query, token: table[mask(query), mask(token)], m=2) == expected
    for dtype in (torch.bfloat16, torch.float16, torch.float32):
        narrow = table.to(dtype)
        assert error(narrow) == error(narrow.detach().to(torch.float64).numpy())
    assert error(torch.ones(4, 4, dtype=torch.int32)) == error(torch.ones(4, 4, dtype=torch.bool))
    torch.save(table.detach(), tmp_path / "K.pt")
    assert error(None, kernel_file=str(tmp_path / "K.pt")) == expected
    with pytest.raises(InputError, match="complex"):
        error(table.to(torch.complex64))
    with pytest.raises(InputError, match="nan at query"):
        error(table * float("nan"))
