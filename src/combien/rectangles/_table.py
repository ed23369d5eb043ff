"""Tables of rectangles, single rectangles, and all lengths of a width."""

from __future__ import annotations

from collections.abc import Iterable

from combien._base.budget import Budget, Reporter, budget_of
from combien._base.checks import check_int
from combien.errors import BadInput
from combien.rectangles._decisions import Decisions
from combien.rectangles._direct import compare_rectangles
from combien.rectangles._lengths import Lengths
from combien.rectangles._result import Decision, Rectangles
from combien.rectangles._tileset import TileSet
from combien.tilings._tile import Tile

__all__ = ["decide", "lengths", "table"]

MOST_SIDE = 1000


def table(
    tiles: Iterable[Tile],
    to: tuple[int, int] = (20, 20),
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Rectangles:
    """Return for all rectangles up to a size whether they can be tiled, and which are prime.

    >>> from combien import Tile
    >>> found = table([Tile("**\\n*.", symmetries="all", times="any")], (9, 9))
    >>> [(one.width, one.height) for one in found.primes], found.order, found.odd_order
    ([(2, 3), (5, 9)], 2, 15)
    >>> found.at(3, 5).reason
    'no path of 5 rows in the strip of width 3 (2 profiles)'

    Tiles are of squares in the plane and may be used any number of times.  If the budget runs out,
    the rectangles that are left are "unknown".  Raises `BadTiling` for other tiles and `BadInput`
    for sizes that are not 1 to 1000.
    """
    width, height = (check_int("to", side, least=1, most=MOST_SIDE) for side in _pair(to))
    limits = budget_of(budget, nodes, seconds, bytes)
    return Decisions(TileSet(tiles), limits, report).table(width, height)


def decide(
    tiles: Iterable[Tile],
    width: int,
    height: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Decision:
    """Return whether a rectangle can be tiled, with a tiling or the reason why there is none.

    >>> from combien import Tile
    >>> found = decide([Tile("*.\\n**", symmetries="all", times="any")], 3, 2)
    >>> print(found.tiling)
    aab
    abb

    Raises as `table` does.
    """
    wide = check_int("width", width, least=1, most=MOST_SIDE)
    high = check_int("height", height, least=1, most=MOST_SIDE)
    limits = budget_of(budget, nodes, seconds, bytes)
    return Decisions(TileSet(tiles), limits, report).one(wide, high)


def lengths(
    tiles: Iterable[Tile],
    width: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Lengths:
    """Return the lengths n such that the tiles cover width x n, for all n at once.

    >>> from combien import Tile
    >>> print(lengths([Tile("**\\n*.", symmetries="all", times="any")], 5))
    all n = 0 mod 3 with n >= 6

    If the budget runs out, the result is complete only up to `known_to`.  Raises `CannotAnswer` if
    the tiles reach over more than 128 cells of the strip.
    """
    wide = check_int("width", width, least=1, most=MOST_SIDE)
    limits = budget_of(budget, nodes, seconds, bytes)
    given = TileSet(tiles)
    found = Decisions(given, limits, report).lengths(wide)

    def known(width: int, height: int) -> bool | None:
        if width == wide:
            return found.contains(height)
        return found.contains(width) if given.turns and height == wide else None

    compare_rectangles(given, known)
    return found


def _pair(to: object) -> tuple[object, object]:
    if not isinstance(to, tuple) or len(to) != 2:
        raise BadInput("to: expected a width and a height, as in to=(20, 20)")
    return to
