"""The failures lpbounds reports: bad input, work too large, a solver that gave up."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input: one line naming the parameter, the value and what is allowed; exit code 2."""

    def __init__(self, parameter: str, value: object, allowed: str) -> None:
        """Keep the three parts; ``str()`` joins them in one line.

        Args:
            parameter: name of the parameter, as the user wrote it.
            value: the value that was given.
            allowed: what is allowed instead.
        """
        super().__init__(f"{parameter}: got {value}; allowed: {allowed}")
        self.parameter = parameter
        self.value = value
        self.allowed = allowed


class SolverFailure(RuntimeError):
    """A solver stopped without an answer; it costs the cell it happened in and is recorded there."""
