"""Strategies for boards and nonograms that are small enough to list."""

from __future__ import annotations

from hypothesis import strategies as st

from combien.nonograms._clue import UNKNOWN
from combien.nonograms._nonogram import Board, Nonogram


@st.composite
def listable_boards(draw: st.DrawFn, *, most: int = 5, colors: bool = True) -> Board:
    """A complete board, of one color or of several."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    values = draw(st.sampled_from([(0, 1), (0, 1, 3), (0, 4)])) if colors else (0, 1)
    cells = st.lists(st.sampled_from(values), min_size=height * width, max_size=height * width)
    return Board(height, width, bytes(draw(cells)))


@st.composite
def nonograms(draw: st.DrawFn, *, most: int = 4) -> Nonogram:
    """A nonogram with solutions, or one with the columns of another board."""
    board = draw(listable_boards(most=most))
    rows, columns = board.clues()
    if draw(st.integers(0, 3)) == 0:
        columns = tuple(draw(st.permutations(columns)))
    return Nonogram(rows, columns, check=False)


@st.composite
def partly_known(draw: st.DrawFn, *, most: int = 4) -> tuple[Nonogram, Board]:
    """A nonogram, and a board with some known cells, few of which are wrong."""
    board = draw(listable_boards(most=most))
    nonogram = Nonogram(*board.clues())
    hidden = draw(st.lists(st.booleans(), min_size=len(board.cells), max_size=len(board.cells)))
    cells = bytearray(UNKNOWN if h else v for h, v in zip(hidden, board.cells, strict=True))
    if draw(st.integers(0, 5)) == 0:
        cells[draw(st.integers(0, len(cells) - 1))] = draw(st.sampled_from([0, 1]))
    return nonogram, Board(board.height, board.width, bytes(cells))


def agrees(board: Board, known: Board) -> bool:
    """Whether a board has the values that are known."""
    return all(k in (UNKNOWN, v) for v, k in zip(board.cells, known.cells, strict=True))
