"""Write pictures of solutions to files: a single file, or numbered ones.

`board.svg` becomes `board-1.svg`, `board-2.svg` ... if more than one solution is requested; a sheet
contains all of them.  A resumed search continues after the numbers of the existing files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, get_args

import click

from combien._cli._shared.declare import Decorator, gathered, option, together
from combien._cli._shared.picture_files import (
    ENDINGS,
    LANGUAGES,
    PAGES,
    PAPERS,
    STDOUT,
    NumberedFile,
    PdfFile,
    animated,
    require_images,
)
from combien.drawing import RENDERERS
from combien.drawing._content import MOST_CELLS, ColorBy
from combien.drawing._palette import PALETTES
from combien.errors import BadInput
from combien.geometry._lattice import SQUARE

if TYPE_CHECKING:
    from combien.drawing._picture import Picture
    from combien.geometry._region import Region
    from combien.printing._scene import Scene
    from combien.tilings._arrangement import Arrangement


# The views of a solid: layers side by side, isometric, the same with the layers apart, and with the
# tiles apart.
VIEWS = ("layers", "solid", "apart", "exploded")
# The edge of a cube and the gap between tiles in millimeters, suited to 3D printers.
CUBE, GAP, TOLERANCE = 10.0, 0.2, 0.1

# Python names cannot begin with a digit, and puzzles have sizes of their own.
_FIELDS = {"3mf": "threemf", "size": "cell_size"}
_OPTIONS = {field: option for option, field in _FIELDS.items()}

Command = Callable[..., Any]
_SIDE = r"([0-9]{1,5}(?:\.[0-9]{1,6})?)"
_BED = re.compile(f"{_SIDE}x{_SIDE} *(?:mm)?")


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """What to draw and where.

    `cut` is the edge of a cell in millimeters for outlines to cut out, or None for a drawing;
    `cube` and `gap` are the edge of a cube and the gap between tiles in an STL file; `cell_size`,
    `tolerance`, `bevel`, `hollow`, `drain` and `assembled` are the options of `threemf` for a 3MF
    file; `pages` and `paper` are what a PDF has, and `cell_size` is its scale for cut-outs.
    """

    svg: str | None = None
    png: str | None = None
    render: str | None = None
    sheet: str | None = None
    stl: str | None = None
    threemf: str | None = None
    turntable: str | None = None
    pdf: str | None = None
    view: str = "layers"
    palette: str = "default"
    color: str = "auto"
    color_by: ColorBy | None = None
    labels: bool = False
    cut: float | None = None
    cube: float = CUBE
    gap: float = GAP
    cell_size: float = CUBE
    tolerance: float = TOLERANCE
    bevel: float = 0.0
    hollow: float | None = None
    drain: float | None = None
    assembled: bool = False
    pages: str = PAGES[0]
    paper: str = "A4"
    link: str = ""
    language: str = "en"

    def anything(self) -> bool:
        """Return whether any picture is requested."""
        return any(self.file(option) is not None for option in ENDINGS)

    def file(self, option: str) -> str | None:
        """Return the file that an option names, a key of `ENDINGS`."""
        name: str | None = getattr(self, _FIELDS.get(option, option))
        return name

    @property
    def streamed(self) -> list[str]:
        """The options whose picture replaces the text on the standard output."""
        return [option for option in ENDINGS if self.file(option) == STDOUT]

    def colored(self, stream: TextIO) -> bool:
        """Return whether to color text for this stream.

        By default: on a terminal, unless NO_COLOR is set or TERM is dumb.
        """
        if self.color != "auto":
            return self.color == "always"
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return stream.isatty() and not plain

    def files(self, *, title: str, numbered: bool, resumed: bool) -> list[Sink]:
        """Return the picture files to write.

        Raises `BadInput` for a name that cannot be written to; `BadPicture` for invalid lengths.
        """
        self._check_lengths()
        renderer = Renderer(self, title)
        files: list[Sink] = [
            PictureFile(path, option, draw, numbered=numbered, resumed=resumed)
            for option, draw in (
                ("svg", renderer.svg),
                ("png", renderer.png),
                ("render", renderer.rendered),
                ("stl", renderer.stl),
                ("3mf", renderer.threemf),
                ("turntable", renderer.turntable),
            )
            if (path := self.file(option)) is not None
        ]
        if self.sheet is not None:
            files.append(SheetFile(self.sheet, renderer, resumed=resumed))
        if self.pdf is not None:
            files.append(
                PdfFile(
                    self.pdf,
                    pages=self.pages,
                    paper=self.paper,
                    cell=self.cell_size,
                    palette=self.palette,
                    title=title,
                    link=self.link,
                    language=self.language,
                    resumed=resumed,
                )
            )
        return files

    @property
    def renderer(self) -> str:
        """The renderer of `--render`: the extension of its file."""
        return Path(self.render or "").suffix[1:].lower()

    def _check_renderer(self) -> None:
        if self.renderer not in RENDERERS:
            raise BadInput(
                f"cannot write '{self.render}': --render takes the renderer from the extension, "
                f"one of {', '.join(RENDERERS)} (combien plugins)"
            )
        # One that cannot be imported is an error before the search.
        RENDERERS.load(self.renderer)

    def _check_lengths(self) -> None:
        if self.render is not None:
            self._check_renderer()
        if self.cut is not None:
            from combien.drawing._renderers.cutting import (  # Start-up: only for drawing.
                check_lengths,
            )

            check_lengths(self.cut)
        if self.stl is not None:
            from combien.drawing._renderers.stl import check_sizes  # Start-up: only for drawing.

            check_sizes(self.cube, self.gap)
        if self.threemf is not None:
            from combien.printing._mesh import check_mesh_sizes  # Start-up: only for drawing.

            check_mesh_sizes(
                self.cell_size, self.tolerance, self.bevel, self.hollow, drain=self.drain
            )
        if self.turntable is not None:
            require_images("turntable", self.turntable)

    def require(self, board: Region) -> None:
        """Raise `BadInput` if a 3D option is given and the board does not suit it."""
        # Cells of the triangular lattice also have three coordinates; prisms are drawn in layers.
        if board.dimension != 3 or board.lattice.cover != SQUARE:
            for option, given in (("--view", self.view != "layers"), ("--stl", self.stl)):
                if given:
                    raise BadInput(f"{option} needs a board of cubes: omit it")
        if self.view == "exploded" and (self.sheet is not None or self.cut is not None):
            raise BadInput("--view exploded is for --svg and --png, not for --sheet and --cut")
        if self.threemf is not None or self.turntable is not None:
            from combien.printing._surface import (  # Start-up: only for drawing.
                is_flat,
                require_solid,
            )

            if self.turntable is not None and is_flat(board.lattice, board.dimension):
                raise BadInput("--turntable needs a board in space: omit it, or draw with --svg")
            require_solid(board)

    def words(self) -> list[str]:
        """Return the equivalent command-line options."""
        words: list[str] = []
        usual = PictureOptions()
        for name in (field.name for field in fields(PictureOptions)):
            value = getattr(self, name)
            if value != getattr(usual, name):
                words.append(f"--{_OPTIONS.get(name, name).replace('_', '-')}")
                words += [] if value is True else [str(value)]
        return words


class Sink(Protocol):
    """Receives the solutions one by one, and then the end."""

    def add(self, tiling: Arrangement) -> None:
        """Draw a solution."""

    def end(self) -> None:
        """Draw what needs all solutions."""


class Renderer:
    """Renders a tiling in each format."""

    def __init__(self, drawn: PictureOptions, title: str) -> None:
        self._drawn = drawn
        self.title = title

    @property
    def _style(self) -> dict[str, Any]:
        """The options of `Picture.svg` and `Picture.png`; None means the default of the picture."""
        own = self._drawn
        return {"palette": own.palette, "labels": own.labels or None, "color_by": own.color_by}

    def picture(self, tiling: Arrangement) -> Picture:
        """Return the picture of a tiling in the chosen view."""
        if self._drawn.view == "layers":
            return tiling.picture(title=self.title)
        from combien.tilings._isometric import isometric  # Start-up: only for drawing.

        return isometric(tiling, apart=2 if self._drawn.view == "apart" else 0, title=self.title)

    def scalable(self, picture: Picture) -> bytes:
        """Return the SVG of a picture, or its outlines for cutting."""
        if self._drawn.cut is None:
            return picture.svg(**self._style).encode()
        from combien.drawing._renderers.cutting import outlines  # Start-up: only for drawing.

        return outlines(picture, cell=self._drawn.cut).encode()

    def svg(self, tiling: Arrangement) -> bytes:
        """Return the SVG of a tiling."""
        if self._drawn.view == "exploded":
            return self.exploded(tiling).encode()
        return self.scalable(self.picture(tiling))

    def png(self, tiling: Arrangement) -> bytes:
        """Return the PNG image of a tiling."""
        if self._drawn.view == "exploded":
            from combien.printing._scene import image_of  # Start-up: only for drawing.

            return image_of(self.exploded(tiling))
        return self.image(self.picture(tiling))

    def image(self, picture: Picture) -> bytes:
        """Return the PNG image of a picture."""
        return picture.png(**self._style)

    def rendered(self, tiling: Arrangement) -> bytes:
        """Return the file that the renderer of `--render` writes for a tiling."""
        drawn = self.picture(tiling).render(self._drawn.renderer)
        return drawn if isinstance(drawn, bytes) else drawn.encode()

    def _scene(self, tiling: Arrangement) -> Scene:
        from combien.printing._scene import Scene  # Start-up: only for drawing.

        return Scene(tiling, palette=self._drawn.palette, labels=self._drawn.labels)

    def exploded(self, tiling: Arrangement) -> str:
        """Return the SVG of a solid tiling with its pieces apart."""
        scene = self._scene(tiling)
        return scene.svg(scene.exploded(), title=self.title)

    def turntable(self, tiling: Arrangement) -> bytes:
        """Return an animation of a solid tiling that turns around, in the format of its file."""
        scene = self._scene(tiling)
        apart = self._drawn.view in ("apart", "exploded")
        film = scene.turntable(scene.exploded() if apart else None, title=self.title)
        return animated(film, self._drawn.turntable or "")

    def stl(self, tiling: Arrangement) -> bytes:
        """Return the STL file of the placements, for 3D printing."""
        from combien.drawing._renderers.stl import stl  # Start-up: only for drawing.

        parts = (placement.region for placement in tiling.placements)
        return stl(parts, size=self._drawn.cube, gap=self._drawn.gap)

    def threemf(self, tiling: Arrangement) -> bytes:
        """Return the 3MF file of the placements, for 3D printing."""
        from combien.printing._threemf import threemf  # Start-up: only for drawing.

        own = self._drawn
        return threemf(
            tiling,
            size=own.cell_size,
            tolerance=own.tolerance,
            bevel=own.bevel,
            hollow=own.hollow,
            drain=own.drain,
            assembled=own.assembled,
            palette=own.palette,
            title=self.title,
        )


class PictureFile:
    """Writes a picture file for each solution as it is found."""

    def __init__(
        self,
        name: str,
        kind: str,
        render: Callable[[Arrangement], bytes],
        *,
        numbered: bool,
        resumed: bool,
    ) -> None:
        self._file = NumberedFile(name, kind=kind, numbered=numbered, resumed=resumed)
        self._render = render

    def add(self, tiling: Arrangement) -> None:
        """Write the next picture."""
        self._file.write(lambda: self._render(tiling))

    def end(self) -> None:
        """Do nothing: every picture has been written."""


class SheetFile:
    """Writes one drawing of all solutions at the end, even if the search was stopped."""

    def __init__(self, name: str, renderer: Renderer, *, resumed: bool) -> None:
        self._renderer = renderer
        self._pictures: list[Picture] = []
        self._cells = 0
        # A resumed search must not overwrite the earlier sheets.
        self._file = NumberedFile(name, kind="sheet", numbered=resumed, resumed=resumed)
        self._image = Path(name).suffix.lower() == ".png"

    def add(self, tiling: Arrangement) -> None:
        """Add a solution.  Raises `BadInput` if there are too many for one sheet."""
        picture = self._renderer.picture(tiling)
        self._cells += sum(len(patch.polygons) for patch in picture.patches)
        if self._cells > MOST_CELLS:
            raise BadInput(
                f"more than {len(self._pictures)} solutions do not fit on a sheet: ask for "
                f"fewer, as in -n {min(len(self._pictures), 100)}"
            )
        self._pictures.append(picture)

    def end(self) -> None:
        """Write the sheet, unless it is empty."""
        if self._pictures:
            self._file.write(self._drawn)

    def _drawn(self) -> bytes:
        from combien.drawing._renderers.sheet import sheet  # Start-up: only for drawing.

        drawn = sheet(self._pictures, title=self._renderer.title)
        return self._renderer.image(drawn) if self._image else self._renderer.scalable(drawn)


def picture_options(command: Command) -> Command:
    """Add the picture options of tilings; it is called with `PictureOptions` as `drawn`."""
    return flat_picture_options(together(*_OF_SOLIDS)(command))


def flat_picture_options(command: Command) -> Command:
    """Add the options of flat pictures; it is called with `PictureOptions` as `drawn`."""
    keys = PictureOptions.__match_args__
    return gathered("drawn", _pictures, *_OF_PICTURES, keys=keys)(command)


def _pictures(**given: Any) -> PictureOptions:
    if given["cut"] is not None and given["svg"] is None and given["sheet"] is None:
        raise click.UsageError("--cut needs --svg or --sheet")
    return PictureOptions(**given)


def _length(context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    """Parse a length in millimeters: `10`, `10mm` or `0.2 mm`."""
    if text is None:
        return None
    try:
        return float(text.strip().removesuffix("mm"))
    except ValueError:
        raise click.BadParameter(
            f"expected a length in millimeters, as in 10mm, not '{text[:40]}'"
        ) from None


def bed_sides(text: str) -> tuple[float, float]:
    """Parse the size of a bed: `220x180`, or `220x180mm`.

    >>> bed_sides("220x180.5mm")
    (220.0, 180.5)
    """
    sides = _BED.fullmatch(text.strip().lower())
    if sides is None or not all(1 <= float(side) <= 10_000 for side in sides.groups()):
        raise ValueError(
            f"expected a width and a depth in millimeters, 1 to 10000, as in 220x220, not "
            f"'{text[:40]}'"
        )
    return float(sides[1]), float(sides[2])


def length_options(piece: str, files: str, scaled: str) -> tuple[Decorator, ...]:
    """Return the options for the lengths of pieces that are printed.

    `files` are what they are for, and `scaled` is what the size of a cell is for.
    """
    return (
        option(
            "--size MM",
            f"The width of a cell for {scaled}.",
            into="cell_size",
            shown=f"{CUBE}mm",
            callback=_length,
        ),
        option(
            "--tolerance MM",
            f"How much to move each face of a {piece} inwards for {files}.",
            shown=f"{TOLERANCE}mm",
            callback=_length,
        ),
        option(
            "--bevel MM",
            f"How much to cut off the edges of {piece}s for {files}.",
            shown="0mm",
            callback=_length,
        ),
        option(
            "--hollow MM",
            f"Make the {piece}s for {files} hollow, with walls of this thickness.",
            callback=_length,
        ),
        option(
            "--drain MM",
            f"With --hollow, the diameter of two holes in each {piece}, for resin or powder.",
            callback=_length,
        ),
    )


# Decorators apply in this order, so the help lists the options in reverse.
_OF_SOLIDS: tuple[Decorator, ...] = (
    option(
        "--stl PATH", "Write the tiles of a solid for 3D printing; numbered files unless -n is 1."
    ),
    option(
        "--view",
        "How to draw solids: layer by layer, as a solid, with the layers apart, or with the "
        "tiles apart.",
        choices=VIEWS,
        default="layers",
    ),
    option("--cube MM", "The edge of a cube for --stl.", shown=f"{CUBE}mm", callback=_length),
    option("--gap MM", "The gap between tiles for --stl.", shown=f"{GAP}mm", callback=_length),
    option(
        "--3mf PATH",
        "Write the tiles for 3D printing, side by side and in color; numbered files unless -n "
        "is 1.",
        into="threemf",
    ),
    *length_options("tile", "--3mf", "--3mf, and for --pdf with --pages cutouts"),
    option("--assembled", "Leave the tiles for --3mf together, not side by side."),
    option(
        "--turntable PATH",
        "Write an animation (.svg, .gif or .apng) of a solid that turns around; numbered "
        "files unless -n is 1.",
    ),
    option("--pdf PATH", "Write one PDF to print on paper."),
    option(
        "--pages",
        "What --pdf has: all solutions; the tiles at their true size; a book with a title page; or "
        "a handout: the empty board, the tiles to cut out, the rules and, on another page, a "
        "solution, or why there is none.",
        choices=PAGES,
        shown=PAGES[0],
    ),
    option("--paper", "The paper of --pdf.", choices=PAPERS, shown="A4"),
    option("--link URL", "An address for a handout to print, with its QR code.", default=""),
    option("--language", "The language of a handout.", choices=LANGUAGES, shown="en"),
    option(
        "--color",
        "Write boards in color; auto means on a terminal.",
        choices=("auto", "always", "never"),
        default="auto",
    ),
)
_OF_PICTURES = (
    option(
        "--svg PATH",
        "Write a drawing, numbered files unless -n is 1; without a path or with -, print it "
        "instead of the text.",
        is_flag=False,
        flag_value=STDOUT,
    ),
    option("--png PATH", "Write an image; numbered files unless -n is 1."),
    option(
        "--render PATH",
        "Write a drawing by the renderer that the extension names, as a plug-in has it; numbered "
        "files unless -n is 1.",
    ),
    option("--sheet PATH", "Write one drawing (.svg or .png) of all solutions."),
    option(
        "--palette",
        "The colors; print is hatched, in black on white.",
        choices=tuple(PALETTES),
        default="default",
    ),
    option("--labels", "Label the tiles with their names."),
    option(
        "--color-by",
        "Color tiles by kind (tile), so that neighbors differ (touch), each its own (piece), "
        "or by orientation.",
        choices=get_args(ColorBy),
    ),
    option(
        "--cut MM",
        "Draw outlines for cutting, with cells of this size, as in 10mm.",
        callback=_length,
    ),
)
