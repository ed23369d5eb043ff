"""`combien count`: only the number goes to the standard output."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from combien import Disagreement
from combien._cli._shared.files import load
from combien._cli._shared.guard import Exit
from combien._cli._shared.report import unlimited_digits
from combien.cover._oracle import all_solutions
from tests.cli.commands import SCRIPT, combien


def test_only_the_number_is_on_the_standard_output() -> None:
    by_definition = len(all_solutions(load(str(SCRIPT), name="six").problem))
    outcome = combien("count", SCRIPT, "--problem", "six")
    assert (outcome.code, outcome.out, outcome.err) == (0, f"{by_definition}\n", "")


def test_the_last_problem_is_the_default() -> None:
    assert combien("count", SCRIPT).out == "36\n"


def test_other_problems_are_named_and_small_ones_counted(tmp_path: Path) -> None:
    # The first problem has too many placements to be counted as well, so it is only named.
    large = tmp_path / "large.cmb"
    large.write_text(f"problem big = constant 200x200 true [{{**}} ~sym]\n{SCRIPT.read_text()}")
    outcome = combien("count", large, "--up-to", "all")
    assert (outcome.code, outcome.out) == (0, "9\n")
    note, _, *counts = outcome.err.splitlines()
    assert note == (
        f"'square' is the last of 5 problems of '{large}'; --problem takes another: 'big', 'six', "
        "'odd', 'huge'"
    )
    assert counts == ["  six: 2", "  odd: 0"]
    others = json.loads(combien("count", large, "--json").out)["others"]
    assert [other["problem"] for other in others] == ["big", "six", "odd", "huge"]
    assert [other["count"] for other in others[:3]] == [None, "3", "0"]
    named = combien("count", SCRIPT, "--problem", "huge")
    assert (named.out, named.err) == (f"{others[3]['count']}\n", "")
    # With a limit, an engine or threads, only the one problem is counted.
    for words in (("--nodes", 1), ("--engine", "dlx"), ("--threads", 2)):
        assert "  six: " not in combien("count", SCRIPT, *words).err


def test_modulo_a_number() -> None:
    # 36 tilings; a remainder of 0 is an answer, too.
    assert combien("count", SCRIPT, "--modulo", 7).out == "1\n"
    assert combien("count", SCRIPT, "--modulo", 7, "--engine", "dlx").out == "1\n"
    outcome = combien("count", SCRIPT, "--modulo", 2, "--json")
    found = json.loads(outcome.out)
    assert (outcome.code, found["count"], found["modulo"]) == (0, "0", "2")
    assert "modulo" not in json.loads(combien("count", SCRIPT, "--json").out)
    refused = combien("count", SCRIPT, "--modulo", 0)
    assert (refused.code, refused.out) == (2, "")
    assert "--modulo" in refused.err
    stopped = combien("count", SCRIPT, "--modulo", 7, "--engine", "dlx", "--nodes", 2)
    assert "--modulo 7 --resume" in stopped.err
    again = shlex.split(stopped.err.partition("resume with: ")[2])
    without = again[1 : again.index("--nodes")] + again[again.index("--nodes") + 2 :]
    assert combien(*without).out == "1\n"


def test_a_disagreement_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*model: object, **options: object) -> int:
        raise Disagreement.of("solutions", derived=4, direct=2)

    monkeypatch.setattr("combien._questions.count", counted)
    outcome = combien("count", SCRIPT)
    assert outcome.code == Exit.DISAGREEMENT
    assert "4 as derived, but 2 by a direct count" in outcome.err


def test_no_solution_is_proved() -> None:
    outcome = combien("count", SCRIPT, "--problem", "odd")
    assert (outcome.code, outcome.out) == (10, "0\n")


def test_verbose_names_the_engine_and_the_reason() -> None:
    outcome = combien("count", SCRIPT, "--problem", "square", "-v", "--engine", "dlx")
    assert outcome.out == "36\n"
    assert outcome.err.startswith("dlx: ")
    assert "nodes " in outcome.err


def test_explain_shows_the_plan() -> None:
    outcome = combien("count", "--explain", "--problem", "square", SCRIPT)
    assert outcome.out == "36\n"
    first, problem, *entries = outcome.err.splitlines()
    assert first.startswith("counted whole: ")
    assert problem == "24 options, 16 items:"
    assert [entry.split()[:2] for entry in entries] == [
        ["fkt", "chosen"],
        ["bits", "waiting"],
        ["dlx", "waiting"],
        ["frontier", "waiting"],
        ["orbits", "waiting"],
        ["memo", "waiting"],
        ["tree", "waiting"],
    ]
    answer = json.loads(combien("count", "--explain", "--json", SCRIPT).out)
    (part,) = answer["plan"]["parts"]
    assert (part["options"], part["count"]) == (24, "36")
    assert part["entries"][0]["work"] == answer["work"]
    assert "plan" not in json.loads(combien("count", "--json", SCRIPT).out)


def test_explain_without_a_plan() -> None:
    outcome = combien("count", "--explain", "--engine", "dlx", "--problem", "square", SCRIPT)
    assert outcome.err == "dlx made no plan\n"
    assert (
        json.loads(combien("count", "--explain", "--engine", "dlx", "--json", SCRIPT).out)["plan"]
        is None
    )


def test_explain_shows_the_plan_so_far_when_a_budget_ends() -> None:
    outcome = combien("count", "--explain", "--problem", "huge", "--nodes", "100", SCRIPT)
    assert (outcome.code, outcome.out) == (20, "")
    assert "counted whole: " in outcome.err
    assert "the budget of 100 nodes ended" in outcome.err


@pytest.mark.parametrize("engine", ["auto", "dlx", "frontier"])
def test_json(engine: str) -> None:
    outcome = combien("count", "--json", "--engine", engine, SCRIPT)
    answer = json.loads(outcome.out)
    assert outcome.code == 0
    assert (answer["problem"], answer["status"], answer["count"]) == ("square", "solved", "36")
    assert answer["complete"] is True
    assert answer["nodes"] > 0
    assert answer["why"]
    assert engine in ("auto", answer["engine"])


def test_a_count_beyond_its_budget_prints_no_number() -> None:
    words = ("count", "--problem", "huge", "--engine", "dlx", "--nodes", "1000", SCRIPT)
    outcome = combien(*words)
    assert (outcome.code, outcome.out) == (20, "")
    assert "the budget of 1000 nodes ended" in outcome.err
    answer = json.loads(combien(*words, "--json").out)
    assert (answer["status"], answer["count"], answer["complete"]) == ("stopped", None, False)
    assert int(answer["known"]["at_least"]) > 0
    assert answer["nodes"] == 1000


def test_zero_seconds() -> None:
    assert combien("count", "--seconds", "0", SCRIPT).code == 20


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seconds", "-1"], "is not a duration: expected 90, 90s, 2m or 1h"),
        (["--seconds", "nan"], "is not a duration: expected 90, 90s, 2m or 1h"),
        (["--seconds", "soon"], "is not a duration"),
        (["--nodes", "-1"], "range"),
        (["--nodes", "1" + "0" * 30], "range"),
        (["--engine", "frontir"], "did you mean 'frontier'?"),
        (["--problem", "squre"], "'six', 'odd', 'huge', 'square'; did you mean 'square'?"),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    outcome = combien("count", SCRIPT, *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.printed


def test_up_to_symmetry_names_the_group() -> None:
    # The square has 36 domino tilings.
    outcome = combien("count", SCRIPT, "--problem", "square", "--up-to", "all")
    assert (outcome.code, outcome.out) == (0, "9\n")
    assert outcome.err.startswith("up to 8 symmetries: Id, Rot90, Rot180, Rot270, VertRefl, ")
    outcome = combien("count", SCRIPT, "--up-to", "rotations", "--json")
    answer = json.loads(outcome.out)
    assert (answer["count"], answer["up_to"]) == ("12", ["Id", "Rot90", "Rot180", "Rot270"])
    assert "up_to" not in json.loads(combien("count", SCRIPT, "--json").out)


def test_a_plain_exact_cover_has_no_symmetries_by_name(tmp_path: Path) -> None:
    path = tmp_path / "two.dlx"
    path.write_text("a b\na\nb\n")
    outcome = combien("count", path, "--up-to", "all")
    assert (outcome.code, outcome.out) == (2, "")
    assert "defines no symmetries" in outcome.err


def test_a_script_on_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SCRIPT.read_bytes())))
    assert combien("count", "-").out == "36\n"


def test_numbers_may_have_any_length(tmp_path: Path) -> None:
    # Five monominoes for each of 6300 cells: 5^6300 has 4404 digits, too many to print by default.
    dots = ", ".join(["{*}"] * 5)
    path = tmp_path / "dots.cmb"
    path.write_text(f"problem p = constant 6300x1 true [{dots}]")
    with unlimited_digits():
        digits = f"{5**6300}"
        answer = combien("count", path, "--engine", "frontier", "--json").out
        assert json.loads(answer)["count"] == digits
    assert combien("count", path, "--engine", "frontier").out == f"{digits}\n"
    path.write_text(f"{path.read_text()}\ncount frontier p")
    assert combien("run", path).out == f"p : (FRONTIER) {digits} solutions\n"
    # Python's limit has been restored.
    with pytest.raises(ValueError, match="Exceeds the limit"):
        str(5**6300)
