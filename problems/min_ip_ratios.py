"""Ratios that every correct row of Min-IP obeys: exact lower bounds on alpha(x,y) / alpha(x,z) by depth.

Fix a query x.  The depth of a token w is |x| - <x,w>; the query has depth 0.  For tokens y, z whose depths
differ by d > 0 (y the deeper), the pairwise condition of ``problems.min_ip_pairwise`` reads, strictly,

    a_y > alpha_d a_z + beta_d a_x,    alpha_d = (n-2)(d - 2 eps)/(2 eps),    beta_d = (alpha_d - 1)/(n-1),

and a_y > (alpha_d + beta_d) a_x for z = x.  The bounds here chain such jumps.  Where beta_d < 0 the term in
a_x is removed by a bound on a_z / a_x or on a_y / a_x.  Nothing relies on these bounds being the best ones,
which they are wherever a linear program was asked: each is proved by its own measure
(``problems.min_ip_ratio_measures``).
Source: the domination lemma of "Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention"
(2026), with the coefficient of a_x kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, NamedTuple

ZERO = Fraction(0)


class Step(NamedTuple):
    """One jump between tokens other than the query: a_y > factor a_z.

    Attributes:
        factor: at least 0; nothing is forced by 0.
        removal: what takes care of beta_d a_x: nothing, a bound on a_z / a_x or one on a_y / a_x.
    """

    factor: Fraction
    removal: Literal["none", "by z", "by y"]


class Chain(NamedTuple):
    """A bound by a chain of jumps.

    Attributes:
        factor: the bound.
        stop: a depth between the two ends at which the chain may be cut; an end when it is one jump.
    """

    factor: Fraction
    stop: int


def depth(query: int, token: int) -> int:
    """Return |x| - <x,w> of bit masks x and w."""
    return (query & ~token).bit_count()


@dataclass(frozen=True)
class Ratios:
    """Lower bounds on ratios of two weights of one correct row, all strict.

    Attributes:
        n: length of the inputs, at least 3.
        eps: allowed error, above 0.
    """

    n: int
    eps: Fraction

    def alpha(self, d: int) -> Fraction:
        """Return the coefficient of a_z in a jump of d."""
        return (self.n - 2) * (d - 2 * self.eps) / (2 * self.eps)

    def beta(self, d: int) -> Fraction:
        """Return the coefficient of a_x in a jump of d, negative iff alpha(d) < 1."""
        return (self.alpha(d) - 1) / (self.n - 1)

    @cached_property
    def from_query(self) -> Callable[[int], Chain]:
        """Map the depth of y to a bound on a_y / a_x; the chain is cut at the depth of its last jump."""

        @cache
        def bound(deep: int) -> Chain:
            chains = [Chain(self.alpha(deep) + self.beta(deep), 0)]
            for stop in range(1, deep):
                alpha = self.alpha(deep - stop)
                if alpha > 0:
                    chains.append(Chain(alpha * bound(stop).factor + self.beta(deep - stop), stop))
            return max(Chain(ZERO, 0), max(chains, key=lambda chain: chain.factor))

        return bound

    def step(self, near: int, far: int) -> Step:
        """Return the bound on a_y / a_z by one jump from z, at depth ``near``, to y, at depth ``far``."""
        alpha, beta = self.alpha(far - near), self.beta(far - near)
        if alpha <= 0:
            return Step(ZERO, "none")
        if beta >= 0:
            return Step(alpha, "none")
        steps = [Step(ZERO, "none")]
        if near and self.from_query(near).factor > 0:
            steps.append(Step(alpha + beta / self.from_query(near).factor, "by z"))
        if self.from_query(far).factor > 0:
            steps.append(Step(alpha / (1 - beta / self.from_query(far).factor), "by y"))
        return max(steps)

    @cached_property
    def between(self) -> Callable[[int, int], Chain]:
        """Map the depths of z and y, neither of them x, to a bound on a_y / a_z, cut after its first jump."""

        @cache
        def bound(near: int, far: int) -> Chain:
            whole = Chain(self.step(near, far).factor, far)
            cut = (Chain(self.step(near, stop).factor * bound(stop, far).factor, stop)
                   for stop in range(near + 1, far))
            return max([whole, *cut], key=lambda chain: chain.factor)

        return bound

    def bound(self, query: int, more: int, less: int) -> Fraction:
        """Return c >= 0 with alpha(x, more) > c alpha(x, less) in every correct row x; 0 forces nothing."""
        far, near = depth(query, more), depth(query, less)
        if far <= near:
            return ZERO
        return self.from_query(far).factor if less == query else self.between(near, far).factor
