"""Explanations: each rung of the ladder, budgets, and agreement with the definition."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import combien
from combien import Problem, Region, Tile, TilingProblem, explain, verify
from combien._questions import explanation
from combien.cover._oracle import all_solutions
from combien.cover._weights import weights_fault
from tests.random_problems import all_problems
from tests.tilings.pentominoes import pentominoes

DOMINO = Tile("**", symmetries="all", times="any")
SKEW = Tile("**.\n.**", symmetries="all", times="any")


@given(all_problems())
def test_the_status_matches_the_definition(problem: Problem) -> None:
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
        (Problem.from_options(["ac", "ad", "ae", "bc", "bd", "be"]), "none", "weights"),
        (Problem.from_options(["ab", "bc"]), "none", "dead"),
    ],
)
def test_each_rung(model: TilingProblem | Problem, status: str, kind: str) -> None:
    found = explain(model)
    assert (found.status, found.kind) == (status, kind)
    assert str(found) == found.text
    if found.weights:
        assert weights_fault(model.problem(), found.weights) == ""
    if found.weights and isinstance(model, Problem):
        modulus = found.weights.modulus
        assert (f"not a multiple of {modulus}." if modulus else ", not 0.") in found.text
    if kind == "search":
        assert sum(found.work.values()) > 0
    if kind in ("weights", "marks") and isinstance(model, TilingProblem):
        assert found.picture is not None


def test_a_budget_that_ends_leaves_it_open() -> None:
    board = TilingProblem(Region.box(10, 3), pentominoes()[:6])
    found = explain(board, nodes=2)
    assert (found.status, found.kind) == ("unknown", "budget")
    assert "the budget ended first" in found.text
    assert 0 < found.work["nodes"] <= 2
    assert explain(board, seconds=0).status == "unknown"


def test_reports_begin_with_the_first_search() -> None:
    reports: list[combien.Progress] = []
    found = explain(TilingProblem(Region.box(2, 3), [DOMINO]), report=reports.append)
    assert (found.status, len(reports) > 0) == ("solved", True)


def test_a_count_and_a_search_alternate(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    answer: Any = combien.answer

    def watched(model: Problem, question: str, **more: Any) -> Any:
        asked.append((question, more["budget"].nodes))
        return answer(model, question, **more)

    monkeypatch.setattr(explanation, "answer", watched)
    monkeypatch.setattr(explanation, "FIRST_NODES", 10)
    board = TilingProblem(Region.box(10, 3), pentominoes()[:6])
    turns = [("count", 10), ("solutions", 10), ("count", 40), ("solutions", 40), ("count", 160)]
    assert (explain(board).status, asked) == ("none", turns)
    asked.clear()
    assert (explain(board, nodes=50).status, asked[:2]) == ("unknown", turns[:2])
    assert sum(nodes for _, nodes in asked) <= 50


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


@pytest.mark.parametrize("number", [1, 12, 13, 20])
def test_long_lists_are_cut_and_their_lengths_given(number: int) -> None:
    items = [f"i{k:02}" for k in range(number)]
    names = ", ".join(map(repr, items[:12]))
    more = f" and {number - 12} more" if number > 12 else ""
    # None of these items has an option.
    empty = Problem.from_options([["a"]], primary=["a", *items])
    assert explain(empty).text == f"Too few options are left for item {names}{more}."
    # Each item takes what the next one could have, and nothing is left for the last.
    options = [(each, f"s{k}") for k, each in enumerate(items)]
    options += [(each, f"s{k}") for k, each in enumerate([*items[1:], "z"])]
    chain = Problem.from_options(options, secondary=[f"s{k}" for k in range(number)])
    *steps, last = explain(chain).text.splitlines()
    assert last == "Then too few options are left for item 'z'."
    assert steps[0] == "1. item 'i00' has no other option left than 0"
    assert len(steps) == min(number, 13)
    assert (steps[-1] == f"and so on, {number} options in all") == (number > 12)


@pytest.mark.parametrize("number", [6, 12, 14])
def test_many_weights_are_cut_and_their_number_given(number: int) -> None:
    # Two of one kind too many; each item has a weight.
    some, more = range(number // 2 - 1), range(number // 2 + 1)
    found = explain(Problem.from_options([(f"a{k}", f"b{m}") for k in some for m in more]))
    assert found.text.split(".")[0].count(": ") == 1 + min(12, number)
    assert (f" and so on, {number} items." in found.text) == (number > 12)


def test_the_steps_are_listed() -> None:
    assert explain(TilingProblem(Region.box(8, 8), [SKEW])).text.count("nodes ") == 1
    assert explanation._counters({"nodes": 3, "updates": 0}) == "nodes 3"
    assert explanation._counters({"nodes": 0}) == "no work at all"
    # A tiling above dimension 3 has no picture.
    high = TilingProblem(Region.box(2, 1, 1, 1), [Tile(Region.box(2, 1, 1, 1))])
    assert (explain(high).status, explain(high).picture) == ("solved", None)
