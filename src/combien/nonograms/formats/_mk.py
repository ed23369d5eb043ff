"""The mk format of the program syro: the size, the rows, a line `#`, the columns.

    2 4         rows, columns
    2
    1 1
    #
    1
    1
    1
    1

Black and white, clues only.  0 is an empty clue, and so is an empty line.
"""

from __future__ import annotations

from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, bad, margins, quoted, size_of, written

__all__ = ["read", "write"]


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read(b"1 2\\n2\\n#\\n1\\n1\\n")[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    lines = Lines(content)
    size = lines.next("the numbers of rows and columns").split()
    height, width = size_of(size, ("rows", "columns"), line=lines.number)

    def mark() -> None:
        found = lines.significant("the line # between rows and columns")
        if not found.startswith("#"):
            raise bad(f"expected # after {height} rows, not {quoted(found)}", line=lines.number)

    return [Puzzle(margins(lines, height, width, between=mark))]


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle."""
    nonogram = puzzles[0].nonogram
    rows, columns = written(nonogram, separator=" ")
    return "\n".join([f"{nonogram.height} {nonogram.width}", *rows, "#", *columns, ""]).encode()
