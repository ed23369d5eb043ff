"""`combien nonogram`: solve, check, hint and play."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from threading import Event

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combien._cli._shared.progress import Spinner
from combien.errors import OutOfBudget
from combien.nonograms._clued import clued
from combien.nonograms._nonogram import Board, Nonogram
from tests.cli.commands import Outcome, Terminal
from tests.cli.nonogram_files import HEART, nonogram, puzzles_in


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few puzzles."""
    return puzzles_in(tmp_path, monkeypatch)


# solve --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_a_single_solution() -> None:
    outcome = nonogram("solve", "heart.txt")
    assert (outcome.code, outcome.out, outcome.err) == (0, HEART, "")


@pytest.mark.usefixtures("here")
def test_two_of_several_solutions_are_shown_with_their_difference() -> None:
    outcome = nonogram("solve", "two.non")
    assert outcome.code == 0
    boards = [part.split() for part in outcome.out.split("\n\n")]
    assert sorted(boards) == [["#.", ".#"], [".#", "#."]]
    assert outcome.err == (
        "two has several solutions; these two differ in 4 cells: row 1, columns 1 2; "
        "row 2, columns 1 2\n"
    )


@pytest.mark.usefixtures("here")
def test_no_solution_has_a_reason() -> None:
    outcome = nonogram("solve", "none.non")
    assert (outcome.code, outcome.out) == (10, "")
    assert outcome.err.startswith("none has no solution: ")


@pytest.mark.usefixtures("here")
def test_a_budget_that_is_exceeded() -> None:
    outcome = nonogram("solve", "--nodes", "0", "two.non")
    assert (outcome.code, outcome.out) == (20, "")
    assert "nodes ended before the answer was complete" in outcome.err
    assert nonogram("solve", "--all", "--nodes", "0", "two.non").code == 20
    assert nonogram("check", "--nodes", "0", "two.non").code == 20


