"""Boards with established names; for rectangles, boxes and parallelograms see `Region.box`."""

from __future__ import annotations

from itertools import product

from combien._base.checks import as_int
from combien.errors import BadRegion
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._region import Region

__all__ = [
    "aztec_diamond",
    "chessboard_without_corners",
    "hexagon",
    "honeycomb",
    "mutilated_chessboard",
    "scott",
    "triangle",
]


def scott() -> Region:
    """Return the chessboard without the four central cells (Dana Scott, 1958).

    >>> scott()
    <Region: 60 cells in 8 x 8>
    """
    return Region.box(8, 8) - Region.box(2, 2).shift(3, 3)


def chessboard_without_corners() -> Region:
    """Return the chessboard without its four corners.

    >>> chessboard_without_corners()
    <Region: 60 cells in 8 x 8>
    """
    return Region.box(8, 8) - Region(product((0, 7), repeat=2))


def mutilated_chessboard() -> Region:
    """Return the chessboard without two opposite corners (Max Black, 1946).

    >>> mutilated_chessboard()
    <Region: 62 cells in 8 x 8>
    """
    return Region.box(8, 8) - Region([(0, 0), (7, 7)])


def aztec_diamond(order: int) -> Region:
    """Return the Aztec diamond: the unit squares inside |x| + |y| <= order + 1.

    >>> from combien.geometry import art
    >>> print(art(aztec_diamond(2)))
    .**.
    ****
    ****
    .**.
    """
    (order,) = _checked(order)
    cells = product(range(-order, order), repeat=2)
    return Region(
        (x, y) for x, y in cells if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * order
    ).at_origin()


def hexagon(a: int, b: int, c: int) -> Region:
    """Return the hexagon of triangles whose sides are a, b, c, a, b, c units long.

    >>> hexagon(2, 2, 2)
    <Region: 24 triangles>
    """
    a, b, c = _checked(a, b, c)
    around = Region.box(a + c, b + c, lattice=TRIANGLES)
    return Region((t for t in around if 2 * c < -t[2] < 2 * (a + b + c)), lattice=TRIANGLES)


def triangle(side: int) -> Region:
    """Return a large triangle of triangles, `side` units long.

    >>> triangle(6)
    <Region: 36 triangles>
    """
    (side,) = _checked(side)
    around = Region.box(side, side, lattice=TRIANGLES)
    return Region((cell for cell in around if -cell[2] < 2 * side), lattice=TRIANGLES)


def honeycomb(side: int) -> Region:
    """Return a large hexagon of hexagons, with `side` cells on each side.

    >>> honeycomb(4)
    <Region: 37 hexagons>
    """
    (side,) = _checked(side)
    around = product(range(1 - side, side), repeat=2)
    return Region(
        ((x, y, -x - y) for x, y in around if abs(x + y) < side), lattice=HEXAGONS
    ).at_origin()


def _checked(*sides: int) -> list[int]:
    """Return the sides as integers.  Raises `BadRegion` unless they are from 1 to 1000."""
    known = [side for side in map(as_int, sides) if side is not None and 0 < side <= 1000]
    if len(known) < len(sides):
        raise BadRegion("the sides of a board are whole numbers from 1 to 1000")
    return known
