"""Where each block of a line can lie, block by block: what a person reasons with.

`solve_line` tells which cells are certain, and not why.  The why is in the blocks: one that cannot
go far covers the cells in the middle, and a cell that no block reaches is white.
"""

from __future__ import annotations

from itertools import accumulate

from combien.nonograms.nonogram import UNKNOWN, WHITE, Clue

__all__ = ["starts_of_blocks"]


def starts_of_blocks(clue: Clue, cells: bytes) -> list[list[int]]:
    """For each block the cells where it can begin, in some filling of the whole line.

    >>> from combien.nonograms.nonogram import Block
    >>> starts_of_blocks((Block(3), Block(1)), bytes([2, 2, 2, 2, 2, 2]))
    [[0, 1], [4, 5]]

    When the blocks fit nowhere, the lists are empty.  Cost: blocks times cells.
    """
    left = _fitting(clue, cells)
    # The same from the other side: what lies right of a cell, mirrored.
    right = _fitting(clue[::-1], cells[::-1])
    count, length = len(clue), len(cells)
    found = []
    for number, (size, colour) in enumerate(clue):
        before = number and clue[number - 1].colour == colour
        after = number + 1 < count and clue[number + 1].colour == colour
        starts = [
            start
            for start in _runs(size, colour, cells)
            if _ends(left[number], start, bool(before), cells)
            and _ends(right[count - number - 1], length - start - size, bool(after), cells[::-1])
        ]
        found.append(starts)
    return found


def _runs(size: int, colour: int, cells: bytes) -> list[int]:
    """Where a block of this size and colour is not contradicted by the cells that it covers."""
    wrong = list(accumulate((cell not in (UNKNOWN, colour) for cell in cells), initial=0))
    return [s for s in range(len(cells) - size + 1) if wrong[s + size] == wrong[s]]


def _fitting(clue: Clue, cells: bytes) -> list[list[bool]]:
    """[i][n]: whether the first i blocks fill the first n cells without a contradiction."""
    length = len(cells)
    table = [[True]]
    for cell in cells:
        table[0].append(table[0][-1] and cell in (UNKNOWN, WHITE))
    for number, (size, colour) in enumerate(clue):
        gap = bool(number) and clue[number - 1].colour == colour
        runs = set(_runs(size, colour, cells))
        line = [False] * (length + 1)
        for end in range(length + 1):
            here = end - size in runs and _ends(table[number], end - size, gap, cells)
            rest = end > 0 and line[end - 1] and cells[end - 1] in (UNKNOWN, WHITE)
            line[end] = here or rest
        table.append(line)
    return table


def _ends(fits: list[bool], end: int, gap: bool, cells: bytes) -> bool:
    """Whether what comes before ends at this cell, or one earlier where a gap must be."""
    if not gap:
        return fits[end]
    return end > 0 and cells[end - 1] in (UNKNOWN, WHITE) and fits[end - 1]
