"""A contact sheet: many pictures in one, each in its own field.

A sheet is a picture with the moved patches of all of them: so every renderer can draw it, to one
scale and with the same colors for the same tiles.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, islice
from math import ceil, floor, sqrt
from typing import Protocol

from combien._base.checks import check_int, check_list
from combien.drawing._content import MOST_CELLS, ColorBy, Mark, Patch, moved
from combien.drawing._picture import Picture
from combien.errors import BadPicture


def sheet(pictures: Iterable[Picture], *, across: int | None = None, title: str = "") -> Picture:
    """Arrange pictures on one sheet, in reading order.

    >>> one = Picture.of_cells([([(0, 0), (1, 0)], 0, "")])
    >>> two = Picture.of_cells([([(0, 0)], 0, ""), ([(0, 1)], 0, "")])
    >>> print(sheet([one, two, one], across=2).ascii())
       c
    aa b
    <BLANKLINE>
    <BLANKLINE>
    dd

    `across` is the number of pictures in a row; by default, the sheet is about
    square.  Pictures are one cell apart; each is at the lower left of its field, which is as wide
    as the widest picture of its column and as high as the highest one of its row.
    Raises `BadPicture` without pictures, and for more than 250 000 cells in all.
    """
    if not isinstance(pictures, Iterable):
        raise BadPicture(f"a sheet is of pictures, not of type {type(pictures).__name__}")
    shown: list[Picture] = []
    cells = 0
    for picture in check_list("pictures", pictures, error=BadPicture):
        if not isinstance(picture, Picture):
            raise BadPicture(f"a sheet is of pictures, not of {type(picture).__name__}")
        cells += sum(len(patch.polygons) for patch in picture.patches)
        if cells > MOST_CELLS:
            raise BadPicture(
                f"these {len(shown) + 1} pictures or more have over {MOST_CELLS} cells together: "
                "put fewer on a sheet"
            )
        shown.append(picture)
    if not shown:
        raise BadPicture("a sheet without pictures: give at least one")
    if across is not None and (type(across) is not int or across < 1):
        raise BadPicture(
            "across is the number of pictures side by side: a whole number of at least 1"
        )
    # Integers, so that cells of the square lattice stay cells and can be shown as text.
    sizes = [
        (ceil(right) - floor(left) + 1, ceil(top) - floor(bottom) + 1)
        for left, bottom, right, top in (picture.box for picture in shown)
    ]
    if across is None:
        wide, high = (max(lengths) for lengths in zip(*sizes, strict=True))
        across = max(1, round(sqrt(len(shown) * high / wide)))
    across = min(across, len(shown))
    lefts = [0, *accumulate(max(w for w, _ in sizes[at::across]) for at in range(across))]
    highs = [max(h for _, h in sizes[at : at + across]) for at in range(0, len(sizes), across)]
    bottoms = [-down for down in accumulate(highs)]
    patches: list[Patch] = []
    marks: list[Mark] = []
    for number, picture in enumerate(shown):
        line, place = divmod(number, across)
        dx = lefts[place] - floor(picture.box[0])
        dy = bottoms[line] - floor(picture.box[1])
        patches.extend(_moved(patch, dx, dy) for patch in picture.patches)
        marks.extend(moved(mark, dx, dy) for mark in picture.marks)
    ways = {picture.color_by for picture in shown}
    color_by: ColorBy = "tile"
    if len(ways) == 1:
        color_by = ways.pop()
    elif ways == {"touch", "orientation"}:
        # Tilings by one tile; in some of them all tiles have the same orientation.
        color_by = "orientation"
    labeled = any(picture.labeled for picture in shown)
    return Picture(tuple(patches), title, color_by, tuple(marks), labeled)


class Drawable(Protocol):
    """Anything with a picture: a tiling, a packing, the solution of a puzzle."""

    def picture(self) -> Picture:
        """Return a picture of it."""


def contact_sheet(
    drawn: Iterable[Drawable | Picture],
    *,
    across: int | None = None,
    title: str = "",
    limit: int = 100,
) -> Picture:
    """Draw many solutions side by side; a notebook shows the sheet.

    >>> from combien import Region, Tile, TilingProblem, solutions
    >>> dominoes = TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all", times="any")])
    >>> contact_sheet(solutions(dominoes))
    <Picture: 9 patches, 18 cells>
    >>> contact_sheet(solutions(dominoes), limit=2).title
    'the first 2'

    Each of `drawn` is a picture, or has one: a tiling, a packing, the solution of a puzzle.  At
    most `limit` are drawn, and the title notes if there are more.  `across` is the number of
    pictures side by side.  Raises `BadPicture` for an object without a picture, and if there is
    none.
    """
    try:
        if isinstance(drawn, (str, Picture)):
            raise TypeError
        given = iter(drawn)
    except TypeError:
        raise BadPicture(
            f"a contact sheet is of several solutions, not of one {type(drawn).__name__}: give a "
            "list of them"
        ) from None
    limit = check_int("limit", limit, least=1, most=MOST_CELLS)
    shown = []
    for one in islice(given, limit):
        if not isinstance(one, Picture) and not callable(getattr(one, "picture", None)):
            raise BadPicture(f"a value of type {type(one).__name__} has no picture")
        shown.append(one if isinstance(one, Picture) else one.picture())
    if len(shown) == limit and next(given, None) is not None:
        title = f"{title}: the first {limit}" if title else f"the first {limit}"
    return sheet(shown, across=across, title=title)


def _moved(patch: Patch, dx: int, dy: int) -> Patch:
    return Patch(
        tuple(tuple((x + dx, y + dy) for x, y in polygon) for polygon in patch.polygons),
        tuple((x + dx, y + dy) for x, y in patch.cells),
        patch.color,
        patch.label,
        patch.orientation,
    )
