"""Shapes: voxel spaces as text, one token for each voxel, x running fastest, then y, then z.

`#` is a cell, `+` a cell that may stay empty, `_` no cell; a number after it is a color, counted
from 1 in the list of the file.  Sizes are checked before anything is allocated.
"""

from __future__ import annotations

import re

from combien._base.records import dataclass
from combien.cover.formats._xml_tree import Element
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._xmpuzzle._grids import Grid

__all__ = ["MOST_PLACES", "MOST_SIDE", "Shape", "Shapes", "read_colors"]

MOST_SIDE = 1000
MOST_PLACES = 500_000
_MOST_TOGETHER = 4_000_000
_MOST_COLORS = 999
_MARK = re.compile(r"([#+_])(\d{0,3})")


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape: all cells, those that may stay empty, their colors, its name, hot spot, weight."""

    region: Region
    optional: Region
    colors: dict[Cell, str]
    name: str
    hot: Cell
    weight: int


class Shapes:
    """The shapes of a file, which are read when they are used."""

    def __init__(self, spaces: list[Element], grid: Grid, colors: list[str]) -> None:
        self.grid = grid
        self._spaces = spaces
        self._colors = colors
        self._read: dict[int, Shape] = {}
        together = 0
        for number, space in enumerate(spaces):
            together += _places(space, number)
            if together > _MOST_TOGETHER:
                raise space.bad(
                    f"shapes 0 to {number} have more than {_MOST_TOGETHER} places together, which "
                    "is the limit"
                )

    def of(self, element: Element) -> tuple[int, Shape]:
        """Return the number and the shape to which the `id` of an element refers."""
        number = element.number("id", most=999_999_999)
        if number >= len(self._spaces):
            raise element.bad(f"there is no shape {number}: there are {len(self._spaces)}, from 0")
        if number not in self._read:
            self._read[number] = self._parsed(number)
        shape = self._read[number]
        if not shape.region:
            raise element.bad(f"shape {number} is empty: it has no cell")
        return number, shape

    def _parsed(self, number: int) -> Shape:
        space, grid = self._spaces[number], self.grid
        wide, deep, high = (space.number(axis, most=MOST_SIDE) for axis in "xyz")
        count = wide * deep * high
        text = "".join(space.text.split())
        filled: list[Cell] = []
        optional: list[Cell] = []
        colors: dict[Cell, str] = {}
        at = place = 0
        while at < len(text):
            mark = _MARK.match(text, at)
            if mark is None:
                raise space.bad(
                    f"shape {number}, place {place}: expected '#', '+' or '_', not {text[at]!r}"
                )
            if mark[1] != "_" and place < count:
                rest, x = divmod(place, wide)
                voxel = x, rest % deep, rest // deep
                cell = grid.cell(voxel)
                if cell is None:
                    raise space.bad(
                        f"shape {number}, place {place}: there is no cell of the grid of "
                        f"{grid.name} at {voxel}; write '_'"
                    )
                filled.append(cell)
                if mark[1] == "+":
                    optional.append(cell)
                if mark[2].strip("0"):
                    colors[cell] = self._color(space, f"shape {number}, place {place}", mark[2])
            at, place = mark.end(), place + 1
        if place != count:
            raise space.bad(
                f"shape {number} of {wide} x {deep} x {high} has {count} places, and {place} are "
                "written"
            )
        lattice = grid.lattice
        axes = lattice.axes or 3
        hot = tuple(_signed(space, f"h{axis}") for axis in "xyz")
        return Shape(
            Region(filled, dimension=axes, lattice=lattice),
            Region(optional, dimension=axes, lattice=lattice),
            colors,
            space.attributes.get("name", ""),
            hot,
            _signed(space, "weight", "1"),
        )

    def _color(self, space: Element, where: str, digits: str) -> str:
        number = int(digits)
        if number > len(self._colors):
            raise space.bad(
                f"{where} has color {number}: the file lists {len(self._colors)} colors"
            )
        return self._colors[number - 1]


def read_colors(root: Element) -> list[str]:
    """Return the names of the colors of a file, as in `#8034bb`; equal ones are numbered."""
    found: list[str] = []
    for group in root.all("colors"):
        for color in group.all("color"):
            parts = [color.number(name, most=255) for name in ("red", "green", "blue")]
            name = "#" + "".join(f"{part:02x}" for part in parts)
            if name in found:
                name = f"{name} ({len(found) + 1})"
            found.append(name)
            if len(found) > _MOST_COLORS:
                raise color.bad(f"more than {_MOST_COLORS} colors, which is the limit")
    return found


def _places(space: Element, number: int) -> int:
    """Return the number of places of a shape, if its text can be that long."""
    wide, deep, high = (space.number(axis, most=999_999_999) for axis in "xyz")
    if max(wide, deep, high) > MOST_SIDE or wide * deep * high > MOST_PLACES:
        raise space.bad(
            f"shape {number} of {wide} x {deep} x {high} has a side of more than {MOST_SIDE} or "
            f"more than {MOST_PLACES} places, which is the limit"
        )
    if space.attributes.get("type", "0").strip() not in ("", "0"):
        raise space.bad(f'shape {number}: expected type="0", the only one of this format')
    return wide * deep * high


def _signed(space: Element, name: str, default: str = "0") -> int:
    """Return an attribute that is an integer of either sign."""
    text = space.attributes.get(name, default).strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise space.bad(f'{name}="{text[:40]}": expected a whole number')
    return int(text)
