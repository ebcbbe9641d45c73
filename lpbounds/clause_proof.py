"""Proofs by reverse unit propagation, with hints: what a SAT solver claims, in steps that need no search.

Clauses are sequences of nonzero integers, a literal and its negation having opposite signs.  A lemma follows
by unit propagation when its negation, together with the clauses so far, assigns literals one by one until
some clause has none left.  A :class:`Step` names those clauses in order: each leaves one literal, which
becomes true, and the last leaves none.
Source: "Efficient Certified RAT Verification" (2017), the format LRAT, without its rule for new variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Clause = Sequence[int]


class Step(NamedTuple):
    """A lemma and the numbers of the clauses that prove it; lemmas are numbered on from the axioms."""

    clause: list[int]
    hints: list[int]


class _Propagator:
    """Unit propagation with two watched literals; clauses are only ever added."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.watchers: dict[int, list[int]] = {}
        self.trail: list[int] = []
        # True literals, with the clause that made them true; None for assumptions.
        self.reasons: dict[int, int | None] = {}

    def add(self, clause: Clause) -> int | None:
        """Add a clause, propagate, and return a clause without a literal left, or None."""
        number = len(self.clauses)
        literals = sorted(set(clause), key=lambda literal: -literal in self.reasons)
        self.clauses.append(literals)
        for literal in literals[:2]:
            self.watchers.setdefault(literal, []).append(number)
        if not literals or -literals[0] in self.reasons:
            return number
        start = len(self.trail)
        if literals[0] not in self.reasons and all(-literal in self.reasons for literal in literals[1:2]):
            self._assign(literals[0], number)
        return self._propagate(start)

    def _assign(self, literal: int, reason: int | None) -> None:
        self.reasons[literal] = reason
        self.trail.append(literal)

    def _propagate(self, start: int) -> int | None:
        while start < len(self.trail):
            false = -self.trail[start]
            start += 1
            watching = self.watchers.get(false, [])
            self.watchers[false] = kept = []
            for position, number in enumerate(watching):
                if self._moved(number, false):
                    continue
                kept.append(number)
                other = self.clauses[number][0]
                if -other in self.reasons:
                    kept += watching[position + 1 :]
                    return number
                if other not in self.reasons:
                    self._assign(other, number)
        return None

    def _moved(self, number: int, false: int) -> bool:
        """Watch another literal than ``false`` if some may; else put the other watched literal first."""
        clause = self.clauses[number]
        if clause[0] == false and len(clause) > 1:
            clause[0], clause[1] = clause[1], clause[0]
        if clause[0] in self.reasons:
            return False
        for k in range(2, len(clause)):
            if -clause[k] not in self.reasons:
                clause[1], clause[k] = clause[k], clause[1]
                self.watchers.setdefault(clause[1], []).append(number)
                return True
        return False

    def explain(self, conflict: int) -> list[int]:
        """Return the clauses that led to the conflict, in the order in which they propagate."""
        needed = {-literal for literal in self.clauses[conflict]}
        hints = [conflict]
        for literal in reversed(self.trail):
            reason = self.reasons[literal]
            if literal in needed and reason is not None:
                hints.append(reason)
                needed.update(-other for other in self.clauses[reason] if other != literal)
        return hints[::-1]

    def refute(self, clause: Clause) -> list[int] | None:
        """Return hints for a clause that follows by unit propagation, None if it does not."""
        start = len(self.trail)
        conflict = self._conflict(clause)
        hints = None if conflict is None else self.explain(conflict)
        for literal in self.trail[start:]:
            del self.reasons[literal]
        del self.trail[start:]
        return hints

    def _conflict(self, clause: Clause) -> int | None:
        holds = next((literal for literal in self.trail if literal in clause), None)
        if holds is not None:
            return self.reasons[holds]
        start = len(self.trail)
        for literal in clause:
            if -literal not in self.reasons:
                self._assign(-literal, None)
        return self._propagate(start)


def hinted(axioms: Sequence[Clause], lemmas: Iterable[Clause]) -> list[Step] | None:
    """Return a proof of the empty clause by the lemmas that it takes, or None if they prove no contradiction.

    Args:
        axioms: the clauses to refute.
        lemmas: clauses that follow one after another by unit propagation, up to a contradiction.
    """
    propagator, steps = _Propagator(), []
    conflict = next((found for axiom in axioms if (found := propagator.add(axiom)) is not None), None)
    for lemma in lemmas if conflict is None else ():
        hints = propagator.refute(lemma)
        if hints is None:
            return None
        steps.append(Step(list(lemma), hints))
        conflict = propagator.add(lemma)
        if conflict is not None:
            break
    if conflict is None:
        return None
    return _trimmed([*steps, Step([], propagator.explain(conflict))], len(axioms))


def _trimmed(steps: list[Step], axioms: int) -> list[Step]:
    """Keep the steps that the last one needs, and number them anew."""
    used = {len(steps) - 1}
    for index in reversed(range(len(steps))):
        if index in used:
            used.update(hint - axioms for hint in steps[index].hints)
    kept = [index for index in range(len(steps)) if index in used]
    number = {axioms + index: axioms + position for position, index in enumerate(kept)}
    return [Step(steps[i].clause, [number.get(hint, hint) for hint in steps[i].hints]) for i in kept]
