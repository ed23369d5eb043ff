"""`combien best`: costs of tiles, methods, gaps, starts, and what is printed at a stop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combien._cli._shared.progress import Bar
from combien.cover.formats import write
from combien.engines._protocol import BestProgress, Progress
from tests.cli.commands import combien
from tests.questions.test_best import board

PRICES = Path(__file__).parents[2] / "examples" / "prices.dlx"

SCRIPT = """\
tiles some = [ { ** } ~sym ~any, { * } ~any, { ** $ ** } ~any ]
problem board = constant 4x3 true some
problem packed = constant 3x1 true [ { ** } ~any, { * } ~any ]
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "board.cmb"
    path.write_text(SCRIPT)
    return path


def test_costs_of_tiles(script: Path) -> None:
    def cost(*costs: str) -> str:
        given = [word for cost in costs for word in ("--cost", cost)]
        outcome = combien("best", "--problem", "board", *given, script)
        assert outcome.code == 0
        return outcome.out.partition(":")[0]

    # Twelve cells: the squares are cheapest per cell, then dominoes, then single cells.
    assert cost("0=2", "1=5", "2=3") == "10"
    assert cost("0=2", "1=5", "2=5") == "12"
    assert cost("0=2", "1=-1", "2=3") == "-12"
    assert cost("0=2") == "0"
    assert combien("best", "--max", "--cost", "1=1", "--problem", "board", script).out[:3] == "12:"


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ("7=1", "--cost 7=1: there is no tile '7'; the names are missing, the numbers 0 to 2"),
        ("0", "--cost 0: expected TILE=N, as in --cost L=3"),
        ("=3", "--cost =3: expected TILE=N"),
        ("0=x", "--cost 0=x: expected TILE=N"),
    ],
)
def test_invalid_costs(script: Path, cost: str, message: str) -> None:
    outcome = combien("best", "--cost", cost, "--problem", "board", script)
    assert outcome.code == 2
    assert message in outcome.printed


def test_costs_of_a_problem_without_tiles() -> None:
    outcome = combien("best", "--cost", "0=1", PRICES)
    assert outcome.code == 2
    assert "--cost: this problem has no tiles" in outcome.printed


def test_a_limit_is_named_as_an_option() -> None:
    outcome = combien("best", "--nodes", "1", "--engine", "bound", PRICES)
    assert outcome.code == 20
    assert outcome.err.endswith("give more --seconds or --nodes\n")
    outcome = combien("best", "--bytes", "1", "--engine", "zdd", PRICES)
    assert outcome.code == 20
    assert "give more --bytes, or ask --engine auto" in outcome.err


@pytest.mark.parametrize("method", ["auto", "bound", "prices", "milp", "zdd"])
def test_methods(method: str) -> None:
    if method == "milp":
        pytest.importorskip("highspy", reason='pip install ".[milp]"')
    outcome = combien("best", "--engine", method, "-v", PRICES)
    assert outcome.out == "10: bob cat; ann\n"
    assert outcome.printed.startswith("cheapest: " if method == "auto" else f"{method}: ")


def test_costs_in_a_script(tmp_path: Path) -> None:
    path = tmp_path / "costs.cmb"
    path.write_text("problem p = {****} [{**} ~cost 5, {*} ~cost 2] ~cost -4 {.**.}")
    outcome = combien("best", "-k", 3, path)
    assert outcome.out == "5: abbc\n8: abcd\n9: abcc\n"
    assert combien("best", "--max", path).out == "10: aabb\n"


