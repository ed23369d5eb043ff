"""Solids as STL, the triangles that 3D printers read.

A solid is a set of cubes, and its surface consists of the faces that only one of the cubes has.
With a gap the surface is moved inwards, so that printed solids fit together.  This is done on a
finer lattice, of the centers of the cubes and the seams between them: a seam is filled if all cubes
that meet in it belong to the solid.  So each edge of the mesh is in exactly two triangles, also if
two cubes of a solid share only an edge, where the gap separates them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import hypot
from operator import index

from combien._base.checks import check_bool, check_list
from combien.errors import BadPicture

Spot = tuple[float, float, float]
Facet = tuple[Spot, Spot, Spot]
Cube = tuple[int, int, int]

_MOST_CUBES = 1_000_000
# STL stores coordinates with 24 bits: up to this limit, they resolve a thousandth of a cube.
_FARTHEST = 1000
_LEAST_GAP = 0.001
_LARGEST_SIZE = 1_000_000
_MOST_FACETS = 4_000_000
_HEADER = b"combien: solids, in millimeters"

# The corners of the face of a unit cube in each direction, counter-clockwise seen from outside.
_FACES: tuple[tuple[Cube, tuple[Cube, Cube, Cube, Cube]], ...] = (
    ((-1, 0, 0), ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0))),
    ((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0))),
    ((0, 0, -1), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0))),
    ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
)


def stl(
    solids: Iterable[Iterable[Sequence[int]]],
    *,
    size: float = 10.0,
    gap: float = 0.0,
    side_by_side: bool = False,
    binary: bool = True,
) -> bytes:
    """Return the STL file of solids, each given by its cells (x, y, z), for example a region.

    >>> data = stl([[(0, 0, 0), (1, 0, 0)]])
    >>> len(data), int.from_bytes(data[80:84], "little")
    (1084, 20)
    >>> print(stl([[(0, 0, 0)]], binary=False).decode()[:40])
    solid s0
    facet normal -1 0 0
    outer loop

    `stl(p.region for p in tiling.placements)` writes a tiling.  `size` is the length of the edge
    of a cube, and `gap` the distance between two solids, half of it taken off each; both in
    millimeters.  `side_by_side` puts the solids in a line, the edge of a cube apart, to print them
    one by one.  `binary=False` writes the text format, with a `solid` for each.
    Raises `BadPicture` for cells that are not three-dimensional, or twice in a solid; for no
    solids; for more than 1,000,000 cubes or 4,000,000 triangles; if the gap is not smaller than a
    cube, or less than a thousandth of it.  Cost: up to 0.25 ms per cube.
    """
    check_sizes(size, gap)
    if not isinstance(solids, Iterable):
        raise BadPicture(f"solids are a list of cells each, not of type {type(solids).__name__}")
    parts: list[list[Facet]] = []
    left = 0
    room = _MOST_CUBES
    total = 0
    side_by_side = check_bool("side_by_side", side_by_side, error=BadPicture)
    binary = check_bool("binary", binary, error=BadPicture)
    for number, cells in enumerate(check_list("solids", solids, error=BadPicture)):
        cubes = _cubes(cells, number, room)
        room -= len(cubes)
        if side_by_side:
            low = [min(cube[axis] for cube in cubes) for axis in range(3)]
            high = max(cube[0] for cube in cubes)
            cubes = [(x - low[0] + left, y - low[1], z - low[2]) for x, y, z in cubes]
            left += high - low[0] + 2
            if left > _FARTHEST:
                raise BadPicture(f"the line is longer than {_FARTHEST} cubes: write fewer solids")
        parts.append(list(facets(cubes, size=size, gap=gap)))
        total += len(parts[-1])
        if total > _MOST_FACETS:
            raise BadPicture(f"more than {_MOST_FACETS} triangles: write fewer solids, or no gap")
    if not parts:
        raise BadPicture("no solid to write: give at least one")
    return binary_file(parts) if binary else _text(parts)


def facets(cubes: Iterable[Cube], *, size: float = 1.0, gap: float = 0.0) -> Iterator[Facet]:
    """Yield the triangles of a surface, with corners counter-clockwise as seen from outside.

    >>> len(list(facets([(0, 0, 0)])))
    12
    """
    filled = dict.fromkeys(sorted(cubes))
    if gap:
        filled = _finer(filled)
    inset = gap / 2

    def at(steps: int) -> float:
        """Return the coordinate of a plane; on the finer lattice, of one side of a seam."""
        if not gap:
            return steps * size
        return (steps // 2) * size + (inset if steps % 2 else -inset)

    for cube in filled:
        x, y, z = cube
        for (dx, dy, dz), corners in _FACES:
            if (x + dx, y + dy, z + dz) not in filled:
                a, b, c, d = ((at(x + i), at(y + j), at(z + k)) for i, j, k in corners)
                yield a, b, c
                yield a, c, d


def _finer(cubes: dict[Cube, None]) -> dict[Cube, None]:
    """Return the centers of cubes, at odd places, and the filled seams, at even places.

    The center of cube (x, y, z) is (2x + 1, 2y + 1, 2z + 1).
    """
    finer: dict[Cube, None] = {}
    for x, y, z in cubes:
        # Each seam is examined from the greatest cube that meets in it.
        for i, j, k in product((0, 1), repeat=3):
            spans = product(range(i, 2), range(j, 2), range(k, 2))
            if all((x - 1 + a, y - 1 + b, z - 1 + c) in cubes for a, b, c in spans):
                finer[2 * x + i, 2 * y + j, 2 * z + k] = None
    return finer


def _cubes(cells: Iterable[Sequence[int]], number: int, room: int) -> list[Cube]:
    """Return the cells of a solid, validated."""
    found: dict[Cube, None] = {}
    try:
        for x, y, z in cells:
            if len(found) == room:
                raise BadPicture(f"more than {_MOST_CUBES} cubes: write a part of them")
            # Integers of numpy have `__index__`, too.
            if not all(hasattr(c, "__index__") and abs(index(c)) <= _FARTHEST for c in (x, y, z)):
                raise BadPicture(
                    f"solid {number}: a cell is three whole numbers, at most {_FARTHEST} from 0"
                )
            cube = index(x), index(y), index(z)
            if cube in found:
                raise BadPicture(f"solid {number} contains cell {cube} twice")
            found[cube] = None
    except (TypeError, ValueError) as error:
        if isinstance(error, BadPicture):
            raise
        raise BadPicture(f"solid {number}: expected cells of three coordinates") from None
    if not found:
        raise BadPicture(f"solid {number} has no cells: give at least one")
    return list(found)


def check_sizes(size: float, gap: float) -> None:
    """Raise `BadPicture` for sizes that cannot be printed.

    >>> check_sizes(10, 0.2)
    >>> check_sizes(0, 0)
    Traceback (most recent call last):
    ...
    combien.errors.BadPicture: size is a number of millimeters, more than 0 and at most 1000000
    """
    for value in (size, gap):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise BadPicture("size and gap are numbers of millimeters")
    if not 0 < size <= _LARGEST_SIZE:
        raise BadPicture(
            f"size is a number of millimeters, more than 0 and at most {_LARGEST_SIZE}"
        )
    if not (gap == 0 or _LEAST_GAP * size <= gap < size):
        raise BadPicture(
            "gap is a number of millimeters, less than the size: 0, or a thousandth of it or more"
        )


def _normal(facet: Facet) -> Spot:
    """Return the outward normal of a facet."""
    a, b, c = facet
    u = [q - p for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(a, c, strict=True)]
    x, y, z = (u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3))
    length = hypot(x, y, z) or 1.0
    return x / length, y / length, z / length


def binary_file(parts: Sequence[Sequence[Facet]]) -> bytes:
    """Return binary STL: an 80-byte header, the number of triangles, and 50 bytes for each."""
    out = bytearray(_HEADER.ljust(80) + struct.pack("<I", sum(map(len, parts))))
    for part in parts:
        for facet in part:
            a, b, c = facet
            out += struct.pack("<12fH", *_normal(facet), *a, *b, *c, 0)
    return bytes(out)


def _text(parts: Sequence[Sequence[Facet]]) -> bytes:
    lines: list[str] = []
    for number, part in enumerate(parts):
        lines.append(f"solid s{number}")
        for facet in part:
            lines.append(f"facet normal {_coordinates(_normal(facet))}")
            lines.append("outer loop")
            lines.extend(f"vertex {_coordinates(spot)}" for spot in facet)
            lines += ["endloop", "endfacet"]
        lines.append(f"endsolid s{number}")
    return ("\n".join(lines) + "\n").encode()


def _coordinates(spot: Spot) -> str:
    return " ".join(f"{value + 0.0:.9g}" for value in spot)
