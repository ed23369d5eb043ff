"""Items that cannot be covered: from the start, or after forced options were chosen.

An item that needs all of its remaining options takes them; the options that conflict with these are
removed; so another item may have too few options left.  `reduce` does the same and more, but gives
no reasons.  Here each removed option records the item that removed it, so that the explanation
contains only the forced options that lead to the contradiction.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

from combien.cover._problem import Problem

MOST_ENTRIES = 5_000_000
MOST_OPTIONS = 8


@dataclass(frozen=True, slots=True)
class UncoverableItems:
    """Items with too few options, and the options that were forced before, in order.

    `because` has the item that needs each forced option.
    """

    items: tuple[int, ...]
    forced: tuple[int, ...] = ()
    because: tuple[int, ...] = ()


def uncoverable_items(problem: Problem) -> UncoverableItems | None:
    """Return items that cannot be covered, if counting their options shows it, or None.

    >>> uncoverable_items(Problem.from_options(["ab", "c"], primary="abcd"))
    UncoverableItems(items=(3,), forced=(), because=())
    >>> uncoverable_items(Problem.from_options(["ab", "bc", "cd", "d", "e"]))
    >>> uncoverable_items(Problem.from_options(["ab", "bc", "e"]))
    UncoverableItems(items=(2,), forced=(0,), because=(0,))

    None as well for more than 5,000,000 entries.  Cost: one or two microseconds per entry.
    """
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    remains = _Remains(problem)
    lacking = tuple(item for item in range(problem.item_count) if remains.lacks(item))
    if lacking:
        return UncoverableItems(lacking)
    last = remains.propagate()
    return None if last is None else remains.explanation(last)


@dataclass(frozen=True, slots=True)
class ForcedRounds:
    """The options that are forced at the same time, round by round, and whether these are all.

    `solved` is True if no item needs another option and none can be chosen: then this is the only
    solution.  `lacking` is an item with too few options, or None.
    """

    rounds: tuple[tuple[int, ...], ...]
    solved: bool
    lacking: int | None = None


def forced_rounds(problem: Problem, given: Iterable[int] = ()) -> ForcedRounds:
    """Return the forced options after those that are given, in rounds.

    >>> forced_rounds(Problem.from_options(["ab", "c", "cd", "bd", "d", "e"]))
    ForcedRounds(rounds=((0, 5),), solved=False, lacking=None)

    An option is forced if an item needs all of its remaining options.  A round has all options that
    are forced when the round before it was chosen.  Cost: as for `uncoverable_items`.
    """
    remains = _Remains(problem)
    for option in given:
        remains.give(option)
    rounds: list[tuple[int, ...]] = []
    while True:
        forced, lacking = remains.forced()
        if lacking is not None or not forced:
            return ForcedRounds(tuple(rounds), remains.is_covered(), lacking)
        rounds.append(forced)
        for option in forced:
            # Two that are forced may exclude each other: then an item lacks options.
            remains.give(option)


@dataclass(frozen=True, slots=True)
class BlockedItem:
    """An item, and for each of its options an item that the option leaves with too few options."""

    item: int
    options: tuple[tuple[int, int], ...]


def blocked_item(problem: Problem) -> BlockedItem | None:
    """Return an item whose options would each leave another item with too few options, or None.

    >>> blocked_item(Problem.from_options(["ab", "ac", "bd", "cd"]))
    >>> blocked_item(Problem.from_options(["ab", "ac"]))
    BlockedItem(item=1, options=((0, 2),))

    Only items with at most 8 options are examined, fewest options first.  Of the consequences of an
    option, only its conflicts are considered.  None as well for more than 5,000,000 entries.
    """
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    return _Remains(problem).blocked_item()


class _Remains:
    """The remaining options, and the reasons why the others were removed."""

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
        # The item that removed an option, and the number of options taken before.
        self._removed_by: dict[int, tuple[int, int]] = {}
        self._queue = deque(range(problem.item_count))

    def lacks(self, item: int) -> bool:
        """Whether an item needs more options than it has left."""
        return self._count[item] < self._low[item]

    def propagate(self) -> int | None:
        """Take all forced options; return the first item with too few options, or None."""
        while self._queue:
            item = self._queue.popleft()
            if self.lacks(item):
                return item
            if self._low[item] and self._count[item] == self._low[item]:
                for option in self._options_of[item]:
                    if self._left[option]:
                        self._take(option, item)
        return None

    def give(self, option: int) -> None:
        """Choose an option, unless it was removed."""
        if self._left[option]:
            self._take(option, -1)

    def forced(self) -> tuple[tuple[int, ...], int | None]:
        """Return the forced options, and an item with too few options or None."""
        found: set[int] = set()
        for item, low in enumerate(self._low):
            if low and self._count[item] <= low:
                if self.lacks(item):
                    return (), item
                found.update(option for option in self._options_of[item] if self._left[option])
        return tuple(sorted(found)), None

    def is_covered(self) -> bool:
        """Whether no item needs another option, and no option is left."""
        return not any(self._low) and not any(self._left)

    def blocked_item(self) -> BlockedItem | None:
        """Return the blocked item with the fewest options, or None."""
        few = [
            item
            for item, options in enumerate(self._options_of)
            if self._low[item] == 1 == self._high[item] and 0 < len(options) <= MOST_OPTIONS
        ]
        found: dict[int, int | None] = {}
        for item in sorted(few, key=lambda item: (len(self._options_of[item]), item)):
            blocked = []
            for option in self._options_of[item]:
                if option not in found:
                    found[option] = self._lacking_after(option)
                lacking = found[option]
                if lacking is None:
                    break
                blocked.append((option, lacking))
            else:
                return BlockedItem(item, tuple(blocked))
        return None

    def _lacking_after(self, option: int) -> int | None:
        """Return an item with too few options after this option removed its conflicts, or None."""
        held = self._held[option]
        colors = self._colors[option] or (0,) * len(held)
        removed = {option}
        for item, color in zip(held, colors, strict=True):
            if self._high[item] == 1:
                removed.update(
                    other
                    for other in self._options_of[item]
                    if other != option and self._conflict(item, color, other)
                )
        lost = Counter(item for other in removed for item in self._held[other])
        for item in sorted(lost):
            needs = self._low[item] - (item in held)
            if self._count[item] - lost[item] < needs:
                return item
        return None

    def explanation(self, last: int) -> UncoverableItems:
        """Return the forced options that leave the last item without enough options."""
        needed: set[int] = set()
        todo = [(last, len(self._taken))]
        while todo:
            item, before = todo.pop()
            for option in self._options_of[item]:
                remover, when = self._removed_by.get(option, (-1, 0))
                if remover < 0 or when > before:
                    continue
                for taker in self._takers[remover]:
                    if taker < when and taker not in needed:
                        needed.add(taker)
                        todo.append((self._taken[taker][1], taker))
        chain = [self._taken[place] for place in sorted(needed)]
        return UncoverableItems(
            (last,), tuple(option for option, _ in chain), tuple(item for _, item in chain)
        )

    def _take(self, option: int, because: int) -> None:
        place = len(self._taken)
        self._taken.append((option, because))
        self._remove(option)
        colors = self._colors[option] or (0,) * len(self._held[option])
        for item, color in zip(self._held[option], colors, strict=True):
            self._takers[item].append(place)
            self._low[item] = max(0, self._low[item] - 1)
            self._high[item] -= 1
            if self._primary[item] and self._high[item] > 0:
                continue
            for other in self._options_of[item]:
                if self._left[other] and self._conflict(item, color, other):
                    self._removed_by[other] = (item, len(self._taken))
                    self._remove(other)

    def _conflict(self, item: int, color: int, other: int) -> bool:
        if self._primary[item] or not color:
            return True
        return self._colors[other][self._held[other].index(item)] != color

    def _remove(self, option: int) -> None:
        self._left[option] = 0
        for item in self._held[option]:
            self._count[item] -= 1
            self._queue.append(item)
