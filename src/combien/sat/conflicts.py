"""Which options of a problem exclude each other: the pairs of the pairwise style, each once.

Two options conflict when they share an item that may be used only once, unless both give it the
same colour.  They often share several, and a pair is written for the first of them only: Scott's
pentominoes make 410,968 pairs so, and 705,528 otherwise.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from combien.cover.problem import Problem
from combien.sat.cnf import Clause

__all__ = ["Conflicts"]

# How many options are looked at side by side when pairs are counted: sets of them are numbers of
# so many bits, 8 KB each.
BLOCK = 1 << 16


class Conflicts:
    """The pairs of options that exclude each other, at the items that may be used only once.

    `members` are the options of each of these items by their numbers, in increasing order.
    """

    def __init__(self, problem: Problem, members: dict[int, Sequence[int]]) -> None:
        self._problem = problem
        self._members = members

    def clauses(self, item: int) -> Iterator[Clause]:
        """A clause for each pair that conflicts at this item, and at none of smaller number.

        The variable of an option is its number and one.
        Cost: the memory of one option's pairs; nothing for an item that may be used more often.
        """
        for option in self._members.get(item, ()):
            known: set[int] = set()
            later: Iterable[int] = ()
            for other, colour in self._entries(option):
                if other == item:
                    later = self._excluded(other, colour, option)
                elif other < item:
                    known.update(self._excluded(other, colour, option))
            yield from ((-(option + 1), -(other + 1)) for other in later if other not in known)

    def count(self) -> int:
        """How many pairs there are.

        Cost: some 1 ms for 1000 options of five items, growing with the square.
        """
        return sum(map(self._count_in_block, range(0, self._problem.option_count, BLOCK)))

    def _excluded(self, item: int, colour: int, option: int) -> Iterable[int]:
        """The later options that cannot have this item too."""
        members = self._members[item]
        later = members[bisect_right(members, option) :]
        if not colour:
            return later
        return (other for other in later if self._colour(other, item) != colour)

    def _colour(self, option: int, item: int) -> int:
        return self._problem.colours(option)[self._problem.indices(option).index(item)]

    def _entries(self, option: int) -> Iterator[tuple[int, int]]:
        numbers = self._problem.indices(option)
        colours = self._problem.colours(option) if self._problem.has_colours else repeat(0)
        for item, colour in zip(numbers, colours, strict=False):
            if item in self._members:
                yield item, colour

    def _count_in_block(self, begin: int) -> int:
        """How many pairs have their later option in this block."""
        end = min(begin + BLOCK, self._problem.option_count)
        holding: dict[int, int] = dict.fromkeys(self._members, 0)
        agreeing: dict[tuple[int, int], int] = {}
        for option in range(begin, end):
            bit = 1 << (option - begin)
            for item, colour in self._entries(option):
                holding[item] |= bit
                if colour:
                    agreeing[item, colour] = agreeing.get((item, colour), 0) | bit
        pairs = 0
        for option in range(end):
            excluded = 0
            for item, colour in self._entries(option):
                others = holding[item]
                excluded |= others & ~agreeing.get((item, colour), 0) if colour else others
            # Only options that come later: those before it have counted this pair already.
            pairs += (excluded >> max(0, option + 1 - begin)).bit_count()
        return pairs
