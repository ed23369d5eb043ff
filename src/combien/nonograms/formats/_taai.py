"""The text format of nonogram tournaments (TAAI, TCGA, ICGA): puzzles of 25 by 25.

Puzzle n is a line `$n`, 25 lines for the columns and 25 for the rows, with numbers separated by
tabs.  Black and white, clues only; an empty line is an empty clue.  Answers are in separate files,
in the format `taai-answers`: a line `$n`, then 25 lines of 25 cells, 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, bad, clues_of_lines, goal_of, quoted, written

__all__ = ["read", "read_answers", "write", "write_answers"]

SIDE = 25


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> one = "$1\\n" + "25\\n" * 25 + "25\\n" * 25
    >>> read(one.encode())[0].nonogram
    <Nonogram: 25 rows, 25 columns>
    """
    puzzles = []
    for lines in _sections(content):
        columns = clues_of_lines(lines, "column", SIDE)
        rows = clues_of_lines(lines, "row", SIDE)
        puzzles.append(Puzzle(Nonogram(rows, columns, check=False)))
    return puzzles


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles, numbered from 1.  Raises `BadFormat` for another size."""
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        _check_size(puzzle)
        rows, columns = written(puzzle.nonogram, separator="\t")
        lines += [f"${number}", *columns, *rows]
    return "\n".join([*lines, ""]).encode()


def read_answers(content: bytes) -> list[Puzzle]:
    """Return the puzzles that have these answers.

    >>> line = chr(9).join("1" * 25)
    >>> read_answers(("$1\\n" + (line + "\\n") * 25).encode())[0].nonogram.rows[0]
    (Block(length=25, color=1),)
    """
    puzzles = []
    for lines in _sections(content):
        cells = bytearray()
        for number in range(1, SIDE + 1):
            line = "".join(lines.next(f"row {number} of {SIDE}").split())
            if len(line) != SIDE or set(line) - set("01"):
                raise bad(f"expected {SIDE} cells, each 0 or 1", line=lines.number)
            cells += bytes(int(cell) for cell in line)
        puzzles.append(Puzzle.of(Board(SIDE, SIDE, bytes(cells))))
    return puzzles


def write_answers(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the answers, numbered from 1.  Raises `BadFormat` for another size."""
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        _check_size(puzzle)
        goal = goal_of(puzzle, "taai-answers")
        lines.append(f"${number}")
        lines += ["\t".join(str(cell) for cell in goal.row(row)) for row in range(SIDE)]
    return "\n".join([*lines, ""]).encode()


def _sections(content: bytes) -> Iterator[Lines]:
    """Yield the reader of the file after each line `$n`."""
    lines = Lines(content)
    found = False
    for line in lines:
        if not line and found:
            continue
        if not line.startswith("$") or not line[1:].strip().isdecimal():
            raise bad(f"expected a line $n, as in $1, not {quoted(line)}", line=lines.number)
        found = True
        yield lines


def _check_size(puzzle: Puzzle) -> None:
    """Raise `BadFormat` for a puzzle that is not of 25 by 25."""
    height, width = puzzle.nonogram.height, puzzle.nonogram.width
    if (height, width) != (SIDE, SIDE):
        raise BadFormat(
            f"the tournament format has {SIDE} rows of {SIDE} cells, not {height} of {width}: "
            "write nin or json"
        )
