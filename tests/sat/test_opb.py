"""OPB written and read; problems as sums against the definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Colored, Problem
from combien.cover._oracle import all_solutions
from combien.errors import BadFormat, BadInput
from combien.sat import opb
from combien.sat._cnf import Cnf
from combien.sat._encode import LinearEncoding
from tests.random_problems import all_problems
from tests.sat.random_clauses import formulas
from tests.sat.truth import assignments, models


def solutions(constraints: opb.Constraints) -> list[list[int]]:
    """The true variables of all assignments that meet the constraints, by trying all."""
    return [
        [variable for variable, value in assignment.items() if value]
        for assignment in assignments(range(1, constraints.variable_count + 1))
        if all(
            (total == linear.bound if linear.equal else total >= linear.bound)
            for linear in constraints
            for total in [sum(factor * assignment[variable] for factor, variable in linear.terms)]
        )
    ]


@given(all_problems())
def test_solutions_match_the_definition(problem: Problem) -> None:
    encoding = LinearEncoding(problem)
    if encoding.variable_count <= 12:
        found = [encoding.solution(model) for model in solutions(encoding)]
        assert sorted(found) == all_solutions(problem)


@given(formulas())
def test_clauses_are_sums(cnf: Cnf) -> None:
    if all(len(set(clause)) == len(clause) for clause in cnf.clauses):
        assert solutions(opb.Clauses(cnf)) == models(cnf.variable_count, cnf.clauses)


@given(all_problems() | formulas(), st.lists(st.integers(-(10**9), 10**9), min_size=9, max_size=9))
def test_written_formulas_are_read_back(given: Problem | Cnf, costs: list[int]) -> None:
    constraints: opb.Constraints
    if isinstance(given, Cnf):
        constraints = opb.Clauses(given)
    else:
        options = [given.entries(option) for option in range(given.option_count)]
        secondary = [item.name for item in given.items if not item.primary]
        constraints = LinearEncoding(
            Problem.from_options(options, secondary, costs=costs[: len(options)])
        )
    text = "".join(opb.lines(constraints))
    again = opb.read(text)
    assert [linear.text() for linear in again] == [linear.text() for linear in constraints]
    assert list(again.objective) == list(constraints.objective)
    assert "".join(opb.lines(again)) == text
    assert len(text.encode()) <= opb.most_bytes(constraints)
    assert again.term_count == constraints.term_count


def test_a_problem_has_a_line_for_each_item() -> None:
    red = Colored("x", "red")
    problem = Problem.from_options(
        [["a", red], ["b", red], ["b", "x"], ["a"]], "x", costs=[0, 3, -4, 0], bounds={"b": (1, 2)}
    )
    assert "".join(opb.lines(LinearEncoding(problem), comments=["colors"])).splitlines() == [
        "* #variable= 5 #constraint= 6",
        "* colors",
        "* x1 is a Colored('x', 'red')",
        "* x2 is b Colored('x', 'red')",
        "* x3 is b x",
        "* x4 is a",
        "* x5 is color 1 of item x",
        "min: +3 x2 -4 x3 ;",
        "+1 x1 +1 x4 = 1 ;",
        "+1 x5 -1 x1 >= 0 ;",
        "+1 x5 -1 x2 >= 0 ;",
        "+1 x1 +1 x2 -1 x5 >= 0 ;",
        "-1 x3 -1 x5 >= -1 ;",
        "+1 x2 +1 x3 >= 1 ;",
    ]
    with pytest.raises(BadInput, match="the model contains variable 6, but there are 5"):
        LinearEncoding(problem).solution([6])


def test_constraints_may_take_several_lines() -> None:
    text = "* #variable= 2 #constraint= 2\n* said\nmin:\n2 x1;\n+1 x1\n+1 x2\n>=1; -1 x1>=-1\n;\n"
    found = opb.read(text)
    assert found.objective == ((2, 1),)
    assert [linear.text() for linear in found] == ["+1 x1 +1 x2 >= 1 ;\n", "-1 x1 >= -1 ;\n"]


HEADER = "* #variable= 2 #constraint= 1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the header '* #variable= ...'"),
        ("+1 x1 >= 1 ;\n", "line 1: expected the header '* #variable= 3 #constraint= 2' first"),
        ("* #variable= 99999999999 #constraint= 1\n", "the number of variables is '99999999999'"),
        (HEADER, "line 2: 0 constraints, but the header promises 1"),
        (HEADER + HEADER, "line 2: a second header"),
        (HEADER + "min: +1 x1 ;\nmin: +1 x2 ;\n", "line 3: a second objective"),
        (HEADER + "+1 x1 >= 1\n", "line 3: the last constraint does not end: expected ';'"),
        (HEADER + "+1 x3 >= 1 ;\n", "line 2: x3, but the header promises 2 variables"),
        (HEADER + "+1 x1 x2 >= 1 ;\n", "line 2: expected a number and a variable"),
        (HEADER + "+1 ~~x1 >= 1 ;\n", "line 2: expected a number and a variable"),
        (HEADER + "+1 x1 +1 ~x3 >= 1 ;\n", "line 2: x3, but the header promises 2"),
        (HEADER + "+1 >= 1 ;\n", "line 2: expected a number and a variable"),
        (HEADER + "+1 x1 > 1 ;\n", "line 2: expected a sum, then '>=' or '=' and a number"),
        (HEADER + "+1 x1 +1 x2 <= 1 ;\n", "line 2: OPB has no '<': negate both sides"),
        (HEADER + "max: +1 x1 ;\n", "line 2: OPB only minimizes: write 'min:', and negate"),
        (HEADER + ";\n", "line 2: expected a sum, then '>=' or '=' and a number"),
        (HEADER + "+1 x1 >= " + "9" * 5000 + " ;\n", "line 2: expected a sum, then"),
        ("\0", "a NUL character"),
    ],
)
def test_errors_name_their_line(text: str, message: str) -> None:
    with pytest.raises(BadFormat) as caught:
        opb.read(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300
