"""Which patches touch, by edges and by cells, against their definition; and colors for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from combien.drawing._mesh import first_fit, mesh_of, touching_by_cells, touching_by_edges
from combien.drawing._picture import Picture

Cell = tuple[int, int]

# A board of width 6, and the patch of each cell; patches may be disconnected.
boards = st.lists(st.integers(0, 7), min_size=6, max_size=36).map(
    lambda numbers: {divmod(place, 6): number for place, number in enumerate(numbers)}
)


def groups_of(board: dict[Cell, int]) -> list[list[Cell]]:
    return [
        [cell for cell, number in board.items() if number == patch]
        for patch in sorted(set(board.values()))
    ]


def touching(a: list[Cell], b: list[Cell]) -> bool:
    return any(abs(ax - bx) + abs(ay - by) == 1 for ax, ay in a for bx, by in b)


@given(boards)
def test_touching_is_sharing_an_edge(board: dict[Cell, int]) -> None:
    groups = groups_of(board)
    expected = [
        [other for other, b in enumerate(groups) if other != patch and touching(a, b)]
        for patch, a in enumerate(groups)
    ]
    picture = Picture.of_cells([(cells, 0, "") for cells in groups])
    assert touching_by_edges(mesh_of(picture)) == expected
    seen = {cell: patch for patch, cells in enumerate(groups) for cell in cells}
    assert touching_by_cells(seen, patches=len(groups)) == expected


@given(boards)
def test_first_fit_tells_neighbors_apart(board: dict[Cell, int]) -> None:
    groups = groups_of(board)
    seen = {cell: patch for patch, cells in enumerate(groups) for cell in cells}
    neighbors = touching_by_cells(seen, patches=len(groups))
    colors = first_fit(neighbors)
    for patch, others in enumerate(neighbors):
        assert all(colors[patch] != colors[other] for other in others)
        assert 0 <= colors[patch] <= len(others)


def test_patches_with_many_neighbors_choose_first() -> None:
    """A path of four, 0-2-3-1: in the order of the numbers, it would take three colors."""
    assert first_fit([[2], [3], [0, 3], [1, 2]]) == [1, 0, 0, 1]


def test_a_chessboard_of_monominoes_takes_two_colors() -> None:
    cells = [(x, y) for x in range(8) for y in range(8)]
    mesh = mesh_of(Picture.of_cells([([cell], 0, "") for cell in cells]))
    assert first_fit(touching_by_edges(mesh)) in (
        [(x + y) % 2 for x, y in cells],
        [(x + y + 1) % 2 for x, y in cells],
    )
