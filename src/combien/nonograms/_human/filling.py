"""Enumerate and count the fillings of a line: the placements of all of its blocks.

The possible places of the blocks are computed first, so that the enumeration has few dead ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

from combien.nonograms._clue import UNKNOWN, WHITE, Clue, least_length
from combien.nonograms._encodings.places import bits_of, first_places, places

__all__ = ["cells_of", "filling_count", "fillings"]


def fillings(clue: Clue, cells: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the fillings of a line as the places of its blocks, in lexicographic order.

    >>> from combien.nonograms import Block
    >>> list(fillings((Block(2), Block(1)), bytes([2] * 5)))
    [(0, 3), (0, 4), (1, 4)]

    `cells` are the known values, as in `Board`.
    Cost: a few microseconds, and about one microsecond per block of each filling.
    """
    possible = places(clue, cells)
    if possible is None:
        return
    if not clue:
        yield ()
        return
    # Places for the first block: a block may not leave a colored cell uncovered to its left.
    first = _gap_end(cells, 0)
    chosen: list[int] = []
    waiting = [bits_of(possible[0] & _below(first + 1))]
    while waiting:
        place = next(waiting[-1], None)
        if place is None:
            waiting.pop()
            if chosen:
                chosen.pop()
            continue
        block = len(waiting) - 1
        end = place + clue[block].length
        if block + 1 == len(clue):
            if _gap_end(cells, end) == len(cells):
                yield (*chosen, place)
            continue
        begin = end
        if clue[block + 1].color == clue[block].color:
            if cells[end] not in (WHITE, UNKNOWN):
                continue
            begin = end + 1
        room = _below(_gap_end(cells, end) + 1) & ~_below(begin)
        chosen.append(place)
        waiting.append(bits_of(possible[block + 1] & room))


def _gap_end(cells: bytes, begin: int) -> int:
    """Return the first cell from `begin` on that cannot be white, or the length."""
    return next(
        (place for place in range(begin, len(cells)) if cells[place] not in (WHITE, UNKNOWN)),
        len(cells),
    )


def _below(place: int) -> int:
    return (1 << place) - 1


def filling_count(clue: Clue, cells: bytes) -> int:
    """Return the number of fillings of a line.

    >>> from combien.nonograms import Block
    >>> filling_count((Block(2), Block(1)), bytes([2] * 5))
    3
    >>> filling_count((Block(1),) * 20, bytes([2] * 45))
    230230

    If no cell is known, this is the binomial coefficient of k + slack over k for k blocks, where
    slack is the number of cells that the clue does not need.
    """
    slack = len(cells) - least_length(clue)
    if slack < 0:
        return 0
    if cells.count(UNKNOWN) == len(cells):
        return comb(len(clue) + slack, len(clue))
    possible = places(clue, cells)
    if possible is None:
        return 0
    return _counted(clue, cells, possible, slack)


def _counted(clue: Clue, cells: bytes, possible: Sequence[int], slack: int) -> int:
    """Count the fillings by dynamic programming over the blocks and their shifts to the right."""
    first = [*first_places(clue), len(cells) - slack]
    white = [cell in (WHITE, UNKNOWN) for cell in cells]
    before = [0] * (slack + 1)
    for block in range(len(clue) + 1):
        ways, here = 0, []
        for shift in range(slack + 1):
            place = first[block] + shift
            if shift and not white[place - 1]:
                ways = 0
            ways += before[shift] if block else shift == 0
            here.append(ways)
        if block == len(clue):
            break
        end = first[block] + clue[block].length
        gap = first[block + 1] - end
        before = [
            ways
            if possible[block] >> (first[block] + shift) & 1 and (not gap or white[end + shift])
            else 0
            for shift, ways in enumerate(here)
        ]
    return here[-1]


def cells_of(clue: Clue, begins: Sequence[int], length: int) -> bytes:
    """Return the cells of a line whose blocks begin at these places.

    >>> from combien.nonograms import Block
    >>> cells_of((Block(2), Block(1)), (0, 4), 5)
    b'\\x01\\x01\\x00\\x00\\x01'
    """
    cells = bytearray(length)
    for block, begin in zip(clue, begins, strict=True):
        cells[begin : begin + block.length] = bytes([block.color]) * block.length
    return bytes(cells)
