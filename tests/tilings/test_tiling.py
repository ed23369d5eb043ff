"""Tiling problems: their items and options, known counts, tilings read back, every refusal."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Solution, Tile, Tiling, TilingProblem
from combien.cover._oracle import all_solutions
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadPicture, BadTiling
from combien.tilings._placement import Placement
from tests.loops import refusals
from tests.tilings.pentominoes import DOMINO, pentominoes

SCOTT = Region.box(8, 8) - Region.box(2, 2).shift(3, 3)


def tilings_by_hand(board: Region, tiles: list[Tile]) -> int:
    """The definition: cover the first free cell in every way, and check the uses at the end."""

    def cover(free: frozenset[tuple[int, ...]], uses: tuple[int, ...]) -> int:
        if not free:
            return all(
                low <= used and (high is None or used <= high)
                for used, (low, high) in zip(uses, (tile.times for tile in tiles), strict=True)
            )
        first = min(free)
        total = 0
        for number, tile in enumerate(tiles):
            for region in tile.orientations:
                for cell in region:
                    moved = {
                        tuple(c + f - o for c, f, o in zip(other, first, cell, strict=True))
                        for other in region
                    }
                    if moved <= free:
                        more = tuple(used + (i == number) for i, used in enumerate(uses))
                        total += cover(free - moved, more)
        return total

    return cover(frozenset(board), (0,) * len(tiles))


# Items and options -----------------------------------------------------------------------------


def test_items_are_the_cells_in_reading_order_and_then_the_tiles() -> None:
    times: list[Any] = [1, "any", (0, 1), (0, 3), 2, (2, None), (0, None)]
    tiles = [Tile("*", times=each, name="abcdefg"[i]) for i, each in enumerate(times)]
    problem = TilingProblem("**\n*.", tiles).problem()
    assert [(i.name, i.primary, i.low, i.high) for i in problem.items] == [
        ((0, 1), True, 1, 1),
        ((1, 1), True, 1, 1),
        ((0, 0), True, 1, 1),
        ("tile 0 (a)", True, 1, 1),
        ("tile 2 (c)", False, 0, 1),
        ("tile 3 (d)", True, 0, 3),
        ("tile 4 (e)", True, 2, 2),
        ("tile 5 (f)", True, 2, 3),
    ]


def test_options_go_tile_by_tile_orientation_by_orientation_place_by_place() -> None:
    tiling = TilingProblem(Region.box(2, 2), [DOMINO, Tile("*", name="dot")])
    assert [option.entries for option in tiling.problem().options] == [
        ((0, 1), (1, 1)),
        ((0, 0), (1, 0)),
        ((0, 1), (0, 0)),
        ((1, 1), (1, 0)),
        ((0, 1), "tile 1 (dot)"),
        ((1, 1), "tile 1 (dot)"),
        ((0, 0), "tile 1 (dot)"),
        ((1, 0), "tile 1 (dot)"),
    ]
    assert tiling.problem().name(4) == ((0, 1), "tile 1 (dot)")


def test_placements_are_the_options() -> None:
    problem = TilingProblem(Region.box(4, 3), [Tile("****\n****"), *pentominoes(), DOMINO])
    placements = problem.placements
    assert len(placements) == problem.problem().option_count
    for option, placement in zip(problem.problem().options, placements, strict=True):
        assert placement.tile == problem.tiles[placement.number]
        assert placement.region.at_origin() == placement.tile.orientations[placement.orientation]
        cells = [name for name in option.entries if isinstance(name, tuple)]
        assert list(placement.region) == cells
    assert placements[-1] == placements[len(placements) - 1]
    assert list(placements[2:4]) == [placements[2], placements[3]]
    order = [(p.number, p.orientation) for p in placements]
    assert order == sorted(order)
    with pytest.raises(IndexError, match=f"placement {len(placements)} of"):
        placements[len(placements)]


def test_known_numbers_of_items_and_options() -> None:
    # Scott's problem; F held in one orientation counts each tiling up to symmetry.
    assert (
        repr(TilingProblem(SCOTT, pentominoes()).problem()) == "<Problem: 72 items, 1568 options>"
    )
    assert TilingProblem(SCOTT, pentominoes(fixed="F")).problem().option_count == 1400
    assert TilingProblem(Region.box(8, 8), [DOMINO]).problem().option_count == 112
    assert TilingProblem(Region.box(10, 6), pentominoes()).problem().option_count == 2056


# Counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "tiles", "expected"),
    [
        (Region.box(3, 2), [DOMINO], 3),
        (Region.box(3, 3), [DOMINO], 0),
        ("***\n*.*\n***", [DOMINO], 2),
        ("**", [], 0),
        ("**", [Tile("*")], 0),
        ("**", [Tile("*"), Tile("*")], 2),
        ("**", [Tile("*", times=2)], 1),
        ("**", [Tile("*", times="any"), Tile("*", times="any")], 4),
        ("***", [Tile("*", times=(0, 1)), Tile("*", times=(1, 2))], 3),
        ("***", [Tile("*", times=(2, None)), Tile("**", times="any")], 1),
        ("**", [DOMINO, Tile("***", times=(0, 1))], 1),
        ("**", [DOMINO, Tile("***")], 0),
        (Region.box(2, 2, 1), [Tile(Region.box(2, 1, 1), symmetries="all", times="any")], 2),
        (Region.box(5), [Tile(Region.box(2), times="any"), Tile(Region.box(1))], 3),
    ],
)
def test_small_problems_against_both_definitions(
    board: Region | str, tiles: list[Tile], expected: int
) -> None:
    problem = TilingProblem(board, tiles)
    assert len(all_solutions(problem.problem())) == expected
    assert tilings_by_hand(problem.board, tiles) == expected


@st.composite
def random_problems_of_tiles(draw: st.DrawFn) -> TilingProblem:
    """A few cells and a few tiles, of all kinds of symmetries and times."""
    cells = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1)
    some_tiles = st.builds(
        Tile,
        st.sampled_from(["*", "**", "*\n*", "*.\n**", "*.*", "***"]),
        symmetries=st.sampled_from(["none", "rotations", "all"]),
        times=st.sampled_from([1, 2, (0, 1), (0, 2), (1, 2), (2, None), "any"]),
    )
    tiles = draw(st.lists(some_tiles, max_size=3))
    return TilingProblem(Region(draw(cells)), tiles)


@settings(max_examples=40)
@given(random_problems_of_tiles())
def test_counts_against_the_definition(problem: TilingProblem) -> None:
    assert combien.count(problem) == tilings_by_hand(problem.board, list(problem.tiles))


def test_known_counts() -> None:
    assert combien.count(TilingProblem(Region.box(8, 8), [DOMINO])) == 12988816
    assert combien.count(TilingProblem(SCOTT, pentominoes(fixed="F"))) == 65
    assert combien.count(TilingProblem(Region.box(20, 3), pentominoes())) == 8


@pytest.mark.parametrize("order", range(1, 7))
def test_aztec_diamonds(order: int) -> None:
    # The cells whose centers lie inside |x| + |y| < order + 1; 2^(n(n + 1)/2) tilings by dominoes
    # (Elkies, Kuperberg, Larsen and Propp, 1992).
    around = range(-order, order)
    diamond = Region(
        (x, y) for x in around for y in around if abs(x + 0.5) + abs(y + 0.5) < order + 1
    )
    problem = TilingProblem(diamond, [DOMINO])
    assert len(diamond) == 2 * order * (order + 1)
    assert problem.problem().option_count == 4 * order**2
    assert combien.count(problem) == 2 ** (order * (order + 1) // 2)


def test_a_solid() -> None:
    soma = ["**\n*.", "***\n*..", "***\n.*.", "**.\n.**"]
    regions = [Region.from_art(drawing, dimension=3) for drawing in soma]
    regions += [
        Region.from_art("**\n*.\n\n*.\n.."),
        Region.from_art("**\n*.\n\n.*\n.."),
        Region.from_art("**\n*.\n\n..\n*."),
    ]
    tiles = [Tile(region, symmetries="rotations") for region in regions]
    problem = TilingProblem(Region.box(3, 3, 3), tiles)
    assert combien.count(problem) == 11520
    tiling = combien.solve(problem)
    assert tiling is not None
    assert [len(line) for line in str(tiling).splitlines()] == [11, 11, 11]


# Reading solutions -----------------------------------------------------------------------------


@settings(max_examples=40)
@given(random_problems_of_tiles())
def test_every_solution_reads_as_a_tiling(problem: TilingProblem) -> None:
    seen = set()
    for tiling in combien.solutions(problem, limit=20):
        assert set().union(*(p.region for p in tiling.placements)) == set(problem.board)
        assert sum(len(p.region) for p in tiling.placements) == len(problem.board)
        for number, tile in enumerate(problem.tiles):
            low, high = tile.times
            used = sum(placement.number == number for placement in tiling.placements)
            assert low <= used
            assert high is None or used <= high
        for cell in problem.board:
            assert cell in tiling.at(cell).region
        firsts = [placement.region.cells[0] for placement in tiling.placements]
        assert firsts == [cell for cell in problem.board if cell in firsts]
        assert tiling not in seen
        seen.add(tiling)
        assert pickle.loads(pickle.dumps(tiling)) == tiling


def test_a_tiling_read_and_drawn() -> None:
    problem = TilingProblem(Region.box(3, 2), [DOMINO])
    drawings = [str(problem.read(solution)) for solution in all_solutions(problem.problem())]
    assert sorted(drawings) == ["aab\nccb", "abb\nacc", "abc\nabc"]
    tiling = problem.read(Solution([0, 2, 6]))
    assert str(tiling) == "aab\nccb"
    assert repr(tiling) == "<Tiling: 3 placements on 6 cells>"
    assert tiling.at((2, 0)) == problem.placements[6]
    assert len(tiling) == 3
    assert tiling == problem.read(Solution([6, 2, 0]))
    assert len({problem.read(solution) for solution in all_solutions(problem.problem())}) == 3
    assert tiling != tiling.placements


def test_one_cell_letters_are_shown_when_they_tell_neighbors_apart() -> None:
    problem = TilingProblem("**\n*.", [Tile("**", name="I"), Tile("*", name="o")])
    assert str(combien.solve(problem)) == "II\no"


def test_pictures() -> None:
    problem = TilingProblem(
        "***\n*..", [Tile("**", times=2, symmetries="all", name="bar")], name="J"
    )
    tiling = combien.solve(problem)
    assert tiling is not None
    picture = tiling.picture(title="found")
    assert picture.title == "found"
    assert [(patch.cells, patch.color, patch.label) for patch in picture.patches] == [
        (((0, 1), (0, 0)), 0, "bar"),
        (((1, 1), (2, 1)), 0, "bar"),
    ]
    empty = problem.picture()
    assert (empty.title, empty.ascii()) == ("J", "...\n.")
    bundle = tiling._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml"}
    assert bundle["image/svg+xml"].startswith("<svg")
    assert set(problem._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_pictures_of_other_dimensions() -> None:
    line = TilingProblem(Region.box(4).shift(-9), [Tile(Region.box(2), times="any")])
    assert str(combien.solve(line)) == "aabb"
    assert [patch.cells for patch in line.picture().patches] == [((x, 0),) for x in range(4)]
    cube = TilingProblem(Region.box(2, 2, 2), [Tile(Region.box(2, 2, 1), times="any")])
    assert str(combien.solve(cube)) == "aa bb\naa bb"
    hyper = TilingProblem(Region.box(1, 1, 1, 2), [Tile(Region.box(1, 1, 1, 1), times="any")])
    assert str(combien.solve(hyper)) == "<Tiling: 2 placements on 2 cells>"
    with pytest.raises(BadPicture, match="no picture in dimension 4"):
        hyper.picture()


# Values and refusals ---------------------------------------------------------------------------


def test_problems_are_values() -> None:
    problem = TilingProblem(SCOTT, pentominoes(), name="scott")
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem == TilingProblem(SCOTT, tuple(pentominoes()), name="scott")
    assert hash(again) == hash(problem)
    assert again.problem() == problem.problem()
    assert again.problem().fingerprint == problem.problem().fingerprint
    assert problem.problem() is problem.problem()
    assert problem != TilingProblem(SCOTT, pentominoes())
    assert problem != TilingProblem(SCOTT, pentominoes(fixed="F"), name="scott")
    assert problem != SCOTT
    assert repr(problem) == "<TilingProblem 'scott': 60 cells, 12 tiles>"


def test_no_engine_is_imported() -> None:
    program = (
        "import sys, combien.tilings._tiling as t;"
        "t.TilingProblem('**', [t.Tile('*', times=2)]).problem();"
        "print([m for m in sys.modules if m.startswith('combien.engines')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


DOMINO_AT = Placement(0, DOMINO, 0, Region.box(2, 1))
WRONG: Any = None
REFUSALS: dict[str, tuple[Callable[[], object], str]] = {
    "an empty board": (lambda: TilingProblem("..", [DOMINO]), "an empty board: draw at least one"),
    "no board": (lambda: TilingProblem(WRONG, [DOMINO]), "not a value of type NoneType"),
    "one tile": (lambda: TilingProblem("**", DOMINO), "type Tile: write [Tile(...)]"),  # type: ignore[arg-type]
    "a drawing": (lambda: TilingProblem("**", "**"), "type str: write [Tile(...)]"),  # type: ignore[arg-type]
    "no tiles": (lambda: TilingProblem("**", WRONG), "type NoneType: write [Tile(...)]"),
    "drawings": (lambda: TilingProblem("**", ["*"]), "tile 0 is of type str: wrap it"),  # type: ignore[list-item]
    "a solid tile": (
        lambda: TilingProblem("**", [DOMINO, Tile(Region.box(1, 1, 1))]),
        "tile 1 is of dimension 3, the board of dimension 2",
    ),
    "no name": (
        lambda: TilingProblem("**", [], name=WRONG),
        "name: expected a string, not a value of type NoneType",
    ),
    "too many placements": (
        lambda: TilingProblem(Region.box(1000, 1000), pentominoes()),
        "up to 62760196 placements that cover 313800980 cells are to be expected",
    ),
    "too many cells": (
        lambda: TilingProblem(Region.box(1000, 1000), [Tile(Region.box(500, 500))]),
        "up to 251001 placements that cover 62750250000 cells",
    ),
    "an unknown option": (
        lambda: TilingProblem("**", [DOMINO]).read(Solution([5])),
        "there is no placement 5: there are 1",
    ),
    "a negative option": (
        lambda: TilingProblem("**", [DOMINO]).read(Solution([-1])),
        "there is no placement -1",
    ),
    "no number": (
        lambda: TilingProblem("**", [DOMINO]).read(Solution(["0"])),  # type: ignore[list-item]
        "there is no placement '0'",
    ),
    "nothing covered": (
        lambda: TilingProblem("**", [DOMINO]).read(Solution()),
        "cell (0, 0) is not covered",
    ),
    "covered twice": (
        lambda: Tiling(Region.box(2, 1), [DOMINO_AT, DOMINO_AT]),
        "no tiling: cell (0, 0) is covered twice",
    ),
    "covered outside": (
        lambda: Tiling(Region.box(1, 1), [DOMINO_AT]),
        "cell (1, 0) is covered but not on the board",
    ),
    "no board to cover": (
        lambda: Tiling(WRONG, []),
        "board: expected a Region, not a value of type NoneType",
    ),
    "no placements": (
        lambda: Tiling(Region.box(2, 1), [WRONG]),
        "a Placement, not a value of type NoneType",
    ),
    "asked nowhere": (lambda: Tiling(Region.box(2, 1), [DOMINO_AT]).at(WRONG), "is not of the"),
    "asked outside": (
        lambda: Tiling(Region.box(2, 1), [DOMINO_AT]).at((2, 0)),
        "this cell is not of the board",
    ),
    "another region": (
        lambda: Placement(0, DOMINO, 1, Region.box(2, 1)),
        "must be orientation 1 of its tile, shifted",
    ),
    "another orientation": (
        lambda: Placement(0, DOMINO, 2, Region.box(2, 1)),
        "this tile has 2 orientations, counted from 0",
    ),
    "a negative tile": (
        lambda: Placement(-1, DOMINO, 0, Region.box(2, 1)),
        "the number of a tile is a whole number",
    ),
    "no tile": (lambda: Placement(0, WRONG, 0, Region.box(2, 1)), "needs a Tile and the"),
}

test_refusals = refusals(REFUSALS, BadTiling)


def test_pictures_of_one_tile_are_colored_by_touch() -> None:
    domino = Tile("**", symmetries="all", times="any")
    two = TilingProblem(Region.box(2, 2), [domino])
    pictures = [tiling.picture() for tiling in combien.solutions(two)]
    drawings = [*pictures, sheet(pictures)]
    assert all(picture.svg() == picture.svg(color_by="touch") for picture in drawings)
    assert all(picture.svg() != picture.svg(color_by="tile") for picture in drawings)
    bars = [Tile("**", symmetries="all", times="any"), Tile("*", times=2)]
    for tiling in combien.solutions(TilingProblem(Region.box(2, 2), bars)):
        assert tiling.picture().svg() == tiling.picture().svg(color_by="tile")
