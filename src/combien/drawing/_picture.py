"""Pictures: colored, labeled patches of polygons, independent of the output format.

A model creates a `Picture`, and the renderers (`ascii`, `svg`, `png`) draw it.  Models do not
depend on renderers, and neither side changes when a renderer or a lattice is added: a cell of any
lattice is a polygon.  Only text output needs the cells of the square lattice.

Lengths are in cells; x runs right and y up, as in the tiling language.  Renderers flip y.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Literal

from combien._checks import check_bool
from combien.drawing._marks import Mark, check_marks
from combien.errors import BadPicture

if TYPE_CHECKING:
    from combien.drawing._palette import Palette

__all__ = ["PAPER", "Box", "ColorBy", "Patch", "Picture", "Point", "Polygon"]

ColorBy = Literal["tile", "touch", "piece", "orientation"]
Point = tuple[float, float]
Polygon = tuple[Point, ...]
Box = tuple[float, float, float, float]

# The color number of patches filled like paper, such as the cells of a puzzle.
PAPER = -1

# A larger picture is a mistake or an attack: it would be unreadable.
MOST_CELLS = 250_000
FARTHEST = 1_000_000
# Notebooks store their output, and more cells would take megabytes.
MOST_SHOWN = 20_000
MOST_CORNERS = 1000
MOST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Patch:
    """A group of cells drawn as one, such as a placed tile or an uncovered part of the board.

    >>> Patch((((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),), color=2, label="half").color
    2

    `polygons`: one per cell, its corners counter-clockwise, not closed; shared edges are not
    drawn.  `cells`: the same cells as (x, y) of the square lattice, for text; empty on other
    lattices.  `color`: a palette color number, `PAPER`, or None (empty).
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
class Picture:
    """Patches, drawn in order (later ones on top), and a title.

    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "domino"), ([(0, 1), (1, 1)], None, "")])
    >>> print(picture.ascii())
    ..
    aa
    >>> picture
    <Picture: 2 patches, 4 cells>

    `box` is (left, bottom, right, top) of the whole picture.  `color_by` is the default coloring:
    "tile" uses the colors of the patches, "orientation" the orientations of the tiles, "touch"
    gives touching patches different colors, and "piece" gives each patch its own color.
    `marks` are drawn on top (see `drawing.marks`); `labeled` shows labels by default.
    Raises `BadPicture` if there is nothing to draw, for more than 250 000 cells, or for a corner
    farther than 1 000 000 cells from the origin.
    """

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
                f"a corner lies more than {FARTHEST} cells from the origin: shift the picture"
            )
        object.__setattr__(self, "box", box)

    @classmethod
    def of_cells(
        cls,
        groups: Iterable[tuple[Iterable[tuple[int, int]], int | None, str]],
        *,
        title: str = "",
        marks: tuple[Mark, ...] = (),
        labeled: bool = False,
    ) -> Picture:
        """Create a picture from square cells: (cells, color, label) for each patch.

        >>> Picture.of_cells([([(0, 0)], None, "")]).patches[0].polygons
        (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),)

        Each cell becomes its unit square, with the cell as its lower left corner.  Cells are
        sorted, so a set may be given.  Raises `BadPicture` for invalid groups.
        """
        patches: list[Patch] = []
        room = MOST_CELLS
        try:
            for group in groups:
                given, color, label = group
                cells = _read_cells(given, room)
                room -= len(cells)
                patches.append(Patch(tuple(map(_unit_square, cells)), cells, color, label))
        except BadPicture as error:
            raise BadPicture(f"patch {len(patches)}: {error}") from None
        except (TypeError, ValueError) as error:
            raise BadPicture(
                f"patch {len(patches)}: expected (cells, color, label), "
                "and each cell is a pair of whole numbers"
            ) from error
        return cls(tuple(patches), title, marks=marks, labeled=labeled)

    def ascii(self, *, boxes: bool = False, labels: bool = False) -> str:
        """Return the picture as text: one character per patch, or lines around each patch.

        >>> print(Picture.of_cells([([(0, 0), (1, 0)], 0, ""), ([(0, 1)], 1, "")]).ascii())
        b
        aa

        `boxes` draws lines; `labels`, which needs `boxes`, adds the labels of the patches.
        Raises `BadPicture` if the cells are not on the square lattice or are too far apart.
        """
        from combien.drawing._renderers import ascii as text

        labels = check_bool("labels", labels, error=BadPicture)
        if check_bool("boxes", boxes, error=BadPicture):
            return text.boxes(self, labels=labels)
        if labels:
            raise BadPicture("labels have no room here: ask for boxes=True as well")
        return text.letters(self)

    def ansi(self, *, palette: Palette | str = "default", color_by: ColorBy | None = None) -> str:
        """Return the text of `ascii` with ANSI escape sequences for color.

        >>> "aa" in Picture.of_cells([([(0, 0), (1, 0)], 0, "")]).ansi()
        True
        """
        from combien.drawing._renderers import ansi

        return ansi.render(self, palette=palette, color_by=color_by)

    def svg(
        self,
        *,
        size: float | None = None,
        stroke: float | None = None,
        palette: Palette | str = "default",
        labels: bool | None = None,
        color_by: ColorBy | None = None,
    ) -> str:
        """Return the picture as SVG.

        >>> print(Picture.of_cells([([(0, 0)], None, "")]).svg()[:27])
        <svg xmlns="http://www.w3.o

        `size` is the cell width and `stroke` the line width, in pixels; by default, cells fit in
        600 pixels and are 4 to 48 pixels wide.  `palette` is a `Palette` or its name ("default",
        "print").  `labels` draws the labels of the patches.  `color_by` is "tile", "orientation",
        "touch" or "piece".  Both default to the picture's own settings.
        Raises `BadPicture` for invalid arguments.
        """
        from combien.drawing._renderers import svg

        return svg.render(
            self, size=size, stroke=stroke, palette=palette, labels=labels, color_by=color_by
        )

    def png(
        self,
        *,
        width: int = 800,
        palette: Palette | str = "default",
        labels: bool | None = None,
        color_by: ColorBy | None = None,
    ) -> bytes:
        """Return the picture as a PNG image, `width` pixels wide.

        >>> Picture.of_cells([([(0, 0)], None, "")]).png(width=40)[1:4]
        b'PNG'

        Raises `BadPicture` above 100 million pixels, and `MissingExtra` if resvg-py is not
        installed.
        """
        from combien.drawing._renderers import png

        return png.render(self, width=width, palette=palette, labels=labels, color_by=color_by)

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, str]:
        """Return the notebook output: SVG, unless it is huge, and text."""
        on_square_lattice = all(patch.cells for patch in self.patches)
        small = self.box[2] - self.box[0] <= 100 and self.box[3] - self.box[1] <= 100
        wanted = {"image/svg+xml", "text/plain"} if include is None else set(include)
        wanted -= set(exclude or ())
        bundle: dict[str, str] = {}
        cells = sum(len(patch.polygons) for patch in self.patches)
        if "image/svg+xml" in wanted and cells <= MOST_SHOWN:
            bundle["image/svg+xml"] = self.svg()
        if "text/plain" in wanted:
            bundle["text/plain"] = self.ascii() if on_square_lattice and small else repr(self)
        return bundle

    def __repr__(self) -> str:
        patches, cells = len(self.patches), sum(len(patch.polygons) for patch in self.patches)
        title = f" {self.title!r}" if self.title else ""
        summary = f"{patches} patch{'es' * (patches != 1)}, {cells} cell{'s' * (cells != 1)}"
        return f"<Picture{title}: {summary}>"


def _unit_square(cell: tuple[int, int]) -> Polygon:
    x, y = float(cell[0]), float(cell[1])
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _read_cells(given: Iterable[tuple[int, int]], room: int) -> tuple[tuple[int, int], ...]:
    """Return the cells, sorted; at most `room` cells are read."""
    cells: list[tuple[int, int]] = []
    for x, y in given:
        if len(cells) == room:
            raise BadPicture(f"more than {MOST_CELLS} cells: draw a part of them")
        cell = index(x), index(y)
        if max(map(abs, cell)) > FARTHEST:
            raise BadPicture(f"a cell lies more than {FARTHEST} from the origin: shift the picture")
        cells.append(cell)
    if not cells:
        raise BadPicture("it has no cells: give at least one")
    return tuple(sorted(cells))


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
    """Use the shoelace formula; the result is NaN or infinite if a corner is not finite."""
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
        raise BadPicture(f"a patch holds cell {twice} twice")


def _check_text(text: str, what: str) -> None:
    if not isinstance(text, str):
        raise BadPicture(f"{what} is text, not {type(text).__name__}")
    if len(text) > MOST_TEXT:
        raise BadPicture(f"{what} has {len(text)} characters: {MOST_TEXT} are the most")
