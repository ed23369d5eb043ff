"""Hidden surfaces: polygons in the order in which a painter paints them, from far to near.

A polygon's plane divides the others into those behind it and those before it; a polygon on both
sides is cut in two.  Whatever is on the viewer's side is painted later.  So the order is always
right, also for pieces that interlock in a circle, for which no order of whole faces exists (Fuchs,
Kedem and Naylor: On visible surface generation by a priori tree structures, SIGGRAPH 1980).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from combien.printing._polyhedra import Spot, dot

__all__ = ["Painted", "back_to_front"]

_SMALL = 1e-6
_CANDIDATES = 6


class Painted(NamedTuple):
    """A convex polygon of a piece: its corners, its normal, which edges to draw, its piece."""

    corners: tuple[Spot, ...]
    normal: Spot
    drawn: tuple[bool, ...]
    piece: int


def back_to_front(polygons: Sequence[Painted], to_viewer: Spot) -> Iterator[Painted]:
    """Yield the polygons that face the viewer, cut where needed, from far to near."""
    facing = [one for one in polygons if dot(one.normal, to_viewer) > _SMALL]
    # Each entry is to be divided or, as a pair with True, to be painted.
    left: list[tuple[list[Painted], bool]] = [(facing, False)]
    while left:
        group, done = left.pop()
        if done or len(group) < 2:
            yield from group
            continue
        chosen = _divider(group)
        n, level = chosen.normal, dot(chosen.normal, chosen.corners[0])
        behind: list[Painted] = []
        level_with: list[Painted] = []
        before: list[Painted] = []
        for one in group:
            heights = [dot(n, corner) - level for corner in one.corners]
            if min(heights) > -_SMALL:
                (level_with if max(heights) < _SMALL else before).append(one)
            elif max(heights) < _SMALL:
                behind.append(one)
            else:
                behind.append(_part(one, heights, -1))
                before.append(_part(one, heights, 1))
        # All polygons face the viewer, so what is before a plane is nearer.
        left += [(before, False), (level_with, True), (behind, False)]


def _divider(group: Sequence[Painted]) -> Painted:
    """Return a polygon whose plane cuts few others, of some that are spread over the group."""
    step = max(1, len(group) // _CANDIDATES)
    return min(group[::step], key=lambda one: _cost(one, group))


def _cost(one: Painted, group: Sequence[Painted]) -> int:
    n, level = one.normal, dot(one.normal, one.corners[0])
    behind = before = cut = 0
    for other in group:
        heights = [dot(n, corner) - level for corner in other.corners]
        low, high = min(heights) < -_SMALL, max(heights) > _SMALL
        cut += low and high
        behind += low
        before += high
    return 4 * cut + abs(behind - before)


def _part(one: Painted, heights: Sequence[float], side: int) -> Painted:
    """Return the part of a polygon on one side of a plane, given the heights of its corners."""
    corners: list[Spot] = []
    drawn: list[bool] = []
    for at, (corner, height) in enumerate(zip(one.corners, heights, strict=True)):
        after = (at + 1) % len(heights)
        mine, next_mine = height * side > -_SMALL, heights[after] * side > -_SMALL
        crosses = (height > _SMALL and heights[after] < -_SMALL) or (
            height < -_SMALL and heights[after] > _SMALL
        )
        if mine:
            corners.append(corner)
            drawn.append(one.drawn[at] and (next_mine or crosses))
        if crosses:
            share = height / (height - heights[after])
            end = one.corners[after]
            corners.append(
                (
                    corner[0] + share * (end[0] - corner[0]),
                    corner[1] + share * (end[1] - corner[1]),
                    corner[2] + share * (end[2] - corner[2]),
                )
            )
            # Leaving, the next edge is the cut; entering, it is the rest of this one.
            drawn.append(one.drawn[at] and not mine)
    return Painted(tuple(corners), one.normal, tuple(drawn), one.piece)
