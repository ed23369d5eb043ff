"""The possible places of each block of a line, as sets of bits.

A set of places is one Python integer, with bit p for place p.  A place is possible if it is
reachable both from the left and from the right; spreading over cells that may be white is one
addition with carry.  Encodings and exact covers use it, since they need places instead of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from combien.nonograms._clue import UNKNOWN, WHITE, Clue

__all__ = ["bits_of", "first_places", "places"]


def places(clue: Clue, cells: bytes) -> list[int] | None:
    """Return the set of places where each block can begin, or None if the clue does not fit.

    >>> from combien.nonograms import Block
    >>> clue = (Block(2), Block(1))
    >>> [list(bits_of(p)) for p in places(clue, bytes([2, 2, 2, 2, 2]))]
    [[0, 1], [3, 4]]
    >>> places(clue, bytes([2, 0, 2, 2, 2])) is None
    True

    Each place occurs in some placement of all blocks.
    Cost: for each block a few operations on integers with one bit per cell.
    """
    from_left = _reached(clue, cells)
    if from_left is None:
        return None
    from_right = _reached(clue[::-1], cells[::-1])
    assert from_right is not None
    length = len(cells)
    found = []
    for block, left, right in zip(clue, from_left, reversed(from_right), strict=True):
        # A block at p is, in the reversed line, a block at length - p - size.
        found.append(left & _mirrored(right, length - block.length))
    return found


def _reached(clue: Clue, cells: bytes) -> list[int] | None:
    """Return the places of each block reachable from the left, or None if the clue does not fit."""
    white = _may_be(cells, WHITE)
    runs: dict[tuple[int, int], int] = {}
    begun = []
    here = _filled(1, white)
    for number, block in enumerate(clue):
        if block not in runs:
            runs[block] = _runs(_may_be(cells, block.color), block.length)
        here &= runs[block]
        begun.append(here)
        here <<= block.length
        if number + 1 < len(clue) and clue[number + 1].color == block.color:
            here = (here & white) << 1
        here = _filled(here, white)
    return begun if here >> len(cells) & 1 else None


def _filled(places: int, white: int) -> int:
    """Return these places and all places reachable from them over cells that may be white."""
    return ((white + (places & white)) ^ white) | places


def _may_be(cells: bytes, value: int) -> int:
    """Return the set of cells that may have this value."""
    return int(cells[::-1].translate(_digits(value)), 2)


@cache
def _digits(value: int) -> bytes:
    """Return a translation table: digit 1 for a cell that may have this value, otherwise 0."""
    return bytes(48 + (v in (value, UNKNOWN)) for v in range(256))


def _runs(cells: int, length: int) -> int:
    """Return the places where runs of `length` cells of the set begin."""
    have = 1
    while have < length:
        step = min(have, length - have)
        cells &= cells >> step
        have += step
    return cells


def _mirrored(places: int, last: int) -> int:
    """Return the reversed set: place p becomes `last` - p."""
    return int(f"{places:0{last + 1}b}"[::-1], 2)


def bits_of(places: int) -> Iterator[int]:
    """Yield the places of a set in increasing order.

    >>> list(bits_of(0b1101))
    [0, 2, 3]
    """
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def first_places(clue: Sequence[tuple[int, int]]) -> list[int]:
    """Return the place of each block when all blocks are as far left as possible.

    >>> first_places([(2, 1), (1, 1), (3, 4)])
    [0, 3, 4]
    """
    found = []
    place = 0
    for number, (length, color) in enumerate(clue):
        found.append(place)
        place += length
        place += number + 1 < len(clue) and clue[number + 1][1] == color
    return found
