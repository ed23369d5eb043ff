"""Dancing links in Python, to be read: the twin of the core's machine, step by step the same.

At each node the dance chooses an item that waits and branches on the options that can cover it;
choosing an option covers its items, and going back uncovers them in mirror order (see links.py for
the rings, events.py for the events).  Where an item needs several options, they are taken in the
order of its ring, so that each set of options is visited once.

It visits the nodes of the engines "dlx" and "dlx-leftmost" in their order and makes the same
updates; a test counts them.  Eight to ten queens take it some 300 to 500 times as long.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from combien._checks import did_you_mean
from combien._threads import shared
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._tracing.events import (
    Backtrack,
    Choose,
    Close,
    Event,
    Found,
    Leave,
    Take,
    TakeBack,
    Try,
)
from combien.engines._tracing.links import Links
from combien.errors import BadInput

__all__ = ["Branching", "dance"]

Branching = Literal["smallest", "leftmost"]


def dance(problem: Problem, *, branching: Branching = "smallest") -> Iterator[Event]:
    """Return the events of the search for all solutions, step by step.

    >>> for event in dance(Problem.from_options(["ab", "c", "abc"])):
    ...     if isinstance(event, Found):
    ...         print(event)
    Found(depth=2, solution=(0, 1), number=1)
    Found(depth=1, solution=(2,), number=2)

    `branching` is "smallest" (the item with the fewest choices, the first of them) or "leftmost"
    (the first item that waits).
    Raises `BadInput` for another branching.
    Cost: some microseconds an entry beforehand, and an update.
    """
    names = get_args(Branching)
    if branching not in names:
        hint = did_you_mean(branching[:80], names) if isinstance(branching, str) else ""
        raise BadInput(f"the dance branches on the 'smallest' or the 'leftmost' item{hint}")
    return _dance(Links(problem), branching)


@dataclass(slots=True)
class _Level:
    """A branching under way."""

    depth: int
    item: int
    exact: bool  # The item needs one option, so it is covered, and its ring stays as it is.
    of: int  # How many choices there are.
    tried: int = 0
    # Of the item, in the chosen option; None before the first and for none.
    entry: int | None = None
    taken: list[int] = field(default_factory=list)  # What was chosen so far, when not exact.


@shared
def _dance(links: Links, branching: Branching) -> Generator[Event, None, None]:
    # A list of levels instead of a recursion, as in the core, so that a tree may be deep.
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
        waiting = links.waiting()
        if not waiting:
            found += 1
            entries = (level.entry for level in levels)
            options = sorted(links.option[entry] for entry in entries if entry is not None)
            yield Found(len(levels), Solution(options), found)
            continue
        # Of several smallest ones, min takes the first.
        smallest = branching == "smallest"
        chosen = min(waiting, key=lambda item: item.choices) if smallest else waiting[0]
        if chosen.choices == 0:
            yield Backtrack(len(levels), chosen)
            continue
        yield Choose(len(levels), chosen, waiting)
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
    """Undoes the choice of a level, if an option was chosen."""
    if level.entry is None:
        return
    for other in reversed(links.others(level.entry)):
        yield from links.uncommit(other)
    if not level.exact:
        yield from links.uncommit(level.entry)
    yield TakeBack(level.depth, level.item, links.option[level.entry])


def _close(links: Links, level: _Level) -> Iterator[Event]:
    """Undoes the choosing of the item; what was taken from its ring goes back only now."""
    if level.exact:
        yield from links.uncover(level.item)
    for entry in reversed(level.taken):
        yield links.put_back(entry)
    yield Close(level.depth, level.item, level.of)
