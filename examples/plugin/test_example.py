"""Each plug-in by its name, as a user asks for it: this needs the package to be installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import combien
from combien.cover import formats
from combien.engines import Sat, check, engine_named
from combien.geometry import free, plane_named
from combien.nonograms import formats as nonogram_formats
from combien.puzzles import puzzle_named

DOMINOES = combien.TilingProblem(
    combien.Region.box(4, 4), [combien.Tile("**", symmetries="all", times="any")]
)


def command(*words: object) -> str:
    words = (sys.executable, "-m", "combien", *words)
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=True).stdout


def test_all_can_be_used() -> None:
    found = json.loads(command("plugins", "--load", "--json"))["plugins"]
    assert len([one for one in found if one["package"] == "combien-example"]) == 8


def test_the_engine() -> None:
    assert combien.count(DOMINOES, engine="remembering") == 36
    checked = check(engine_named("remembering"))
    assert checked.counted > 50


def test_the_format(tmp_path: Path) -> None:
    problem = DOMINOES.problem()
    text = formats.write(problem, format="rows")
    assert combien.count(formats.read(text, format="rows")) == 36
    (tmp_path / "board.rows").write_text(text)
    assert command("count", tmp_path / "board.rows") == "36\n"
    for wrong in ("", "10\n1", "12", "00"):
        with pytest.raises(combien.BadFormat):
            formats.read(wrong, format="rows")
    secondary = combien.Problem.from_options(["ab"], primary="a", secondary="b")
    with pytest.raises(combien.BadFormat, match="write dlx or json"):
        formats.write(secondary, format="rows")


def test_the_format_of_nonograms(tmp_path: Path) -> None:
    (puzzle,) = nonogram_formats.read(b"2/1 1/2\n", format="slash")
    assert nonogram_formats.write(puzzle, format="slash") == b"2/1\n1/2\n"
    (tmp_path / "small.slash").write_text("2/0 1/1")
    assert "##" in command("nonogram", "solve", tmp_path / "small.slash")
    with pytest.raises(combien.BadFormat):
        nonogram_formats.read(b"2/x 1/2", format="slash")


def test_the_puzzle() -> None:
    skolem = puzzle_named("skolem")
    # OEIS A004075.
    assert [combien.count(skolem.parse(str(n))) for n in range(1, 9)] == [1, 0, 0, 6, 10, 0, 0, 504]
    puzzle = skolem.parse("5")
    solution = combien.solve(puzzle)
    assert solution is not None
    assert puzzle.check(solution)
    assert command("puzzle", "skolem", "5", "--count") == "10\n"


def test_the_lattice() -> None:
    planks = plane_named("planks")
    # Without quarter turns, a line and its turned copy differ.
    assert [sum(1 for _ in free(n, lattice=planks)) for n in (1, 2, 3)] == [1, 2, 3]
    assert len(command("polyforms", "2", "--lattice", "planks").splitlines()) > 2


def test_the_renderer(tmp_path: Path) -> None:
    command("queens", "4", "--render", tmp_path / "queens.tikz")
    drawn = (tmp_path / "queens.tikz").read_text()
    assert drawn.startswith("\\begin{tikzpicture}")
    assert drawn.count("cycle") >= 16


def test_the_sat_solver_and_the_model_counter() -> None:
    problem = combien.Problem.from_options(["ab", "c", "a", "bc", "b"])
    found = combien.solutions(problem, engine=Sat(solver="splitting"))
    assert sorted(found) == sorted(combien.solutions(problem))
    assert combien.count(problem, engine=Sat(solver="splitting-counter")) == 3
