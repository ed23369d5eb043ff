"""The text of the nonogram tournaments (TAAI, TCGA, ICGA): puzzles of 25 by 25.

A line `$n`, then 25 lines for the columns and 25 for the rows, with numbers between tabs; and so on
for the next n.  Black and white, clues only; an empty line is an empty clue.  The answers are files
of their own: see `taai_answers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from combien.errors import BadFormat
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, bad, clues_of_lines, quoted, written

__all__ = ["SIDE", "headed", "of_their_size", "read", "write"]

SIDE = 25


def read(content: bytes) -> list[Puzzle]:
    """The puzzles of a file.

    >>> one = "$1\\n" + "25\\n" * 25 + "25\\n" * 25
    >>> read(one.encode())[0].nonogram
    <Nonogram: 25 rows, 25 columns>
    """
    puzzles = []
    for lines in headed(content):
        columns = clues_of_lines(lines, "column", SIDE)
        rows = clues_of_lines(lines, "row", SIDE)
        puzzles.append(Puzzle(Nonogram(rows, columns, check=False)))
    return puzzles


def headed(content: bytes) -> Iterator[Lines]:
    """The lines of a file, as often as there is a line `$n`, each time after that line."""
    lines = Lines(content)
    found = False
    for line in lines:
        if not line and found:
            continue
        if not line.startswith("$") or not line[1:].strip().isdecimal():
            raise bad(f"expected a line $n, as in $1, not {quoted(line)}", line=lines.number)
        found = True
        yield lines


def write(puzzles: list[Puzzle]) -> bytes:
    """The file of the puzzles, numbered from 1.  Raises `BadFormat` for another size."""
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        of_their_size(puzzle)
        rows, columns = written(puzzle.nonogram, separator="\t")
        lines += [f"${number}", *columns, *rows]
    return "\n".join([*lines, ""]).encode()


def of_their_size(puzzle: Puzzle) -> None:
    """Raises `BadFormat` for a puzzle that is not of 25 by 25."""
    height, width = puzzle.nonogram.height, puzzle.nonogram.width
    if (height, width) != (SIDE, SIDE):
        raise BadFormat(
            f"the tournament's format has {SIDE} rows of {SIDE} cells, not {height} of {width}: "
            "write nin or json"
        )
