"""Cages of a killer sudoku: groups of cells with different digits of a given sum.

Every filling of a cage is tried, and those with the right sum become its options: 6 cells of a
9 x 9 sudoku have 60480 fillings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import isqrt, perm

from combien._base.checks import short_repr
from combien._base.records import dataclass
from combien.errors import BadPuzzle
from combien.puzzles._puzzle import is_number

__all__ = ["Cage", "Cell", "Way", "cage_in", "check_cages"]

Cell = tuple[int, int]
# The (x, y, digit) of each cell that an option fills.
Way = tuple[tuple[int, int, int], ...]

MOST_WAYS = 1_000_000

_PLACE = re.compile(r"r(\d{1,2})c(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells (x, y), y down, that hold different digits of this sum; 0 for any sum.

    >>> cage = Cage(4, ((0, 0), (1, 0)))
    >>> list(cage.ways((0,) * 16))
    [((0, 0, 1), (1, 0, 3)), ((0, 0, 3), (1, 0, 1))]
    >>> str(cage)
    '4=r1c1,r1c2'
    """

    sum: int
    cells: tuple[Cell, ...]

    def ways(self, givens: Sequence[int]) -> Iterator[Way]:
        """Yield the fillings compatible with the givens.  Cost: tries all fillings."""
        size = isqrt(len(givens))
        given = [givens[size * y + x] for x, y in self.cells]
        for filling in permutations(range(1, size + 1), len(self.cells)):
            if self.sum in (0, sum(filling)) and all(
                wanted in (0, digit) for wanted, digit in zip(given, filling, strict=True)
            ):
                yield tuple((x, y, d) for (x, y), d in zip(self.cells, filling, strict=True))

    def __str__(self) -> str:
        return f"{self.sum}=" + ",".join(f"r{y + 1}c{x + 1}" for x, y in self.cells)


def cage_in(word: str) -> Cage:
    """Parse a cage.  Raises `BadPuzzle`."""
    total, _, cells = word.partition("=")
    matches = [_PLACE.fullmatch(cell) for cell in cells.split(",")]
    if not is_number(total) or None in matches:
        raise BadPuzzle(f"'{word[:60]}' is not a cage: expected a sum and cells, as in 5=r1c2,r1c3")
    return Cage(int(total), tuple((int(at[2]) - 1, int(at[1]) - 1) for at in matches if at))


def check_cages(cages: Sequence[Cage], size: int) -> None:
    """Raise `BadPuzzle` if the cages are invalid for a sudoku of this size."""
    seen: set[Cell] = set()
    options = 0
    for cage in cages:
        if not isinstance(cage, Cage):
            raise BadPuzzle(f"expected a Cage, not {short_repr(cage, 60)}")
        named = f"the cage of sum {cage.sum}"
        if not cage.cells:
            raise BadPuzzle(f"{named} has no cells")
        for x, y in cage.cells:
            if not (0 <= x < size and 0 <= y < size):
                raise BadPuzzle(f"{named} has cell r{y + 1}c{x + 1}, which is outside the sudoku")
            if (x, y) in seen:
                raise BadPuzzle(f"{named} has cell r{y + 1}c{x + 1}, which is already in a cage")
            seen.add((x, y))
        if len(cage.cells) > size:
            raise BadPuzzle(f"{named} has more cells than there are digits")
        options += perm(size, len(cage.cells))
    if options > MOST_WAYS:
        raise BadPuzzle(
            f"too many ways to fill the cages: {options}, at most {MOST_WAYS} are allowed; "
            "leave out cages of more than 6 cells and test their sums afterwards"
        )
