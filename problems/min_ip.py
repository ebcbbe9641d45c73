"""Min-IP: the least feature rank of one nonnegative-kernel attention head that finds the smallest overlap.

Tokens are the vectors of {0,1}^m, an input holds exactly n of them, and the target at a position is the
smallest inner product of its token with all n tokens, itself included.  A head has a kernel
alpha(x,z) = <phi_Q(x), phi_K(z)> >= 0 with positive denominators, token-wise values of any width and an
affine readout that may depend on the query.  It is right when every answer is within eps of its target,
strictly.  The feature rank is the rank of the matrix alpha.
Source: "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention" (2026).
"""

from __future__ import annotations

from fractions import Fraction

from lpbounds.bounds import Theory
from lpbounds.problem import Parameters, Problem, integer, positive_rational
from problems import (
    min_ip_chirotope,
    min_ip_code_scheme,
    min_ip_coset,
    min_ip_dominance,
    min_ip_factor,
    min_ip_given_words,
    min_ip_kneser,
    min_ip_kneser_product,
    min_ip_log_factor,
    min_ip_nuclear_norm,
    min_ip_nullity,
    min_ip_orders,
    min_ip_pairs,
    min_ip_polynomial,
    min_ip_published,
    min_ip_rank_one,
    min_ip_scheme,
    min_ip_semidefinite,
    min_ip_shell,
    min_ip_symmetric_chains,
    min_ip_trace,
    min_ip_word_search,
)
from problems.min_ip_closed import NONZERO, SEPARATE, UNIFORM
from problems.min_ip_score import SCORER
from problems.plain_words import MIN_IP

MOST_BITS = 10_000
MOST_TOKENS = 1_000_000_000


def theory(parameters: Parameters, resource: str) -> Theory:
    """Return the published bounds: the finite lower forms, and one feature for n <= 2, 2^m else."""
    m, n = parameters["m"], parameters["n"]
    found = min_ip_published.best(m, n, Fraction(parameters["eps"]))
    return Theory(found[0] if found else 1, 1 if n <= 2 else 1 << m)


PROBLEM = Problem(
    "min-ip",
    "smallest overlap with the query, by one nonnegative-kernel attention head",
    (
        integer("m", "bits of a token", minimum=1, maximum=MOST_BITS),
        integer("n", "tokens of an input", minimum=1, maximum=MOST_TOKENS),
        positive_rational("eps", "allowed error, strictly above every error", default="1/2"),
    ),
    ("feature-rank",),
    (
        NONZERO,
        UNIFORM,
        min_ip_rank_one.METHOD,
        min_ip_kneser.METHOD,
        min_ip_kneser_product.METHOD,
        min_ip_published.METHOD,
        min_ip_orders.ORDERS,
        min_ip_dominance.METHOD,
        min_ip_orders.PARITY,
        min_ip_chirotope.METHOD,
        min_ip_shell.METHOD,
        min_ip_coset.METHOD,
        min_ip_trace.METHOD,
        min_ip_nullity.METHOD,
        min_ip_pairs.METHOD,
        min_ip_semidefinite.METHOD,
        min_ip_given_words.METHOD,
        min_ip_scheme.METHOD,
        min_ip_code_scheme.METHOD,
        min_ip_word_search.METHOD,
        SEPARATE,
        min_ip_symmetric_chains.METHOD,
        min_ip_polynomial.METHOD,
        min_ip_log_factor.METHOD,
        min_ip_factor.METHOD,
        min_ip_nuclear_norm.METHOD,
    ),
    theory,
    SCORER,
    words=MIN_IP,
    aids=(min_ip_given_words.AID,),
)
