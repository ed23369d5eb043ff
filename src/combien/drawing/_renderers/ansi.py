"""A picture as text in color, for terminals: the letters of `ascii` on colored cells.

The colors of the palette are approximated in the 6 x 6 x 6 color cube that terminals
support; letters are black, as fills are light.  Without the escape sequences the text is that of
`ascii`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import dist

from combien.drawing._coloring import color_numbers, touching_by_cells
from combien.drawing._content import ColorBy, Content
from combien.drawing._palette import Palette, palette_named
from combien.drawing._renderers.ascii import letters, patch_at

__all__ = ["cube_colors", "render"]

_CUBE = tuple(product((0, 95, 135, 175, 215, 255), repeat=3))
_RESET = "\x1b[0m"


def render(
    picture: Content, *, palette: Palette | str = "default", color_by: ColorBy | None = None
) -> str:
    """Return the letters of a picture, each with the color of its patch as background.

    >>> from combien import Picture
    >>> render(Picture.of_cells([([(0, 0), (1, 0)], 0, "")]))
    '\\x1b[38;5;16;48;5;111maa\\x1b[0m'

    Uncovered places have no color.  Raises the same errors as `Picture.ascii`.
    """
    colors = palette_named(palette)
    text = letters(picture)
    at = patch_at(picture)
    numbers = color_numbers(
        picture, color_by, lambda: touching_by_cells(at, patches=len(picture.patches))
    )
    left, top = min(x for x, _ in at), max(y for _, y in at)
    cube, lines = cube_colors(colors), []
    for down, line in enumerate(text.split("\n")):
        drawn, before = "", ""
        for across, character in enumerate(line):
            patch = at.get((left + across, top - down))
            number = None if patch is None else numbers[patch]
            now = ""
            if number is not None:
                now = f"\x1b[38;5;16;48;5;{cube[number % len(cube)]}m"
            if now != before:
                drawn += (_RESET if before else "") + now
                before = now
            drawn += character
        lines.append(drawn + (_RESET if before else ""))
    return "\n".join(lines)


@cache
def cube_colors(colors: Palette) -> tuple[int, ...]:
    """Return for each fill of a palette the nearest unused color of the color cube.

    >>> cube_colors(Palette("own", ("#000000", "#ff0000", "#ffffff")))
    (16, 196, 231)

    Numbers are from 16 to 231.  After 216 fills, all colors may be used again.
    """
    found: list[int] = []
    for fill in colors.fills:
        taken = found[len(found) // len(_CUBE) * len(_CUBE) :]
        own = [int(fill[at : at + 2], 16) for at in (1, 3, 5)]
        free = (number for number in range(16, 232) if number not in taken)
        found.append(min(free, key=lambda number: dist(own, _CUBE[number - 16])))
    return tuple(found)
