"""The content of pictures: colored, labeled patches of polygons, and marks on top of them.

A renderer takes a `Content` and is independent of its origin; `Picture`, a subclass,
has the methods that call the renderers.  A cell of any lattice is a polygon.

Lengths are in cells; x runs right and y up, as in the tiling language.  Renderers flip y.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from combien._base.records import dataclass, field
from combien.drawing._marks import Mark, check_marks
from combien.errors import BadPicture

__all__ = [
    "FARTHEST",
    "MOST_CELLS",
    "PAPER",
    "Box",
    "ColorBy",
    "Content",
    "Patch",
    "Point",
    "Polygon",
]

ColorBy = Literal["tile", "touch", "piece", "orientation"]
Point = tuple[float, float]
Polygon = tuple[Point, ...]
Box = tuple[float, float, float, float]

# The color number of patches filled like paper, such as the cells of a puzzle.
PAPER = -1

# A larger picture is a mistake or an attack: it would be unreadable.
MOST_CELLS = 250_000
FARTHEST = 1_000_000
MOST_CORNERS = 1000
MOST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Patch:
    """A group of cells drawn as one, such as a placed tile or an uncovered part of the board.

    >>> Patch((((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),), color=2, label="half").color
    2

    `polygons`: one per cell, its corners counter-clockwise, not closed; shared edges are not
    drawn.  `cells`: the same cells as (x, y) of the square lattice, for text output; empty on
    other lattices.  `color`: a palette color number, `PAPER`, or None (empty).
    `label`: a short name.  `orientation`: the number of the tile's orientation.
    Raises `BadPicture` for invalid values.
    """

    polygons: tuple[Polygon, ...]
    cells: tuple[tuple[int, int], ...] = ()
    color: int | None = None
    label: str = ""
    orientation: int | None = None

    def __post_init__(self) -> None:
        _check_polygons(self.polygons)
        _check_cells(self.cells, len(self.polygons))
        for what, number in (("a color", self.color), ("an orientation", self.orientation)):
            if number is not None and type(number) is not int:
                raise BadPicture(
                    f"{what} is a whole number or None, not {type(number).__name__}: "
                    "the palette defines the actual colors"
                )
        _check_text(self.label, "a label")


@dataclass(frozen=True, slots=True)
class Content:
    """The fields of a picture; see `Picture`."""

    patches: tuple[Patch, ...]
    title: str = ""
    color_by: ColorBy = "tile"
    marks: tuple[Mark, ...] = ()
    labeled: bool = False
    box: Box = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.patches, tuple) or not all(
            isinstance(p, Patch) for p in self.patches
        ):
            raise BadPicture("the patches of a picture are a tuple of Patch: see Picture.of_cells")
        if not self.patches:
            raise BadPicture("an empty picture: give at least one patch")
        _check_text(self.title, "a title")
        check_marks(self.marks)
        if sum(len(patch.polygons) for patch in self.patches) > MOST_CELLS:
            raise BadPicture(f"more than {MOST_CELLS} cells: draw a part of them")
        corners = [
            corner for patch in self.patches for polygon in patch.polygons for corner in polygon
        ]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        box = min(xs), min(ys), max(xs), max(ys)
        if max(map(abs, box)) > FARTHEST:
            raise BadPicture(
                f"a corner is more than {FARTHEST} cells from the origin: shift the picture"
            )
        object.__setattr__(self, "box", box)


def _check_polygons(polygons: tuple[Polygon, ...]) -> None:
    if not isinstance(polygons, tuple):
        raise BadPicture("the polygons of a patch are a tuple of tuples of (x, y)")
    if not polygons:
        raise BadPicture("an empty patch: give at least one polygon")
    for number, polygon in enumerate(polygons):
        try:
            sound = 0 < _twice_the_area(polygon) < float("inf")
            # Reject lists in place of tuples.  This comes after the area check because hashing
            # a deeply nested value would overflow the stack.
            hash(polygon)
        except (TypeError, ValueError, OverflowError, IndexError):
            raise BadPicture(
                f"polygon {number} of a patch: corners must be pairs (x, y) of numbers, in tuples"
            ) from None
        if len(polygon) > MOST_CORNERS:
            raise BadPicture(
                f"polygon {number} of a patch has {len(polygon)} corners, more than {MOST_CORNERS}"
            )
        if not sound:
            raise BadPicture(
                f"polygon {number} of a patch has no area, or a corner that is not finite, or runs "
                "clockwise: list at least three corners counter-clockwise, y up"
            )


def _twice_the_area(polygon: Polygon) -> float:
    """Return twice the area by the shoelace formula; NaN or infinite if a corner is not finite."""
    px, py = polygon[-1]
    area = 0.0
    for x, y in polygon:
        area += px * y - x * py
        px, py = x, y
    return area


def _check_cells(cells: tuple[tuple[int, int], ...], polygon_count: int) -> None:
    if not isinstance(cells, tuple):
        raise BadPicture("the cells of a patch are a tuple of pairs (x, y)")
    if not cells:
        return
    if len(cells) != polygon_count:
        raise BadPicture(
            f"a patch of {polygon_count} polygons has {len(cells)} cells: give one each, or none"
        )
    for cell in cells:
        try:
            x, y = cell
            sound = type(x) is int and type(y) is int and abs(x) <= FARTHEST and abs(y) <= FARTHEST
        except (TypeError, ValueError):
            sound = False
        if not sound:
            raise BadPicture(
                f"a cell is a pair of whole numbers, at most {FARTHEST} from 0: shift the picture"
            )
    if len(set(cells)) != len(cells):
        twice = next(cell for cell, after in pairwise(sorted(cells)) if cell == after)
        raise BadPicture(f"a patch contains cell {twice} twice")


def _check_text(text: str, what: str) -> None:
    if not isinstance(text, str):
        raise BadPicture(f"{what} is text, not {type(text).__name__}")
    if len(text) > MOST_TEXT:
        raise BadPicture(f"{what} has {len(text)} characters: {MOST_TEXT} are the most")
