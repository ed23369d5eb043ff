"""Many nonograms at once: every puzzle of every file has a line, whatever the other files are."""

from __future__ import annotations

import io
import json
import os
import pickle
from pathlib import Path

import pytest

from combien._cli._shared.guard import Exit
from combien._cli.nonogram import batch, files
from combien.nonograms import Board, Nonogram, Puzzle
from combien.nonograms._solving.search import NonogramSearch
from combien.nonograms.formats import write
from tests.cli.commands import Terminal, combien
from tests.cli.nonogram_files import NONE, TWO, nonogram, puzzles_in

ONE = "title One\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = puzzles_in(tmp_path, monkeypatch)
    (folder / "pack.nonpack").write_text(f"{ONE}====\n{TWO}====\n{NONE}")
    return folder


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("threads", ["1", "3"])
def test_each_puzzle_has_a_line_in_order(threads: str) -> None:
    outcome = nonogram("solve", "--threads", threads, "heart.txt", "pack.nonpack", "empty.non")
    assert outcome.out.splitlines() == [
        "heart.txt: unique",
        "pack.nonpack, puzzle 1 of 3, One: unique",
        "pack.nonpack, puzzle 2 of 3: several; two differ in 4 cells: row 1, columns 1 2; row 2, "
        "columns 1 2",
        "pack.nonpack, puzzle 3 of 3: none: column 1: its clue does not fit the cells known from "
        "other lines",
        "empty.non: unique",
    ]
    assert outcome.err == (
        "5 puzzles in 3 files: 3 with one solution, 1 with several solutions, 1 without a "
        "solution\n"
    )
    assert outcome.code == Exit.ANSWERED


@pytest.mark.usefixtures("here")
def test_a_file_with_several_puzzles_is_a_batch() -> None:
    alone = nonogram("solve", "pack.nonpack")
    assert alone.out.count("pack.nonpack, puzzle") == 3
    chosen = nonogram("solve", "--number", "1", "pack.nonpack")
    assert (chosen.out, chosen.err) == ("##\n", "")
    hint = nonogram("hint", "pack.nonpack")
    assert hint.err == (
        "combien: 'pack.nonpack' has 3 puzzles: this is the first; choose with --number\n"
    )


@pytest.mark.usefixtures("here")
def test_json_is_the_same_for_any_number_of_threads() -> None:
    one, three = (nonogram("solve", "--json", "--threads", n, "pack.nonpack") for n in "13")
    assert one == three
    facts = [json.loads(line) for line in one.out.splitlines()]
    assert [(f["file"], f["number"], f["puzzles"], f["status"]) for f in facts] == [
        ("pack.nonpack", 1, 3, "unique"),
        ("pack.nonpack", 2, 3, "several"),
        ("pack.nonpack", 3, 3, "none"),
    ]
    assert facts[0]["boards"] == [["##"]]
    assert facts[0]["title"] == "One"


@pytest.mark.usefixtures("here")
def test_checks_and_counts() -> None:
    checked = nonogram("check", "pack.nonpack").out.splitlines()
    assert checked[0].endswith("One: unique; difficulty: lines alone, in 1 round")
    facts = json.loads(nonogram("check", "--json", "pack.nonpack").out.splitlines()[0])
    assert (facts["height"], facts["width"], facts["difficulty"]["means"]) == (1, 2, "lines")
    counted = nonogram("solve", "--count", "pack.nonpack")
    assert [line.rsplit(" ", 1)[1] for line in counted.out.splitlines()] == ["1", "2", "0"]
    assert json.loads(nonogram("solve", "--count", "--json", "pack.nonpack").out.splitlines()[1])[
        "count"
    ] == "2"  # fmt: skip


def test_a_goal_that_is_wrong_is_reported(here: Path) -> None:
    puzzle = Puzzle(Nonogram([[1], []], [[1], []]), (Board.parse(".#\n.."),))
    (here / "wrong.json").write_bytes(write([puzzle, puzzle], format="json"))
    assert "1 goal of 1 wrong" in nonogram("check", "wrong.json").out


def test_a_bad_file_does_not_stop_the_others(here: Path) -> None:
    (here / "bad.non").write_text("width 2\nheight 1\nrows\nx\n")
    (here / "\x1b[31m.nin").write_bytes(b"\0")
    outcome = nonogram("solve", "missing.non", "bad.non", "heart.txt", "\x1b[31m.nin")
    assert outcome.out.splitlines()[0] == "missing.non: cannot be read"
    assert outcome.out.splitlines()[2] == "heart.txt: unique"
    assert "combien: bad.non, line 4: " in outcome.err
    assert "\x1b" not in outcome.out + outcome.err
    assert outcome.err.endswith(
        "1 puzzle in 1 file: 1 with one solution; 3 files that cannot be read\n"
    )
    assert outcome.code == Exit.BAD_INPUT
    facts = json.loads(nonogram("solve", "--json", "bad.non", "heart.txt").out.splitlines()[0])
    assert facts["status"] == "bad"
    assert facts["error"].startswith("bad.non, line 4: ")


