"""Dancing links in readable Python: the same algorithm, step by step, as in the core.

Each node of the search chooses an active item and branches on the options that can cover it.
Choosing an option covers its items, and backtracking uncovers them in reverse order.  If an item
needs several options, they are taken in the order of its ring, so that each set of options is
visited once.  Each step is an event of `events`.

Each item is the head of a ring of the options that can still cover it.  An unlinked entry keeps the
links to its two neighbors, so it can be put back without further memory, as long as entries are put
back in reverse order.  The idea is due to Hitotumatu and Noshita (1979), its name and its
elaboration to Knuth (The Art of Computer Programming 4B, 7.2.2.1).  `Links` is
native/cover/dance.hpp in Python: the same links, changed in the same order.

It visits the nodes of the engines "dlx" and "dlx-leftmost" in the same order and makes the same
updates, which a test verifies.  On eight to ten queens it takes 300 to 500 times as long.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from combien._base.checks import did_you_mean
from combien._base.threads import shared
from combien.cover._elements import NO_COLOR, Solution
from combien.cover._problem import Problem
from combien.engines._steps.events import (
    ActiveItem,
    Agree,
    Backtrack,
    Choose,
    Close,
    Cover,
    Event,
    Found,
    Hide,
    Leave,
    Purify,
    Take,
    TakeBack,
    Try,
    Uncover,
    Unhide,
    Unpurify,
    Unuse,
    Use,
)
from combien.errors import BadInput

Branching = Literal["smallest", "leftmost"]


def dance(problem: Problem, *, branching: Branching = "smallest") -> Iterator[Event]:
    """Return an iterator over the events of the search for all solutions.

    >>> for event in dance(Problem.from_options(["ab", "c", "abc"])):
    ...     if isinstance(event, Found):
    ...         print(event)
    Found(depth=2, solution=(0, 1), number=1)
    Found(depth=1, solution=(2,), number=2)

    `branching` is "smallest" (the first item with the fewest choices) or "leftmost" (the first
    active item).
    Raises `BadInput` for another branching.
    Cost: some microseconds per entry for the setup, and some per update.
    """
    names = get_args(Branching)
    if branching not in names:
        hint = did_you_mean(branching[:80], names) if isinstance(branching, str) else ""
        raise BadInput(f"the dance branches on the 'smallest' or the 'leftmost' item{hint}")
    return _dance(Links(problem), branching)


@dataclass(slots=True)
class _Level:
    """A branching in progress."""

    depth: int
    item: int
    exact: bool  # The item needs exactly one option: it is covered, and its ring does not change.
    of: int  # The number of choices.
    tried: int = 0
    # The item's entry in the chosen option; None before the first choice and for no option.
    entry: int | None = None
    taken: list[int] = field(default_factory=list)  # The entries chosen so far, if not exact.


@shared
def _dance(links: Links, branching: Branching) -> Generator[Event, None, None]:
    # A list of levels instead of recursion, as in the core, so that a tree may be deep.
    levels: list[_Level] = []
    found = 0
    arriving = True
    while arriving or levels:
        if not arriving:
            level = levels[-1]
            yield from _take_back(links, level)
            if level.tried < level.of:
                yield from _advance(links, level)
                arriving = True
            else:
                yield from _close(links, levels.pop())
            continue
        arriving = False
        active = links.active()
        if not active:
            found += 1
            entries = (level.entry for level in levels)
            options = sorted(links.option[entry] for entry in entries if entry is not None)
            yield Found(len(levels), Solution(options), found)
            continue
        # Of several smallest items, min returns the first.
        smallest = branching == "smallest"
        chosen = min(active, key=lambda item: item.choices) if smallest else active[0]
        if chosen.choices == 0:
            yield Backtrack(len(levels), chosen)
            continue
        yield Choose(len(levels), chosen, active)
        levels.append(_Level(len(levels), chosen.item, chosen.exact, chosen.choices))
        if chosen.exact:
            yield from links.cover(chosen.item)


def _advance(links: Links, level: _Level) -> Iterator[Event]:
    """Make the next choice of a level."""
    level.tried += 1
    place = level.depth, level.item
    if level.exact:
        level.entry = links.down[level.item if level.entry is None else level.entry]
        yield Try(*place, links.option[level.entry], level.tried, level.of)
    elif links.size[level.item] == 0:
        level.entry = None
        yield Leave(*place, level.tried, level.of)
    else:
        level.entry = links.down[level.item]
        level.taken.append(level.entry)
        yield Take(*place, links.option[level.entry], level.tried, level.of)
        yield links.remove(level.entry)
        yield from links.commit(level.entry)
    if level.entry is not None:
        for other in links.others(level.entry):
            yield from links.commit(other)


def _take_back(links: Links, level: _Level) -> Iterator[Event]:
    """Undo the choice of a level, if an option was chosen."""
    if level.entry is None:
        return
    for other in reversed(links.others(level.entry)):
        yield from links.uncommit(other)
    if not level.exact:
        yield from links.uncommit(level.entry)
    yield TakeBack(level.depth, level.item, links.option[level.entry])


def _close(links: Links, level: _Level) -> Iterator[Event]:
    """Undo the branching on an item; entries taken from its ring are put back only now."""
    if level.exact:
        yield from links.uncover(level.item)
    for entry in reversed(level.taken):
        yield links.put_back(entry)
    yield Close(level.depth, level.item, level.of)


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
