"""How boards of any dimension up to three become pictures of the plane.

A line is drawn as squares side by side; the layers of a solid lie beside each other, z = 0 at the
left, with a gap of one square.
"""

from __future__ import annotations

from collections.abc import Iterable

from combien.drawing.picture import Patch, Picture
from combien.errors import BadPicture
from combien.geometry.lattice import SQUARE
from combien.geometry.region import Region

__all__ = ["drawn"]


def drawn(
    board: Region, parts: Iterable[tuple[Region, int | None, str]], *, title: str = ""
) -> Picture:
    """The picture of a board's parts: (region, colour, label) for each.

    >>> box = Region.box(2, 1, 2)
    >>> print(drawn(box, [(box, None, "")]).ascii())
    .. ..

    The board's lower left corner is put at the origin.  Errors: `BadPicture` above dimension 3.
    """
    if board.dimension > 3:
        raise BadPicture(
            f"there is no picture in dimension {board.dimension}: boards of dimension 1 to 3 are "
            "drawn"
        )
    left, bottom, back = (*board.low, 0, 0)[:3]
    step = board.size[0] + 1
    patches = []
    for region, colour, label in parts:
        cells = tuple(
            (x - left + step * (z - back), y - bottom)
            for x, y, z in ((*cell, 0, 0)[:3] for cell in region)
        )
        patches.append(Patch(tuple(map(SQUARE.corners, cells)), cells, colour, label))
    return Picture(tuple(patches), title)
