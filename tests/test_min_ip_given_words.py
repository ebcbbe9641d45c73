"""Words that a user brings to Min-IP: bounds, what stands in the claim, and files that are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lpbounds
from lpbounds import checker
from lpbounds.cli import run
from lpbounds.errors import InputError
from problems.min_ip_weights import token_text
from problems.min_ip_words import hadamard_words

FIFTEEN = Path(__file__).parents[1] / "benchmarks" / "words-24-15.txt"


def texts(words: list[int], bits: int) -> list[str]:
    return [token_text(word, bits) for word in words]


def test_fifteen_rows_of_a_hadamard_matrix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Entries below 1/5 leave no room for a plane as null space: 14; the claim says nothing of the words."""
    arguments = f"solve min-ip --m 24 --n 3 --words {FIFTEEN} --method trace-words --json --certificates"
    assert run([*arguments.split(), str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["lower"], found["upper"], found["lower_method"]) == (14, None, "trace-words")
    assert found["parameters"] == {"m": 24, "n": 3, "eps": "1/2"}
    assert run(["verify", str(tmp_path)]) == 0


def test_words_help_beside_the_other_methods() -> None:
    """Two words give no more than two features, and that is said."""
    interval = lpbounds.solve("min-ip", m=5, n=3, words=texts([0b11, 0b1100], 5))
    assert interval.lower is not None
    assert interval.lower.method != "trace-words"
    assert any(note.method == "trace-words" for note in interval.notes)


def test_without_words_the_method_stays_out() -> None:
    interval = lpbounds.solve("min-ip", m=4, n=3)
    assert all(note.method != "trace-words" for note in interval.notes)
    with pytest.raises(InputError, match="words: got nothing"):
        lpbounds.solve("min-ip", m=4, n=3, method="trace-words")


def test_a_contraction_does_better_for_some_words() -> None:
    words = texts([38, 87, 26, 73, 53], 7)
    interval = lpbounds.solve("min-ip", m=7, n=4, eps="1/4", words=words, method="trace-words")
    assert interval.lower is not None
    assert interval.lower.value == 5
    assert interval.lower.certificate["proof"]["rule"] == "semidefinite"


def test_words_too_close_to_earlier_ones_are_left_out() -> None:
    alone = lpbounds.solve("min-ip", m=12, n=10, words=texts(hadamard_words(12), 12), method="trace-words")
    crowded = texts([*hadamard_words(12), 0b111111, 0b1111111], 12)
    found = lpbounds.solve("min-ip", m=12, n=10, words=crowded, method="trace-words")
    assert alone.lower is not None and found.lower is not None
    assert found.lower.value == alone.lower.value == 22
    nothing = lpbounds.solve("min-ip", m=4, n=3, words=["1100", "1010"], method="trace-words")
    assert nothing.lower is None
    assert "nothing is forced" in nothing.notes[0].reason


def test_words_of_unequal_weights() -> None:
    """Their distances depend on the order."""
    words = ["11111110000000", "00000001111111", "01101101101100"]
    interval = lpbounds.solve("min-ip", m=14, n=3, words=words, method="trace-words")
    assert interval.lower is not None
    assert checker.judge(interval.lower.certificate).accepted


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "got 0 words"),
        ("# nothing\n\n", "got 0 words"),
        ("1100\n", "got 1 words"),
        ("1100\n0012\n", "got '0012' as word 2"),
        ("1100\n011\n", "got 3 bits in word 2"),
        ("11000\n00110\n", "got words of 5 bits; allowed: words of m = 4 bits"),
        ("1100\n0011\n1100\n", "got word 1 again as word 3"),
    ],
)
def test_bad_files_get_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    path = tmp_path / "words"
    path.write_text(content)
    certificates = tmp_path / "certificates"
    arguments = f"solve min-ip --m 4 --n 3 --words {path} --certificates {certificates}"
    assert run(arguments.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
    assert not certificates.exists()


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        assert run(["solve", "min-ip", "--m", "4", "--n", "3", "--words", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_more_words_than_can_be_checked_are_refused() -> None:
    many = [f"{number:013b}" for number in range(4001)]
    with pytest.raises(InputError, match="got 4001 words"):
        lpbounds.solve("min-ip", m=13, n=3, words=many)


def test_sweeps_take_no_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    assert run(f"sweep min-ip --m 4 --n 3 --method trace-words --store {store}".split()) == 2
    assert "words: got nothing" in capsys.readouterr().err
    assert not store.exists()
