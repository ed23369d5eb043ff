"""Names of pictures: their extensions, the standard output, and the text beside them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import combien

EXAMPLES = Path(__file__).parents[2] / "examples"
SCOTT, SNAIL = EXAMPLES / "scott.cmb", EXAMPLES / "snail.non"
MUTILATED = EXAMPLES / "mutilated.cmb"


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (("solve", SCOTT, "--svg", "{}.pdf"), ".svg"),
        (("solve", SCOTT, "--png", "{}.svg"), ".png"),
        (("solve", SCOTT, "--sheet", "{}.pdf"), ".svg or .png"),
        (("solve", EXAMPLES / "soma.cmb", "--stl", "{}.obj"), ".stl"),
        (("solve", EXAMPLES / "soma.cmb", "--3mf", "{}.stl"), ".3mf"),
        (("queens", "6", "--svg", "{}.png"), ".svg"),
        (("puzzle", "queens", "6", "--sheet", "{}.jpg"), ".svg or .png"),
        (("explain", MUTILATED, "--svg", "{}.pdf"), ".svg"),
        (("explain", EXAMPLES / "knuth.dlx", "--tree", "{}.pdf"), ".svg"),
        (("nonogram", "solve", SNAIL, "--svg", "{}.pdf"), ".svg"),
        (("nonogram", "solve", SNAIL, "--png", "{}.svg"), ".png"),
        (("nonogram", "solve", SNAIL, "--animate", "{}.gif"), ".svg"),
        (("nonogram", "hint", SNAIL, "--svg", "{}.pdf"), ".svg"),
    ],
    ids=str,
)
def test_extensions_of_other_formats(tmp_path: Path, words: tuple[object, ...], known: str) -> None:
    outcome = combien(*(str(word).format(tmp_path / "a") for word in words))
    assert outcome.code == 2
    assert f" writes {known}, not ." in outcome.printed
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ("solve", SCOTT, "--svg", "-"),
        ("solve", SCOTT, "--svg"),
        ("solve", SCOTT, "--sheet", "-", "-n", "3"),
        ("queens", "6", "--svg", "-"),
        ("puzzle", "queens", "6", "--sheet", "-", "-n", "2"),
        ("explain", MUTILATED, "--svg", "-"),
        ("nonogram", "solve", SNAIL, "--svg", "-"),
        ("nonogram", "solve", SNAIL, "--animate", "-"),
        ("nonogram", "solve", SNAIL, "--all", "--svg", "-"),
        ("nonogram", "hint", SNAIL, "--svg", "-"),
    ],
    ids=str,
)
def test_the_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = combien(*words)
    assert outcome.out.startswith("<svg")
    assert outcome.out.rstrip().endswith("</svg>")
    assert outcome.out.count("<svg") == 1
    assert not list(tmp_path.iterdir())


def test_the_answer_of_a_solver_as_a_drawing(tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    words = ("encode", EXAMPLES / "camel.txt", "--tile", "[[0,0],[1,0]]", "--read", answer)
    answer.write_text("s UNKNOWN\n")
    assert combien(*words, "--svg", "-").code == 20
    assert combien(*words, "--svg", "-", "--boxes").code == 2


@pytest.mark.needs(".[pictures]")
def test_an_image_on_the_standard_output(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "combien", "queens", "6", "--png", "-"]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, check=True)
    assert done.stdout.startswith(b"\x89PNG")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ("solve", SCOTT, "--svg", "-", "--json"),
        ("solve", SCOTT, "--svg", "-", "-n", "2"),
        ("solve", SCOTT, "--svg", "-", "--sheet", "-"),
        ("solve", SCOTT, "--sheet", "-", "--boxes"),
        ("explain", MUTILATED, "--svg", "-", "--json"),
        ("nonogram", "solve", SNAIL, "--svg", "-", "--png", "-"),
        ("nonogram", "hint", SNAIL, "--svg", "-", "--json"),
    ],
    ids=str,
)
def test_only_one_file_goes_to_the_standard_output(words: tuple[object, ...]) -> None:
    outcome = combien(*words)
    assert (outcome.code, outcome.out) == (2, "")


def test_boards_are_printed_beside_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    drawn = combien("solve", SCOTT, "-n", "20", "--sheet", path)
    assert drawn.out == combien("solve", SCOTT, "-n", "20").out
    assert len(drawn.out.split("\n\n")) == 20
    assert path.read_text().startswith("<svg")


@pytest.mark.needs(".[pictures]")
def test_a_sheet_as_an_image(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    assert combien("queens", "6", "-n", "4", "--sheet", path).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_queens_take_a_path(tmp_path: Path) -> None:
    path = tmp_path / "queens.svg"
    assert combien("queens", "--svg", path).out.count("Q") == 8
    assert path.read_text().startswith("<svg")
