"""The laws of meshes: closed, of the right volume, and once around each point of a piece."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadPicture
from combien.geometry import HEXAGONS, PRISMS, Region, torus
from combien.printing import solid_mesh
from combien.printing._surface import Face, Spot, center, faces
from tests.drawing.test_stl import eroded
from tests.printing.meshes import is_closed, pieces, winding

LENGTHS = ((0, 0, None), (0.1, 0, None), (0.2, 0.5, None), (0, 0.8, None), (0.1, 0.3, 1.2))
# The volume of a cell of edge 10, and of a plate of half the height.
VOLUMES = {"squares": 1000.0, "prisms on triangles": 250 * 3**0.5, "triangles": 125 * 3**0.5}
VOLUMES |= {"prisms on hexagons": 500 * 3**0.5, "hexagons": 250 * 3**0.5}
cubes = st.sets(
    st.tuples(st.integers(-1, 2), st.integers(-1, 1), st.integers(0, 2)), min_size=1, max_size=14
)


@settings(max_examples=40)
@given(pieces(), st.sampled_from(LENGTHS))
def test_meshes_are_closed(piece: Region, lengths: tuple[float, float, float | None]) -> None:
    tolerance, bevel, hollow = lengths
    mesh = solid_mesh(piece, tolerance=tolerance, bevel=bevel, hollow=hollow)
    assert is_closed(mesh.triangles)
    assert len({tuple(sorted(triangle)) for triangle in mesh.triangles}) == len(mesh.triangles)
    flat = 2 if piece.dimension == 2 else 1
    whole = VOLUMES[piece.lattice.name] / flat * len(piece)
    assert 0 < mesh.volume <= whole + 1
    assert mesh == solid_mesh(piece, tolerance=tolerance, bevel=bevel, hollow=hollow)


def two_dents_meet(cells: set[tuple[int, int, int]]) -> bool:
    """Whether somewhere only two opposite cubes of the eight around a corner are missing."""
    corners = list(product((0, 1), repeat=3))
    for x, y, z in {(x + i, y + j, z + k) for x, y, z in cells for i, j, k in corners}:
        left = {(i, j, k) for i, j, k in corners if (x - i, y - j, z - k) not in cells}
        if len(left) == 2 and all(map(int.__ne__, *left)):
            return True
    return False


@settings(max_examples=40)
@given(cubes, st.sampled_from([0.05, 0.25]))
def test_cubes_shrink_by_the_tolerance(cells: set[tuple[int, int, int]], tolerance: float) -> None:
    mesh = solid_mesh(Region(cells), size=1, tolerance=tolerance)
    assert is_closed(mesh.triangles)
    wanted = eroded(cells, 2 * tolerance)
    if two_dents_meet(cells):
        assert mesh.volume == pytest.approx(wanted, abs=0.02 * len(cells))
    else:
        assert mesh.volume == pytest.approx(wanted)


def test_two_dents_with_a_common_corner() -> None:
    ends = (0, 1)
    cells = {(x, y, z) for x in ends for y in ends for z in ends} - {(0, 0, 0), (1, 1, 1)}
    assert two_dents_meet(cells)
    mesh = solid_mesh(Region(cells), size=1, tolerance=0.1)
    assert winding(mesh.vertices, mesh.triangles, (1.0, 1.0, 1.0)) == pytest.approx(1)


def middle(face: Face) -> Spot:
    """The mean of the corners of a face, rounded, so that both cells of a face agree."""
    x, y, z = (round(sum(c[axis] for c in face) / len(face), 6) for axis in range(3))
    return x, y, z


@settings(max_examples=25)
@given(pieces())
def test_a_mesh_goes_once_around_its_piece(piece: Region) -> None:
    mesh = solid_mesh(piece, size=1, height=1, tolerance=0.05)
    cells = {cell: faces(cell, piece.lattice) for cell in piece}
    times = Counter(middle(face) for own in cells.values() for face in own)
    for cell, own in cells.items():
        a, b, c = center(cell, piece.lattice)
        assert winding(mesh.vertices, mesh.triangles, (a, b, c)) == pytest.approx(1)
        for x, y, z in map(middle, own):
            # Just inside and just outside of what the tolerance leaves.
            reach = dist((x, y, z), (a, b, c))
            for depth in (0.06, 0.04):
                part = depth / reach
                spot = x + (a - x) * part, y + (b - y) * part, z + (c - z) * part
                inside = depth > 0.05 or times[x, y, z] == 2
                around = winding(mesh.vertices, mesh.triangles, spot)
                assert around == pytest.approx(float(inside), abs=1e-6)


def test_the_volume_of_one_cell() -> None:
    cube = Region.box(1, 1, 1)
    assert solid_mesh(cube, tolerance=0.5).volume == pytest.approx(9**3)
    assert solid_mesh(cube, hollow=2).volume == pytest.approx(10**3 - 6**3)
    # Twelve edges and eight corners are cut off.
    wanted = 10**3 - 12 * 0.5 * (10 - 2) - 8 * 5 / 6
    assert solid_mesh(cube, bevel=1).volume == pytest.approx(wanted)
    hexagon = Region.box(1, 1, lattice=HEXAGONS)
    assert solid_mesh(hexagon, height=4).volume == pytest.approx(200 * 3**0.5)
    # The inner circle of a triangle of side 10 has the radius 10 / sqrt(12).
    one = Region([(1, 1, -1, 0)], lattice=PRISMS)
    less = 1 - 1 / (10 / 12**0.5)
    assert solid_mesh(one, tolerance=1).volume == pytest.approx(250 * 3**0.5 * less**2 * 0.8)


@pytest.mark.parametrize(
    ("region", "options", "message"),
    [
        ("***", {}, "a piece is a Region, not a value of type str"),
        (Region([], dimension=3), {}, "an empty region cannot be printed"),
        (Region.box(1, 1, 1, 1), {}, "a piece of dimension 4 cannot be printed"),
        (torus(3, 3), {}, "take an unwrapped board"),
        (Region.box(1, 1, 1), {"size": 0}, "size is a number of millimeters, 0.1 to 1000"),
        (Region.box(1, 1, 1), {"bevel": float("nan")}, "bevel is a number of millimeters"),
        (Region.box(1, 1, 1), {"tolerance": 5}, "a cell has 5 mm around its center"),
        (Region.box(1, 1, 1), {"tolerance": 1, "hollow": 4}, "take 5 mm from each side"),
        (Region.box(1, 1), {"bevel": 2.5}, "give less, or a larger size or height"),
        (Region.box(20_001, 1), {}, "more than 20000 cells"),
    ],
)
def test_what_is_refused(region: Region, options: dict[str, float], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        solid_mesh(region, **options)


def test_pieces_that_meet_in_an_edge_or_a_point() -> None:
    for other in ((1, 1, 0), (1, 1, 1)):
        mesh = solid_mesh(Region([(0, 0, 0), other]))
        assert is_closed(mesh.triangles)
        assert mesh.volume == pytest.approx(2000)
