"""Strategies for small random problems of every kind: what each engine must agree on."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from combien import Colored, Problem
from combien._base.checks import Cost

MOST_ITEMS = 6
MOST_OPTIONS = 9
# The definition tries every set of options, and many problems are compared.
MOST_OF_SOLVABLE = 8


@st.composite
def problems(draw: st.DrawFn, *, colors: bool = False, bounds: bool = False) -> Problem:
    """A problem with secondary items, duplicate options, unused items, or none at all."""
    count = draw(st.integers(0, MOST_ITEMS))
    primary = [k == 0 or draw(st.integers(0, 3)) > 0 for k in range(count)]
    builder = Problem.builder()
    for item, is_primary in enumerate(primary):
        limits = None
        if bounds and is_primary and draw(st.booleans()):
            low = draw(st.integers(0, 3))
            limits = (low, max(1, low + draw(st.integers(0, 2))))
        builder.item(item, secondary=not is_primary, bounds=limits)
    if count == 0:
        return builder.build()
    entries = st.lists(st.integers(0, count - 1), min_size=1, max_size=4, unique=True)
    options = draw(st.lists(entries, max_size=MOST_OPTIONS))
    for option in options:
        if not any(primary[item] for item in option):
            continue
        builder.option(
            *(
                Colored(item, draw(st.sampled_from("RGB")))
                if colors and not primary[item] and draw(st.booleans())
                else item
                for item in option
            )
        )
    return builder.build()


@st.composite
def solvable_problems(
    draw: st.DrawFn, *, colors: bool = False, bounds: bool = False, twin: bool = False
) -> Problem:
    """A problem with a solution: a partition of its items, perhaps twice, among other options.

    With `twin`, one option of the solution is there twice, which is a symmetry.
    """
    count = draw(st.integers(1, MOST_ITEMS - 1))
    primary = [k == 0 or draw(st.integers(0, 3)) > 0 for k in range(count)]
    times = draw(st.integers(1, 2)) if bounds and count <= 3 else 1
    builder = Problem.builder()
    for item, is_primary in enumerate(primary):
        limits = None
        if is_primary and (times > 1 or (bounds and draw(st.booleans()))):
            limits = (draw(st.integers(0, times)), times + draw(st.integers(0, 2)))
        builder.item(item, secondary=not is_primary, bounds=limits)
    parts: dict[int, Entries] = {}
    for item in range(count):
        colored = colors and not primary[item] and draw(st.booleans())
        color = draw(st.sampled_from("RGB")) if colored else ""
        for part in draw(st.sets(st.integers(0, count - 1), min_size=1, max_size=1 + bool(color))):
            parts.setdefault(part, []).append((item, color))
    solution = [part for part in parts.values() if any(primary[item] for item, _ in part)]
    twins = [draw(st.sampled_from(solution))] if twin else []
    # Secondary items without a color are in one option of a solution only.
    again = [[(item, "") for item, _ in part if primary[item]] for part in solution]
    most = max(0, MOST_OF_SOLVABLE - times * len(solution) - len(twins))
    others = draw(st.lists(_options(primary, colors=colors), max_size=most))
    options = [*solution, *again * (times - 1), *twins, *others]
    for option in draw(st.permutations(options)):
        if any(primary[item] for item, _ in option):
            builder.option(*(Colored(item, color) if color else item for item, color in option))
    return builder.build()


@st.composite
def matching_problems(draw: st.DrawFn) -> Problem:
    """Perfect matchings of a planar graph that has one: each option is a pair of items."""
    points = draw(st.permutations(range(2 * draw(st.integers(1, 3)))))
    matching = list(zip(points[::2], points[1::2], strict=True))
    edges = [(a, b) for a in points for b in points if a < b]
    # A graph of at most eight edges is planar.
    others = draw(st.lists(st.sampled_from(edges), max_size=8 - len(matching)))
    options = draw(st.permutations([*matching, *others]))
    return Problem.from_options(options, primary=range(len(points)))


# The items of an option with their colors; no color is "".
Entries = list[tuple[int, str]]


@st.composite
def _options(draw: st.DrawFn, primary: list[bool], *, colors: bool) -> Entries:
    """An option of one to four items, possibly without a primary one."""
    items = draw(st.lists(st.integers(0, len(primary) - 1), min_size=1, max_size=4, unique=True))
    return [
        (
            item,
            draw(st.sampled_from("RGB"))
            if colors and not primary[item] and draw(st.booleans())
            else "",
        )
        for item in items
    ]


def all_problems() -> st.SearchStrategy[Problem]:
    """Problems of every kind, mixed."""
    return st.one_of(
        problems(),
        problems(colors=True),
        problems(bounds=True),
        problems(colors=True, bounds=True),
    )


def priced(problem: Problem, costs: Sequence[Cost]) -> Problem:
    """The same problem with costs."""
    builder = Problem.builder()
    for item in problem.items:
        limits = (item.low, item.high) if item.primary else None
        builder.item(item.name, secondary=not item.primary, bounds=limits)
    for option, cost in zip(problem.options, costs, strict=True):
        builder.option(*option.entries, cost=cost)
    return builder.build()


def draw_costs(problem: Problem, data: st.DataObject, most: int = 9) -> Problem:
    """The problem with costs of at most this size."""
    size = problem.option_count
    costs = st.lists(st.integers(-most, most), min_size=size, max_size=size)
    return priced(problem, data.draw(costs))
