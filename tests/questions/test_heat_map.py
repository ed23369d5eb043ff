"""Heat maps against a listing of all tilings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import PackingProblem, Region, Tile, TilingProblem, heat_map
from combien.drawing._palette import HEAT
from combien.errors import BadInput, BadPicture, OutOfBudget
from combien.geometry import HEXAGONS

DOMINO = Tile("**", symmetries="all", times="any", name="domino")
CORNER = Tile("**\n*.", symmetries="all", times=(0, 3), name="corner")
CELL = Tile("*", times=(0, 2), name="cell")

boards = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12).map(
    lambda cells: Region(sorted(cells))
)


def listed(model: TilingProblem | PackingProblem) -> tuple[int, dict[object, list[int]]]:
    """The number of tilings, and how often each tile covers each cell, by listing them."""
    counts: dict[object, list[int]] = {cell: [0] * len(model.tiles) for cell in model.board}
    total = 0
    for tiling in combien.solutions(model, engine="dlx"):
        total += 1
        for placement in tiling.placements:
            for cell in placement.region:
                counts[cell][placement.number] += 1
    return total, counts


@given(boards)
def test_a_heat_map_counts_the_listed_tilings(board: Region) -> None:
    model = TilingProblem(board, [DOMINO, CORNER, CELL])
    heat = heat_map(model)
    total, counts = listed(model)
    assert heat.total == total
    assert {cell: list(row) for cell, row in heat.counts.items()} == counts
    # Each tiling covers each cell once.
    assert all(sum(row) == total for row in heat.counts.values())


@given(boards)
def test_a_heat_map_of_packings_leaves_out_the_holes(board: Region) -> None:
    one = TilingProblem(board, [Tile("**", symmetries="all", times=1)])
    model = PackingProblem(one, holes="any")
    heat = heat_map(model)
    total, counts = listed(model)
    assert heat.total == total
    assert {cell: list(row) for cell, row in heat.counts.items()} == counts


def test_the_corner_of_the_pentomino_rectangle() -> None:
    tiles = [
        Tile("*" * 5, symmetries="all", name="I"),
        Tile("***\n*.*", symmetries="all", name="U"),
    ]
    heat = heat_map(TilingProblem(Region.box(5, 2), tiles))
    assert heat.total == 0
    assert set(heat.counts.values()) == {(0, 0)}
    assert {patch.label for patch in heat.picture(0).patches} == {"0"}


def test_a_board_of_hexagons_has_a_heat_map() -> None:
    model = TilingProblem(
        Region.box(3, 2, lattice=HEXAGONS),
        [Tile(Region.box(2, 1, lattice=HEXAGONS), symmetries="all", times="any")],
    )
    total, counts = listed(model)
    heat = heat_map(model)
    assert (heat.total, {cell: list(row) for cell, row in heat.counts.items()}) == (total, counts)
    assert "<svg" in heat.picture(0).svg(palette="heat", labels=True)


def test_a_picture_has_percentages_rounded_down() -> None:
    heat = heat_map(TilingProblem("****", [Tile("**", times="any"), Tile("*", times="any")]))
    assert heat.total == 5
    assert heat.counts[0, 0] == (2, 3)
    assert heat.picture(0).ascii(boxes=True, labels=True).split("\n")[1] == "│40 │60 │60 │40 │"


def test_one_tiling_is_all_of_them() -> None:
    heat = heat_map(TilingProblem("**", [DOMINO]))
    assert "100" in heat.picture(0).ascii(boxes=True, labels=True)
    assert heat.picture(0).title == "domino: percentage of the tilings"


def test_a_color_for_each_ten_percent() -> None:
    heat = heat_map(TilingProblem("***", [Tile("**", times="any"), Tile("*", times="any")]))
    drawn = heat.picture(0).svg(palette="heat")
    # White is also what is behind it.
    assert [color in drawn for color in HEAT.fills[1:]] == [at in (3, 6) for at in range(1, 11)]


def test_what_a_heat_map_refuses() -> None:
    with pytest.raises(BadInput, match="marginals"):
        heat_map(combien.Problem.from_options(["a"]))  # type: ignore[arg-type]
    heat = heat_map(TilingProblem("**", [DOMINO]))
    for tile in (-1, 1):
        with pytest.raises(BadInput, match="tile"):
            heat.picture(tile)
    with pytest.raises(BadPicture, match="above dimension 3"):
        heat_map(TilingProblem(Region.box(2, 1, 1, 1), [Tile(Region.box(2, 1, 1, 1))])).picture(0)
    with pytest.raises(OutOfBudget):
        heat_map(TilingProblem(Region.box(12, 12), [DOMINO]), bytes=1000)
