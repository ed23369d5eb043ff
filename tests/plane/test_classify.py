"""Tiles in the plane: the tables of the literature, verdicts on single tiles, pictures."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import accumulate, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import BadInput, BadTiling, OutOfBudget, Region, Tile
from combien.errors import Disagreement
from combien.geometry import (
    CAIRO,
    HALFCAIRO,
    HEXAGONS,
    KITES,
    SQUARE,
    TRIANGLES,
    Lattice,
    free,
    plane_named,
    torus,
)
from combien.plane import PlaneTable, Verdict, _search, classify, classify_all
from combien.plane._clauses import CoronaClauses, Layers
from combien.plane._grid import PlaneGrid
from combien.tilings._names import tiles_named
from tests.cli.commands import combien

# Of the tables of J. Myers: isohedral, anisohedral and neither, without holes (A075205, A075206,
# A054361; A075214, A070768; A075223, A071334), by translations (A075198, A075207).  How those that
# do not tile are divided by Heesch number was computed here, for the larger sizes.
ROOT = Path(__file__).parents[2]
SQUARES = {
    1: (1, 1, {}, {}),
    2: (1, 1, {}, {}),
    3: (2, 2, {}, {}),
    4: (5, 5, {}, {}),
    5: (12, 9, {}, {}),
    6: (35, 24, {}, {}),
    7: (104, 41, {}, {0: 1, 1: 2}),
    8: (342, 121, {2: 1}, {0: 6, 1: 14}),
    9: (1041, 213, {2: 8, 4: 1}, {0: 75, 1: 122, 2: 1}),
    10: (3026, 522, {2: 41, 3: 3}, {0: 747, 1: 642, 2: 1}),
    11: (6512, 783, {2: 89, 3: 18, 4: 1}, {0: 5807, 1: 3628, 2: 39}),
}
HEXES = {
    1: (1, 1, {}, {}),
    2: (1, 1, {}, {}),
    3: (3, 3, {}, {}),
    4: (7, 6, {}, {}),
    5: (22, 12, {}, {}),
    6: (76, 36, {2: 1}, {1: 3, 2: 1}),
    7: (290, 60, {2: 3, 3: 1}, {0: 5, 1: 25, 2: 6, 3: 1}),
    8: (1018, 209, {2: 27, 3: 7, 4: 2}, {0: 70, 1: 264, 2: 44, 3: 3}),
    9: (3715, 387, {2: 66, 3: 5, 4: 2}, {0: 825, 1: 1822, 2: 67, 3: 3}),
}
ISOHEDRAL_IAMONDS = (1, 1, 1, 3, 4, 12, 23, 66, 133, 316, 514, 1987, 2398)
OTHER_IAMONDS = (0, 0, 0, 0, 0, 0, 1, 0, 20, 103, 594, 1192, 6290)
HEESCH_IAMONDS = {
    7: {1: 1},
    9: {0: 11, 1: 9},
    10: {0: 44, 1: 55, 2: 3, 3: 1},
    11: {0: 236, 1: 346, 2: 11, 3: 1},
    12: {0: 826, 1: 364, 2: 1, 3: 1},
    13: {0: 4380, 1: 1884, 2: 24, 3: 2},
}


def row(table: PlaneTable) -> tuple[int, int, dict[int, int], dict[int, int]]:
    return table.isohedral, table.translations, dict(table.anisohedral), dict(table.none)


def sizes(quick: int, slow: int) -> pytest.MarkDecorator:
    """Sizes up to one that takes a second, and larger ones."""
    larger = [pytest.param(n, marks=pytest.mark.slow) for n in range(quick + 1, slow + 1)]
    return pytest.mark.parametrize("n", [*range(1, quick + 1), *larger])


@sizes(8, 11)
def test_polyominoes(n: int) -> None:
    table = classify_all(n)
    assert row(table) == SQUARES[n]
    assert table.unknown == 0
    assert table.tiles == sum(1 for _ in free(n))


@sizes(6, 9)
def test_polyhexes(n: int) -> None:
    table = classify_all(n, lattice=HEXAGONS)
    assert row(table) == HEXES[n]
    assert table.unknown == 0


@sizes(8, 13)
def test_polyiamonds(n: int) -> None:
    # One tile of 13 triangles needs 8 kinds of positions.
    table = classify_all(n, lattice=TRIANGLES, most_orbits=8 if n == 13 else 6)
    assert table.isohedral == ISOHEDRAL_IAMONDS[n - 1]
    assert table.unknown == 0
    assert dict(table.none) == HEESCH_IAMONDS.get(n, {})
    assert sum(table.none.values()) == OTHER_IAMONDS[n - 1]


def test_the_page_has_these_heesch_numbers() -> None:
    page = (ROOT / "docs" / "plane.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \|([\d, ]*)\|([\d, ]*)\|([\d, ]*)\|$", page, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(7, 14))
    for row in rows:
        n = int(row[0])
        known = [SQUARES[n][3] if n in SQUARES else None, HEXES[n][3] if n in HEXES else None]
        for cell, numbers in zip(row[1:], [*known, HEESCH_IAMONDS.get(n, {})], strict=True):
            if cell.strip():
                found = dict(enumerate(map(int, cell.split(","))))
                assert {k: number for k, number in found.items() if number} == numbers
            else:
                assert numbers is None


# Of other lattices, where only copies on the lattice are decided: tiles, with holes, by
# translations, isohedral, with more kinds of positions, and without a tiling but 0, 1, 2 coronas.
# Computed here, up to 7 cells (bevelhexes: 6) also by clauses alone.
LATTICES = {
    "octasquares": (
        (2, 0, 0, 0, 0, 2, 0, 0),
        (2, 0, 1, 1, 0, 1, 0, 0),
        (7, 0, 0, 0, 0, 4, 3, 0),
        (22, 1, 7, 8, 0, 13, 0, 0),
        (93, 3, 0, 0, 0, 65, 25, 0),
        (413, 25, 36, 78, 0, 298, 12, 0),
    ),
    "bevelhexes": (
        (3, 0, 0, 0, 0, 3, 0, 0),
        (3, 0, 0, 0, 0, 3, 0, 0),
        (14, 0, 0, 0, 0, 13, 1, 0),
        (50, 1, 0, 0, 0, 44, 5, 0),
        (261, 6, 0, 0, 0, 244, 11, 0),
        (1397, 70, 24, 65, 7, 1252, 3, 0),
    ),
    "cairo": (
        (1, 0, 0, 1, 0, 0, 0, 0),
        (3, 0, 0, 3, 0, 0, 0, 0),
        (6, 0, 0, 0, 4, 2, 0, 0),
        (22, 0, 0, 22, 0, 0, 0, 0),
        (63, 0, 0, 0, 17, 40, 6, 0),
        (224, 0, 0, 105, 0, 115, 4, 0),
    ),
    "halfcairo": (
        (2, 0, 0, 0, 0, 2, 0, 0),
        (3, 0, 0, 1, 0, 2, 0, 0),
        (6, 0, 0, 0, 0, 6, 0, 0),
        (15, 0, 0, 8, 0, 7, 0, 0),
        (38, 1, 0, 0, 0, 37, 0, 0),
        (105, 4, 0, 0, 11, 89, 1, 0),
    ),
}


@pytest.mark.parametrize("name", LATTICES)
def test_other_lattices_have_the_same_tables(name: str) -> None:
    for n, row in enumerate(LATTICES[name], 1):
        table = classify_all(n, lattice=plane_named(name))
        numbers = [table.tiles, table.holes, table.translations, table.isohedral]
        numbers += [sum(table.periodic.values())]
        assert (*numbers, *(table.none_on_lattice.get(k, 0) for k in range(3))) == row
        assert table.unknown == 0


@pytest.mark.slow
def test_the_hat_is_the_one_octakite_that_stays_open() -> None:
    table = classify_all(8, lattice=KITES)
    assert (table.tiles, table.unknown) == (873, 1)
    (hat,) = (one.tile for one in table.rare if one.tiles is None)
    (known,) = tiles_named("hat", lattice=KITES)
    group = KITES.all(3)
    assert hat.canonical(group) == known.region.canonical(group)


@pytest.mark.parametrize("name", ["hat", pytest.param("turtle", marks=pytest.mark.slow)])
def test_a_monotile_has_coronas_and_no_period(name: str) -> None:
    (tile,) = tiles_named(name, lattice=KITES)
    verdict = classify(tile)
    assert verdict.kind == "unknown"
    assert str(verdict) == (
        "unknown: 5 coronas, no tiling on the lattice with up to 6 kinds of positions"
    )
    assert not verdict.stopped
    assert len(verdict.layers) == 6


def test_a_tile_whose_coronas_have_holes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It tiles, but its coronas enclose copies: four without holes are impossible."""
    coronas = _search.PlaneSearch.coronas
    found = {}

    def noted(search: _search.PlaneSearch, shape: Any, count: int, *args: Any, **words: Any) -> Any:
        found[count, words["solid"]] = coronas(search, shape, count, *args, **words)
        return found[count, words["solid"]]

    monkeypatch.setattr(_search.PlaneSearch, "coronas", noted)
    tile = Region.from_art(".*.\n.*.\n.**\n..*\n***\n*..")
    assert str(classify(tile)).startswith("anisohedral: 4 kinds of positions, group p2, ")
    assert found[4, 3] is None


