"""Fitting layers of heads to a function in floats: Levenberg-Marquardt on weights and numerators.

The denominators are Z_h(x) = sum_i exp(s_{h,i,x_i}), position i having the weight exp(s_{h,i,b}) when its
bit is b; so they are positive.  With numerators N_h the sum of heads times all denominators is p = sum_h N_h
prod_{g != h} Z_g.  From a random start p is first fitted to a polynomial q with the signs of f that is
nowhere below 1 in absolute value; then the hinges max(0, 1 - f p) are squared and minimised.  Random starts
with a first-order method report gaps that are not there; the fit to q is what closes them.

Of many inputs a fit sees some, and those join at which a state that is right on them errs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from problems.boolean_functions import BooleanFunction

Floats = NDArray[np.float64]
# Residuals and their derivatives by the values p(x), both of shape (inputs,).
Residuals = Callable[[Floats], tuple[Floats, Floats]]

FIT_STEPS = 60
HINGE_STEPS = 150
# Inputs that a fit sees at first, how many join it at a time, and how often in one start.
FIRST_INPUTS = 2048
MORE_INPUTS = 512
MOST_ROUNDS = 12
# Standard deviation of the scores of a start, drawn between these.
SPREADS = (0.5, 3.0)
LARGEST_SCORE = 9.0
LARGEST_STEP = 2.0
LEAST_GAIN = 1e-4
FIRST_DAMPING, MOST_DAMPING, LEAST_DAMPING = 1e-2, 1e8, 1e-9


@dataclass(frozen=True)
class State:
    """Numerators, shape (H, n + 1), and scores s, shape (H, 2 n): bits 0 first, then bits 1."""

    numerators: Floats
    scores: Floats

    def moved(self, step: Floats) -> State:
        """Return the state after a step, numerators first; scores are kept in range."""
        count = self.numerators.size
        change = np.clip(step[count:], -LARGEST_STEP, LARGEST_STEP).reshape(self.scores.shape)
        scores = np.clip(self.scores + change, -LARGEST_SCORE, LARGEST_SCORE)
        return State(self.numerators + step[:count].reshape(self.numerators.shape), scores)


class Fit:
    """Fits layers of a fixed number of heads to one function, on inputs that join as they are wrong."""

    def __init__(self, function: BooleanFunction, heads: int) -> None:
        """Take the function, which must have a table, and H."""
        self.heads = heads
        self._n = function.n
        self._all_signs = function.signs.astype(np.float64)
        order = np.random.default_rng(0).permutation(1 << function.n)
        self._use(np.sort(order[:FIRST_INPUTS]))

    def _use(self, inputs: NDArray[np.int64]) -> None:
        """Make ``inputs`` those that the fit sees."""
        bits = ((inputs[:, None] >> np.arange(self._n)) & 1).astype(np.float64)
        self._inputs = inputs
        self._signs = self._all_signs[inputs]
        self._affine = np.hstack([np.ones((len(bits), 1)), bits])
        self._literals = np.hstack([1 - bits, bits])

    def attempt(self, target: Floats, rng: np.random.Generator) -> State | None:
        """Return a state with the right signs everywhere, as far as floats tell, from one random start.

        Args:
            target: the values of q at all inputs, f q >= 1, shape (2^n,).
            rng: makes the random choices.
        """
        near = target[self._inputs]
        state = self._descend(self._start(near, rng), _distance(near), FIT_STEPS)
        for _ in range(MOST_ROUNDS):
            if not self._is_right(self._values(state)):
                state = self._descend(state, self._hinges, HINGE_STEPS)
            if not self._is_right(self._values(state)):
                return None
            wrong = self._wrong_inputs(state)
            if not len(wrong):
                return state
            self._use(np.union1d(self._inputs, wrong))
        return None

    def _wrong_inputs(self, state: State) -> NDArray[np.int64]:
        """Return inputs at which the state errs, at most ``MORE_INPUTS``, the worst first."""
        zeros, ones = np.split(np.exp(state.scores), 2, axis=1)
        denominators = [_everywhere(z.sum(), o - z) for z, o in zip(zeros, ones, strict=True)]
        numerators = [_everywhere(affine[0], affine[1:]) for affine in state.numerators]
        values = np.sum([a / z for a, z in zip(numerators, denominators, strict=True)], axis=0)
        products = self._all_signs * values
        wrong = np.flatnonzero(products <= 0)
        return wrong[np.argsort(products[wrong], kind="stable")[:MORE_INPUTS]]

    def _start(self, target: Floats, rng: np.random.Generator) -> State:
        bits = self._affine.shape[1] - 1
        scores = rng.normal(0.0, rng.uniform(*SPREADS), (self.heads, 2 * bits))
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True) / 2)
        blank = State(np.zeros((self.heads, bits + 1)), scores)
        linear = self._derivatives(blank)[:, : blank.numerators.size]
        numerators = np.asarray(np.linalg.lstsq(linear, target)[0], dtype=np.float64)
        return State(numerators.reshape(blank.numerators.shape), scores)

    def _descend(self, state: State, residuals: Residuals, steps: int) -> State:
        """Take up to ``steps`` steps; stop when all signs are right or the gain is small."""
        damping = FIRST_DAMPING
        for _ in range(steps):
            found = self._step(state, residuals, damping)
            if found is None:
                break
            state, damping, gain = found
            if gain < LEAST_GAIN or self._is_right(self._values(state)):
                break
        return state

    def _step(self, state: State, residuals: Residuals, damping: float) -> tuple[State, float, float] | None:
        """Return a better state, the damping for the next step and the relative gain, or None."""
        left, slopes = residuals(self._values(state))
        jacobian = self._derivatives(state) * slopes[:, None]
        square, gradient, loss = jacobian.T @ jacobian, jacobian.T @ left, float(left @ left)
        while damping <= MOST_DAMPING:
            moved = state.moved(_solution(square + np.diag(damping * (np.diag(square) + 1e-6)), -gradient))
            missing, _ = residuals(self._values(moved))
            new = float(missing @ missing)
            if new < loss:
                return moved, max(damping / 5, LEAST_DAMPING), (loss - new) / loss
            damping *= 4
        return None

    def _is_right(self, values: Floats) -> bool:
        return bool((self._signs * values).min() > 0)

    def _hinges(self, values: Floats) -> tuple[Floats, Floats]:
        missing = 1 - self._signs * values
        return np.maximum(missing, 0.0), np.where(missing > 0, -self._signs, 0.0)

    def _values(self, state: State) -> Floats:
        denominators = np.exp(state.scores) @ self._literals.T
        numerators = state.numerators @ self._affine.T
        rows = [numerators[h] * _product(denominators, {h}) for h in range(self.heads)]
        return np.asarray(np.sum(rows, axis=0), dtype=np.float64)

    def _derivatives(self, state: State) -> Floats:
        """Return the derivatives of p, shape (inputs, H (n + 1) + 2 n H), numerators first."""
        weights = np.exp(state.scores)
        denominators, numerators = weights @ self._literals.T, state.numerators @ self._affine.T
        everyone = range(self.heads)
        blocks = [self._affine * _product(denominators, {h})[:, None] for h in everyone]
        for g in everyone:
            others = [numerators[h] * _product(denominators, {g, h}) for h in everyone if h != g]
            by_denominator = np.sum(others, axis=0) if others else np.zeros(len(self._signs))
            blocks.append(self._literals * weights[g] * by_denominator[:, None])
        return np.hstack(blocks)


def _everywhere(constant: float, slopes: Floats) -> Floats:
    """Return an affine function at all inputs, shape (2^n,)."""
    values = np.array([constant], dtype=np.float64)
    for slope in slopes:
        values = np.concatenate([values, values + slope])
    return values


def _distance(target: Floats) -> Residuals:
    return lambda values: (values - target, np.ones_like(values))


def _product(rows: Floats, left_out: set[int]) -> Floats:
    """Return the product of the rows, shape (H, inputs), but those left out."""
    kept = [h for h in range(len(rows)) if h not in left_out]
    return np.asarray(np.prod(rows[kept], axis=0), dtype=np.float64)


def _solution(matrix: Floats, right: Floats) -> Floats:
    return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
