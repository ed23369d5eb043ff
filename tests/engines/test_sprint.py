"""Short counts: their work, reason and plan are made when they are read."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import combien
from bench.kinds import KINDS
from combien import Problem
from combien.engines._portfolio import race
from combien.engines._portfolio.auto import Auto
from combien.engines._portfolio.candidates import FREE_PAUSE, PLAIN
from combien.engines._portfolio.divided import CANDIDATES
from combien.engines._portfolio.runner import Runner
from combien.engines._portfolio.sprint import SprintCount
from combien.engines._sweeps.prices import pause
from tests.engines.boards import dominoes, latin, pairs, queens


def test_a_short_count_is_copied_whole() -> None:
    sent: Callable[[Any], Any] = lambda short: pickle.loads(pickle.dumps(short))  # noqa: E731
    for copied in (copy.copy, copy.deepcopy, sent):
        count = Auto().count(queens(6))
        again = copied(count)
        assert (again, again.plan is None, again.work) == (count, False, count.work)


def test_pairs_in_parts_are_counted_by_a_memo() -> None:
    # Each word of seven bits has a successor that begins with its last six: 64 squares.
    words = [[("after", w), ("before", 2 * w % 128 + bit)] for w in range(128) for bit in (0, 1)]
    count = Auto().count(Problem.from_options(words))
    assert (count.count, count.engine) == (2**64, "memo")
    assert "pivots" not in count.work


def test_a_tree_of_bags_that_is_soon_done_needs_no_race() -> None:
    problem = KINDS["jobs"](random.Random("2 67"))
    count = Auto().count(problem)
    assert (count.count, count.engine) == (combien.count(problem, engine="frontier"), "tree")
    assert isinstance(count, SprintCount)
    assert count.plan is not None
    assert [e.outcome for e in count.plan.parts[0].entries if e.name == "tree"] == ["chosen"]
    assert Auto().count(problem, modulo=1000).count == count.count % 1000


def test_a_large_graph_in_the_plane_opens_no_bit_sets() -> None:
    plan = Auto().count(dominoes(50, 50)).plan
    assert plan is not None
    outcomes = {entry.name: entry.outcome for entry in plan.parts[0].entries}
    assert (outcomes["fkt"], outcomes["bits"], outcomes["memo"]) == ("chosen", "waiting", "waiting")


def test_an_expensive_order_is_judged_before_it_is_sought() -> None:
    problem = KINDS["word-squares"](random.Random("11 0 word-squares"))
    (candidate,) = (each for each in PLAIN if each.name == "frontier")
    runner = Runner(candidate, problem)
    before, price = pause(problem, runner.counting)
    assert price > FREE_PAUSE
    assert runner.turn(runner.spent + price / 2) == before > 0
    assert runner.due_cost == 0
    while runner.counting.steps < before:
        runner.counting.advance(before - runner.counting.steps, 1.0, 2**30)
    assert runner.due_cost == price


def test_losers_that_are_freed_change_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "MUCH_MEMORY", 0)
    monkeypatch.setattr(race, "LAST_STRETCH", 0)
    for problem, known in ((latin(5), 161280), (queens(10), 724), (pairs(16), 2027025)):
        counting = race.Race(problem, CANDIDATES)
        while not counting.advance(2**40, 1.0, 2**40):
            pass
        assert counting.count == known
