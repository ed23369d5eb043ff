"""Small rectangles once more, without strips, weights or cuts, and coronas without clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import prod

from combien.cover._problem import Problem
from combien.engines._listed import listed
from combien.errors import Disagreement
from combien.geometry._region import Region
from combien.rectangles._coronas import Patch, enclosed, surrounding
from combien.rectangles._division import cuts
from combien.rectangles._tileset import Shape, TileSet
from combien.tilings._tiling import TilingProblem

__all__ = ["compare_coronas", "compare_rectangles"]

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


def compare_coronas(shapes: Sequence[Shape], patch: Patch | None, *, holes: bool) -> None:
    """Raise `Disagreement` if the layers of a patch are not coronas of the tile before them.

    With `holes`, the last one may have some.  None instead of a patch means that there is no
    corona at all, even with holes: then one is searched for.
    """
    start = frozenset(shapes[0])
    if patch is None:
        around = surrounding(start)
        placed = {
            tuple((x - i + a, y - j + b) for a, b in shape)
            for x, y in around
            for shape in shapes
            for i, j in shape
        }
        ways = [piece for piece in sorted(placed) if start.isdisjoint(piece)]
        further = sorted({cell for piece in ways for cell in piece} - around)
        problem = Problem.from_options(ways, primary=sorted(around), secondary=further)
        if listed(problem, most=0)[0]:
            raise Disagreement.of("coronas", derived="none", direct="one")
        return
    covered = set(start)
    for number, layer in enumerate(patch[1:], 1):
        around = surrounding(covered)
        cells = {cell for piece in layer for cell in piece}
        size = len(covered) + sum(map(len, layer))
        touching = all(around.intersection(piece) for piece in layer)
        covered |= cells
        may_have_holes = holes and number == len(patch) - 1
        if not (touching and around <= cells and len(covered) == size) or (
            enclosed(covered) and not may_have_holes
        ):
            raise Disagreement.of(f"corona {number}", derived="one", direct="none")


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
