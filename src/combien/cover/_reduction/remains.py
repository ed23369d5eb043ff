"""The remaining options and items of a problem during its reduction.

Only three changes are made: an option is *taken* (it is in every solution), an option is *removed*
(it is in none), an item is *dropped* (it has no effect, or another item implies it).  Their direct
consequences follow by counting, in `propagate`: an item takes its remaining options if it needs
them all, and the problem is impossible if an item needs more options than remain.  All other rules
have a file each.

Bounds are current ones: each taken option reduces the `low` and `high` of its items by one.  A
secondary item has low 0 and high 1.
"""

from __future__ import annotations

from itertools import pairwise

from combien._wording import counted
from combien.cover._problem import Problem

__all__ = ["Remains"]


class Remains:
    """The remaining options and items of a problem, and the numbers of those removed by each rule.

    >>> remains = Remains(Problem.from_options(["a", "ab", "bc"]), steps=1000)
    >>> remains.propagate()
    >>> remains.taken, remains.removed
    ([2, 0], {'excluded': 1})

    Cost: about 200 bytes per option and 100 per item; `propagate` is linear in what it removes.
    """

    __slots__ = (
        "_pending",
        "alive",
        "colored",
        "colors",
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
        "removed",
        "steps",
        "steps_left",
        "stopped",
        "taken",
    )

    def __init__(self, problem: Problem, *, steps: int) -> None:
        starts, entries, colors = problem.arrays()
        flat, tints = entries.tolist(), colors.tolist()
        items = problem.item_count
        self.problem = problem
        self.primary = problem.primary_flags
        self.held: list[tuple[int, ...]] = [tuple(flat[b:e]) for b, e in pairwise(starts)]
        self.colors = [tuple(tints[b:e]) for b, e in pairwise(starts)] if tints else []
        self.options_of: list[list[int]] = [[] for _ in range(items)]
        for option, held in enumerate(self.held):
            for item in held:
                self.options_of[item].append(option)
        self.colored = bytearray(items)
        for item, color in zip(flat, tints, strict=bool(tints)):
            if color:
                self.colored[item] = 1
        self.alive = bytearray(b"\1") * len(self.held)
        self.live = bytearray(b"\1") * items
        bounds = [problem.bounds(item) for item in range(items)]
        self.low = [low for low, _ in bounds]
        self.high = [high for _, high in bounds]
        self.count = [len(options) for options in self.options_of]
        # The copies that an option represents, itself included, for each option with copies.
        self.copies: dict[int, tuple[int, ...]] = {}
        self.factor = 1
        self.taken: list[int] = []
        self.removed: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.impossible = ""
        # Every item that lost an option, in order; each rule continues where it stopped reading.
        self.losses: list[int] = []
        self.steps = 0
        self.steps_left = steps
        self.stopped = False
        self._pending = list(range(items))[::-1]

    # Queries ------------------------------------------------------------------------------------

    def once(self, item: int) -> bool:
        """Whether no two chosen options can contain this item, whatever the colors."""
        return self.high[item] == 1 and not self.colored[item]

    def exactly_once(self, item: int) -> bool:
        """Whether exactly one more chosen option must contain this item."""
        return self.low[item] == 1 == self.high[item]

    def options(self, item: int) -> list[int]:
        """Return the remaining options of an item; removed options are deleted from its list."""
        alive = self.alive
        options = self.options_of[item]
        if len(options) > self.count[item]:
            options = self.options_of[item] = [option for option in options if alive[option]]
        return options

    def items(self, option: int) -> list[int]:
        """Return the remaining items of an option."""
        live = self.live
        return [item for item in self.held[option] if live[item]]

    def color(self, option: int, item: int) -> int:
        """Return the color that an option gives to an item, or 0 if none."""
        return self.colors[option][self.held[option].index(item)] if self.colored[item] else 0

    def clash(self, item: int, option: int, other: int) -> bool:
        """Whether two options that contain this item exclude each other because of it."""
        if self.high[item] > 1:
            return False
        if not self.colored[item]:
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

    # Changes ------------------------------------------------------------------------------------

    def remove(self, option: int, rule: str) -> None:
        """Remove an option that is in no solution."""
        self.removed[rule] = self.removed.get(rule, 0) + 1
        self._unlink(option)

    def take(self, option: int) -> None:
        """Choose an option that is in every solution, and remove the options that it excludes."""
        self.taken.append(option)
        self._unlink(option)
        for item in self.items(option):
            excluded = [p for p in self.options(item) if self.clash(item, option, p)]
            for other in excluded:
                self.remove(other, "excluded")
            if not self.primary[item]:
                # Options that agree on the color no longer conflict in this item.
                self.live[item] = 0
                continue
            self.low[item] = max(0, self.low[item] - 1)
            self.high[item] -= 1
            if not self.high[item]:
                self.live[item] = 0

    def drop(self, item: int, rule: str) -> None:
        """Remove an item that has no effect, or is implied by another item."""
        self.dropped[rule] = self.dropped.get(rule, 0) + 1
        self.live[item] = 0

    def propagate(self) -> None:
        """Take forced options and drop items without options, until nothing changes."""
        while self._pending and not self.impossible:
            item = self._pending.pop()
            if not self.live[item]:
                continue
            count, low = self.count[item], self.low[item]
            if count < low:
                self.impossible = self._contradiction(item)
            elif not count:
                self.drop(item, "idle")
            elif count == low:
                for option in list(self.options(item)):
                    if self.alive[option]:
                        self.take(option)
                self._pending.append(item)

    def _unlink(self, option: int) -> None:
        self.alive[option] = 0
        for item in self.items(option):
            self.count[item] -= 1
            self.losses.append(item)
            self._pending.append(item)

    def _contradiction(self, item: int) -> str:
        """Return the reason why this item cannot be satisfied."""
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
