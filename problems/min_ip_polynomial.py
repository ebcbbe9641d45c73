"""Upper bounds on the feature rank of Min-IP from polynomial kernels: METHOD.

Polynomials of degree d in <x,z> have sum_{i<=d} C(m,i) features and serve queries of weight up to some
bound; the published use of them gives heavier queries private features.  Two observations do better.

*   Multiplying the kernel by a positive function of the key keeps its rank.  With alpha(x,z) = f(|z|) q and
    f decreasing geometrically, q has to fall with <x,z> for light queries and to grow with |z| - <x,z> for
    heavy ones; either varies over about m/2 steps at most, so a degree that suffices for weight m/2 is about
    enough for all weights at once.
*   Two groups of weights with factors of their own still cost only twice as much.

On keys of weight m/2, a query of weight m/2 sees f(|z|) as a constant, so its degree is at least the least
degree of a polynomial in <x,z> for weight floor(m/2): the search starts there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, exp, log

from lpbounds.bounds import Bound, Size
from lpbounds.decide import Infeasible
from lpbounds.problem import Method, Nothing, Task
from problems.min_ip_class_model import Cover, Group, SolvedRow
from problems.min_ip_pairwise import least_row

# Largest m tried.
MOST_BITS = 100
FACTOR_BITS = 10
BISECTIONS = 5
# Exponents of the factor, relative to the growth of the least correct row, tried for heavy queries: with
# polynomials in both variables, and in |z| - <x,z> alone with the factor's rate a small fraction.
HEAVY_EXPONENTS = (0.8, 1.0, 0.65, 1.3)
STEEP_EXPONENTS = (1.25, 1.5, 2.0)
RATE_DENOMINATOR = 8
# Degrees below that of the light queries at which heavy ones are tried.
DEGREES_BELOW = 2


def least_degree(s: int, n: int, eps: Fraction, first: int = 0) -> int | None:
    """Return the least degree >= ``first`` of a polynomial in <x,z> that is right for queries of weight s.

    The degrees from ``first`` up to it are certified impossible; None when one was left undecided.
    """
    for degree in range(first, s + 1):
        outcome = Group(s, n, eps, degree).outcome(s)
        if not isinstance(outcome, Infeasible):
            return degree if isinstance(outcome, SolvedRow) else None
    return None


class CoverSearch:
    """The search for a cheap cover at one (m, n, eps).

    Attributes:
        growth: logarithm of the factor per unit of overlap by which correct rows grow, about.
        hard: weights that a group failed to serve, tried first from then on.
    """

    def __init__(self, m: int, n: int, eps: Fraction) -> None:
        """Start with the weights in the middle as the hard ones."""
        self.m, self.n, self.eps = m, n, eps
        top = least_row(m, n, eps)[0]
        self.growth = (log(top.numerator) - log(top.denominator)) / m
        self.hard = {m // 2, m // 2 + 1}

    def entries(self) -> int:
        """Return about how many numbers the rows of all groups tried at one degree hold together."""
        return BISECTIONS * comb(max(1, self.m // 6) + 2, 2) * comb(self.m + 3, 3)

    def private(self) -> Cover:
        """Return the cheapest cover by one polynomial in <x,z> and private features for heavy queries."""
        best, degree = Cover((self._light(0),), (None,) * (self.m + 1)), 0
        for heaviest in range(self.m + 1):
            found = least_degree(heaviest, self.n, self.eps, degree)
            if found is None or self._light(found).features > best.features:
                break
            degree = found
            choice = tuple(0 if s <= heaviest else None for s in range(self.m + 1))
            best = min(best, Cover((self._light(degree),), choice), key=lambda cover: cover.features)
        return best

    def shared(self, most: Size, *, mixed: bool) -> Iterator[Cover]:
        """Yield covers without private features and of fewer than ``most``, by growing degree.

        Args:
            most: a number of features.
            mixed: whether to try polynomials in both variables, one group for all weights among them.
        """
        degree = least_degree(self.m // 2, self.n, self.eps)
        while degree is not None and self._light(degree).features < most:
            single = self.single(degree) if mixed else None
            cover = single or self.double(degree, mixed=mixed)
            if cover is not None and cover.features < most:
                most = cover.features
                yield cover
            degree = None if single else degree + 1

    def single(self, degree: int) -> Cover | None:
        """Return a cover by one group of this degree: a factor too steep fails light queries first."""
        low, high = 0.0, 1.5
        for _ in range(BISECTIONS):
            exponent = (low + high) / 2
            group = self._mixed(degree, exponent)
            light, heavy = self._sides(group)
            if light and heavy:
                return Cover((group,), (0,) * (self.m + 1))
            if not (light or heavy):
                return None
            low, high = (low, exponent) if heavy else (exponent, high)
        return None

    def _sides(self, group: Group) -> tuple[bool, bool]:
        """Tell whether ``group`` serves all light and all heavy queries, hard ones of both sides first."""
        middle = self.m // 2
        light = heavy = True
        for weights in (sorted(self.hard), range(self.m + 1)):
            light = light and self._serves(group, [s for s in weights if s <= middle])
            heavy = heavy and self._serves(group, [s for s in weights if middle < s <= self.m])
            if not (light and heavy):
                break
        return light, heavy

    def _serves(self, group: Group, weights: Iterable[int]) -> bool:
        for s in sorted(weights, key=lambda weight: weight not in self.hard):
            if not group.serves(s):
                self.hard.add(s)
                return False
        return True

    def double(self, degree: int, *, mixed: bool) -> Cover | None:
        """Return a cover by polynomials in <x,z> of this degree, and a factored group for the heavy rest."""
        light, heaviest = self._light(degree), -1
        while heaviest < self.m and light.serves(heaviest + 1):
            heaviest += 1
        if heaviest == self.m:
            return Cover((light,), (0,) * (self.m + 1))
        for smaller in range(max(0, degree - DEGREES_BELOW), degree + (1 if mixed else 2)):
            heavy = self._heavy(heaviest + 1, smaller, mixed)
            if heavy is not None:
                return Cover((light, heavy), tuple(0 if s <= heaviest else 1 for s in range(self.m + 1)))
        return None

    def _heavy(self, lightest: int, degree: int, mixed: bool) -> Group | None:
        if mixed:
            groups = [self._mixed(degree, exponent) for exponent in HEAVY_EXPONENTS]
        else:
            groups = [self._steep(degree, exponent, self.m - lightest) for exponent in STEEP_EXPONENTS]
        weights = range(lightest, self.m + 1)
        return next((group for group in groups if self._serves(group, weights)), None)

    def _light(self, degree: int) -> Group:
        return Group(self.m, self.n, self.eps, degree)

    def _mixed(self, degree: int, exponent: float) -> Group:
        rate = Fraction(exp(exponent * self.growth)).limit_denominator(1 << FACTOR_BITS)
        factor = tuple(round(rate ** (self.m - w) * (1 << FACTOR_BITS)) for w in range(self.m + 1))
        return Group(self.m, self.n, self.eps, degree, factor)

    def _steep(self, degree: int, exponent: float, reach: int) -> Group:
        rate = Fraction(exp(exponent * self.growth)).limit_denominator(RATE_DENOMINATOR)
        last = self.m + reach
        factor = tuple(rate.numerator ** (last - w) * rate.denominator**w for w in range(last + 1))
        return Group(self.m, self.n, self.eps, degree, factor, reach)


def _run(task: Task) -> Iterator[Bound]:
    m, n, eps = task.parameters["m"], task.parameters["n"], Fraction(task.parameters["eps"])
    if m > MOST_BITS:
        raise Nothing(f"polynomial rows are beyond the precision of the solver above {MOST_BITS} bits")
    search, most = CoverSearch(m, n, eps), task.upper or 1 << m
    mixed = search.entries() <= task.limits.rows
    if not mixed:
        task.report(f"only two groups of weights, one is beyond {task.limits.rows:,} rows")
    covers = [search.private()] if mixed else []
    covers += search.shared(min([most, *(cover.features for cover in covers)]), mixed=mixed)
    best = min(covers, key=lambda cover: cover.features, default=None)
    if best is None or best.features >= most:
        raise Nothing(f"found no kernel of fewer than {most} features")
    yield task.bound("upper", best.features, "class-model", METHOD.name, best.proof())


METHOD = Method(
    "polynomial-kernel",
    ("upper",),
    _run,
    "polynomials in <x,z> and |z| with a factor of the keys, private features for heavy queries",
    ("feature-rank",),
)
