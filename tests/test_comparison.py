"""The comparison of the engines: its problems are what they claim, and its page is complete."""

from __future__ import annotations

import doctest
import json
import re

import pytest

from bench import comparison, others
from bench.table import geometric_mean
from combien import count, solve

ROOT = comparison.PAGE.parent.parent
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


TIMINGS = ROOT / "bench" / "timings"
# The suite, the other programs, ours, and how the figure stands in README.md and docs/compare.md.
FIGURES = [
    ("search", ["xcover", "miniexact"], "bits", "18 times as fast"),
    ("search", ["passagemath-combinat"], "bits", "15 times as fast"),
    ("counting", ["graphillion"], "auto", "115 times as fast"),
    ("diagrams", ["graphillion"], "zdd", "21 times"),
    ("diagrams", ["graphillion", "oxidd"], "zdd", "15 times as fast"),
]


@pytest.mark.parametrize(("suite", "others", "ours", "words"), FIGURES)
def test_the_figures_of_how_combien_compares(
    suite: str, others: list[str], ours: str, words: str
) -> None:
    saved = json.loads((TIMINGS / f"2026-11-29-{suite}.json").read_text(encoding="utf-8"))
    ratios = []
    for row in saved["results"].values():
        times = [
            result["cpu"]
            for name, result in row.items()
            if name.split(":")[0] in others and not name.endswith(":list") and "cpu" in result
        ]
        if times and "cpu" in row[f"combien:{ours}"]:
            ratios.append(min(times) / row[f"combien:{ours}"]["cpu"])
    compared = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8").replace("\n", " ")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert words.split()[0] == f"{geometric_mean(ratios):.0f}"
    assert words in compared
    assert "oxidd" in others or words in readme
    assert f"{len(ratios)} " in compared


SUITES = ("search", "counting", "diagrams")


@pytest.mark.parametrize("suite", SUITES)
def test_the_tables_of_the_pages_are_those_of_the_saved_runs(suite: str) -> None:
    """With the version that was measured in their heads."""
    saved = json.loads((TIMINGS / f"2026-11-29-{suite}.json").read_text(encoding="utf-8"))
    version = saved["machine"]["programs"]["combien"]
    compared = others.COMPARED.read_text(encoding="utf-8")
    assert f"<!-- {suite} -->\n\n{others.excerpt(saved)}\n\n<!-- end -->" in compared
    assert f"<!-- {suite} -->\n\n{others.table(saved)}\n\n<!-- end -->" in PAGE
    assert f"combien {version}, `" in others.excerpt(saved).splitlines()[0]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"measured, of combien {version} |" in readme


def test_each_table_of_how_combien_compares_names_a_version_and_can_be_measured_again() -> None:
    compared = others.COMPARED.read_text(encoding="utf-8")
    pages, again = compared.split("## Measure again")
    heads = re.findall(r"^(\|.*\|)\n\| ?-", pages, re.MULTILINE)
    assert len(heads) == len(SUITES)
    assert all(re.search(r"combien \d+\.\d+\.\d+", head) for head in heads)
    commands = re.findall(r"`python (bench/\w+\.py)", again)
    assert len(commands) == again.count("| `python ")
    assert all((ROOT / command).exists() for command in commands)
    assert len(re.findall(r"\| \d+\.\d+\.\d+ \| `python", again)) == len(commands) - 1
