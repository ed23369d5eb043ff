"""Strategies for small random problems of every kind: what each engine must agree on."""

from __future__ import annotations

from hypothesis import strategies as st

from combien import Colored, Problem

MOST_ITEMS = 6
MOST_OPTIONS = 9


@st.composite
def problems(draw: st.DrawFn, *, colors: bool = False, bounds: bool = False) -> Problem:
    """A problem with secondary items, duplicate options, unused items, or nothing at all."""
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


def all_problems() -> st.SearchStrategy[Problem]:
    """Problems of every kind, mixed."""
    return st.one_of(
        problems(),
        problems(colors=True),
        problems(bounds=True),
        problems(colors=True, bounds=True),
    )


def priced(problem: Problem, costs: list[int]) -> Problem:
    """The same problem with costs."""
    builder = Problem.builder()
    for item in problem.items:
        limits = (item.low, item.high) if item.primary else None
        builder.item(item.name, secondary=not item.primary, bounds=limits)
    for option, cost in zip(problem.options, costs, strict=True):
        builder.option(*option.entries, cost=cost)
    return builder.build()
