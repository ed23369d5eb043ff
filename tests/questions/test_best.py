"""The cheapest solutions, by whichever method ends first: both give the same costs."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from bench.timetables import timetable
from combien import Problem, Region, Tile, TilingProblem
from combien.cover._oracle import all_solutions
from combien.cover._verify import verify
from combien.engines import _cheapest as pricing
from combien.errors import BadProblem, CannotAnswer, OutOfBudget
from tests.random_problems import all_problems, priced


@pytest.mark.parametrize("node", [0, 10**9], ids=["search", "diagram"])
def test_both_methods(node: int) -> None:
    @settings(max_examples=120)
    @given(problem=all_problems(), k=st.integers(1, 5), data=st.data())
    def check(problem: Problem, k: int, data: st.DataObject) -> None:
        size = problem.option_count
        low = -9 if node else 0  # Negative costs with bounds are for the diagram alone.
        problem = priced(
            problem, data.draw(st.lists(st.integers(low, 9), min_size=size, max_size=size))
        )
        with pytest.MonkeyPatch.context() as patch:
            # The assumed cost of a node decides whose turn it is.
            patch.setattr(pricing, "NODE", node or 1)
            patch.setattr(pricing, "TRANSITION", 1 if node else 10**9)
            found = combien.best(problem, k=k)
        wanted = sorted(
            sum(problem.cost(option) for option in solution) for solution in all_solutions(problem)
        )
        assert [cost for cost, _ in found] == wanted[:k]
        assert len({solution for _, solution in found}) == len(found)
        for cost, solution in found:
            assert sum(problem.cost(option) for option in solution) == cost
            verify(problem, solution)

    check()


def board(width: int, height: int, seed: int) -> Problem:
    """Dominoes of random costs."""
    dominoes = [Tile("**", symmetries="all", times="any")]
    problem = TilingProblem(Region.box(width, height), dominoes).problem()
    dice = random.Random(seed)
    return priced(problem, [dice.randrange(1000) for _ in range(problem.option_count)])


def test_the_cheapest_of_astronomically_many() -> None:
    problem = board(10, 10, seed=1)
    found = combien.best(problem, k=100)
    assert [cost for cost, _ in found] == sorted(cost for cost, _ in found)
    assert len({solution for _, solution in found}) == 100
    for cost, solution in found:
        assert sum(problem.cost(option) for option in solution) == cost
        verify(problem, solution)
    # The rest without them costs more.
    family = combien.family(problem)
    listed = combien.Family([s for _, s in found], universe=family.universe)
    costs = {option: problem.cost(option) for option in range(problem.option_count)}
    assert listed <= family
    assert (family - listed).best(costs)[0][0] >= found[-1].cost


def test_budgets() -> None:
    with pytest.raises(OutOfBudget, match="1000 nodes") as caught:
        combien.best(board(10, 10, seed=2), nodes=1000)
    assert caught.value.known["nodes"] > 0
    # Without memory for a diagram the search goes on alone.
    assert combien.best(board(4, 4, 3), bytes=0) == combien.best(board(4, 4, 3))


def test_neither_method_applies() -> None:
    options = [["a", *range(1100)], *([k] for k in range(1100)), ["a"]]
    problem = Problem.from_options(
        options,
        primary=["a", *range(1100)],
        bounds={"a": (0, 2)},
        # Too large for floating point.
        costs=[-(2**40) - k for k in range(len(options))],
    )
    with pytest.raises(CannotAnswer, match="negative costs"):
        combien.best(problem)


def test_timetables_are_answered_by_prices() -> None:
    problem = timetable(30, 10, 4, seed=2036)
    assert problem.option_count == 1200
    (best,) = combien.best(problem, nodes=100_000)
    verify(problem, best.solution)
    # The optimum according to HiGHS 1.15.
    assert best.cost == 545


def test_more_lectures_than_slots_is_seen_from_prices() -> None:
    # Eight lectures of one teacher in six slots: the bound grows beyond all costs.
    dice = random.Random(1)
    builder = Problem.builder()
    for lecture in range(8):
        builder.item(lecture)
    for slot in range(6):
        builder.item(("teacher", slot), secondary=True)
    for lecture in range(8):
        for slot in range(6):
            builder.option(lecture, ("teacher", slot), cost=dice.randrange(100))
    assert combien.best(builder.build(), nodes=100_000) == []


def test_the_most_expensive() -> None:
    problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, -4])
    assert combien.best(problem, k=5, maximize=True) == [(5, (0,)), (4, (1, 2)), (-4, (3,))]
    assert combien.best(problem, k=2) == [(-4, (3,)), (4, (1, 2))]
    bounded = Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3], bounds={"a": (1, 2)})
    assert [cost for cost, _ in combien.best(bounded, k=9, maximize=True)] == [6, 5, 4]


def test_known_costs_when_the_budget_ends() -> None:
    problem = board(12, 12, seed=3)
    with pytest.raises(OutOfBudget) as stop:
        combien.best(problem, k=1000, nodes=20_000)
    known, found = stop.value.known, stop.value.found
    assert len(found) == known["found"] > 0
    assert found[0].cost == known["best"]
    for cost, solution in found:
        verify(problem, solution)
        assert cost == sum(problem.cost(option) for option in solution)
    (best,) = combien.best(problem)
    assert known["lower_bound"] <= best.cost <= known["best"]


def test_costs_of_placements() -> None:
    tiles = [Tile("**", symmetries="all", times="any"), Tile("*", times="any")]
    board = TilingProblem(Region.box(3, 3), tiles)
    costs = [2 + 3 * placement.number for placement in board.placements]
    (best,) = combien.best(board, costs=costs)
    assert (best.cost, len(best.solution)) == (13, 5)
    assert combien.best(board, costs=costs, maximize=True)[0].cost == 45
    assert combien.best(board)[0].cost == 0
    with pytest.raises(BadProblem, match=r"1 costs are given for \d+ options"):
        combien.best(board, costs=[1])
    with pytest.raises(BadProblem, match="option 0: a cost is a whole number"):
        combien.best(board, costs=[0.5] * len(costs))  # type: ignore[list-item]
