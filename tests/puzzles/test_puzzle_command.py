"""`combien puzzle NAME`: what is found, counted and drawn, and the command that goes on."""

from __future__ import annotations

import io
import json
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from combien.cli.guard import Exit
from combien.cli.main import main
from combien.puzzles import PUZZLES, puzzle_named

EXAMPLES = Path(__file__).parents[2] / "examples"


def combien(*words: object) -> tuple[int, str, str]:
    """The exit code, the standard output and the standard error of a command line."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(word) for word in words])
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", list(PUZZLES))
def test_the_help_of_each_and_its_examples(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = combien("puzzle", name, "--help")
    assert code == 0
    assert puzzle_named(name).about.title in out
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in puzzle_named(name).about.examples:
        assert line in out
        if not set(line) & set("|>$"):  # What needs a shell is not run here.
            assert combien(*shlex.split(line)[1:])[0] in (Exit.ANSWERED, Exit.NONE), line


def test_the_table_is_listed() -> None:
    _, out, _ = combien("puzzle", "--help")
    assert all(name in out for name in PUZZLES)


def test_one_all_and_how_many() -> None:
    assert combien("puzzle", "rooks", 2) == (0, "R .\n. R\n", "")
    assert combien("puzzle", "rooks", 2, "--all") == (0, "R .\n. R\n\n. R\nR .\n", "")
    assert combien("puzzle", "rooks", "--count", "--no-diagonal")[1] == "9\n"
    said = json.loads(combien("puzzle", "rooks", 2, "-n", 1, "--json", "--engine", "dlx")[1])
    assert said["problem"] == "rooks"
    assert said["solutions"] == [[["R", ""], ["", "R"]]]
    assert said["engine"] == "dlx"


def test_none_is_an_answer() -> None:
    code, out, err = combien("puzzle", "rooks", 1, "--no-diagonal")
    assert (code, out, err) == (Exit.NONE, "", "rooks has no solution\n")


def test_drawings(tmp_path: Path) -> None:
    code, out, _ = combien("puzzle", "rooks", 2, "--svg")
    assert code == 0
    assert out.startswith("<svg ")
    assert out.endswith("</svg>\n")
    path = tmp_path / "rooks.svg"
    assert combien("puzzle", "rooks", 2, "--svg", path)[1] == "R .\n. R\n"
    assert path.read_text(encoding="utf-8") == out
    combien("puzzle", "rooks", 2, "--all", "--svg", path)
    assert (tmp_path / "rooks-2.svg").exists()
    assert "┌───┬───┐" in combien("puzzle", "rooks", 2, "--boxes")[1]


def test_a_search_goes_on() -> None:
    code, first, err = combien("puzzle", "rooks", 5, "--no-diagonal", "--all", "--nodes", 30)
    assert code == Exit.UNKNOWN
    (line,) = [said for said in err.splitlines() if said.startswith("go on with: ")]
    words = shlex.split(line.removeprefix("go on with: "))
    assert words[:5] == ["combien", "puzzle", "rooks", "5", "--no-diagonal"]
    words[words.index("--nodes") + 1] = "100000"
    code, rest, _ = combien(*words[1:])
    assert code == 0
    boards = (first.rstrip() + "\n\n" + rest).strip().split("\n\n")
    assert len(set(boards)) == len(boards) == 44


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rook"], "No such command 'rook'"),
        (["rooks", "0"], "size=0: at least 1 is expected"),
        (["rooks", "x"], "not a valid integer"),
        (["rooks", "--count", "--svg"], "--count writes a number"),
        (["rooks", "--svg", "--json"], "--svg alone"),
        (["rooks", "--svg", "--all"], "--svg alone"),
        (["rooks", "--up-to", "all"], "No such option"),
    ],
)
def test_what_is_refused(words: list[str], said: str) -> None:
    code, out, err = combien("puzzle", *words)
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert said in " ".join(err.replace("│", " ").split())
