"""Outlines to cut out: lines and nothing else, in millimetres, for a laser cutter or a plotter.

Each patch is one closed path, its holes loops of the same path.  Where two patches meet, both have
the edge; a cutter that must not burn it twice takes the edges once instead, as lines that run on as
far as they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combien.drawing._outline import Edge, Mesh, loops, mesh_of, without_straight_corners
from combien.drawing._picture import Picture
from combien.drawing._renderers.markup import MARK, escaped, number
from combien.errors import BadPicture

__all__ = ["check_lengths", "outlines"]

_LARGEST = 10_000.0
_FINEST, _WIDTH = 0.1, 0.1


def outlines(picture: Picture, *, cell: float, shared: str = "twice", margin: float = 5.0) -> str:
    """Return the SVG text of a picture's outlines; `cell` is how long the edge of a cell is.

    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "domino")])
    >>> print(outlines(picture, cell=10, margin=1))
    <svg xmlns="http://www.w3.org/2000/svg" width="22mm" height="12mm" viewBox="0 0 22 12">
    <!-- written by combien -->
    <title>outlines: 1 patch</title>
    <g fill="none" stroke="#000000" stroke-width="0.1">
    <path d="M1 1L1 11L21 11L21 1Z"/>
    </g>
    </svg>
    <BLANKLINE>

    `shared="twice"` gives each patch a path of its own; with "once", an edge that two patches have
    is drawn once, and each path is a line.  `cell` and `margin` are in millimetres.  Places that
    nothing covers are outlined too.  Raises `BadPicture`.
    """
    if not isinstance(picture, Picture):
        raise BadPicture(f"outlines are those of a Picture, not of type {type(picture).__name__}")
    check_lengths(cell, margin)
    if not isinstance(shared, str) or shared not in ("twice", "once"):
        raise BadPicture("shared is 'twice' or 'once': how often an edge of two patches is drawn")
    left, bottom, right, top = picture.box
    wide, high = (right - left) * cell + 2 * margin, (top - bottom) * cell + 2 * margin
    mesh = mesh_of(picture)
    spots = [
        f"{number((x - left) * cell + margin)} {number((top - y) * cell + margin)}"
        for x, y in mesh.corners
    ]
    paths = _closed(mesh, spots) if shared == "twice" else _lines(mesh, spots)
    count = len(picture.patches)
    title = picture.title or f"outlines: {count} {'patch' if count == 1 else 'patches'}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}mm" '
            f'height="{number(high)}mm" viewBox="0 0 {number(wide)} {number(high)}">',
            MARK,
            f"<title>{escaped(title)}</title>",
            f'<g fill="none" stroke="#000000" stroke-width="{_WIDTH}">',
            *(f'<path d="{path}"/>' for path in paths),
            "</g>",
            "</svg>\n",
        ]
    )


def check_lengths(cell: float, margin: float = 0.0) -> None:
    """Refuses what cannot be drawn in millimetres, before there is a picture.

    >>> check_lengths(8.5)
    >>> check_lengths(-1)
    Traceback (most recent call last):
    ...
    combien.errors.BadPicture: cell is a number of millimetres, 0.1 to 10000
    """
    for name, length, least in (("cell", cell, _FINEST), ("margin", margin, 0.0)):
        sound = isinstance(length, (int, float)) and not isinstance(length, bool)
        if not sound or not least <= length <= _LARGEST:
            raise BadPicture(f"{name} is a number of millimetres, {least:g} to {_LARGEST:.0f}")


def _closed(mesh: Mesh, spots: Sequence[str]) -> Iterator[str]:
    for boundary in mesh.boundaries:
        yield "".join(
            "M" + "L".join(spots[corner] for corner in loop) + "Z"
            for loop in loops(boundary, mesh.corners)
        )


def _lines(mesh: Mesh, spots: Sequence[str]) -> Iterator[str]:
    """All edges once: lines between the corners where more or fewer than two edges meet."""
    beside: dict[int, list[int]] = {}
    left: dict[Edge, None] = {}
    for boundary in mesh.boundaries:
        for a, b in boundary:
            edge = (a, b) if a < b else (b, a)
            if edge not in left:
                left[edge] = None
                beside.setdefault(a, []).append(b)
                beside.setdefault(b, []).append(a)
    ends = [corner for corner, others in beside.items() if len(others) != 2]
    # Lines from corners where they end or branch, and then the loops that are left.
    for start in (*ends, *beside):
        for onward in beside[start]:
            line = [start]
            corner = onward
            while _take(left, line[-1], corner):
                line.append(corner)
                if len(beside[corner]) != 2 or corner == start:
                    break
                corner = next(other for other in beside[corner] if other != line[-2])
            if len(line) == 1:
                continue
            closed = line[0] == line[-1]
            if closed:
                kept = without_straight_corners(line[:-1], mesh.corners)
            else:
                kept = without_straight_corners(line, mesh.corners, closed=False)
            yield "M" + "L".join(spots[corner] for corner in kept) + "Z" * closed


def _take(left: dict[Edge, None], a: int, b: int) -> bool:
    """Take an edge, if it is left."""
    edge = (a, b) if a < b else (b, a)
    if edge not in left:
        return False
    del left[edge]
    return True
