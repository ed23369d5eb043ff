"""Direct searches: for one solution, for a division into smaller rectangles, and to compare.

Small rectangles are searched once more without strips, weights or cuts, to compare with what was
found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import prod
from typing import TypeVar

from combien._base.budget import Budget, Reporter
from combien._questions import answer
from combien.engines._protocol import Answer, Model
from combien.engines._search.listed import listed
from combien.errors import Disagreement, MissingExtra
from combien.geometry._region import Region
from combien.rectangles._tileset import TileSet
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

# Each takes up to 0.3 ms.
_MOST_CELLS = 48
_MOST_RECTANGLES = 32
_MOST_FURTHER = 3

_Sides = tuple[int, int]
_Decided = Callable[[int, int], bool | None]


def compare_rectangles(
    tiles: TileSet,
    tileable: _Decided,
    *,
    prime: _Decided = lambda width, height: None,
    further: Mapping[_Sides, bool] | None = None,
) -> None:
    """Raise `Disagreement` if a direct search finds another answer for a small rectangle.

    `tileable` and `prime` return what was found, or None for what is not known.  Of the
    `further` rectangles, a few are compared, too.
    """
    size = tiles.size or 1
    small = (
        (width, area // width)
        for area in range(size, _MOST_CELLS + 1, size)
        for width in range(1, area + 1)
        if area % width == 0 and (width, area // width) == tiles.sides(width, area // width)
    )
    known = (sides for sides in small if tileable(*sides) is not None)
    direct = {sides: _direct(tiles, sides) for sides in islice(known, _MOST_RECTANGLES)}
    others = {sides: found for sides, found in (further or {}).items() if sides not in direct}
    for sides in sorted(others, key=prod)[:_MOST_FURTHER]:
        _compare(sides, "tiling", others[sides], _direct(tiles, sides))
    for sides, found in direct.items():
        _compare(sides, "tiling", tileable(*sides), found)
    for sides in direct:
        _compare(sides, "prime", prime(*sides), _is_prime(tiles, direct, sides))


def _is_prime(tiles: TileSet, direct: Mapping[_Sides, bool | None], sides: _Sides) -> bool | None:
    """Return whether a rectangle can be tiled and no line cuts it into two that can be."""
    found, size = direct[sides], tiles.size or 1
    for cut in cuts(*sides) if found else ():
        parts = [
            direct.get(tiles.sides(width, height)) if width * height % size == 0 else False
            for _, _, width, height in cut
        ]
        if all(parts):
            return False
        if False not in parts:
            found = None
    return found


def _compare(sides: _Sides, what: str, derived: bool | None, direct: bool | None) -> None:
    if None not in (derived, direct) and derived != direct:
        raise Disagreement.of(
            f"the rectangle of {sides[0]} x {sides[1]}",
            derived=f"{'a' if derived else 'no'} {what}",
            direct="one" if direct else "none",
        )


def _direct(tiles: TileSet, sides: _Sides) -> bool | None:
    """Return whether a rectangle can be tiled; None if that is not found soon."""
    found, complete = listed(TilingProblem(Region.box(*sides), tiles.tiles).problem(), most=0)
    return bool(found) if found or complete else None


# Division -----------------------------------------------------------------------------------------

# A part of a rectangle: its place, width and height.
Part = tuple[int, int, int, int]
Tileable = Callable[[int, int], bool | None]


def cuts(width: int, height: int) -> Iterator[tuple[Part, Part]]:
    """Yield the ways to cut a rectangle in two, up to symmetry.

    >>> list(cuts(2, 3))
    [((0, 0, 1, 3), (1, 0, 1, 3)), ((0, 0, 2, 1), (0, 1, 2, 2))]
    """
    for left in range(1, width // 2 + 1):
        yield (0, 0, left, height), (left, 0, width - left, height)
    for top in range(1, height // 2 + 1):
        yield (0, 0, width, top), (0, top, width, height - top)


def pinwheel(width: int, height: int, tileable: Tileable) -> tuple[Part, ...]:
    """Return five tileable rectangles around a center that fill a rectangle, or nothing.

    >>> pinwheel(3, 3, lambda w, h: {w, h} != {3})
    ((0, 0, 1, 2), (1, 0, 2, 1), (2, 1, 1, 2), (0, 2, 2, 1), (1, 1, 1, 1))
    """
    # Both hands, as the tiles of a set that cannot be turned may make only one.
    corners = [(x, y) for x in range(1, width) for y in range(1, height) if tileable(x, y) is True]
    for a, b in corners:
        for c in range(1, height):
            if tileable(width - a, c) is not True:
                continue
            for d in range(1, width):
                if c < b and d > a:
                    parts = _around(width, height, a, b, c, d)
                elif c > b and d < a:
                    parts = _around_back(width, height, a, b, c, d)
                else:
                    continue
                if all(tileable(w, h) is True for _, _, w, h in parts):
                    return parts
    return ()


def _around(width: int, height: int, a: int, b: int, c: int, d: int) -> tuple[Part, ...]:
    """Left a x b, top (width - a) x c, right (width - d) wide, bottom d wide; the center."""
    return (
        (0, 0, a, b),
        (a, 0, width - a, c),
        (d, c, width - d, height - c),
        (0, b, d, height - b),
        (a, c, d - a, b - c),
    )


def _around_back(width: int, height: int, a: int, b: int, c: int, d: int) -> tuple[Part, ...]:
    """Top a x b, right (width - a) x c, bottom (width - d) wide, left d wide; the center."""
    return (
        (0, 0, a, b),
        (a, 0, width - a, c),
        (d, c, width - d, height - c),
        (0, b, d, height - b),
        (d, b, a - d, c - b),
    )


def smaller_rectangles(
    width: int,
    height: int,
    sides: Iterable[tuple[int, int]],
    *,
    budget: Budget,
    report: Reporter | None = None,
) -> tuple[Part, ...] | None:
    """Return a division into rectangles of these sides, nothing if there is none, None if unknown.

    >>> smaller_rectangles(4, 1, [(2, 1), (3, 1)], budget=Budget())
    ((0, 0, 2, 1), (2, 0, 2, 1))
    """
    fitting = [(w, h) for w, h in sides if w <= width and h <= height and (w, h) != (width, height)]
    if not fitting:
        return ()
    tiles = [Tile(Region.box(w, h), times="any") for w, h in fitting]
    problem = TilingProblem(Region.box(width, height), tiles)
    found = answer(problem, "solutions", limit=1, budget=budget, report=report)
    if found.solutions:
        return tuple(map(_part, found.solutions[0].placements))
    return () if found.complete else None


def _part(placement: Placement) -> Part:
    (x, y), (width, height) = placement.region.low, placement.region.size
    return x, y, width, height


Reading = TypeVar("Reading")

# A search of this many nodes takes less time than the start of a SAT solver.
QUICK_NODES = 5_000


def limited(budget: Budget, nodes: int) -> Budget:
    """Return a budget with at most this many nodes."""
    least = nodes if budget.nodes is None else min(nodes, budget.nodes)
    return Budget(nodes=least, seconds=budget.seconds, bytes=budget.bytes)


def one_solution(
    model: Model[Reading], budget: Budget, report: Reporter | None = None
) -> Answer[Reading]:
    """Return a solution, by a SAT solver if one is installed, else by a search."""
    try:
        return answer(model, "solutions", limit=1, engine="sat", budget=budget, report=report)
    except MissingExtra:
        return answer(model, "solutions", limit=1, budget=budget, report=report)


def quick_solution(
    model: Model[Reading], budget: Budget, report: Reporter | None = None
) -> Answer[Reading]:
    """Return a solution of what is probably small: by a short search, or else as `one_solution`."""
    found = answer(model, "solutions", limit=1, engine="bits", budget=limited(budget, QUICK_NODES))
    if found.complete or found.solutions:
        return found
    return one_solution(model, budget, report)
