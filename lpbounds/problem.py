"""What a problem is: declared parameters, resources, methods that bound them, theory and scoring.

A problem is one file in the package ``problems`` (or any other) that defines a :class:`Problem` and is
named by an entry point of the group ``lpbounds.problems``.  See docs/adding-a-problem.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from lpbounds.bounds import Bound, Interval, Size, Theory
from lpbounds.certificates import sealed
from lpbounds.errors import InputError
from lpbounds.rationals import from_text, text

Parameters = Mapping[str, Any]
Side = Literal["lower", "upper"]


@dataclass(frozen=True)
class Parameter:
    """One declared parameter; the command line makes an option ``--name`` of it.

    Attributes:
        name: its name, as on the command line and in certificates.
        parse: turns what the user gave, text or a Python object, into a JSON value (rationals become text).
        help: one line for ``--help``.
        default: text used when it is not given; None makes it required.
        is_integer: whether sweeps accept ranges ``a:b`` besides lists.
    """

    name: str
    parse: Callable[[Any], Any]
    help: str
    default: str | None = None
    is_integer: bool = False


def integer(
    name: str, help: str, *, minimum: int, maximum: int | None = None, default: str | None = None
) -> Parameter:
    """Return an integer parameter with minimum <= value (<= maximum)."""
    allowed = f"an integer at least {minimum}" + (f" and at most {maximum}" if maximum is not None else "")

    def parse(given: object) -> int:
        try:
            value = int(str(given))
        except ValueError:
            raise InputError(name, given, allowed) from None
        if value < minimum or (maximum is not None and value > maximum):
            raise InputError(name, given, allowed)
        return value

    return Parameter(name, parse, help, default, is_integer=True)


def positive_rational(name: str, help: str, *, default: str | None = None) -> Parameter:
    """Return a parameter that is a rational above 0, written ``1/2`` or ``0.5``."""
    allowed = "a rational above 0, such as 1/2 or 0.5"

    def parse(given: object) -> str:
        try:
            value = from_text(str(given))
        except ValueError:
            raise InputError(name, given, allowed) from None
        if value <= 0:
            raise InputError(name, given, allowed)
        return text(value)

    return Parameter(name, parse, help, default)


@dataclass(frozen=True)
class Aid:
    """Something a user may bring that helps a method; an option of ``solve``, and part of no claim.

    Attributes:
        name: its name, as on the command line and in ``Task.aids``.
        read: turns what the user gave, text or a Python object, and the problem's parameters into what the
            method takes; raises ``InputError`` where they do not go together.
        help: one line for ``--help``.
    """

    name: str
    read: Callable[[Any, Parameters], Any]
    help: str


@dataclass(frozen=True)
class Limits:
    """How much work a method may do; counted in work, never in time, but for the safety stop.

    Attributes:
        starts: random starts of a search, for each size it tries.
        nodes: nodes of a branching search or conflicts of a SAT solver.
        rows: rows of one program.
        memory: bytes that one method may take by its own estimate.
        seconds: safety stop of a whole cell; a cell that it ends is recorded as stopped by the clock.
    """

    starts: int = 20
    nodes: int = 200_000
    rows: int = 2_000_000
    memory: int = 4 << 30
    seconds: float = 3600.0


@dataclass(frozen=True)
class Task:
    """What a method is asked: one problem at one choice of parameters, and what is known so far.

    Attributes:
        problem: name of the problem.
        parameters: JSON values by name.
        resource: the quantity to bound.
        seed: seed of every random choice.
        limits: how much work is allowed.
        lower: best lower bound so far, or None.
        upper: best upper bound so far, or None.
        aids: what the user brought, by name.
        report: called with one line whenever the method has progress to show.
    """

    problem: str
    parameters: dict[str, Any]
    resource: str
    seed: int = 0
    limits: Limits = Limits()
    lower: Size | None = None
    upper: Size | None = None
    aids: Mapping[str, Any] = field(default_factory=dict)
    report: Callable[[str], None] = field(default=lambda line: None, compare=False)

    def bound(self, side: Side, value: Size, kind: str, method: str, proof: Mapping[str, Any]) -> Bound:
        """Return the bound on this task's resource with ``proof`` sealed into its certificate."""
        return Bound(sealed(self.problem, self.parameters, self.resource, side, value, kind, method, proof))


class Nothing(Exception):
    """Raised by a method that found no bound, with the reason."""


@dataclass(frozen=True)
class Method:
    """A way to bound a resource.

    Attributes:
        name: its name, as on the command line and in tables.
        sides: the ends it can give.
        run: yields bounds; raises ``Nothing`` with a reason when it has none.
        summary: one line for ``lpbounds problems``.
        resources: the resources it bounds; empty for all.
        memory: estimate in bytes for given parameters; above the limit the method is skipped.
        aid: name of the aid without which it cannot run, empty for none.
    """

    name: str
    sides: tuple[Side, ...]
    run: Callable[[Task], Iterable[Bound]]
    summary: str
    resources: tuple[str, ...] = ()
    memory: Callable[[Parameters], int] = lambda parameters: 0
    aid: str = ""


