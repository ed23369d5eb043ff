"""What a verdict says of the plane: what copies on the lattice decide, of the allowed copies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import dist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import BadTiling, Region, Tile, rectangles
from combien.geometry import (
    ABOLOES,
    CAIRO,
    HEXAGONS,
    OCTASQUARES,
    PLANES,
    SQUARE,
    TRIANGLES,
    Group,
    Lattice,
    free,
    plane_named,
)
from combien.plane import Verdict, classify, classify_all
from combien.plane._grid import plane_grid
from combien.plane._scope import grid_of_copies, scope_of
from combien.web._reading import LATTICES as PAGE_LATTICES
from tests.cli.commands import combien
from tests.plane.test_classify import check_tiling

EXACT = {"squares", "hexagons", "triangles"}
OTHERS = sorted(set(PLANES) - EXACT)
HEPTOMINO = "**\n*.\n*.\n*.\n**"
SQUARE_OF_OCTAGONS = Region([(2, 2)], lattice=OCTASQUARES)


# The lattice, and the plane -----------------------------------------------------------------------


@pytest.mark.parametrize("name", OTHERS)
def test_no_tiling_on_another_lattice_says_nothing_of_the_plane(name: str) -> None:
    lattice = plane_named(name)
    for n in range(1, 5):
        for verdict in map(classify, free(n, lattice=lattice)):
            assert verdict.scope == "lattice"
            assert verdict.tiles is not False or "has a hole" in str(verdict)
            assert verdict.heesch is verdict.with_holes is None
            assert verdict.kind != "anisohedral"
            assert not str(verdict).startswith("anisohedral")
            assert "Heesch" not in str(verdict)
            if verdict.kind == "none-on-lattice":
                assert str(verdict).startswith("no tiling on this lattice: ")
                assert str(verdict).endswith(" there; other positions were not tried")
        table = classify_all(n, lattice=lattice)
        assert not table.none
        assert not table.anisohedral
        assert "Heesch" not in str(table)
        assert "copies on this lattice" in str(table)


def test_the_square_of_the_octagons() -> None:
    """It tiles, of course, but not among octagons."""
    verdict = classify(SQUARE_OF_OCTAGONS)
    assert (verdict.kind, verdict.tiles, verdict.lattice_heesch) == ("none-on-lattice", None, 0)
    assert str(verdict) == (
        "no tiling on this lattice: copies do not surround it there; other positions were not tried"
    )
    found = verdict.to_json()
    assert (found["verdict"], found["scope"]) == ("none-on-lattice", "lattice")
    assert (found["heesch"], found["with_holes"]) == (None, None)
    assert (found["lattice_heesch"], found["lattice_with_holes"]) == (0, 0)


def test_the_command_leaves_it_open() -> None:
    done = combien("plane", "--all", "1", "--lattice", "octasquares")
    assert done.out == (
        "2 of 1 cells (octasquares), copies on this lattice\n"
        "  0 tile isohedrally, 0 of them by translations\n"
        "  2 have no tiling on this lattice: no corona without holes\n"
    )
    assert done.code == 20
    told = combien("plane", "--all", "1", "--lattice", "octasquares", "--json")
    found = json.loads(told.out)
    assert told.code == 20
    assert (found["scope"], found["none"], found["none_on_lattice"]) == ("lattice", {}, {"0": 2})
    assert combien("plane", "--all", "7").code == 0
    assert combien("plane", "--all", "7", "--json").out.count('"scope": "plane"') == 3
    found = classify_all(3, lattice=CAIRO).to_json()
    assert (found["anisohedral"], found["periodic"]) == ({}, {"2": 4})


def test_no_rare_tile_claims_nothing_of_the_others() -> None:
    """A corona around none of them: they are neither rare nor isohedral."""
    table = classify_all(1, lattice=OCTASQUARES)
    assert table.rare == ()
    with pytest.raises(
        BadTiling, match=r"no polyform of 1 cells \(octasquares\) is rare: one with"
    ):
        table.picture()
    done = combien("plane", "--all", "1", "--lattice", "octasquares", "--svg", "-")
    assert "no rare tile to draw: one with" in done.err


def test_the_page_has_only_lattices_that_decide() -> None:
    assert all(scope_of(lattice) == "plane" for lattice in PAGE_LATTICES.values())


# Finer lattices: other positions are on them ------------------------------------------------------


def halved(tile: Region) -> Region:
    """A tile of squares or triangles on the lattice of half the step."""
    if tile.lattice == SQUARE:
        return Region((2 * x + i, 2 * y + j) for x, y in tile for i in (0, 1) for j in (0, 1))
    cells = set[tuple[int, ...]]()
    for cell in tile:
        middle = tuple(2 * place - sum(cell) for place in cell)
        cells |= {middle, *TRIANGLES.neighbors(middle)}
    return Region(cells, lattice=TRIANGLES)


def test_half_steps_change_nothing_on_squares_and_triangles() -> None:
    """No tiling and no smaller number of kinds, as is proved in docs/plane.md."""
    for n, lattice in ((7, SQUARE), (7, TRIANGLES)):
        for verdict in map(classify, free(n, lattice=lattice)):
            if verdict.kind in ("none", "anisohedral"):
                finer = classify(halved(verdict.tile), most_orbits=1)
                assert (finer.kind, finer.heesch) == (verdict.kind, verdict.heesch)
    (octomino,) = (one for one in classify_all(8).rare if one.kind == "anisohedral")
    assert classify(halved(octomino.tile)).orbits == octomino.orbits == 2


def centroids() -> Iterator[tuple[tuple[float, ...], tuple[int, ...]]]:
    for cell in ABOLOES.box((9, 9)):
        yield tuple(round(sum(p) / 3, 6) for p in zip(*ABOLOES.corners(cell), strict=True)), cell


def turned_by_an_eighth(tile: Region) -> Region:
    """An abolo with each cell cut in two, on the lattice that has the old one turned, too."""
    known = dict(centroids())
    cells = []
    for cell in tile:
        corners = ABOLOES.corners(cell)
        one, other = max(combinations(corners, 2), key=lambda pair: dist(*pair))
        (apex,) = (corner for corner in corners if corner not in (one, other))
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        for end in (one, other):
            half = [(x - y + 4.5, x + y + 4.5) for x, y in (middle, apex, end)]
            cells.append(known[tuple(round(sum(p) / 3, 6) for p in zip(*half, strict=True))])
    return Region(cells, lattice=ABOLOES)


def test_aboloes_that_tile_only_off_their_lattice() -> None:
    """Three of them were said not to tile: a finer lattice has their isohedral tilings."""
    found = []
    for n in range(1, 6):
        for tile in free(n, lattice=ABOLOES):
            finer = classify(turned_by_an_eighth(tile))
            if classify(tile).kind == "none-on-lattice" and finer.tiles:
                assert finer.kind == "isohedral"
                check_tiling(finer)
                found.append(n)
    assert found == [3, 5, 5]


# The allowed copies of a tile ---------------------------------------------------------------------


SMALL = [
    tile
    for lattice, sizes in ((SQUARE, (4, 5, 6)), (HEXAGONS, (3, 4)), (TRIANGLES, (5, 6)))
    for n in sizes
    for tile in free(n, lattice=lattice)
]
# Tiles of seven squares that do not tile, and with them what needs reflections.
SEVEN = list(free(7))


def allowed(tile: Tile) -> set[tuple[Any, ...]]:
    grid = plane_grid(tile.region.lattice)
    cells = grid.numbers(tile.region)
    return {grid.moved(one, cells)[0] for one in tile.symmetries}


def check_copies(verdict: Verdict, tile: Tile) -> None:
    """Each tile of the tiling or the coronas is an allowed copy."""
    grid = plane_grid(tile.region.lattice)
    still = grid.motions[0]
    shapes = allowed(tile)
    for cells in verdict.orbit_tiles:
        assert verdict.group is not None
        for motion, _ in verdict.group.motions:
            assert grid.moved(motion, grid.numbers(cells))[0] in shapes
    for cells in (one for layer in verdict.layers for one in layer):
        assert grid.moved(still, grid.numbers(cells))[0] in shapes


@pytest.mark.parametrize("tile", [*SMALL, *SEVEN[::4]], ids=str)
def test_translated_copies_tile_as_often_as_translations_do(tile: Region) -> None:
    fixed = Tile(tile, symmetries="none")
    verdict = classify(fixed)
    assert verdict.tiles == (classify(tile).kind == "translations")
    check_copies(verdict, fixed)


@settings(max_examples=30)
@given(st.sampled_from([tile for tile in [*SMALL, *SEVEN] if tile.lattice == SQUARE]))
def test_rotated_copies_tile_as_clauses_on_tori_say(shape: Region) -> None:
    """Another search, for periods, decides it: SAT on each torus."""
    tile = Tile(shape, symmetries="rotations", times="any")
    verdict = classify(tile)
    check_copies(verdict, tile)
    if verdict.tiles:
        check_tiling(verdict)
        most = (verdict.period_tiles or 0) * len(shape)
        assert rectangles.period([tile], most=most, skew=True).sides is not None
    elif verdict.lattice_heesch is not None:
        assert rectangles.heesch(tile).number == verdict.lattice_heesch
        assert rectangles.period([tile], most=4 * len(shape), skew=True).sides is None


def test_a_tile_that_needs_reflections() -> None:
    both = [tile for tile in SEVEN if classify(tile).tiles]
    alone = [tile for tile in both if classify(Tile(tile, symmetries="rotations")).tiles]
    # Three tile isohedrally by glides alone: one is its own mirror image, and one tiles by
    # half-turns with two kinds of positions.
    assert (len(both), len(alone)) == (104, 103)
    verdict = next(
        found for tile in both if not (found := classify(Tile(tile, symmetries="rotations"))).tiles
    )
    assert (verdict.copies, verdict.kind, verdict.heesch) == ("rotations", "none", None)
    assert str(verdict).startswith("does not tile by rotated copies: ")
    assert verdict.to_json()["copies"] == "rotations"


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, TRIANGLES, CAIRO], ids=lambda one: one.name)
def test_symmetries_of_tilings_are_those_that_keep_all_allowed_copies(lattice: Lattice) -> None:
    """By definition, one of a tiling maps its tiles, some of the allowed copies, to each other."""
    full = lattice.all(lattice.axes or 2)
    for n, tile in product((1, 3, 4), ("none", "rotations", "all")):
        for region in free(n, lattice=lattice):
            given_tile = Tile(region, symmetries=tile)  # type: ignore[arg-type]
            grid, copies = grid_of_copies(given_tile)
            shapes = allowed(given_tile)
            whole = plane_grid(lattice)
            possible = {
                one.axes
                for one in full
                if any(whole.moved(one, shape)[0] in shapes for shape in shapes)
            }
            assert {one.axes for one in grid.motions} == possible
            assert set(grid.orientations(grid.numbers(region))) == shapes
            assert (len(shapes) == len(Tile(region, symmetries="all").orientations)) == (
                copies == "all"
            )


def test_how_often_a_tile_is_used_does_not_matter() -> None:
    once, often = Tile(HEPTOMINO, symmetries="all"), Tile(HEPTOMINO, symmetries="all", times="any")
    assert classify(once) == classify(often) == classify(Region.from_art(HEPTOMINO))


def test_other_groups() -> None:
    shape = Region.from_art(".**\n**.\n.*.")
    turned = classify(Tile(shape, symmetries=Group.named("rot180")))
    assert (turned.kind, turned.copies) == ("isohedral", "some")
    with pytest.raises(BadTiling, match=r"not a normal subgroup .*'none', 'rotations' or 'all'"):
        classify(Tile(shape, symmetries=Group.named("vert")))
    # Of a mirror-symmetric one, the half-turns make all copies but the quarter turns.
    assert classify(Tile(".*.\n***", symmetries="rotations")).copies == "all"
