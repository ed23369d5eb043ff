"""Branch and bound against the definition: list everything, sort by cost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem
from combien.cover._elements import Solution
from combien.cover._oracle import all_solutions
from combien.cover._verify import verify
from combien.engines._diagrams.turns import DiagramTurns
from combien.engines._optimum import cheapest as pricing
from combien.engines._optimum import solver_turns
from combien.engines._optimum.bounding import Bounding, PriceBounding, costs_of
from combien.engines._optimum.objective import Unit
from combien.errors import BadInput, CannotAnswer
from tests.engines.boards import queens
from tests.random_problems import all_problems, draw_costs, priced, problems, solvable_problems


def cheapest(
    problem: Problem, *, k: int = 1, search: type[Bounding] = Bounding
) -> list[tuple[int, Solution]]:
    bounding = search(problem, k)
    while not bounding.advance(2**40, 1.0):
        pass
    return bounding.best


def check(problem: Problem, k: int, search: type[Bounding] = Bounding) -> None:
    by_definition = sorted(
        (sum(problem.cost(option) for option in solution), solution)
        for solution in all_solutions(problem)
    )
    found = cheapest(problem, k=k, search=search)
    assert [cost for cost, _ in found] == [cost for cost, _ in by_definition[:k]]
    assert len({solution for _, solution in found}) == len(found)
    for cost, solution in found:
        assert sum(problem.cost(option) for option in solution) == cost
        verify(problem, solution)
    assert found == sorted(found)


@settings(max_examples=100)
@given(problem=all_problems(), k=st.integers(1, 5), data=st.data())
def test_the_cheapest_are_the_cheapest(problem: Problem, k: int, data: st.DataObject) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    check(priced(problem, costs), k)


@pytest.mark.parametrize("search", [Bounding, PriceBounding])
@settings(max_examples=80)
@given(problem=problems(colors=True), k=st.integers(1, 3), data=st.data())
def test_negative_and_huge_costs(
    search: type[Bounding], problem: Problem, k: int, data: st.DataObject
) -> None:
    size = problem.option_count
    some = st.one_of(st.integers(-9, 9), st.integers(-(10**14), 10**14))
    check(priced(problem, data.draw(st.lists(some, min_size=size, max_size=size))), k, search)


@settings(max_examples=80)
@given(problem=all_problems(), k=st.integers(1, 3), data=st.data())
def test_negative_costs_with_bounds(problem: Problem, k: int, data: st.DataObject) -> None:
    problem = draw_costs(problem, data)
    fixed = {i for i in range(problem.item_count) if len({*problem.bounds(i)}) == 1}
    fixed -= {i for i in fixed if problem.bounds(i) == (0, 0)}
    negative = [o for o in range(problem.option_count) if problem.cost(o) < 0]
    if all(fixed.intersection(problem.indices(option)) for option in negative):
        check(problem, k)
    else:
        with pytest.raises(CannotAnswer, match="negative costs"):
            Bounding(problem, k)


@settings(max_examples=80)
@given(problem=solvable_problems(), k=st.integers(1, 5), data=st.data())
def test_prices_and_their_bound(problem: Problem, k: int, data: st.DataObject) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    problem = priced(problem, costs)
    by_definition = sorted(
        (sum(costs[option] for option in solution), solution) for solution in all_solutions(problem)
    )
    search = PriceBounding(problem, k)
    while True:
        done = search.advance(data.draw(st.integers(1, 300)), 60.0)
        found = search.best
        assert set(found) <= set(by_definition)
        if search.lower_bound is not None:
            rest = [cost for cost, solution in by_definition if (cost, solution) not in found]
            assert not rest or search.lower_bound <= rest[0] or len(found) == k
        if done:
            break
    assert [cost for cost, _ in found] == [cost for cost, _ in by_definition[:k]]


@pytest.mark.parametrize("kind", [Bounding, PriceBounding])
@settings(max_examples=80)
@given(problem=problems(colors=True), most=st.integers(-20, 40), data=st.data())
def test_only_solutions_below_a_cost(
    kind: type[Bounding], problem: Problem, most: int, data: st.DataObject
) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))
    problem = priced(problem, costs)
    by_definition = sorted(
        (sum(costs[option] for option in solution), solution) for solution in all_solutions(problem)
    )
    search = kind(problem, 1000)
    for _ in range(data.draw(st.integers(0, 9))):
        search.advance(data.draw(st.integers(1, 300)), 60.0)
    search.cut(data.draw(st.integers(most, 50)))
    search.cut(most)
    while not search.advance(data.draw(st.integers(1, 300)), 60.0):
        assert search.found == len(search.best)
    found = search.best
    assert [pair for pair in by_definition if pair[0] <= most] == [
        pair for pair in found if pair[0] <= most
    ]
    assert set(found) <= set(by_definition)
    assert search.found == len(found)
    assert search.least == (found[0][0] if found else None)
    rest = [pair for pair in by_definition if pair not in found]
    if search.lower_bound is not None:
        assert all(cost >= search.lower_bound for cost, _ in rest)


def test_the_bound_saves_most_of_the_tree() -> None:
    # Queens are cheapest in a corner: not all 352 solutions need to be visited.
    n = 9
    problem = queens(n)
    costs = [x * y for x in range(n) for y in range(n)]
    dear = priced(problem, costs)
    (cost, solution), *_ = cheapest(dear)
    everything = list(combien.solutions(problem))
    assert cost == min(sum(costs[option] for option in found) for found in everything)
    assert solution in everything
    bounding = Bounding(dear, 1)
    assert not bounding.advance(5, 60.0)
    assert bounding.work["nodes"] == 5
    assert bounding.advance(combien.answer(problem, engine="dlx").work["nodes"] - 6, 60.0)


@pytest.mark.parametrize(
    ("least", "bounds", "known"),
    [
        ((9, 8), (3, 4), {"found": 2, "best": 8, "lower_bound": 4, "gap": 4}),
        ((9, None), (3, None), {"found": 2, "best": 9, "lower_bound": 3, "gap": 6}),
        ((None, None), (3, 4), {"found": 2, "lower_bound": 4}),
        ((9, None), (None, None), {"found": 2, "best": 9}),
        # The solutions found may be cheaper than the rest.
        ((5, 6), (7, 2), {"found": 2, "best": 5, "lower_bound": 5, "gap": 0}),
    ],
)
def test_joint_bounds_of_two_methods(
    least: tuple[int | None, ...], bounds: tuple[int | None, ...], known: dict[str, int]
) -> None:
    race: Any = pricing._Race(Problem.from_options(["a"], costs=[1]), 1, [1], "bound")
    one = {"found": 2, "least": least[0], "lower_bound": bounds[0], "work": {"nodes": 5}}
    other = {"found": 1, "least": least[1], "lower_bound": bounds[1], "work": {"nodes": 7, "x": 1}}
    race._searches = {"bound": SimpleNamespace(**one), "prices": SimpleNamespace(**other)}
    assert race.known(Unit()) == {**known, "nodes": 12, "x": 1}
    turned = {name.replace("lower", "upper"): value for name, value in known.items()}
    for name in {"best", "upper_bound"} & turned.keys():
        turned[name] *= -1
    assert race.known(Unit(-1)) == {**turned, "nodes": 12, "x": 1}


def test_turns_end_by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that equal races take equal turns on any machine."""
    monkeypatch.setattr(pricing, "find_spec", lambda name: None)
    problem = priced(queens(12), [x * y % 7 for x in range(12) for y in range(12)])
    race = pricing._Race(problem, 1, costs_of(problem), "auto")
    while (name := race._turns.name) != "zdd" or not race._diagram.steps:
        assert not race.advance(10**12, 60.0, 10**10)
    nodes = pricing.FIRST_TURN // solver_turns.NODE + 1
    assert [search.steps for search in race._searches.values()] == [nodes, nodes]
    while race._turns.name == name and race._turns.left > 0:
        assert not race.advance(10**12, 60.0, 10**10)
    assert race._diagram.steps == pricing.FIRST_TURN // DiagramTurns.price + 1


