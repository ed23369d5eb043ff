"""The common base class of tilings and packings: non-overlapping placements on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import ClassVar

from combien._base.checks import check_list
from combien._base.displayed import Displayed
from combien.drawing._content import ColorBy
from combien.drawing._picture import Picture
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings._draw import Part, drawn, has_picture, to_write
from combien.tilings._placement import Placement


class Arrangement(Displayed):
    """Non-overlapping placements on a board; `_bare` holds the uncovered cells."""

    __slots__ = ("_bare", "_board", "_placements")

    _noun: ClassVar[str]

    def __init__(self, board: Region, placements: Iterable[Placement]) -> None:
        noun = self._noun
        if not isinstance(board, Region):
            raise BadTiling(f"board: expected a Region, not a value of type {type(board).__name__}")
        if not isinstance(placements, Iterable):
            raise BadTiling(
                "placements: expected a list of Placement, "
                f"not a value of type {type(placements).__name__}"
            )
        given = check_list("placements", placements, error=BadTiling)
        number_at: dict[Cell, int] = {}
        for number, placement in enumerate(given):
            if not isinstance(placement, Placement):
                raise BadTiling(
                    "placements: expected a Placement, "
                    f"not a value of type {type(placement).__name__}"
                )
            for cell in placement.region:
                if cell in number_at:
                    raise BadTiling(f"no {noun}: cell {cell} is covered twice")
                if cell not in board:
                    raise BadTiling(f"no {noun}: cell {cell} is covered but not on the board")
                number_at[cell] = number
        self._board = board
        self._bare: tuple[Cell, ...] = ()
        if len(number_at) < len(board):
            self._bare = tuple(cell for cell in board if cell not in number_at)
        in_order = dict.fromkeys(map(number_at.get, board))
        self._placements = tuple(given[number] for number in in_order if number is not None)

    @property
    def board(self) -> Region:
        """The board."""
        return self._board

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements, in reading order of their first cells."""
        return self._placements

    def picture(self, *, title: str = "", color_by: ColorBy | None = None) -> Picture:
        """Return a picture with a patch for each placement; holes are empty places.

        `color_by` is "tile", "orientation", "touch" (touching placements get different colors) or
        "piece" (a color for each placement).  The default is "tile"; if all placements are of one
        tile, it is "orientation" for rectangles and lozenges, and "touch" for other tiles.
        Raises `BadPicture` above dimension 3, except for prisms.  The layers of a solid are drawn
        side by side.
        """
        return drawn(
            self._board,
            self._parts(),
            title=title,
            color_by=self._usual_colors() if color_by is None else color_by,
            orientations=[placement.orientation for placement in self._placements],
        )

    def _usual_colors(self) -> ColorBy:
        laid = self._placements
        if len(laid) < 2 or len({placement.number for placement in laid}) > 1:
            return "tile"
        turned = len({placement.orientation for placement in laid}) > 1
        return "orientation" if turned and _is_rectangle(laid[0].tile.region) else "touch"

    def _parts(self) -> Iterator[Part]:
        return ((p.region, p.number, p.tile.name) for p in self._placements)

    def _key(self) -> tuple[object, ...]:
        return self._board, self._placements

    def __len__(self) -> int:
        return len(self._placements)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrangement) or type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        """Return ASCII art with a letter for each placement, or `repr` if there is no picture."""
        return self.to_write().ascii() if has_picture(self._board) else repr(self)

    def to_write(self) -> Picture:
        """Return the picture from which `str` is made, with a square for each character.

        Its `ansi()` is the same text in color.
        """
        return to_write(
            self._board,
            self._parts(),
            color_by=self._usual_colors(),
            orientations=[placement.orientation for placement in self._placements],
        )


def _is_rectangle(region: Region) -> bool:
    """Return whether a tile is a rectangle in the plane, or a lozenge of two triangles."""
    if region.lattice == SQUARE:
        return region.dimension == 2 and prod(region.size) == len(region)
    return region.lattice == TRIANGLES and len(region) == 2
