"""Every style against truth tables: which literals may be true, and in how many models."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadInput
from combien.sat._cnf import Cnf
from combien.sat._exactly import (
    STYLES,
    Size,
    between,
    constrain,
    keeps_count,
    size_of,
    style_named,
)
from tests.sat.truth import assignments, extensions, models

# All bounds of few literals; of more, those for which a style has special clauses.
SMALL = [(n, low, high) for n in range(6) for low in range(-1, n + 2) for high in range(-1, n + 2)]
LARGE = [(n, low, 1) for n in (6, 7) for low in (0, 1)]
MIXED = [(7, 2, 3), (7, 0, 4), (7, 3, 7), (6, 4, 4), (6, 1, 5)]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("bounds", [SMALL, LARGE, MIXED], ids=["small", "large", "mixed"])
def test_the_clauses_match_the_truth_table(style: str, bounds: list[tuple[int, int, int]]) -> None:
    for number, low, high in bounds:
        literals = range(1, number + 1)
        size = size_of(number, low, high, style=style)
        clauses = list(between(literals, low, high, first=number + 1, style=style))
        keeps = keeps_count(number, low, high, style=style)
        for assignment in assignments(literals):
            meant = low <= sum(assignment.values()) <= high
            found = extensions(number + size.variables, clauses, assignment)
            assert bool(found) == meant, (number, low, high, assignment)
            assert not keeps or found <= 1, (number, low, high, assignment)


@pytest.mark.parametrize("style", STYLES)
def test_at_most_one_of_many(style: str) -> None:
    """Enough literals that groups have groups: none or one may be true, never two."""
    number = 26
    literals = range(1, number + 1)
    size = size_of(number, 0, 1, style=style)
    clauses = list(between(literals, 0, 1, first=number + 1, style=style))
    for one, other in combinations_with_replacement([0, *literals], 2):
        assignment = {literal: literal in (one, other) for literal in literals}
        found = extensions(number + size.variables, clauses, assignment)
        assert bool(found) == (one == other or one == 0)
        assert found <= 1 or not keeps_count(number, 0, 1, style=style)


@given(st.sampled_from([*STYLES]), st.data())
@settings(max_examples=80)
def test_random_choices_of_many(style: str, data: st.DataObject) -> None:
    number = data.draw(st.integers(6, 14))
    low, high = data.draw(st.integers(0, 6)), data.draw(st.integers(0, 6))
    assignment = {v: data.draw(st.booleans()) for v in range(1, number + 1)}
    size = size_of(number, low, high, style=style)
    clauses = between(range(1, number + 1), low, high, first=number + 1, style=style)
    found = extensions(number + size.variables, clauses, assignment)
    assert bool(found) == (low <= sum(assignment.values()) <= high)
    assert found <= 1 or not keeps_count(number, low, high, style=style)


def test_extensions_agree_with_trying_all_assignments() -> None:
    clauses = [(1, 2, -5), (-1, 3), (-3, 4, 5), (2, -4)]
    for chosen in assignments([1, 2]):
        expected = [
            model
            for model in models(5, clauses)
            if all((variable in model) == value for variable, value in chosen.items())
        ]
        assert extensions(5, clauses, chosen) == len(expected)


@pytest.mark.parametrize("style", STYLES)
def test_sizes_are_known_beforehand(style: str) -> None:
    for number, low, high in product((*range(12), 17, 40), (0, 1, 3), (1, 2, 4, 9, 39)):
        if style == "pairwise" and number > 12 and max(low, high) > 2:
            continue
        first = number + 1
        clauses = list(between(range(1, first), low, high, first=first, style=style))
        auxiliary = {abs(v) - number for clause in clauses for v in clause if abs(v) > number}
        size = Size(len(auxiliary), len(clauses), sum(map(len, clauses)))
        assert size_of(number, low, high, style=style) == size, (number, low, high)
        # Every announced variable is used, and no other.
        assert auxiliary == set(range(1, size.variables + 1))
        assert all(len(set(map(abs, clause))) == len(clause) for clause in clauses)


@pytest.mark.parametrize("style", STYLES)
def test_exactly_one_keeps_the_count_in_every_style(style: str) -> None:
    assert all(keeps_count(number, 1, 1, style=style) for number in range(50))


def test_styles_that_do_not_keep_the_count() -> None:
    """So that `keeps_count` cannot be false everywhere."""
    for style in ("sequential", "product"):
        size = size_of(7, 0, 1, style=style)
        clauses = list(between(range(1, 8), 0, 1, first=8, style=style))
        none = dict.fromkeys(range(1, 8), False)
        assert extensions(7 + size.variables, clauses, none) > 1
        assert not keeps_count(7, 0, 1, style=style)
    assert sum(keeps_count(7, 0, 1, style=style) for style in STYLES) == 5


@pytest.mark.parametrize(
    ("style", "size"),
    [
        ("pairwise", Size(0, 499_501, 1_000_000)),
        ("sequential", Size(998, 2_996, 6_990)),
        ("ladder", Size(998, 3_994, 9_984)),
        ("product", Size(108, 2_193, 5_384)),
        ("commander", Size(500, 3_496, 8_988)),
        ("bitwise", Size(10, 10_001, 21_000)),
    ],
)
def test_exactly_one_of_a_thousand(style: str, size: Size) -> None:
    assert size_of(1000, 1, 1, style=style) == size


def test_clauses_are_added_to_others() -> None:
    cnf = Cnf()
    people = [cnf.new(name) for name in "abcdef"]
    constrain(cnf, [-person for person in people], 4, 4, style="totalizer")
    allowed = [
        assignment
        for assignment in assignments(people)
        if extensions(cnf.variable_count, cnf.clauses, assignment)
    ]
    assert len(allowed) == 15
    assert {sum(assignment.values()) for assignment in allowed} == {2}


def test_refusals() -> None:
    cnf = Cnf()
    first = cnf.new()
    with pytest.raises(BadInput, match="a variable occurs twice among the literals"):
        constrain(cnf, [first, -first], 1, 1)
    with pytest.raises(BadInput, match=r"no style 'bitwize'.*did you mean 'bitwise'"):
        style_named("bitwize")
    with pytest.raises(
        BadInput, match="2 is not a literal of this formula: its variables are 1 to 1"
    ):
        cnf.add([1, 2])
    with pytest.raises(BadInput, match="0 is not a literal"):
        cnf.add([0])
    cnf.new("x")
    with pytest.raises(BadInput, match="there is a variable 'x' already: 2"):
        cnf.new("x")
    with pytest.raises(BadInput, match="there is no variable 'y'"):
        cnf.variable("y")