@pytest.mark.usefixtures("here")
def test_json_of_a_verdict() -> None:
    said = json.loads(nonogram("solve", "--json", "two.non").out)
    assert said["status"] == "several"
    assert sorted(said["boards"]) == [["#.", ".#"], [".#", "#."]]
    assert said["differ"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    none = nonogram("solve", "--json", "none.non")
    assert (none.code, json.loads(none.out)["status"]) == (10, "none")


@pytest.mark.usefixtures("here")
def test_all_solutions_and_their_number() -> None:
    outcome = nonogram("solve", "--all", "two.non")
    assert sorted(part.split() for part in outcome.out.split("\n\n")) == [
        ["#.", ".#"],
        [".#", "#."],
    ]
    assert nonogram("solve", "--count", "two.non").out == "2\n"
    said = json.loads(nonogram("solve", "--all", "--json", "two.non").out)
    assert (said["at_least"], said["complete"], len(said["boards"])) == ("2", True, 2)
    assert json.loads(nonogram("solve", "--count", "--json", "two.non").out)["count"] == "2"
    Path("many.txt").write_text("\n".join("." * i + "#" + "." * (5 - i) for i in range(6)))
    # 6!, since each line has one black cell.
    assert nonogram("solve", "--count", "many.txt").out == "720\n"
    none = nonogram("solve", "--all", "--json", "none.non")
    assert (none.code, json.loads(none.out)["boards"]) == (10, [])
    assert (nonogram("solve", "--count", "none.non").code) == 10


@pytest.mark.needs(".[pictures]")
def test_pictures_of_the_solution(here: Path) -> None:
    words = ("--svg", "a.svg", "--png", "a.png", "--animate", "b.svg", "--duration", "3")
    outcome = nonogram("solve", "--boxes", *words, "heart.txt")
    assert outcome.code == 0
    assert outcome.out.count("|") == 10
    assert (here / "a.svg").read_text().count("<animate") == 0
    assert (here / "a.png").read_bytes().startswith(b"\x89PNG")
    moving = (here / "b.svg").read_text()
    assert moving.count("<animate") > 3
    assert 'dur="3s"' in moving


def test_invalid_combinations_of_options(here: Path) -> None:
    assert nonogram("solve", "--all", "--count", "two.non").code == 2
    assert nonogram("solve", "--json", "--boxes", "two.non").code == 2
    assert nonogram("solve", "--count", "--svg", "a.svg", "two.non").code == 2
    missing = nonogram("solve", "missing.non")
    assert (missing.code, missing.err) == (
        2,
        "combien: cannot read 'missing.non': No such file or directory\n",
    )
    assert nonogram("solve", "--svg", "no/a.svg", "two.non").code == 2
    numbered = nonogram("solve", "--number", "2", "two.non")
    assert numbered.err == "combien: two.non: the file has 1 puzzle: --number 2 does not exist\n"
    (here / "bad.non").write_text("width 2\nheight 1\nrows\nx\n")
    assert nonogram("solve", "bad.non").err.startswith("combien: bad.non, line 4: ")
    (here / "empty.png").touch()
    said = nonogram("make", "--width", "4", "empty.png", "made.non").err
    assert said == ("combien: empty.png: not an image: expected one of PNG, JPEG, GIF, BMP, WEBP\n")


@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (OutOfBudget("the seconds ended"), 20)]
)
@pytest.mark.usefixtures("here")
def test_an_interrupt_keeps_what_was_found(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def first_only(*_: object, **__: object) -> Iterator[Board]:
        yield Board.parse("#.\n.#")
        raise error

    # The module, and not the command that the package calls so.
    monkeypatch.setattr(import_module("combien._cli.nonogram.solve"), "solve_all", first_only)
    outcome = nonogram("solve", "--all", "two.non")
    assert (outcome.code, outcome.out) == (code, "#.\n.#\n")
    said = nonogram("solve", "--all", "--json", "two.non")
    assert said.code == code
    assert json.loads(said.out)["complete"] is False
    assert json.loads(said.out)["boards"] == [["#.", ".#"]]


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien._cli._shared.progress.DELAY", 0.0)
    terminal = Terminal()
    told = Event()
    monkeypatch.setattr(terminal, "flush", told.set)
    monkeypatch.setattr(sys, "stderr", terminal)
    with Spinner("solving it"):
        assert told.wait(timeout=60)
    assert terminal.getvalue().startswith("\rsolving it ... 0 s")
    # The output after it begins on an empty line.
    assert terminal.getvalue().endswith(f"\r{' ' * 18}\r")


@pytest.mark.parametrize(("term", "first"), [("xterm", "\r\x1b[K"), ("dumb", "\r")])
def test_progress_replaces_a_bar(monkeypatch: pytest.MonkeyPatch, term: str, first: str) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("combien._cli._shared.progress.DELAY", 0.0)
    terminal = Terminal()
    told = Event()
    monkeypatch.setattr(terminal, "flush", told.set)
    monkeypatch.setattr(sys, "stderr", terminal)
    with Spinner("drawing it", bar=True):
        assert told.wait(timeout=60)
    assert terminal.getvalue().startswith(f"{first}drawing it ... 0 s")
    assert terminal.getvalue().count("\x1b[K") == (term == "xterm")


def test_progress_is_not_shown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    with Spinner("solving it"):
        pass
    assert quiet.getvalue() == ""


# check and hint -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_check() -> None:
    assert nonogram("check", "heart.txt").out == (
        "heart: 5 rows, 5 columns\ngoal: solves it\nsolutions: one\n"
        "difficulty: lines alone, in 4 rounds\n"
    )
    assert "solutions: several; two differ in 4 cells" in nonogram("check", "two.non").out
    none = nonogram("check", "none.non")
    assert (none.code, "solutions: none: " in none.out) == (10, True)
    said = json.loads(nonogram("check", "--json", "heart.txt").out)
    assert (said["status"], said["goals"], said["problems"]) == ("unique", [True], [])
    assert said["difficulty"]["means"] == "lines"


@pytest.mark.usefixtures("here")
def test_a_difficulty_that_is_not_known_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object, **__: object) -> None:
        raise OutOfBudget("the seconds ended")

    monkeypatch.setattr(import_module("combien._cli.nonogram.check"), "difficulty", late)
    outcome = nonogram("check", "heart.txt")
    assert outcome.code == 0
    assert outcome.out.endswith("difficulty: the budget ended before it was known\n")


