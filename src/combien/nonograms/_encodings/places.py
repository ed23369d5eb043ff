"""Where each block of a line can begin: all places, by sets of bits.

A set of places is one Python int, bit p for place p.  A place is possible if it can be reached both
from the left and from the right; a fill through cells that may be white is one addition with carry.
This is the line solver for callers that need places instead of cells: encodings and options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from combien.nonograms._clue import UNKNOWN, WHITE, Clue

__all__ = ["bits_of", "first_places", "places"]


def places(clue: Clue, cells: bytes) -> list[int] | None:
    """For each block, the places where it can begin, as a set of bits; None when there are none.

    >>> from combien.nonograms import Block
    >>> clue = (Block(2), Block(1))
    >>> [list(bits_of(p)) for p in places(clue, bytes([2, 2, 2, 2, 2]))]
    [[0, 1], [3, 4]]
    >>> places(clue, bytes([2, 0, 2, 2, 2])) is None
    True

    Each place that is named is part of a way to lay all blocks.
    Cost: a few operations on ints of as many bits as cells, a block.
    """
    from_left = _reached(clue, cells)
    if from_left is None:
        return None
    from_right = _reached(clue[::-1], cells[::-1])
    assert from_right is not None
    length = len(cells)
    found = []
    for block, left, right in zip(clue, from_left, reversed(from_right), strict=True):
        # A block that begins at p ends, seen from the right, where one begins at length - p - size.
        found.append(left & _mirrored(right, length - block.length))
    return found


def _reached(clue: Clue, cells: bytes) -> list[int] | None:
    """Where each block can begin for all that stands left of it; None if the line cannot end."""
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
    """Return these places, and all that are reached from them over white cells."""
    return ((white + (places & white)) ^ white) | places


def _may_be(cells: bytes, value: int) -> int:
    """Which cells may have this value."""
    return int(cells[::-1].translate(_digits(value)), 2)


@cache
def _digits(value: int) -> bytes:
    """For each value of a cell, the digit 1 where it may be this value, and 0."""
    return bytes(48 + (v in (value, UNKNOWN)) for v in range(256))


def _runs(cells: int, length: int) -> int:
    """Return where runs of this many cells begin."""
    have = 1
    while have < length:
        step = min(have, length - have)
        cells &= cells >> step
        have += step
    return cells


def _mirrored(places: int, last: int) -> int:
    """Place p becomes `last` - p."""
    return int(f"{places:0{last + 1}b}"[::-1], 2)


def bits_of(places: int) -> Iterator[int]:
    """Yield the places of a set, from the first.

    >>> list(bits_of(0b1101))
    [0, 2, 3]
    """
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def first_places(clue: Sequence[tuple[int, int]]) -> list[int]:
    """Where each block begins when all are pushed to the left.

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
