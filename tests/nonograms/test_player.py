"""A game by single keys: moves, undo, hints, mistakes, and saving only on request."""

from __future__ import annotations

from typing import Any

import pytest

from combien.errors import BadInput, BadNonogram
from combien.nonograms import Board, Ink, Nonogram
from combien.nonograms._human.player import Player, Rules

TWO = Nonogram([[2], [1]], [[1], [2]])


class Disk:
    """Files in memory."""

    def __init__(self, **files: str) -> None:
        self.files = files

    def exists(self, name: str) -> bool:
        return name in self.files

    def write(self, name: str, text: str) -> None:
        if "/" in name:
            raise BadInput(f"cannot write '{name}': there is no folder")
        self.files[name] = text


def player(nonogram: Nonogram = TWO, disk: Disk | None = None, **more: Any) -> Player:
    disk = disk or Disk()
    return Player(nonogram, exists=disk.exists, write=disk.write, **more)


def typed(game: Player, keys: str) -> Player:
    for key in keys.split():
        game.press(key)
    return game


def test_moves_stay_on_the_board() -> None:
    game = player()
    typed(game, "left up")
    assert (game.row, game.column) == (0, 0)
    typed(game, "right right down down")
    assert (game.row, game.column) == (1, 1)
    typed(game, "home pageup")
    assert (game.row, game.column) == (0, 0)
    typed(game, "end pagedown")
    assert (game.row, game.column) == (1, 1)


def test_cells_toggle_and_changes_are_undone() -> None:
    game = player()
    typed(game, "space")
    assert game.board[0, 0] == 1
    typed(game, "x space space")
    assert game.board[0, 0] == 2
    typed(game, "u u")
    assert game.board[0, 0] == 0
    typed(game, "u u")
    assert game.board == Board.unknown(2, 2)
    typed(game, "u")
    assert game.note == "nothing to undo"
    typed(game, "r")
    assert game.board[0, 0] == 1
    typed(game, "right backspace x r")
    assert game.note == "nothing to redo"


def test_finished_blocks_follow_every_change() -> None:
    game = player()
    rules = Rules(TWO)
    for keys in ("space", "right space", "down space", "u", "u", "r", "r", "x"):
        typed(game, keys)
        assert tuple(map(game.finished, range(4))) == rules.finished(game.board)


def test_a_solved_board_needs_no_white_marks() -> None:
    game = player()
    assert typed(game, "space right space").solved is False
    typed(game, "down space")
    assert (game.solved, game.note) == (True, "solved!")
    typed(game, "h")
    assert game.note == "solved!"
    typed(game, "u")
    assert (game.solved, game.note) == (False, "")


def test_hints_are_shown_and_applied() -> None:
    game = typed(player(), "h")
    assert game.note == "row 1: the 2 lies at columns 1 to 2"
    assert game.hint is not None
    assert game.board == Board.unknown(2, 2)
    typed(game, "a")
    assert str(game.board).split() == ["##", "??"]
    assert game.note == "row 1: the 2 lies at columns 1 to 2"
    typed(game, "a a")
    assert game.solved
    typed(game, "u u u")
    assert game.board == Board.unknown(2, 2)
    blotted = typed(player(Nonogram([[None]], [[1]])), "h")
    assert "all numbers" in blotted.note


def test_mistakes_are_shown_on_request_only() -> None:
    loose = Nonogram([[1], [1]], [[1], [1]])
    game = player(loose, solution=Board.parse("#.\n.#"))
    typed(game, "right space")
    assert (game.wrong, game.note) == (frozenset(), "")
    typed(game, "c")
    assert (game.wrong, game.note) == (frozenset({(0, 1)}), "1 cell wrong")
    typed(game, "x")
    assert game.wrong == frozenset()
    typed(game, "c")
    assert game.note == "nothing is wrong, 3 cells unknown"
    unsure = typed(player(loose), "space c")
    assert unsure.note == "no line shows a mistake, 3 cells unknown"
    lines = typed(player(loose), "space down space c")
    assert (lines.note, lines.wrong_lines) == ("column 1: its blocks no longer fit", ("column 1",))


def test_given_cells_do_not_change() -> None:
    game = player(given=Board.parse("#?\n??"))
    typed(game, "x")
    assert (game.board[0, 0], game.note) == (1, "this cell is given")
    with pytest.raises(BadNonogram, match="the board has 1 rows"):
        player(board=Board.parse("##"))


def test_colors_are_chosen_by_number() -> None:
    inks = [Ink(3, "red", "#ff0000", "r"), Ink(1, "black", "#000000", "#")]
    game = player(Nonogram([[(1, 3), 1]], [[(1, 3)], [1]], palette=inks))
    typed(game, "2 space right 1 space")
    assert str(game.board) == "a#"
    assert game.solved
    typed(game, "9 0")
    assert game.color == 1


def test_nothing_is_saved_without_asking() -> None:
    disk = Disk(old="x")
    game = typed(player(disk=disk), "space")
    typed(game, "q")
    assert (game.over, game.prompt.split("?")[0]) == (False, "leave without saving")
    typed(game, "n q escape")
    assert (game.mode, game.note) == ("play", "")
    typed(game, "s escape")
    assert game.note == "not saved"
    typed(game, "q s o l d enter")
    assert game.prompt == "'old' exists: replace it? (y/n)"
    typed(game, "n")
    assert disk.files == {"old": "x"}
    typed(game, "backspace backspace backspace space enter")
    assert (game.over, game.note, game.mode) == (False, "not saved", "play")
    typed(game, "s a / b enter")
    assert game.note == "cannot write 'a/b': there is no folder"
    typed(game, "s n e w enter")
    assert disk.files == {"old": "x", "new": "#?\n??\n"}
    assert (game.over, game.note) == (False, "saved as new")
    typed(game, "q")
    assert game.over


def test_leaving() -> None:
    assert typed(player(), "q").over
    disk = Disk(old="x")
    game = typed(player(disk=disk), "space q s o l d enter y")
    assert game.over
    assert disk.files == {"old": "#?\n??\n"}
    assert typed(player(), "space q y").over
    assert typed(Player(TWO), "space q").over
    assert typed(Player(TWO), "s").note == "saving is not possible here"
    assert not typed(player(), "space s escape").over


def test_any_keys_in_any_mode_are_harmless() -> None:
    from random import Random

    random = Random(7)
    named = ["up", "down", "left", "right", "space", "enter", "escape", "backspace"]
    keys = [*"urhacsqxyn.0123é", *named]
    for _ in range(40):
        game = player()
        for _ in range(60):
            if not game.over:
                game.press(random.choice(keys))
                assert tuple(map(game.finished, range(4))) == game.rules.finished(game.board)
