"""Min-IP on a family of words: few queries and keys, and few inputs, that still take many features.

The queries are given words, the keys their complements and chains of keys between them
(``problems.min_ip_family_chains``); only the inputs (x,z,..,z), (x,y,z,..,z), (x,y,..,y) of consecutive keys
y, z of a chain count.  The head is the one of min-ip, and the feature rank that of its kernel on the queries
and all tokens of the family, so every lower bound is one for min-ip at the same m, n and eps.
Source: "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026); there 15 words
of 24 bits and gaps of three give 9, and one feature a word gives 15.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from lpbounds.bounds import Theory
from lpbounds.problem import Parameter, Parameters, Problem, integer, positive_rational
from problems import (
    min_ip_family_lower,
    min_ip_family_parabola,
    min_ip_family_search,
    min_ip_family_simplex,
)
from problems.min_ip_family_chains import Family, validate
from problems.min_ip_family_words import read_words
from problems.plain_words import MIN_IP_FAMILY


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return the trace bound without a shift, and one feature a word."""
    family = Family.of(parameters)
    squares = sum((u * u for row in family.ratios for u in row), Fraction(0))
    return Theory(floor(family.size**2 / squares) + 1, family.size)


PROBLEM = Problem(
    "min-ip-family",
    "smallest overlap with the query on the inputs of a family of words, by one nonnegative-kernel head",
    (
        Parameter("words", read_words, "file with one 0/1 word a line, such as benchmarks/words-24-15.txt"),
        integer("n", "tokens of an input", minimum=3, maximum=10_000, default="3"),
        positive_rational("eps", "allowed error, strictly above every error", default="1/2"),
        integer("gap", "least rise of the overlap along a chain of keys", minimum=1, default="3"),
    ),
    ("feature-rank",),
    (
        min_ip_family_lower.TRACE,
        min_ip_family_lower.NULLITY,
        min_ip_family_parabola.METHOD,
        min_ip_family_simplex.METHOD,
        min_ip_family_search.METHOD,
    ),
    theory,
    validate=validate,
    words=MIN_IP_FAMILY,
)
