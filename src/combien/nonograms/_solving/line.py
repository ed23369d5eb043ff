"""Line solving: find the cells that are the same in all fillings of a line.

This is the interface to the line solver of the native core, which works with sets of letters:
letter 0 is white, and the letter of a color is its index among the values in use.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache

from combien import _native
from combien.errors import BadNonogram
from combien.nonograms._nonogram import (
    LETTERS,
    LONGEST_LINE,
    UNKNOWN,
    WHITE,
    Block,
    GivenClue,
    clue_from,
)

__all__ = ["possible_cells", "solve_line"]

# Indexed by the number of values that a cell can have.
_SINGLE = bytes(count == 1 for count in range(256))
_SEVERAL = bytes(count > 1 for count in range(256))


def solve_line(clue: GivenClue, cells: bytes, *, colors: Iterable[int] = ()) -> bytes | None:
    """Return a line with all cells that its clue determines; None if the clue does not fit.

    >>> solve_line([3, 1], bytes([2, 2, 2, 2, 2, 2]))
    b'\\x02\\x01\\x01\\x02\\x02\\x02'
    >>> solve_line([3, 1], bytes([0, 2, 2, 2, 2, 2]))
    b'\\x00\\x01\\x01\\x01\\x00\\x01'
    >>> solve_line([3, 1], bytes([0, 0, 2, 2, 2, 2])) is None
    True

    Cells are 0 for white, 1 for black, 2 for unknown and so on (see `Board`); `colors` are
    colors of other lines, which do not change the result.
    Raises `BadNonogram` for an invalid clue or invalid cells.
    Cost: about 100 ns in the core for a line of sixty cells, blocks times cells for long ones.
    """
    blocks = clue_from(clue, "the clue")
    values = _values(blocks, cells, colors)
    left = _possible(blocks, values, [cells.translate(_may_be(value)) for value in values])
    if left is None:
        return None
    # Integers with a byte per cell process all cells at once: 100 cells take 21 microseconds, and
    # 200 in a loop.
    planes = [int.from_bytes(plane, "big") for plane in left]
    counted = sum(planes).to_bytes(len(cells), "big")
    single = int.from_bytes(counted.translate(_SINGLE), "big")
    several = int.from_bytes(counted.translate(_SEVERAL), "big")
    solved = sum(value * (plane & single) for value, plane in zip(values, planes, strict=True))
    return (solved + UNKNOWN * several).to_bytes(len(cells), "big")


def possible_cells(clue: GivenClue, cells: Sequence[Iterable[int]]) -> list[set[int]] | None:
    """Return the possible values of each cell of a line, given allowed values.

    >>> possible_cells([(1, 3), 1], [{0, 1, 3}, {0, 1, 3}, {0, 1}])
    [{0, 3}, {0, 1, 3}, {0, 1}]

    With several colors this finds more than `solve_line`, whose cells are either known or unknown.
    Return None if the clue does not fit.
    """
    blocks = clue_from(clue, "the clue")
    sets = [set(cell) for cell in cells]
    values = _values(blocks, bytes(sorted(set().union(*sets))), ())
    if not sets:
        raise BadNonogram("a line has at least one cell")
    known = [bytes(value in cell for cell in sets) for value in values]
    left = _possible(blocks, values, known)
    if left is None:
        return None
    return [
        {value for value, plane in zip(values, left, strict=True) if plane[place]}
        for place in range(len(sets))
    ]


@cache
def _may_be(value: int) -> bytes:
    """Return a translation table: 1 for a cell that may have this value, otherwise 0."""
    return bytes(v in (value, UNKNOWN) for v in range(256))


def _values(blocks: Iterable[Block], cells: bytes, colors: Iterable[int]) -> list[int]:
    """Return the values that cells can have; the letters of the core are the indices."""
    if not 0 < len(cells) <= LONGEST_LINE:
        raise BadNonogram(f"a line has 1 to {LONGEST_LINE} cells, not {len(cells)}")
    if max(cells) >= len(LETTERS):
        raise BadNonogram(f"a cell is a number from 0 to {len(LETTERS) - 1}")
    used = {WHITE, 1, *cells, *(block.color for block in blocks), *colors}
    return sorted(used - {UNKNOWN})


def _possible(blocks: Sequence[Block], values: list[int], known: list[bytes]) -> list[bytes] | None:
    letter = {value: place for place, value in enumerate(values)}
    flat = array("i", [x for block in blocks for x in (block.length, letter[block.color])])
    length = len(known[0])
    left = _native.settle_line(flat, length, len(values), b"".join(known))
    if left is None:
        return None
    return [left[place * length : (place + 1) * length] for place in range(len(values))]
