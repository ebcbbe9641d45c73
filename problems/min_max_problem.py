"""What the problems ``min``, ``max`` and ``min-max`` have in common."""

from __future__ import annotations

from functools import partial

from lpbounds.problem import Problem
from problems import (
    min_max_climb,
    min_max_constructions,
    min_max_exhaustive,
    min_max_factor,
    min_max_mirror,
    min_max_reduction,
    min_max_score,
    min_max_theorems,
)
from problems.min_max_question import PARAMETERS, admit
from problems.plain_words import MIN_MAX

RESOURCES = ("width", "entries", "squared-norm", "real-width")


def problem(name: str, title: str) -> Problem:
    """Return the problem called ``name``."""
    return Problem(
        name,
        title,
        PARAMETERS,
        RESOURCES,
        (
            *min_max_theorems.METHODS,
            *min_max_constructions.METHODS,
            min_max_climb.METHOD,
            min_max_mirror.METHOD,
            min_max_factor.METHOD,
            *min_max_exhaustive.METHODS,
            min_max_reduction.METHOD,
        ),
        partial(min_max_theorems.theory, name),
        min_max_score.scorer(name),
        admit=admit,
        words=MIN_MAX,
    )
