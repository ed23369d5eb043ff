"""Reduction rules for items: items without effect, and items implied by another item.

    idle      an item that can no longer bind: a secondary one whose options cannot clash in it, a
              primary one whose bounds no choice can miss
    implied   options(i) all hold j too, and j is in at most one chosen option.  If i must be in
              exactly one, that one is j's: j's other options are in no solution ("dominated"), and
              i implies j.  If i may be in none, j implies i

For this j has no colors: two options that agree on a color may both be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable

from combien.cover._reduction.remains import Remains

__all__ = ["drop_idle_items", "drop_implied_items"]


def drop_idle_items(remains: Remains, items: Iterable[int]) -> None:
    """Drop those of the items that can no longer bind.

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
            idle = _never_missed(remains, item)
        else:
            idle = _never_clashing(remains, item)
        if idle:
            remains.drop(item, "idle")


def drop_implied_items(remains: Remains, items: Iterable[int]) -> None:
    """Remove dominated options, and drops the items that others imply.

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
        remains.settle()
        if remains.impossible:
            return


def _common(remains: Remains, item: int) -> list[int]:
    """Return the items that every option of this item holds, in increasing order."""
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
    """Remove the options of `other` that are not options of `item`; `other` is implied then."""
    if remains.count[other] > remains.count[item]:
        for option in list(remains.options(other)):
            if item not in remains.held[option]:
                remains.go(option, "dominated")
    remains.drop(other, "implied")


def _never_missed(remains: Remains, item: int) -> bool:
    """Whether any choice keeps the bounds, and each option has another primary item to be in."""
    if remains.low[item] or remains.high[item] < remains.count[item]:
        return False
    return all(
        any(remains.primary[other] and other != item for other in remains.items(option))
        for option in remains.options(item)
    )


def _never_clashing(remains: Remains, item: int) -> bool:
    """Whether no two of the options that are left can clash in this secondary item."""
    options = remains.options(item)
    if len(options) < 2:
        return True
    if not remains.tinted[item]:
        return False
    colors = {remains.color(option, item) for option in options}
    return len(colors) == 1 and 0 not in colors
