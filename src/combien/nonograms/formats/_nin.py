"""The nin format of Jakub Wilk: the size, then the clue of each row and column.

    4 2         columns, rows
    2           the rows, from the top
    1 1
    1           the columns, from the left
    1
    1
    1

Black and white, clues only.  0 is an empty clue.
"""

from __future__ import annotations

from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, margins, size_of, written

__all__ = ["read", "write"]


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read(b"2 1\\n2\\n1\\n1\\n")[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    lines = Lines(content)
    size = lines.next("the numbers of columns and rows").split()
    width, height = size_of(size, ("columns", "rows"), line=lines.number)
    return [Puzzle(margins(lines, height, width, between=lambda: None))]


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle."""
    nonogram = puzzles[0].nonogram
    rows, columns = written(nonogram, separator=" ")
    return "\n".join([f"{nonogram.width} {nonogram.height}", *rows, *columns, ""]).encode()
