"""Nonograms and boards: what is refused, and boards from their clues and texts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadNonogram
from combien.nonograms._clue import LETTERS, UNKNOWN, Block, Ink
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.search import NonogramSearch


@st.composite
def boards_of(draw: st.DrawFn, *values: int) -> Board:
    """Boards of up to eight lines each way, whose cells have these values."""
    height, width = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = st.lists(st.sampled_from(values), min_size=height * width, max_size=height * width)
    return Board(height, width, bytes(draw(cells)))


@settings(max_examples=50)
@given(boards_of(0, 1, 3, 4))
def test_a_board_solves_its_own_clues(board: Board) -> None:
    nonogram = Nonogram(*board.clues())
    assert (nonogram.height, nonogram.width) == (board.height, board.width)
    assert nonogram.problems() == []
    assert board.solves(nonogram)


@given(boards_of(0, 1), st.integers(0, 63))
def test_a_changed_board_does_not(board: Board, at: int) -> None:
    nonogram = Nonogram(*board.clues())
    at %= len(board.cells)
    for value in (1 - board.cells[at], UNKNOWN):
        changed = board.cells[:at] + bytes([value]) + board.cells[at + 1 :]
        assert not Board(board.height, board.width, changed).solves(nonogram)


@given(boards_of(0, 1, 3, 4), boards_of(0, 1, 3, 4))
def test_the_core_reads_clues_as_the_definition_does(one: Board, other: Board) -> None:
    search = NonogramSearch(Nonogram(*one.clues()))
    assert search.solves(one)
    if (other.height, other.width) == (one.height, one.width):
        cells = bytes(c if c in one.cells else 0 for c in other.cells)
        board = Board(one.height, one.width, cells)
        assert search.solves(board) == board.solves(search.nonogram)


@given(boards_of(0, 1), st.integers(0, 63))
def test_the_core_does_not_take_an_unknown_cell(board: Board, at: int) -> None:
    search = NonogramSearch(Nonogram(*board.clues()))
    at %= len(board.cells)
    for value in (1 - board.cells[at], UNKNOWN):
        changed = board.cells[:at] + bytes([value]) + board.cells[at + 1 :]
        assert not search.solves(Board(board.height, board.width, changed))


@given(st.lists(st.integers(-2, 200) | st.floats() | st.booleans() | st.text(), max_size=4))
def test_both_ways_to_read_clues_agree(entries: list[object]) -> None:
    # Entries in a subclass of list are read by the slower way.
    class Entries(list[object]):
        pass

    def read(clue: object) -> object:
        try:
            return Nonogram([clue], [[]] * 3, check=False).rows  # type: ignore[list-item]
        except BadNonogram as error:
            return str(error)

    assert read(entries) == read(tuple(entries)) == read(Entries(entries))


@given(boards_of(*range(len(LETTERS))))
def test_boards_are_read_back_from_text(board: Board) -> None:
    assert Board.parse(str(board)) == board


@given(boards_of(0, 1, 3, 4))
def test_rows_and_columns_are_the_cells(board: Board) -> None:
    for row in range(board.height):
        for column in range(board.width):
            assert board.row(row)[column] == board[row, column] == board.column(column)[row]


def test_a_white_line_is_empty_or_zero() -> None:
    assert Nonogram([[0], []], [()]).rows == ((), ())


def test_equal_nonograms_are_equal() -> None:
    one, two = Nonogram([[1]], [[(1, 1)]]), Nonogram([(Block(1),)], [[1]])
    assert one == two
    assert hash(one) == hash(two)
    assert one != Nonogram([[1]], [[1]], title="dot")


RED = Ink(3, "red", "#ff0000", "r")


def test_the_palette_is_kept() -> None:
    nonogram = Nonogram([[(1, 3)]], [[(1, 3)]], palette=[RED])
    assert nonogram.ink(3) == RED
    assert [ink.value for ink in nonogram.palette] == [0, 1, 3]


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ([], [[1]], "there are no rows"),
        ([[1]], [], "there are no columns"),
        ([[1], [1, -2]], [[1]], "row 2: a block of -2 cells"),
        ([[10**5000]], [[1]], "row 1: a block of a number of 16610 bits cells"),
        ([[(1, 10**5000)]], [[1]], "row 1: color a number of 16610 bits"),
        ([[1]], [[1, 0]], "column 1: a block of 0 cells"),
        ([[(1, 2)]], [[1]], "row 1: color 2"),
        ([[(1, 99)]], [[1]], "row 1: color 99"),
        ([[(1,)]], [[1]], "row 1: a block is a length"),
        ([["1"]], [[1]], "row 1: a block is a length"),
        (["11"], [[1]], "row 1: a clue is a sequence"),
        ([1], [[1]], "row 1: a block is a length"),
        ([[1.5]], [[1]], "row 1: a block is a length"),
        ([[]] * 65536, [[1]], "more than 65535 rows"),
        ([[]] * 10000, [[]] * 10000, "10000 rows of 10000 cells: more than"),
        ([[2]], [[1]], "row 1: 2 needs 2 cells, and there are 1: there is no solution"),
        ([[1]], [[0], [0]], "the rows have 1 black cells, the columns 0"),
        ([[1], [(1, 3)]], [[1, 1]], "column 1: 1 black, 1 black needs 3 cells"),
    ],
)
def test_bad_clues_are_refused_with_their_line(
    rows: list[list[int]], columns: list[list[int]], message: str
) -> None:
    with pytest.raises(BadNonogram) as caught:
        Nonogram(rows, columns)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("ink", "message"),
    [
        (Ink(2, "odd", "#ff0000", "r"), "the value 2"),
        (Ink(3, "odd", "#ff0000", "rr"), "letter"),
        (Ink(3, "odd", "red", "r"), "write it like"),
        (Ink(4, "odd", "#ff0000", "r"), "row 1: no ink of the palette has color 3"),
    ],
)
def test_bad_palettes_are_refused(ink: Ink, message: str) -> None:
    with pytest.raises(BadNonogram, match=message):
        Nonogram([[(1, 3)]], [[(1, 3)]], palette=[ink])


@pytest.mark.parametrize("text", ["", "..\n.", "!", "\n \n"])
def test_bad_boards_are_refused(text: str) -> None:
    with pytest.raises(BadNonogram):
        Board.parse(text)


def test_bad_cells_are_refused() -> None:
    for height, width, cells in [(1, 2, b"\0"), (0, 0, b""), (1, 1, b"\xff"), (70000, 1, b"")]:
        with pytest.raises(BadNonogram):
            Board(height, width, cells)
    with pytest.raises(BadNonogram):
        Board.unknown(60000, 60000)
    with pytest.raises(BadNonogram):
        Board.parse("?").clues()


def test_a_cell_off_the_board_is_refused() -> None:
    with pytest.raises(IndexError):
        Board.parse("#")[0, 1]
