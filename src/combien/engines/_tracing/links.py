"""The dancing links: rings of entries that are unlinked, and linked again in reverse order.

Each item is the head of a ring of the options that can still cover it.  An unlinked entry keeps the
links to its two neighbors, so it can be put back without further memory, as long as entries are put
back in reverse order.  The idea is due to Hitotumatu and Noshita (1979), its name and its
elaboration to Knuth (The Art of Computer Programming 4B, 7.2.2.1).

This is native/cover/dance.hpp in Python: the same links, changed in the same order.  The methods
return or yield their steps as events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.cover._elements import NO_COLOR
from combien.cover._problem import Problem
from combien.engines._tracing.events import (
    ActiveItem,
    Agree,
    Cover,
    Event,
    Hide,
    Purify,
    Uncover,
    Unhide,
    Unpurify,
    Unuse,
    Use,
)

__all__ = ["Links"]


class Links:
    """The rings of a problem, as lists of numbers: entry k is between `up[k]` and `down[k]`.

    >>> links = Links(Problem.from_options(["ab", "bc"]))
    >>> [links.option[entry] for entry in links.ring(1)]
    [0, 1]
    >>> list(links.cover(0))
    [Cover(item=0), Hide(option=0, items=(1,))]
    >>> [links.option[entry] for entry in links.ring(1)]
    [1]
    >>> list(links.uncover(0))
    [Unhide(option=0), Uncover(item=0)]

    The first entries are the heads of the items' rings, one per item.  The entries of the options
    follow, option by option.  The active items have their own ring, whose head is the number after
    the last item.
    """

    def __init__(self, problem: Problem) -> None:
        self.root = problem.item_count
        items = range(self.root)
        self.primary = problem.primary_flags
        self.low = [problem.bounds(item)[0] for item in items]
        self.high = [problem.bounds(item)[1] for item in items]
        self.fixed = [NO_COLOR] * self.root
        self.size = [0] * self.root
        # The entries that gave their item its color; later ones of this color undo nothing.
        self.purified: list[int] = []

        wait = [self.root, *(item for item in items if self.primary[item])]
        self.right = dict(zip(wait, [*wait[1:], wait[0]], strict=True))
        self.left = dict(zip(wait, [wait[-1], *wait[:-1]], strict=True))

        self.up, self.down, self.item = list(items), list(items), list(items)
        self.color = [NO_COLOR] * self.root
        self.option = [-1] * self.root
        self.entries: list[range] = []
        for option in range(problem.option_count):
            first = len(self.item)
            for item, color in zip(problem.indices(option), problem.colors(option), strict=True):
                entry, last = len(self.item), self.up[item]
                self.item.append(item)
                self.color.append(color)
                self.option.append(option)
                self.up.append(last)
                self.down.append(item)
                self.down[last] = self.up[item] = entry
                self.size[item] += 1
            self.entries.append(range(first, len(self.item)))

    # Queries ------------------------------------------------------------------------------------

    def active(self) -> tuple[ActiveItem, ...]:
        """Return the active items in order, except items that need no option and have none."""
        found = []
        item = self.right[self.root]
        while item != self.root:
            if self.low[item] > 0 or self.size[item] > 0:
                found.append(ActiveItem(item, self.size[item], self.low[item], self.high[item]))
            item = self.right[item]
        return tuple(found)

    def ring(self, item: int) -> Iterator[int]:
        """Yield the entries in the ring of an item, downwards."""
        entry = self.down[item]
        while entry != item:
            yield entry
            entry = self.down[entry]

    def ring_upwards(self, item: int) -> Iterator[int]:
        """Yield the entries in the ring of an item, upwards."""
        entry = self.up[item]
        while entry != item:
            yield entry
            entry = self.up[entry]

    def others(self, entry: int) -> tuple[int, ...]:
        """Return the other entries of the same option, cyclically from this one to the right."""
        own = self.entries[self.option[entry]]
        return (*range(entry + 1, own.stop), *range(own.start, entry))

    # One entry --------------------------------------------------------------------------------

    def unlink(self, entry: int) -> bool:
        """Unlink an entry from its ring; return False if there is no need.

        The ring of an item that already has its color is not read anymore, so it stays unchanged.
        """
        item, above, below = self.item[entry], self.up[entry], self.down[entry]
        if self.fixed[item] != NO_COLOR:
            return False
        self.down[above] = below
        self.up[below] = above
        self.size[item] -= 1
        return True

    def link(self, entry: int) -> None:
        """Undo the last `unlink` that is not undone yet."""
        item, above, below = self.item[entry], self.up[entry], self.down[entry]
        if self.fixed[item] != NO_COLOR:
            return
        self.down[above] = entry
        self.up[below] = entry
        self.size[item] += 1

    # One option -------------------------------------------------------------------------------

    def hide(self, entry: int) -> Hide:
        """Unlink the option of an entry from all rings except the entry's own."""
        return self._unlink_all(entry, self.others(entry))

    def unhide(self, entry: int) -> Unhide:
        """Undo `hide`."""
        return self._link_all(entry, reversed(self.others(entry)))

    def remove(self, entry: int) -> Hide:
        """Unlink the option of an entry from all rings."""
        return self._unlink_all(entry, (*self.others(entry), entry))

    def put_back(self, entry: int) -> Unhide:
        """Undo `remove`."""
        return self._link_all(entry, (entry, *reversed(self.others(entry))))

    def _unlink_all(self, entry: int, entries: Iterable[int]) -> Hide:
        unlinked = tuple(self.item[other] for other in entries if self.unlink(other))
        return Hide(self.option[entry], unlinked)

    def _link_all(self, entry: int, entries: Iterable[int]) -> Unhide:
        for other in entries:
            self.link(other)
        return Unhide(self.option[entry])

    # One item ---------------------------------------------------------------------------------

    def cover(self, item: int) -> Iterator[Event]:
        """Make an item inactive, and hide every option that uses it."""
        yield Cover(item)
        if self.primary[item]:
            before, behind = self.left[item], self.right[item]
            self.right[before] = behind
            self.left[behind] = before
        for entry in self.ring(item):
            yield self.hide(entry)

    def uncover(self, item: int) -> Iterator[Event]:
        """Undo `cover`."""
        for entry in self.ring_upwards(item):
            yield self.unhide(entry)
        if self.primary[item]:
            before, behind = self.left[item], self.right[item]
            self.right[before] = item
            self.left[behind] = item
        yield Uncover(item)

    def purify(self, item: int, color: int) -> Iterator[Event]:
        """Give a secondary item its color, and hide every option that gives it another one."""
        yield Purify(item, color)
        self.fixed[item] = color
        for entry in self.ring(item):
            if self.color[entry] != color:
                yield self.hide(entry)

    def unpurify(self, item: int) -> Iterator[Event]:
        """Undo `purify`."""
        color = self.fixed[item]
        for entry in self.ring_upwards(item):
            if self.color[entry] != color:
                yield self.unhide(entry)
        self.fixed[item] = NO_COLOR
        yield Unpurify(item, color)

    # One entry of a chosen option -------------------------------------------------------------

    def commit(self, entry: int) -> Iterator[Event]:
        """Cover, color or use the item of an entry, whose option was chosen."""
        item, color = self.item[entry], self.color[entry]
        if color != NO_COLOR:
            if self.fixed[item] != NO_COLOR:
                yield Agree(item, color)
            else:
                self.purified.append(entry)
                yield from self.purify(item, color)
            return
        if self.primary[item]:
            self.low[item] -= 1
            self.high[item] -= 1
            if self.high[item] > 0:
                yield Use(item, self.low[item], self.high[item])
                return
        yield from self.cover(item)

    def uncommit(self, entry: int) -> Iterator[Event]:
        """Undo `commit`."""
        item, color = self.item[entry], self.color[entry]
        if color != NO_COLOR:
            if self.purified and self.purified[-1] == entry:
                self.purified.pop()
                yield from self.unpurify(item)
            return
        in_use = self.primary[item] and self.high[item] > 0
        if not in_use:
            yield from self.uncover(item)
        if self.primary[item]:
            self.low[item] += 1
            self.high[item] += 1
        if in_use:
            yield Unuse(item, self.low[item], self.high[item])