@pytest.mark.usefixtures("here")
def test_contradictory_clues_are_checked_too() -> None:
    Path("odd.non").write_text("width 2\nheight 1\nrows\n2\ncolumns\n1\n0\n")
    outcome = nonogram("check", "odd.non")
    assert outcome.code == 10
    assert "solutions: none: the rows have 2 black cells, the columns 1" in outcome.out


@pytest.mark.usefixtures("here")
def test_hints() -> None:
    first = nonogram("hint", "heart.txt")
    assert (first.code, first.out) == (0, "row 2: the 5 lies at columns 1 to 5\n")
    whole = nonogram("hint", "-n", "0", "--boxes", "heart.txt").out
    assert "?" not in whole
    assert whole.splitlines()[0] + "\n" == first.out
    Path("begun.txt").write_text("?????\n" * 4 + "..#..\n")
    said = json.loads(nonogram("hint", "--json", "--board", "begun.txt", "heart.txt").out)
    assert len(said["hints"]) == 1
    assert said["hints"][0]["cells"]
    assert said["hints"][0]["reason"] == []
    why = nonogram("hint", "-n", "3", "--why", "heart.txt").out.splitlines()
    assert why[0] + "\n" == first.out
    assert why[1] == "  because of the clues alone"
    assert why[5] == "  because rows 2 to 3 are black"
    Path("begun.txt").write_text(HEART)
    assert nonogram("hint", "--board", "begun.txt", "heart.txt").out == "solved\n"
    Path("begun.txt").write_text("#????\n" + "?????\n" * 4)
    wrong = nonogram("hint", "--board", "begun.txt", "heart.txt").out
    assert wrong.endswith("a cell is wrong\n")
    Path("begun.txt").write_text("##\n")
    assert nonogram("hint", "--board", "begun.txt", "heart.txt").code == 2
    Path("begun.txt").write_text("#?\n#!\n")
    assert nonogram("hint", "--board", "begun.txt", "heart.txt").err == (
        "combien: begun.txt: row 2, cell 2: '!' is not one of . # ? or a letter\n"
    )


# Any file -----------------------------------------------------------------------------------------


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=60) | st.text("0123456789 ,\n#.$:xwidtheghrowscolumns<>", max_size=60))
@pytest.mark.usefixtures("here")
def test_any_file_is_read_or_refused_with_a_message(content: bytes | str) -> None:
    Path("any.txt").write_bytes(content.encode() if isinstance(content, str) else content)
    outcome = nonogram("solve", "--seconds", "5", "any.txt")
    assert outcome.code in (0, 2, 10, 20)
    assert "Traceback" not in outcome.err
    assert len(outcome.err) < 2000


# play ---------------------------------------------------------------------------------------------


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *words: object) -> Outcome:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return nonogram("play", *words)


@pytest.mark.usefixtures("here")
def test_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = play(monkeypatch, "hint\n" + "step\n" * 50, "heart.txt")
    assert outcome.code == 0
    assert outcome.out.endswith("\nsolved\n")
    quit_early = play(monkeypatch, "1 1 #\ncheck\nundo\nsave\nquit\n1 1 #\n", "heart.txt")
    assert "a cell is wrong\n" in quit_early.out
    assert quit_early.out.endswith("\n".join(["?????"] * 5) + "\n")
    assert play(monkeypatch, "", "heart.txt").code == 0


@pytest.mark.usefixtures("here")
def test_games_that_cannot_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, "", "none.non").code == 10
    assert play(monkeypatch, "", "-").code == 2
    Path("begun.txt").write_text("##\n##\n")
    assert play(monkeypatch, "", "--board", "begun.txt", "heart.txt").code == 2
    piped = play(monkeypatch, "hint\n", "--board", "-", "heart.txt")
    assert (piped.code, piped.err) == (
        2,
        "combien: the game reads moves from the standard input: name a file for the board\n",
    )
    assert nonogram("hint", "--board", "-", "-").code == 2


