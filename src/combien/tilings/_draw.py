"""Pictures of boards on any lattice, in up to three dimensions.

A cell is drawn as the polygon of its lattice; a board that wraps around is drawn cut open.  A
one-dimensional board is a row of squares; the layers of a solid are side by side, the lowest z on
the left, with a gap of one square.  Layers of prisms are also side by side, as cells of the plane;
cells of spheres and tetrahedra are drawn as squares, arranged as in text.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from math import ceil

from combien.drawing._content import ColorBy, Patch
from combien.drawing._picture import Picture
from combien.errors import BadPicture
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._prisms import Prisms
from combien.geometry._region import Region

Part = tuple[Region, int | None, str]


def has_picture(board: Region) -> bool:
    """Return whether a board can be drawn: any board but hypercubes above dimension 3.

    >>> has_picture(Region.box(2, 2, 2)), has_picture(Region.box(2, 2, 2, 2))
    (True, False)
    """
    return board.dimension <= 3 or board.lattice.cover != SQUARE


def drawn(
    board: Region,
    parts: Iterable[Part],
    *,
    title: str = "",
    color_by: ColorBy = "tile",
    orientations: Iterable[int] = (),
) -> Picture:
    """Return a picture of parts of a board, each given as (region, color, label).

    `orientations` are the orientation numbers of the first parts, used to color them.

    >>> box = Region.box(2, 1, 2)
    >>> print(drawn(box, [(box, None, "")]).ascii())
    .. ..
    >>> from combien.geometry import HEXAGONS
    >>> bees = Region.box(2, 2, lattice=HEXAGONS)
    >>> [len(polygon) for polygon in drawn(bees, [(bees, 0, "")]).patches[0].polygons]
    [6, 6, 6, 6]

    The lower left corner of the board is at the origin.  Raises `BadPicture` above dimension 3.
    """
    board, parts = _side_by_side(board, parts)
    turned = chain(orientations, repeat(None))
    lattice = board.lattice.cover
    if lattice == SQUARE:
        return Picture(
            tuple(
                Patch(tuple(map(SQUARE.corners, cells)), cells, color, label, next(turned))
                for cells, color, label in _flat(board, parts)
            ),
            title,
            color_by,
        )
    home = lattice.home(board.low)
    patches = []
    for region, color, label in parts:
        moved = (tuple(map(int.__add__, cell, home)) for cell in region)
        corners = tuple(map(lattice.corners, moved))
        patches.append(Patch(corners, (), color, label, next(turned)))
    return Picture(tuple(patches), title, color_by)


def cell_by_cell(board: Region) -> list[Part]:
    """Return the cells of a board as separate parts, so that an outline is drawn around each.

    >>> [len(cell) for cell, _, _ in cell_by_cell(Region.box(2, 1))]
    [1, 1]
    """
    return [(Region([cell], lattice=board.lattice), None, "") for cell in board]


def to_write(
    board: Region,
    parts: Iterable[Part],
    *,
    color_by: ColorBy = "tile",
    orientations: Iterable[int] = (),
) -> Picture:
    """Return the picture from which text is made, with a square for each character.

    >>> from combien.geometry import HEXAGONS
    >>> bees = Region.box(2, 2, lattice=HEXAGONS)
    >>> print(to_write(bees, [(bees, 0, "")]).ascii())
     a a
    a a
    """
    board, parts = _side_by_side(board, parts)
    if board.lattice.cover == SQUARE:
        return drawn(board, parts, color_by=color_by, orientations=orientations)
    place = board.lattice.cover.place
    turned = chain(orientations, repeat(None))
    patches = []
    for region, color, label in parts:
        cells = tuple((right, line) for right, line in map(place, region))
        corners = tuple(map(SQUARE.corners, cells))
        patches.append(Patch(corners, cells, color, label, next(turned)))
    return Picture(tuple(patches), "", color_by)


def text_spots(board: Region) -> dict[Cell, tuple[int, int]]:
    """Return the position of each cell in `to_write`: (column, line), with lines counted upwards.

    >>> text_spots(Region.box(1, 1, 2))
    {(0, 0, 0): (0, 0), (0, 0, 1): (2, 0)}

    Raises `BadPicture` above dimension 3.
    """
    alone = (Region([cell], lattice=board.lattice) for cell in board)
    laid, parts = _side_by_side(board, [(cell, 0, "") for cell in alone])
    if laid.lattice.cover == SQUARE:
        spots = [cells[0] for cells, _, _ in _flat(laid, parts)]
    else:
        place = laid.lattice.cover.place
        spots = [(right, line) for region, _, _ in parts for right, line in map(place, region)]
    return dict(zip(board, spots, strict=True))


def _side_by_side(board: Region, parts: Iterable[Part]) -> tuple[Region, Iterable[Part]]:
    """Lay out the layers of prisms side by side in the plane; return other boards unchanged.

    The cells of other lattices in space become cubes, arranged as in text.
    """
    lattice = board.lattice
    if lattice.directions == 3 and not isinstance(lattice, Prisms):

        def cubes(region: Region) -> Region:
            return Region(map(lattice.place, region), dimension=3)

        return cubes(board), [(cubes(region), color, label) for region, color, label in parts]
    if not isinstance(lattice, Prisms) or not board:
        return board, parts
    flat, lowest = lattice.flat, board.low[-1]
    across = [right for cell in board for right, _ in flat.corners(cell[:-1])]
    first = board.cells[0][:-1]
    unit = flat.corners(flat.along(first, 0, 1))[0][0] - flat.corners(first)[0][0]
    # The gap is at least half a unit, and two characters in text.
    step = ceil((max(across) - min(across)) / unit + 0.5)

    def laid(region: Region) -> Region:
        moved = (flat.along(cell[:-1], 0, step * (cell[-1] - lowest)) for cell in region)
        return Region(moved, lattice=flat)

    return laid(board), [(laid(region), color, label) for region, color, label in parts]


def _flat(
    board: Region, parts: Iterable[Part]
) -> Iterable[tuple[tuple[tuple[int, int], ...], int | None, str]]:
    """Yield the parts of a board of squares or cubes, laid out in the plane."""
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

    for region, color, label in parts:
        yield tuple(map(laid, region)), color, label
