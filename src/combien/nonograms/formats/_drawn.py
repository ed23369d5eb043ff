"""A picture drawn with characters: `.` white, `#` black, `a`, `b`, ... further colors.

    .#.#.
    #####
    .###.
    ..#..

The clues are computed from the picture.  Pictures are separated by empty lines.
"""

from __future__ import annotations

from combien.nonograms._board import Board
from combien.nonograms._nonogram import LETTERS, UNKNOWN
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, bad, goal_of

__all__ = ["read", "write"]

_READ = {letter: value for value, letter in enumerate(LETTERS) if value != UNKNOWN}


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzles that have these pictures.

    >>> read(b".#\\n##\\n")[0].nonogram.rows
    ((Block(length=1, color=1),), (Block(length=2, color=1),))
    """
    pictures: list[list[bytes]] = [[]]
    lines = Lines(content)
    for line in lines:
        if not line and pictures[-1]:
            pictures.append([])
        if not line:
            continue
        if pictures[-1] and len(line) != len(pictures[-1][0]):
            raise bad(
                f"{len(line)} cells, and the line before has {len(pictures[-1][0])}",
                line=lines.number,
            )
        strange = set(line) - set(_READ)
        if strange:
            raise bad(
                f"unknown cell {min(strange)!a}: expected . (white), # (black) or a letter",
                line=lines.number,
            )
        pictures[-1].append(bytes(_READ[letter] for letter in line))
    found = [cells for cells in pictures if cells]
    if not found:
        raise bad("expected a picture of . and #, but the file is empty", line=1)
    return [Puzzle.of(Board(len(cells), len(cells[0]), b"".join(cells))) for cells in found]


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the pictures, in their order."""
    return "\n".join(f"{goal_of(puzzle, 'text')}\n" for puzzle in puzzles).encode()
