"""Hatching: patterns that replace colors in black-and-white print.

A hatch consists of parallel lines, crossing lines, or dots, at a small or large distance.  The
first few of the twelve differ most; like the colors, they are repeated, with thinner and with
thicker lines.  In SVG a hatch is a square pattern that repeats and is rotated.
"""

from __future__ import annotations

from typing import Literal, get_args

from combien._base.records import dataclass
from combien.drawing._renderers.markup import number
from combien.errors import BadPicture

__all__ = ["HATCHES", "Hatch"]

# Smaller cells, in pixels, use the hatching of this size, because lines would run together.
LEAST_CELL = 24.0

WIDE, CLOSE = 0.25, 0.125


Marks = Literal["lines", "crossing", "dots"]


@dataclass(frozen=True, slots=True)
class Hatch:
    """A hatching pattern.

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


# Blank comes first, because a single kind of tile needs no hatching.
_TWELVE = (
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
    for hatch in _TWELVE
)
