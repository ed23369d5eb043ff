"""Counts up to symmetry on hexagons, triangles and boards that wrap: published, and by listing."""

from __future__ import annotations

import pytest

import combien
from combien import Region, Tile, TilingProblem
from combien.errors import BadTiling
from combien.geometry._hexagons import HEXAGONS
from combien.geometry._symmetry import Group
from combien.geometry._wrapped import cylinder, klein_bottle, moebius_strip, torus
from combien.tilings.classics import classic

DOMINO = Tile("**", symmetries="all", times="any")


@pytest.mark.parametrize(
    ("name", "count", "symmetries", "rotations"),
    [
        ("hexiamonds in 4x9", 74, 2, 2),
        ("hexiamonds in a rhombus", 156, 4, 2),
        ("tetrahexes in 4x7", 9, 2, 2),
        ("tetrahexes in 3x10 without two corners", 2, 4, 2),
        ("small polyhexes in a honeycomb of side 4", 12290, 12, 6),
    ],
)
def test_published_counts(name: str, count: int, symmetries: int, rotations: int) -> None:
    problem = classic(name).problem()
    assert len(problem.symmetries(up_to="all").names) == symmetries
    assert len(problem.symmetries(up_to="rotations").names) == rotations
    assert combien.count(problem, up_to="all") == count


@pytest.mark.parametrize(
    "board",
    [torus(4, 4), torus(3, 4), cylinder(4, 3), moebius_strip(4, 3), klein_bottle(4, 4)],
    ids=["torus 4 x 4", "torus 3 x 4", "cylinder", "Moebius strip", "Klein bottle"],
)
def test_shifts_of_boards_that_wrap_count_too(board: Region) -> None:
    problem = TilingProblem(board, [DOMINO])
    assert len(problem.symmetries(up_to="all").names) > 1
    listed = sum(1 for _ in combien.solutions(problem, up_to="all"))
    assert combien.count(problem, up_to="all") == listed < combien.count(problem)


def test_a_group_that_changes_the_board_is_refused() -> None:
    problem = TilingProblem(
        Region.box(2, 1, lattice=HEXAGONS),
        [Tile(Region.box(2, 1, lattice=HEXAGONS), symmetries="all")],
    )
    assert len(problem.symmetries(up_to="all").names) == 2
    with pytest.raises(BadTiling, match="is not a symmetry of this problem"):
        problem.symmetries(up_to=HEXAGONS.rotations(2))
    with pytest.raises(BadTiling, match="dimension"):
        problem.symmetries(up_to=Group.all(4))
