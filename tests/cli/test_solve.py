"""`combien solve`: solutions as text, JSON and pictures; budgets and resumption."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien._cli._shared.files import load
from combien._questions import solutions
from combien.cover._oracle import all_solutions
from combien.geometry._region import art
from combien.tilings._tile import Tile
from combien.tilings.catalogue import hexominoes
from tests.cli.commands import SCRIPT, Outcome, combien

KNUTH = Path(__file__).parents[2] / "examples" / "knuth.dlx"


def tilings(text: str) -> list[str]:
    """The tilings in a text output."""
    return text.removesuffix("\n").split("\n\n") if text else []


def resumed(outcome: Outcome) -> list[str]:
    """Return the command that the outcome names for resuming, as words."""
    (line,) = [line for line in outcome.err.splitlines() if line.startswith("resume with: ")]
    name, *words = shlex.split(line.removeprefix("resume with: "))
    assert name == "combien"
    return words


def test_all_solutions_match_the_definition() -> None:
    problem = load(str(SCRIPT), name="six").model
    expected = {str(problem.read(found)) for found in all_solutions(problem.problem())}
    outcome = combien("solve", "-n", "0", "--problem", "six", SCRIPT)
    assert outcome.code == 0
    assert len(tilings(outcome.out)) == 3
    assert set(tilings(outcome.out)) == expected


def test_one_solution_by_default_and_no_more_than_asked() -> None:
    listed = [str(tiling) for tiling in solutions(load(str(SCRIPT)).model)]
    assert tilings(combien("solve", SCRIPT).out) == listed[:1]
    assert tilings(combien("solve", SCRIPT, "-n", "5").out) == listed[:5]
    assert tilings(combien("solve", SCRIPT, "-n", "100").out) == listed


def small_first(tmp_path: Path) -> Path:
    """A script whose first tiles are monominoes: the plain order never reaches a solution."""
    tiles = [Tile("*") for _ in range(6)] + list(hexominoes()[:17])
    patterns = ", ".join(f"{{{art(tile.region)}}} ~one ~sym" for tile in tiles)
    script = tmp_path / "small_first.cmb"
    script.write_text(f"problem p = constant 12x9 true [{patterns}]\nsolve dlx p ascii\n")
    return script


def test_the_first_solution_is_found_by_restarts(tmp_path: Path) -> None:
    script = small_first(tmp_path)
    for engine in ("auto", "dlx"):
        words = ("solve", script, "--engine", engine, "--nodes", "100000")
        outcome = combien(*words, "-v")
        assert outcome.code == 0
        assert len(tilings(outcome.out)) == 1
        assert "; this one was found " in outcome.err
        # A solution that was found in another order has no position.
        assert "resume with" not in outcome.err
        # Two solutions are listed in order, without restarts.
        assert combien(*words, "-n", "2").code == 20
    assert combien("run", script, "--nodes", "100000").code == 0


def test_no_solution() -> None:
    outcome = combien("solve", SCRIPT, "--problem", "odd")
    assert (outcome.code, outcome.out, outcome.err) == (10, "", "odd has no solution\n")


def test_boxes() -> None:
    first = next(solutions(load(str(SCRIPT)).model))
    assert combien("solve", SCRIPT, "--boxes").out == first.picture().ascii(boxes=True) + "\n"


def test_json_is_one_object_with_the_placements() -> None:
    listed = list(solutions(load(str(SCRIPT)).model))
    said = json.loads(combien("solve", "--json", "-n", "0", SCRIPT).out)
    assert (said["status"], said["count"], said["complete"]) == ("solved", "36", True)
    assert said["position"] == ""
    assert [
        [[tuple(cell) for cell in placement["cells"]] for placement in solution]
        for solution in said["solutions"]
    ] == [[list(placement.region) for placement in tiling.placements] for tiling in listed]
    assert {p["tile"] for solution in said["solutions"] for p in solution} == {0}


def test_json_without_a_solution() -> None:
    outcome = combien("solve", "--json", "--problem", "odd", SCRIPT)
    said = json.loads(outcome.out)
    assert outcome.code == 10
    assert (said["status"], said["count"], said["solutions"]) == ("none", "0", [])


def test_json_of_a_part() -> None:
    said = json.loads(combien("solve", "--json", "-n", "2", SCRIPT).out)
    assert (len(said["solutions"]), said["count"], said["complete"]) == (2, None, False)
    more = combien("solve", "--json", "-n", "0", "--resume", said["position"], SCRIPT)
    assert len(json.loads(more.out)["solutions"]) == 34


def test_json_and_boxes_are_refused() -> None:
    outcome = combien("solve", "--json", "--boxes", SCRIPT)
    assert outcome.code == 2
    assert "--boxes cannot be combined" in outcome.err


@pytest.mark.needs(".[pictures]")
def test_pictures(tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "b.png"
    outcome = combien("solve", SCRIPT, "--svg", svg, "--png", png)
    first = next(solutions(load(str(SCRIPT)).model))
    assert outcome.out == f"{first}\n"
    assert svg.read_text(encoding="utf-8") == first.picture(title="square").svg()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_several_pictures_are_numbered(tmp_path: Path) -> None:
    words = ("solve", SCRIPT, "--problem", "six", "--svg", tmp_path / "f.svg")
    outcome = combien(*words, "-n", "2", "-v")
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["f-1.svg", "f-2.svg"]
    # The resumed search does not overwrite pictures.
    first = (tmp_path / "f-1.svg").read_bytes()
    assert combien(*resumed(outcome)).code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == [
        "f-1.svg",
        "f-2.svg",
        "f-3.svg",
    ]
    assert (tmp_path / "f-1.svg").read_bytes() == first


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_pictures_that_cannot_be_written(tmp_path: Path, option: str) -> None:
    outcome = combien("solve", SCRIPT, option, tmp_path / "missing" / "a.svg")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"there is no folder '{tmp_path / 'missing'}'" in outcome.err
    outcome = combien("solve", SCRIPT, option, tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "it is a folder" in outcome.err
    for name in ("", "a\0b"):
        assert combien("solve", SCRIPT, option, name).code == 2


def test_an_engine_that_does_not_list() -> None:
    outcome = combien("solve", "--engine", "frontier", SCRIPT)
    assert (outcome.code, outcome.out) == (2, "")
    assert "counts and does not list" in outcome.err


@pytest.mark.parametrize("engine", ["auto", "dlx"])
@settings(max_examples=20)
@given(nodes=st.integers(1, 60))
def test_the_command_that_resumes_after_a_budget(engine: str, nodes: int) -> None:
    everything = combien("solve", "-n", "0", "--engine", engine, SCRIPT)
    outcome = combien("solve", "-n", "0", "--engine", engine, "--nodes", nodes, SCRIPT)
    found = tilings(outcome.out)
    while outcome.code == 20:
        assert "the budget of" in outcome.err
        words = [word if word != str(nodes) else str(nodes + 100) for word in resumed(outcome)]
        outcome = combien(*words)
        found += tilings(outcome.out)
    assert outcome.code in (0, 10)
    assert found == tilings(everything.out)


def test_the_command_that_resumes_asks_for_the_rest() -> None:
    outcome = combien("solve", "-n", "30", "--engine", "dlx", "--nodes", "40", SCRIPT)
    found = len(tilings(outcome.out))
    assert 0 < found < 30
    words = resumed(outcome)
    assert words[words.index("-n") + 1] == str(30 - found)


def test_no_more_solutions() -> None:
    position = resumed(combien("solve", "-n", "35", "-v", SCRIPT))[-1]
    last = combien("solve", "-n", "1", "-v", "--resume", position, SCRIPT)
    assert (last.code, len(tilings(last.out))) == (0, 1)
    position = resumed(last)[-1]
    outcome = combien("solve", "--resume", position, "--problem", "square", SCRIPT)
    assert (outcome.code, outcome.out, outcome.err) == (10, "", "no more solutions\n")


@pytest.mark.parametrize("position", ["nonsense", "dlx:0123:1.2:after", "dlx", ":::", "\0"])
def test_positions_of_other_problems(position: str) -> None:
    outcome = combien("solve", "--resume", position, SCRIPT)
    assert (outcome.code, outcome.out) == (2, "")
    assert "position" in outcome.err


def test_up_to_symmetry() -> None:
    number = int(combien("count", SCRIPT, "--up-to", "all").out)
    outcome = combien("solve", SCRIPT, "-n", "0", "--up-to", "all")
    assert len(tilings(outcome.out)) == number == 9
    stopped = combien("solve", SCRIPT, "-n", "0", "--up-to", "all", "--nodes", "30")
    words = resumed(stopped)
    assert words[words.index("--up-to") + 1] == "all"
    words[words.index("--nodes") + 1] = "100000"
    found = tilings(stopped.out) + tilings(combien(*words).out)
    assert sorted(found) == sorted(tilings(outcome.out))
    assert "defines no symmetries" in combien("solve", KNUTH, "--up-to", "all").err
