"""The game id of Pattern, in Simon Tatham's collection: `4x1:1//1/1/1.2`, columns first.

The size and a colon are followed by the clues, first of the columns and then of the rows, separated
by slashes; the numbers of a clue are separated by dots.  Given cells may follow a comma: the
letters a, b, c, ... skip 0, 1, 2, ... cells, and the next cell is black for a capital, white for a
small letter; z skips 25 cells and gives none.

Black and white.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._nonogram import BLACK, UNKNOWN, WHITE, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import bad, clue_of, quoted, size_of, text_of

__all__ = ["read", "write"]

_ID = re.compile(r"(\d{1,9})x(\d{1,9}):([^,]*)(?:,(.*))?")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LONGEST_SKIP = 25


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a game id.

    >>> puzzle = read(b"4x1:1//1/1/1.2,aB")[0]
    >>> puzzle.nonogram.rows, str(puzzle.given)
    (((Block(length=1, color=1), Block(length=2, color=1)),), '.?#?')
    """
    text = text_of(content).strip()
    found = _ID.fullmatch(text)
    if not found:
        raise BadFormat(f"expected a game id, as in 5x5:1/2/..., not {quoted(text)}")
    width, height = size_of([found[1], found[2]], ("columns", "rows"), line=1)
    lines = found[3].count("/") + 1
    if lines != width + height:
        raise BadFormat(f"expected {width} columns and {height} rows between slashes, not {lines}")
    clues = [clue_of(part.replace(".", " "), number=1) for part in found[3].split("/")]
    nonogram = Nonogram(clues[width:], clues[:width], check=False)
    if found[4] is None:
        return [Puzzle(nonogram)]
    return [Puzzle(nonogram, (), _given(found[4], height, width))]


def _given(letters: str, height: int, width: int) -> Board:
    cells = bytearray([UNKNOWN]) * (height * width)
    place = 0
    for letter in letters:
        if letter.lower() not in _LETTERS:
            raise bad(f"{letter!r} among the given cells: expected a letter", line=1)
        skip = _LETTERS.index(letter.lower())
        place += skip
        if skip < _LONGEST_SKIP and place < len(cells):
            cells[place] = BLACK if letter.isupper() else WHITE
            place += 1
        if place > len(cells):
            raise bad(f"the given cells go beyond the {len(cells)} of the board", line=1)
    return Board(height, width, bytes(cells))


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the game id of a puzzle.

    >>> write([Puzzle.of(Board.parse("#.##"))])
    b'4x1:1//1/1/1.2\\n'
    """
    puzzle = puzzles[0]
    nonogram = puzzle.nonogram
    clues = "/".join(
        ".".join(str(block.length) for block in clue)
        for clue in (*nonogram.columns, *nonogram.rows)
    )
    given = "" if puzzle.given is None else "," + "".join(_letters(puzzle.given))
    return f"{nonogram.width}x{nonogram.height}:{clues}{given}\n".encode()


def _letters(given: Board) -> Iterator[str]:
    skipped = 0
    for cell in given.cells:
        if cell == UNKNOWN:
            skipped += 1
        else:
            letter = _LETTERS[skipped]
            yield letter.upper() if cell == BLACK else letter
            skipped = 0
        if skipped == _LONGEST_SKIP:
            yield _LETTERS[_LONGEST_SKIP]
            skipped = 0
    if skipped:
        yield _LETTERS[skipped]
