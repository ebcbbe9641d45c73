"""Max: how wide and precise the values of one attention head must be to find the largest number of a list.

See problems/min_max_check.py for the exact statement and problems/min_max_problem.py for the methods.
Source: "Attention-based representations for multi-task computation" (2026).
"""

from __future__ import annotations

from problems.min_max_problem import problem

PROBLEM = problem("max", "the largest number of a list, by one attention head")
