"""Reduction rules for items: items without effect, and items implied by another item.

    idle      an item without effect: a secondary one whose options cannot conflict in it, or a
              primary one whose bounds hold for any choice
    implied   the options of an item i all contain j too, and j is in at most one chosen option.
              If i must be in exactly one, that one is also j's: the other options of j are in no
              solution ("dominated"), and i implies j.  If i may be in none, j implies i

Here j must have no colors: two options that agree on a color may both be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable

from combien.cover._reduction.remains import Remains

__all__ = ["drop_idle_items", "drop_implied_items"]


def drop_idle_items(remains: Remains, items: Iterable[int]) -> None:
    """Drop the items of this list that have no effect.

    >>> from combien.cover import Problem
    >>> remains = Remains(Problem.from_options(["ax", "ay", "by"], "xy"), steps=100)
    >>> drop_idle_items(remains, range(4))
    >>> [name for name, live in zip("axyb", remains.live) if live]
    ['a', 'y', 'b']
    """
    for item in items:
        if not remains.live[item]:
            continue
        if not remains.spend(1 + remains.count[item]):
            return
        if remains.primary[item]:
            idle = _always_satisfied(remains, item)
        else:
            idle = _never_conflicting(remains, item)
        if idle:
            remains.drop(item, "idle")


def drop_implied_items(remains: Remains, items: Iterable[int]) -> None:
    """Remove dominated options, and drop implied items.

    >>> from combien.cover import Problem
    >>> remains = Remains(Problem.from_options(["ab", "abc", "b", "c"]), steps=100)
    >>> drop_implied_items(remains, range(3))
    >>> list(remains.alive), list(remains.live)
    ([1, 1, 0, 1], [1, 0, 1])
    """
    for item in items:
        exactly_once = remains.exactly_once(item)
        # An item that is needed more than once, or perhaps once, is implied by nothing.
        if not remains.live[item] or not remains.count[item]:
            continue
        if remains.low[item] and not exactly_once:
            continue
        common = _common(remains, item)
        if remains.stopped:
            return
        others = [other for other in common if other != item and remains.once(other)]
        if exactly_once:
            for other in others:
                _contain(remains, item, other)
        elif any(remains.primary[other] >= remains.primary[item] for other in others):
            remains.drop(item, "implied")
        remains.propagate()
        if remains.impossible:
            return


def _common(remains: Remains, item: int) -> list[int]:
    """Return the items that all options of this item contain, in increasing order."""
    common: list[int] = []
    for place, option in enumerate(remains.options(item)):
        if not remains.spend(len(remains.held[option])):
            return []
        if not place:
            common = remains.items(option)
        else:
            held = remains.held[option]
            common = [other for other in common if other in held]
        if len(common) == 1:
            break
    return sorted(common)


def _contain(remains: Remains, item: int, other: int) -> None:
    """Remove the options of `other` that are not options of `item`, and drop `other` as implied."""
    if remains.count[other] > remains.count[item]:
        for option in list(remains.options(other)):
            if item not in remains.held[option]:
                remains.remove(option, "dominated")
    remains.drop(other, "implied")


def _always_satisfied(remains: Remains, item: int) -> bool:
    """Whether any choice satisfies the bounds, and each option contains another primary item."""
    if remains.low[item] or remains.high[item] < remains.count[item]:
        return False
    return all(
        any(remains.primary[other] and other != item for other in remains.items(option))
        for option in remains.options(item)
    )


def _never_conflicting(remains: Remains, item: int) -> bool:
    """Whether no two of the remaining options conflict in this secondary item."""
    options = remains.options(item)
    if len(options) < 2:
        return True
    if not remains.colored[item]:
        return False
    colors = {remains.color(option, item) for option in options}
    return len(colors) == 1 and 0 not in colors
