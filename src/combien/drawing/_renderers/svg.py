"""A picture as SVG, without a library: one path per patch, the same bytes for the same picture.

A path is the outline of its patch, filled by the even-odd rule so that holes stay open.  For a
hatched patch, the same path is repeated with its hatch.  There are no fonts and no style sheets:
labels are strokes and colors are attributes, so that all viewers show the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from combien._base.checks import check_bool
from combien.drawing._content import ColorBy, Content, Line, Mark, Patch, Point, Polygon, Text
from combien.drawing._markup import CAP_HEIGHT, escaped, lettering, number, opening, path
from combien.drawing._mesh import Edge, Mesh, color_numbers, loops, mesh_of, touching_by_edges
from combien.drawing._palette import Palette, palette_named
from combien.errors import BadPicture

# By default a picture has about 600 pixels, but small boards are not enlarged to this.
USUAL_EXTENT, SMALLEST_CELL, LARGEST_CELL = 600.0, 4.0, 48.0
LARGEST_SIZE = 10_000.0


def render(
    picture: Content,
    *,
    size: float | None = None,
    stroke: float | None = None,
    palette: Palette | str = "default",
    labels: bool | None = None,
    color_by: ColorBy | None = None,
    opaque: bool = False,
    data: bool = False,
) -> str:
    """Return the text of the SVG file; see `Picture.svg` for the options.

    `opaque` adds a paper background also if the palette has a transparent one.
    `data` adds attributes for scripts, and makes a cell the unit of the view box.

    >>> from combien import Picture
    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "domino")], title="one")
    >>> print(render(picture, size=10, stroke=1))
    <svg xmlns="http://www.w3.org/2000/svg" width="26" height="16" viewBox="0 0 26 16" role="img">
    <!-- written by combien -->
    <title>one</title>
    <g stroke="#5a5a5a" stroke-width="1" stroke-linejoin="round" fill-rule="evenodd">
    <path fill="#90a0f0" d="M3 3L3 13L23 13L23 3Z"><title>domino</title></path>
    </g>
    </svg>
    <BLANKLINE>

    Cost: proportional to the corners; 5000 dominoes take about 60 ms.
    """
    colors = palette_named(palette)
    labels = picture.labeled if labels is None else check_bool("labels", labels, error=BadPicture)
    cell = _usual_size(picture) if size is None else _checked(size, "size")
    line = max(0.5, cell * 0.05) if stroke is None else _checked(stroke, "stroke")
    margin = line + cell * 0.2
    left, _, _, top = picture.box
    width, height = (number(extent) for extent in _extent(picture, cell, margin))

    mesh = mesh_of(picture)
    # On a square lattice, the many corners have few different coordinates.
    across = {x: number((x - left) * cell + margin) for x in {x: 0 for x, _ in mesh.corners}}
    down = {y: number((top - y) * cell + margin) for y in {y: 0 for _, y in mesh.corners}}
    spots = [f"{across[x]} {down[y]}" for x, y in mesh.corners]
    numbers = color_numbers(picture, color_by, lambda: touching_by_edges(mesh))

    hatches = {h: h.name(cell=cell, ink=colors.ink) for h in map(colors.hatch, numbers) if h}

    lines = [
        *opening(
            width,
            height,
            title=picture.title or _described(picture),
            paper=None if colors.transparent and not opaque else colors.paper,
            cell=cell if check_bool("data", data, error=BadPicture) else 1,
        ),
        *(hatch.definition(cell=cell, ink=colors.ink) for hatch in hatches),
        f'<g stroke="{colors.line or colors.ink}" stroke-width="{number(line)}" '
        'stroke-linejoin="round" '
        'fill-rule="evenodd">',
    ]
    for patch, color, boundary in zip(picture.patches, numbers, mesh.boundaries, strict=True):
        outline = "".join(
            "M" + "L".join([spots[corner] for corner in loop]) + "Z"
            for loop in loops(boundary, mesh.corners)
        )
        name = f"><title>{escaped(patch.label)}</title></path>" if patch.label else "/>"
        more = _data(patch) if data else ""
        lines.append(f'<path fill="{colors.fill(color)}" d="{outline}"{more}{name}')
        if hatch := colors.hatch(color):
            # Ignore the pointer, so that the tooltip of the patch below appears.
            look = f'stroke="none" pointer-events="none" fill="url(#{hatches[hatch]})"'
            lines.append(f'<path {look} d="{outline}"/>')
    lines.append("</g>")
    if picture.marks:
        frame = Frame(cell, (margin - left * cell, margin + top * cell))
        lines.append('<g stroke-linecap="round" stroke-linejoin="round" pointer-events="none">')
        lines += elements(picture.marks, frame, colors)
        lines.append("</g>")
    if labels:
        lines.append(
            f'<g stroke="{colors.ink}" stroke-linecap="round" stroke-linejoin="round" fill="none">'
        )
        origin = left * cell - margin, top * cell + margin
        for patch, color, boundary in zip(picture.patches, numbers, mesh.boundaries, strict=True):
            if patch.label.strip():
                thick, letters = label(patch, boundary, mesh, cell=cell, origin=origin)
                if colors.hatch(color):
                    # A paper-colored halo, as the letters could not be read between hatch lines.
                    halo = f'stroke="{colors.paper}" stroke-width="{number(5 * thick)}"'
                    lines.append(f'<path {halo} d="{letters}"/>')
                lines.append(f'<path stroke-width="{number(thick)}" d="{letters}"/>')
        lines.append("</g>")
    lines.append("</g>\n</svg>\n" if data else "</svg>\n")
    return "\n".join(lines)


def _data(patch: Patch) -> str:
    """Return the attributes for scripts: the tile's number, its name, and the cells."""
    tile = "" if patch.color is None else f' data-tile="{patch.color}"'
    cells = " ".join(f"{x},{y}" for x, y in patch.cells)
    label = escaped(patch.label).replace('"', "&quot;")
    name = f' data-name="{label}"' if label else ""
    return f'{tile}{name} data-cells="{cells}"' if cells else tile + name


