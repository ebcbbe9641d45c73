"""The checker as a program: alone, from any folder, on Python 3.9."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import corpus
import pytest

from lpbounds import checker
from lpbounds.certificates import write

ROOT = Path(__file__).parent.parent
CHECKER_FILES = [ROOT / "lpbounds" / "checker.py", *sorted((ROOT / "problems").glob("*_check.py"))]
CORPUS = corpus.all_certificates()


def _isolated(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    # -I -S: no site-packages, so that anything but the standard library fails to import.
    command = [sys.executable, "-I", "-S", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def _run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return _isolated([str(ROOT / "lpbounds" / "checker.py"), *arguments], folder)


def test_the_driver_runs_alone_from_any_folder(tmp_path: Path) -> None:
    write(corpus.rank_one_measure(), tmp_path / "good.json")
    write(corpus.changed(corpus.rank_one_measure(), ("value",), 3), tmp_path / "bad.json")
    (tmp_path / "noise.json").write_text("not JSON")
    good = _run(["good.json"], tmp_path)
    assert good.returncode == 0 and "1 checked, 1 accepted" in good.stdout
    mixed = _run(["good.json", "bad.json", "noise.json", "absent.json"], tmp_path)
    assert mixed.returncode == 1 and "4 checked, 1 accepted" in mixed.stdout
    assert _run([], tmp_path).returncode == 1


def test_the_checker_imports_the_standard_library_only() -> None:
    for path in CHECKER_FILES:
        code = f"import runpy, sys; runpy.run_path({str(path)!r}); print(*sys.modules)"
        loaded = _isolated(["-c", code], ROOT).stdout.split()
        assert loaded, path
        assert {name.split(".")[0] for name in loaded} <= {"__main__", *sys.stdlib_module_names}


@pytest.mark.parametrize("path", CHECKER_FILES, ids=lambda path: path.stem)
def test_checker_files_are_written_in_python_3_9(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 9))


def _python_3_9() -> str | None:
    """Return a Python 3.9 that runs: a version manager may leave a command that does not."""
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for found in (shutil.which("python3.9"), *sorted(home.glob("versions/3.9.*/bin/python3.9"))):
        if found is not None and subprocess.run([found, "--version"], capture_output=True).returncode == 0:
            return str(found)
    return None


@pytest.mark.skipif(_python_3_9() is None, reason="there is no Python 3.9 here")
def test_the_checker_runs_on_python_3_9(tmp_path: Path) -> None:
    names = []
    for index, certificate in enumerate(CORPUS):
        names.append(f"{index}.json")
        write(certificate, tmp_path / names[-1])
    command = [str(_python_3_9()), "-I", "-S", str(CHECKER_FILES[0]), *names]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert f"{len(names)} checked, {len(names)} accepted" in done.stdout, done.stdout + done.stderr
    imports = "import runpy, sys; [runpy.run_path(name) for name in sys.argv[1:]]"
    command = [str(_python_3_9()), "-I", "-S", "-c", imports, *map(str, CHECKER_FILES)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_a_certificate_survives_writing_and_reading(tmp_path: Path) -> None:
    for certificate in CORPUS:
        write(certificate, tmp_path / "c.json")
        assert json.loads((tmp_path / "c.json").read_text()) == certificate
        assert checker.judge_file(tmp_path / "c.json").accepted


def test_a_rule_of_another_problem_is_refused() -> None:
    assert checker.problem_checker("min-ip", "orders").proved
    with pytest.raises(ValueError, match="another problem"):
        checker.problem_checker("min", "ip-orders")
