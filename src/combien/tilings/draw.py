"""How boards of any lattice, and of any dimension up to three, become pictures of the plane.

A cell is drawn as the polygon of its lattice; a board that wraps round is drawn cut open.  A line
of cells is drawn as squares side by side; the layers of a solid lie beside each other, z = 0 at the
left, with a gap of one square.
"""

from __future__ import annotations

from collections.abc import Iterable

from combien.drawing.picture import Patch, Picture
from combien.errors import BadPicture
from combien.geometry.cell import Cell
from combien.geometry.lattice import SQUARE
from combien.geometry.region import Region

__all__ = ["Part", "drawn", "written"]

Part = tuple[Region, int | None, str]


def drawn(board: Region, parts: Iterable[Part], *, title: str = "") -> Picture:
    """The picture of a board's parts: (region, colour, label) for each.

    >>> box = Region.box(2, 1, 2)
    >>> print(drawn(box, [(box, None, "")]).ascii())
    .. ..
    >>> from combien.geometry.hexagons import HEXAGONS
    >>> bees = Region.box(2, 2, lattice=HEXAGONS)
    >>> [len(polygon) for polygon in drawn(bees, [(bees, 0, "")]).patches[0].polygons]
    [6, 6, 6, 6]

    The board's lower left corner is put at the origin.  Errors: `BadPicture` above dimension 3.
    """
    lattice = board.lattice.cover
    if lattice == SQUARE:
        return Picture(
            tuple(
                Patch(tuple(map(SQUARE.corners, cells)), cells, colour, label)
                for cells, colour, label in _flat(board, parts)
            ),
            title,
        )
    home = lattice.home(board.low)
    patches = []
    for region, colour, label in parts:
        moved = (tuple(map(int.__add__, cell, home)) for cell in region)
        patches.append(Patch(tuple(map(lattice.corners, moved)), (), colour, label))
    return Picture(tuple(patches), title)


def written(board: Region, parts: Iterable[Part]) -> str:
    """The parts as text, with a character for each, on every lattice.

    >>> from combien.geometry.hexagons import HEXAGONS
    >>> bees = Region.box(2, 2, lattice=HEXAGONS)
    >>> print(written(bees, [(bees, 0, "")]))
     a a
    a a
    """
    place = board.lattice.cover.place
    if board.lattice.cover == SQUARE:
        return drawn(board, parts).ascii()
    return Picture.of_cells([(map(place, r), colour, label) for r, colour, label in parts]).ascii()


def _flat(
    board: Region, parts: Iterable[Part]
) -> Iterable[tuple[tuple[tuple[int, int], ...], int | None, str]]:
    """The parts of a board of squares or cubes, laid in the plane."""
    if board.dimension > 3:
        raise BadPicture(
            f"there is no picture in dimension {board.dimension}: boards of dimension 1 to 3 are "
            "drawn"
        )
    left, bottom, back = (*board.low, 0, 0)[:3]
    step = board.size[0] + 1

    def laid(cell: Cell) -> tuple[int, int]:
        x, y, z = (*cell, 0, 0)[:3]
        return x - left + step * (z - back), y - bottom

    for region, colour, label in parts:
        yield tuple(map(laid, region)), colour, label
