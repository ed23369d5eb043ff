"""Boards with holes in one search, against a separate problem for each set of holes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Tile, TilingProblem
from combien._base.budget import Budget
from combien.design import unique_boards
from combien.design._punctured import HoleMoves, PuncturedBoard
from combien.geometry import HEXAGONS
from combien.tilings import catalogue

PENTOMINOES = catalogue.pentominoes()
SHAPES = ["*", "**", "***", "*.\n**", "**\n**", "*.*"]
TIMES = ["any", 1, 2, (0, 1), (1, 3), (2, None)]

cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2)
tiles = st.lists(
    st.builds(
        lambda art, times: Tile(art, symmetries="all", times=times),
        st.sampled_from(SHAPES),
        st.sampled_from(TIMES),
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=40, deadline=None)
@given(cells, tiles, st.data())
def test_against_separate_problems(
    board: set[tuple[int, int]], drawn: list[Tile], data: st.DataObject
) -> None:
    region = Region(board)
    holes = data.draw(st.sets(st.integers(0, len(region) - 1), max_size=len(region) - 1))
    punctured = PuncturedBoard(TilingProblem(region, drawn), holes=len(holes))
    found = punctured.tilings(holes, limit=10**6)
    left = TilingProblem(
        region - Region([region.cells[hole] for hole in holes], dimension=2), drawn
    )
    wanted = {
        frozenset((p.number, p.region) for p in tiling.placements)
        for tiling in combien.solutions(left)
    }
    assert len(found) == len(wanted)
    assert {
        frozenset((p.number, p.region) for p in punctured.placements(one)) for one in found
    } == wanted


@pytest.mark.parametrize(
    ("board", "tiles", "holes"),
    [
        (Region.box(5, 3), [Tile("*.\n**", symmetries="all", times=4)], 3),
        (Region.box(4, 4), [Tile("**", symmetries="all", times=4), Tile("**\n**")], 4),
        (Region.box(4, 3, lattice=HEXAGONS), [Tile(Region.box(3, 1, lattice=HEXAGONS))], 9),
    ],
)
def test_a_climb_sees_every_board(board: Region, tiles: list[Tile], holes: int) -> None:
    problem = TilingProblem(board, tiles)
    every = unique_boards(problem, holes=holes, limit=None)
    climbed = unique_boards(problem, holes=holes, limit=None, seed=1)
    assert every.complete
    assert climbed.complete
    assert {one.holes for one in climbed.boards} == {one.holes for one in every.boards}
    assert climbed.fewest == every.fewest


# The sets of holes that a climb counts do not depend on the machine, nor do their nodes.
@pytest.mark.parametrize(("width", "height"), [(9, 8), (13, 5), (16, 4), (10, 10)])
def test_the_twelve_pentominoes(width: int, height: int) -> None:
    problem = TilingProblem(Region.box(width, height), PENTOMINOES)
    found = unique_boards(problem, holes=width * height - 60, seed=0, nodes=1_000_000)
    (one,) = found.boards
    assert combien.count(TilingProblem(one.board, PENTOMINOES)) == 1
    assert len(one.tiling.placements) == 12
    assert found.tried < 200


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_changes_keep_the_number_of_holes(seed: int) -> None:
    problem = TilingProblem(Region.box(6, 4), [Tile("*.\n**", symmetries="all", times=5)])
    punctured = PuncturedBoard(problem, holes=9)
    moves = HoleMoves(problem, punctured, 9, Random(seed))
    holes = moves.left_by_a_tiling(Budget(nodes=10_000)) or moves.drawn()
    for _ in range(10):
        found = punctured.tilings(holes, limit=1)
        holes = moves.changed(holes, found[0] if found else ())
        assert len(set(holes)) == 9
        assert list(holes) == sorted(holes)
