"""The named sets are all polyforms of their size, each once; and the boards have their cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from combien import Region, Tile
from combien.errors import BadRegion, BadTiling
from combien.geometry import _polyforms as polyforms
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._symmetry import Group
from combien.tilings import boards, catalogue
from combien.tilings.classics import CLASSICS, classic

Set = Callable[..., tuple[Tile, ...]]

FLAT: list[tuple[Set, int, Lattice]] = [
    (catalogue.tetrominoes, 4, SQUARE),
    (catalogue.pentominoes, 5, SQUARE),
    (catalogue.hexominoes, 6, SQUARE),
    (catalogue.hexiamonds, 6, TRIANGLES),
    (catalogue.tetrahexes, 4, HEXAGONS),
]


def classes(regions: list[Region], group: Group) -> Counter[Region]:
    return Counter(region.canonical(group) for region in regions)


@pytest.mark.parametrize(("tiles", "n", "lattice"), FLAT)
def test_flat_sets_are_complete(tiles: Set, n: int, lattice: Lattice) -> None:
    axes = lattice.axes or 2
    found = [tile.region for tile in tiles()]
    expected = list(polyforms.free(n, lattice=lattice))
    assert classes(found, lattice.all(axes)) == classes(expected, lattice.all(axes))
    assert all(tile.symmetries == lattice.all(axes) for tile in tiles())
    found = [tile.region for tile in tiles(one_sided=True)]
    expected = list(polyforms.one_sided(n, lattice=lattice))
    assert classes(found, lattice.rotations(axes)) == classes(expected, lattice.rotations(axes))
    assert all(tile.symmetries == lattice.rotations(axes) for tile in tiles(one_sided=True))
    # The mirror image of a tile follows it, with an apostrophe.
    named = {tile.name: tile.region for tile in tiles(one_sided=True)}
    mirrored = [name for name in named if name.endswith("'")]
    assert len(named) == len(tiles()) + len(mirrored)
    for name in mirrored:
        pair = (named[name], named[name[:-1]])
        assert len({region.canonical(lattice.all(axes)) for region in pair}) == 1


@pytest.mark.parametrize(("tiles", "n"), [(catalogue.tetracubes, 4), (catalogue.pentacubes, 5)])
def test_solid_sets_are_complete(tiles: Set, n: int) -> None:
    found = [tile.region for tile in tiles()]
    expected = list(polyforms.one_sided(n, dimension=3))
    assert classes(found, Group.rotations(3)) == classes(expected, Group.rotations(3))


@pytest.mark.parametrize(
    "tiles",
    [
        *(case[0] for case in FLAT),
        catalogue.trihexes,
        catalogue.solid_pentominoes,
        catalogue.tetracubes,
        catalogue.pentacubes,
    ],
)
def test_sets_are_used_as_often_as_given(tiles: Set) -> None:
    assert {tile.times for tile in tiles()} == {(1, 1)}
    assert {tile.times for tile in tiles(times="any")} == {(0, None)}
    assert len({tile.name for tile in tiles()}) == len(tiles())
    assert tiles() == tiles()


def test_the_trihexes_and_the_soma_cube() -> None:
    found = [tile.region for tile in catalogue.trihexes()]
    expected = list(polyforms.free(3, lattice=HEXAGONS))
    assert classes(found, HEXAGONS.all(3)) == classes(expected, HEXAGONS.all(3))
    # Piet Hein's rule: pieces that are not convex, which here means that they are not boxes.
    group = Group.rotations(3)
    bent = [
        region
        for n in (3, 4)
        for region in polyforms.one_sided(n, dimension=3)
        if region != Region.box(*region.size)
    ]
    assert classes([tile.region for tile in catalogue.soma()], group) == classes(bent, group)


def test_the_bedlam_cube_has_the_published_orientations() -> None:
    # S. Kurowski: seven tiles have 24, five have 12, one has 3.
    turned = Counter(len(tile.orientations) for tile in catalogue.bedlam())
    assert turned == {24: 7, 12: 5, 3: 1}
    group = Group.rotations(3)
    assert len({tile.region.canonical(group) for tile in catalogue.bedlam()}) == 13
    assert all(tile.region.is_connected for tile in catalogue.bedlam())


def test_conway() -> None:
    volume = sum(tile.times[0] * len(tile) for tile in catalogue.conway())
    assert volume == 125


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_boards_have_their_cells(n: int) -> None:
    assert len(boards.aztec_diamond(n)) == 2 * n * (n + 1)
    assert len(boards.triangle(n)) == n * n
    assert len(boards.honeycomb(n)) == 3 * n * (n - 1) + 1
    assert len(boards.hexagon(n, 2, 3)) == 2 * (n * 2 + 2 * 3 + 3 * n)
    for board, turns in (
        (boards.aztec_diamond(n), 8),
        (boards.triangle(n), 6),
        (boards.honeycomb(n), 12),
        (boards.hexagon(n, n, n), 12),
        (boards.scott(), 8),
        (boards.chessboard_without_corners(), 8),
        (boards.mutilated_chessboard(), 4),
    ):
        axes = board.dimension
        assert len(board.stabilizer(board.lattice.all(axes))) == turns
        assert board.is_connected


@pytest.mark.parametrize("bad", [0, -1, 1001, True, "3"])
def test_sides_are_numbers(bad: int) -> None:
    for make in (boards.aztec_diamond, boards.triangle, boards.honeycomb):
        with pytest.raises(BadRegion, match="whole numbers from 1 to 1000"):
            make(bad)


def test_classics_have_names() -> None:
    assert len({known.name for known in CLASSICS}) == len(CLASSICS)
    assert all(classic(known.name) is known for known in CLASSICS)
    with pytest.raises(BadTiling, match="did you mean 'Soma cube'"):
        classic("Soma cub")
