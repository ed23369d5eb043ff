"""`combien count --by`: the number of solutions for each total, as a polynomial in q."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import combien

EXAMPLES = Path(__file__).parents[2] / "examples"
PRICES, MILES = EXAMPLES / "prices.dlx", EXAMPLES / "miles.csv"
SCRIPT = "tiles t = [ {**} ~sym, {*} ~one ]\nproblem p = constant 3x1 true t\n"


@pytest.fixture
def costs(tmp_path: Path) -> Path:
    """Options with costs of every kind."""
    path = tmp_path / "costs.dlx"
    path.write_text("a b\na |3\nb |0\na b |1\na b |100\n")
    return path


def test_polynomials(costs: Path, tmp_path: Path) -> None:
    assert combien("count", "--by", "cost", costs).out == "q + q^3 + q^100\n"
    assert combien("count", "--by", "size", costs).out == "2*q + q^2\n"
    numbers = tmp_path / "numbers"
    numbers.write_text("-2 0 -1 2")
    assert combien("count", "--by", numbers, costs).out == "q^-2 + q^-1 + q^2\n"
    assert combien("count", "--by", MILES, PRICES).out == "q^55 + 2*q^60 + q^65\n"
    limit = ("--limit", f"{MILES}=..60")
    assert combien("count", "--by", "cost", *limit, PRICES).out == "3*q^12\n"


def test_volumes_begin_at_nothing(tmp_path: Path) -> None:
    script = tmp_path / "dominoes.cmb"
    script.write_text("tiles t = [ {**} ~sym ]\nproblem p = constant 4x3 true t\n")
    # Of the eleven tilings, one is the lowest and one the highest.
    outcome = combien("count", "--by", "volume", script)
    assert outcome.out == "1 + q + 2*q^2 + 3*q^3 + 2*q^4 + q^5 + q^6\n"
    found = json.loads(combien("count", "--by", "volume", "--json", script).out)
    assert (found["by"], found["count"]) == ("volume", "11")
    assert found["totals"][3] == {"total": "3", "count": "3"}


def test_no_solution(tmp_path: Path) -> None:
    path = tmp_path / "none.dlx"
    path.write_text("a b c\na b\nb c\n")
    outcome = combien("count", "--by", "size", path)
    assert (outcome.code, outcome.out) == (10, "0\n")
    assert "has no solution" in outcome.err
    assert json.loads(combien("count", "--by", "size", "--json", path).out)["totals"] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "cost"], "--by: p has no cost: choose --by size, or give a file of numbers"),
        (["--by", "volume"], "only tilings by dominoes"),
        (["--by", "nowhere"], "cannot read 'nowhere'"),
        (["--by", "size", "--engine", "dlx"], "--by cannot be combined with --engine"),
        (["--by", "size", "--modulo", "7"], "--by cannot be combined with --modulo"),
        (["--by", "size", "--up-to", "all"], "--by cannot be combined with --up-to"),
        (["--by", "size", "--fault-free"], "--by cannot be combined with --fault-free"),
        (["--by", "size", "--nodes", "0"], "the budget of 0 nodes ended"),
    ],
)
def test_what_is_refused(words: list[str], message: str, tmp_path: Path) -> None:
    script = tmp_path / "bar.cmb"
    script.write_text(SCRIPT)
    outcome = combien("count", *words, script)
    assert outcome.code in (2, 20)
    assert outcome.out == ""
    assert message in outcome.err


def test_numbers_that_are_not_whole(costs: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    numbers.write_text("1 2.5 3 4")
    outcome = combien("count", "--by", numbers, costs)
    assert outcome.code == 2
    assert "--by: option 1 has 2.5, and whole numbers were expected: scale them" in outcome.err


def test_a_large_constant_is_a_part_of_each_total(tmp_path: Path) -> None:
    """Only powers of --q have a limit."""
    path = tmp_path / "dear.lp"
    path.write_text("max\n 2 x + 3 y + 10000\nst\n c: x + y >= 1\nbin\n x y\nend\n")
    outcome = combien("count", "--by", "cost", path)
    assert outcome.out == "q^10002 + q^10003 + q^10005\n"
    refused = combien("marginals", "--q", "2", path)
    assert "--q: the constant of the costs is 10000: at most 4096" in refused.err


def test_q_beside_a_limit() -> None:
    words = ("--q", "1/2", "--limit", f"{MILES}=..60", PRICES)
    found = json.loads(combien("marginals", "--json", *words).out)
    # Three solutions of cost 12.
    assert found["weight"] == "3/4096"
    assert [one["weight"] for one in found["options"][:2]] == ["1/4096", "0"]
    drawn = combien("sample", "-n", "20", *words).out.splitlines()
    assert len(drawn) == 20
    assert set(drawn) <= set(combien("solve", "-n", "0", *words[2:]).out.splitlines())
