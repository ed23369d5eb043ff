"""The published counts of the classic problems, each by two engines of different kinds."""

from __future__ import annotations

import pytest

import combien
from combien import Region, Tile, TilingProblem
from combien.tilings import catalogue
from combien.tilings.classics import CLASSICS, Classic, classic

# A sweep and a search, unless one of them takes too long.
BOTH = ("frontier", "bits")
OTHERS = {
    "dominoes on a chessboard": ("frontier", "fkt"),
    "dominoes on an Aztec diamond of order 6": ("frontier", "fkt"),
    "lozenges in a hexagon of side 4": ("frontier", "fkt"),
    "solid pentominoes in 2x3x10": ("bits", "dlx"),
    "Slothouber and Graatsma's cube": ("frontier", "dlx"),
}
# More than about a second.
LONG = {
    "one-sided pentominoes on 3x30": BOTH,
    "pentominoes on a chessboard without corners": ("bits", "dlx"),
    "solid pentominoes in 2x5x6": ("bits", "dlx"),
    "solid pentominoes in 3x4x5": ("bits", "dlx"),
    "Bedlam cube, its first tile not turned": ("bits", "dlx"),
    "Conway's box": ("dlx",),
    "Y pentominoes on 15x15": BOTH,
}


@pytest.mark.parametrize(
    "known", [known for known in CLASSICS if known.name not in LONG], ids=lambda known: known.name
)
def test_a_classic(known: Classic) -> None:
    for engine in OTHERS.get(known.name, BOTH):
        assert combien.count(known.problem(), engine=engine) == known.count, engine


@pytest.mark.slow
@pytest.mark.parametrize(
    "known", [known for known in CLASSICS if known.name in LONG], ids=lambda known: known.name
)
def test_a_long_classic(known: Classic) -> None:
    for engine in LONG[known.name]:
        assert combien.count(known.problem(), engine=engine) == known.count, engine


@pytest.mark.slow
def test_the_box_of_conway_without_multiplicities() -> None:
    # Parity wants one rod along each axis, so the rods are three tiles; volume leaves room for just
    # thirteen large blocks.  This the bit kernel can count, too.
    large, cube, small, rod = catalogue.conway()
    rods = [Tile(region, name=f"rod {axis}") for axis, region in enumerate(rod.orientations)]
    blocks = Tile(large.region, symmetries="rotations", times="any")
    problem = TilingProblem(Region.box(5, 5, 5), [blocks, cube, small, *rods])
    assert combien.count(problem, engine="bits") == classic("Conway's box").count


def test_every_exception_is_a_classic() -> None:
    assert {*OTHERS, *LONG} <= {known.name for known in CLASSICS}
