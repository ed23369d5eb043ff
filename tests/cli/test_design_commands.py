"""`combien design`, `--fault-free` and `best --most`: answers, exit codes and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combien import count
from combien._cli._shared.guard import Exit
from combien.tilings import xmpuzzle
from tests.cli.commands import combien


@pytest.fixture
def dominoes(tmp_path: Path) -> Path:
    path = tmp_path / "dominoes.cmb"
    path.write_text("problem d = constant 6x5 true [{**} ~sym]")
    return path


def test_fault_free(dominoes: Path, tmp_path: Path) -> None:
    assert combien("count", "--fault-free", dominoes).out == "6\n"
    assert combien("count", "--fault-free", "--up-to", "all", dominoes).out == "2\n"
    every = combien("solve", "--fault-free", "-n", 0, dominoes).out
    assert len(every.split("\n\n")) == 6
    drawn = tmp_path / "drawn.svg"
    done = combien("solve", "--fault-free", "--boxes", "--svg", drawn, dominoes)
    assert done.code == Exit.ANSWERED
    assert drawn.read_text().startswith("<svg")
    none = combien("solve", "--fault-free", "--problem", "1", _two_by_two(tmp_path))
    assert (none.code, none.printed) == (Exit.NONE, "d has no solution without fault lines")
    stopped = combien("solve", "--fault-free", "-n", 2, "-v", dominoes)
    assert "resume with: combien solve --fault-free" in stopped.printed
    dominoes.write_text("problem d = constant 6x5 true [{**} ~sym ~cost 2] ~holes 2")
    assert combien("count", "--fault-free", dominoes).out == "1474\n"
    assert combien("solve", "--fault-free", "--boxes", dominoes).code == Exit.ANSWERED
    plain = Path(__file__).parents[2] / "examples" / "knuth.dlx"
    assert "is not a tiling problem" in combien("count", "--fault-free", plain).printed


def _two_by_two(folder: Path) -> Path:
    path = folder / "square.cmb"
    path.write_text("problem d = constant 2x2 true [{**} ~sym]")
    return path


def test_boards() -> None:
    words = ("design", "boards", "4x4", "L-tromino", "--times", 5, "--holes", 1)
    done = combien(*words, "-n", 0)
    assert done.code == Exit.ANSWERED
    assert len(done.out.split("\n\n")) == 3
    message = "3 found of 3 boards up to symmetry: these are all"
    assert message in done.printed
    content = json.loads(combien(*words, "--json").out)
    assert (content["boards"][0]["holes"], content["complete"]) == ([[0, 3]], False)
    none = combien("design", "boards", "***/***", "tromino", "--holes", 1)
    assert none.code == Exit.BAD_INPUT
    words = ("design", "boards", "8x8", "pentominoes", "--holes", 4, "--nodes", 100)
    assert combien(*words).code == Exit.UNKNOWN


def test_sets() -> None:
    words = ("design", "sets", "5x4", "pentominoes", "--solutions", "1..4", "-n")
    assert combien(*words, 1).out.split(":")[1].startswith(" 4 solutions, ")
    content = json.loads(combien(*words, 2, "--json", "--seed", 4).out)
    assert [one["count"] for one in content["sets"]] == ["4", "4"]
    assert combien("design", "sets", "5x4", "pentominoes").code == Exit.NONE


def test_rectangles(tmp_path: Path) -> None:
    words = ("design", "rectangles", "5x3", "3x2", "3x1", "2x3")
    assert combien(*words).out == "aaabb\naaabb\ncccbb\n"
    assert combien(*words, "--count").out == "7\n"
    assert combien(*words, "--count", "--no-rotate").out == "4\n"
    assert combien("design", "rectangles", "4x4", "1x2*8", "--count").out == "36\n"
    file = tmp_path / "packing.svg"
    assert combien(*words, "--svg", file).code == Exit.ANSWERED
    assert file.exists()


def test_pieces(tmp_path: Path) -> None:
    words = ("design", "pieces", "*??*/*??*")
    assert combien(*words, "--count").out == "3\n"
    assert combien(*words, "--rules", "notchable").out.startswith(
        "1\n****\n****\n\n2\n*.**\n****\n"
    )
    content = json.loads(combien(*words, "--rules", "notchable", "--json").out)
    assert [one["name"] for one in content["tiles"]] == ["1", "2", "4"]
    files = tmp_path / "pieces.svg", tmp_path / "pieces.xmpuzzle"
    done = combien(*words, "--svg", files[0], "--xmpuzzle", files[1])
    assert (done.code, done.out) == (Exit.ANSWERED, "")
    assert files[0].read_text().startswith("<svg")
    assert len(xmpuzzle.read(files[1].read_bytes())["pieces"].tiles) == 3
    none = combien(*words, "--rules", "asymmetric")
    assert (none.code, none.out) == (Exit.NONE, "")
    assert "no piece was found" in none.printed


def test_burrs(tmp_path: Path) -> None:
    words = ("design", "burrs", 6, "--pieces", "1,188,256,928,1024", "--holes", 0, "-n", 0)
    whole = combien(*words, "--json")
    content = json.loads(whole.out)
    assert (whole.code, content["complete"]) == (Exit.ANSWERED, True)
    run = ("--checkpoint", tmp_path / "run.db")
    stopped = combien(*words, *run, "--nodes", 30)
    assert stopped.code == Exit.UNKNOWN
    file = tmp_path / "burrs.xmpuzzle"
    assert combien(*words, *run, "--json", "--xmpuzzle", file).out == whole.out
    names = [" ".join(one["tiles"]) for one in content["sets"]]
    problems = xmpuzzle.read(file.read_bytes())
    assert [*problems] == names
    assert count(problems[names[0]], up_to="rotations") == 1


def test_shapes(tmp_path: Path) -> None:
    path = tmp_path / "dominoes.cmb"
    path.write_text("problem d = constant 4x4 true [{**} ~sym ~times 2] ~holes 12")
    done = combien("design", "shapes", path, "--rules", "asymmetric")
    assert done.out.count("*") == 4
    content = json.loads(combien("design", "shapes", path, "--json").out)
    assert (content["count"], content["complete"]) == ("4", True)
    some = combien("design", "shapes", path, "--json", "--disconnected", "-n", 5)
    assert json.loads(some.out)["complete"] is False
    assert combien("design", "shapes", path, "--stuck").code == Exit.NONE
    assert combien("design", "shapes", path, "--level", 1, "--cells", 5).code == Exit.NONE
    assert combien("design", "shapes", path, "--level", "1", "-n", 1).out.startswith("1\n****\n")


def test_most(dominoes: Path, tmp_path: Path) -> None:
    path = tmp_path / "pieces.cmb"
    path.write_text("tiles pentominoes problem p = constant 6x4 true pentominoes")
    done = combien("best", "--most", "pieces", path)
    assert done.out.startswith("4:\n")
    assert combien("best", "--most", "cells", path).out.startswith("20:\n")
    path.write_text("problem p = constant 3x3 true [{**} ~times 9 ~sym ~cost 5] ~holes 3")
    assert combien("best", "--most", "pieces", path).out.startswith("4:\n")
    plain = Path(__file__).parents[2] / "examples" / "knuth.dlx"
    assert "so it has no pieces" in combien("best", "--most", "cells", plain).printed
    assert "omit --cost and --max" in combien("best", "--most", "cells", "--max", path).printed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("boards", "8", "pentominoes", "--holes", "4"), "board '8': expected a size such as 8x8"),
        (("boards", "8x8", "pentominoes", "--holes", "3"), "holes=3 leaves 61 cells"),
        (("boards", "8x8", "nothing", "--holes", "3"), "tile 'nothing': no such tile"),
        (("sets", "5x5", "pentominoes", "--solutions", "x"), "expected a number or bounds"),
        (("sets", "5x5", "pentominoes", "--solutions", "5..2"), "solutions=(5, 2): expected"),
        (("sets", "7x3", "pentominoes"), "no set of these pieces covers 21 cells"),
        (
            ("pieces", "bar"),
            "'bar': expected the length of the bars of a six-piece burr, such as 6",
        ),
        (("pieces", "*?", "--rules", "notchible"), "did you mean 'notchable'?"),
        (("pieces", "*?", "--count", "--json"), "--count only prints a number"),
        (("pieces", "*?", "--svg", "-", "--json"), "only one of --svg -, --xmpuzzle - and --json"),
        (("burrs", "7"), "length=7: expected an even number from 6 to 100"),
        (("burrs", "6", "--cells", "24", "--pieces", "1,2"), "--pieces: there is no piece '2'"),
        (("shapes", "any.cmb", "--stuck", "--level", "1"), "omit it or --stuck"),
        (("rectangles", "5x3", "3x"), "expected a size such as 3x2, or 3x2*4"),
        (("rectangles", "5x3", "4x4"), "a rectangle of 4x4 does not fit into 5x3"),
        (("rectangles", "5x3", "3x2*3"), "the rectangles cover 18 cells, and 5x3 has 15"),
    ],
)
def test_refusals(words: tuple[str, ...], message: str) -> None:
    done = combien("design", *words)
    assert done.code == Exit.BAD_INPUT
    assert message in done.printed
