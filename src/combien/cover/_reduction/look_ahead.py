"""The rule that looks one step ahead: an option that would leave an item without enough options.

If choosing an option leaves too few options for some item, no solution contains it.  In a tiling
this is a placement that makes an adjacent cell impossible to cover.  It is
the one rule that costs more than reading the problem: for each option, the options that clash with
it and their items.  So it is the last, and the budget of steps is there for its sake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.cover._reduction.remains import Remains

__all__ = ["remove_hopeless_options"]


def remove_hopeless_options(remains: Remains, items: Iterable[int]) -> None:
    """Remove the options near these items that no solution can hold, and goes on to what follows.

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
                remains.go(option, "hopeless")
                remains.settle()
            if remains.stopped or remains.impossible:
                return
        fresh = sorted(set(remains.losses[read:]))


def _near(remains: Remains, items: list[int]) -> Iterator[int]:
    """Return the options that hold an item of an option of these items, in increasing order."""
    if len(items) == len(remains.live):
        return iter(range(len(remains.alive)))
    beside = {
        other
        for item in items
        if remains.live[item]
        for option in remains.options(item)
        for other in remains.items(option)
    }
    return iter(sorted({option for item in beside for option in remains.options(item)}))


def _hopeless(remains: Remains, option: int) -> bool:
    """Whether some item could not be satisfied any more if this option were chosen."""
    live, low, held = remains.live, remains.low, remains.held
    own = remains.items(option)
    clashing: set[int] = set()
    for item in own:
        if remains.high[item] == 1:
            if remains.tinted[item]:
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
