"""Pictures: colored, labeled patches of polygons, independent of the output format.

A model creates a `Picture`, and the renderers (`ascii`, `svg`, `png`) draw its content.  Models do
not depend on renderers, and neither side changes when a renderer or a lattice is added.  Only text
output needs the cells of the square lattice.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any

from combien._base.checks import check_bool, did_you_mean, short_repr
from combien.drawing._content import FARTHEST, MOST_CELLS, ColorBy, Content, Mark, Patch, Polygon
from combien.errors import BadPicture

if TYPE_CHECKING:
    from combien.drawing._palette import Palette

# Notebooks store their output, and more cells would take megabytes.
MOST_SHOWN = 20_000


class Picture(Content):
    """Patches, drawn in order (later ones on top), and a title.

    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "domino"), ([(0, 1), (1, 1)], None, "")])
    >>> print(picture.ascii())
    ..
    aa
    >>> picture
    <Picture: 2 patches, 4 cells>

    `box` is (left, bottom, right, top) of the whole picture.  `color_by` is the default coloring:
    "tile" uses the colors of the patches, "orientation" the orientations of the tiles, "touch"
    gives adjacent patches different colors, and "piece" gives each patch its own color.
    `marks` are drawn on top (see `drawing._marks`); `labeled` shows labels by default.
    Raises `BadPicture` if there is nothing to draw, for more than 250 000 cells, or for a corner
    farther than 1 000 000 cells from the origin.
    """

    __slots__ = ()

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
        from combien.drawing._renderers import ascii as text  # Start-up: only for drawing.

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
        from combien.drawing._renderers.ascii import colored  # Start-up: only for drawing.

        return colored(self, palette=palette, color_by=color_by)

    def svg(
        self,
        *,
        size: float | None = None,
        stroke: float | None = None,
        palette: Palette | str = "default",
        labels: bool | None = None,
        color_by: ColorBy | None = None,
        data: bool = False,
    ) -> str:
        """Return the picture as SVG.

        >>> print(Picture.of_cells([([(0, 0)], None, "")]).svg()[:27])
        <svg xmlns="http://www.w3.o

        `size` is the cell width and `stroke` the line width, in pixels; by default, cells fit in
        600 pixels and are 4 to 48 pixels wide.  `palette` is a `Palette` or its name ("default",
        "print").  `labels` draws the labels of the patches.  `color_by` is "tile", "orientation",
        "touch" or "piece".  Both default to the picture's own settings.  `data` is for scripts: the
        unit of the view box is a cell, and each patch has the attributes `data-tile` (its color
        number), `data-name` (its label) and, on square lattices, `data-cells` ("0,0 1,0": x to the
        right, y up).
        Raises `BadPicture` for invalid arguments.
        """
        from combien.drawing._renderers import svg  # Start-up: only for drawing.

        return svg.render(
            self,
            size=size,
            stroke=stroke,
            palette=palette,
            labels=labels,
            color_by=color_by,
            data=data,
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

        Raises `BadPicture` above 100 million pixels, and `MissingExtra` without the extra
        `pictures`.
        """
        from combien.drawing._renderers import png  # Start-up: only for drawing.

        return png.render(self, width=width, palette=palette, labels=labels, color_by=color_by)

    def render(self, renderer: str, **options: Any) -> str | bytes:
        """Return the picture by the renderer with this name, of `RENDERERS` or of a plug-in.

        >>> Picture.of_cells([([(0, 0), (1, 0)], 0, "domino")]).render("ascii")
        'aa'

        The options are those of the renderer.  Raises `BadPicture` for an unknown name, for a
        plug-in that cannot be loaded, and if the renderer returns neither a text nor bytes.
        """
        from combien.drawing import RENDERERS  # Start-up: only for drawing.

        if not isinstance(renderer, str) or renderer not in RENDERERS:
            raise BadPicture(
                f"there is no renderer {short_repr(renderer)} ({', '.join(RENDERERS)})"
                f"{did_you_mean(renderer, RENDERERS)}"
            )
        drawn: object = RENDERERS.load(renderer)(self, **options)
        if isinstance(drawn, (str, bytes)):
            return drawn
        raise BadPicture(
            f"the renderer {renderer} returned {short_repr(drawn)}: expected a text or bytes"
        )

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
    """Return the cells, sorted; raise `BadPicture` if there are more than `room`."""
    cells: list[tuple[int, int]] = []
    for x, y in given:
        if len(cells) == room:
            raise BadPicture(f"more than {MOST_CELLS} cells: draw a part of them")
        cell = index(x), index(y)
        if max(map(abs, cell)) > FARTHEST:
            raise BadPicture(f"a cell is more than {FARTHEST} from the origin: shift the picture")
        cells.append(cell)
    if not cells:
        raise BadPicture("it has no cells: give at least one")
    return tuple(sorted(cells))
