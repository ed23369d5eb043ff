"""Spheres, rhombic tetrahedra, tetrahedra and octahedra: as polyhedra, and known counts."""

from __future__ import annotations

from itertools import pairwise
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadRegion
from combien.geometry import (
    RHOMBIC_TETRAHEDRA,
    SPHERES,
    TETRAHEDRA_OCTAHEDRA,
    Cell,
    Region,
    fixed,
    free,
    one_sided,
)
from combien.geometry._solids import Face, Solids, is_flat

SOLIDS: list[Solids] = [SPHERES, RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA]


def cells(lattice: Solids) -> list[Cell]:
    return [lattice.along(cell, 0, -1) for cell in lattice.box((2, 2, 2))]


cases = st.sampled_from(SOLIDS).flatmap(
    lambda lattice: st.tuples(st.just(lattice), st.sampled_from(cells(lattice)))
)


def volume(faces: tuple[Face, ...]) -> float:
    """By the divergence theorem: positive if the corners are counter-clockwise from outside."""
    total = 0.0
    for first, *others in faces:
        for b, c in pairwise(others):
            total += (
                first[0] * (b[1] * c[2] - b[2] * c[1])
                + first[1] * (b[2] * c[0] - b[0] * c[2])
                + first[2] * (b[0] * c[1] - b[1] * c[0])
            )
    return total / 6


def corners(face: Face) -> frozenset[tuple[float, ...]]:
    return frozenset(tuple(round(part, 6) + 0.0 for part in spot) for spot in face)


@given(cases)
def test_neighbors_meet_in_a_face(case: tuple[Solids, Cell]) -> None:
    lattice, cell = case
    own = set(map(corners, lattice.faces(cell)))
    neighbors = lattice.neighbors(cell)
    assert len(own) == len(neighbors)
    for neighbor in neighbors:
        (common,) = own & set(map(corners, lattice.faces(neighbor)))
        own.remove(common)
    assert not own


@given(cases)
def test_volumes(case: tuple[Solids, Cell]) -> None:
    """Of a dodecahedron around a sphere of diameter 1, a cube of edge 1, and edges of length 1."""
    lattice, cell = case
    expected = {SPHERES: 1 / sqrt(2), RHOMBIC_TETRAHEDRA: 1 / 24}.get(lattice)
    if expected is None:
        expected = sqrt(2) / 12 if cell[0] % 3 == 0 else sqrt(2) / 24
    assert isclose(volume(lattice.faces(cell)), expected)


@given(cases, st.data())
def test_symmetries_move_faces(case: tuple[Solids, Cell], data: st.DataObject) -> None:
    lattice, cell = case
    symmetry = data.draw(st.sampled_from(lattice.all(3).elements))

    def moved(spot: tuple[float, ...]) -> tuple[float, float, float]:
        x, y, z = (spot[abs(axis) - 1] * (1 if axis > 0 else -1) for axis in symmetry.axes)
        return x, y, z

    images = {corners(tuple(map(moved, face))) for face in lattice.faces(cell)}
    assert images == set(map(corners, lattice.faces(symmetry(cell))))


def test_cells_fill_their_box() -> None:
    """The cells of a box have the volume of the parallelepiped of its steps."""
    volumes = [
        sum(volume(lattice.faces(cell)) for cell in lattice.box((1, 1, 1))) for lattice in SOLIDS
    ]
    assert all(map(isclose, volumes, [1 / sqrt(2), 1, 2 * sqrt(2) / 12 + sqrt(2) / 3]))


def test_small_polyforms() -> None:
    """Spheres: 2 of 25 tetraspheres are mirror images, if all are turned as the lattice turns."""
    assert [sum(1 for _ in fixed(n, lattice=SPHERES)) for n in range(1, 5)] == [1, 6, 50, 475]
    assert [sum(1 for _ in free(n, lattice=SPHERES)) for n in range(1, 5)] == [1, 1, 4, 20]
    for lattice in (RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA):
        kinds = len({lattice.kind(cell) for cell in lattice.box((1, 1, 1))})
        pairs = sum(len(lattice.neighbors(cell)) for cell in lattice.box((1, 1, 1))) // 2
        assert [sum(1 for _ in fixed(n, lattice=lattice)) for n in (1, 2)] == [kinds, pairs]
    sided = [sum(1 for _ in one_sided(n, lattice=RHOMBIC_TETRAHEDRA)) for n in (1, 2, 3)]
    assert sided[0] == 1
    assert sided[2] >= [sum(1 for _ in free(3, lattice=RHOMBIC_TETRAHEDRA))][0]


def test_flat_pieces() -> None:
    assert is_flat([(0, 0, 0)])
    assert is_flat([(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 3, 0)])
    assert is_flat([(0, 0, 0), (1, 1, 0), (0, 2, 0), (2, 0, 0)])
    assert not is_flat([(0, 0, 0), (1, 1, 0), (0, 2, 0), (1, 1, 2)])


@pytest.mark.parametrize("lattice", SOLIDS)
def test_solids_have_no_polygons_in_the_plane(lattice: Solids) -> None:
    with pytest.raises(BadRegion, match="cells in space have no polygon"):
        lattice.corners((0, 0, 0))


def test_cells_that_do_not_belong_are_named() -> None:
    with pytest.raises(BadRegion, match=r"\(1, 0, 0\) is not a cell of the spheres"):
        Region([(1, 0, 0)], lattice=SPHERES)
    with pytest.raises(BadRegion, match=r"\(0, 0, 0\) is not a cell of the rhombic tetrahedra"):
        Region([(0, 0, 0)], lattice=RHOMBIC_TETRAHEDRA)
    with pytest.raises(BadRegion, match=r"\(1, 1, 7\) is not a cell of the tetrahedra and octa"):
        Region([(1, 1, 7)], lattice=TETRAHEDRA_OCTAHEDRA)
    with pytest.raises(BadRegion, match="not a drawing of tetrahedra and octahedra"):
        Region.from_art("**", lattice=TETRAHEDRA_OCTAHEDRA)
