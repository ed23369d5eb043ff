"""The look-ahead rule: remove options that would leave an item with too few options.

If choosing an option leaves too few options for some item, no solution contains it.  In a tiling
this is a placement that makes an adjacent cell impossible to cover.  This is the only rule that
costs more than reading the problem: it examines, for each option, the options that conflict with it
and their items.  So it is applied last, and it is the reason for the budget of steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.cover._reduction.remains import Remains

__all__ = ["remove_hopeless_options"]


def remove_hopeless_options(remains: Remains, items: Iterable[int]) -> None:
    """Remove hopeless options near these items, and continue with the items that lose options.

    >>> from combien.cover import Problem
    >>> remains = Remains(Problem.from_options(["ab", "bc", "cd", "a", "d", "bd"]), steps=1000)
    >>> remove_hopeless_options(remains, range(4))
    >>> list(remains.alive), remains.taken
    ([1, 1, 1, 1, 1, 0], [])
    """
    fresh = list(items)
    while fresh and not remains.impossible:
        read = len(remains.losses)
        for option in _near(remains, fresh):
            if not remains.alive[option]:
                continue
            if _hopeless(remains, option):
                remains.remove(option, "hopeless")
                remains.propagate()
            if remains.stopped or remains.impossible:
                return
        fresh = sorted(set(remains.losses[read:]))


def _near(remains: Remains, items: list[int]) -> Iterator[int]:
    """Return the options that share an item with an option of these items, in increasing order."""
    if len(items) == len(remains.live):
        return iter(range(len(remains.alive)))
    nearby = {
        other
        for item in items
        if remains.live[item]
        for option in remains.options(item)
        for other in remains.items(option)
    }
    return iter(sorted({option for item in nearby for option in remains.options(item)}))


def _hopeless(remains: Remains, option: int) -> bool:
    """Whether choosing this option would leave some item with too few options."""
    live, low, held = remains.live, remains.low, remains.held
    own = remains.items(option)
    clashing: set[int] = set()
    for item in own:
        if remains.high[item] == 1:
            if remains.colored[item]:
                clashing.update(p for p in remains.options(item) if remains.clash(item, option, p))
            else:
                clashing.update(remains.options(item))
    clashing.discard(option)
    lost: dict[int, int] = {}
    steps = 1
    for other in clashing:
        for item in held[other]:
            if low[item] and live[item]:
                lost[item] = lost.get(item, 0) + 1
        steps += 1 + len(held[other])
    if not remains.spend(steps):
        return False
    for item, number in lost.items():
        mine = item in own
        if remains.count[item] - mine - number < low[item] - mine:
            return True
    return False
