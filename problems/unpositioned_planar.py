"""Layers of width two for symmetric functions: a curve by search, its readout by an exact linear program.

Two polynomials (P_1(t), P_2(t)) run along a plane curve, and the monomials of degree at most D in them span a
space of functions on the weights; a readout exists iff some vector of that space has the signs of f.  Up to
linear changes P_1 = T_H + .., P_2 = T_(H-1) + .., lower terms in T_1, .., T_(H-2) (Chebyshev polynomials of
2t/n - 1).  The search moves these terms so that a vector with the signs of f and entries of size at least 1
comes as near to the space as possible.  Whether a curve has a readout is decided in rationals.  Heads carry
it out with ratios near 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import NDArray
from scipy.optimize import least_squares, nnls

from lpbounds.bounds import Bound
from lpbounds.decide import Feasible, decide
from lpbounds.linear_program import RowBuilder, StrictSystem
from lpbounds.problem import Method, Nothing, Task
from lpbounds.rationals import IntegerArray
from problems.unpositioned_chebyshev import combination, uniform
from problems.unpositioned_layer import Plan, Readout, value_at
from problems.unpositioned_plans import planned
from problems.unpositioned_question import Question, asked
from problems.unpositioned_width import WIDTHS

NAME = "planar"
# Lower terms are multiples of 2^-PLACES, the weights of monomials in the exact program of 2^-BITS.
PLACES, BITS = 10, 80
# Lower terms by (D, H) that longer searches found for parity, times 2^PLACES.
KNOWN = {
    (5, 6): (474, 246, -456, 1515, 611, 102, -61, -176),
    (6, 6): (-342, -50, -55, 105, 299, -145, -766, -161),
}
# Each start is followed by hops from the best curve so far.
SPREADS, HOPS = (0.05, 0.2, 0.5, 1.0), 9
EVALUATIONS = 30
# Singular values below this part of the largest count as zero.
TOLERANCE = 1e-9
# Squared distance from the space below which the exact program is tried.
NEAR = 1e-9
MOST_BITS = 48

Floats = NDArray[np.float64]


class Curves:
    """The curves of a question with H >= 3, each given by its 2 (H - 2) lower terms, those of P_1 first."""

    def __init__(self, question: Question) -> None:
        """Take the question."""
        self.question = question
        self.degree, self.heads = question.sizes
        self.exponents = [(i, j) for i in range(self.degree + 1) for j in range(self.degree + 1 - i)]
        self._signs = 2 * np.array(question.profile) - 1
        points = 2 * np.arange(question.n + 1) / question.n - 1
        self._basis = chebyshev.chebvander(points, self.heads)

    def factors(self, terms: Floats) -> Floats:
        """Return the Chebyshev coefficients of P_1 and P_2, shape (2, H + 1)."""
        found = np.zeros((2, self.heads + 1))
        found[0, self.heads] = found[1, self.heads - 1] = 1
        found[:, 1 : self.heads - 1] = terms.reshape(2, -1)
        return found

    def monomials(self, factors: Floats) -> Floats:
        """Return P_1^i P_2^j for all exponents, shape (n + 1, number of monomials)."""
        first, second = (self._basis @ factors.T).T
        return np.array([first**i * second**j for i, j in self.exponents]).T

    def distance(self, terms: Floats) -> Floats:
        """Return the part outside the space of a vector with the signs of f and entries >= 1 in size."""
        left, rank, _ = _decomposed(self.monomials(self.factors(terms)))
        outside = left[:, rank:].T * self._signs
        residual = np.zeros(len(self._signs))
        try:
            above, _ = nnls(outside, -outside.sum(axis=1))
        except RuntimeError:
            return residual + 1
        # One length for all, since the rank may change.
        residual[: len(outside)] = outside @ (1 + above)
        return residual

    def candidates(self, seed: int, starts: int) -> Iterator[Floats]:
        """Yield lower terms that come near, the known ones first, then by random starts and hops."""
        if (self.degree, self.heads) in KNOWN:
            yield np.array(KNOWN[self.degree, self.heads]) / 2**PLACES
        rng = np.random.default_rng(seed)
        size = 2 * (self.heads - 2)
        for _ in range(starts):
            best, least = np.zeros(size), np.inf
            for _hop in range(HOPS + 1):
                first = best + rng.normal(size=size) * rng.choice(SPREADS)
                found = least_squares(self.distance, first, max_nfev=EVALUATIONS)
                if found.cost < NEAR:
                    yield found.x
                if found.cost < least:
                    best, least = found.x, found.cost

    def plan(self, terms: Floats) -> Plan | None:
        """Return the plan of a curve, its lower terms rounded, or None when that has no readout."""
        n, heads, factors = self.question.n, self.heads, self.factors(terms)
        rounded = np.rint(factors * 2**PLACES).astype(int).tolist()
        numerators = [combination(uniform(n, heads), row) for row in rounded]
        scale = n**heads << PLACES
        weights = self._weights(factors)
        matrix = -self._signs[:, None] * (self._columns(numerators, scale) @ weights)
        verdict = decide(_system(matrix))
        if not isinstance(verdict, Feasible):
            return None
        coefficients = (weights @ np.array(verdict.point, dtype=object)).tolist()
        terms_of_readout = zip(coefficients, self.exponents, strict=True)
        readout: Readout = [
            [(Fraction(number), exponents) for number, exponents in terms_of_readout if number]
        ]
        return Plan([[Fraction(c, scale) for c in row] for row in numerators], lambda outputs: readout)

    def _columns(self, numerators: list[list[int]], scale: int) -> IntegerArray:
        """Return scale^D times the monomials in numerators / scale, integers."""
        values = [[int(value_at(row, t)) for t in range(self.question.n + 1)] for row in numerators]
        rows = [
            [scale ** (self.degree - i - j) * first**i * second**j for i, j in self.exponents]
            for first, second in zip(*values, strict=True)
        ]
        return np.array(rows, dtype=object)

    def _weights(self, factors: Floats) -> IntegerArray:
        """Return integer combinations of the monomials that are nearly orthogonal on the weights 0..n."""
        monomials = self.monomials(factors)
        _, rank, combinations = _decomposed(monomials)
        weights = combinations[:, :rank] * 2.0**BITS
        return np.array([[int(value) for value in row] for row in weights.tolist()], dtype=object)


def _decomposed(monomials: Floats) -> tuple[Floats, int, Floats]:
    """Return U, the rank r, and W such that the first r columns of U are monomials W and span the same."""
    largest = np.abs(monomials).max(axis=0)
    left, sizes, right = np.linalg.svd(monomials / largest)
    rank = int((sizes > TOLERANCE * sizes[0]).sum())
    return left, rank, right[:rank].T / sizes[:rank] / largest[:, None]


def _system(rows: IntegerArray) -> StrictSystem:
    builder = RowBuilder(rows.shape[1])
    builder.add(np.tile(np.arange(rows.shape[1]), (len(rows), 1)), rows)
    return StrictSystem(builder.matrix())


def run(task: Task) -> Iterator[Bound]:
    """Yield width two when the search finds a curve."""
    question = asked(task)
    _, heads = question.sizes
    if task.upper is not None and task.upper <= 2:
        raise Nothing("the width is at most 2")
    if heads < 3 or not question.changes or question.n > MOST_BITS:
        raise Nothing(f"this is for three heads or more and at most {MOST_BITS} bits")
    curves = Curves(question)
    for terms in curves.candidates(task.seed, task.limits.starts):
        plan = curves.plan(terms)
        if plan is not None:
            yield planned(task, plan, NAME)
            return
    raise Nothing(f"no curve from {task.limits.starts} starts has a readout")


METHOD = Method(
    NAME, ("upper",), run, "two outputs: a curve by search, its readout by an exact program", WIDTHS
)
