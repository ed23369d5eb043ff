"""Components of a problem, which have no item in common, each as a separate problem.

A solution of the whole combines one solution of each component, so the counts multiply.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from combien.cover._elements import Colored
from combien.cover._problem import Problem
from combien.cover._reduction.remains import Remains

__all__ = ["components", "part"]


def components(remains: Remains) -> list[list[int]]:
    """Return the remaining options of each component; each list is increasing.

    >>> remains = Remains(Problem.from_options(["ab", "cd", "bc", "e", "a", "e"]), steps=0)
    >>> components(remains)
    [[0, 1, 2, 4], [3, 5]]
    """
    leader = list(range(len(remains.live)))

    def find(item: int) -> int:
        while leader[item] != item:
            leader[item] = leader[leader[item]]
            item = leader[item]
        return item

    left = [option for option, alive in enumerate(remains.alive) if alive]
    parts = sum(
        1 for live, count in zip(remains.live, remains.count, strict=True) if live and count
    )
    for option in left:
        first, *others = remains.items(option)
        one = find(first)
        for other in others:
            another = find(other)
            if another != one:
                leader[another] = one
                parts -= 1
        # Most problems are connected, which a tenth of their options shows.
        if parts == 1:
            return [left]
    found: dict[int, list[int]] = {}
    for option in left:
        found.setdefault(find(remains.items(option)[0]), []).append(option)
    return list(found.values())


def part(remains: Remains, options: Sequence[int]) -> Problem:
    """Return the problem of these options and of their remaining items, under the same names.

    >>> remains = Remains(Problem.from_options(["ab", "cd", "b"]), steps=0)
    >>> part(remains, [0, 2]).item_names
    ('a', 'b')

    Items and options keep their order, and items have their current bounds.
    """
    whole = remains.problem
    if len(options) == whole.option_count and all(remains.live):
        return whole
    builder = Problem.builder()
    for item in sorted({item for option in options for item in remains.items(option)}):
        secondary = not remains.primary[item]
        bounds = None if secondary else (remains.low[item], remains.high[item])
        builder.item(whole.item_names[item], secondary=secondary, bounds=bounds)
    builder.gather((tuple(_entries(remains, option)) for option in options), strict=True)
    if whole.has_costs:
        builder.price(whole.cost(option) for option in options)
    return builder.build()


def _entries(remains: Remains, option: int) -> Iterator[Hashable | Colored]:
    """Return the entries of an option, without the dropped items."""
    names, live = remains.problem.item_names, remains.live
    if not remains.colors:
        return (names[item] for item in remains.held[option] if live[item])
    pairs = zip(remains.held[option], remains.problem.entries(option), strict=True)
    return (entry for item, entry in pairs if live[item])
