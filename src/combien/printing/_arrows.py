"""Arrows that show where pieces move, along a line or around an axis, and the names of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, hypot, pi

from combien.drawing._markup import CAP_HEIGHT, lettering, number, path
from combien.drawing._palette import Palette
from combien.printing._poses import SMALL, Pose, between, placed, plus
from combien.printing._surface import Spot, dot

Point = tuple[float, float]
Box = tuple[float, float, float, float]

# In edge lengths.
_LONGEST = 2.5
# The parts of a turn that are drawn as lines.
_PARTS = 8
# By eighths of a turn, clockwise as seen from above; -1 is the last one.
_SIDES = (
    *("right", "front right", "front", "front left", "left"),
    *("back left", "back", "back right"),
)


def way_of(
    corners: Mapping[int, Sequence[Spot]],
    states: Sequence[Mapping[int, Pose]],
    visible: Sequence[Spot],
) -> list[Spot]:
    """Return the way of a point of the pieces that move, from the first state to the last one.

    `corners` has the corners of each piece, and `visible` the middles of visible faces in the first
    state.  If the pieces do not turn, the way begins where that of these is that goes first, or
    else in the middle of what goes first, and is at most 2.5 edges long; otherwise it is that of
    the corner that goes farthest.
    """
    first, after = states[0], states[1]
    ways: dict[tuple[int, Spot], tuple[Spot, Spot]] = {}
    for piece, spots in corners.items():
        for spot in spots:
            start = placed(spot, first[piece])
            end = placed(spot, after.get(piece, first[piece]))
            ways[piece, spot] = start, plus(end, start, -1)
    piece, corner = max(ways, key=lambda one: _rounded(ways[one][1], ways[one][1]))
    way = ways[piece, corner][1]
    rest = [plus(by, way, -1) for _, by in ways.values()]
    if all(dot(by, by) < SMALL for by in rest):
        if visible:
            begin = max(visible, key=lambda spot: (_rounded(spot, way), spot))
        else:
            ahead = max(_rounded(start, way) for start, _ in ways.values())
            ends = {start for start, _ in ways.values() if _rounded(start, way) == ahead}
            x, y, z = ((min(values) + max(values)) / 2 for values in zip(*ends, strict=True))
            begin = x, y, z
        return [begin, plus(begin, way, min(1.0, _LONGEST / dot(way, way) ** 0.5))]
    return [
        placed(corner, between(a[piece], b[piece], step / _PARTS))
        for a, b in pairwise(states)
        for step in range(_PARTS + 1)
    ]


def arrow_along(flat: Sequence[Point], size: float, colors: Palette) -> tuple[str, Box]:
    """Return an arrow along points as SVG, in ink with a border in the color of paper, and its box.

    A way that is nearly a point, as one towards the viewer, has no arrow.
    """
    x, y = flat[-1]
    # The head points from the last point that is far enough away.
    away = [at for at, (a, b) in enumerate(flat) if hypot(x - a, y - b) > 0.4 * size]
    if not away:
        return "", (x, y, x, y)
    u, v = x - flat[away[-1]][0], y - flat[away[-1]][1]
    u, v = u / hypot(u, v), v / hypot(u, v)
    a, b = x - 0.5 * size * u, y - 0.5 * size * v
    wide = 0.26 * size
    head = [(x, y), (a - wide * v, b + wide * u), (a + wide * v, b - wide * u)]
    shaft = [*flat[: away[-1] + 1], (a, b)]
    line, tip = ("L".join(f"{number(p)} {number(q)}" for p, q in spots) for spots in (shaft, head))
    parts = [
        f'<path d="M{data}" fill="{fill}" stroke="{color}" stroke-width="{number(wide * thick)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        for color, more in ((colors.paper, 0.5), (colors.ink, 0.0))
        for data, fill, thick in ((line, "none", 0.5 + more), (f"{tip}Z", color, 0.1 + more))
    ]
    room = 0.3 * wide
    boxes = [(p - room, q - room, p + room, q + room) for p, q in [*flat, *head]]
    return "\n".join(parts), around(boxes)


def compass(way: Spot, right: Spot) -> tuple[str, str]:
    """Return "up", "down" or nothing, and where a way leads as seen from a side, or nothing.

    `right` is the direction to the right, which is horizontal.

    >>> compass((0, 0, 2), (1, 0, 0)), compass((3, -3, 0), (1, 0, 0))
    (('up', ''), ('', 'front right'))
    """
    across, towards = dot(way, right), dot(way, (right[1], -right[0], 0.0))
    level = hypot(across, towards)
    tilt = round(atan2(way[2], level) / (pi / 4))
    vertical = ("down", "", "up")[max(-1, min(1, tilt)) + 1]
    return vertical, "" if abs(tilt) == 2 else _SIDES[round(atan2(towards, across) / (pi / 4))]


def around(boxes: Iterable[Box]) -> Box:
    """Return the least box around boxes.

    >>> around([(0, 0, 1, 1), (2, -1, 3, 0)])
    (0, -1, 3, 1)
    """
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _rounded(a: Spot, b: Spot) -> float:
    """Return the scalar product, the same for equal lengths."""
    return round(dot(a, b), 6)


def written(text: str, left: float, base: float, high: float, colors: Palette) -> list[str]:
    """Return text as strokes in ink, with a border in the color of paper."""
    strokes, _ = lettering(text)
    scale = high / CAP_HEIGHT
    data = path(strokes, left, base, scale)
    common = f'<path d="{data}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    thin, thick = number(high / 6), number(high / 2)
    return [
        f'{common} stroke="{colors.paper}" stroke-width="{thick}" stroke-opacity="0.7"/>',
        f'{common} stroke="{colors.ink}" stroke-width="{thin}"/>',
    ]