# Verdicts against definitions -------------------------------------------------------------------


def around(lattice: Lattice, cells: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The cells that share a corner with these, found among the neighbors of neighbors."""
    corners = {corner for cell in cells for corner in rounded(lattice, cell)}
    near = set(cells)
    for _ in range(4):
        near |= {other for cell in near for other in lattice.neighbors(cell)}
    return {cell for cell in near - cells if not corners.isdisjoint(rounded(lattice, cell))}


def rounded(lattice: Lattice, cell: tuple[int, ...]) -> set[tuple[float, float]]:
    return {(round(x, 6), round(y, 6)) for x, y in lattice.corners(cell)}


def check_patch(verdict: Verdict) -> None:
    """Each corona covers what touches the one before, and no cell is covered twice."""
    lattice = verdict.tile.lattice
    covered: set[tuple[int, ...]] = set()
    for number, layer in enumerate(verdict.layers):
        cells = {cell for piece in layer for cell in piece}
        assert len(cells) == sum(map(len, layer))
        assert not cells & covered
        assert number == 0 or around(lattice, covered) <= cells
        covered |= cells
        group = lattice.all(len(next(iter(cells))))
        least = verdict.tile.canonical(group)
        for piece in layer:
            assert Region(piece, lattice=lattice).canonical(group) == least


def check_tiling(verdict: Verdict) -> None:
    """The images of the tiles under the group cover each cell of a patch of cells once."""
    group = verdict.group
    assert group is not None
    lattice = verdict.tile.lattice
    (p, q) = group.periods
    pieces = set()
    for tile, (motion, by) in product(verdict.orbit_tiles, group.motions):
        image = [tuple(map(int.__add__, motion(cell), by)) for cell in tile]
        for i, j in product(range(-6, 7), repeat=2):
            shift = tuple(i * a + j * b for a, b in zip(p, q, strict=True))
            pieces.add(frozenset(tuple(map(int.__add__, cell, shift)) for cell in image))
    counts = Counter(cell for piece in pieces for cell in piece)
    assert set(counts.values()) == {1}
    assert all(counts[cell] for cell in lattice.box((2, 2)))


@pytest.mark.parametrize(
    "lattice", [SQUARE, HEXAGONS, TRIANGLES, KITES, CAIRO, HALFCAIRO], ids=lambda one: one.name
)
def test_every_verdict_on_small_tiles_is_what_it_says(lattice: Lattice) -> None:
    for n in range(1, 6 if lattice in (HEXAGONS, CAIRO, HALFCAIRO) else 7):
        for tile in free(n, lattice=lattice):
            verdict = classify(tile)
            assert verdict.kind != "unknown"
            if verdict.tiles:
                check_tiling(verdict)
                assert len(verdict.orbit_tiles) == verdict.orbits
            elif verdict.lattice_heesch is not None:
                check_patch(verdict)
                assert len(verdict.layers) == (verdict.lattice_with_holes or 0) + 1


@settings(max_examples=40)
@given(st.sampled_from(list(free(8))), st.sampled_from(SQUARE.all(2).elements))
def test_an_image_of_a_tile_has_the_same_verdict(tile: Region, motion: object) -> None:
    own, image = classify(tile), classify(tile.moved(motion))  # type: ignore[arg-type]
    assert (own.kind, own.orbits, own.heesch, own.with_holes) == (
        image.kind,
        image.orbits,
        image.heesch,
        image.with_holes,
    )


def test_a_tile_of_any_lattice_of_the_plane() -> None:
    assert classify(Tile("**\n*.")).kind == "translations"
    verdict = classify(Region.from_art("***\n*.*\n***"))
    assert str(verdict) == "does not tile: it has a hole, which no copy can fill"
    assert verdict.picture().ascii() == "aaa\na a\naaa"
    table = classify_all(3, lattice=TRIANGLES)
    table_json = json.loads(json.dumps(table.to_json()))
    assert (table_json["isohedral"], table_json["rare"]) == (1, [])
    rare = classify_all(6, lattice=HEXAGONS).to_json()["rare"]
    assert {(one["verdict"], one["heesch"], len(one["layers"])) for one in rare} == {
        ("anisohedral", None, 0),
        ("none", 2, 2),
    }


def test_pictures() -> None:
    rare = classify_all(6, lattice=HEXAGONS).rare
    assert [one.kind for one in rare] == ["anisohedral", "none"]
    assert classify_all(6, lattice=HEXAGONS).picture().svg().startswith("<svg")
    with pytest.raises(BadTiling, match=r"no polyform of 3 cells \(squares\) is rare: one with"):
        classify_all(3).picture()


def test_bad_tiles() -> None:
    with pytest.raises(BadTiling, match="2 parts"):
        classify(Region.from_art("*.\n.*"))
    with pytest.raises(BadTiling, match="101 cells: expected at most 100"):
        classify(Region.box(101, 1))
    with pytest.raises(BadTiling, match="dimension 3: expected one of the plane"):
        classify(Region.box(2, 2, 2))
    with pytest.raises(BadTiling, match="lattice of the whole plane"):
        classify(torus(3, 3))
    with pytest.raises(BadTiling, match="an empty tile"):
        classify(Region((), dimension=2))


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("100x100", "10000 cells: expected at most 100"),
        ("99999999999x2", "lengths of a box are whole numbers from 0 to "),
        ("*/" * 5000, "expected the name of a tile"),
        ("*./.*", "2 parts"),
        ("../hat", "no such tile"),
    ],
)
def test_hostile_names(name: str, error: str) -> None:
    with pytest.raises(BadInput, match=error):
        for tile in tiles_named(name, lattice=SQUARE):
            classify(tile)


@settings(max_examples=20)
@given(walk=st.lists(st.sampled_from([1, 1j, -1, -1j]), max_size=99), nodes=st.integers(0, 2000))
def test_limits_hold_for_large_tiles(walk: list[complex], nodes: int) -> None:
    """Whatever is drawn, a search under a limit ends with what it knows."""
    cells = {(int(at.real), int(at.imag)) for at in accumulate(walk, initial=0j)}
    few = classify(Region(cells), nodes=nodes, bytes=10**7)
    assert few.stopped == (few.tiles is None)
    assert few.picture().svg().startswith("<svg")


def test_a_budget_leaves_the_verdict_open() -> None:
    (hat,) = tiles_named("hat", lattice=KITES)
    few = classify(hat, nodes=10)
    assert (few.kind, few.stopped) == ("unknown", True)
    assert str(few).endswith("; a limit of nodes, seconds or bytes ended the search")
    assert classify(hat, bytes=0).kind == "unknown"
    with pytest.raises(OutOfBudget):
        classify_all(9, seconds=0.01)


def test_what_is_too_hard_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def verdict(tile: Region) -> Verdict:
        return classify(tile, most_orbits=1)

    known = [one for one in map(verdict, list(free(8))[::2]) if one.kind == "none"]
    tiles = [one.tile for one in known]
    monkeypatch.setattr(_search, "MOST_CONFLICTS", 0)
    for steps in (0, 1, 10, 40, 160):
        monkeypatch.setattr(_search, "MOST_STEPS", steps)
        found = list(map(verdict, tiles))
        assert all(
            one == own or one.kind == "unknown" for one, own in zip(found, known, strict=True)
        )
    assert {one.kind for one in found} == {"none", "unknown"}


# Tiles of each lattice, so small that backtracking answers nearly always.
SMALL = [
    tile
    for n, lattice in (
        (7, SQUARE),
        (6, HEXAGONS),
        (9, TRIANGLES),
        (6, KITES),
        (5, CAIRO),
        (6, HALFCAIRO),
    )
    for tile in free(n, lattice=lattice)
]


@settings(max_examples=40)
@given(st.sampled_from(SMALL), st.integers(1, 2), st.integers(0, 2), st.booleans())
def test_backtracking_and_clauses_find_the_same(
    tile: Region, count: int, solid: int, rotations: bool
) -> None:
    """Whether there are coronas, also if copies may not be reflected."""
    lattice = tile.lattice
    grid = PlaneGrid(lattice, lattice.rotations(len(tile.cells[0])) if rotations else None)
    shape = tuple(grid.numbers(tile))

    def found(steps: int) -> bool | None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_search, "MOST_STEPS", steps)
            search = _search.PlaneSearch(grid)
            try:
                layers = search.coronas(
                    shape, count, lambda work: (1000, 1.0), solid=min(solid, count), bytes=2**30
                )
            except _search.TooHard:
                return None
            return layers is not None

    assert found(10**5) == found(0)


@pytest.mark.parametrize(
    "fault",
    [
        lambda layers: (*layers[:-1], layers[-1][1:]),
        lambda layers: (*layers[:-1], (*layers[-1], layers[-1][0])),
        lambda layers: (*layers[:-1], (*layers[-1], ((0, 90, 90),))),
        lambda layers: layers,
    ],
)
def test_a_fault_of_the_clauses_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[Layers], Layers]
) -> None:
    """A gap, an overlap, a piece apart, and a hole; the cross has a corona with one."""
    patch = CoronaClauses.patch

    def wrong(self: CoronaClauses, *, solid: int) -> Layers | None:
        layers = patch(self, solid=0)
        return None if layers is None else fault(layers)

    cross = Region.from_art(".*..\n.*..\n****\n.*..")
    monkeypatch.setattr(_search, "MOST_STEPS", 0)
    assert (classify(cross).heesch, classify(cross).with_holes) == (0, 1)
    monkeypatch.setattr(CoronaClauses, "patch", wrong)
    with pytest.raises(Disagreement, match="corona"):
        classify(cross)


def test_a_patch_of_too_many_cells_stays_open() -> None:
    comb = Region([(x, 0, -x) for x in range(100)], lattice=HEXAGONS)
    assert classify(comb).kind == "translations"
    far = Region([(10**8 + x, 10**8 + y) for x, y in ((0, 0), (1, 0), (1, 1))])
    assert classify(far).tile == far.at_origin()


def test_the_command(tmp_path: Path) -> None:
    assert combien("plane", "**/*.").out.startswith(
        "tiles by translations: group p1, 1 tile a period"
    )
    done = combien("plane", "hat", "--json", "--most-coronas", "2", "--most-orbits", "1")
    assert (json.loads(done.out)["verdict"], done.code) == ("unknown", 20)
    file = tmp_path / "rare.svg"
    done = combien("plane", "--all", "4", "--svg", str(file))
    assert done.out.splitlines()[1] == "  5 tile isohedrally, 5 of them by translations"
    assert "no rare tile to draw" in done.err
    assert combien("plane", "--all", "6", "--lattice", "hexagons", "--svg", str(file)).code == 0
    assert file.read_text().startswith("<svg")
    assert combien("plane", "**/*./*./*./**").code == 10
    for words in ((), ("domino", "--all", "3"), ("domino", "--threads", "2"), ("pentominoes",)):
        assert combien("plane", *words).code == 2
