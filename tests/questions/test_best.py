"""The cheapest solutions against the definition: methods, costs, objectives, gaps, distances."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from bench.timetables import SEED, SIZES, timetable
from combien import Problem, Region, Tile, TilingProblem
from combien._questions import cheapest
from combien.cover._oracle import all_solutions
from combien.cover._verify import verify
from combien.engines._diagrams.turns import DiagramTurns
from combien.engines._optimum import cheapest as pricing
from combien.engines._optimum.solver_turns import SolverTurns
from combien.errors import BadInput, BadProblem, CannotAnswer, OutOfBudget
from tests.random_problems import all_problems, priced, problems


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
            patch.setattr(SolverTurns, "price", node or 1)
            patch.setattr(DiagramTurns, "price", 1 if node else 10**9)
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
        combien.best(board, costs=["5"] * len(costs))  # type: ignore[type-var]


# Costs of any kind --------------------------------------------------------------------------------

KINDS: dict[str, st.SearchStrategy[Any]] = {
    "float": st.integers(-999, 999).map(lambda n: n / 100),
    "Fraction": st.fractions(-9, 9, max_denominator=12),
    "Decimal": st.decimals(-9, 9, places=3),
    "int": st.integers(-(10**9), 10**9).map(lambda n: 6 * n),
}


def exact(cost: Any) -> Fraction:
    """The value of a cost: that of a float is what Python prints."""
    return Fraction(repr(cost)) if isinstance(cost, float) else Fraction(cost)


def ordered(problem: Problem, *objectives: list[Any]) -> list[tuple[tuple[Fraction, ...], Any]]:
    """All solutions with their costs by each objective, cheapest first."""
    return sorted(
        (tuple(sum((exact(costs[o]) for o in one), Fraction()) for costs in objectives), one)
        for one in all_solutions(problem)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_costs_of_any_kind(kind: str) -> None:
    @settings(max_examples=40)
    @given(problem=problems(colors=True), maximize=st.booleans(), data=st.data())
    def check(problem: Problem, maximize: bool, data: st.DataObject) -> None:
        size = problem.option_count
        costs = data.draw(st.lists(KINDS[kind], min_size=size, max_size=size))
        found = combien.best(problem, costs=costs, k=3, maximize=maximize)
        wanted = sorted((c for (c,), _ in ordered(problem, costs)), reverse=maximize)[:3]
        assert [exact(one.cost) for one in found] == wanted
        assert not costs or {type(one.cost).__name__ for one in found} <= {kind}
        assert (found.proved, found.gap) == (True, 0.0)

    check()


@settings(max_examples=40)
@given(problem=all_problems(), k=st.integers(1, 4), maximize=st.booleans(), data=st.data())
def test_objectives_in_order(problem: Problem, k: int, maximize: bool, data: st.DataObject) -> None:
    size = problem.option_count
    low = 0 if problem.has_bounds else -5
    costs = st.lists(st.integers(low, 5), min_size=size, max_size=size)
    objectives = [data.draw(costs) for _ in range(data.draw(st.integers(2, 3)))]
    try:
        found = combien.best(
            problem, costs=objectives[0], then=objectives[1:], k=k, maximize=maximize
        )
    except CannotAnswer as refused:
        assert "negative" in str(refused)
        return
    wanted = [costs for costs, _ in ordered(problem, *objectives)]
    assert list(found.costs) == sorted(wanted, reverse=maximize)[:k]
    assert [one.cost for one in found] == [costs[0] for costs in found.costs]


def test_the_bound_is_that_of_the_first_objective() -> None:
    size = board(10, 10, seed=4).option_count
    dice = random.Random(4)
    first, second = ([dice.randrange(100) for _ in range(size)] for _ in range(2))
    problem = board(10, 10, seed=4)
    (least,) = combien.best(problem, costs=first)
    found = combien.best(problem, costs=first, then=[second])
    assert found.bound == found[0].cost == least.cost
    early = combien.best(problem, costs=first, then=[second], nodes=3000, partial=True)
    assert not early.proved
    assert early.bound is None or early.bound <= least.cost


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([1.5, float("nan")], "option 1 costs nan: costs are finite numbers"),
        ([float("inf"), 1], "option 0 costs inf: costs are finite"),
        ([Decimal("NaN"), 1], "costs are finite"),
        ([0.1, Decimal("0.1")], "option 1 costs .*, a Decimal, but another one is a float: give"),
        ([1 / 3, 2e9], r"too many digits to be added exactly in 62 bits; round them, as in \["),
        ([Decimal("1e-50"), 1], "option 0 costs .* too many digits"),
        ([Decimal("1e999999999"), 1], "option 0 costs .* too many digits"),
        ([Fraction(1, 3**30), Fraction(1, 2**30)], "option 1 costs .* too many digits"),
        ([2**70, 1], "option 0: a cost is below"),
        ([None, 1], "option 0: a cost is a whole number, a float, a Fraction or a Decimal, not No"),
    ],
)
def test_costs_that_are_refused(costs: list[Any], message: str) -> None:
    with pytest.raises(BadProblem, match=message):
        combien.best(Problem.from_options(["a", "a"]), costs=costs)


def test_sums_are_exact() -> None:
    problem = Problem.from_options(["a", "b", "ab"])
    assert combien.best(problem, costs=[0.1, 0.2, 0.3], k=2)[1].cost == 0.3
    (first, _) = combien.best(problem, costs=[Decimal("1.50"), Decimal("2.5"), Decimal(5)], k=2)
    assert str(first.cost) == "4.00"
    assert combien.best(problem, costs=[1, 2.5, 9])[0].cost == 3.5
    with pytest.raises(CannotAnswer, match="62 bits together"):
        combien.best(problem, costs=[2**50, 1, 3], then=[[2**40, 1, 1], [0, 1, 2]])


# A gap, a start, and what is reported ------------------------------------------------------------


@settings(max_examples=50)
@given(problem=all_problems(), k=st.integers(1, 3), data=st.data())
def test_a_start_and_a_gap(problem: Problem, k: int, data: st.DataObject) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(0, 99), min_size=size, max_size=size))
    wanted = ordered(problem, costs)
    solutions = [one for _, one in wanted]
    start = data.draw(st.lists(st.sampled_from(solutions), max_size=3)) if solutions else []
    gap: Any = data.draw(st.sampled_from([0, 0.05, Fraction(1, 2), 3]))
    found = combien.best(problem, costs=costs, k=k, start=start, gap=gap)
    assert len({one.solution for one in found}) == len(found)
    assert len(found) == min(k, len(wanted))
    for cost, one in found:
        assert sum(costs[option] for option in one) == cost
        verify(problem, one)
    for priced_one, ((least,), _) in zip(found, wanted, strict=False):
        if not gap:
            assert priced_one.cost == least
        assert priced_one.cost - least <= exact(gap) * priced_one.cost
    if wanted:
        assert found.bound is not None
        assert found.bound <= wanted[0][0][0]
        assert found.gap is not None
        assert found.gap <= gap
        assert found.proved or found.gap > 0


@settings(max_examples=40)
@given(problem=problems(), k=st.integers(1, 3), data=st.data())
def test_within_an_amount(problem: Problem, k: int, data: st.DataObject) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(0, 99), min_size=size, max_size=size))
    wanted = ordered(problem, costs)
    within: Any = data.draw(st.sampled_from([0.5, 1, Fraction(5, 2), 40]))
    factor: Any = data.draw(st.sampled_from([1, Fraction(1, 10)]))
    given_costs = [cost * factor for cost in costs]
    found = combien.best(problem, costs=given_costs, k=k, within=within)
    assert len(found) == min(k, len(wanted))
    for one, ((least,), _) in zip(found, wanted, strict=False):
        assert least * factor <= one.cost <= least * factor + exact(within)
        assert found.bound is not None
        assert one.cost - found.bound <= exact(within) or one.cost == least * factor
    most = combien.best(problem, costs=given_costs, within=within, maximize=True)
    for one in most:
        dearest = max(cost for (cost,), _ in wanted) * factor
        assert dearest - exact(within) <= one.cost <= dearest


def test_a_gap_saves_work() -> None:
    problem = timetable(40, 12, 4, seed=SEED + 12)
    (least,) = combien.best(problem)
    with_gap = combien.best(problem, gap=0.1, nodes=10**9)
    assert with_gap[0].cost <= least.cost / 0.9
    assert with_gap.bound is not None
    assert with_gap.bound <= least.cost
    begun = combien.best(problem, start=least.solution, gap=0.1)
    assert begun[0] == least
    near = combien.best(problem, within=least.cost // 10, nodes=10**9)
    assert near[0].cost <= least.cost + least.cost // 10


def test_a_start_is_checked() -> None:
    problem = Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3])
    assert combien.best(problem, start=[0]) == [(4, (1, 2))]
    assert combien.best(problem, start=[[0], [2, 1]], k=2) == [(4, (1, 2)), (5, (0,))]
    with pytest.raises(BadProblem, match="start is not a solution: item 'b' is in 0"):
        combien.best(problem, start=[1])
    with pytest.raises(BadProblem, match="start: solution 1 is not a solution: there is no option"):
        combien.best(problem, start=[[0], [7]])
    with pytest.raises(BadInput, match="start=5: expected option numbers"):
        combien.best(problem, start=5)  # type: ignore[call-overload]


@pytest.mark.parametrize("gap", [-1, "1%", float("nan"), float("inf"), True, None])
def test_a_gap_is_checked(gap: Any) -> None:
    problem = Problem.from_options(["a"])
    with pytest.raises(BadInput, match=r"gap=.* expected a number .* a part of the cost"):
        combien.best(problem, gap=gap)
    with pytest.raises(BadInput, match=r"within=.* expected a number .* a difference of costs"):
        combien.best(problem, within=gap)
    with pytest.raises(BadInput, match="within= and distance= were both given"):
        combien.best(problem, within=1, distance=2)
    with pytest.raises(BadInput, match="solutions apart"):
        combien.best(problem, gap=0.1, distance=2)


def test_reports_carry_what_is_known() -> None:
    problem = board(12, 12, seed=3)
    (least,) = combien.best(problem)
    reports: list[combien.BestProgress[combien.Solution, int]] = []

    def report(progress: combien.BestProgress[combien.Solution, int]) -> bool:
        reports.append(progress)
        return progress.gap is not None and progress.gap < 0.8

    found = combien.best(problem, engine="prices", report=report)
    assert found[0].cost >= least.cost
    known = [one for one in reports if one.cost is not None]
    for one in known:
        assert one.incumbent is not None
        verify(problem, one.incumbent)
        assert one.cost == sum(problem.cost(option) for option in one.incumbent)
        assert one.cost == one.work["best"]
        if one.bound is not None:
            assert one.bound <= least.cost
            assert one.gap == (one.cost - one.bound) / one.cost
    assert known[-1].cost == found[0].cost


@pytest.mark.parametrize("stop", [combien.Cancelled, KeyboardInterrupt])
def test_what_was_found_is_kept(stop: type[BaseException]) -> None:
    problem = board(12, 12, seed=3)

    def report(progress: combien.BestProgress[combien.Solution, int]) -> None:
        if progress.cost is not None:
            raise stop

    with pytest.raises((combien.Cancelled, combien.Interrupted)) as caught:
        combien.best(problem, k=2, report=report)
    error = caught.value
    assert isinstance(error, (combien.Cancelled, combien.Interrupted))
    assert error.found[0].cost == error.known["best"]
    for cost, solution in error.found:
        verify(problem, solution)
        assert cost == sum(problem.cost(option) for option in solution)


def test_a_limit_with_partial() -> None:
    problem = board(12, 12, seed=3)
    found = combien.best(problem, engine="bound", nodes=20_000, partial=True)
    assert not found.proved
    assert (found.bound, found.gap) == (None, None)
    with pytest.raises(OutOfBudget) as stop:
        combien.best(problem, engine="bound", nodes=20_000)
    assert stop.value.found == tuple(found)
    assert combien.best(problem, nodes=0, partial=True) == []


# Several threads, and solutions apart -------------------------------------------------------------


@settings(max_examples=30)
@given(problem=all_problems(), k=st.integers(1, 3), data=st.data())
def test_threads(problem: Problem, k: int, data: st.DataObject) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(0, 99), min_size=size, max_size=size))
    found = combien.best(problem, costs=costs, k=k, threads=2)
    assert [one.cost for one in found] == [c for (c,), _ in ordered(problem, costs)][:k]


def test_threads_on_timetables() -> None:
    for number in (3, 9, 12):
        problem = timetable(*SIZES[number], seed=SEED + number)
        costs = {combien.best(problem, threads=threads)[0].cost for threads in (1, 2, 3)}
        assert len(costs) == 1


@settings(max_examples=40)
@given(problem=all_problems(), k=st.integers(1, 4), distance=st.integers(1, 5), data=st.data())
def test_solutions_apart(problem: Problem, k: int, distance: int, data: st.DataObject) -> None:
    size = problem.option_count
    costs = data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cheapest, "FIRST_LISTED", 1)
        found = combien.best(problem, costs=costs, k=k, distance=distance)
    chosen: list[tuple[Fraction, Any]] = []
    for (cost,), one in ordered(problem, costs):
        if len(chosen) < k and all(len(set(one) ^ set(old)) >= distance for _, old in chosen):
            chosen.append((cost, one))
    if distance > 1:
        assert [tuple(one) for one in found] == chosen
    assert [one.cost for one in found] == [cost for cost, _ in chosen]


def test_too_many_solutions_are_too_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cheapest, "MOST_WANTED", 20)
    with pytest.raises(CannotAnswer, match="1 solutions at distance=100 are among the 20"):
        combien.best(board(6, 6, seed=1), k=2, distance=100)
    with pytest.raises(OutOfBudget, match="300 nodes"):
        combien.best(board(12, 12, seed=1), k=9, distance=20, nodes=300)


@pytest.mark.parametrize("kind", [float, Fraction, Decimal])
def test_costs_of_a_problem_are_as_those_that_are_given(kind: type[Any]) -> None:
    options = ["ab", "bc", "ac", "a", "b", "c"]
    costs = [kind(cost) for cost in ("0.4", "0.45", "0.25", "0.1", "0.2", "0.3")]
    problem = Problem.from_options(options, costs=costs)
    plain = Problem.from_options(options)
    found = combien.best(problem, k=4)
    assert found == combien.best(plain, k=4, costs=costs)
    assert [type(best.cost) for best in found] == [kind] * 4
    assert found[0].cost == kind("0.45")
    model = combien.Constrained(problem, [combien.SideConstraint([1] * 6, least=3)])
    assert combien.best(model)[0].cost == kind("0.6")
    reduction = combien.cover.reduce(Problem.from_options(["a", "b"], costs=costs[3:5]))
    assert reduction.cost == kind("0.3")


def test_a_relaxation_with_fractional_costs_is_a_bound() -> None:
    pytest.importorskip("highspy", reason='pip install ".[milp]"')
    options = ["ab", "bc", "ac", "a", "b", "c"]
    costs = [0.4, 0.4, 0.4, 0.3, 0.3, 0.3]
    problem = Problem.from_options(options, costs=costs)
    plain = Problem.from_options(options)
    for relaxed in (combien.relaxation(problem), combien.relaxation(plain, costs=costs)):
        # The prices of HiGHS are floats, and the bound that they prove is exact.
        assert Fraction(3, 5) - Fraction(1, 10**12) < relaxed.bound <= Fraction(3, 5)


def test_reduced_costs_that_are_large_together() -> None:
    """A second objective makes some costs a million times the others: they were ValueErrors."""
    entries = (
        "13 23 3 3 120 230 32 023 13 0 123 123 310 03 21 2 3 02 2 30 320 312 23 1 2 01 23 310 123 "
        "01 2 0 03 1 021 0 32 102 03"
    )
    problem = Problem.from_options(entries.split())
    rare = {10: -(2**47) + 5, 26: -(2**47) + 4, 27: -(2**47) + 4, 38: 2**47 - 3}
    then = [rare.get(option, 0) for option in range(problem.option_count)]
    for k in (1, 4):
        asked = [
            combien.best(problem, costs=[0] * 39, then=[then], k=k, engine=engine).costs
            for engine in ("zdd", "prices", "auto")
        ]
        assert asked[0] == asked[1] == asked[2]
    # Prices make the costs of many options even larger.
    many = Problem.from_options(["a"] * 20_000)
    costs = [-(2**48), 1] + [0] * 19_998
    with pytest.raises(CannotAnswer, match="the costs less the prices of their items cannot"):
        combien.best(many, costs=costs, engine="prices", k=2)
    assert [each.cost for each in combien.best(many, costs=costs, k=2)] == [-(2**48), 0]


def test_why_no_method_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What refused at first is not the reason if others ran out of memory."""
    problem = Problem.from_options(["ab", "b", "a"], bounds={"a": (0, 2)}, costs=[1, -1, 1])
    with pytest.raises(CannotAnswer, match="prices are for items that are covered exactly once"):
        combien.best(problem, engine="prices")
    monkeypatch.setattr(pricing, "find_spec", lambda name: None)
    monkeypatch.setattr(DiagramTurns, "advance", out_of_memory)
    monkeypatch.setattr("combien.engines._optimum.bounding.Bounding.advance", out_of_memory)
    with pytest.raises(OutOfBudget, match="needs more than"):
        combien.best(problem)


def test_memory_for_a_diagram_has_a_way_out() -> None:
    """Another engine that `best` has, and none that counts."""
    problem = Problem.from_options(["ab", "b", "a"], costs=[1, 2, 3])
    with pytest.raises(OutOfBudget, match=r"the diagram needs .*, or ask engine='auto', which"):
        combien.best(problem, engine="zdd", bytes=1)
    assert combien.best(problem, engine="auto", bytes=1).proved


def out_of_memory(*_: object) -> bool:
    raise MemoryError
