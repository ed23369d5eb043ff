"""What remains of a problem while rules cut it down: which options and items are still there.

Three things happen here and nowhere else: an option is *taken* (it is in every solution), an option
*goes* (it is in none), an item is *dropped* (the other items imply it).  What
follows at once from them, by counting alone, is done in `settle`: an item that needs all the
options that it has left takes them, and one that needs more than it has makes the problem
impossible.  Everything cleverer is a rule in a file of its own.

Bounds are kept as they are *now*: each taken option uses up one of its items' `low` and `high`.  A
secondary item is kept as one with low 0 and high 1.
"""

from __future__ import annotations

from itertools import pairwise

from combien._wording import counted
from combien.cover._problem import Problem

__all__ = ["Remains"]


class Remains:
    """The options and items of a problem that are still there, and how the others went.

    >>> remains = Remains(Problem.from_options(["a", "ab", "bc"]), steps=1000)
    >>> remains.settle()
    >>> remains.taken, remains.went
    ([2, 0], {'excluded': 1})

    Cost: some 200 bytes an option and 100 an item; `settle` takes as long as what goes is big.
    """

    __slots__ = (
        "_pending",
        "alive",
        "copies",
        "count",
        "dropped",
        "factor",
        "held",
        "high",
        "impossible",
        "live",
        "losses",
        "low",
        "options_of",
        "primary",
        "problem",
        "steps",
        "steps_left",
        "stopped",
        "taken",
        "tinted",
        "tints",
        "went",
    )

    def __init__(self, problem: Problem, *, steps: int) -> None:
        starts, entries, colors = problem.arrays()
        flat, tints = entries.tolist(), colors.tolist()
        items = problem.item_count
        self.problem = problem
        self.primary = problem.primary_flags
        self.held: list[tuple[int, ...]] = [tuple(flat[b:e]) for b, e in pairwise(starts)]
        self.tints = [tuple(tints[b:e]) for b, e in pairwise(starts)] if tints else []
        self.options_of: list[list[int]] = [[] for _ in range(items)]
        for option, held in enumerate(self.held):
            for item in held:
                self.options_of[item].append(option)
        self.tinted = bytearray(items)
        for item, color in zip(flat, tints, strict=bool(tints)):
            if color:
                self.tinted[item] = 1
        self.alive = bytearray(b"\1") * len(self.held)
        self.live = bytearray(b"\1") * items
        bounds = [problem.bounds(item) for item in range(items)]
        self.low = [low for low, _ in bounds]
        self.high = [high for _, high in bounds]
        self.count = [len(options) for options in self.options_of]
        # Of options that are copies of each other, one may stand for several.
        self.copies: dict[int, tuple[int, ...]] = {}
        self.factor = 1
        self.taken: list[int] = []
        self.went: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.impossible = ""
        # Every item that lost an option, in order: each rule reads on where it stopped reading.
        self.losses: list[int] = []
        self.steps = 0
        self.steps_left = steps
        self.stopped = False
        self._pending = list(range(items))[::-1]

    # What can be asked --------------------------------------------------------------------------

    def once(self, item: int) -> bool:
        """Whether no two chosen options can hold this item, whatever the colors."""
        return self.high[item] == 1 and not self.tinted[item]

    def exactly_once(self, item: int) -> bool:
        """Whether exactly one more chosen option holds this item."""
        return self.low[item] == 1 == self.high[item]

    def options(self, item: int) -> list[int]:
        """Return the remaining options of an item; removed options are deleted from its list."""
        alive = self.alive
        options = self.options_of[item]
        if len(options) > self.count[item]:
            options = self.options_of[item] = [option for option in options if alive[option]]
        return options

    def items(self, option: int) -> list[int]:
        """Return the items of an option that are still there."""
        live = self.live
        return [item for item in self.held[option] if live[item]]

    def color(self, option: int, item: int) -> int:
        """Return the color that an option gives to an item; 0 if it gives none."""
        return self.tints[option][self.held[option].index(item)] if self.tinted[item] else 0

    def clash(self, item: int, option: int, other: int) -> bool:
        """Whether two options that hold this item exclude each other because of it."""
        if self.high[item] > 1:
            return False
        if not self.tinted[item]:
            return True
        color = self.color(option, item)
        return not color or color != self.color(other, item)

    def spend(self, steps: int) -> bool:
        """Subtract steps from the budget; return False if not enough are left."""
        if steps > self.steps_left:
            self.stopped = True
            return False
        self.steps += steps
        self.steps_left -= steps
        return True

    # What can happen ----------------------------------------------------------------------------

    def go(self, option: int, rule: str) -> None:
        """Remove an option that no solution has."""
        self.went[rule] = self.went.get(rule, 0) + 1
        self._leave(option)

    def take(self, option: int) -> None:
        """Chooses an option that every solution has, and removes what it excludes."""
        self.taken.append(option)
        self._leave(option)
        for item in self.items(option):
            excluded = [p for p in self.options(item) if self.clash(item, option, p)]
            for other in excluded:
                self.go(other, "excluded")
            if not self.primary[item]:
                # Options that agree on the color no longer conflict in this item.
                self.live[item] = 0
                continue
            self.low[item] = max(0, self.low[item] - 1)
            self.high[item] -= 1
            if not self.high[item]:
                self.live[item] = 0

    def drop(self, item: int, rule: str) -> None:
        """Remove an item that binds nothing, or nothing that others do not bind."""
        self.dropped[rule] = self.dropped.get(rule, 0) + 1
        self.live[item] = 0

    def settle(self) -> None:
        """Do what follows by counting each item's options, until nothing does."""
        while self._pending and not self.impossible:
            item = self._pending.pop()
            if not self.live[item]:
                continue
            count, low = self.count[item], self.low[item]
            if count < low:
                self.impossible = self._complaint(item)
            elif not count:
                self.drop(item, "idle")
            elif count == low:
                for option in list(self.options(item)):
                    if self.alive[option]:
                        self.take(option)
                self._pending.append(item)

    def _leave(self, option: int) -> None:
        self.alive[option] = 0
        for item in self.items(option):
            self.count[item] -= 1
            self.losses.append(item)
            self._pending.append(item)

    def _complaint(self, item: int) -> str:
        """Why this item cannot be satisfied, in words."""
        name = self.problem.item_names[item]
        low = self.problem.bounds(item)[0]
        wanted = f"item {name!r} must be in {counted(low, 'chosen option')}"
        holders = sum(item in held for held in self.held)
        if holders < low:
            hold = f"only {holders} options hold" if holders > 1 else "only 1 option holds"
            return f"{wanted}, and {hold if holders else 'no option holds'} it"
        if chosen := low - self.low[item]:
            wanted += f", {chosen} of them {'is' if chosen == 1 else 'are'} chosen already"
        left = f"{self.count[item] or 'none'} of its {holders} options can still be chosen"
        if holders == 1:
            left = "its only option cannot be chosen any more"
        return f"{wanted}, and {left}"