class Score(Protocol):
    """The result of scoring given weights: printable, and one JSON object."""

    def to_json(self) -> dict[str, Any]:
        """Return the score as a JSON object."""
        ...


@dataclass(frozen=True)
class Scorer:
    """How well given weights can do on a problem.

    Attributes:
        options: further command-line options, such as ``tau``; the first takes the weights, in Python as an
            object such as an array.
        run: takes the problem's parameters and the options' values, None where not given.
        parameters: names of the problem's parameters that scoring uses; empty for all.
    """

    options: tuple[Parameter, ...]
    run: Callable[[dict[str, Any], dict[str, Any]], Score]
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """A task that an attention layer is to do, with everything lpbounds knows about it.

    Attributes:
        name: its name, as on the command line and in certificates.
        title: one line.
        parameters: declared parameters.
        resources: quantities whose least size is sought; the first is the default.
        methods: ways to bound them, cheap ones first.
        theory: published bounds for given parameters and resource.
        scorer: how to score given weights, or None.
        validate: raises ``InputError`` for choices that are wrong only together.
        expand: turns parsed values into those that certificates carry, where they depend on each other; in a
            sweep one choice may stand for several.  It leaves its own results as they are.
        admit: raises ``InputError`` for choices that do not go with the resource that is to be bounded.
        words: what a certificate says for people, by theorem, rule or kind; see ``lpbounds.plain_words``.
        aids: what a user may bring besides.
    """

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    resources: tuple[str, ...]
    methods: tuple[Method, ...]
    theory: Callable[[Parameters, str], Theory] = lambda parameters, resource: Theory()
    scorer: Scorer | None = None
    validate: Callable[[Parameters], None] = lambda parameters: None
    expand: Callable[[dict[str, Any]], Sequence[dict[str, Any]]] = lambda values: [values]
    admit: Callable[[Parameters, str], None] = lambda parameters, resource: None
    words: Mapping[str, str] = field(default_factory=dict)
    aids: tuple[Aid, ...] = ()

    def parsed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return JSON values of all parameters from what the user gave.

        Raises:
            InputError: a parameter is unknown, missing, malformed or out of range, or what was given stands
                for several choices.
        """
        choices = self.choices(given)
        if len(choices) != 1:
            shown = ", ".join(f"{name} = {value}" for name, value in given.items())
            raise InputError("parameters", shown, f"one choice (in a sweep these stand for {len(choices)})")
        return choices[0]

    def choices(self, given: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return JSON values of all parameters for each choice that the user's one stands for.

        Raises:
            InputError: a parameter is unknown, missing, malformed or out of range.
        """
        known = [parameter.name for parameter in self.parameters]
        for name in given:
            if name not in known:
                raise InputError("parameter", name, "one of " + ", ".join(known))
        values = {parameter.name: _value(parameter, given) for parameter in self.parameters}
        choices = list(self.expand(values))
        for choice in choices:
            self.validate(choice)
        return choices

    def aided(self, given: Mapping[str, Any], values: Parameters) -> dict[str, Any]:
        """Return the aids among what the user gave, read for the parameters ``values``.

        Raises:
            InputError: one is malformed or does not go with the parameters.
        """
        return {aid.name: aid.read(given[aid.name], values) for aid in self.aids if aid.name in given}

    def method(self, name: str) -> Method:
        """Return the method called ``name``.

        Raises:
            InputError: there is none.
        """
        for method in self.methods:
            if method.name == name:
                return method
        raise InputError("method", name, "one of " + ", ".join(method.name for method in self.methods))

    def methods_for(self, resource: str, aids: Iterable[str] = ()) -> Sequence[Method]:
        """Return the methods that bound ``resource`` with no more than the given aids, in order."""
        allowed = {"", *aids}
        return [method for method in self.methods
                if method.aid in allowed and (not method.resources or resource in method.resources)]

    def solve(
        self,
        *,
        resource: str | None = None,
        method: str | None = None,
        seed: int = 0,
        limits: Limits | None = None,
        **parameters: Any,
    ) -> Interval:
        """Return certified bounds on the least size of ``resource``; see ``lpbounds.minimal.minimal``."""
        from lpbounds.minimal import minimal

        return minimal(self, parameters, resource=resource, method=method, seed=seed, limits=limits)


def _value(parameter: Parameter, given: Mapping[str, Any]) -> Any:
    value = given.get(parameter.name, parameter.default)
    if value is None:
        raise InputError(parameter.name, "nothing", f"a value ({parameter.help})")
    return parameter.parse(value)
