"""An instance of the benchmark, as plain lists of numbers for any program.

Items are numbers from 0; the first `primary` of them must be covered exactly once, the others at
most once, or by options that agree on the color.  This module is independent of combien: an
instance is the same for all programs, with the items and the options in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Draw", "Instance"]


@dataclass(frozen=True, slots=True)
class Instance:
    """An exact cover problem, and its number of solutions.

    `colors` is empty, or has a number for each number of `options`: 0 for no color.
    `source` is the origin of the count.
    """

    name: str
    options: list[list[int]]
    primary: int
    items: int
    count: int
    source: str
    colors: list[list[int]] | None = None

    def fault(self) -> str:
        """Return why this is not a valid instance, or "" if it is.

        >>> Instance("two", [[0], [0, 1]], 1, 2, 2, "by hand").fault()
        ''
        >>> Instance("bad", [[0], [1]], 1, 2, 1, "by hand").fault()
        'option 1 has no primary item'
        """
        if not 0 < self.primary <= self.items:
            return f"{self.primary} of {self.items} items are primary"
        seen: set[int] = set()
        for number, option in enumerate(self.options):
            if len(set(option)) != len(option):
                return f"option {number} contains an item twice"
            if not all(0 <= item < self.items for item in option):
                return f"option {number} contains an item that does not exist"
            if not any(item < self.primary for item in option):
                return f"option {number} has no primary item"
            seen.update(option)
        if len(seen) != self.items:
            return f"{self.items - len(seen)} items are in no option"
        if len({tuple(sorted(option)) for option in self.options}) != len(self.options):
            return "" if self.colors else "an option occurs twice"
        return ""


class Draw:
    """Random numbers that are the same on every machine and in every version of Python.

    The generator is SplitMix64 (Steele, Lea and Flood, 2014): an odd step and two multiplications.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; the bias is `limit` / 2^64."""
        mask = 2**64 - 1
        self._state = (self._state + 0x9E3779B97F4A7C15) & mask
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        return ((mixed ^ (mixed >> 31)) * limit) >> 64

    def some(self, how_many: int, limit: int) -> list[int]:
        """Return distinct numbers below `limit`, in the order drawn."""
        drawn: dict[int, None] = {}
        while len(drawn) < how_many:
            drawn[self.below(limit)] = None
        return list(drawn)