# Odd boards ---------------------------------------------------------------------------------------


def puzzle(rows: list[str], columns: list[str]) -> str:
    sizes = f"width {len(columns)}\nheight {len(rows)}\n"
    return sizes + "\n".join(["rows", *rows, "columns", *columns, ""])


@pytest.mark.parametrize(
    ("rows", "columns", "code"),
    [
        (["0"], ["0"], 0),
        (["1"], ["1"], 0),
        (["1"], ["0"], 10),
        (["0"] * 9, ["0"] * 7, 0),
        (["7"] * 9, ["9"] * 7, 0),
        (["1000"], ["1"] * 1000, 0),
        (["1"] * 1000, ["1000"], 0),
        (["500"], ["1", "0"] * 500, 10),
        (["200"] * 200, ["200"] * 200, 0),
        ([",".join(["1"] * 100)] * 200, ["200", "0"] * 100, 0),
    ],
)
def test_odd_boards_are_answered(
    here: Path, rows: list[str], columns: list[str], code: int
) -> None:
    (here / "odd.non").write_text(puzzle(rows, columns))
    checked = nonogram("check", "odd.non")
    assert checked.code == code
    if code == 0:
        assert "solutions: one\n" in checked.out
        drawn = nonogram("solve", "--boxes", "--svg", "odd.svg", "odd.non")
        assert drawn.code == 0
        assert "?" not in drawn.out


@pytest.mark.parametrize("command", ["hint", "play"])
def test_a_board_in_an_unknown_color(here: Path, command: str) -> None:
    (here / "begun.txt").write_text("?a\n??\n")
    outcome = nonogram(command, "--board", "begun.txt", "two.non")
    assert (outcome.code, outcome.out, outcome.err) == (
        2,
        "",
        "combien: row 1, column 2: no ink of the palette has color 3 (a)\n",
    )


def test_a_hint_for_odd_boards(here: Path) -> None:
    loose = nonogram("hint", "two.non")
    assert loose.out.endswith("a search is needed\n")
    assert loose.err == "two has several solutions\n"
    (here / "wide.non").write_text(puzzle(["1000"], ["1"] * 1000))
    assert nonogram("hint", "wide.non").out == "row 1: the 1000 lies at columns 1 to 1000\n"
    assert nonogram("hint", "empty.non").out == "row 1: there is no block, so it is white\n"
    none = nonogram("hint", "none.non")
    assert none.code == 10
    assert none.err.startswith("none has no solution: ")


def test_the_drawing_of_hints_marks_the_last(here: Path) -> None:
    wide = puzzle(["1000"], ["1"] * 1000)
    (here / "wide.non").write_text(wide)
    assert nonogram("hint", "--svg", "a.svg", "wide.non").code == 0
    everything = [(0, column) for column in range(1000)]
    model = Nonogram([[1000]], [[1]] * 1000)
    marked = clued(model, Board.parse("#" * 1000), marked=everything)
    assert (here / "a.svg").read_text() == marked.svg()


def test_the_picture_of_the_docs_is_what_the_command_writes(here: Path) -> None:
    root = Path(__file__).parent.parent.parent
    assert nonogram("solve", "--svg", "a.svg", root / "examples" / "snail.non").code == 0
    assert (here / "a.svg").read_text() == (root / "docs" / "nonograms.svg").read_text()


def test_hints_in_french() -> None:
    outcome = nonogram("hint", "-n", "1", "--language", "fr", "example:snail.non")
    assert outcome.out == "ligne 12 : le 14 couvre forcément les colonnes 3 à 14\n"
    why = nonogram("hint", "-n", "2", "--why", "--language", "fr", "example:snail.non")
    assert why.out.splitlines()[1::2] == [
        "  par les seuls indices",
        "  car la ligne 12 est en noir",
    ]
