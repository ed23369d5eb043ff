"""`combien best`: costs of tiles, methods, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import combien

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