def size_in_pixels(picture: Content) -> tuple[float, float]:
    """Return the width and height of the drawing with the default size and stroke.

    >>> from combien import Picture
    >>> size_in_pixels(Picture.of_cells([([(0, 0)], 0, "")]))
    (72.0, 72.0)
    """
    cell = _usual_size(picture)
    width, height = _extent(picture, cell, max(0.5, cell * 0.05) + cell * 0.2)
    return float(number(width)), float(number(height))


def _usual_size(picture: Content) -> float:
    left, bottom, right, top = picture.box
    fitting = USUAL_EXTENT / max(right - left, top - bottom)
    return min(max(fitting, SMALLEST_CELL), LARGEST_CELL)


def _extent(picture: Content, cell: float, margin: float) -> tuple[float, float]:
    left, bottom, right, top = picture.box
    return (right - left) * cell + 2 * margin, (top - bottom) * cell + 2 * margin


def _checked(pixels: float, name: str) -> float:
    sound = isinstance(pixels, (int, float)) and not isinstance(pixels, bool)
    if not sound or not 0 < pixels <= LARGEST_SIZE:
        raise BadPicture(
            f"{name} is a number of pixels, more than 0 and at most {LARGEST_SIZE:.0f}"
        )
    return float(pixels)


def _described(picture: Content) -> str:
    number = len(picture.patches)
    return "1 patch" if number == 1 else f"{number} patches"


