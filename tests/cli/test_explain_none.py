"""`combien explain` where there is no solution: the reason, its drawing, its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combien._base import clock
from tests.cli.commands import combien

EXAMPLES = Path(__file__).parents[2] / "examples"
DOMINOES = EXAMPLES / "dominoes.cmb"
MUTILATED = ("explain", DOMINOES, "--problem", "mutilated")


def test_the_reason_is_the_answer() -> None:
    found = combien(*MUTILATED)
    assert found.code == 10
    assert found.out.splitlines() == [
        "mutilated: there is no solution",
        "Color the board like a chessboard.",
        "Each placement covers as many black cells as white ones, but the board has 30 black and "
        "32 white ones.",
        "wbwbwbw",
        *["bwbwbwbw", "wbwbwbwb"] * 3,
        " wbwbwbw",
    ]


def test_the_reason_is_drawn(tmp_path: Path) -> None:
    drawing = tmp_path / "why.svg"
    found = combien(*MUTILATED, "--svg", drawing)
    assert found.code == 10
    assert f"wrote '{drawing}'" in found.err
    assert drawing.read_text().startswith("<svg ")
    assert "30 black and 32 white ones" in drawing.read_text()


def test_the_reason_as_json() -> None:
    found = json.loads(combien(*MUTILATED, "--json").out)
    assert (found["status"], found["kind"], found["modulus"]) == ("none", "weights", "0")
    assert sorted(set(found["weights"])) == ["-1", "1"]
    assert [(group["label"], len(group["cells"])) for group in found["groups"]] == [
        ("b", 30),
        ("w", 32),
    ]
    assert found["tiles"] == []


def test_a_problem_with_a_solution(tmp_path: Path) -> None:
    drawing = tmp_path / "solved.svg"
    found = combien("explain", DOMINOES, "--problem", "board_8x8", "--svg", drawing)
    assert found.code == 0
    assert found.out.startswith("board_8x8: 112 options, 64 primary items\nreduction: ")
    assert drawing.exists()


def test_a_budget_that_is_exceeded(tmp_path: Path) -> None:
    script = tmp_path / "skew.cmb"
    script.write_text("tiles t = [ {**. $ .**} ~sym ]\nproblem p = constant 8x8 true t\n")
    hard = tmp_path / "hard.cmb"
    hard.write_text(
        "tiles t = [ {**** $ *...} ~one ~sym, {*****} ~one ~sym, {**** $ .*..} ~one ~sym,\n"
        "{***. $ ..**} ~one ~sym, {*** $ **.} ~one ~sym, {*** $ *.*} ~one ~sym ]\n"
        "problem p = constant 10x3 true t\n"
    )
    found = combien("explain", hard, "--nodes", "2")
    assert found.code == 20
    assert "the budget ended first" in found.out.splitlines()[-1]
    assert combien("explain", script).code == 10


def test_words_only(tmp_path: Path) -> None:
    cover = tmp_path / "triangle.dlx"
    cover.write_text("a b c\na b\nb c\nc a\n")
    drawing = tmp_path / "none.svg"
    found = combien("explain", cover, "--svg", drawing)
    assert found.code == 10
    assert "there is nothing to draw" in found.err
    assert found.out.splitlines()[1] == "Give the items weights: 'a': 1, 'b': 1, 'c': 1."
    assert not drawing.exists()


def test_the_walks_end_with_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without an alarm, which on a busy machine ends the command while the file is read.
    monkeypatch.setattr(clock, "_has_timer", lambda: False)
    found = combien("explain", DOMINOES, "--problem", "board_8x8", "--seconds", "0")
    assert (found.code, found.err) == (20, "")
    assert (
        "search by bits: not estimated, as the seconds of the command ended before\n" in found.out
    )


def test_a_reason_in_french() -> None:
    outcome = combien(
        "explain", "--language", "fr", "--problem", "mutilated", "example:dominoes.cmb"
    )
    assert outcome.out.startswith(
        "mutilated: il n'y a pas de solution\nColorions le plateau en damier.\n"
    )


def test_a_reason_in_french_has_all_values(tmp_path: Path) -> None:
    """A search has its engine and its counters."""
    path = tmp_path / "skew.cmb"
    path.write_text("problem p = constant 8x8 true [{ **. $ .** } ~sym]\n")
    found = {
        language: combien("explain", "--language", language, path).out.splitlines()[1]
        for language in ("en", "fr")
    }
    values = found["en"].removeprefix("An exhaustive search found no solution: ")
    assert values.startswith("bits, nodes ")
    start = "Une recherche exhaustive n’a trouvé aucune solution : moteur "
    assert found["fr"] == start + values
    told = combien("explain", "--json", "--language", "fr", path).out
    assert json.loads(told)["text"] == found["fr"]
