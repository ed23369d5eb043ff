"""Pairs of options that exclude each other, each once, for the pairwise style.

Two options conflict when they share an item that may be used only once, unless both give it the
same color.  They often share several, and the pair is written for the first one only: 410,968 pairs
for Scott's pentominoes, instead of 705,528.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from combien.cover._problem import Problem
from combien.sat._cnf import Clause

__all__ = ["Conflicts"]

# Adding a pair to a set takes as long as this many bits of bit-set operations.
BITS_A_PAIR = 500
# Pairs are counted for blocks of this many options; a set of them is an integer of 8 KB.
BLOCK = 1 << 16


class Conflicts:
    """The pairs of options that exclude each other, at the items that may be used only once.

    `members` are the options of each of these items by their numbers, in increasing order.
    """

    def __init__(self, problem: Problem, members: dict[int, Sequence[int]]) -> None:
        self._problem = problem
        self._members = members

    def clauses(self, item: int) -> Iterator[Clause]:
        """Generate a clause for each pair whose first common item is this one.

        The variable of an option is its number plus one.
        Cost: the memory of the pairs of one option.
        """
        for option in self._members.get(item, ()):
            known: set[int] = set()
            later: Iterable[int] = ()
            for other, color in self._entries(option):
                if other == item:
                    later = self._excluded(other, color, option)
                elif other < item:
                    known.update(self._excluded(other, color, option))
            yield from ((-(option + 1), -(other + 1)) for other in later if other not in known)

    def count(self) -> int:
        """Return the number of pairs.

        Cost: 5 s for 700,000 options of four items that each share about 90 others; for denser
        conflicts about 1 ms for 1000 options, growing quadratically.
        """
        sizes = list(map(len, self._members.values()))
        shared = sum(size * (size - 1) // 2 for size in sizes)
        if shared * BITS_A_PAIR < sum(sizes) * self._problem.option_count:
            return sum(map(self._count_of_option, range(self._problem.option_count)))
        return sum(map(self._count_in_block, range(0, self._problem.option_count, BLOCK)))

    def _count_of_option(self, option: int) -> int:
        """Return the number of later options that this one excludes."""
        excluded: set[int] = set()
        for item, color in self._entries(option):
            excluded.update(self._excluded(item, color, option))
        return len(excluded)

    def _excluded(self, item: int, color: int, option: int) -> Iterable[int]:
        """Return the later options that conflict at this item."""
        members = self._members[item]
        later = members[bisect_right(members, option) :]
        if not color:
            return later
        return (other for other in later if self._color(other, item) != color)

    def _color(self, option: int, item: int) -> int:
        return self._problem.colors(option)[self._problem.indices(option).index(item)]

    def _entries(self, option: int) -> Iterator[tuple[int, int]]:
        numbers = self._problem.indices(option)
        colors = self._problem.colors(option) if self._problem.has_colors else repeat(0)
        for item, color in zip(numbers, colors, strict=False):
            if item in self._members:
                yield item, color

    def _count_in_block(self, begin: int) -> int:
        """Return the number of pairs whose later option is in this block."""
        end = min(begin + BLOCK, self._problem.option_count)
        holding: dict[int, int] = dict.fromkeys(self._members, 0)
        agreeing: dict[tuple[int, int], int] = {}
        for option in range(begin, end):
            bit = 1 << (option - begin)
            for item, color in self._entries(option):
                holding[item] |= bit
                if color:
                    agreeing[item, color] = agreeing.get((item, color), 0) | bit
        pairs = 0
        for option in range(end):
            excluded = 0
            for item, color in self._entries(option):
                others = holding[item]
                excluded |= others & ~agreeing.get((item, color), 0) if color else others
            # Only options that come later: those before it have counted this pair already.
            pairs += (excluded >> max(0, option + 1 - begin)).bit_count()
        return pairs
