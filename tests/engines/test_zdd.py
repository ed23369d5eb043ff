"""The diagram engine: the paper's diagrams, the order of solutions, budgets."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

import combien
from bench.problems import of_bench
from combien import Problem, Solution, _native
from combien.cover._problem import compiled
from combien.engines import engine_named
from combien.engines._diagrams import zdd
from combien.engines._diagrams.compiling import DiagramCompiling
from combien.engines._protocol import Budget
from combien.errors import CannotAnswer, OutOfBudget
from tests.engines.boards import dominoes

# Nodes of the diagram of all solutions: JFLA 2013, figure 2.
QUEENS = {4: 8, 5: 40, 6: 24, 7: 186, 8: 373, 9: 1309, 10: 3120, 11: 10503, 12: 45833}
COUNTS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}


def queens(n: int) -> Problem:
    """Queens with all rows before all columns, the order of the paper's diagrams."""
    builder = Problem.builder()
    for kind in "ij":
        for k in range(n):
            builder.item((kind, k))
    for kind in "+-":
        for k in range(2 * n - 1):
            builder.item((kind, k), secondary=True)
    for i in range(n):
        for j in range(n):
            builder.option(("i", i), ("j", j), ("+", i + j), ("-", n - 1 - i + j))
    return builder.build()


@pytest.mark.parametrize("n", QUEENS)
def test_the_diagrams_of_the_paper(n: int) -> None:
    count = engine_named("zdd").count(queens(n))
    assert (count.count, count.work["diagram nodes"]) == (COUNTS[n], QUEENS[n])


# Nodes for dominoes on a square: by rows, and from corner to corner at most half as many.
@pytest.mark.parametrize(
    ("side", "lines", "corners"),
    [(4, 48, 40), (6, 363, 244), (8, 2298, 1260), (10, 13159, 6020), (16, 1796972, 536848)],
)
def test_the_size_depends_on_the_order(side: int, lines: int, corners: int) -> None:
    problem = compiled(dominoes(side, side))
    found = {}
    for order in ("given", "rcm"):
        manager = _native.DiagramManager(2**32 - 8, 0)
        compilation = _native.compile(problem, manager, order)
        assert compilation is not None
        assert compilation.run(2**60, 1e6, 2**40) == _native.DONE
        diagram = _native.freeze(compilation.family())
        found[order] = (diagram.inner, diagram.count())
        assert diagram.inner == manager.nodes
        assert sorted(compilation.order()) == list(range(2 * side * (side - 1)))
    count = engine_named("frontier").count(dominoes(side, side)).count
    assert found == {"given": (lines, count), "rcm": (corners, count)}


def test_variables_are_options_in_any_order() -> None:
    problem = queens(6)
    manager = _native.DiagramManager(2**20, 0)
    compilation = _native.compile(compiled(problem), manager, "greedy")
    assert compilation is not None
    compilation.run(2**60, 1e6, 2**40)
    assert compilation.order() != sorted(compilation.order())
    diagram = _native.freeze(compilation.family())
    walk = _native.diagram_solutions(diagram, compilation.order(), problem.option_count)
    assert sorted(walk.solutions(9, Solution)) == sorted(engine_named("dlx").solutions(problem))


def test_an_unknown_order_is_refused() -> None:
    manager = _native.DiagramManager(100, 0)
    with pytest.raises(ValueError, match="'any'"):
        _native.compile(compiled(queens(4)), manager, "any")


def test_counts_beyond_words() -> None:
    count = engine_named("zdd").count(dominoes(12, 16))
    assert count.count == engine_named("frontier").count(dominoes(12, 16)).count
    assert count.count > 2**64


def test_solutions_come_in_the_order_of_the_diagram() -> None:
    problem = queens(7)
    walk = engine_named("zdd").solutions(problem)
    found = list(walk)
    # Here the options are in the order of the sweep, so the solutions are in that of tuples.
    assert found == sorted(engine_named("dlx").solutions(problem))
    assert (walk.complete, walk.fraction) == (True, 1.0)
    assert walk.work["diagram nodes"] == QUEENS[7]
    assert list(walk) == []


def test_a_walk_can_be_taken_in_parts() -> None:
    walk = engine_named("zdd").solutions(queens(6))
    assert not walk.complete
    first = list(islice(walk, 3))
    assert (walk.complete, walk.fraction) == (False, 0.75)
    assert len({*first, *walk}) == 4


