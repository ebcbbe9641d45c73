"""Layers for symmetric functions by the degree of the readout alone: the threshold degree from both sides.

With T sign changes, D H >= T is necessary: over the common denominator of the heads the readout becomes a
polynomial in t of degree at most D H with the signs of f, and alternating masses exclude degrees below T.
It is sufficient: D polynomials of degree at most H share the T roots, at half-integers, and the readout is
their product, whose signs no positive denominator changes.
Source: "Attention-based representations for multi-task computation" (2026), matching construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.threshold_degree_sign_changes import alternating_masses
from problems.unpositioned_layer import Plan, Readout, expanded, layer_proof, polynomial_proof
from problems.unpositioned_question import Question, asked

MATCHING, SIGN_CHANGES = "matching", "sign-changes"


def lower(task: Task) -> Iterator[Bound]:
    """Yield what the threshold degree implies."""
    question = asked(task)
    threshold = len(question.changes)
    degree, heads = question.sizes
    least = {"heads": heads, "degree": degree, "precision": 2 if degree < threshold else 1}
    value = least.get(task.resource, 1)
    masses = [[t, str(mass)] for t, mass in alternating_masses(question.profile).items()]
    yield task.bound("lower", value if threshold else 0, "measure", SIGN_CHANGES, {"weights": masses})


def matching(question: Question) -> Plan:
    """Return polynomials of degree at most H that share the sign changes; their product is the readout."""
    _, heads = question.sizes
    roots = [t + Fraction(1, 2) for t in question.changes]
    groups = [roots[start : start + heads] for start in range(0, len(roots), max(heads, 1))]
    sign = 1 if question.profile[-1] else -1
    readout: Readout = [[(Fraction(1), _unit(i, len(groups)))] for i in range(len(groups))]
    constant: Readout = [[(Fraction(sign), (0,) * len(groups))]]
    return Plan([expanded(group) for group in groups], lambda outputs: constant + readout, is_scalable=True)


def _unit(i: int, width: int) -> tuple[int, ...]:
    return tuple(int(j == i) for j in range(width))


def upper(task: Task) -> Iterator[Bound]:
    """Yield the bound by the matching construction."""
    yield planned(task, matching(asked(task)), MATCHING)


def planned(task: Task, plan: Plan, method: str) -> Bound:
    """Return the bound that a plan with degree and heads as in the task proves.

    Raises:
        Nothing: the plan errs, or takes more bits than allowed.
    """
    question = asked(task)
    degree, heads = question.sizes
    width = len(plan.polynomials)
    if task.resource == "polynomial-width":
        proof = polynomial_proof(plan, question.profile)
    else:
        proof = layer_proof(plan, question.profile, heads, is_precise=question.is_precise)
    if question.precision is not None and proof["bits"] > question.precision:
        raise Nothing(f"the best layer found has {proof['bits']} bits, more than {question.precision}")
    sizes = {"heads": heads, "degree": degree, "precision": proof["bits"]}
    value = sizes.get(task.resource, width)
    return task.bound("upper", value if width else 0, "model", method, proof)


METHODS = (
    Method(SIGN_CHANGES, ("lower",), lower, "D H is at least the number of sign changes"),
    Method(MATCHING, ("upper",), upper, "D polynomials of degree H share the sign changes as roots"),
)
