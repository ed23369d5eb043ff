"""A reason why there is no tiling, in words and drawn, with a certificate if there is one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from combien._wording import Statement
from combien.cover._weights import Weights
from combien.drawing._picture import Picture
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._draw import drawn, has_picture
from combien.tilings._english import english, named_tile
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._tiling import TilingProblem

OnBoard = TilingProblem | PackingProblem

# Cells, a color number (None: empty) and a label.
CellGroup = tuple[tuple[Cell, ...], int | None, str]

Kind = Literal["arithmetic", "dead", "weights", "marks"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is no tiling: as a statement, a picture if possible, and with weights to check.

    `kind` is "arithmetic" (numbers of cells), "dead" (a cell or tile has no placement),
    "weights" (a coloring or a linear certificate) or "marks" (cells of which tiles cover too few or
    too many).
    """

    kind: Kind
    statement: Statement
    picture: Picture | None = None
    weights: Weights | None = None
    groups: tuple[CellGroup, ...] = ()
    tiles: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The statement in English."""
        return english(self.statement)


def drawn_reason(
    kind: Kind,
    statement: Statement,
    board: Region,
    groups: Iterable[tuple[Iterable[Cell], int | None, str]],
    *,
    weights: Weights | None = None,
    tiles: tuple[int, ...] = (),
) -> Reason:
    """Return a reason with its picture; without groups, there is none."""
    shown = tuple((tuple(cells), color, label) for cells, color, label in groups)
    picture = painted(board, shown, title=english(statement)) if shown else None
    return Reason(kind, statement, picture, weights, shown, tiles)


def painted(board: Region, groups: Iterable[CellGroup], *, title: str) -> Picture | None:
    """Return a picture of groups of cells (cells, color, label); None above dimension 3.

    >>> print(painted(Region.box(2, 1), [(((1, 0),), 0, "1")], title="").ascii())
    .1

    Cells outside all groups are drawn empty.
    """
    if not has_picture(board):
        return None
    parts = [(Region(cells, lattice=board.lattice), color, label) for cells, color, label in groups]
    rest = board
    for region, _, _ in parts:
        rest -= region
    if rest:
        parts.insert(0, (rest, None, ""))
    return drawn(board, parts, title=title)


def laid(model: OnBoard, option: int) -> Placement | None:
    """Return the placement of an option, or None for a hole."""
    if isinstance(model, PackingProblem):
        return model.placement(option)
    return model.placements[option]


def covered(model: OnBoard, option: int) -> list[Cell]:
    """Return the cells of an option, in reading order."""
    entries = model.problem().entries(option)
    return [entry for entry in entries if isinstance(entry, tuple)]


def tile_name(model: OnBoard, number: int) -> str:
    """Return the name of a tile in a reason.

    >>> from combien.tilings import Tile
    >>> tile_name(TilingProblem("**", [Tile("**", name="I")]), 0)
    'tile 0 (I)'
    """
    return english(tile_statement(model, number))


def tile_statement(model: OnBoard, number: int) -> Statement:
    """Return the name of a tile as a statement; the number after the last one is a hole."""
    if number == len(model.tiles):
        return Statement("hole")
    return named_tile(number, model.tiles[number].name)


def use_statement(model: OnBoard, name: object) -> Statement:
    """Return the name of an item as a statement: of a cell, or of the uses of a tile."""
    if isinstance(name, tuple):
        return Statement("cell", at=str(name))
    for number in range(len(model.tiles)):
        if tile_name(model, number) == name:
            return tile_statement(model, number)
    return Statement("holes")
