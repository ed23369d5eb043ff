"""Taking apart on spheres and lattices of tetrahedra: geometry, the definition, puzzles."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region
from combien.geometry import RHOMBIC_TETRAHEDRA, SPHERES, TETRAHEDRA_OCTAHEDRA
from combien.geometry._solids import Spheres
from combien.geometry._tetrahedra import RhombicTetrahedra, TetrahedraOctahedra
from combien.tilings import xmpuzzle
from combien.tilings.disassembly import disassemble, survey
from combien.tilings.disassembly._directions import directions
from tests.programs import BURRTOOLS, needs_burrtools
from tests.tilings.solids_in_the_way import solids_meet_on_the_way
from tests.tilings.taking_apart import check_against_the_definition, crossing_table

Cell = tuple[int, ...]
Solid = Spheres | RhombicTetrahedra | TetrahedraOctahedra
HOMES: dict[Solid, Cell] = {
    SPHERES: (0, 0, 0),
    RHOMBIC_TETRAHEDRA: (0, 1, 2),
    TETRAHEDRA_OCTAHEDRA: (1, 1, 1),
}


@pytest.mark.parametrize("lattice", HOMES, ids=lambda lattice: lattice.name.split()[0])
def test_directions_are_translations_and_half_of_all(lattice: Solid) -> None:
    found = directions(lattice, HOMES[lattice])
    assert len(found) == {SPHERES: 13, RHOMBIC_TETRAHEDRA: 13, TETRAHEDRA_OCTAHEDRA: 9}[lattice]
    for direction in found:
        assert tuple(-number for number in direction) not in found
        for cell in lattice.box((2, 2, 2)):
            moved = tuple(map(int.__add__, cell, direction))
            assert lattice.has(moved)
            assert lattice.kind(moved) == lattice.kind(cell)
    # All symmetries of the cube keep them.
    images = {symmetry(direction) for symmetry in lattice.all(3) for direction in found}
    assert len(images) == 2 * len(found)


@pytest.mark.parametrize("lattice", HOMES, ids=lambda lattice: lattice.name.split()[0])
def test_crossings_agree_with_the_faces(lattice: Solid) -> None:
    dice = random.Random(5)
    table = crossing_table(lattice)
    cells = sorted(lattice.box((3, 3, 3)))
    resting = {lattice.kind(cell): cell for cell in cells}
    tried = []
    for direction in sorted(table):
        for kind, _, vector in dice.sample(sorted(table[direction]), 2):
            tried.append((direction, kind, vector))
        for _ in range(4):
            kind = dice.choice(sorted(resting))
            # Of the cells around it.
            steps = [dice.choice([-1, 0, 1]) * length for length in direction]
            near = tuple(map(int.__add__, dice.choice(cells), steps))
            if lattice.has(near):
                vector = tuple(map(int.__sub__, near, resting[kind]))
                tried.append((direction, kind, vector))
    for direction, kind, vector in tried:
        other = tuple(map(int.__add__, resting[kind], vector))
        # A cell that leaves its own place, or comes to the other's, meets it at one end.
        if any(vector) and any(map(int.__add__, vector, direction)):
            expected = solids_meet_on_the_way(lattice, resting[kind], other, direction)
            assert ((kind, lattice.kind(other), vector) in table[direction]) == expected


@st.composite
def pieces_of(draw: st.DrawFn, lattice: Solid, size: tuple[int, ...], most: int) -> list[Region]:
    # The definition takes too long for all 24 cells of a cube.
    cells = sorted(lattice.box(size))[:: 3 if lattice == RHOMBIC_TETRAHEDRA else 1]
    owners = draw(st.lists(st.integers(-1, most - 1), min_size=len(cells), max_size=len(cells)))
    groups = [
        [cell for cell, owner in zip(cells, owners, strict=True) if owner == number]
        for number in range(most)
    ]
    return [Region(group, lattice=lattice) for group in groups if group]


@given(pieces_of(SPHERES, (2, 2, 2), 3).filter(bool))
@settings(max_examples=8, deadline=None)
def test_spheres_agree_with_the_definition(pieces: list[Region]) -> None:
    check_against_the_definition(pieces)


@pytest.mark.parametrize("lattice", [RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA], ids=["rt", "to"])
@given(data=st.data())
@settings(max_examples=2, deadline=None)
def test_tetrahedra_agree_with_the_definition(data: st.DataObject, lattice: Solid) -> None:
    pieces = data.draw(pieces_of(lattice, (1, 1, 1), 2))
    if pieces:
        check_against_the_definition(pieces)


# Directions, and the numbers of assemblies and of those that come apart.
FOUND = {"BallRoom": (3, 3), "DiagonalCube": (2, 1), "FourPieceTetrahedron": (1, 1)}


@needs_burrtools
@pytest.mark.parametrize("name", FOUND)
def test_examples_of_burrtools(name: str) -> None:
    problems = xmpuzzle.read((BURRTOOLS / f"{name}.xmpuzzle").read_bytes())
    *_, problem = problems.values()
    found = survey(combien.solutions(problem, up_to="rotations"))
    assert (found.assemblies, found.apart) == FOUND[name]
    assert set(found.highest or ()) == {1}


def test_a_rod_slides_along_a_diagonal_of_the_cube() -> None:
    """Four planes that contain the diagonal enclose it."""
    block = Region.box(3, 3, 3, lattice=RHOMBIC_TETRAHEDRA)

    def is_inside(cell: Cell) -> bool:
        corners = {corner for face in RHOMBIC_TETRAHEDRA.faces(cell) for corner in face}
        x, y, z = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
        return bool(0 < x - y < 1 and 0 < y - z < 1)

    rod = Region([cell for cell in block if is_inside(cell)], lattice=RHOMBIC_TETRAHEDRA)
    found = disassemble([block - rod, rod])
    assert [str(move) for move in found.moves] == ["remove piece 1 along (-5, -5, -5)"]


def test_spheres_move_between_four_columns() -> None:
    """A ball in a shaft: it moves along an edge of the cube, and no other way."""
    shaft = [(x, y, z) for z in (0, 2, 4) for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
    bottom = [(0, 0, -2), *((x, y, -1) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))]
    walls = Region([*shaft, *bottom], lattice=SPHERES)
    found = disassemble([walls, Region([(0, 0, 0)], lattice=SPHERES)])
    assert [str(move) for move in found.moves] == ["remove piece 1 along (0, 0, 2)"]
    lid = Region([(0, 0, 6), (1, 0, 5), (-1, 0, 5), (0, 1, 5), (0, -1, 5)], lattice=SPHERES)
    assert not disassemble([walls | lid, Region([(0, 0, 0)], lattice=SPHERES)]).comes_apart
