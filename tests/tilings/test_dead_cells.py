"""Dead cells and useless tiles against a list of all placements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import PackingProblem, Region, Tile, TilingProblem
from combien.geometry import HEXAGONS, TRIANGLES, Lattice
from combien.tilings import dead_cells, useless_tiles

TILES = [
    Tile("***", symmetries="all", times="any"),
    Tile("**\n**", times="any"),
    Tile(".*\n**", times=(0, 1)),
]
boards = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14).map(
    lambda cells: Region(sorted(cells))
)


def shifted(board: Region, shape: Region) -> list[set[tuple[int, ...]]]:
    """Each position of a shape on the board, by trying each cell of the board as its first."""
    first = next(iter(shape))
    positions = []
    for cell in board:
        moved = {
            tuple(a + b - c for a, b, c in zip(cell, part, first, strict=True)) for part in shape
        }
        if all(part in board for part in moved):
            positions.append(moved)
    return positions


@given(boards)
def test_dead_cells_are_under_no_position_of_any_tile(board: Region) -> None:
    places = [
        [place for shape in tile.orientations for place in shifted(board, shape)] for tile in TILES
    ]
    covered = set().union(*(place for tile in places for place in tile))
    model = TilingProblem(board, TILES)
    assert dead_cells(model) == tuple(cell for cell in board if cell not in covered)
    assert useless_tiles(model) == tuple(n for n, tile in enumerate(places) if not tile)
    packing = PackingProblem(model, holes="any")
    assert dead_cells(packing) == dead_cells(model)
    assert useless_tiles(packing) == useless_tiles(model)


@pytest.mark.parametrize("lattice", [HEXAGONS, TRIANGLES])
def test_other_lattices(lattice: Lattice) -> None:
    pair = Region.from_art("**" if lattice == TRIANGLES else "*.*", lattice=lattice)
    far = next(iter(Region.box(1, 1, lattice=lattice).shift(12, 0, -12)))
    model = TilingProblem(
        Region([*pair, far], lattice=lattice), [Tile(pair, symmetries="all", times="any")]
    )
    assert dead_cells(model) == (far,)
    assert useless_tiles(model) == ()
