"""The links that dance: rings of entries, unlinked and linked again in mirror order.

Each item heads a ring of the options that can still cover it.  An entry that is unlinked still
knows its two neighbors, so it can be put back without any other memory, as long as what was
unlinked last comes back first.  The idea is Hitotumatu and Noshita's (1979); its name, and what can
be built on it, Knuth's (The Art of Computer Programming 4B, 7.2.2.1).

This is native/cover/dance.hpp in Python: the same links, changed in the same order.  The functions
return or yield their steps as events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.cover._elements import NO_COLOR
from combien.cover._problem import Problem
from combien.engines._tracing.events import (
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
    Waiting,
)

__all__ = ["Links"]


class Links:
    """The rings of a problem, as lists of numbers: entry k hangs between `up[k]` and `down[k]`.

    >>> links = Links(Problem.from_options(["ab", "bc"]))
    >>> [links.option[entry] for entry in links.ring(1)]
    [0, 1]
    >>> list(links.cover(0))
    [Cover(item=0), Hide(option=0, items=(1,))]
    >>> [links.option[entry] for entry in links.ring(1)]
    [1]
    >>> list(links.uncover(0))
    [Unhide(option=0), Uncover(item=0)]

    The first entries are the heads of the items' rings, one per item; then come the entries of the
    options, end to end.  The items that wait have a ring of their own, headed by the number after
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
        # The entries that gave their item its color; entries that only agreed have nothing to undo.
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

    # Looking ----------------------------------------------------------------------------------

    def waiting(self) -> tuple[Waiting, ...]:
        """Return the items that wait, in order, except items that need nothing and have no option."""
        found = []
        item = self.right[self.root]
        while item != self.root:
            if self.low[item] > 0 or self.size[item] > 0:
                found.append(Waiting(item, self.size[item], self.low[item], self.high[item]))
            item = self.right[item]
        return tuple(found)

    def ring(self, item: int) -> Iterator[int]:
        """Yield the entries in the ring of an item, downwards."""
        entry = self.down[item]
        while entry != item:
            yield entry
            entry = self.down[entry]

    def ring_upwards(self, item: int) -> Iterator[int]:
        """Yield the same entries in mirror order."""
        entry = self.up[item]
        while entry != item:
            yield entry
            entry = self.up[entry]

    def others(self, entry: int) -> tuple[int, ...]:
        """Return the other entries of the option, from this one to the right and round."""
        own = self.entries[self.option[entry]]
        return (*range(entry + 1, own.stop), *range(own.start, entry))

    # One entry --------------------------------------------------------------------------------

    def unlink(self, entry: int) -> bool:
        """Unlinks an entry from its ring and returns True; returns False if there is no need.

        The ring of an item that already has its color is no longer read, so it is left as it is.
        """
        item, above, below = self.item[entry], self.up[entry], self.down[entry]
        if self.fixed[item] != NO_COLOR:
            return False
        self.down[above] = below
        self.up[below] = above
        self.size[item] -= 1
        return True

    def link(self, entry: int) -> None:
        """Undoes the latest `unlink` that is not undone yet, with the entry's own links."""
        item, above, below = self.item[entry], self.up[entry], self.down[entry]
        if self.fixed[item] != NO_COLOR:
            return
        self.down[above] = entry
        self.up[below] = entry
        self.size[item] += 1

    # One option -------------------------------------------------------------------------------

    def hide(self, entry: int) -> Hide:
        """Unlinks the option of an entry from all rings except the entry's own."""
        return self._unlink_all(entry, self.others(entry))

    def unhide(self, entry: int) -> Unhide:
        """Undoes `hide`."""
        return self._link_all(entry, reversed(self.others(entry)))

    def remove(self, entry: int) -> Hide:
        """Unlinks the option of an entry from all rings."""
        return self._unlink_all(entry, (*self.others(entry), entry))

    def put_back(self, entry: int) -> Unhide:
        """Undoes `remove`."""
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
        """Lets an item wait no more, and hides every option that uses it."""
        yield Cover(item)
        if self.primary[item]:
            before, behind = self.left[item], self.right[item]
            self.right[before] = behind
            self.left[behind] = before
        for entry in self.ring(item):
            yield self.hide(entry)

    def uncover(self, item: int) -> Iterator[Event]:
        """Undoes `cover`."""
        for entry in self.ring_upwards(item):
            yield self.unhide(entry)
        if self.primary[item]:
            before, behind = self.left[item], self.right[item]
            self.right[before] = item
            self.left[behind] = item
        yield Uncover(item)

    def purify(self, item: int, color: int) -> Iterator[Event]:
        """Give a secondary item its color, and hides every option that gives it another."""
        yield Purify(item, color)
        self.fixed[item] = color
        for entry in self.ring(item):
            if self.color[entry] != color:
                yield self.hide(entry)

    def unpurify(self, item: int) -> Iterator[Event]:
        """Undoes `purify`."""
        color = self.fixed[item]
        for entry in self.ring_upwards(item):
            if self.color[entry] != color:
                yield self.unhide(entry)
        self.fixed[item] = NO_COLOR
        yield Unpurify(item, color)

    # One entry of a chosen option -------------------------------------------------------------

    def commit(self, entry: int) -> Iterator[Event]:
        """Do to the item of an entry what choosing the option means for it."""
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
        """Undoes `commit`."""
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
