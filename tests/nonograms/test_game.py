"""A game by lines of text."""

from __future__ import annotations

import pytest

from combien.errors import BadNonogram
from combien.nonograms._clue import Ink
from combien.nonograms._human.game import HELP, Game
from combien.nonograms._nonogram import Board, Nonogram

TWO = Nonogram([[2], [1]], [[1], [2]])


def test_a_whole_game() -> None:
    game = Game(TWO)
    assert game.do("hint") == "row 1: the 2 lies at columns 1 to 2"
    assert str(game.board).split() == ["??", "??"]
    game.do("1 1-2 #")
    assert str(game.board).split() == ["##", "??"]
    assert game.do("step").startswith("column 1: complete, the rest is white\n")
    assert str(game.board).split() == ["##", ".?"]
    assert game.do("2, 2 #").endswith("\nsolved")
    assert game.solved
    assert game.do("hint") == game.do("check") == game.do("step") == "solved"


def test_why() -> None:
    game = Game(TWO)
    assert game.do("why") == "row 1: the 2 lies at columns 1 to 2\nbecause of the clues alone"
    game.do("1 1-2 #")
    assert game.do("why").endswith("the rest is white\nbecause row 1 is black")
    assert game.do("1 2 .; why").endswith("a cell is wrong\nbecause column 2 is white")
    assert game.do("1 2 #; 2 1 .; 2 2 #; why") == "solved"
    loose = Game(Nonogram([[1], [1]], [[1], [1]]))
    assert loose.do("why") == loose.do("hint")


def test_undo_and_redo() -> None:
    game = Game(TWO)
    assert game.do("undo") == "nothing to undo"
    assert game.do("redo") == "nothing to redo"
    game.do("1-2 1 .")
    game.do("1 2 #")
    game.do("1 2 #")
    game.do("undo")
    assert str(game.board).split() == [".?", ".?"]
    game.do("undo")
    assert game.board == Board.unknown(2, 2)
    game.do("redo")
    assert str(game.board).split() == [".?", ".?"]
    game.do("1 2 #")
    assert game.do("redo") == "nothing to redo"


def test_a_check_uses_lines_and_the_solution() -> None:
    wrong = Game(TWO)
    assert wrong.do("check") == "no line shows a mistake, 4 cells are unknown"
    assert wrong.do("1 1 .; check") == "row 1: its blocks no longer fit: a cell is wrong"
    assert wrong.do("step") == "row 1: its blocks no longer fit: a cell is wrong"
    loose = Nonogram([[1], [1], [1]], [[1], [1], [1]])
    solution = Board.parse("#..\n.#.\n..#")
    told = Game(loose, solution=solution)
    assert told.do("1 2 #; check") == "row 1, column 2 is not black: a cell is wrong"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("3 1 #", "rows are numbered from 1 to 2"),
        ("1 2-1 #", "columns are numbered from 1 to 2"),
        ("0 1 #", "rows are numbered from 1 to 2"),
        ("1 1 x", "'x' is not a cell value: use one of # . ?"),
        ("hnit", "'hnit' has no effect here; did you mean 'hint'?; see help"),
        ("99999 99999 #", "rows are numbered from 1 to 2"),
        ("999999 1 #", "'999999 1 #' has no effect here; see help"),
        ("help", HELP),
        ("save", "??\n??"),
    ],
)
def test_answers_to_commands(line: str, answer: str) -> None:
    game = Game(TWO)
    assert game.do(line) == answer
    assert game.board == Board.unknown(2, 2)
    assert not game.over


def test_letters_of_colors() -> None:
    red = Ink(3, "red", "#ff0000", "r")
    game = Game(Nonogram([[(1, 3), 1]], [[(1, 3)], [1]], palette=[red]))
    assert game.do("help") == f"{HELP}\ncolors    # black, a red"
    # As in text, whatever letter the picture has on a screen.
    assert "| a ? |" in game.do("1 1 r").replace("  ", " ")
    assert str(game.board) == "a?"
    assert game.do("1 1 a; 1 2 #").endswith("solved")


def test_quitting_and_beginning() -> None:
    game = Game(TWO, board=Board.parse("##\n??"))
    assert game.do("quit") == ""
    assert game.over
    with pytest.raises(BadNonogram, match="the board has 1 rows"):
        Game(TWO, board=Board.parse("##"))
