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

from combien._base.checks import did_you_mean
from combien._base.records import dataclass
from combien.drawing._content import PAPER
from combien.drawing._renderers.hatching import HATCHES, Hatch
from combien.errors import BadPicture

__all__ = [
    "DEFAULT",
    "PALETTES",
    "PRINT",
    "Hatch",
    "Palette",
    "luminance",
    "mixed",
    "palette_named",
]

_HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
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
