"""Hints: in plain words, always true, and enough to complete the puzzle."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Progress
from combien._french import french
from combien.errors import BadNonogram, Cancelled, OutOfBudget
from combien.nonograms._clue import UNKNOWN, WHITE, Ink
from combien.nonograms._english import english
from combien.nonograms._human.hint_rules import ordinal
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._nonogram import Board, Nonogram
from tests.nonograms.random_nonograms import boards

RED = Ink(3, "red", "#ff0000", "r")


def hint(
    nonogram: Nonogram, board: Board | None = None, *, seconds: float | None = None
) -> Hint | None:
    """The next hint for a board, by default the empty one."""
    begun = Board.unknown(nonogram.height, nonogram.width) if board is None else board
    return Guide(nonogram).next(begun, seconds=seconds)


def one(rows: list[list[int]], columns: list[list[int]], drawing: str) -> str:
    """The hint for a board that is drawn."""
    nonogram = Nonogram(rows, columns, check=False)
    found = hint(nonogram, Board.parse(drawing))
    assert found is not None
    return found.text


def row(clue: list[int], drawing: str) -> str:
    """The hint for the first row, in columns that imply nothing."""
    width = len(drawing)
    below = [[], *([[1]] * 6)]
    board = [drawing, "." * width, *["?" * width] * 6]
    return one([clue, *below], [[1, 1]] * width, "\n".join(board))


@pytest.mark.parametrize(
    ("clue", "drawing", "text"),
    [
        ([5], "????????", "row 1: the 5 must cover columns 4 to 5"),
        ([], "????", "row 1: there is no block, so it is white"),
        ([2, 1], "????", "row 1: its blocks fit in one way only"),
        ([3], "?.???.??", "row 1: the 3 lies at columns 3 to 5"),
        ([1, 1, 3], "???????", "row 1: its blocks fit in one way only"),
        ([1, 1, 3], "????????", "row 1: the 3 must cover columns 6 to 7"),
        ([3, 3], "?????????", "row 1: the first 3 must cover column 3"),
        ([3, 4], "?????????", "row 1: the 4 must cover columns 6 to 8"),
        ([2], "?#??????", "row 1: no block reaches columns 4 to 8"),
        ([2], "??.?.??", "row 1: no block fits at column 4"),
        ([2, 1], "?##????", "row 1: the 2 lies at columns 2 to 3, so columns 1 and 4 are white"),
        ([1, 1], "???#???", "row 1: no block fits at columns 3 and 5"),
        ([2, 2], "???.#?.??", "row 1: wherever its blocks are, column 6 is black"),
    ],
)
def test_hints_for_a_row(clue: list[int], drawing: str, text: str) -> None:
    assert row(clue, drawing) == text


def test_complete_closed_and_columns() -> None:
    assert one([[1], [1]], [[1], [1]], "#?\n??") == "row 1: complete, the rest is white"
    board = "?##?????\n" + "\n".join(["????????"] * 3)
    said = one([[2, 1], [1], [1], [1]], [[1], [1], [1], [1], [], [], [], []], board)
    assert said == "column 5: there is no block, so it is white"
    long = Nonogram([[1], [1], [], []], [[2], []], check=False)
    found = hint(long, Board.parse("??\n??\n..\n.."))
    assert found is not None
    assert (found.text, found.rule) == ("column 2: there is no block, so it is white", "empty")


def test_colors_have_their_names() -> None:
    red = Nonogram([[(3, 3), 1]], [[(1, 3)], [(1, 3)], [(1, 3)], [1], []])
    first = hint(red)
    assert first is not None
    assert first.text == "column 5: there is no block, so it is white"
    found = Guide(red).next(Board.parse("????."))
    assert found is not None
    assert found.cells == ((0, 0, 3), (0, 1, 3), (0, 2, 3), (0, 3, 1))
    loose = Nonogram([[(3, 3)], [1], [1]], [[(1, 3), 1]] * 5, check=False)
    found = hint(loose)
    assert found is not None
    assert found.text == "row 1: the 3a must cover column 3"
    named = Nonogram([[(3, 3)], [1], [1]], [[(1, 3), 1]] * 5, palette=[RED], check=False)
    found = hint(named)
    assert found is not None
    assert found.text == "row 1: the red 3 must cover column 3"


def test_lines_without_a_common_color_cross_in_white() -> None:
    two = Nonogram([[1, (1, 3)], [(1, 3)]], [[1], [(1, 3)], [(1, 3)]], check=False)
    said = [step.text for step in Guide(two).steps()]
    assert "row 2: column 1 is white, having no color in common with it" in said


def test_a_mistake_is_reported() -> None:
    wrong = hint(Nonogram([[2], []], [[1], [1]]), Board.parse("??\n#?"))
    assert wrong is not None
    assert (wrong.rule, wrong.cells) == ("mistake", ())
    assert wrong.text == "row 2: its blocks no longer fit: a cell is wrong"
    guide = Guide(Nonogram([[1], [1]], [[1], [1]]))
    told = guide.next(Board.parse("#?\n??"), solution=Board.parse(".#\n#."))
    assert told is not None
    assert told.text == "row 1, column 1 is not black: a cell is wrong"


def test_a_mistake_that_no_line_shows() -> None:
    picture = Board.parse("..#.##\n#....#\n.#.##.\n#.#.#.\n.#....\n#.....")
    nonogram = Nonogram(*picture.clues())
    found = hint(nonogram, Board.unknown(6, 6).replaced({13: WHITE}))
    assert found is not None
    assert (found.rule, found.cells) == ("mistake", ())
    assert found.text == (
        "row 1, column 4: whatever this cell is, some line cannot be filled: a cell is wrong"
    )


def test_the_hint_with_most_cells_comes_first() -> None:
    below = [[], *([[1]] * 6)]
    board = "\n".join(["??????", "??????", "......", *["??????"] * 6])
    assert one([[4], [5], *below], [[1, 1]] * 6, board) == "row 2: the 5 must cover columns 2 to 5"
    assert one([[4], [4], *below], [[1, 1]] * 6, board) == "row 1: the 4 must cover columns 3 to 4"


def test_a_supposition_and_a_search() -> None:
    # Two solutions: nothing is certain, and only a search goes on.
    two = Nonogram([[1], [1]], [[1], [1]])
    found = hint(two)
    assert found is not None
    assert (found.rule, found.cells) == ("search", ())
    helped = Guide(two).next(Board.unknown(2, 2), solution=Board.parse(".#\n#."))
    assert helped is not None
    assert helped.cells == ((0, 0, WHITE),)
    assert hint(two, Board.parse(".#\n#.")) is None


# A random board that needs lines, then single suppositions, and then this rule.
HARD = Board.parse("""
    ##.....#.
    .....#...
    .##.....#
    #..#..#..
    #..#.##.#
    .##.##...
    ..#......
    .##.....#
    #.#......
