"""The laws of each lattice: symmetric neighbors, symmetries, shifts, matching corners.

Lattices of the plane come from `combien.geometry.PLANES`; a lattice of space is added to `SOLIDS`.
"""

from __future__ import annotations

import pickle
from collections import Counter
from math import hypot, isclose, prod
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region
from combien.errors import BadRegion
from combien.geometry import PLANES, plane_named
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice, Point
from combien.geometry._prisms import PRISMS, Prisms
from combien.geometry._region import art
from combien.geometry._solids import SPHERES, Solids
from combien.geometry._symmetry import Group, Symmetry
from combien.geometry._tessellations import CAIRO
from combien.geometry._tetrahedra import RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA
from tests.loading import loaded

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_lattice.py"


def own_lattice() -> Lattice:
    """The lattice of the example, which is a template to copy."""
    lattice: Lattice = loaded("examples/own_lattice.py").QUARTERS
    return lattice


OWN = own_lattice()
FLAT: list[Lattice] = [*map(plane_named, PLANES), OWN]
SOLIDS: list[Lattice] = [SPHERES, RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA]
LATTICES: list[Lattice] = [*FLAT, PRISMS, Prisms(HEXAGONS), Prisms(OWN), Prisms(CAIRO), *SOLIDS]
OTHERS = [HEXAGONS, TRIANGLES]


def sides(lattice: Lattice, cell: Cell) -> int:
    """The number of sides of a cell, as it is drawn; of a prism, those of its base and two more."""
    if isinstance(lattice, Prisms):
        return sides(lattice.flat, cell[:-1]) + 2
    return len(lattice.faces(cell) if isinstance(lattice, Solids) else lattice.corners(cell))


def drawn_sides(lattice: Lattice, cell: Cell) -> list[tuple[Point, Point]]:
    corners = lattice.corners(cell)
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def cells(lattice: Lattice) -> st.SearchStrategy[Cell]:
    """Any cell near the origin, on both sides of it."""
    directions = range(lattice.directions or 2)
    near = list(lattice.box([6 if axis < 2 else 3 for axis in directions]))
    for axis in directions:
        near = [lattice.along(cell, axis, -3 if axis < 2 else -1) for cell in near]
    return st.sampled_from(near)


def groups(lattice: Lattice) -> Group:
    return lattice.all(lattice.axes or 2)


def cases(lattices: list[Lattice]) -> st.SearchStrategy[tuple[Lattice, list[Cell]]]:
    return st.sampled_from(lattices).flatmap(
        lambda lattice: st.tuples(
            st.just(lattice), st.lists(cells(lattice), min_size=1, max_size=8, unique=True)
        )
    )


with_cells = cases(LATTICES)


def test_the_table_has_the_names_of_the_lattices() -> None:
    assert [plane_named(name).name for name in PLANES] == list(PLANES)


