"""Dividing a rectangle into smaller tileable ones: by a straight cut, or in another way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from combien._base.budget import Budget, Reporter
from combien._questions import answer
from combien.geometry._region import Region
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["Part", "cuts", "pinwheel", "smaller_rectangles"]

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