def test_arrays_are_as_long_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zdd, "SOLUTIONS_A_BATCH", 10)
    walk = combien.solutions(dominoes(4, 4), engine="zdd")
    assert [len(rows) for rows in walk.arrays(25)] == [25, 11]


def test_many_solutions_without_listing_them() -> None:
    walk = engine_named("zdd").solutions(dominoes(8, 8))
    assert len(set(islice(walk, 5000))) == 5000


def test_a_better_order_is_found() -> None:
    # By rows, states have 30 bits; from one end to the other, 6.
    count = engine_named("zdd").count(dominoes(30, 6))
    assert count.count == engine_named("frontier").count(dominoes(30, 6)).count
    assert count.count == engine_named("zdd").count(dominoes(6, 30)).count
    assert count.work["diagram nodes"] < 10_000
    assert "given" not in count.why
    # The given order is kept where the others gain little.
    assert "given" in engine_named("zdd").count(dominoes(12, 12)).why


def test_an_order_that_fits_is_found() -> None:
    # In the given order all of a thousand items wait for the first option of the other one.
    pairs = [[k, 1200 + k] for k in range(1200)]
    problem = Problem.from_options(pairs, primary=range(2400))
    assert engine_named("zdd").count(problem).count == 1
    family = combien.family(problem)
    assert (family.count, family.nodes) == (1, 1200)


def test_positions_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="bits or dlx"):
        engine_named("zdd").solutions(queens(4), resume="zdd:0:1:at")


def test_budgets() -> None:
    with pytest.raises(OutOfBudget, match="1000 nodes") as caught:
        combien.count(dominoes(12, 12), engine="zdd", nodes=1000)
    assert caught.value.known["transitions"] >= 1000
    with pytest.raises(OutOfBudget, match="GB"):
        combien.count(dominoes(12, 12), engine="zdd", bytes=100_000)
    # Enough for the sweep, not for the nodes.
    with pytest.raises(OutOfBudget, match="GB") as caught:
        combien.count(dominoes(12, 12), engine="zdd", bytes=2_300_000)
    assert caught.value.known["diagram nodes"] > 0
    walk = engine_named("zdd").solutions(dominoes(12, 12), budget=Budget(nodes=100))
    with pytest.raises(OutOfBudget):
        next(walk)


def test_states_that_are_too_wide_are_refused() -> None:
    # A thousand items that are all open at once, each with one more option.
    options = [["a", *range(1100)], *([k] for k in range(1100)), ["a"]]
    problem = Problem.from_options(options, primary=["a", *range(1100)])
    with pytest.raises(CannotAnswer, match="dlx"):
        engine_named("zdd").count(problem)


def test_an_order_that_takes_much_longer_than_its_forecast_is_left() -> None:
    # With the tiles first, trial sweeps see little of the board.
    problem = of_bench("soma")
    given = _native.compile(compiled(problem), _native.DiagramManager(2**20, 0), "given")
    assert given is not None
    while given.run(10**9, 1.0, 10**9) != _native.DONE:
        pass
    count = engine_named("zdd").count(problem)
    assert count.count == 11520
    assert "given" not in count.why
    assert 4 * count.work["transitions"] < given.transitions


def test_all_forecasts_may_be_too_low(monkeypatch: pytest.MonkeyPatch) -> None:
    # As on Scott's board with the tiles first: in millions of transitions, at first and later.
    changed: list[str] = []
    monkeypatch.setattr(
        DiagramCompiling, "_change_to", lambda self, order, pilots: changed.append(order)
    )
    first = {"given": 2.8, "greedy": 1.8, "spectral": 2.0}
    for later, order in (
        ({"given": 45.2, "greedy": 8.8, "spectral": 9.4}, ["greedy"]),
        # Hardly better: the given order is kept, which makes solutions easiest to read.
        ({"given": 5.0, "greedy": 3.5, "spectral": 4.0}, []),
        # The others grow as much.
        ({"given": 45.2, "greedy": 30.0, "spectral": 32.0}, []),
    ):
        changed.clear()
        compiling = DiagramCompiling(queens(4))
        work = {"transitions": 0, "states": 0}
        for forecasts in (first, later):
            pilots: Any = SimpleNamespace(forecasts=forecasts, work=work, promising="given")
            (compiling._choose if forecasts is first else compiling._reconsider)(pilots)
        assert changed == order
