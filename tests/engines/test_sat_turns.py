"""A SAT solver that takes turns with a search for a first solution."""

from __future__ import annotations

from itertools import pairwise

import pytest

from combien import (
    Budget,
    OutOfBudget,
    Problem,
    Region,
    Tile,
    TilingProblem,
    answer,
    first,
    solve,
    verify,
)
from combien.engines._clauses import sat_walk
from combien.engines._clauses.sat_walk import SatTurns, sat_turns
from combien.engines._search import restarts

pytest.importorskip("pysat")


def trominoes(width: int, height: int) -> TilingProblem:
    tile = Tile("*.\n**", symmetries="all", times="any")
    return TilingProblem(Region.box(width, height), [tile])


def pigeons(number: int) -> Problem:
    """One pigeon more than holes."""
    return Problem.from_options(
        [f"p{pigeon} h{hole}".split() for pigeon in range(number) for hole in range(number - 1)],
        secondary=[f"h{hole}" for hole in range(number - 1)],
    )


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "SAT_AFTER", -1.0)


@pytest.mark.usefixtures("at_once")
def test_a_solution_by_sat_is_a_solution() -> None:
    model = trominoes(5, 9)
    found = answer(model, "solutions", limit=1)
    assert len(found.solutions) == 1
    walk = first(model.problem())
    verify(model.problem(), next(walk))
    assert walk.why.endswith("; this one was found by a SAT solver")


@pytest.mark.usefixtures("at_once")
def test_that_there_is_none_is_proved_by_sat() -> None:
    assert solve(trominoes(5, 3)) is None


def test_turns_double_until_the_answer() -> None:
    solver = SatTurns(pigeons(8), 10**9)
    solver._conflicts = 4
    cost, ends = 1.0, [0]
    while not solver.proved_none:
        solver.run(cost, 10**9, 60.0)
        if not solver.is_due(cost):
            ends.append(solver.steps)
            cost *= 2
            assert solver.is_due(cost)
    turns_taken = [after - before for before, after in pairwise(ends)]
    assert len(turns_taken) >= 3
    assert all(a < b <= 2 * a + 8 for a, b in pairwise(turns_taken))


def test_without_a_solver_the_search_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_walk, "find_spec", lambda name: None)
    assert sat_turns(trominoes(5, 9).problem(), 10**9) is None
    monkeypatch.setattr(restarts, "SAT_AFTER", -1.0)
    assert solve(trominoes(5, 9)) is not None


def test_large_problems_are_not_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_walk, "MOST_ENTRIES", 3)
    assert sat_turns(Problem.from_options(["ab", "bc"]), 10**9) is None


@pytest.mark.usefixtures("at_once")
def test_the_budget_holds() -> None:
    with pytest.raises(OutOfBudget):
        solve(pigeons(12), budget=Budget(nodes=500))
