"""A SAT solver and a search that learns take turns with a search for a first solution."""

from __future__ import annotations

import pytest
from hypothesis import given

from combien import (
    Budget,
    OutOfBudget,
    Problem,
    Region,
    Tile,
    TilingProblem,
    _native,
    answer,
    exists,
    first,
    solve,
    verify,
)
from combien.cover._oracle import all_solutions
from combien.cover._verify import fault
from combien.engines._clauses import sat_turns
from combien.engines._clauses.sat_turns import SatTurns
from combien.engines._search import restarts
from combien.engines._search.restarts import Restarts
from combien.engines._search.searching import bits, learning
from combien.sat._solver import BuiltinSolver
from tests.engines.test_restarts import y_pentominoes
from tests.random_problems import all_problems


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
    """Only the SAT solver answers: the searches have a node each, and it has the next turns."""
    monkeypatch.setattr(restarts, "HEAD_START", 1)
    monkeypatch.setattr(restarts, "HEAD_START_ITEM", 0)
    monkeypatch.setattr(restarts, "SAT_AFTER", -1.0)
    monkeypatch.setattr(restarts, "SAT_PART", 10**12)
    monkeypatch.setattr(sat_turns, "ENCODED_ENTRY", 0)


@pytest.mark.usefixtures("at_once")
def test_a_solution_by_sat_is_a_solution() -> None:
    model = trominoes(5, 9)
    found = answer(model, "solutions", limit=1)
    assert len(found.solutions) == 1
    walk = first(model.problem())
    verify(model.problem(), next(walk))
    assert walk.why.endswith("; this one was found by a SAT solver")
    assert exists(model)


@pytest.mark.usefixtures("at_once")
def test_that_there_is_none_is_proved_by_sat() -> None:
    walk = first(trominoes(5, 3))
    assert next(walk, None) is None
    assert solve(trominoes(5, 3)) is None
    assert not exists(trominoes(5, 3))


@given(problem=all_problems())
def test_the_solver_agrees_with_the_definition(problem: Problem) -> None:
    wanted = all_solutions(problem)
    solver = SatTurns(problem, 10**9)
    while not (solver.solution or solver.proved_none or solver.given_up):
        before = solver.steps
        solver.advance(1, 60.0)
        if solver.solution is not None:
            break
        assert solver.steps <= before + 1
    assert not solver.given_up
    assert solver.proved_none == (not wanted)
    assert solver.solution is None or solver.solution in wanted


@given(problem=all_problems())
def test_the_search_that_learns_agrees_with_the_definition(problem: Problem) -> None:
    wanted = all_solutions(problem)
    search = Restarts(problem, learning())
    outcome = search.advance(10**9, 60.0)
    assert outcome == (_native.SOLUTION if wanted else _native.DONE)
    assert search.solution is None or not fault(problem, search.solution)


def test_the_contenders_get_their_parts_of_the_work() -> None:
    problem = y_pentominoes(12, 50).problem()
    search = Restarts(problem, bits(), learning=learning(), sat_bytes=10**9)
    while sum(search.costs().values()) < 2e9:
        assert search.advance(10**9, 60.0) == _native.OUT_OF_SLICE
    costs = search.costs()
    whole = sum(costs.values())
    assert costs["sat"] / whole == pytest.approx(1 / 2, abs=0.1)
    assert costs["main"] / whole == pytest.approx(1 / 4, abs=0.1)
    assert costs["learning"] / whole == pytest.approx(1 / 8, abs=0.1)


@pytest.mark.usefixtures("at_once")
def test_large_problems_are_not_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_turns, "MOST_ENTRIES", 3)
    walk = first(trominoes(5, 9))
    assert next(walk) is not None
    assert "SAT" not in walk.why


@pytest.mark.usefixtures("at_once")
def test_without_memory_for_the_clauses_the_search_continues() -> None:
    solver = SatTurns(pigeons(40), 1000)
    while not solver.given_up:
        solver.advance(10, 60.0)
    search = Restarts(trominoes(5, 9).problem(), bits(), learning=learning(), sat_bytes=1)
    while search.advance(10**9, 60.0) == _native.OUT_OF_SLICE:
        pass
    assert search.solution is not None
    assert search.how != "by a SAT solver"


@pytest.mark.usefixtures("at_once")
def test_the_budget_holds() -> None:
    with pytest.raises(OutOfBudget) as stop:
        solve(pigeons(12), budget=Budget(nodes=500))
    assert stop.value.known["nodes"] <= 500


@pytest.mark.usefixtures("at_once")
def test_an_interrupt_after_the_answer_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> str:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(sat_turns, "fault", interrupted)
    problem = trominoes(5, 9).problem()
    walk = first(problem)
    with pytest.raises(KeyboardInterrupt):
        next(walk)
    verify(problem, next(walk))


def test_an_interrupt_of_the_search_that_learns_loses_nothing() -> None:
    search = Restarts(trominoes(5, 9).problem(), bits(), learning=learning())
    search._learning = search._open_learner()
    search._turn = "learning"
    search._until = 10**6
    assert search.advance(10**9, 60.0) == _native.SOLUTION
    search.solution, search.how = None, ""
    while search.advance(10**9, 60.0) == _native.OUT_OF_SLICE:
        pass
    assert search.solution is not None


@pytest.mark.usefixtures("at_once")
def test_an_interrupt_before_the_query_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(solver: object) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(BuiltinSolver, "ask", interrupted)
    problem = trominoes(5, 9).problem()
    walk = first(problem)
    with pytest.raises(KeyboardInterrupt):
        next(walk)
    verify(problem, next(walk))


def test_an_interrupt_while_the_turn_changes_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = Restarts(y_pentominoes(15, 15).problem(), bits(), learning=learning())
    calls = 0

    def interrupted(self: Restarts) -> dict[str, float]:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise KeyboardInterrupt
        return costs(self)

    costs = Restarts.costs
    monkeypatch.setattr(Restarts, "costs", interrupted)
    outcome = _native.OUT_OF_SLICE
    while outcome == _native.OUT_OF_SLICE:
        try:
            outcome = search.advance(10**9, 60.0)
        except KeyboardInterrupt:
            continue
    assert outcome == _native.SOLUTION
    assert calls > 10