def test_a_gap_and_further_objectives(tmp_path: Path, script: Path) -> None:
    assert combien("best", "--gap", "5%", PRICES).out == "10: bob cat; ann\n"
    second = tmp_path / "second"
    second.write_text("1 2.5\n1 0 0\n")
    path = tmp_path / "pairs.dlx"
    path.write_text("a b\na b |2\na |1\nb |1\na |1\nb |1\n")
    outcome = combien("best", "--then", second, path)
    assert outcome.out == "2, 0.0: a; b\n"
    second.write_text("1 x")
    outcome = combien("best", "--then", second, path)
    assert outcome.code == 2
    assert "second, line 1: 'x' is not a number" in outcome.err
    assert "expected 1% or 0.01" in combien("best", "--gap", "x", path).printed
    assert combien("best", "--within", "2.5", PRICES).out == "10: bob cat; ann\n"
    assert "'-1' is not an amount" in combien("best", "--within", "-1", path).printed
    assert combien("best", "-k", 2, "--distance", 3, path).out == "2: a b\n2: a; b\n"
    assert combien("best", "--cost", "0=0.5", "--problem", "board", script).out[:4] == "0.0:"


def test_a_start(tmp_path: Path, script: Path) -> None:
    start = tmp_path / "start"
    for words in (
        ("best", "-k", "2", "--json", PRICES),
        ("best", "--cost", "1=2", "--json", "--problem", "board", script),
        ("solve", "--json", "--problem", "board", script),
    ):
        written = combien(*words)
        assert written.code == 0
        start.write_text(written.out)
        rest = [word for word in words if word not in ("--json",)]
        question = ["best", *rest[1:]]
        assert combien(*question, "--start", start).out == combien(*question).out
    outcome = combien("best", "--start", start, PRICES)
    assert outcome.code == 2
    assert "start: expected the solutions of this problem" in outcome.err
    start.write_text("0\n")
    assert "start is not a solution: item" in combien("best", "--start", start, PRICES).err
    start.write_text("a 0\n")
    assert "expected the option numbers" in combien("best", "--start", start, PRICES).err


def test_the_best_so_far_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board.dlx"
    path.write_text(write(board(12, 12, seed=3), format="dlx"))
    outcome = combien("best", "--engine", "bound", "--nodes", 20_000, "--json", path)
    assert outcome.code == 20
    found = json.loads(outcome.out)
    assert (found["proved"], found["bound"], found["gap"]) == (False, None, None)
    assert int(found["best"][0]["cost"]) > 0
    assert "the budget of 20000 nodes ended" in outcome.err
    assert "not proved to be the best: no bound is known" in outcome.err
    press_at_a_bound(monkeypatch)
    outcome = combien("best", "-k", 2, path)
    assert outcome.code == 130
    assert outcome.out.count("\n") == 2
    assert outcome.err.startswith("combien: interrupted after ")
    assert "not proved to be the best: the bound is " in outcome.err
    assert "%" in outcome.err


def press_at_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C at the first report with a solution and a bound."""
    original = Bar.__call__

    def pressed(bar: Bar, progress: Progress) -> None:
        original(bar, progress)
        assert isinstance(progress, BestProgress)
        if progress.bound is not None and progress.cost is not None:
            raise KeyboardInterrupt

    monkeypatch.setattr(Bar, "__call__", pressed)


def test_costs_with_decimals_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "costs.lp"
    path.write_text(
        "min\n 2.5 x + 3 y + 1.25 z\nst\n a: x + y = 1\n b: z + y = 1\nbin\n x y z\nend\n"
    )
    assert combien("best", "-k", 2, path).out == "3: y\n3.75: x; z\n"
    refused = combien("best", "--max", path)
    assert "--max was given, but costs says minimize: omit --max" in refused.err
    path.write_text(path.read_text().replace("min", "max").replace("3 y", "3 y + 0.5"))
    found = json.loads(combien("best", "--json", path).out)
    assert (found["best"][0]["cost"], found["bound"]) == ("4.25", "4.25")
    assert found["sense"] == "maximize"
    assert combien("best", "--max", path).out == "4.25: x; z\n"
    third = tmp_path / "third.json"
    text = '{"format": "combien-problem", "version": 1, "items": ["a"], "options": [%s]}'
    third.write_text(text % '{"entries": ["a"], "cost": "1/3"}')
    assert combien("best", third).out == "1/3: a\n"
