"""Patches of hats and turtles: disjoint copies without holes, as many as the substitution gives."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from typing import get_args

import pytest

from combien import BadInput, BadPicture, BadTiling, Region, TilingProblem, count, solutions
from combien.geometry import KITES, Symmetry
from combien.plane import supertile
from combien.plane._supertiles import MOST_LEVELS, Cluster
from combien.tilings.catalogue import MONOTILES, monotiles
from tests.cli.commands import combien

Cell = tuple[int, ...]
every_tile = pytest.mark.parametrize("tile", MONOTILES)
every_cluster = pytest.mark.parametrize("cluster", get_args(Cluster))


def levels(quick: int) -> pytest.MarkDecorator:
    slow = [pytest.param(n, marks=pytest.mark.slow) for n in range(quick + 1, MOST_LEVELS)]
    return pytest.mark.parametrize("level", [*range(1, quick + 1), *slow])


def parts(cells: Iterable[Cell]) -> int:
    left, found = set(cells), 0
    while left:
        found += 1
        reached = [left.pop()]
        while reached:
            near = left.intersection(KITES.neighbors(reached.pop()))
            left -= near
            reached += near
    return found


def around(region: Region) -> set[Cell]:
    """The cells outside of a region, in a box of whole hexagons with a margin."""
    (x, y), (width, height) = (
        [number // 6 for number in numbers[:2]] for numbers in (region.low, region.size)
    )
    right, up = 6 * (x - 2), 6 * (y - 2)
    box = KITES.box((width + 5, height + 5))
    outside: set[Cell] = {(a + right, b + up, c - right - up) for a, b, c in box}
    return outside.difference(region)


@levels(3)
@every_cluster
@every_tile
def test_a_patch_consists_of_copies_and_has_no_holes(
    tile: str, cluster: Cluster, level: int
) -> None:
    patch = supertile(level, tile=tile, cluster=cluster)
    region = patch.region
    assert len(region) == len(patch.tiles) * len(MONOTILES[tile])
    assert parts(region) == parts(around(region)) == 1
    found: dict[bool, set[Region]] = {True: set(), False: set()}
    for cells, reflected in zip(patch.tiles, patch.reflected, strict=True):
        found[reflected].add(Region(cells, lattice=KITES).at_origin())
    one = Region(MONOTILES[tile], lattice=KITES)
    images = [
        set(image.orientations(KITES.rotations(3)))
        for image in (one, one.moved(Symmetry((2, 1, 3))))
    ]
    assert any(found[True] <= a and found[False] <= b for a, b in permutations(images))


@pytest.mark.slow
@every_tile
def test_no_tiles_overlap_at_the_last_level(tile: str) -> None:
    patch = supertile(MOST_LEVELS, tile=tile)
    assert len(patch.tiles) == 121393
    assert len(patch.region) == len(patch.tiles) * len(MONOTILES[tile])


@every_tile
def test_the_numbers_are_those_of_the_substitution(tile: str) -> None:
    # H8 and H7 of level 1 in an H8 and in an H7.
    eight, seven = (1, 0), (0, 1)
    for level in range(1, 5):
        for name, (eights, sevens) in (("H8", eight), ("H7", seven)):
            patch = supertile(level, tile=tile, cluster=name)  # type: ignore[arg-type]
            assert len(patch.tiles) == 8 * eights + 7 * sevens
            assert sum(patch.reflected) == eights + sevens
        eight, seven = (
            (times * eight[0] + seven[0], times * eight[1] + seven[1]) for times in (6, 5)
        )


@every_tile
def test_a_patch_begins_with_the_smaller_ones(tile: str) -> None:
    for level in range(2, 5):
        whole = supertile(level, tile=tile)
        seven = supertile(level, tile=tile, cluster="H7")
        below = supertile(level - 1, tile=tile, cluster="H7")
        assert whole.tiles[: len(seven.tiles)] == seven.tiles
        assert seven.tiles[: len(below.tiles)] == below.tiles
        assert seven.parts.count(0) == len(below.tiles)
        eight = len(supertile(level - 1, tile=tile).tiles)
        assert [whole.parts.count(part) for part in range(1, 7)] == [eight] * 6


@pytest.mark.parametrize("level", [1, 2, 3])
@every_cluster
def test_engines_find_one_tiling(cluster: Cluster, level: int) -> None:
    for tile in monotiles(times="any"):
        problem = TilingProblem(supertile(level, tile=tile.name, cluster=cluster).region, [tile])
        engines = ("dlx", "frontier", "bits", "zdd")[: 4 if level < 3 else 2]
        assert [count(problem, engine=engine) for engine in engines] == [1] * len(engines)


@pytest.mark.parametrize("level", [2, pytest.param(4, marks=pytest.mark.slow)])
@every_cluster
def test_no_second_tiling_is_found_by_sat(cluster: Cluster, level: int) -> None:
    for tile in monotiles(times="any"):
        patch = supertile(level, tile=tile.name, cluster=cluster)
        found = list(solutions(TilingProblem(patch.region, [tile]), engine="sat"))
        assert [{one.region for one in tiling.placements} for tiling in found] == [
            {Region(cells, lattice=KITES) for cells in patch.tiles}
        ]


def test_pictures() -> None:
    patch = supertile(2)
    colors = [drawn.color for drawn in patch.picture().patches]
    reflected = {color for color, flag in zip(colors, patch.reflected, strict=True) if flag}
    assert len(reflected) == 1
    assert [color in reflected for color in colors] == list(patch.reflected)
    assert len(set(colors)) == 8
    assert repr(patch) == "<Supertile H8 of level 2: 55 hats, 7 of them reflected>"


def test_what_is_refused() -> None:
    for level in (0, 7, "3", 2.0):
        with pytest.raises(BadInput, match=r"level=.*: expected a whole number from 1 to 6"):
            supertile(level)  # type: ignore[arg-type]
    with pytest.raises(BadTiling, match="tile='domino': expected 'hat' or 'turtle'"):
        supertile(1, tile="domino")
    for cluster in ("H9", [8]):
        with pytest.raises(BadTiling, match=r"cluster=.*: expected 'H8' or 'H7'"):
            supertile(1, cluster=cluster)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_picture_of_level_6_is_refused() -> None:
    with pytest.raises(BadPicture, match="more than 250000 kites"):
        supertile(6).picture()


def test_the_command(tmp_path: Path) -> None:
    assert combien("plane", "hat", "--level", "3").out == "377 hats, 48 of them reflected\n"
    done = combien("plane", "turtle", "--level", "2", "--cluster", "H7", "--json")
    patch = supertile(2, tile="turtle", cluster="H7")
    assert json.loads(done.out) == {"schema": 1, **json.loads(json.dumps(patch.to_json()))}
    file = tmp_path / "hats.svg"
    assert combien("plane", "hat", "--level", "2", "--svg", str(file)).code == 0
    assert file.read_text().count("<path") == 55
    assert combien("plane", "hat", "--level", "1", "--svg", "-").out.startswith("<svg")
    for words, error in (
        (("domino", "--level", "2"), "--level is for hat and turtle, not other tiles"),
        (("--all", "3", "--level", "2"), "--level is for hat and turtle, not other tiles"),
        (("hat", "--level", "2", "--lattice", "squares"), "--level is for hat and turtle"),
        (("hat", "--cluster", "H7"), "--cluster is for --level"),
        (("hat", "--level", "7"), "7 is not in the range 1<=x<=6"),
    ):
        done = combien("plane", *words)
        assert done.code == 2
        assert error in done.err