""")


def test_a_color_that_both_cases_imply() -> None:
    texts = {step.rule: step.text for step in Guide(Nonogram(*HARD.clues())).steps()}
    assert texts["either"] == "row 8, column 6 is white, whatever row 8, column 3 is"
    assert ": if it were black, " in texts["suppose"]


def test_the_cache_of_a_guide_changes_nothing() -> None:
    nonogram = Nonogram(*HARD.clues())
    guide, board = Guide(nonogram), Board.unknown(9, 9)
    boards = []
    while (step := guide.next(board)) is not None and step.cells:
        assert step == Guide(nonogram).next(board)
        boards.append(board)
        board = guide.applied(board, step)
    # Also backwards, as with a player who undoes steps.
    for earlier in reversed(boards):
        assert guide.next(earlier) == Guide(nonogram).next(earlier)


def test_a_board_of_another_size() -> None:
    with pytest.raises(BadNonogram, match="the board has 1 rows"):
        hint(Nonogram([[1], [1]], [[1], [1]]), Board.parse("??"))


@settings(max_examples=40)
@given(board=boards(colors=2), data=st.data())
def test_hints_are_true_of_every_solution(board: Board, data: st.DataObject) -> None:
    nonogram = Nonogram(*board.clues())
    hidden = data.draw(
        st.lists(st.booleans(), min_size=len(board.cells), max_size=len(board.cells))
    )
    cells = (UNKNOWN if hide else c for c, hide in zip(board.cells, hidden, strict=True))
    known = Board(board.height, board.width, bytes(cells))
    guide = Guide(nonogram)
    said = 0
    for step in guide.steps(known):
        # The board is a solution, so every certain statement is true of it.
        assert all(board[row, column] == value for row, column, value in step.cells)
        assert all(known[row, column] == UNKNOWN for row, column, _ in step.cells)
        assert step.cells or step.rule == "search"
        known = guide.applied(known, step)
        said += 1
    assert said <= len(board.cells)
    if not known.unknown_count:
        assert known == board


def test_line_hints_complete_the_board() -> None:
    drawing = Board.parse(".#.#.\n#####\n#####\n.###.\n..#..")
    known = Board.unknown(5, 5)
    guide = Guide(Nonogram(*drawing.clues()))
    for step in Guide(Nonogram(*drawing.clues())).steps():
        known = guide.applied(known, step)
        assert step.rule not in ("suppose", "either", "search")
    assert known == drawing


# Budgets ------------------------------------------------------------------------------------------


def test_a_hint_within_its_nodes_is_the_same() -> None:
    nonogram, board = Nonogram(*HARD.clues()), Board.unknown(9, 9)
    works: list[int] = []
    wanted = Guide(nonogram).next(
        board, report=lambda progress: works.append(progress.work["steps"])
    )
    assert works[0] == 0
    # The number of steps depends on nothing but the board, so what a guide caches changes nothing.
    guide = Guide(nonogram)
    assert guide.next(board, nodes=10_000_000) == guide.next(board, nodes=10_000_000) == wanted


@pytest.mark.parametrize("nodes", [0, 1, 10, 30])
def test_too_few_nodes_for_a_hint(nodes: int) -> None:
    guide, board = Guide(Nonogram(*HARD.clues())), Board.unknown(9, 9)
    stuck = guide.applied(board, Hint("", "", ()))
    while (step := guide.next(stuck)) is not None and step.rule not in ("suppose", "either"):
        stuck = guide.applied(stuck, step)
    with pytest.raises(OutOfBudget, match=f"the budget of {nodes} nodes ended") as stopped:
        guide.next(stuck, nodes=nodes)
    assert stopped.value.known["steps"] <= nodes
    # Steps found so far are kept.
    assert guide.next(stuck) == step


def test_no_seconds_for_a_hint() -> None:
    with pytest.raises(OutOfBudget, match="the budget of 0 seconds ended"):
        hint(Nonogram([[1]], [[1]]), seconds=0)


def test_a_hint_can_be_cancelled() -> None:
    def cancel(progress: Progress) -> None:
        raise Cancelled

    guide, board = Guide(Nonogram(*HARD.clues())), Board.unknown(9, 9)
    with pytest.raises(Cancelled):
        guide.next(board, report=cancel)
    assert guide.next(board) == Guide(Nonogram(*HARD.clues())).next(board)


SEVERAL_LINES = Nonogram(
    [
        [2, (1, 3), (1, 4), 1, 1],
        [(1, 3), (2, 4), (1, 3), (2, 4)],
        [(1, 4), (1, 3), 1, (1, 3), (1, 4)],
        [(1, 4), (1, 3), 3],
        [(2, 3), (2, 4), 1, 1],
    ],
    [
        [1, (1, 3), (1, 4), (1, 3)],
        [1, (1, 4), (1, 3)],
        [(1, 3), (1, 4), (1, 3), (1, 4)],
        [(2, 4), 1, (1, 3), (1, 4)],
        [1, (2, 3), 2],
        [(2, 4), 1],
        [1, (1, 4), 2],
    ],
)


def test_each_wrong_color_has_the_line_that_fails() -> None:
    """If the cell is a, row 2 fits as well: only column 2 does not."""
    board = Board.parse("##ab#.#\n??bbabb\n???#ab.\n???a###\naabb#.#")
    found = hint(SEVERAL_LINES, board)
    assert found is not None
    assert found.text == (
        "row 2, column 2: if it were a, the blocks of column 2 would not fit and if it were b, "
        "the blocks of row 2 would not fit, so it is white"
    )
    assert french(found.statement).count("si la case était en") == 2


def test_a_contradiction_without_a_wrong_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    none = Nonogram([[2], [1, 1], [2]], [[1], [3], [2]])
    steps = [(step.rule, step.cells, step.text) for step in Guide(none).steps()]
    assert steps[-1] == ("none", (), "the clues have no solution")
    # Without time to find out.
    monkeypatch.setattr("combien.nonograms._human.hints._MOST_STEPS", 0)
    wrong = hint(none, Board.parse("???\n.??\n???"))
    assert wrong is not None
    assert (wrong.rule, wrong.text) == (
        "mistake",
        "row 2: its blocks no longer fit: a cell is wrong, or there is no solution",
    )


def test_many_equal_blocks() -> None:
    numbers = (10, 11, 12, 13, 21, 22, 23, 24, 101, 111, 113)
    found = [english(ordinal(number)) for number in numbers]
    assert " ".join(found) == "10th 11th 12th 13th 21st 22nd 23rd 24th 101st 111th 113th"
