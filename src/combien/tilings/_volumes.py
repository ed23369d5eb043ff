"""The volume below a tiling by dominoes or lozenges, as a sum over its placements."""

from __future__ import annotations

from combien._base.checks import short_repr
from combien.errors import BadTiling
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._lattice import SQUARE
from combien.tilings._tiling import TilingProblem


def volumes(model: TilingProblem) -> list[int]:
    """Return a number for each placement: their sum over a tiling is its volume, up to a constant.

    >>> from combien import Region, Tile, TilingProblem, count_by, solutions
    >>> problem = TilingProblem(Region.box(2, 2), [Tile("**", symmetries="all", times="any")])
    >>> numbers = volumes(problem)
    >>> [sum(numbers[option] for option in one) for one in solutions(problem.problem())]
    [0, 1]

    The volume is that below the surface whose heights define the tiling (Thurston, 1990): for
    lozenges in a hexagon, the cubes of a plane partition.  It changes by one if two dominoes of a
    square, or three lozenges of a hexagon, are turned.  The constant depends on the board only.

    Raises `BadTiling` unless the tiles are dominoes on squares in the plane, or lozenges of two
    triangles.
    """
    if not isinstance(model, TilingProblem):
        raise BadTiling(f"{short_repr(model)}: expected a TilingProblem of dominoes or lozenges")
    board = model.board
    squares = board.lattice == SQUARE and board.dimension == 2
    if not (squares or board.lattice == TRIANGLES) or any(len(t.region) != 2 for t in model.tiles):
        raise BadTiling("only tilings by dominoes, or by lozenges of two triangles, have a volume")
    found = []
    for placement in model.placements:
        (x, y, *third), (_, other, *_) = placement.region
        if y == other:
            found.append(0)
        elif squares:
            found.append(x if (x + min(y, other)) % 2 else -x)
        else:
            found.append((x - third[0]) // 4)
    return found
