"""The rows and columns of a nonogram, with their names, clues and cells.

Line logic, hints and the encodings iterate over `lines_of`, so rows come before columns
everywhere.  Names count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from combien._base.records import dataclass
from combien.nonograms._clue import Clue

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Nonogram

__all__ = ["Line", "cell_name", "lines_of", "span_text"]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A row or a column: its number from 0, its clue, and the places of its cells.

    `index` counts all lines, the rows first; a place counts all cells, row by row.
    """

    index: int
    kind: Literal["row", "column"]
    number: int
    clue: Clue
    places: range

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"

    def cells(self, cells: bytes | bytearray) -> bytes:
        """Return the values of this line's cells."""
        return bytes(cells[self.places.start : self.places.stop : self.places.step])


def lines_of(nonogram: Nonogram) -> tuple[Line, ...]:
    """Return all lines of a nonogram, the rows first.

    >>> from combien.nonograms import Nonogram
    >>> for line in lines_of(Nonogram([[2], []], [[1], [1]])):
    ...     print(line, list(line.places), line.cells(b"abcd"))
    row 1 [0, 1] b'ab'
    row 2 [2, 3] b'cd'
    column 1 [0, 2] b'ac'
    column 2 [1, 3] b'bd'
    """
    height, width = nonogram.height, nonogram.width
    rows = (
        Line(i, "row", i, clue, range(i * width, (i + 1) * width))
        for i, clue in enumerate(nonogram.rows)
    )
    columns = (
        Line(height + j, "column", j, clue, range(j, height * width, width))
        for j, clue in enumerate(nonogram.columns)
    )
    return (*rows, *columns)


def cell_name(place: int, width: int) -> str:
    """Return the name of a cell, given its place on a board of this width.

    >>> cell_name(5, 4)
    'row 2, column 2'
    """
    row, column = divmod(place, width)
    return f"row {row + 1}, column {column + 1}"


def span_text(kind: str, numbers: Iterable[int]) -> str:
    """Return rows or columns in words, with ranges; the numbers count from 0.

    >>> span_text("row", [2]), span_text("column", [7, 3, 4, 5])
    ('row 3', 'columns 4 to 6 and 8')
    """
    runs: list[list[int]] = []
    for at in sorted(numbers):
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    parts = [f"{run[0] + 1}" if len(run) == 1 else f"{run[0] + 1} to {run[-1] + 1}" for run in runs]
    words = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{kind}{'' if len(runs) == 1 and len(runs[0]) == 1 else 's'} {words}"
