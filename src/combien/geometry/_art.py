"""Regions drawn with characters: `*` is a cell, any other character is an empty place.

A drawing is oriented like a map: the first line is the *top* (the largest y), x goes to the right,
and short lines are padded.  A drawing in space is a sequence of layers, z = 0 first, with an empty
line between two layers.  Empty lines before and after the drawing are ignored, so that quotes can
be on separate lines; a line without cells *inside* a drawing is written with dots.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from combien.errors import BadRegion
from combien.geometry._cell import Cell

if TYPE_CHECKING:
    from combien.geometry._lattice import Lattice
    from combien.geometry._region import Region

__all__ = ["art", "cells_of", "placed"]

# The limit on the size of a drawing, enough for a board of 4000 x 4000.
_MOST_CHARACTERS = 16_000_000
# The number of different places at which a drawing may begin along an axis.
_MOST_KINDS = 8


def cells_of(text: str) -> tuple[list[Cell], int]:
    """Return the cells of a drawing, and its dimension: 2, or 3 if it has several layers.

    >>> cells_of(".*\\n**")
    ([(1, 1), (0, 0), (1, 0)], 2)
    >>> cells_of("**\\n\\n*.")
    ([(0, 0, 0), (1, 0, 0), (0, 0, 1)], 3)

    The lower left corner of the drawing is (0, 0), whether or not there is a cell.
    Raises `BadRegion` if this is not a string, is too long, or has layers of different heights.
    """
    if not isinstance(text, str):
        raise BadRegion(f"a drawing is a text of '*', not of type {type(text).__name__}")
    if len(text) > _MOST_CHARACTERS:
        raise BadRegion(
            f"a drawing of {len(text)} characters: the limit is {_MOST_CHARACTERS}; "
            "make the region from boxes or from cells"
        )
    layers = _layers(text)
    heights = sorted({len(layer) for layer in layers})
    if len(heights) > 1:
        raise BadRegion(
            f"the layers of a drawing must be of one height, not of {heights[0]} and {heights[1]} "
            "lines: write a line without cells with dots, as an empty one begins a new layer"
        )
    flat = len(layers) < 2
    cells: list[Cell] = [
        (x, y) if flat else (x, y, z)
        for z, layer in enumerate(layers)
        for y, line in zip(range(len(layer) - 1, -1, -1), layer, strict=True)
        for x, mark in enumerate(line)
        if mark == "*"
    ]
    return cells, 2 if flat else 3


def placed(places: list[Cell], dimension: int, lattice: Lattice) -> list[Cell]:
    """Return the cells of a lattice at these places of a drawing.

    >>> from combien.geometry import HEXAGONS
    >>> placed([(1, 1), (0, 0), (2, 0)], 2, HEXAGONS)
    [(0, 1, -1), (0, 0, 0), (1, 0, -1)]

    If not every place has a cell, the drawing may begin with either kind of place.  On a lattice in
    space, a single layer is the lowest one.  Raises `BadRegion` for several layers on a lattice of
    the plane, and for places that cannot all have a cell.
    """
    directions = lattice.cover.directions or dimension
    if dimension > directions:
        raise BadRegion(f"a drawing of {lattice.name} has one layer: it is of the plane")
    above = (0,) * (directions - dimension)
    for shift in (0, 1):
        cells = [lattice.at((right + shift, *rest, *above)) for right, *rest in places]
        found = [cell for cell in cells if cell is not None]
        if len(found) == len(places):
            return found
    raise BadRegion(f"not a drawing of {lattice.name}: some '*' are where the lattice has no cell")


def art(region: Region) -> str:
    r"""Return the drawing of a region of the plane or of space, with dots for the empty places.

    >>> from combien.geometry import Region
    >>> print(art(Region([(5, 5), (6, 5), (6, 6)])))
    .*
    **

    Parsing it returns the region, moved to the origin.  There is no '\n' at the end.
    Raises `BadRegion` for other dimensions, and for cells too far apart to draw.
    """
    if not hasattr(region, "lattice"):
        raise BadRegion(f"a drawing is made of a Region, not of type {type(region).__name__}")
    if region.lattice.cover.axes is not None:
        return _art_of_places(region)
    if region.dimension not in (2, 3):
        raise BadRegion(
            f"there is no drawing in dimension {region.dimension}: only regions of dimension 2 and "
            "3 are drawn with characters"
        )
    if not region:
        return ""
    width, height, *rest = region.size
    depth = rest[0] if rest else 1
    if width * height * depth > _MOST_CHARACTERS:
        raise BadRegion(
            f"a drawing of {' x '.join(map(str, region.size))} places: the limit is "
            f"{_MOST_CHARACTERS}"
        )
    left, bottom, *below = region.low
    canvas = [[["."] * width for _ in range(height)] for _ in range(depth)]
    for x, y, *above in region.cells:
        z = above[0] - below[0] if above else 0
        canvas[z][bottom + height - 1 - y][x - left] = "*"
    return "\n\n".join("\n".join("".join(line) for line in layer) for layer in canvas)


def _art_of_places(region: Region) -> str:
    """Return the drawing of a region of another lattice."""
    cover, kind = region.lattice.cover, type(region)
    flat = kind(region, dimension=region.dimension, lattice=cover)
    text = art(kind(map(cover.place, flat), dimension=cover.directions))
    layers = [layer.split("\n") for layer in text.split("\n\n")]
    # The cell at a place may depend on where a drawing begins: triangles that point up and down
    # alternate.  So empty places are added at the left and below, and in space empty layers, until
    # parsing returns the region.
    lows = tuple(map(min, zip(*map(cover.place, flat), strict=True))) if flat else ()
    deep = range(_MOST_KINDS if cover.directions == 3 else 1)
    for under, below, left in product(deep, range(_MOST_KINDS), range(_MOST_KINDS)):
        if flat and not _is_read_at(flat, lows, (left, below, under)):
            continue
        width = len(layers[0][0]) + left
        moved = [["." * left + line for line in layer] for layer in layers]
        moved = [layer + ["." * width] * below for layer in moved]
        moved = [["." * width] * len(moved[0])] * under + moved
        return "\n\n".join("\n".join(layer) for layer in moved)
    raise BadRegion(f"no drawing of these {cover.name}: place() and at() do not go with home()")


def _is_read_at(region: Region, lows: Cell, begin: Cell) -> bool:
    """Return whether a drawing with its least places here is read as the region, translated."""
    cover = region.lattice
    places = [
        tuple(place - low + start for place, low, start in zip(spot, lows, begin, strict=False))
        for spot in map(cover.place, region)
    ]
    with suppress(BadRegion):
        dimension = cover.directions or region.dimension
        read = type(region)(placed(places, dimension, cover), lattice=cover)
        return read.at_origin() == region.at_origin()
    return False


def _layers(text: str) -> list[list[str]]:
    """Return the lines of each layer; empty lines separate layers.

    Lines end in '\\n' or '\\r\\n', and white space counts as empty.
    """
    layers: list[list[str]] = []
    inside = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if not line.strip():
            inside = False
            continue
        if not inside:
            layers.append([])
        layers[-1].append(line)
        inside = True
    return layers