# Marks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """The coordinate system: the width of a cell, and the origin of the cells, in pixels.

    >>> Frame(10, (5, 100)).pixel((1, 2))
    (15, 80)
    """

    cell: float
    origin: Point

    def pixel(self, point: Point) -> Point:
        """Return a point in pixels; y runs down."""
        return self.origin[0] + point[0] * self.cell, self.origin[1] - point[1] * self.cell

    def path(self, points: Iterable[Point]) -> str:
        """Return the path data of a line through points."""
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(self.pixel, points))


def elements(marks: Iterable[Mark], frame: Frame, colors: Palette) -> list[str]:
    """Return the SVG elements of the marks, in order.

    >>> from combien.drawing._palette import DEFAULT
    >>> frame = Frame(10, (0, 10))
    >>> elements([Line(((0, 0), (1, 0)), width=0.2)], frame, DEFAULT)
    ['<path fill="none" stroke="#222222" stroke-width="2" d="M0 10L10 10"/>']
    """
    drawn = []
    for mark in marks:
        if isinstance(mark, Line):
            drawn.append(_line(mark, frame, colors))
        elif mark.text.strip():
            drawn.append(_text(mark, frame, colors))
    return drawn


def _line(mark: Line, frame: Frame, colors: Palette) -> str:
    stroke = colors.ink if mark.color is None else colors.fill(mark.color)
    width = number(max(mark.width * frame.cell, 0.3))
    dashes = f' stroke-dasharray="{number(0.09 * frame.cell)}"' if mark.dashed else ""
    if mark.dashed:
        dashes += ' stroke-linecap="butt"'
    clear = f' stroke-opacity="{number(mark.opacity)}"' if mark.opacity < 1 else ""
    # A line of length zero is drawn as a dot, because of its round ends.
    data = frame.path(mark.points) + ("h0" if len(mark.points) == 1 else "")
    return f'<path fill="none" stroke="{stroke}" stroke-width="{width}"{dashes}{clear} d="{data}"/>'


def _text(mark: Text, frame: Frame, colors: Palette) -> str:
    strokes, width = lettering(mark.text)
    scale = mark.height * frame.cell / CAP_HEIGHT
    x, y = frame.pixel(mark.at)
    data = path(strokes, x - width * scale / 2, y + CAP_HEIGHT * scale / 2, scale)
    thick = number(max(scale * 0.9, 0.1))
    return f'<path fill="none" stroke="{colors.ink}" stroke-width="{thick}" d="{data}"/>'


# Labels ------------------------------------------------------------------------------------------

MOST_LETTERS = 12
# Number of places to try, nearest to the middle of the patch first; fewer for a patch with many
# edges, to bound the total number of edges examined.
_PLACES, _MOST_EDGES = 24, 100_000
# A box is higher than a capital, because of descenders, and is not filled to its edge.
_BOX_HEIGHT, _FILLED = 8.0, 0.75


def label(
    patch: Patch, boundary: Sequence[Edge], mesh: Mesh, *, cell: float, origin: Point
) -> tuple[float, str]:
    """Return the label of a patch as an SVG path: its line width and its data.

    >>> from combien.drawing import Picture
    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "I")])
    >>> mesh = mesh_of(picture)
    >>> label(picture.patches[0], mesh.boundaries[0], mesh, cell=12, origin=(0, 12))
    (0.9, 'M6 3L6 9M5 3L7 3M5 9L7 9')

    `cell` is the width of a cell, and `origin` the position of the left and top edge of the
    drawing, in pixels.  A label of one or two letters is centered in the most central cell.  A
    longer one would be too small in a single triangle, for example, so it may extend over several
    cells: a box around it is tried at the centers of the patch, of some cells and of the sides
    between them, and grows until it touches the outline; the largest box is taken.
    """
    strokes, width = lettering(patch.label.strip()[:MOST_LETTERS])
    middles = [_middle(polygon) for polygon in patch.polygons]
    center = _middle(middles)
    nearest = _nearest(middles, center)[:_PLACES]
    x, y = middles[nearest[0]]
    room = _room(patch.polygons[nearest[0]], (x, y))
    # A letter takes half of its cell.
    scale = room * 0.5 / CAP_HEIGHT
    if width * scale > room * 0.66:
        edges = [(mesh.corners[a], mesh.corners[b]) for a, b in boundary]
        polygons = [patch.polygons[at] for at in nearest]
        places = [middles[at] for at in nearest] + _between(polygons)
        if any(_contains(polygon, center) for polygon in polygons):
            places.insert(0, center)
        count = max(1, min(_PLACES, _MOST_EDGES // max(1, len(edges))))
        tried = [places[at] for at in _nearest(places, center)[:count]]
        sizes = [round(_FILLED * _reach(place, edges, width), 6) for place in tried]
        largest = max(sizes)
        x, y = tried[sizes.index(largest)]
        scale = min(scale, largest)
    scale *= cell
    dx, dy = x * cell - origin[0] - width * scale / 2, origin[1] - y * cell + CAP_HEIGHT * scale / 2
    return max(scale * 0.9, 0.1), path(strokes, dx, dy, scale)


def _nearest(places: Sequence[Point], center: Point) -> list[int]:
    """Return the indices of places, nearest to the center first."""
    # Round distances, so that ties go to the first place in spite of floating-point noise.
    return sorted(range(len(places)), key=lambda at: round(math.dist(places[at], center), 6))


def _between(polygons: Sequence[Polygon]) -> list[Point]:
    """Return the midpoints of the sides that two polygons share."""
    seen: set[tuple[float, float]] = set()
    shared: dict[tuple[float, float], Point] = {}
    for polygon in polygons:
        for at, corner in enumerate(polygon):
            middle = _middle((polygon[at - 1], corner))
            rounded = round(middle[0], 6), round(middle[1], 6)
            if rounded in seen:
                shared[rounded] = middle
            seen.add(rounded)
    return list(shared.values())


def _contains(polygon: Polygon, place: Point) -> bool:
    """Return whether a convex polygon contains a place (others: if True, it does)."""
    x, y = place
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > -1e-9
        for (ax, ay), (bx, by) in zip((polygon[-1], *polygon), polygon, strict=False)
    )


def _reach(place: Point, edges: Sequence[tuple[Point, Point]], width: float) -> float:
    """Return the size of letters, in cells, at which the box of a label first touches an edge."""
    reaches = (
        _square_radius(_relative(place, a, width), _relative(place, b, width)) for a, b in edges
    )
    # A patch smaller than the corner tolerance has no edges.
    return min(reaches, default=0.0)


def _relative(place: Point, corner: Point, width: float) -> Point:
    """Return a corner relative to a place, in units of half the box of a label."""
    return (corner[0] - place[0]) * 2 / width, (corner[1] - place[1]) * 2 / _BOX_HEIGHT


def _square_radius(a: Point, b: Point) -> float:
    """Return half the side of the largest square around the origin that does not cross a line."""
    (ax, ay), (bx, by) = a, b
    least = min(max(abs(ax), abs(ay)), max(abs(bx), abs(by)))
    # The square first touches an end of the line, or touches the line with a corner, on a diagonal.
    for before, after in ((ax - ay, bx - by), (ax + ay, bx + by)):
        if before * after < 0:
            part = before / (before - after)
            least = min(least, abs(ax + part * (bx - ax)))
    return least


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _room(polygon: Polygon, middle: Point) -> float:
    """Return the diameter of the largest circle around a point of the polygon within its edges."""
    (x, y), (ax, ay) = middle, polygon[-1]
    room = math.inf
    for bx, by in polygon:
        length = math.hypot(bx - ax, by - ay)
        if length:
            room = min(room, 2 * abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
        ax, ay = bx, by
    return room
