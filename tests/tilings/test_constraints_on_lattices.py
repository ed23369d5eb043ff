"""Reasons and constraints on boards of hexagons and triangles, and on boards that wrap around."""

from __future__ import annotations

import pytest

from combien import PackingProblem, Paint, Region, Tile, TilingProblem, count, explain, solve
from combien.cover._weights import weights_fault
from combien.errors import BadTiling
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._wrapped import torus
from combien.tilings._reason_colors import color_reason

TRIANGLE_BOARD = Region.box(6, 6, lattice=TRIANGLES)
UP = [cell for cell in TRIANGLE_BOARD if TRIANGLES.kind(cell) == 1]
LOZENGE = Tile(
    Region([UP[0], TRIANGLE_BOARD.neighbors(UP[0])[0]], lattice=TRIANGLES),
    symmetries="all",
    times="any",
)
TWO = Tile(Region.box(2, 1, lattice=HEXAGONS), symmetries="all", times="any")


def test_lozenges_need_as_many_triangles_of_each_kind() -> None:
    inner = [cell for cell in UP if len(TRIANGLE_BOARD.neighbors(cell)) == 3]
    model = TilingProblem(
        TRIANGLE_BOARD - Region([inner[8], inner[15]], lattice=TRIANGLES), [LOZENGE]
    )
    assert explain(model).status == "none"
    found = color_reason(model)
    assert found is not None
    assert "by the kind of its cells" in found.text
    assert "the board has 36 and 34 of them" in found.text
    assert found.weights is not None
    assert weights_fault(model.problem(), found.weights) == ""
    assert found.picture is not None
    assert found.picture.svg().startswith("<svg")
    assert count(model) == 0


def test_holes_among_hexagons() -> None:
    model = PackingProblem(TilingProblem(Region.box(3, 3, lattice=HEXAGONS), [TWO]), holes=1)
    packing = solve(model)
    assert packing is not None
    assert len(packing.holes) == 1
    assert str(packing).count(".") == 1
    placement = packing.placements[0]
    assert 0 < count(model.complete([placement])) < count(model)


def test_hexagons_with_painted_edges() -> None:
    cell = Region.box(1, 1, lattice=HEXAGONS).cells[0]
    edges = {(cell, beyond): number for number, beyond in enumerate(HEXAGONS.neighbors(cell))}
    one = Tile(Region([cell], lattice=HEXAGONS), symmetries="rotations", times="any")
    pair = TilingProblem(Region.box(2, 1, lattice=HEXAGONS), [one])
    # Whatever color is on one side of the common edge, one rotation of the other tile matches it.
    assert count(PackingProblem(pair, paints={0: Paint(edges=edges)})) == 6


def test_boards_that_wrap_around() -> None:
    board = torus(4, 4)
    model = TilingProblem(board, [Tile("**", symmetries="all", times="any")])
    first = model.placements[0]
    assert 0 < count(PackingProblem(model, forced=[first])) < count(model)
    with pytest.raises(
        BadTiling, match="paint is supported only on boards that do not wrap around"
    ):
        PackingProblem(model, paints={0: Paint()})
