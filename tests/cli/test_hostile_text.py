"""Names, titles and file names may hold escape sequences: none reaches a terminal."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from combien import Problem, Region, Tile, TilingProblem, solutions
from combien._cli._shared.declare import problems
from combien._cli.main import main
from combien.cover import formats
from combien.errors import BadScript, BadTiling, OutOfBudget
from combien.nonograms import Nonogram
from combien.nonograms import formats as nonograms
from combien.sequences import Boards, Strip, TileCounts, sequence
from tests.cli.commands import SCRIPT, Outcome, Terminal, combien

ESC = "\x1b[31m"
# An escape sequence with ESC, the same as one character (C1), a bell, and a reversal of order.
EVIL = f"a{ESC}\x9b2J\x07\u202eb"


def is_clean(outcome: Outcome) -> bool:
    return all(line.isprintable() for line in (outcome.out + outcome.err).split("\n"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    problem = Problem.from_options([[EVIL], ["c"]])
    (tmp_path / "evil.json").write_text(formats.write(problem, format="json"))
    (tmp_path / "evil.dlx").write_text(f"{EVIL} c d\n{EVIL}\nc d\n")
    (tmp_path / "none.dlx").write_text(f"{EVIL} c d\n{EVIL}\nc\n")
    (tmp_path / f"{EVIL}.dlx").write_text("a b\na\nb\n")
    (tmp_path / "evil.non").write_text(
        f'title "{EVIL}"\nby "{EVIL}"\nwidth 2\nheight 1\nrows\n1\ncolumns\n1\n\n'
    )
    (tmp_path / "several.non").write_text(
        f'title "{EVIL}"\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n'
    )
    (tmp_path / "evil.sudoku").write_text(f"{EVIL}\n")
    (tmp_path / "evil.cmb").write_text(f"problem {EVIL} = {{*}} [{{*}}]\n")
    (tmp_path / "bad.cmb").write_text(f'include "{EVIL}"\n')
    shutil.copy(SCRIPT, tmp_path / f"{EVIL}.cmb")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "evil.json"),
        ("solve", "evil.dlx"),
        ("solve", "evil.dlx", "-v", "--style", "knuth"),
        ("solve", "none.dlx"),
        ("count", "evil.dlx", "--explain"),
        ("count", f"{EVIL}.dlx", "-v"),
        ("count", f"{EVIL}.dlx", "--problem", EVIL),
        ("count", f"{EVIL}.cmb", "--problem", f"{EVIL}2"),
        ("count", "evil.cmb"),
        ("run", "bad.cmb"),
        ("run", f"{EVIL}.cmb", "--nodes", "1"),
        ("count", f"missing{EVIL}"),
        ("sample", "evil.dlx"),
        ("marginals", "evil.dlx"),
        ("best", "evil.dlx"),
        ("explain", "evil.dlx"),
        ("explain", "none.dlx"),
        ("explain", "--trace", "evil.dlx"),
        ("explain", "--tree", "-", "evil.dlx"),
        ("estimate", f"{EVIL}.dlx"),
        ("encode", f"{EVIL}.dlx", "--size"),
        ("sudoku", "evil.sudoku"),
        ("puzzle", "sudoku", "evil.sudoku"),
        ("nonogram", "solve", "evil.non", "-v"),
        ("nonogram", "solve", "several.non"),
        ("nonogram", "check", "evil.non"),
        ("nonogram", "hint", "-n", "0", "several.non"),
        ("nonogram", "convert", "evil.non", "out.mk"),
        (EVIL,),
        ("count", f"--{EVIL}"),
        ("solve", "evil.dlx", "--resume", EVIL),
        ("solve", "evil.dlx", "--engine", EVIL),
        ("solve", "evil.dlx", "--json"),
        ("nonogram", "solve", "several.non", "--json"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("here")
def test_no_escape_sequence_is_printed(words: tuple[str, ...]) -> None:
    outcome = combien(*words)
    assert outcome.out + outcome.err
    assert is_clean(outcome)
    assert outcome.code in (0, 2, 10, 20)


@pytest.mark.usefixtures("here")
def test_files_keep_their_escape_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    # An escape sequence in a title does not change the file that is written.
    convert = ["nonogram", "convert", "--to", "non", "evil.non"]
    assert ESC in combien(*convert, "-").out
    assert combien(*convert, "out.non").code == 0
    (puzzle,) = nonograms.read(Path("out.non").read_bytes(), format="non")
    assert ESC in puzzle.nonogram.title
    # On a terminal, only a person reads it.
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    assert main([*convert, "-"]) == 0
    assert "title" in terminal.getvalue()
    assert all(line.isprintable() for line in terminal.getvalue().split("\n"))


@pytest.mark.parametrize(
    "words",
    [
        ("count", "{}"),
        ("run", "{}"),
        ("solve", "{}", "--format", "dlx"),
        ("convert", "--from", "dlx", "{}", "out.json"),
        ("encode", "{}", "--tile", "[[0,0]]"),
        ("check-proof", "{}", "{}"),
        ("check-count", "{}"),
        ("sudoku", "{}"),
        ("puzzle", "sudoku", "{}"),
        ("nonogram", "solve", "{}"),
        ("nonogram", "make", "{}", "-", "--to", "non"),
        ("nonogram", "hint", "evil.non", "--board", "{}"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("here")
def test_pipes_and_devices_are_refused_at_once(words: tuple[str, ...]) -> None:
    os.mkfifo("pipe.cmb")
    os.mkfifo("pipe")
    outcome = combien(
        *(word.format("pipe.cmb" if words[0] == "count" else "pipe") for word in words)
    )
    assert outcome.code == 2
    assert "named pipe, not a regular file" in outcome.printed
    if words[0] not in ("run", "count"):
        assert "- < pipe" in outcome.printed


@pytest.mark.usefixtures("here")
def test_completion_prints_no_escape_sequence() -> None:
    import click

    context = click.Context(click.Command("x"))
    context.params = {"file": f"{EVIL}.cmb"}
    assert problems(context, click.Argument(["x"]), "") == ["six", "odd", "huge", "square"]


# In Python, `repr`, `str` and tracebacks reach the same terminals -------------------------------

BARS = Tile("**", symmetries="all", times="any", name=EVIL)
DOTS = Tile("*", times="any", name=f"{EVIL}.")


@pytest.mark.parametrize(
    "shown",
    [
        BARS,
        next(solutions(TilingProblem(Region.box(2, 2), [BARS]))).placements[0],
        sequence(Strip(2, tiles=[BARS])),
        Boards("square", tiles=[BARS]),
        TileCounts(Strip(1, tiles=[BARS, DOTS])),
        TileCounts(Strip(1, tiles=[BARS, DOTS])).polynomial(2),
        Nonogram([[1]], [[1]], title=EVIL),
        Problem.from_options([[EVIL]]).items[0],
        BadTiling(f"{EVIL}: no"),
        BadScript("no", file=EVIL, line=1, excerpt=EVIL),
        OutOfBudget(EVIL),
    ],
    ids=lambda shown: type(shown).__name__,
)
def test_no_python_object_shows_an_escape_sequence_of_a_name(shown: object) -> None:
    for text in (repr(shown), str(shown)):
        assert "[31m" in text
        assert all(line.isprintable() for line in text.split("\n"))
