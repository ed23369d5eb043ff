"""A drawn board as a script of the tiling language, and as Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings._tile import Tile
from combien.web._reading import Drawn

__all__ = ["cmb_of", "python_of", "symmetries_name"]

_SYMMETRIES = {"none": "", "rotations": " ~rot", "all": " ~sym"}


def cmb_of(drawn: Drawn) -> str | None:
    """Return the script of a board on squares, without its pins; None for other lattices.

    >>> board = Region.box(3, 2)
    >>> tiles = (Tile("**", symmetries="all", times="any"), Tile("*\\n*", times=(0, 2)))
    >>> print(cmb_of(Drawn(None, (), (), board, tiles)))
    pattern board = {
      ***
      ***
    }
    tiles pieces = [
      { ** } ~sym,
      { * $ * } ~times 0..2
    ]
    problem drawn = board pieces
    count frontier drawn
    <BLANKLINE>
    """
    if drawn.board.lattice != SQUARE:
        return None
    rows = "".join(f"  {row}\n" for row in _art(drawn.board))
    pieces = ",\n".join(
        f"  {{ {' $ '.join(_art(tile.region))} }}{_times(tile)}{_turns(tile)}"
        for tile in drawn.tiles
    )
    return (
        f"pattern board = {{\n{rows}}}\ntiles pieces = [\n{pieces}\n]\n"
        "problem drawn = board pieces\ncount frontier drawn\n"
    )


def python_of(drawn: Drawn) -> str:
    """Return a Python program that counts the tilings of a board, without its pins.

    >>> print(python_of(Drawn(None, (), (), Region.box(2, 1), (Tile("**", name="I"),))))
    import combien
    <BLANKLINE>
    board = combien.Region([(0, 0), (1, 0)])
    tiles = [
        combien.Tile(combien.Region([(0, 0), (1, 0)]), symmetries='none', times=(1, 1), name='I'),
    ]
    print(combien.count(combien.TilingProblem(board, tiles)))
    <BLANKLINE>
    """
    lattice = drawn.board.lattice
    more = "" if lattice == SQUARE else f", lattice={lattice.name.upper()}"
    imports = "" if lattice == SQUARE else f"from combien.geometry import {lattice.name.upper()}\n"
    lines = [
        f"    combien.Tile(combien.Region({_cells(tile.region.cells)}{more}), "
        f"symmetries={symmetries_name(tile)!r}, times={tile.times}, name={tile.name!r}),"
        for tile in drawn.tiles
    ]
    return "\n".join(
        [
            "import combien",
            f"{imports}",
            f"board = combien.Region({_cells(drawn.board.cells)}{more})",
            "tiles = [",
            *lines,
            "]",
            "print(combien.count(combien.TilingProblem(board, tiles)))",
            "",
        ]
    )


def _cells(cells: Sequence[Cell]) -> str:
    return repr(sorted(cells))


def _art(region: Region) -> list[str]:
    """Return the rows of a drawing, the top one first."""
    (left, bottom), (right, top) = region.low, region.high
    return [
        "".join("*" if (x, y) in region else "." for x in range(left, right + 1))
        for y in range(top, bottom - 1, -1)
    ]


def _times(tile: Tile) -> str:
    low, high = tile.times
    if (low, high) == (0, None):
        return ""
    if (low, high) == (1, 1):
        return " ~one"
    if low == high:
        return f" ~times {low}"
    return f" ~times {low}..{'' if high is None else high}"


def symmetries_name(tile: Tile) -> Literal["none", "rotations", "all"]:
    """Return the name of a tile's symmetries, as the page gave it."""
    order = len(tile.symmetries.elements)
    if order == 1:
        return "none"
    return "all" if len(tile.symmetries.without_reflections().elements) < order else "rotations"


def _turns(tile: Tile) -> str:
    return _SYMMETRIES[symmetries_name(tile)]