def test_the_turn_of_highs_is_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    class Watched:
        steps, busy, proved, least = 0, False, True, None

        def __init__(self, *arguments: object, **settings: object) -> None:
            pass

        def advance(self, steps: int, seconds: float, bytes: int) -> bool:
            given.append(steps)
            return True

    monkeypatch.setattr(solver_turns, "MixedInteger", Watched)
    problem = Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3])
    assert pricing._Race(problem, 1, costs_of(problem), "milp").advance(10**12, 60.0, 10**10)
    turn = solver_turns.MILP_START + solver_turns.MILP_FACTOR * pricing.SHORT_TURN
    assert given == [turn // solver_turns.NODE + 1]


def test_refusals() -> None:
    problem = Problem.from_options(["a", "a"], costs=[1, 2])
    with pytest.raises(BadInput, match="k=0"):
        cheapest(problem, k=0)
    with pytest.raises(CannotAnswer, match="negative costs"):
        cheapest(Problem.from_options(["a"], costs=[-1], bounds={"a": (0, 1)}))
    with pytest.raises(CannotAnswer, match="too large"):
        cheapest(Problem.from_options(["a", "b"], costs=[2**61, 2**61]))
    with pytest.raises(CannotAnswer, match="too large"):
        PriceBounding(Problem.from_options(["a", "b"], costs=[2**49, -(2**49)]), 1)
    with pytest.raises(CannotAnswer, match="exactly once"):
        PriceBounding(Problem.from_options(["a"], costs=[1], bounds={"a": (0, 1)}), 1)


def test_no_solution_is_an_empty_list() -> None:
    assert cheapest(Problem.from_options(["ab", "bc"], costs=[1, 1])) == []
