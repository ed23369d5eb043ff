"""The cwd format of QNonograms: the size, the rows, an empty line, the columns.

    2           rows
    4           columns
    2
    1 1

    1           after an empty line
    1
    1
    1

Black and white, clues only.  0 is an empty clue.
"""

from __future__ import annotations

from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, bad, margins, quoted, size_of, written

__all__ = ["read", "write"]


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> read(b"1\\n2\\n2\\n\\n1\\n1\\n")[0].nonogram
    <Nonogram: 1 rows, 2 columns>
    """
    lines = Lines(content)
    (height,) = size_of(lines.next("the number of rows").split(), ("rows",), line=lines.number)
    (width,) = size_of(lines.next("the number of columns").split(), ("columns",), line=lines.number)

    def gap() -> None:
        if found := lines.next("an empty line between rows and columns"):
            raise bad(
                f"expected an empty line after {height} rows, not {quoted(found)}",
                line=lines.number,
            )

    return [Puzzle(margins(lines, height, width, between=gap))]


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of a puzzle."""
    nonogram = puzzles[0].nonogram
    rows, columns = written(nonogram, separator=" ")
    return "\n".join([f"{nonogram.height}", f"{nonogram.width}", *rows, "", *columns, ""]).encode()
