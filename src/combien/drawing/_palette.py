"""Palettes: distinguishable colors, also for color-blind readers, and hatching for print.

The twelve colors of the default palette were found by a search among light sRGB colors of moderate
chroma (at most 0.155 in OKLab), which maximized the smallest distance of two of them in OKLab, for
normal vision and for color blindness without red, green or blue cones (as simulated by Machado,
Oliveira and Fernandes, 2009).  A test verifies this.  They are ordered so that the first few are
the farthest apart: twelve pentominoes use all of them, five tetrominoes only the most distinct.

Drawings have a transparent background, so they suit light and dark pages.  Therefore all fills are
light, letters are on fills, and outlines are a gray with a contrast of three to one on black and
seven to one on white.  All colors are literal, as some renderers do not support hsl(), or the
reader's color scheme.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from combien._base.checks import did_you_mean
from combien.drawing._content import PAPER
from combien.drawing._markup import number
from combien.errors import BadPicture

# Hatching ----------------------------------------------------------------------------------------

# Smaller cells, in pixels, use the hatching of this size, because lines would run together.
LEAST_CELL = 24.0

WIDE, CLOSE = 0.25, 0.125

Marks = Literal["lines", "crossing", "dots"]


@dataclass(frozen=True)
class Hatch:
    """A hatching pattern: parallel or crossing lines, or dots, at a small or large distance.

    In SVG it is a square pattern that repeats and is rotated.

    >>> Hatch("lines", 45).definition(cell=48, ink="#000000").splitlines()[1]
    '<path stroke="#000000" stroke-width="1.2" d="M0 6H12"/>'

    `turned` is in degrees, clockwise; `every` the distance of the lines, in cells; `weight`
    multiplies the line width.  Raises `BadPicture`.
    """

    marks: Marks
    turned: int = 0
    every: float = WIDE
    weight: float = 1.0

    def __post_init__(self) -> None:
        if self.marks not in get_args(Marks) or type(self.turned) is not int:
            raise BadPicture("a hatch is 'lines', 'crossing' or 'dots', turned by whole degrees")
        for name, value in (("every", self.every), ("weight", self.weight)):
            if type(value) not in (int, float) or not 0.01 <= value <= 100:
                raise BadPicture(f"{name}={value!r}: expected a number from 0.01 to 100")

    def name(self, *, cell: float, ink: str) -> str:
        """Return an id unique to this hatch, because several drawings may share a page."""
        numbers = (self.turned, self.every, self.weight, max(cell, LEAST_CELL))
        return "-".join(["hatch", self.marks, *map(number, numbers), ink.lstrip("#")])

    def definition(self, *, cell: float, ink: str) -> str:
        """Return the SVG pattern element for cells of `cell` pixels."""
        name = self.name(cell=cell, ink=ink)
        cell = max(cell, LEAST_CELL)
        side, middle = number(cell * self.every), number(cell * self.every / 2)
        path = {
            "lines": f"M0 {middle}H{side}",
            "crossing": f"M0 {middle}H{side}M{middle} 0V{side}",
            "dots": f"M{middle} {middle}h0",
        }[self.marks]
        thick = cell * self.weight * (0.06 if self.marks == "dots" else 0.025)
        ends = ' stroke-linecap="round"' if self.marks == "dots" else ""
        turned = f' patternTransform="rotate({self.turned})"' if self.turned else ""
        return (
            f'<pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
            f'{turned}>\n<path stroke="{ink}" stroke-width="{number(thick)}"{ends} d="{path}"/>\n'
            "</pattern>"
        )


# The first few differ most.  Blank comes first, because a single kind of tile needs no hatching.
_TWELVE_HATCHES = (
    None,
    Hatch("lines", 45),
    Hatch("dots", 45, CLOSE),
    Hatch("lines", 135, CLOSE),
    Hatch("crossing", 0),
    Hatch("lines", 0, CLOSE),
    Hatch("lines", 90),
    Hatch("crossing", 45, CLOSE),
    Hatch("dots", 0),
    Hatch("lines", 135),
    Hatch("lines", 90, CLOSE),
    Hatch("lines", 0),
)

HATCHES: tuple[Hatch | None, ...] = tuple(
    hatch and Hatch(hatch.marks, hatch.turned, hatch.every, weight)
    for weight in (1.0, 0.5, 2.0)
    for hatch in _TWELVE_HATCHES
)


# Palettes ----------------------------------------------------------------------------------------

_HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True)
class Palette:
    """The colors of a picture, each a literal like "#90a0f0".

    >>> len(DEFAULT), DEFAULT.fill(0), DEFAULT.fill(36) == DEFAULT.fill(0), DEFAULT.fill(None)
    (36, '#90a0f0', True, '#e9e9e6')

    `fills` are the colors of patches, `empty` is for uncovered places, `ink` for lines and letters,
    `paper` for the background.  `hatches` are drawn over the fills, in ink; None means no
    hatch.  `line` is the color of outlines, by default the ink.  With `transparent`, drawings have
    no background.
    Raises `BadPicture`.
    """

    name: str
    fills: tuple[str, ...]
    empty: str = "#e9e9e6"
    ink: str = "#222222"
    paper: str = "#ffffff"
    hatches: tuple[Hatch | None, ...] = ()
    line: str = ""
    transparent: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise BadPicture(f"the name of a palette is text, not {type(self.name).__name__}")
        if not isinstance(self.fills, tuple) or not self.fills:
            raise BadPicture(f"palette {self.name!r} has no fills: give a tuple of colors")
        named = (*self.fills, self.empty, self.ink, self.paper, self.line or self.ink)
        for place, color in enumerate(named):
            if not isinstance(color, str) or not _HEX.fullmatch(color):
                raise BadPicture(
                    f"palette {self.name!r}: write color {place} like '#90a0f0', in small letters"
                )
        if not isinstance(self.hatches, tuple) or not all(
            hatch is None or isinstance(hatch, Hatch) for hatch in self.hatches
        ):
            raise BadPicture(f"palette {self.name!r}: hatches are a tuple of Hatch, or None")

    def __len__(self) -> int:
        return len(self.fills)

    def fill(self, color: int | None) -> str:
        """Return the fill of a patch with this color number; the fills repeat.

        >>> PRINT.fill(5), PRINT.fill(None), DEFAULT.fill(PAPER)
        ('#ffffff', '#d9d9d9', '#ffffff')
        """
        if color is None:
            return self.empty
        return self.paper if color == PAPER else self.fills[color % len(self.fills)]

    def hatch(self, color: int | None) -> Hatch | None:
        """Return the hatch of a patch with this color number, or None.

        >>> PRINT.hatch(1), DEFAULT.hatch(1)
        (Hatch(marks='lines', turned=45, every=0.25, weight=1.0), None)
        """
        if color is None or color == PAPER or not self.hatches:
            return None
        return self.hatches[color % len(self.hatches)]


def mixed(color: str, other: str, percent: int) -> str:
    """Mix `percent` of another color into a color, in integers for reproducible output.

    >>> mixed("#ff0000", "#000000", 40)
    '#990000'
    """
    parts = (
        (int(color[at : at + 2], 16) * (100 - percent) + int(other[at : at + 2], 16) * percent + 50)
        // 100
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def luminance(color: str) -> float:
    """Return the relative luminance of a color, from 0 to 1, as defined by WCAG 2.

    >>> luminance("#000000"), luminance("#ffffff"), round(luminance("#ff0000"), 4)
    (0.0, 1.0, 0.2126)
    """
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(map(float.__mul__, (0.2126, 0.7152, 0.0722), linear))


# Luminance with a contrast of 3:1 to white, the W3C minimum for large text.
_LIGHTEST = 0.3


def readable(shade: str) -> str:
    """Return a shade for letters that is dark enough on paper; ink instead of white.

    >>> readable("#ffff00"), readable("#ffffff")
    ('#999900', '#222222')
    """
    if shade == DEFAULT.paper:
        return DEFAULT.ink
    darker = (mixed(shade, "#000000", percent) for percent in range(0, 100, 10))
    return next(color for color in darker if luminance(color) <= _LIGHTEST)


_TWELVE = (
    "#90a0f0",
    "#e0c030",
    "#a0f0f0",
    "#f0e060",
    "#d090c0",
    "#a0b030",
    "#e0f0c0",
    "#80c0f0",
    "#a0e0a0",
    "#50e0d0",
    "#a0c0a0",
    "#f0a070",
)

# The twelve colors, the same ones lighter, and the same ones darker: 36 in all.
DEFAULT = Palette(
    "default",
    (
        *_TWELVE,
        *(mixed(color, "#ffffff", 50) for color in _TWELVE),
        *(mixed(color, "#000000", 10) for color in _TWELVE),
    ),
    line="#5a5a5a",
    transparent=True,
)
PRINT = Palette("print", ("#ffffff",), empty="#d9d9d9", ink="#000000", hatches=HATCHES)
# From white to orange in ten steps, for percentages; letters keep a contrast of 4.5 to 1.
HEAT = Palette(
    "heat",
    tuple(mixed("#ffffff", "#f08a24", percent) for percent in range(0, 101, 10)),
    line="#5a5a5a",
)
PALETTES = {palette.name: palette for palette in (DEFAULT, PRINT, HEAT)}


def palette_named(palette: Palette | str) -> Palette:
    """Return the palette with this name; a `Palette` is returned unchanged.

    >>> palette_named("print") is PRINT
    True
    >>> palette_named("prin")
    Traceback (most recent call last):
    ...
    combien.errors.BadPicture: there is no palette 'prin'; did you mean 'print'?
    """
    if isinstance(palette, Palette):
        return palette
    if not isinstance(palette, str):
        raise BadPicture(f"a palette is a Palette or its name, not {type(palette).__name__}")
    if palette not in PALETTES:
        hint = did_you_mean(palette[:80], PALETTES) or f": there are {', '.join(PALETTES)}"
        raise BadPicture(f"there is no palette {palette[:80]!r}{hint}")
    return PALETTES[palette]
