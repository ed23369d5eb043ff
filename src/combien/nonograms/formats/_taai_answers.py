"""The answers of the nonogram tournaments: a line `$n`, then 25 lines of 25 cells, 0 or 1."""

from __future__ import annotations

from combien.nonograms._board import Board
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._taai import SIDE, headed, of_their_size
from combien.nonograms.formats._text import bad, goal_of

__all__ = ["read", "write"]


def read(content: bytes) -> list[Puzzle]:
    """The puzzles that have these answers.

    >>> line = chr(9).join("1" * 25)
    >>> read(("$1\\n" + (line + "\\n") * 25).encode())[0].nonogram.rows[0]
    (Block(length=25, color=1),)
    """
    puzzles = []
    for lines in headed(content):
        cells = bytearray()
        for number in range(1, SIDE + 1):
            line = "".join(lines.next(f"row {number} of {SIDE}").split())
            if len(line) != SIDE or set(line) - set("01"):
                raise bad(f"expected {SIDE} cells, each 0 or 1", line=lines.number)
            cells += bytes(int(cell) for cell in line)
        puzzles.append(Puzzle.of(Board(SIDE, SIDE, bytes(cells))))
    return puzzles


def write(puzzles: list[Puzzle]) -> bytes:
    """The file of the answers, numbered from 1.  Raises `BadFormat` for another size."""
    lines = []
    for number, puzzle in enumerate(puzzles, 1):
        of_their_size(puzzle)
        goal = goal_of(puzzle, "taai-answers")
        lines.append(f"${number}")
        lines += ["\t".join(str(cell) for cell in goal.row(row)) for row in range(SIDE)]
    return "\n".join([*lines, ""]).encode()
