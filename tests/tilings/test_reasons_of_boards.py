"""Why boards have no tiling: the classical proofs, and no reason where there is a tiling."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile, TilingProblem, count
from combien.cover._weights import weights_fault
from combien.tilings._reason import Reason
from combien.tilings._reason_areas import Share, area_reason, mark_reason, most_marks, sums
from combien.tilings._reason_colors import color_reason, linear_reason
from combien.tilings._reason_dead import corner_reason, dead_reason
from tests.tilings.pentominoes import DOMINO
from tests.tilings.test_tiling import random_problems_of_tiles

RUNGS = (area_reason, dead_reason, corner_reason, color_reason, mark_reason, linear_reason)


def tile(drawing: str) -> Tile:
    """A tile used any number of times, in all orientations."""
    return Tile(drawing, symmetries="all", times="any")


def checked(model: TilingProblem, reason: Reason | None) -> Reason:
    """A reason, after checking its weights if it has any."""
    assert reason is not None
    if reason.kind == "weights":
        assert reason.weights is not None
        assert weights_fault(model.problem(), reason.weights) == ""
    return reason


@settings(max_examples=40)
@given(random_problems_of_tiles())
def test_a_board_with_a_tiling_has_no_reason(problem: TilingProblem) -> None:
    reasons = [rung(problem) for rung in RUNGS]
    for reason in filter(None, reasons):
        checked(problem, reason)
        assert count(problem) == 0


# Areas --------------------------------------------------------------------------------------------


def test_sums_by_hand() -> None:
    shares = [Share(2, 0, 3), Share(5, 1, 2), Share(4, 0, 1)]
    by_hand = {2 * a + 5 * b + 4 * c for a in range(4) for b in range(1, 3) for c in range(2)}
    bits = sums(shares, 30)
    assert {cells for cells in range(31) if bits >> cells & 1} == by_hand
    assert sums(shares, 4) == 0


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2), st.integers(0, 7)), max_size=3))
def test_sums_are_all_that_can_be_covered(kinds: list[tuple[int, int, int]]) -> None:
    shares = [Share(size, low, low + more) for size, low, more in kinds]
    uses = product(*(range(share.low, share.high + 1) for share in shares))
    wanted = {sum(n * share.size for n, share in zip(use, shares, strict=True)) for use in uses}
    bits = sums(shares, 40)
    assert {cells for cells in range(41) if bits >> cells & 1} == {n for n in wanted if n <= 40}


@pytest.mark.parametrize(
    ("board", "tiles", "words"),
    [
        (Region.box(7, 1), [tile("**")], "Each tile has 2 cells, and the board has 7"),
        (Region.box(7, 1), [tile("**"), tile("****")], "Each tile has a multiple of 2 cells"),
        # A tile that is larger than the board does not have two cells.
        (
            Region.box(3, 1),
            [tile("**"), tile("****")],
            "Each tile that is not too large has 2 cells, and the board has 3",
        ),
        (
            Region.box(7, 1),
            [tile("**"), tile("****"), tile("*" * 9)],
            "Each tile that is not too large has a multiple of 2 cells",
        ),
        (Region.box(7, 1), [Tile("***", times=3)], "tiles that must be used have 9 cells at least"),
        (Region.box(7, 1), [Tile("*" * 8, name="L")], "Tile 0 (L) must be used, and has 8 cells"),
        (Region.box(7, 1), [Tile("*", times=(0, 3)), Tile("**")], "cover 5 cells at most, and the"),
        (Region.box(7, 1), [], "There are no tiles"),
        (Region.box(7, 1), [tile("***"), tile("*****")], "No numbers of tiles cover exactly the 7"),
        (
            "*.***",
            [tile("**")],
            "falls into 2 parts, and no tile can cover cells of two parts. Each tile",
        ),
    ],
)
def test_areas(board: Region | str, tiles: list[Tile], words: str) -> None:
    model = TilingProblem(board, tiles)
    reason = area_reason(model)
    assert reason is not None
    assert words in reason.text
    assert count(model) == 0


def test_a_required_tile_need_not_be_in_every_part() -> None:
    assert area_reason(TilingProblem("**.***", [Tile("**"), Tile("***")])) is None


def test_tiles_that_are_not_connected_cover_several_parts() -> None:
    assert area_reason(TilingProblem("*.*", [tile("*.*")])) is None


# Dead cells and tiles -----------------------------------------------------------------------------


def test_a_tile_that_fits_nowhere() -> None:
    reason = dead_reason(TilingProblem("***\n***", [Tile("*\n*\n*", name="I"), tile("***")]))
    assert reason is not None
    assert reason.text == (
        "Tile 0 (I) must be used 1 time, and there is no room for that on this board."
    )
    assert reason.picture is None


def test_a_chain_is_printed_and_drawn() -> None:
    reason = dead_reason(TilingProblem("***\n.*.", [DOMINO]))
    assert reason is not None
    first, last = reason.text.splitlines()
    assert first.startswith("1. only one placement covers cell ")
    assert last.startswith("Then no placement that is left covers cell ")
    assert reason.picture is not None
    assert "1" in {patch.label for patch in reason.picture.patches}


def test_a_corner_that_cannot_be_covered() -> None:
    # The corner can be covered by F in a few ways, and each leaves a cell beside it alone.
    model = TilingProblem(Region.box(15, 15), [tile(".**\n**.\n.*.")])
    reason = corner_reason(model)
    assert reason is not None
    assert len(reason.text.splitlines()) == 3
    assert reason.text.startswith("There are only 2 placements for cell (0, 14), and each makes")
    assert count(model) == 0


# Colorings ---------------------------------------------------------------------------------------


CLASSICS: dict[str, tuple[TilingProblem, str, str]] = {
    "a chessboard without two corners": (
        TilingProblem(Region.box(8, 8) - Region([(0, 0), (7, 7)]), [DOMINO]),
        "like a chessboard",
        "the board has 30 black and 32 white ones",
    ),
    "T on 10 x 10": (
        TilingProblem(Region.box(10, 10), [tile("***\n.*.")]),
        "like a chessboard",
        "the board weighs 300, not a multiple of 8",
    ),
    "T on 6 x 6": (
        TilingProblem(Region.box(6, 6), [tile("***\n.*.")]),
        "like a chessboard",
        "not a multiple of 8",
    ),
    "L on 10 x 10": (
        TilingProblem(Region.box(10, 10), [tile("***\n*..")]),
        "by x mod 2",
        "not a multiple of 8",
    ),
    "bars on 10 x 10": (
        TilingProblem(Region.box(10, 10), [tile("****")]),
        "by (x + y) mod 4",
        "the board has 25 and 26 of them",
    ),
    "the five tetrominoes": (
        TilingProblem(
            Region.box(5, 4),
            [
                Tile(drawing, symmetries="all", name=name)
                for name, drawing in zip(
                    "IOTLS", ["****", "**\n**", "***\n.*.", "***\n*..", "**.\n.**"], strict=True
                )
            ],
        ),
        "like a chessboard",
        "The use of a tile weighs too: tile 2 (T): 1",
    ),
    "bricks": (
        TilingProblem(
            Region.box(6, 6, 6), [Tile(Region.box(1, 2, 4), symmetries="all", times="any")]
        ),
        "by (x + y + z) mod 4",
        "the board has 53 and 55 of them",
    ),
    "I trominoes on a chessboard without a corner": (
        TilingProblem(Region.box(8, 8) - Region([(0, 0)]), [tile("***")]),
        "by (x + y) mod 3",
        "of them",
    ),
}


@pytest.mark.parametrize("name", CLASSICS)
def test_classics(name: str) -> None:
    model, coloring, conclusion = CLASSICS[name]
    reason = checked(model, color_reason(model))
    assert coloring in reason.text
    assert conclusion in reason.text
    assert reason.picture is not None
    cells = [cell for patch in reason.picture.patches for cell in patch.cells]
    assert len(cells) == len(set(cells)) == len(model.board)


def test_a_board_that_can_be_tiled_by_signed_tiles_has_no_weights() -> None:
    # 3 x 3 by L trominoes: adding and taking away tiles covers it, so no weights prove anything.
    model = TilingProblem(Region.box(3, 3), [tile("**\n*.")])
    assert color_reason(model) is None
    assert linear_reason(model) is None


# Marks --------------------------------------------------------------------------------------------


def test_squares_and_corners_on_7_by_9() -> None:
    square, corner = "**\n**", tile("**\n*.")
    four = TilingProblem(Region.box(7, 9), [Tile(square, times=(4, None)), corner])
    reason = mark_reason(four)
    assert reason is not None
    assert reason.text.splitlines()[0].startswith("Mark the cells with (x mod 2, y mod 2) = (0, 0)")
    assert "So tiles that fill the board cover at most 19." in reason.text
    assert reason.picture is not None
    assert sum(len(patch.cells) for patch in reason.picture.patches if patch.label == "x") == 20
    # Three squares leave 17 corners, and 20 tiles may be enough.
    three = TilingProblem(Region.box(7, 9), [Tile(square, times=(3, None)), corner])
    assert mark_reason(three) is None


def test_the_most_marks_by_hand() -> None:
    shares = [Share(2, 0, 3), Share(3, 1, 2), Share(1, 0, 2)]
    for cells in range(12):
        worths = [
            5 * a - b + 2 * c
            for a in range(4)
            for b in range(1, 3)
            for c in range(3)
            if 2 * a + 3 * b + c == cells
        ]
        assert most_marks(shares, [5, -1, 2], cells) == max(worths, default=None)


def test_what_a_corner_makes_impossible_may_have_placements() -> None:
    """A bar must lie three times: after each placement on the first cell, one place is left."""
    bar = Tile("**", symmetries="rotations", times=3, name="bar")
    reason = corner_reason(TilingProblem(Region.box(4, 1), [bar, Tile("*", times=(0, 2))]))
    assert reason is not None
    assert reason.text == (
        "There are only 2 placements for cell (0, 0), and each makes something else impossible:\n"
        "1. tile 0 (bar) on (0, 0), (1, 0): tile 0 (bar)\n"
        "2. tile 1 on (0, 0): tile 0 (bar)"
    )
