"""Six-piece burrs by the numbers of their pieces.

A piece is a bar of 6 x 2 x 2 cubes without some of the twelve that others may need.  Its number,
minus 1, has a bit for each cube that is missing (Bill Cutler and Jürg von Känel, IBM Research):

        upper layer, front row 1 2 4 8, back row 16 32 64 128
        lower layer, in the middle, front row 256 512, back row 1024 2048
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from combien.geometry import Region
from combien.tilings import PackingProblem, Tile, TilingProblem

__all__ = ["NOTCHABLE", "burr", "piece"]

# The notchable pieces of solid burrs (Cutler, 1978).
NOTCHABLE = (
    *(1, 18, 35, 52, 86, 103, 120, 154, 188, 256, 359, 615, 792),
    *(824, 856, 871, 888, 911, 928, 943, 960, 975, 992, 1007, 1024),
)

# The twelve cubes, in the order of their bits.
REMOVABLE = [
    *((1 + place, y, 1) for y in (0, 1) for place in range(4)),
    *((2 + place, y, 0) for y in (0, 1) for place in range(2)),
]


def piece(number: int, *, length: int = 6) -> Region:
    """The piece with this number; longer bars have the same cubes removed in their middle."""
    missing = {cube for bit, cube in enumerate(REMOVABLE) if number - 1 >> bit & 1}
    middle = length // 2 - 3
    bar = Region.box(length, 2, 2).shift(-middle, 0, 0)
    return Region(cell for cell in bar if cell not in missing)


def bars(length: int = 6) -> list[Region]:
    """The places of the six pieces, before any cubes are removed."""
    start = 3 - length // 2
    return [
        *(Region.box(length, 2, 2).shift(start, 2, z) for z in (1, 3)),
        *(Region.box(2, length, 2).shift(x, start, 2) for x in (1, 3)),
        *(Region.box(2, 2, length).shift(2, y, start) for y in (1, 3)),
    ]


def burr(
    numbers: Sequence[int],
    *,
    times: tuple[int, int] | None = None,
    solid: bool = False,
    length: int = 6,
) -> PackingProblem:
    """The problem to assemble these pieces, each as often as it is named, or `times` often.

    Unless it is solid, the cubes that two bars share may stay empty.
    """
    tiles = [
        Tile(
            piece(number, length=length),
            symmetries="rotations",
            times=times or numbers.count(number),
            name=str(number),
        )
        for number in dict.fromkeys(numbers)
    ]
    places = bars(length)
    board = reduce(or_, places)
    shared = [cell for cell in board if sum(cell in bar for bar in places) > 1]
    problem = TilingProblem(board, tiles, name="burr")
    optional = Region([] if solid else shared, dimension=3)
    return PackingProblem(problem, optional=optional, holes="any")
