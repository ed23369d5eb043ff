"""Outlines for cutting: lines only, in millimeters, for a laser cutter or a plotter.

Each patch is one closed path, with its holes as loops of the same path.  Both of two adjacent
patches have their common edge.  For a cutter that must not burn it twice, the edges can be drawn
once instead, as lines that continue as far as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combien.drawing._markup import MARK, escaped, number
from combien.drawing._mesh import Edge, Mesh, loops, mesh_of, without_straight_corners
from combien.drawing._picture import Picture
from combien.errors import BadPicture

_LARGEST = 10_000.0
_FINEST, _WIDTH = 0.1, 0.1


def outlines(picture: Picture, *, cell: float, shared: str = "twice", margin: float = 5.0) -> str:
    """Return the outlines of a picture as SVG; `cell` is the length of the edge of a cell.

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

    `shared="twice"` gives each patch its own path; with "once", an edge of two patches is drawn
    once, and each path is a line.  `cell` and `margin` are in millimeters.  Uncovered places are
    outlined, too.  Raises `BadPicture`.
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
    """Raise `BadPicture` for lengths that cannot be drawn in millimeters.

    >>> check_lengths(8.5)
    >>> check_lengths(-1)
    Traceback (most recent call last):
    ...
    combien.errors.BadPicture: cell is a number of millimeters, 0.1 to 10000
    """
    for name, length, least in (("cell", cell, _FINEST), ("margin", margin, 0.0)):
        sound = isinstance(length, (int, float)) and not isinstance(length, bool)
        if not sound or not least <= length <= _LARGEST:
            raise BadPicture(f"{name} is a number of millimeters, {least:g} to {_LARGEST:.0f}")


def _closed(mesh: Mesh, spots: Sequence[str]) -> Iterator[str]:
    for boundary in mesh.boundaries:
        yield "".join(
            "M" + "L".join(spots[corner] for corner in loop) + "Z"
            for loop in loops(boundary, mesh.corners)
        )


def _lines(mesh: Mesh, spots: Sequence[str]) -> Iterator[str]:
    """Yield all edges once, as lines between corners that do not have exactly two edges."""
    joined: dict[int, list[int]] = {}
    left: dict[Edge, None] = {}
    for boundary in mesh.boundaries:
        for a, b in boundary:
            edge = (a, b) if a < b else (b, a)
            if edge not in left:
                left[edge] = None
                joined.setdefault(a, []).append(b)
                joined.setdefault(b, []).append(a)
    ends = [corner for corner, others in joined.items() if len(others) != 2]
    # Lines from corners where they end or branch, and then the remaining loops.
    for start in (*ends, *joined):
        for onward in joined[start]:
            line = [start]
            corner = onward
            while _take(left, line[-1], corner):
                line.append(corner)
                if len(joined[corner]) != 2 or corner == start:
                    break
                corner = next(other for other in joined[corner] if other != line[-2])
            if len(line) == 1:
                continue
            closed = line[0] == line[-1]
            if closed:
                kept = without_straight_corners(line[:-1], mesh.corners)
            else:
                kept = without_straight_corners(line, mesh.corners, closed=False)
            yield "M" + "L".join(spots[corner] for corner in kept) + "Z" * closed


def _take(left: dict[Edge, None], a: int, b: int) -> bool:
    """Remove an edge; return False if it is not left."""
    edge = (a, b) if a < b else (b, a)
    if edge not in left:
        return False
    del left[edge]
    return True