@settings(max_examples=40)
@given(with_cells)
def test_being_neighbors_is_mutual(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, (cell, *_) = case
    neighbors = lattice.neighbors(cell)
    assert len(set(neighbors)) == len(neighbors) == sides(lattice, cell)
    assert all(lattice.has(n) and cell in lattice.neighbors(n) for n in neighbors)


@given(cases(FLAT))
def test_neighbors_share_a_side_in_the_drawing(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, (cell, *others) = case
    neighbors = lattice.neighbors(cell)
    # Cells are neighbors exactly when their polygons have two corners in common, to the last bit.
    for other in (*others, *neighbors):
        common = set(lattice.corners(cell)) & set(lattice.corners(other))
        assert (len(common) == 2) == (other in neighbors)


@given(cases(FLAT))
def test_corners_are_counter_clockwise(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, (cell, *_) = case
    assert sum(a[0] * b[1] - a[1] * b[0] for a, b in drawn_sides(lattice, cell)) > 0


@given(cases([SQUARE, HEXAGONS, TRIANGLES]))
def test_a_cell_is_a_regular_polygon(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, (cell, *_) = case
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in drawn_sides(lattice, cell)]
    assert len(lengths) == {SQUARE: 4, HEXAGONS: 6, TRIANGLES: 3}[lattice]
    assert all(isclose(length, lengths[0]) for length in lengths)


@settings(max_examples=40)
@given(with_cells, st.data())
def test_symmetries_keep_the_lattice(case: tuple[Lattice, list[Cell]], data: st.DataObject) -> None:
    lattice, (cell, *_) = case
    symmetry = data.draw(st.sampled_from(groups(lattice).elements))
    assert lattice.keeps(symmetry)
    assert lattice.has(symmetry(cell))
    assert set(map(symmetry, lattice.neighbors(cell))) == set(lattice.neighbors(symmetry(cell)))


@given(with_cells, st.integers(-4, 4), st.integers(0, 5))
def test_shifts_keep_the_lattice(case: tuple[Lattice, list[Cell]], length: int, axis: int) -> None:
    lattice, given_cells = case
    axis %= lattice.directions or 2
    moved = [lattice.along(cell, axis, length) for cell in given_cells]
    vectors = {tuple(map(int.__sub__, b, a)) for a, b in zip(given_cells, moved, strict=True)}
    (vector,) = vectors
    region = Region(given_cells, lattice=lattice)
    assert region.shift(*vector) == Region(moved, lattice=lattice)
    assert region.shift(*vector).at_origin() == region.at_origin()
    assert list(map(lattice.kind, moved)) == list(map(lattice.kind, given_cells))


@settings(max_examples=40)
@given(with_cells)
def test_cells_of_one_kind_are_translates(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, found = case
    for one in found:
        for other in found:
            single, goal = Region([one], lattice=lattice), Region([other], lattice=lattice)
            vector = tuple(map(int.__sub__, other, one))
            if lattice.kind(one) == lattice.kind(other):
                assert single.shift(*vector) == goal
                assert single.at_origin() == goal.at_origin()
            else:
                with pytest.raises(BadRegion, match="is not a translation"):
                    single.shift(*vector)


@settings(max_examples=40)
@given(with_cells)
def test_orientations_are_the_images_at_the_origin(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, found = case
    region, group = Region(found, lattice=lattice), groups(lattice)
    images = [region.moved(symmetry).at_origin() for symmetry in group]
    assert set(region.orientations(group)) == set(images)
    assert len(region.orientations(group)) * len(region.stabilizer(group)) == len(group)
    assert len({image.canonical(group) for image in images}) == 1


@given(with_cells)
def test_a_drawing_is_read_as_it_is_written(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, found = case
    region = Region(found, lattice=lattice)
    assert Region.from_art(art(region), lattice=lattice).at_origin() == region.at_origin()
    assert all(lattice.at(lattice.place(cell)) == cell for cell in found)
    # Reading goes along the text, and a later line is drawn lower down, a higher layer later.
    places = [lattice.place(cell) for cell in region]
    assert places == sorted(places, key=lambda place: (*place[2:], -place[1], place[0]))


@settings(max_examples=50)
@given(with_cells)
def test_components_are_connected_by_sides(case: tuple[Lattice, list[Cell]]) -> None:
    lattice, found = case
    region = Region(found, lattice=lattice)
    parts = region.components()
    assert sum(map(len, parts)) == len(region)
    for part in parts:
        assert all(part.neighbors(cell) for cell in part) or len(part) == 1
        assert all(set(region.neighbors(cell)) == set(part.neighbors(cell)) for cell in part)


@pytest.mark.parametrize("lattice", OTHERS)
def test_six_turns_and_six_mirrors(lattice: Lattice) -> None:
    rotations, everything = lattice.rotations(3), lattice.all(3)
    assert (len(rotations), len(everything)) == (6, 12)
    assert set(rotations) < set(everything)
    assert Counter(s.order for s in rotations) == {1: 1, 2: 1, 3: 2, 6: 2}
    assert all(s.order == 2 for s in everything if s not in rotations)
    assert not lattice.keeps(Symmetry((-1, 2, 3)))


@pytest.mark.parametrize("lattice", LATTICES)
def test_the_box(lattice: Lattice) -> None:
    sides = (4, 3, 2)[: lattice.directions or 2]
    kinds = {lattice.kind(cell) for cell in lattice.box((3,) * len(sides))}
    box = Region.box(*sides, lattice=lattice)
    assert len(box) == prod(sides) * len(kinds)
    assert box.is_connected
    assert box == box.at_origin()


@pytest.mark.parametrize("lattice", OTHERS)
def test_regions_of_different_lattices_do_not_mix(lattice: Lattice) -> None:
    box = Region.box(2, 2, lattice=lattice)
    same_cells = Region(box.cells)
    assert box != same_cells
    assert len({box, same_cells, Region(box.cells, lattice=lattice)}) == 2
    with pytest.raises(BadRegion, match=r"squares and of .* do not combine"):
        same_cells | box
    with pytest.raises(BadRegion, match="is not a symmetry of the"):
        box.moved(Symmetry((-1, 2, 3)))
    with pytest.raises(BadRegion, match="is not a symmetry of the"):
        box.orientations(Group.all(3))
    with pytest.raises(BadRegion, match="has 2 lengths, not 3"):
        Region.box(2, 2, 2, lattice=lattice)
    with pytest.raises(BadRegion, match="has one layer"):
        Region.from_art("*\n\n*", lattice=lattice)


@pytest.mark.parametrize("lattice", LATTICES)
def test_regions_are_pickled_with_their_lattice(lattice: Lattice) -> None:
    box = Region.box(*(2,) * (lattice.directions or 2), lattice=lattice)
    again = pickle.loads(pickle.dumps(box))
    assert again == box
    assert again.lattice == lattice


def test_cells_that_do_not_belong_are_named() -> None:
    with pytest.raises(BadRegion, match=r"\(0, 0, 1\) is not a cell of the hexagons"):
        Region([(0, 0, 0), (0, 0, 1)], lattice=HEXAGONS)
    with pytest.raises(BadRegion, match=r"\(1, 1, 1\) is not a cell of the triangles"):
        Region([(1, 1, 1)], lattice=TRIANGLES)
    with pytest.raises(BadRegion, match="is of dimension 2, not 3"):
        Region([(0, 0)], lattice=HEXAGONS)
    with pytest.raises(BadRegion, match="not a drawing of hexagons"):
        Region.from_art("**", lattice=HEXAGONS)
    assert Region(lattice=HEXAGONS).dimension == 3


def test_drawings_of_hexagons_and_triangles() -> None:
    bee = Region.from_art(".*.*.\n*.*.*\n.*.*.", lattice=HEXAGONS)
    middle = (1, 1, -2)
    assert set(bee) == {middle, *HEXAGONS.neighbors(middle)}
    hexagon = Region.from_art(".***\n.***", lattice=TRIANGLES)
    assert [len(hexagon.neighbors(cell)) for cell in hexagon] == [2] * 6
