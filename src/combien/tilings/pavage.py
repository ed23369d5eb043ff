"""The tiling format of the course INF441 ("pavage"): a board, and tiles that are used once.

    3           width of the board
    2           height
    ***
    ***
    2           number of tiles
    2           width of the first tile
    1           height
    **
    ...

`*` is a cell, any other character an empty place; drawings begin with the top line.  Each tile is
used exactly once and may be rotated and reflected; equal tiles are distinct.  The format is defined
by an assignment on tilings of the course, at École polytechnique.
"""

from __future__ import annotations

from combien.errors import BadFormat, BadTiling
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region, art
from combien.geometry._symmetry import Group
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["read", "write"]

_MOST_TILES = 100_000
_MOST_SIDE = 100_000


def read(text: str) -> TilingProblem:
    r"""Return the tiling problem described by a text in this format.

    >>> read("2 2\n**\n**\n2\n2 1\n**\n2 1\n**\n")
    <TilingProblem: 4 cells, 2 tiles>

    Numbers may share a line; a drawing begins on a new one.  Short lines of a drawing are padded.
    Raises `BadFormat` with the line and what was expected there.
    """
    if not isinstance(text, str):
        raise BadFormat(f"expected a text, not a value of type {type(text).__name__}: decode it")
    reader = _Reader(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"))
    board = reader.region("the board")
    (count,) = reader.numbers(("the number of tiles",), most=_MOST_TILES)
    tiles = []
    for number in range(1, count + 1):
        region = reader.region(f"tile {number} of {count}")
        tiles.append(Tile(region, symmetries="all"))
    reader.end(count)
    try:
        return TilingProblem(board, tiles)
    except BadTiling as error:
        raise BadFormat(str(error)) from error


def write(problem: TilingProblem) -> str:
    r"""Return a tiling problem as a text in this format.

    >>> print(write(TilingProblem(Region.box(3, 1), [Tile("**", symmetries="all")])), end="")
    3
    1
    ***
    1
    2
    1
    **

    The position of the board and names are not written.
    Raises `BadFormat` for other boards than squares in the plane, and for tiles that are not used
    exactly once, or not with all symmetries.
    """
    if not isinstance(problem, TilingProblem):
        raise BadFormat(
            f"a TilingProblem is written in the pavage format, not {type(problem).__name__}"
        )
    if problem.board.dimension != 2:
        raise BadFormat(
            f"the pavage format has boards in the plane only, not of dimension "
            f"{problem.board.dimension}: write the exact cover, as dlx or json"
        )
    if problem.board.lattice != SQUARE:
        raise BadFormat(
            f"the pavage format has flat boards of squares, not of {problem.board.lattice.name}: "
            "write the exact cover, as dlx or json"
        )
    lines = _drawn(problem.board)
    lines.append(str(len(problem.tiles)))
    everything = Group.all(2)
    for number, tile in enumerate(problem.tiles, 1):
        named = tile.called(number)
        instead = "use such tiles, or write the exact cover, as dlx or json"
        if tile.times != (1, 1):
            raise BadFormat(f"in the pavage format each tile is used once, not {named}: {instead}")
        if tile.symmetries != everything:
            raise BadFormat(
                f"in the pavage format tiles are rotated and reflected, not {named}: {instead}"
            )
        lines += _drawn(tile.region)
    return "\n".join(lines) + "\n"


def _drawn(region: Region) -> list[str]:
    width, height = region.size
    return [str(width), str(height), *art(region).split("\n")]


class _Reader:
    """A reader of numbers and drawings; keeps the line number for errors."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._line = 0
        self._words: list[str] = []

    def numbers(self, whats: tuple[str, ...], *, most: int) -> list[int]:
        """Read one number for each description."""
        return [self._number(what, most) for what in whats]

    def region(self, what: str) -> Region:
        """Read a width, a height and a drawing; return its cells."""
        sides = (f"the width of {what}", f"the height of {what}")
        width, height = self.numbers(sides, most=_MOST_SIDE)
        if self._words:
            raise self._bad(f"the drawing of {what} begins on a new line")
        drawing = self._lines[self._line : self._line + height]
        if len(drawing) < height:
            self._line = len(self._lines)
            raise self._bad(f"expected {height} lines for {what}, not {len(drawing)}")
        for line in drawing:
            self._line += 1
            if len(line.rstrip()) > width:
                raise self._bad(
                    f"{len(line.rstrip())} characters in a line of {what}: expected at most {width}"
                )
        cells = [
            (x, height - 1 - y)
            for y, line in enumerate(drawing)
            for x, mark in enumerate(line)
            if mark == "*"
        ]
        if not cells:
            raise self._bad(f"{what} is empty: draw at least one '*'")
        return Region(cells)

    def end(self, count: int) -> None:
        """Raise `BadFormat` if anything follows the last tile."""
        while not self._words and self._line < len(self._lines):
            self._words = self._lines[self._line].split()
            self._line += 1
        if self._words:
            raise self._bad(f"{_tiles(count)} declared, but the text continues")

    def _number(self, what: str, most: int) -> int:
        while not self._words:
            if self._line == len(self._lines):
                raise self._bad(f"expected {what}, but the text ends here")
            self._words = self._lines[self._line][: 1 << 20].split()
            self._line += 1
        word = self._words.pop(0)
        if not (word.isascii() and word.isdigit()):
            shown = repr(word if len(word) <= 40 else word[:37] + "...")
            raise self._bad(f"expected {what} in digits, not {shown}")
        if len(word) > 19 or int(word) > most:
            raise self._bad(f"{what} is {word[:20]}: the limit is {most}")
        return int(word)

    def _bad(self, message: str) -> BadFormat:
        return BadFormat(f"line {self._line}: {message}")


def _tiles(count: int) -> str:
    return "1 tile is" if count == 1 else f"{count} tiles are"
