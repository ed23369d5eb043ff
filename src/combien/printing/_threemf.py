"""Pieces as 3MF, which 3D printers and slicers read: named, colored objects in millimeters.

A 3MF file is a zip archive of XML files (3MF Core Specification 1.3, 3mf.io).  Dates in the archive
are fixed, so that the same pieces give the same bytes.

On the plate of a printer, pieces lie side by side in rows.  A piece is turned so that as little as
possible overhangs, then so that it is low, and then so that it stands on as much as possible: most
pieces print without supports.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from combien._base.checks import check_bool
from combien.drawing._markup import escaped
from combien.drawing._palette import Palette, palette_named
from combien.errors import BadPicture
from combien.printing._mesh import Mesh, check_mesh_sizes, solid_mesh
from combien.printing._pieces import Printable, check_text, pieces_of
from combien.printing._surface import Spot, cross, dot

_MOST_CELLS = 20_000
_NAMESPACE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TYPES = (
    _HEAD + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
_LINKS = (
    _HEAD + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)


def threemf(
    pieces: Printable,
    *,
    size: float = 10.0,
    tolerance: float = 0.1,
    bevel: float = 0.0,
    hollow: float | None = None,
    drain: float | None = None,
    height: float | None = None,
    assembled: bool = False,
    palette: Palette | str = "default",
    title: str = "",
) -> bytes:
    """Return a 3MF file of pieces for 3D printing, one object for each.

    >>> from combien import Region, Tile
    >>> data = threemf([Tile(Region.box(3, 1, 1), name="I")], size=12, bevel=0.8)
    >>> data[:2], len(data) < 4000
    (b'PK', True)

    `pieces` is a tiling or a packing, or a list of regions, tiles or placements, on any lattice:
    squares, triangles and hexagons become plates.  Each piece is turned to the side on which it
    prints best, and all lie side by side; `assembled=True` leaves them as they are in the
    arrangement.  Objects have the names and colors of their tiles; `palette` is a `Palette` or its
    name.

    `size` is the width of a cell, such as the edge of a cube; `tolerance` moves each face inwards,
    so that two pieces are twice that apart; `bevel` is the width that convex edges are cut off from
    each face; `hollow` is the thickness of the walls of hollow pieces (None: solid), and `drain`
    the diameter of two holes in each, for resin or powder to get out (None: closed); `height` is
    the height of plates, by default half of `size`.  All are in millimeters.

    Raises `BadPicture` for lengths that leave nothing of a cell, boards that wrap around, dimension
    4 and more, and more than 20,000 cells or 1000 pieces.  Cost: about 1 ms per cell.
    """
    given = pieces_of(pieces)
    assembled = check_bool("assembled", assembled, error=BadPicture)
    colors = palette_named(palette) if isinstance(palette, str) else palette
    if not isinstance(colors, Palette):
        raise BadPicture(f"palette is a Palette or its name, not of type {type(palette).__name__}")
    title = check_text("title", title)
    if sum(len(piece.region) for piece in given) > _MOST_CELLS:
        raise BadPicture(f"more than {_MOST_CELLS} cells: print a part of them")
    check_mesh_sizes(size, tolerance, bevel, hollow, height, drain)
    plain = None if height is None else 10.0 * height / size
    # Equal pieces have equal meshes.
    known: dict[object, Mesh] = {}
    meshes = []
    for region, _, _ in given:
        shape = region if assembled else region.at_origin()
        if shape not in known:
            known[shape] = solid_mesh(
                shape,
                size=size,
                tolerance=tolerance,
                bevel=bevel,
                hollow=hollow,
                drain=drain,
                height=height,
            )
            if not assembled:
                known[shape] = laid_down(known[shape], solid_mesh(shape, height=plain))
        meshes.append(known[shape])
    if assembled:
        boxes = [mesh.box[0] for mesh in meshes]
        x, y, z = (-min(low[axis] for low in boxes) for axis in range(3))
        meshes = [moved(mesh, (x, y, z)) for mesh in meshes]
    else:
        meshes = laid_out(meshes)
    bodies = [Body(*piece[1:], mesh) for piece, mesh in zip(given, meshes, strict=True)]
    return model_file(bodies, colors, title)


class Body(NamedTuple):
    """What is printed: its name, the number of its color, and its mesh."""

    name: str
    color: int
    mesh: Mesh


def model_file(bodies: Sequence[Body], colors: Palette, title: str) -> bytes:
    """Return the 3MF file of bodies, which are in their places."""
    return _packed("".join(_model(bodies, colors, title)).encode())


def _model(bodies: Sequence[Body], colors: Palette, title: str) -> Iterator[str]:
    yield f'{_HEAD}<model unit="millimeter" xml:lang="en-US" xmlns="{_NAMESPACE}">\n'
    if title:
        yield f'<metadata name="Title">{_text(title)}</metadata>\n'
    yield '<metadata name="Application">combien</metadata>\n<resources>\n'
    used = list(dict.fromkeys(body.color for body in bodies))
    yield '<basematerials id="1">'
    for color in used:
        yield f'<base name="color {color + 1}" displaycolor="{colors.fill(color).upper()}"/>'
    yield "</basematerials>\n"
    for number, (name, color, mesh) in enumerate(bodies):
        yield (
            f'<object id="{number + 2}" type="model" pid="1" pindex="{used.index(color)}" '
            f'name="{_text(name)}"><mesh><vertices>\n'
        )
        for x, y, z in mesh.vertices:
            yield f'<vertex x="{_number(x)}" y="{_number(y)}" z="{_number(z)}"/>\n'
        yield "</vertices><triangles>\n"
        for a, b, c in mesh.triangles:
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n'
        yield "</triangles></mesh></object>\n"
    yield "</resources>\n<build>"
    yield from (f'<item objectid="{number + 2}"/>' for number in range(len(bodies)))
    yield "</build>\n</model>\n"


def _number(value: float) -> str:
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(words: str) -> str:
    return escaped(words).replace('"', "&quot;")


def _packed(model: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in (
            ("[Content_Types].xml", _TYPES.encode()),
            ("_rels/.rels", _LINKS.encode()),
            ("3D/3dmodel.model", model),
        ):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0
            archive.writestr(info, content)
    return out.getvalue()


_GAP = 5.0
# Faces that look down more steeply than 45 degrees need a support.
_STEEP = 0.75
Turn = Callable[[Spot], Spot]
TURNS: tuple[Turn, ...] = (
    lambda s: s,
    lambda s: (s[0], -s[1], -s[2]),
    lambda s: (s[0], -s[2], s[1]),
    lambda s: (s[0], s[2], -s[1]),
    lambda s: (s[2], s[1], -s[0]),
    lambda s: (-s[2], s[1], s[0]),
)


def laid_down(mesh: Mesh, plain: Mesh) -> Mesh:
    """Return a mesh turned to its best side, with its least coordinates at 0.

    `plain` is the same piece without bevels and voids, which would count as overhangs.
    """
    best = min(TURNS, key=lambda turn: cost_of(turned(plain, turn)))
    laid = turned(mesh, best)
    low, _ = laid.box
    return moved(laid, (-low[0], -low[1], -low[2]))


def laid_out(meshes: Sequence[Mesh]) -> list[Mesh]:
    """Return meshes side by side in rows, 5 mm apart, in a shape that is about square."""
    sizes = []
    for mesh in meshes:
        low, high = mesh.box
        sizes.append((high[0] - low[0], high[1] - low[1]))
    room = sum((wide + _GAP) * (deep + _GAP) for wide, deep in sizes)
    width = max(sqrt(room) * 1.05, *(wide for wide, _ in sizes), 0.0)
    placed = []
    x = y = depth = 0.0
    for mesh, (wide, deep) in zip(meshes, sizes, strict=True):
        if x and x + wide > width:
            x, y, depth = 0.0, y + depth + _GAP, 0.0
        low, _ = mesh.box
        placed.append(moved(mesh, (x - low[0] + _GAP, y - low[1] + _GAP, -low[2])))
        x, depth = x + wide + _GAP, max(depth, deep)
    return placed


def turned(mesh: Mesh, turn: Turn) -> Mesh:
    """Return a mesh turned to another side, by one of `TURNS`."""
    return Mesh(tuple(turn(spot) for spot in mesh.vertices), mesh.triangles)


def moved(mesh: Mesh, by: Spot) -> Mesh:
    """Return a mesh moved by a vector."""
    x, y, z = by
    return Mesh(tuple((a + x, b + y, c + z) for a, b, c in mesh.vertices), mesh.triangles)


def cost_of(mesh: Mesh) -> tuple[float, float, float]:
    """Return the area that overhangs, the height, and minus the area on the plate."""
    low, high = mesh.box
    hanging = standing = 0.0
    for triangle in mesh.triangles:
        a, b, c = (mesh.vertices[at] for at in triangle)
        across = cross(
            (b[0] - a[0], b[1] - a[1], b[2] - a[2]), (c[0] - a[0], c[1] - a[1], c[2] - a[2])
        )
        area = sqrt(dot(across, across)) / 2
        if across[2] < -2 * area * _STEEP:
            if max(a[2], b[2], c[2]) < low[2] + 1e-6:
                standing += area
            else:
                hanging += area
    return round(hanging, 4), round(high[2] - low[2], 4), -round(standing, 4)
