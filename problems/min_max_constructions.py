"""Upper bounds by the heads known in closed form, each family at its best size for the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice, product
from math import ceil, gcd, log2

from lpbounds.bounds import Bound
from lpbounds.problem import Method, Nothing, Task
from problems.min_max_check import Limit
from problems.min_max_check import rays as count_rays
from problems.min_max_heads import Head, direct_sum, grid, independent, one_number, powers, rays, triangle
from problems.min_max_parts import joined
from problems.min_max_question import MOST_NUMBERS, MOST_SIZE, Question, asked, least

# More numbers are better served by grids.
MOST_PARTED = 200

Family = Callable[[Question], Head | None]


def extent(kind: str, values: Iterable[Sequence[int]]) -> int:
    """Return the largest absolute entry, or the largest squared norm, of integer values."""
    if kind == "entries":
        return max((abs(entry) for value in values for entry in value), default=0)
    return max(sum(entry * entry for entry in value) for value in values)


def cost(question: Question, head: Head) -> int | None:
    """Return the size of ``head`` on the resource asked for; None where it breaks a width or limit."""
    width = len(head.values[0])
    if question.resource in ("width", "real-width"):
        limit = question.limit
        return None if limit is not None and extent(limit[0], head.values) > limit[1] else width
    fits = question.width is not None and width <= question.width
    return extent(question.resource, head.values) if fits else None


def head_bound(task: Task, question: Question, head: Head, method: str) -> Bound | None:
    """Return the bound that ``head`` proves, or None when it breaks a limit."""
    if question.uniform or question.resource == "real-width":
        head = head.folded()
    size = cost(question, head)
    return None if size is None else task.bound("upper", size, "model", method, head.proof())


def _one_number(question: Question) -> Head | None:
    return one_number(question.tasks) if question.numbers == 1 else None


def _independent(question: Question) -> Head | None:
    return independent(question.numbers, question.n, question.tasks)


def _triangle(question: Question) -> Head | None:
    return triangle(question.n, question.tasks) if question.numbers == 3 else None


def _rays(question: Question) -> Head | None:
    """Return the head on the first primitive vectors of the least width or limit that has enough of them."""
    if len(question.tasks) > 1 and question.n > 1:
        return None
    numbers = question.numbers

    def has_enough(width: int | None, limit: Limit) -> bool:
        return count_rays(width, limit, numbers) >= numbers

    width, limit = question.width, question.limit
    if width is None:
        width = least(lambda d: has_enough(d, limit), 1, MOST_NUMBERS)
        kind, reach = limit or ("entries", numbers)
    else:
        kind = question.resource
        found = least(lambda size: has_enough(width, (kind, size)), 1, MOST_SIZE)
        reach = found or 0
    if width is None or reach == 0:
        return None
    return _ray_head(list(islice(primitive_vectors(width, kind, reach), numbers)), question)


def _ray_head(vectors: Sequence[Sequence[int]], question: Question) -> Head:
    heads = [rays(vectors, question.n, task) for task in question.tasks]
    classifiers = {task: theta for head in heads for task, theta in head.classifiers.items()}
    return Head(heads[0].weights, heads[0].values, classifiers)


def primitive_vectors(width: int, kind: str, reach: int) -> Iterator[list[int]]:
    """Yield the primitive vectors with entries, or squared norm, at most ``reach``, sparse ones first."""
    for size in range(1, width + 1):
        most = reach if kind == "entries" else int(max(reach - size + 1, 0) ** 0.5)
        entries = [sign * entry for entry in range(1, most + 1) for sign in (1, -1)]
        for nonzero in product(entries, repeat=size):
            if gcd(*nonzero) == 1 and extent(kind, [nonzero]) <= reach:
                for places in combinations(range(width), size):
                    vector = [0] * width
                    for place, entry in zip(places, nonzero, strict=True):
                        vector[place] = entry
                    yield vector


def _sign_vectors(question: Question) -> Head | None:
    if len(question.tasks) > 1 and question.n > 1:
        return None
    width = max(1, ceil(log2(question.numbers)))
    signs = list(islice(product((1, -1), repeat=width), question.numbers))
    return _ray_head(signs, question)


def _powers(question: Question) -> Head | None:
    sizes = _block_sizes(question)
    return None if sizes is None else _joined_powers(sizes, question)


def _joined_powers(sizes: Sequence[int], question: Question) -> Head:
    make = {1: independent}
    heads = [make.get(size, powers)(size, question.n, question.tasks) for size in sizes]
    return heads[0] if len(heads) == 1 else direct_sum(heads, question.n)


def _block_sizes(question: Question) -> list[int] | None:
    """Return sizes of blocks: as large as the limit allows, or as small as the width allows."""
    numbers, coordinates = question.numbers, len(question.tasks) + 1
    if question.width is not None:
        return _spread(numbers, question.width, coordinates)
    largest = numbers if question.limit is None else _largest_block(question)
    if largest <= coordinates:
        return None
    count, rest = divmod(numbers, largest)
    return [largest] * count + ([rest] if rest > coordinates else [1] * rest)


def _largest_block(question: Question) -> int:
    assert question.limit is not None
    kind, most = question.limit
    base, size = max(question.n, 2), 1
    while size < question.numbers:
        entry = base**size
        if (entry if kind == "entries" else entry**2 + len(question.tasks)) > most:
            break
        size += 1
    return size


def _spread(numbers: int, width: int, coordinates: int) -> list[int] | None:
    """Return sizes of blocks and single numbers that fit the width, the largest block as small as may be."""
    best: list[int] | None = None
    for count in range(1, width // coordinates + 1):
        singles = min(width - count * coordinates, numbers - count)
        if singles < 0:
            continue
        share, more = divmod(numbers - singles, count)
        sizes = [share + 1] * more + [share] * (count - more) + [1] * singles
        if best is None or sizes[0] < best[0]:
            best = sizes
    return best


def _small_parts(question: Question) -> Head | None:
    if question.uniform or len(question.tasks) < 2 or question.n < 2 or question.numbers > MOST_PARTED:
        return None
    return joined(question.numbers, question.n)


def _grid(question: Question) -> Head | None:
    """Return the narrowest grid within the limit, or the one with the smallest blocks within the width."""
    if question.uniform or len(question.tasks) < 2:
        return None
    numbers = question.numbers
    widths = {size: 2 * -(-numbers // size) + size for size in range(1, numbers + 1)}
    if question.width is not None:
        sizes = [size for size, width in widths.items() if width <= question.width][:1]
    else:
        sizes = sorted((size for size in widths if _grid_fits(size, question.limit)), key=widths.__getitem__)
    return grid(numbers, sizes[0], question.n) if sizes else None


def _grid_fits(size: int, limit: Limit) -> bool:
    if limit is None:
        return True
    largest = size // 2
    return max(largest, 1) <= limit[1] if limit[0] == "entries" else largest**2 + 2 <= limit[1]


def _run(name: str, family: Family, task: Task) -> Iterator[Bound]:
    question = asked(task)
    head = family(question)
    bound = None if head is None else head_bound(task, question, head, name)
    if bound is None:
        raise Nothing("does not apply here")
    yield bound


FAMILIES: tuple[tuple[str, Family, str], ...] = (
    ("one-number", _one_number, "nothing to tell apart"),
    ("independent", _independent, "values e_1..e_M"),
    ("triangle", _triangle, "three numbers in the plane"),
    ("directions", _rays, "one task: values in different directions, steep weights"),
    ("sign-vectors", _sign_vectors, "one task: distinct vectors of signs, steep weights"),
    ("small-parts", _small_parts, "both tasks: a direct sum of small heads with entries -1, 0, 1"),
    ("grid", _grid, "both tasks: numbers on a grid, width about 2.83 sqrt M"),
    ("powers", _powers, "blocks of numbers whose values are powers of n"),
)

METHODS = tuple(
    Method(name, ("upper",), partial(_run, name, family), summary) for name, family, summary in FAMILIES
)
