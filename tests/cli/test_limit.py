"""`--limit`: side constraints of the commands that answer questions about a file."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import combien as package
from combien import SideConstraint
from combien.cover import formats
from tests.cli.commands import combien

ROSTER = {
    "left": ["a", "b"],
    "right": ["c", "d"],
    "a": ["a"],
    "b": ["b"],
    "c, slow": ["c"],
    "d": ["d"],
}
HOURS = [5, 4, 2, 3, 2, 2]
COSTS = [9, 8, 1, 1, 2, 3]


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    problem = package.Problem.from_options(ROSTER, costs=COSTS)
    path = tmp_path / "roster.json"
    path.write_text(formats.write(problem, format="json"))
    return path


@pytest.fixture
def hours(tmp_path: Path) -> Path:
    path = tmp_path / "hours"
    path.write_text(" ".join(map(str, HOURS)))
    return path


@pytest.mark.parametrize("bounds", ["..9", "9..", "8..8", "9", "10..100", "-3..8", "0..8.5"])
def test_answers_are_those_of_side_constraints(roster: Path, hours: Path, bounds: str) -> None:
    low, dots, high = bounds.partition("..")
    least = int(low) if low else None
    most = int(float(high)) if high else None if dots else least
    problem = formats.read(roster.read_text(), format="json")
    model = package.Constrained(problem, [SideConstraint(HOURS, least=least, most=most)])
    solutions = [tuple(one) for one in package.solutions(model)]
    limit = ("--limit", f"{hours}={bounds}")
    assert combien("count", *limit, roster).out == f"{len(solutions)}\n"
    listed = json.loads(combien("solve", "-n", 0, "--json", *limit, roster).out)["solutions"]
    assert sorted(tuple(one["options"]) for one in listed) == sorted(solutions)
    best = combien("best", *limit, roster)
    assert best.code == (0 if solutions else 10)
    if solutions:
        cheapest = min(sum(COSTS[option] for option in one) for one in solutions)
        assert best.out.startswith(f"{cheapest}: ")
        drawn = json.loads(combien("sample", "-n", 5, "--json", *limit, roster).out)["sample"]
        assert {tuple(one["options"]) for one in drawn} <= set(solutions)
        marginals = json.loads(combien("marginals", "--json", *limit, roster).out)
        assert marginals["count"] == str(len(solutions))


@pytest.mark.parametrize("command", ["solve", "best", "sample", "marginals"])
def test_what_has_no_solution_is_named(roster: Path, hours: Path, command: str) -> None:
    """The file has solutions, but not within these limits."""
    outcome = combien(command, "--limit", f"{hours}=100..", roster)
    assert (outcome.code, outcome.printed) == (10, "roster has no solution within --limit")


def test_several_limits_hold_together(roster: Path, hours: Path, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text('duty,pairs\nleft,1\n\nright,1\n"c, slow",0.5\n')
    assert combien("count", "--limit", f"{table}=1", roster).out == "1\n"
    assert combien("count", "--limit", f"{table}=0.5..1", roster).out == "2\n"
    solved = combien("solve", "-n", 0, "--limit", f"{table}=0.5..1", roster)
    assert solved.out == "right; a; b\na; b; c, slow; d\n"
    # The first takes 9 hours, the second as well.
    both = ("--limit", f"{table}=0.5..1", "--limit")
    assert combien("count", *both, f"{hours}=9", roster).out == "2\n"
    assert combien("count", *both, f"{hours}=..8", roster).out == "0\n"


def test_weights_of_tiles(tmp_path: Path) -> None:
    script = tmp_path / "board.cmb"
    script.write_text("problem p = {****} [{**} ~any, {*} ~any]")
    table = tmp_path / "table.csv"
    table.write_text("0,1\n")
    for most, number in enumerate((1, 4, 5)):
        assert combien("count", "--limit", f"{table}=..{most}", script).out == f"{number}\n"
    assert combien("solve", "--limit", f"{table}=2", script).out == "aabb\n"
    assert combien("best", "--cost", "1=1", "--limit", f"{table}=1", script).out[:2] == "2:"
    table.write_text("7,1\n")
    outcome = combien("count", "--limit", f"{table}=..3", script)
    assert "table.csv: '7': there is no tile '7'; the names are missing" in outcome.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3", "hours: 3 numbers, but roster has 6 options: give a number for each, or lines"),
        ("1 2 x 4 5 6", "hours, line 1: 'x' is not a number: expected 2.5"),
        ("left,1\nleft,2", "hours, line 2: 'left' has a number already"),
        ("left,1\nrigth,2", "hours: 'rigth': roster has no option of this name; did you mean"),
        ("left,1\n4", "hours, line 2: expected NAME,NUMBER, not '4'"),
        ("left,1\nright,\x1b[1m", "hours, line 2: '\\x1b[1m' is not a number"),
        ("left,1\na,2\n" + "," * 200_000, "hours, line 3"),
        ("left,1\n" + "z" * 200_000, "hours: the lines are not NAME,NUMBER: field larger"),
        ("left,9" + "9" * 38, "too large to be added in 62 bits"),
    ],
)
def test_bad_files(roster: Path, hours: Path, text: str, message: str) -> None:
    hours.write_text(text)
    outcome = combien("count", "--limit", f"{hours}=..9", roster)
    assert outcome.code == 2
    assert message in outcome.err
    assert "\x1b" not in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize("bounds", ["", "..", "x..", "1..y", "1-3", "9..2", "1..2..3"])
def test_bad_bounds(roster: Path, hours: Path, bounds: str) -> None:
    outcome = combien("count", "--limit", f"{hours}={bounds}", roster)
    assert outcome.code == 2
    assert f"--limit {hours}"[:50] in outcome.err


def test_options_that_do_not_know_limits(roster: Path, hours: Path) -> None:
    limit = ("--limit", f"{hours}=..9")
    for command, *words in (
        ("count", "--up-to", "all"),
        ("count", "--fault-free"),
        ("count", "--checkpoint", "file"),
        ("solve", "--seed", "0"),
        ("solve", "--encoding", "ladder"),
    ):
        outcome = combien(command, *limit, *words, roster)
        assert outcome.code == 2
        assert f"--limit cannot be combined with {words[0]}" in outcome.err
    assert (
        "does not support side constraints"
        in combien("count", *limit, "--engine", "bits", roster).err
    )


def test_a_count_is_continued_with_its_limit(tmp_path: Path) -> None:
    board = tmp_path / "board.cmb"
    board.write_text("problem p = constant 6x4 true [{**} ~sym ~any, {*} ~any]")
    table = tmp_path / "table.csv"
    table.write_text("0,1\n")
    words = ("count", "--engine", "dlx", "--limit", f"{table}=..6", "--nodes", 100_000, board)
    stopped = combien(*words)
    assert stopped.code == 20
    again = shlex.split(stopped.err.partition("resume with: combien ")[2])
    assert again[1:3] == ["--limit", f"{table}=..6"]
    del again[again.index("--nodes") : again.index("--nodes") + 2]
    assert combien(*again).out == combien("count", "--limit", f"{table}=..6", board).out
