"""Options of an instance from tiles and a board.

A cell is a tuple of numbers in any dimension.  Tiles are turned by permuting the axes and changing
their signs, and are placed wherever they fit.  This is intentionally independent of combien's
geometry, so that each checks the other: both must agree with the published numbers of options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product

from bench.instances.instance import Instance

__all__ = ["Cell", "Cells", "box", "drawn", "placements", "polyominoes", "slides", "tiling"]

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]


def tiling(
    name: str,
    *,
    board: Cells,
    once: Sequence[Sequence[Cells]],
    freely: Sequence[Cells] = (),
    count: int,
    source: str,
) -> Instance:
    """Return an instance with an item for each tile of `once`, then one for each cell."""
    number = {cell: len(once) + place for place, cell in enumerate(board)}
    options = [
        [tile, *(number[cell] for cell in cells)]
        for tile, places in enumerate(once)
        for cells in places
    ]
    options += [[number[cell] for cell in cells] for cells in freely]
    size = len(once) + len(board)
    return Instance(name, options, primary=size, items=size, count=count, source=source)


def box(*sides: int) -> Cells:
    """Return the cells of a box; the first axis changes fastest."""
    return tuple(cell[::-1] for cell in product(*(range(side) for side in reversed(sides))))


def drawn(art: str) -> Cells:
    """Return the cells of a drawing, whose lines are separated by slashes."""
    return tuple(
        (x, y)
        for y, line in enumerate(art.split("/"))
        for x, mark in enumerate(line)
        if mark == "*"
    )


def polyominoes(size: int) -> list[Cells]:
    """Return the free polyominoes with this number of cells, in a fixed orientation each."""
    shapes: set[Cells] = {((0, 0),)}
    for _ in range(size - 1):
        shapes = {
            min(_turned((*shape, near), mirrored=True))
            for shape in shapes
            for x, y in shape
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if near not in shape
        }
    return sorted(shapes)


def placements(board: Cells, tile: Cells, *, mirrored: bool) -> list[Cells]:
    """Return all placements of a tile, in every orientation."""
    return [place for turned in _turned(tile, mirrored=mirrored) for place in slides(board, turned)]


def _turned(tile: Cells, *, mirrored: bool) -> list[Cells]:
    """Return the distinct orientations of a tile, each with its low corner at the origin."""
    found: set[Cells] = set()
    axes = range(len(tile[0]))
    for order in permutations(axes):
        for signs in product((1, -1), repeat=len(order)):
            crossings = sum(order[i] > order[j] for i in axes for j in range(i + 1, len(order)))
            backward = crossings + sum(sign < 0 for sign in signs)
            if mirrored or backward % 2 == 0:
                turn = list(zip(order, signs, strict=True))
                found.add(_cornered(tuple(s * cell[a] for a, s in turn) for cell in tile))
    return sorted(found)


def _cornered(cells: Iterable[Cell]) -> Cells:
    cells = list(cells)
    low = [min(along) for along in zip(*cells, strict=True)]
    return tuple(sorted(tuple(c - m for c, m in zip(cell, low, strict=True)) for cell in cells))


def slides(board: Cells, tile: Cells) -> list[Cells]:
    """Return all translates of a tile on the board."""
    inside = set(board)
    places = []
    for corner in box(*(1 + max(along) for along in zip(*board, strict=True))):
        place = tuple(tuple(a + b for a, b in zip(cell, corner, strict=True)) for cell in tile)
        if inside.issuperset(place):
            places.append(place)
    return places
