"""Prisms: neighbors and symmetries as seen in space, and their polyforms.

The laws of all lattices are in `test_every_lattice`; here the triangles are points of space.
"""

from __future__ import annotations

from itertools import combinations, product
from math import dist, isclose

import pytest

from combien import Region
from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE
from combien.geometry._polyforms import fixed, free, one_sided
from combien.geometry._prisms import PRISMS, Prisms
from combien.geometry._symmetry import Group, Symmetry
from combien.geometry._wrapped import torus
from tests.geometry.growing import grown

PILLARS = Prisms(HEXAGONS)


def center(lattice: Prisms, cell: Cell) -> tuple[float, float, float]:
    """The middle of a cell, one unit high."""
    corners = lattice.flat.corners(cell[:-1])
    return *(sum(axis) / len(corners) for axis in zip(*corners, strict=True)), float(cell[-1])


def volume(corners: list[tuple[float, float, float]]) -> float:
    """The volume of the box on four corners, negative if they are left-handed."""
    zero, *ends = corners
    (a, b, c), (d, e, f), (g, h, i) = (
        [end[axis] - zero[axis] for axis in range(3)] for end in ends
    )
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@pytest.mark.parametrize(("lattice", "flat"), [(PRISMS, 12**-0.5 * 2), (PILLARS, 1.0)])
def test_neighbors_are_the_nearest_in_the_layer_and_those_above(
    lattice: Prisms, flat: float
) -> None:
    cells = list(lattice.box((3, 3, 3)))
    for one, other in product(cells, cells):
        level = one[-1] == other[-1]
        far = dist(center(lattice, one), center(lattice, other))
        upright = one[:-1] == other[:-1] and abs(one[-1] - other[-1]) == 1
        beside = upright or (level and isclose(far, flat))
        assert (other in lattice.neighbors(one)) == beside


@pytest.mark.parametrize("lattice", [PRISMS, PILLARS])
def test_symmetries_are_motions_of_space(lattice: Prisms) -> None:
    """Each keeps all distances, and is a rotation if it keeps handedness."""
    whole, turns = lattice.all(4), lattice.rotations(4)
    assert (len(whole), len(turns)) == (24, 12)
    cells = list(lattice.box((2, 2, 2)))
    corner = [cells[0], *(lattice.along(cells[0], axis, 1) for axis in range(3))]
    for symmetry in whole:
        for one, other in combinations(cells, 2):
            before = dist(center(lattice, one), center(lattice, other))
            after = dist(center(lattice, symmetry(one)), center(lattice, symmetry(other)))
            assert isclose(before, after)
        hand = volume([center(lattice, symmetry(cell)) for cell in corner])
        assert isclose(hand, volume([center(lattice, c) for c in corner])) == (symmetry in turns)
    assert not lattice.keeps(Symmetry((4, 2, 3, 1)))
    assert not lattice.keeps(Symmetry((1, 2, 3)))


def test_a_polyprism_has_one_of_32_symmetries() -> None:
    """G. Sicherman, "Polyprism Symmetries" (2020): how many have 1, 2, 3, ... symmetries."""
    whole = PRISMS.all(4)
    subgroups = {Group.generated_by(*some) for some in combinations(whole, 2)}
    subgroups |= {Group.generated_by(*known, one) for known in subgroups for one in whole}
    classes = {
        frozenset(Group(by @ one @ by.inverse for one in group) for by in whole)
        for group in subgroups | {Group.trivial(4)}
    }
    sizes = [len(next(iter(alike))) for alike in classes]
    assert {size: sizes.count(size) for size in sorted(sizes)} == {
        1: 1, 2: 7, 3: 1, 4: 7, 6: 7, 8: 1, 12: 7, 24: 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lattice", "fixed_ones", "turned", "both"),
    [
        (PRISMS, [2, 5, 20, 91, 450], [1, 2, 3, 13, 43], [1, 2, 3, 11, 30]),
        (PILLARS, [1, 4, 24, 168], [1, 2, 5, 23], [1, 2, 5, 20]),
    ],
    ids=["triangles", "hexagons"],
)
def test_polyforms_agree_with_the_definition(
    lattice: Prisms, fixed_ones: list[int], turned: list[int], both: list[int]
) -> None:
    """The counts are of the definition; no published sequence of them was found."""
    for n, counts in enumerate(zip(fixed_ones, turned, both, strict=True), 1):
        everything = grown(n, lattice, 3)
        classes = [
            {region.canonical(group) for region in everything}
            for group in (Group.trivial(4), lattice.rotations(4), lattice.all(4))
        ]
        assert tuple(map(len, classes)) == counts
        for lister, known, group in zip(
            (fixed, one_sided, free),
            classes,
            (Group.trivial(4), lattice.rotations(4), lattice.all(4)),
            strict=True,
        ):
            found = list(lister(n, lattice=lattice))
            assert len(found) == len(known)
            assert {region.canonical(group) for region in found} == known


def test_drawings_have_layers() -> None:
    region = Region.from_art(".**\n**.\n\n.**\n...", lattice=PRISMS)
    assert [cell[-1] for cell in region] == [0] * 4 + [1] * 2
    assert region.is_connected
    flat = Region.from_art("**", lattice=TRIANGLES)
    assert Region.from_art("**", lattice=PRISMS) == Region([(*c, 0) for c in flat], lattice=PRISMS)


def test_what_is_refused() -> None:
    for flat in (SQUARE, PRISMS, torus(3, 3, lattice=TRIANGLES).lattice):
        with pytest.raises(BadRegion, match=f"no prisms on {flat.name[:9]}"):
            Prisms(flat)
    with pytest.raises(BadRegion, match="prisms on triangles do not wrap round"):
        torus(3, 3, 3, lattice=PRISMS)
    with pytest.raises(BadRegion, match="has 3 lengths, not 2"):
        Region.box(2, 2, lattice=PRISMS)
    with pytest.raises(BadRegion, match="is not a cell of the prisms on triangles"):
        Region([(1, 1, 1, 0)], lattice=PRISMS)
    with pytest.raises(BadRegion, match="are in space"):
        PRISMS.corners((1, 1, -1, 0))
