"""A picture as SVG, without a library: one path per patch, the same bytes for the same picture.

A path is the outline of its patch, filled by the even-odd rule so that holes stay open.  For a
hatched patch, the same path is repeated with its hatch.  There are no fonts and no style sheets:
labels are strokes and colors are attributes, so that all viewers show the same.
"""

from __future__ import annotations

from combien._base.checks import check_bool
from combien.drawing._coloring import color_numbers, touching_by_edges
from combien.drawing._content import ColorBy, Content, Patch
from combien.drawing._label import label
from combien.drawing._outline import loops, mesh_of
from combien.drawing._palette import Palette, palette_named
from combien.drawing._renderers.marks_svg import Frame, elements
from combien.drawing._renderers.markup import escaped, number, opening
from combien.errors import BadPicture

__all__ = ["render", "size_in_pixels"]

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