@pytest.mark.usefixtures("here")
def test_a_disagreement_is_not_an_unknown_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NonogramSearch, "solves", lambda self, board: False)
    outcome = nonogram("solve", "heart.txt", "pack.nonpack")
    assert outcome.code == Exit.DISAGREEMENT
    assert "please report it" in outcome.err


def test_a_folder_is_searched_in_the_order_of_names(here: Path) -> None:
    inner = here / "puzzles" / "b"
    inner.mkdir(parents=True)
    (here / "puzzles" / "c.non").write_text(ONE)
    (inner / "a.non").write_text(ONE)
    (inner / "readme.md").write_text("nothing")
    (inner / ".hidden.non").write_text("x")
    (inner / "again").symlink_to(here / "puzzles")
    os.mkfifo(inner / "pipe.non")
    outcome = nonogram("check", "puzzles")
    names = [line.split(":")[0] for line in outcome.out.splitlines()]
    assert names == ["puzzles/b/a.non, One", "puzzles/b/pipe.non", "puzzles/c.non, One"]
    assert "it is a named pipe" in outcome.err
    (here / "nothing").mkdir()
    assert "no nonogram file in this folder" in nonogram("solve", "nothing").err


class _Started:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch started",)


def test_hostile_files_run_nothing_and_change_nothing(here: Path) -> None:
    (here / "evil.nng").write_bytes(pickle.dumps(_Started()))
    (here / "evil.xml").write_text('<!DOCTYPE a SYSTEM "file:///etc/passwd"><puzzle/>')
    before = {path: path.read_bytes() for path in here.iterdir()}
    outcome = nonogram("solve", ".")
    assert outcome.code == Exit.BAD_INPUT
    assert "2 files that cannot be read" in outcome.err
    assert {path: path.read_bytes() for path in here.iterdir()} == before


@pytest.mark.usefixtures("here")
def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = nonogram("solve", "--nodes", "0", "heart.txt", "two.non")
    assert stopped.code == Exit.UNKNOWN
    assert stopped.out.startswith("heart.txt: unknown: ")
    assert nonogram("solve", "none.non", "none.non").code == Exit.NONE
    monkeypatch.setattr(files, "MOST_BYTES", 35)
    large = nonogram("solve", "heart.txt", "empty.non")
    assert "'empty.non' is longer than 0 MB" in large.err
    assert large.out.startswith("heart.txt: unique\n")
    monkeypatch.setattr(batch, "MOST_FILES", 1)
    assert "more than 1 files" in nonogram("solve", "heart.txt", ".").err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--all", "pack.nonpack"], "--all is for a single puzzle, not a file with 3 puzzles"),
        (["--svg", "a.svg", "two.non", "heart.txt"], "--svg is for a single puzzle, not several"),
        (["--boxes", "."], "--boxes is for a single puzzle"),
        (["--number", "1", "two.non", "heart.txt"], "--number is for a single file"),
    ],
)
def test_options_for_a_single_puzzle(words: list[str], message: str) -> None:
    outcome = nonogram("solve", *words)
    assert (outcome.code, outcome.out) == (Exit.BAD_INPUT, "")
    assert message in outcome.printed
    assert not Path("a.svg").exists()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interrupt_keeps_the_answers_so_far(
    monkeypatch: pytest.MonkeyPatch, threads: str
) -> None:
    real, seen = files.read_all, []

    def read_all(file: str, **rest: object) -> list[Puzzle]:
        seen.append(file)
        if len(seen) > 40:
            raise KeyboardInterrupt
        return real(file, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "read_all", read_all)
    outcome = nonogram("solve", "--threads", threads, *["heart.txt"] * 50)
    assert outcome.code == Exit.INTERRUPTED
    assert set(outcome.out.splitlines()) == {"heart.txt: unique"}
    assert "interrupted; the answers above are valid" in outcome.err


def test_a_warning_has_the_name_of_its_file(here: Path) -> None:
    (here / "old.non").write_bytes(ONE.replace("One", "G\xf6tz").encode("cp1252"))
    outcome = nonogram("solve", "old.non", "heart.txt")
    assert outcome.out.startswith("old.non, G\xf6tz: unique\n")
    assert "combien: warning: old.non, line 1: this is not UTF-8" in outcome.err


@pytest.mark.usefixtures("here")
def test_the_progress_of_all_puzzles_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("combien._cli._shared.progress.DELAY", 0)
    monkeypatch.setattr("combien._cli._shared.progress.REDRAW_INTERVAL", 0)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    from combien._cli.main import main

    assert main(["nonogram", "solve", "heart.txt", "heart.txt"]) == 0
    assert "nonograms" in terminal.getvalue()
    assert "50%" in terminal.getvalue()


def test_the_standard_input(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO((here / "pack.nonpack").read_bytes()))
    monkeypatch.setattr("sys.stdin", stdin)
    outcome = combien("nonogram", "solve", "-")
    assert outcome.out.startswith("the standard input, puzzle 1 of 3, One: unique\n")
