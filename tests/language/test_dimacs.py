"""The clauses against the definition: their models are the solutions."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combien.cover.oracle import all_solutions
from combien.cover.problem import Coloured, Problem
from combien.errors import CannotAnswer
from combien.language.dimacs import dimacs_lines


def written(problem: Problem) -> str:
    return "".join(dimacs_lines(problem))


def clauses(text: str) -> tuple[int, list[list[int]]]:
    """The number of variables and the clauses of a DIMACS file; checks its form."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    assert text.endswith("\n")
    form, kind, variables, count = lines[0].split()
    assert (form, kind) == ("p", "cnf")
    numbers = [list(map(int, line.split())) for line in lines[1:]]
    assert all(line[-1] == 0 and 0 not in line[:-1] for line in numbers)
    assert len(numbers) == int(count)
    return int(variables), [line[:-1] for line in numbers]


def models(variables: int, found: list[list[int]]) -> list[tuple[int, ...]]:
    """The sets of options that make every clause true, by trying all."""
    return sorted(
        tuple(option for option in range(variables) if values[option])
        for values in product([False, True], repeat=variables)
        if all(any(values[abs(v) - 1] == (v > 0) for v in clause) for clause in found)
    )


options = st.lists(st.sets(st.integers(0, 5), min_size=1), max_size=8)


@given(options, st.sets(st.integers(0, 6)), st.booleans())
def test_models_are_solutions(chosen: list[set[int]], secondary: set[int], maybe: bool) -> None:
    primary = sorted(set(range(7)) - secondary)
    assume(all(option - secondary for option in chosen))
    bounds = {primary[0]: (0, 1)} if maybe and primary else None
    problem = Problem.from_options(
        map(sorted, chosen), sorted(secondary), primary=primary, bounds=bounds
    )
    variables, found = clauses(written(problem))
    assert variables == problem.option_count
    assert all(len(set(map(abs, clause))) == len(clause) for clause in found)
    assert models(variables, found) == all_solutions(problem)


def test_an_item_without_options_is_the_empty_clause() -> None:
    problem = Problem.from_options(["a"], primary="ab")
    assert clauses(written(problem)) == (1, [[1], []])


def test_every_variable_has_its_meaning_on_one_line() -> None:
    problem = Problem.from_options([[("x", 1), "two\nlines"], ["two\nlines"]])
    assert written(problem).splitlines()[:3] == [
        "c 2 items, 2 options",
        "c variable 1: ('x', 1) two lines",
        "c variable 2: two lines",
    ]


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (
            Problem.from_options(["a", "a"], bounds={"a": (1, 2)}),
            "item 'a' is used 1 to 2 times: clauses are written for items that are used exactly",
        ),
        (Problem.from_options([["p", Coloured("x", 1)]], secondary="x"), "without colours"),
        (Problem.from_options(["a"] * 20_000), "these would be 199,990,001 clauses: at most 100"),
    ],
)
def test_refusals_come_before_there_is_a_line(problem: Problem, message: str) -> None:
    with pytest.raises(CannotAnswer, match=message):
        dimacs_lines(problem)
