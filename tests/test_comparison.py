"""The comparison of the engines: its problems are what they claim, and its page is complete."""

from __future__ import annotations

import doctest

import pytest

from bench import comparison
from combien import count, solve

PAGE = comparison.PAGE.read_text(encoding="utf-8")


def test_its_examples_run() -> None:
    assert doctest.testmod(comparison).failed == 0


@pytest.mark.parametrize("name", comparison.PROBLEMS)
def test_the_problems_have_the_stated_numbers_of_solutions(name: str) -> None:
    make, known = comparison.PROBLEMS[name]
    problem = make()
    if known is not None:
        assert count(problem) == known
    else:
        assert problem.option_count > 1000
    if name == "sudoku":
        assert solve(problem) is not None


def test_a_cell_is_measured_and_a_wrong_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    text, right = comparison.cell("impossible-6x6", "dlx", "first", 5)
    assert right
    assert float(text) >= 0
    make, _ = comparison.PROBLEMS["impossible-6x6"]
    monkeypatch.setitem(comparison.PROBLEMS, "impossible-6x6", (make, 1))
    assert comparison.cell("impossible-6x6", "dlx", "all", 5) == ("WRONG: 0", False)


def test_a_question_that_takes_too_long_is_a_dash() -> None:
    assert comparison.cell("langford-8", "bits", "all", 0) == ("-", True)
    assert comparison.cell("dominoes-20x20", "sat bitwise", "all", 5) == ("-", True)
    assert comparison.cell("queens-40", "dlx", "all", 5) == ("-", True)


def test_the_page_has_a_line_for_each_problem_and_no_wrong_answer() -> None:
    first, every = PAGE.split("## All solutions")
    for name, (_, known) in comparison.PROBLEMS.items():
        assert f"\n| {name} |" in first
        assert (f"\n| {name} |" in every) == (known is not None)
    assert "WRONG" not in PAGE
    assert "python-sat" in first


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no place"):
        comparison.rewritten("nothing", {"first": "table"})
