"""Estimates by random walks: right in the mean, the same for the same seed, and exact on a path."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given, settings

import combien
from combien import Problem
from combien.engines._places import Place
from combien.engines._protocol import Budget, Progress
from combien.engines._search.estimate import estimate
from combien.engines._search.searching import SearchEngine, bits, leftmost, smallest, weighted
from combien.errors import BadInput, OutOfBudget
from tests.engines.boards import dominoes, langford, queens
from tests.random_problems import all_problems

ENGINES = [smallest(), leftmost(), weighted(), bits()]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@pytest.mark.parametrize("problem", [queens(6), dominoes(4, 4)])
def test_the_mean_is_near_the_truth(engine: SearchEngine, problem: Problem) -> None:
    # Twenty thousand walks with a fixed seed: a deterministic test of an unbiased estimate.
    guess = estimate(problem, engine, walks=20_000, seed=7)
    truth = engine.count(problem)
    assert guess.nodes == pytest.approx(truth.work["nodes"], rel=0.05)
    assert guess.solutions == pytest.approx(truth.count, rel=0.1)
    assert guess.nodes_error is not None
    assert 0 < guess.nodes_error < guess.nodes


def test_the_standard_errors() -> None:
    walks, _ = bits().open_at(queens(8), Place()).probes(50, 3, 1e9)
    guess = estimate(queens(8), bits(), walks=50, seed=3)
    for values, found, error in (
        ([nodes for nodes, _, _ in walks], guess.nodes, guess.nodes_error),
        ([solutions for _, solutions, _ in walks], guess.solutions, guess.solutions_error),
    ):
        assert found == pytest.approx(mean(values))
        assert error == pytest.approx(stdev(values) / sqrt(50))


def test_two_standard_errors_are_not_a_confidence_interval() -> None:
    # Here 10 walks are mostly too low, and their errors are too low as well.
    problem, truth = langford(8), bits().count(langford(8)).work["nodes"]
    held = 0
    for seed in range(200):
        guess = estimate(problem, bits(), walks=10, seed=seed)
        assert guess.nodes_error is not None
        held += abs(guess.nodes - truth) <= 1.96 * guess.nodes_error
    assert held < 0.93 * 200


@settings(max_examples=50)
@given(problem=all_problems())
def test_without_choices_it_is_exact(problem: Problem) -> None:
    for engine in ENGINES:
        if engine.refusal(problem, "count"):
            continue
        guess = estimate(problem, engine, walks=50)
        if guess.exact:
            truth = engine.count(problem)
            assert (guess.nodes, guess.solutions) == (truth.work["nodes"], truth.count)


def test_estimates_do_not_drift() -> None:
    begun = combien.answer(queens(9), engine="dlx", nodes=700).position
    asked = [("auto", ""), ("dlx", ""), ("dlx-leftmost", ""), ("dlx-weighted", ""), ("dlx", begun)]
    assert [
        str(combien.estimate(queens(9), engine=engine, walks=200, seed=5, resume=place))
        for engine, place in asked
    ] == [
        f"about {nodes} and {solutions}, by 200 random walks of mean depth {depth}"
        for nodes, solutions, depth in [
            ("1.95e+03 nodes (standard error 76)", "307 solutions (standard error 42)", 4.8),
            ("4.29e+03 nodes (standard error 1.8e+02)", "288 solutions (standard error 42)", "7.0"),
            ("8.39e+03 nodes (standard error 3.6e+02)", "358 solutions (standard error 72)", 6.9),
            ("4.26e+03 nodes (standard error 1.8e+02)", "319 solutions (standard error 48)", "7.0"),
            ("4.06e+03 nodes (standard error 2.5e+02)", "363 solutions (standard error 63)", 4.9),
        ]
    ]
    for place, walks, nodes in (("", 375, 3007), (begun, 725, 3002)):
        with pytest.raises(OutOfBudget, match=f"after {walks} of 2000 walks") as stop:
            combien.estimate(queens(9), engine="dlx", walks=2000, nodes=3000, resume=place)
        assert stop.value.known == {"walks": walks, "nodes": nodes}


def test_seeds() -> None:
    first, again, other = (estimate(queens(8), bits(), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert estimate(queens(4), bits(), seed=2**64 - 1).walks == 1000
    for seed in (-1, 2**64):
        with pytest.raises(BadInput, match=f"seed={seed}"):
            estimate(queens(4), bits(), seed=seed)
    with pytest.raises(BadInput, match="walks=0: expected a whole number from 1"):
        estimate(queens(4), bits(), walks=0)
    for walks in (10_000_001, 2**32, 10**30):
        with pytest.raises(
            BadInput, match=f"walks={walks}: expected a whole number from 1 to 10000000"
        ):
            estimate(queens(4), bits(), walks=walks)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_walks_in_portions_are_the_same_walks(engine: SearchEngine) -> None:
    search = engine.open_at(queens(8), Place())
    whole, end = search.probes(40, 3, 1e9)
    parts, seed = search.probes(17, 3, 1e9)
    rest, last = search.probes(23, seed, 1e9)
    assert (parts + rest, last) == (whole, end)
    # Without any time there are no walks, and the next ones begin at the start.
    assert search.probes(40, 3, -1.0) == ([], 3)


def test_the_seconds_end() -> None:
    reports: list[Progress] = []
    with pytest.raises(OutOfBudget, match=r"of 10000000 walks; so far about .* nodes") as caught:
        estimate(
            queens(8), bits(), walks=10_000_000, budget=Budget(seconds=0.2), report=reports.append
        )
    assert 0 < caught.value.known["walks"] < 10_000_000
    assert reports[-1].work == caught.value.known
    with pytest.raises(OutOfBudget, match=r"after 0 of 1000 walks$"):
        estimate(queens(8), bits(), budget=Budget(seconds=0))


def test_the_nodes_end() -> None:
    whole: list[Progress] = []
    expected = estimate(queens(8), bits(), walks=20, report=whole.append)
    nodes = whole[-1].work["nodes"]
    assert nodes > 40
    assert estimate(queens(8), bits(), walks=20, budget=Budget(nodes=nodes)) == expected
    with pytest.raises(OutOfBudget, match=r"^the budget of 40 nodes ended") as caught:
        estimate(queens(8), bits(), walks=20, budget=Budget(nodes=40))
    # The last walk is not cut short, and no walk of 8 queens is longer than 9 nodes.
    assert 40 <= caught.value.known["nodes"] < 49


def test_the_bytes_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.engines._search.estimate.ALWAYS_ALLOWED", 0)
    with pytest.raises(OutOfBudget, match=r"^the budget of 900 bytes ended") as caught:
        estimate(queens(8), bits(), budget=Budget(bytes=900))
    assert caught.value.known["walks"] == 6


def test_an_estimate_as_text() -> None:
    guess = estimate(queens(8), bits(), walks=100)
    assert str(guess).startswith("about ")
    assert f"(standard error {guess.nodes_error:.2g})" in str(guess)
    # If the walks find no solution, the estimate is not 0.
    assert " and no solution met, by 1 random" in str(estimate(queens(20), bits(), walks=1))
    assert estimate(queens(20), bits(), walks=3).solutions_error is None
    alone = estimate(queens(8), bits(), walks=1)
    assert alone.nodes_error is None
    assert "standard error" not in str(alone)


@pytest.mark.parametrize("name", ["bits", "dlx"])
def test_the_rest_of_a_search_is_estimated(name: str) -> None:
    problem = queens(8)
    whole = combien.answer(problem, engine=name)
    with pytest.raises(OutOfBudget) as stop:
        combien.count(problem, engine=name, nodes=whole.work["nodes"] // 2)
    left = combien.estimate(problem, walks=40_000, resume=stop.value.position)
    assert left.engine == name
    assert left.nodes == pytest.approx(whole.work["nodes"] - stop.value.known["nodes"], rel=0.1)
    assert left.solutions == pytest.approx(92 - stop.value.known["at_least"], rel=0.1)


def test_nothing_is_left() -> None:
    walk = combien.solutions(queens(5), engine="dlx")
    list(walk)
    found = combien.estimate(queens(5), resume=walk.position)
    assert (found.nodes, found.solutions) == (0, 0)
