"""Items that cannot be covered: from the start, or once what is forced has been chosen.

An item that needs all the options that it has left takes them; what clashes with them goes; so
another item may be left without enough.  `reduce` does the same and more, but gives no reasons.
Here each removed option records the item that removed it, so that the explanation contains only the
forced options that lead to the contradiction.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

from combien.cover._problem import Problem

__all__ = ["Cornered", "Unmet", "cornered", "unmet"]

MOST_ENTRIES = 5_000_000
MOST_WAYS = 8


@dataclass(frozen=True, slots=True)
class Unmet:
    """Items that have not enough options, and the options that were forced before, in order.

    `because` has for each forced option the item that needed it.
    """

    items: tuple[int, ...]
    forced: tuple[int, ...] = ()
    because: tuple[int, ...] = ()


def unmet(problem: Problem) -> Unmet | None:
    """Items that cannot be covered, as counting shows; None when it shows none.

    >>> unmet(Problem.from_options(["ab", "c"], primary="abcd"))
    Unmet(items=(3,), forced=(), because=())
    >>> unmet(Problem.from_options(["ab", "bc", "cd", "d", "e"]))
    >>> unmet(Problem.from_options(["ab", "bc", "e"]))
    Unmet(items=(2,), forced=(0,), because=(0,))

    None as well for more than 5,000,000 entries.  Cost: a microsecond or two an entry.
    """
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    remains = _Remains(problem)
    hopeless = tuple(item for item in range(problem.item_count) if remains.lacks(item))
    if hopeless:
        return Unmet(hopeless)
    last = remains.settle()
    return None if last is None else remains.explanation(last)


@dataclass(frozen=True, slots=True)
class Cornered:
    """An item each of whose options leaves another item without enough: (option, that item)."""

    item: int
    ways: tuple[tuple[int, int], ...]


def cornered(problem: Problem) -> Cornered | None:
    """Return an item that can be covered in a few ways, all of which leave another one in need; or None.

    >>> cornered(Problem.from_options(["ab", "ac", "bd", "cd"]))
    >>> cornered(Problem.from_options(["ab", "ac"]))
    Cornered(item=1, ways=((0, 2),))

    Only items with at most 8 options are looked at, those with the fewest first, and of what an
    option leaves only what it takes away itself.  None as well for more than 5,000,000 entries.
    """
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    return _Remains(problem).cornered()


class _Remains:
    """The options that are left, and why the others went."""

    def __init__(self, problem: Problem) -> None:
        self._held = [tuple(problem.indices(option)) for option in range(problem.option_count)]
        self._colors = [
            tuple(problem.colors(option)) if problem.has_colors else ()
            for option in range(problem.option_count)
        ]
        self._options_of: list[list[int]] = [[] for _ in range(problem.item_count)]
        for option, held in enumerate(self._held):
            for item in held:
                self._options_of[item].append(option)
        bounds = [problem.bounds(item) for item in range(problem.item_count)]
        self._low = [low for low, _ in bounds]
        self._high = [high for _, high in bounds]
        self._primary = problem.primary_flags
        self._count = [len(options) for options in self._options_of]
        self._left = bytearray(b"\1") * len(self._held)
        self._taken: list[tuple[int, int]] = []
        self._takers: list[list[int]] = [[] for _ in bounds]
        # The item that drove an option out, and how many were taken then.
        self._driven: dict[int, tuple[int, int]] = {}
        self._queue = deque(range(problem.item_count))

    def lacks(self, item: int) -> bool:
        """Whether an item needs more options than it has left."""
        return self._count[item] < self._low[item]

    def settle(self) -> int | None:
        """Take what is forced; the first item that lacks options then."""
        while self._queue:
            item = self._queue.popleft()
            if self.lacks(item):
                return item
            if self._low[item] and self._count[item] == self._low[item]:
                for option in self._options_of[item]:
                    if self._left[option]:
                        self._take(option, item)
        return None

    def cornered(self) -> Cornered | None:
        """Return the first item, by the number of its options, whose options all leave one in need."""
        few = [
            item
            for item, options in enumerate(self._options_of)
            if self._low[item] == 1 == self._high[item] and 0 < len(options) <= MOST_WAYS
        ]
        found: dict[int, int | None] = {}
        for item in sorted(few, key=lambda item: (len(self._options_of[item]), item)):
            ways = []
            for option in self._options_of[item]:
                if option not in found:
                    found[option] = self._leaves_in_need(option)
                lacking = found[option]
                if lacking is None:
                    break
                ways.append((option, lacking))
            else:
                return Cornered(item, tuple(ways))
        return None

    def _leaves_in_need(self, option: int) -> int | None:
        """Return an item that lacks options once this option is taken and what it clashes with is gone."""
        held = self._held[option]
        colors = self._colors[option] or (0,) * len(held)
        gone = {option}
        for item, color in zip(held, colors, strict=True):
            if self._high[item] == 1:
                gone.update(
                    other
                    for other in self._options_of[item]
                    if other != option and self._clash(item, color, other)
                )
        lost = Counter(item for other in gone for item in self._held[other])
        for item in sorted(lost):
            needs = self._low[item] - (item in held)
            if self._count[item] - lost[item] < needs:
                return item
        return None

    def explanation(self, last: int) -> Unmet:
        """Return the forced options that leave the last item without enough options."""
        needed: set[int] = set()
        todo = [(last, len(self._taken))]
        while todo:
            item, before = todo.pop()
            for option in self._options_of[item]:
                driver, when = self._driven.get(option, (-1, 0))
                if driver < 0 or when > before:
                    continue
                for taker in self._takers[driver]:
                    if taker < when and taker not in needed:
                        needed.add(taker)
                        todo.append((self._taken[taker][1], taker))
        chain = [self._taken[place] for place in sorted(needed)]
        return Unmet(
            (last,), tuple(option for option, _ in chain), tuple(item for _, item in chain)
        )

    def _take(self, option: int, because: int) -> None:
        place = len(self._taken)
        self._taken.append((option, because))
        self._leave(option)
        colors = self._colors[option] or (0,) * len(self._held[option])
        for item, color in zip(self._held[option], colors, strict=True):
            self._takers[item].append(place)
            self._low[item] = max(0, self._low[item] - 1)
            self._high[item] -= 1
            if self._primary[item] and self._high[item] > 0:
                continue
            for other in self._options_of[item]:
                if self._left[other] and self._clash(item, color, other):
                    self._driven[other] = (item, len(self._taken))
                    self._leave(other)

    def _clash(self, item: int, color: int, other: int) -> bool:
        if self._primary[item] or not color:
            return True
        return self._colors[other][self._held[other].index(item)] != color

    def _leave(self, option: int) -> None:
        self._left[option] = 0
        for item in self._held[option]:
            self._count[item] -= 1
            self._queue.append(item)
