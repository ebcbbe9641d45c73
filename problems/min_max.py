"""Min-max: the same head is to find the smallest and the largest number of a list, by two classifiers.

See problems/min_max_check.py for the exact statement and problems/min_max_problem.py for the methods.
Source: "Attention-based representations for multi-task computation" (2026).
"""

from __future__ import annotations

from problems.min_max_problem import problem

PROBLEM = problem("min-max", "the smallest and the largest number of a list, by one attention head")
