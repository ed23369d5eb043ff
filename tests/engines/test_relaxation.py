"""The linear relaxation: no solution is cheaper, whatever the prices."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import BadInput, BadProblem, CannotAnswer, Constrained, Problem, SideConstraint
from combien.cover._oracle import all_solutions
from combien.engines._optimum.relaxation import _bound, relaxation
from tests.random_problems import solvable_problems

pytest.importorskip("highspy", reason="pip install highspy")


@given(solvable_problems(bounds=True), st.data())
def test_no_solution_costs_less(problem: Problem, data: st.DataObject) -> None:
    options = problem.option_count
    numbers = st.lists(st.integers(-9, 9), min_size=options, max_size=options)
    costs = data.draw(numbers)
    model = Constrained(
        problem, [SideConstraint(data.draw(numbers), most=data.draw(st.integers(-9, 9)))]
    )
    for limits, solutions in (
        ((), all_solutions(problem)),
        (model.limits, [one for one in all_solutions(problem) if not model.fault(one)]),
    ):
        least = min((sum(costs[o] for o in one) for one in solutions), default=None)
        if least is None:
            continue
        assert relaxation(problem, costs, limits).bound <= least
        # Nor by prices that have nothing to do with the problem.
        prices = data.draw(
            st.lists(
                st.fractions(-5, 5, max_denominator=3),
                min_size=problem.item_count + len(limits),
                max_size=problem.item_count + len(limits),
            )
        )
        items, rows = prices[: problem.item_count], prices[problem.item_count :]
        assert _bound(problem, costs, limits, items, rows) <= least


def test_the_bound_is_that_of_the_relaxation() -> None:
    problem = Problem.from_options(["ab", "bc", "ca", "abc"], costs=[2, 2, 2, 9])
    found = relaxation(problem)
    assert (found.bound, found.parts) == (Fraction(3), [0.5, 0.5, 0.5, 0.0])
    assert found.reduced_cost(["a"], 1) == 0
    with pytest.raises(BadInput, match="'z' is not an item"):
        found.reduced_cost(["z"], 1)
    heavy = Constrained(problem, [SideConstraint([1, 1, 1, 1], most=1)])
    with pytest.raises(BadInput, match="0 weights were given for 1 side"):
        combien.relaxation(heavy).reduced_cost(["a"], 1)


def test_without_solution_and_with_colors() -> None:
    with pytest.raises(CannotAnswer, match="the problem has none"):
        combien.relaxation(Problem.from_options(["ab", "bc"]))
    colored = Problem.from_options([["a", combien.Colored("x", "red")]], secondary=["x"])
    with pytest.raises(CannotAnswer, match="without colors"):
        combien.relaxation(colored)
    assert combien.relaxation(Problem.from_options([])).bound == 0
    # Nor is there one without any option.
    lonely = Problem.builder()
    lonely.item("a")
    with pytest.raises(CannotAnswer, match="the problem has none"):
        combien.relaxation(lonely.build())
    with pytest.raises(CannotAnswer, match="the problem has none"):
        combien.relaxation(Constrained(Problem.from_options([]), [SideConstraint([], least=1)]))


@pytest.mark.parametrize("costs", [[1e30], [Fraction(10**35)], [2**61], [1e-18], [-(2**61)], [0]])
def test_costs_of_any_size(costs: list[object]) -> None:
    """HiGHS gave up: to it, 10^20 is infinite."""
    found = combien.relaxation(Problem.from_options(["a"]), costs=costs)  # type: ignore[arg-type]
    exact = costs[0] if isinstance(costs[0], (int, Fraction)) else Fraction(str(costs[0]))
    assert (found.bound, found.parts) == (exact, [1.0])


def test_rounded_numbers_prove_nothing() -> None:
    """HiGHS found that there is no solution, as its numbers have 53 bits."""
    weights = [-2, -25083656301994452, 2, 106868370474376987]
    problem = Problem.from_options([["b", "c"], ["a", "b", "c"], ["b", "c"], ["a"]])
    only = [SideConstraint(weights, least=weights[1], most=weights[1])]
    exact = Constrained(problem, only)
    assert combien.solve(exact) == (1,)
    assert combien.relaxation(exact, costs=[7, 5, 6, 1]).bound <= 5
    between = Constrained(problem, [SideConstraint(weights, least=weights[1] + 1, most=-10)])
    assert combien.solve(between) is None
    with pytest.raises(CannotAnswer, match="the problem has none"):
        combien.relaxation(Constrained(problem, [SideConstraint([3, 2, 3, 2], most=1)]))


def test_large_numbers_side_by_side() -> None:
    costs = [-252207078535177182, -998619818296324117, 358999660366597775, 1081704573631805213]
    alike = Constrained(
        Problem.from_options(["a"] * 4, costs=costs),
        [SideConstraint([5 * 2**50, 3 * 2**50, -3 * 2**50, 5], least=3, most=5 * 2**50)],
    )
    found = combien.relaxation(alike)
    assert found.parts == [0.0, 1.0, 0.0, 0.0]
    assert costs[1] - 1000 < found.bound <= costs[1]
    # The prices of HiGHS are floats.
    assert combien.relaxation(alike.covers).bound == costs[1]


@given(solvable_problems(colors=True, bounds=True), st.data())
def test_adding_options(problem: Problem, data: st.DataObject) -> None:
    """Adding them at once or later makes the same problem."""
    cut = data.draw(st.integers(0, problem.option_count))
    entries = [problem.entries(option) for option in range(problem.option_count)]
    costs = data.draw(
        st.none() | st.lists(st.integers(0, 3), min_size=len(entries), max_size=len(entries))
    )
    flags = zip(problem.item_names, problem.primary_flags, strict=True)
    items = [(name, bool(flag)) for name, flag in flags]

    def built(options: list[tuple[object, ...]], prices: list[int] | None) -> Problem:
        builder = Problem.builder()
        for number, (name, primary) in enumerate(items):
            bounds = problem.bounds(number) if primary else None
            builder.item(name, secondary=not primary, bounds=bounds)
        for option in options:
            builder.option(*option)
        if prices is not None:
            builder.price(prices)
        return builder.build()

    whole = built(entries, costs)
    part = built(entries[:cut], None if costs is None else costs[:cut])
    grown = part.add_options(entries[cut:], costs=None if costs is None else costs[cut:])
    assert grown.fingerprint == whole.fingerprint
    assert [grown.name(o) for o in range(len(entries))] == entries


def test_names_of_added_options() -> None:
    problem = Problem.from_options({"x": "ab"}, costs=[3])
    assert problem.add_options(["a"]).names([0, 1]) == ("x", ("a",))
    assert Problem.from_options(["ab"]).add_options({"y": "a"}).names([0, 1]) == (("a", "b"), "y")
    with pytest.raises(BadProblem, match="not an item"):
        problem.add_options(["z"])
    with pytest.raises(BadProblem, match="2 costs"):
        problem.add_options(["a"], costs=[1, 2])
    assert problem.option_count == 1
