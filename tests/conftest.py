"""Says at the end of a run which tests it left out and why: a green run hides nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

COMMANDS = {"long": "make test-long", "extra": "make test-extra"}
# Under xdist the workers leave tests out and the controller writes the summary.
LEFT_OUT = pytest.StashKey[list[tuple[str, str]]]()


def pytest_configure(config: pytest.Config) -> None:
    """Start with nothing left out."""
    config.stash[LEFT_OUT] = []


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Note tests that a marker leaves out, each with its file."""
    for item in items:
        marks = [name for name in COMMANDS if item.get_closest_marker(name)]
        item.config.stash[LEFT_OUT].append((marks[0] if marks else "", item.path.name))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand what a worker left out to the controller."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash[LEFT_OUT]


class Workers:
    """Takes what workers left out; all of them leave out the same."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Keep what one worker left out."""
        left_out = getattr(node, "workeroutput", {}).get("left_out", [])
        node.config.stash[LEFT_OUT] = [tuple(item) for item in left_out] or node.config.stash[LEFT_OUT]


def pytest_plugin_registered(plugin: object, manager: pytest.PytestPluginManager) -> None:
    """Add the hook of xdist where there is xdist."""
    if manager.has_plugin("xdist") and not manager.has_plugin("left-out"):
        manager.register(Workers(), "left-out")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List the tests left out by marker, and the skipped ones by reason."""
    lines = [*_left_out(config.stash[LEFT_OUT]), *_skipped(terminalreporter.stats.get("skipped", []))]
    if lines:
        terminalreporter.section("not run")
        for line in lines:
            terminalreporter.write_line(line)


def _left_out(tests: list[tuple[str, str]]) -> list[str]:
    lines = []
    for mark, command in COMMANDS.items():
        files = Counter(file for name, file in tests if name == mark)
        listed = ", ".join(f"{file} ({count})" for file, count in sorted(files.items()))
        lines += [f"{files.total()} {mark} tests, run by {command}: {listed}"] if files else []
    return lines


def _skipped(reports: list[Any]) -> list[str]:
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reports)
    return [f"{count} skipped: {reason}" for reason, count in sorted(reasons.items())]
