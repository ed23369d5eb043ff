"""Dancing links in readable Python: the same algorithm, step by step, as in the core.

Each node of the search chooses an active item and branches on the options that can cover it.
Choosing an option covers its items, and backtracking uncovers them in reverse order (see links.py
for the rings, events.py for the events).  If an item needs several options, they are taken in the
order of its ring, so that each set of options is visited once.

It visits the nodes of the engines "dlx" and "dlx-leftmost" in the same order and makes the same
updates, which a test verifies.  On eight to ten queens it takes 300 to 500 times as long.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Literal, get_args

from combien._base.checks import did_you_mean
from combien._base.records import dataclass, field
from combien._base.threads import shared
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
