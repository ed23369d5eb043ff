"""The nonpack format of nonogram-db: several puzzles in the non format, divided by lines `====`."""

from __future__ import annotations

from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats import _non as non
from combien.nonograms.formats._text import Lines

__all__ = ["read", "write"]


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzles of a file.

    >>> one = b"width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1\\n"
    >>> len(read(one + b"====\\n" + one))
    2
    """
    lines = Lines(content)
    puzzles: list[Puzzle] = []
    while True:
        while lines.more() and not lines.peek():
            lines.next("a line")
        if not lines.more() and puzzles:
            return puzzles
        puzzles.append(non.read_lines(lines))


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the puzzles, in their order."""
    return b"====\n".join(non.write([puzzle]) for puzzle in puzzles)
