"""The smallest changes of a picture, against all pictures."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien._base.budget import Budget, Progress
from combien.errors import BadInput, BadNonogram, OutOfBudget
from combien.nonograms._compose import Level, by_changing
from combien.nonograms._fewest import Change, Fewest, fewest_changes
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import deduce
from tests.nonograms.random_nonograms import boards


def smallest(board: Board, shown: Board, difficulty: Level) -> tuple[int, list[Change]]:
    """By the definition: the good pictures that differ in the fewest cells."""
    values = sorted({0, *board.cells})
    pictures = [
        Board(board.height, board.width, bytes(cells))
        for cells in product(values, repeat=len(board.cells))
    ]
    places = [place for place, cell in enumerate(shown.cells) if cell != 2]

    def seen(picture: Board) -> object:
        return picture.clues(), [picture.cells[place] for place in places]

    number = Counter(repr(seen(picture)) for picture in pictures)
    by_size: dict[int, list[Change]] = defaultdict(list)
    for picture in pictures:
        if difficulty == "lines":
            known = shown.replaced({place: picture.cells[place] for place in places})
            good = not deduce(Nonogram(*picture.clues()), known).unknown_count
        else:
            good = number[repr(seen(picture))] == 1
        if good:
            both = zip(board.cells, picture.cells, strict=True)
            change = tuple(
                (*divmod(place, board.width), new)
                for place, (old, new) in enumerate(both)
                if old != new
            )
            by_size[len(change)].append(change)
    least = min(by_size)
    return least, sorted(by_size[least])


@settings(max_examples=30)
@given(
    board=boards(size=(3, 3)) | boards(size=(2, 4)) | boards(size=(1, 8)),
    level=st.sampled_from(["any", "lines"]),
    data=st.data(),
)
def test_all_smallest_changes(board: Board, level: Level, data: st.DataObject) -> None:
    shown = Board.unknown(board.height, board.width)
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(board.cells) - 1))
        shown = shown.replaced({place: board.cells[place]})
    least, changes = smallest(board, shown, level)
    found = fewest_changes(board, given=shown, difficulty=level, most=9, limit=10_000)
    assert found == Fewest(least, least, tuple(changes), True) or (
        sorted(found.changes) == changes and found.number == found.at_least == least
    )


def test_a_picture_with_one_solution_needs_no_change() -> None:
    assert fewest_changes(Board.parse("##\n#.")) == Fewest(0, 0, ((),), True)


def test_two_exchanges_that_are_far_apart_need_a_cell_each() -> None:
    board = Board.parse("#.....\n.#....\n......\n......\n....#.\n.....#")
    found = fewest_changes(board)
    assert (found.number, found.complete) == (2, True)
    assert fewest_changes(board, most=1) == Fewest(None, 2, (), True)


def test_few_changes_are_listed() -> None:
    board = Board.parse("#...\n.#..\n..#.\n...#")
    found = fewest_changes(board, limit=2)
    assert (found.number, len(found.changes), found.complete) == (2, 2, False)
    assert len(fewest_changes(board, limit=8).changes) == 8
    assert fewest_changes(board, limit=8).complete


def considered(board: Board, most: int) -> int:
    """The number of pictures considered."""
    reports: list[Progress] = []
    fewest_changes(board, report=reports.append, most=most)
    return reports[-1].work["pictures"]


def test_neighborhoods_save_most_pictures() -> None:
    noise = Random(2)
    board = Board(20, 20, bytes(int(noise.random() < 0.5) for _ in range(400)))
    found = fewest_changes(board, most=5)
    assert (found.number, found.at_least) == (5, 5)
    # There are 83 thousand million sets of five cells.
    assert considered(board, 5) < 3000
    assert len(by_changing(board).cells) >= 5


def test_budgets() -> None:
    board = Board.parse("#...\n.#..\n..#.\n...#")
    for budget in (Budget(nodes=0), Budget(seconds=0)):
        with pytest.raises(OutOfBudget) as stopped:
            fewest_changes(board, budget=budget)
        assert stopped.value.known["at_least"] == 0
    full = fewest_changes(board)
    partial = {}
    for nodes in range(0, 20_000, 7):
        try:
            found = fewest_changes(board, nodes=nodes)
        except OutOfBudget as stop:
            assert stop.known["at_least"] <= 2
            continue
        assert found.changes == full.changes[: len(found.changes)]
        assert found.complete == (found == full)
        partial[len(found.changes)] = nodes
        if found.complete:
            break
    assert len(partial) == 8


def test_bad_arguments() -> None:
    board = Board.parse("#.")
    with pytest.raises(BadNonogram, match="expected a Board"):
        fewest_changes("#.")  # type: ignore[arg-type]
    with pytest.raises(BadNonogram, match="the board has 1 rows and 1 columns"):
        fewest_changes(board, given=Board.parse("?"))
    with pytest.raises(BadNonogram, match="1 cells are unknown"):
        fewest_changes(Board.parse("#?"))
    with pytest.raises(BadInput, match="difficulty='easy'"):
        fewest_changes(board, difficulty="easy")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="most=-1"):
        fewest_changes(board, most=-1)
    with pytest.raises(BadInput, match="limit=0"):
        fewest_changes(board, limit=0)
