"""The content of pictures: colored, labeled patches of polygons, and marks on top of them.

A renderer takes a `Content` and is independent of its origin; `Picture`, a subclass, has the
methods that call the renderers.  A cell of any lattice is a polygon.  Marks are lines and text,
such as the pips of a domino, the heavy lines of a sudoku and the sum of a cage; text renderers omit
them.  `CluedContent`, with `CluedBoard`, is a board with clues in its margins, such as a nonogram.

Lengths are in cells; x runs right and y up, as in the tiling language.  Renderers flip y.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import isfinite
from typing import Literal

from combien.errors import BadPicture

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
MOST_MARKS = 250_000
MOST_POINTS = 1000
MOST_LETTERS = 200


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


def points_in(text: str, *, digits: int = 1) -> tuple[Point, ...]:
    """Return the points in a text of digits: x and y in turn, each this number of digits.

    >>> points_in("0208"), points_in("7436 8868", digits=2)
    (((0, 2), (0, 8)), ((74, 36), (88, 68)))
    """
    text = text.replace(" ", "")
    numbers = [int(text[at : at + digits]) for at in range(0, len(text), digits)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


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


# Marks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some points, with round ends.

    >>> Line(((0, 0), (3, 0)), width=0.1).dashed
    False

    `color` is a number of the palette, or None for ink; `opacity` is from 0 to 1.  `dashed` lines
    have dashes of about a tenth of a cell.
    """

    points: tuple[Point, ...]
    width: float = 0.08
    color: int | None = None
    dashed: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A text centered at a point; `height` is the height of its capitals.

    >>> Text("12", at=(0.5, 0.5)).height
    0.5
    """

    text: str
    at: Point
    height: float = 0.5


Mark = Line | Text


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return the mark, translated.

    >>> moved(Text("a", at=(0, 0)), 1, 2).at
    (1, 2)
    """
    if isinstance(mark, Text):
        return replace(mark, at=(mark.at[0] + dx, mark.at[1] + dy))
    return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))


def check_marks(marks: object) -> None:
    """Raise `BadPicture` unless this is a tuple of marks with finite numbers."""
    if not isinstance(marks, tuple) or not all(isinstance(mark, (Line, Text)) for mark in marks):
        raise BadPicture("the marks of a picture are a tuple of Line and Text")
    if len(marks) > MOST_MARKS:
        raise BadPicture(f"more than {MOST_MARKS} marks: draw a part of them")
    for number, mark in enumerate(marks):
        try:
            _check(mark)
        except (TypeError, ValueError):
            raise BadPicture(
                f"mark {number}: points are pairs (x, y) of numbers, at most {FARTHEST} from 0, in "
                "tuples; widths and heights are positive numbers, colors whole numbers or None"
            ) from None


def _check(mark: Mark) -> None:
    sizes: tuple[float, ...]
    if isinstance(mark, Text):
        if not isinstance(mark.text, str) or len(mark.text) > MOST_LETTERS:
            raise BadPicture(f"the text of a mark has at most {MOST_LETTERS} characters")
        points, sizes = [mark.at], (mark.height,)
    else:
        points, sizes = list(mark.points), (mark.width, mark.opacity)
    if not points or len(points) > MOST_POINTS:
        raise BadPicture(f"a mark has 1 to {MOST_POINTS} points")
    for x, y in points:
        if not (isfinite(x) and isfinite(y)) or max(abs(x), abs(y)) > FARTHEST:
            raise ValueError
    if not all(isfinite(size) and 0 < size <= FARTHEST for size in sizes):
        raise ValueError
    if not isinstance(mark, Text) and mark.color is not None and type(mark.color) is not int:
        raise TypeError


# Boards with clues --------------------------------------------------------------------------------

_SHADE = re.compile(r"#[0-9a-f]{6}")

# A number of a clue and its shade.
Number = tuple[int, str]


@dataclass(frozen=True)
class CluedContent:
    """The fields of a board with clues; see `CluedBoard`."""

    height: int
    width: int
    cells: tuple[str | None, ...]
    rows: tuple[tuple[Number, ...], ...]
    columns: tuple[tuple[Number, ...], ...]
    title: str = ""
    steps: tuple[int, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    marked: tuple[int, ...] = ()
    both_sides: bool = False
    for_print: bool = False

    def __post_init__(self) -> None:
        for side in (self.height, self.width):
            if type(side) is not int or side < 1:
                raise BadPicture("height and width are whole numbers, 1 or more")
        parts = (self.cells, self.rows, self.columns, self.steps)
        if not all(isinstance(part, tuple) for part in parts):
            raise BadPicture("cells, rows, columns and steps are tuples")
        if not all(map(_is_clue, (*self.rows, *self.columns))):
            raise BadPicture("the numbers of a row or column are a tuple of (number, shade)")
        if not isinstance(self.title, str):
            raise BadPicture(f"a title is text, not {type(self.title).__name__}")
        count = self.height * self.width
        if len(self.cells) != count:
            raise BadPicture(f"expected {count} cells, row by row")
        if count > MOST_CELLS:
            raise BadPicture(f"more than {MOST_CELLS} cells: draw a part of them")
        if (len(self.rows), len(self.columns)) != (self.height, self.width):
            raise BadPicture("expected numbers for each row and each column")
        if self.steps and len(self.steps) != count:
            raise BadPicture("expected a step for each cell, or none at all")
        if not isinstance(self.marked, tuple) or not all(
            type(place) is int and 0 <= place < count for place in self.marked
        ):
            raise BadPicture(f"marked are places of cells, from 0 to {count - 1}, in a tuple")
        if not isinstance(self.both_sides, bool) or not isinstance(self.for_print, bool):
            raise BadPicture("both_sides and for_print are True or False")
        shades = [shade for shade in self.cells if shade is not None]
        shades += [shade for clue in (*self.rows, *self.columns) for _, shade in clue]
        if not all(isinstance(shade, str) and _SHADE.fullmatch(shade) for shade in shades):
            raise BadPicture("shades are written like '#ff0000', in small letters")


def _is_clue(clue: object) -> bool:
    return isinstance(clue, tuple) and all(
        isinstance(entry, tuple) and len(entry) == 2 and type(entry[0]) is int for entry in clue
    )
