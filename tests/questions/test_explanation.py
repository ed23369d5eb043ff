"""Explanations: each rung of the ladder, budgets, and agreement with the definition."""

from __future__ import annotations

import pytest
from hypothesis import given

from combien import Problem, Region, Tile, TilingProblem, explain, verify
from combien.cover._infeasibility.weights import weights_fault
from combien.cover._oracle import all_solutions
from tests.random_problems import all_problems
from tests.tilings.pentominoes import pentominoes

DOMINO = Tile("**", symmetries="all", times="any")
SKEW = Tile("**.\n.**", symmetries="all", times="any")


@given(all_problems())
def test_the_status_is_that_of_the_definition(problem: Problem) -> None:
    found = explain(problem)
    if all_solutions(problem):
        assert (found.status, found.kind) == ("solved", "solution")
        assert found.solution is not None
        verify(problem, found.solution)
    else:
        assert found.status == "none"
        assert found.kind in ("dead", "weights", "search")
        assert found.text.endswith(".")


@pytest.mark.parametrize(
    ("model", "status", "kind"),
    [
        (TilingProblem(Region.box(2, 3), [DOMINO]), "solved", "solution"),
        (TilingProblem(Region.box(3, 3), [DOMINO]), "none", "arithmetic"),
        (TilingProblem("***\n.*.", [DOMINO]), "none", "dead"),
        (TilingProblem(Region.box(8, 8) - Region([(0, 0), (7, 7)]), [DOMINO]), "none", "weights"),
        (
            TilingProblem(Region.box(9, 3), [Tile("**\n*.", symmetries="all", times="any")]),
            "none",
            "marks",
        ),
        (TilingProblem(Region.box(8, 8), [SKEW]), "none", "search"),
        (Problem.from_options(["ab", "bc", "ca"]), "none", "weights"),
        (Problem.from_options(["ab", "bc"]), "none", "dead"),
    ],
)
def test_each_rung(model: TilingProblem | Problem, status: str, kind: str) -> None:
    found = explain(model)
    assert (found.status, found.kind) == (status, kind)
    assert str(found) == found.text
    if found.weights:
        assert weights_fault(model.problem(), found.weights) == ""
    if kind == "search":
        assert sum(found.work.values()) > 0
    if kind in ("weights", "marks") and isinstance(model, TilingProblem):
        assert found.picture is not None


def test_a_budget_that_ends_leaves_it_open() -> None:
    board = TilingProblem(Region.box(10, 6), pentominoes())
    found = explain(board, nodes=2)
    assert (found.status, found.kind) == ("unknown", "budget")
    assert "the budget ended first" in found.text
    assert explain(board, seconds=0).status == "unknown"


def test_the_same_question_has_the_same_answer() -> None:
    model = TilingProblem(Region.box(8, 8), [SKEW])
    assert explain(model) == explain(model)


def test_the_groups_are_the_cells_that_the_picture_shows() -> None:
    corners = Region.box(8, 8) - Region([(0, 0), (7, 7)])
    found = explain(TilingProblem(corners, [DOMINO]))
    assert {(label, len(cells)) for cells, _, label in found.groups} == {("b", 30), ("w", 32)}
    assert {cell for cells, _, _ in found.groups for cell in cells} == set(corners)
    assert found.picture is not None
    shown = {cell: patch.label for patch in found.picture.patches for cell in patch.cells}
    assert shown == {cell: label for cells, _, label in found.groups for cell in cells}


def test_the_tiles_that_fit_nowhere_are_given_by_number() -> None:
    bar = Tile("****", symmetries="all", name="bar")
    found = explain(TilingProblem(Region.box(3, 3), [DOMINO, Tile("*"), bar]))
    assert (found.kind, found.tiles) == ("dead", (2,))
    assert explain(TilingProblem(Region.box(2, 3), [DOMINO])).tiles == ()
