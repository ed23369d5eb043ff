"""`combien sequence`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combien._cli.main import main

SCRIPT = "tiles t = [ {**} ~sym ]\nproblem p = constant 1x4 true t\n"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["sequence", *words]) == 0
    return capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "--width", "4", "--tile", "domino", "-n", "5", "--json"))
    assert found["terms"] == ["1", "1", "5", "11", "36"]
    assert found["recurrence"] == ["1", "5", "1", "-1"]
    assert found["generating_function"] == {
        "numerator": ["1", "0", "-1"],
        "denominator": ["1", "-1", "-5", "-1", "1"],
    }
    assert (found["states"], found["proved"]) == (5, True)


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--width", "3", "--tiles", "rectangles", "-n", "4").splitlines()
    assert lines[0] == "1 4 34 322"
    assert lines[2] == "(1 - 11x + 29x^2 - 19x^3)/(1 - 15x + 55x^2 - 51x^3)"
    assert lines[4].startswith("proved: 5 states; ")


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        (["--ring", "4", "--tile", "domino"], "1 2 9 32"),
        (["--width", "2x2", "--tile", "domino"], "1 2 9 32"),
        (["--width", "2", "--tile", "**/*.", "--tile", "*"], "1 1 5 11"),
        (["--width", "2", "--tile", "2x1", "--fixed"], "1 1 1 1"),
        (["--width", "3", "--lattice", "triangles", "--tile", "diamond"], "1 1 1 1"),
        (["--width", "2", "--lattice", "hexagons", "--tiles", "dihexes"], "1 1 2 3"),
    ],
)
def test_families(capsys: pytest.CaptureFixture[str], words: list[str], terms: str) -> None:
    assert printed(capsys, *words, "-n", "4").splitlines()[0] == terms


@pytest.mark.parametrize(("direction", "terms"), [("right", "1 1 5 11"), ("up", "1 1 5 11")])
def test_scripts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, direction: str, terms: str
) -> None:
    script = tmp_path / "board.cmb"
    script.write_text(SCRIPT if direction == "right" else SCRIPT.replace("1x4", "4x1"))
    assert printed(capsys, str(script), "--repeat", direction, "-n", "4").startswith(terms)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--width", "4"], "no tiles"),
        (["--tile", "domino"], "one of --width and --ring"),
        (["--width", "4", "--ring", "4", "--tile", "domino"], "one of --width and --ring"),
        (["--width", "0", "--tile", "domino"], "expected a number"),
        (["--width", "2x", "--tile", "domino"], "expected a number"),
        (["--width", "4", "--tile", "dmino"], "did you mean 'domino'"),
        (["--width", "4", "--tile", "tromino"], "I-tromino, L-tromino"),
        (["--width", "1", "--tile", "2x2"], "no tile fits"),
        (["--width", "4", "--tile", "domino", "--repeat", "up"], "expected a script"),
        (["--width", "33", "--tiles", "squares"], "at most 32 in a row"),
        (["--width", "400", "--tiles", "rectangles"], "at most 128 in a row"),
        (["--width", "40", "--tile", "1x40"], "more than 1024 cells"),
        (["nothing", "--tile", "domino"], "no such script, nor family"),
        (["squar", "--tile", "domino"], "did you mean 'square'?"),
        (["--width", "2x2", "--lattice", "hexagons", "--tile", "dihex"], "boxes are of squares"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(["sequence", *words]) == 2
    assert message in capsys.readouterr().err


def test_scripts_whose_tiles_are_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "board.cmb"
    script.write_text("tiles t = [ {**} ~one ]\nproblem p = constant 1x2 true t\n")
    assert main(["sequence", str(script)]) == 2
    assert "used any number of times" in capsys.readouterr().err


def test_memory_that_is_not_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """What is known is printed, and nothing else."""
    assert main(["sequence", "--width", "16", "--tile", "domino", "--bytes", "100kB"]) == 20
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "needs more than 0.0001 GB" in captured.err
    assert "states found" in captured.err


def test_tiles_that_never_close(capsys: pytest.CaptureFixture[str]) -> None:
    """X pentominoes cover no strip of width 4, which is proved for all lengths."""
    assert main(["sequence", "--width", "4", "--tile", "X-pentomino", "-n", "4"]) == 0
    assert capsys.readouterr().out.startswith("1 0 0 0\na(n) = 0 for n >= 1\n")


def test_a_budget_that_ends(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sequence", "--width", "8", "--tile", "domino", "-n", "3", "--json"]
    assert main([*words, "--nodes", "3000"]) == 20
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert found["terms"] == ["1", "1", "34"]
    assert (found["recurrence"], found["proved"]) == (None, False)
    assert "states 43" in captured.err
