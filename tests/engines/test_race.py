"""The rules of the race, with engines whose costs are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combien import Problem
from combien._base.budget import NO_LIMIT
from combien.engines._counting import Counting, OutOfBytes
from combien.engines._portfolio import race as race_module
from combien.engines._portfolio.candidates import Candidate
from combien.engines._portfolio.race import Race
from combien.engines._portfolio.runner import HEDGE, Runner
from combien.errors import CannotAnswer

PROBLEM = Problem.from_options(["a"])
MANY = 10**12


@dataclass
class Played:
    """A count that takes `needs` steps of a microsecond each, and then is 7."""

    needs: int
    needs_bytes: int = 0
    steps: int = 0
    count: int = 7
    bytes: int = 0
    known: Mapping[str, int] = field(default_factory=dict)

    @property
    def work(self) -> Mapping[str, int]:
        return {"steps": self.steps}

    @property
    def fraction(self) -> float:
        return self.steps / self.needs

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        if self.steps and bytes < self.needs_bytes:
            raise OutOfBytes
        self.steps = min(self.needs, self.steps + steps)
        return self.steps == self.needs


def candidate(name: str, needs: int, **more: Any) -> Candidate:
    """A candidate that takes `needs` microseconds."""
    needs_bytes = more.pop("needs_bytes", 0)
    return Candidate(
        name,
        opens=lambda problem: Played(needs, needs_bytes),
        cost=lambda problem, counting: 1000.0 * counting.steps,
        step=lambda problem: 1000,
        why=lambda counting: f"needed {counting.steps}",
        loser_note=lambda counting: f"had done {counting.steps}",
        **more,
    )


def run(race: Race, *, bytes: int = MANY) -> int:
    """To the end; all steps that were made."""
    while not race.advance(MANY, 1.0, bytes):
        pass
    assert race.count == 7
    return race.steps


needs = st.integers(1, 7).flatmap(lambda digits: st.integers(1, 10**digits))


@given(search=needs, sweep=needs)
@settings(max_examples=100)
def test_two_cost_at_most_three_times_the_faster(search: int, sweep: int) -> None:
    race = Race(PROBLEM, [candidate("search", search, trusted=True), candidate("sweep", sweep)])
    # A pilot each, and turns of an eighth.
    assert run(race) <= 3.4 * min(search, sweep) + 500


@given(search=needs, sweep=needs, memo=needs)
@settings(max_examples=100)
def test_three_cost_at_most_four_times_the_fastest(search: int, sweep: int, memo: int) -> None:
    race = Race(
        PROBLEM,
        [
            candidate("search", search, trusted=True),
            candidate("sweep", sweep),
            candidate("memo", memo),
        ],
    )
    assert run(race) <= 4.6 * min(search, sweep, memo) + 1000


@given(first=needs, second=needs, third=needs)
@settings(max_examples=150)
def test_trusted_forecasts_cost_little_more_than_the_fastest(
    first: int, second: int, third: int
) -> None:
    race = Race(
        PROBLEM,
        [candidate(str(n), n_, trusted=True) for n, n_ in enumerate((first, second, third))],
    )
    assert run(race) <= (1 + 3 / HEDGE) * min(first, second, third) + 1000


def test_without_a_forecast_all_get_the_same() -> None:
    race = Race(PROBLEM, [candidate("one", 10**6), candidate("two", 10**6)])
    steps = run(race)
    assert 1.7 * 10**6 < steps <= 2 * 10**6


def test_others_may_spend_a_part_of_the_forecast() -> None:
    spent = {}
    for ratio in (2.0, 10.0):
        sure = candidate("sure", 10**6, trusted=True, competitor_budget_ratio=ratio)
        race = Race(PROBLEM, [sure, candidate("hope", MANY, fraction=lambda counting: None)])
        spent[ratio] = run(race) - 10**6
    assert 500_000 <= spent[2.0] < 580_000
    assert 100_000 <= spent[10.0] < 150_000


def test_others_that_expect_far_too_much_get_little() -> None:
    sure = candidate("sure", 10**6, trusted=True)
    race = Race(PROBLEM, [sure, candidate("hopeless", MANY)])
    assert run(race) < 1.05 * 10**6


def test_an_engine_that_is_expensive_to_set_up_enters_late() -> None:
    opened: list[int] = []

    def opens(problem: Problem) -> Counting:
        opened.append(race.steps)
        return Played(1000)

    late = candidate("late", 1000, start_after=lambda problem: 20_000_000.0)
    late = Candidate(**{**{f: getattr(late, f) for f in late.__slots__}, "opens": opens})
    race = Race(PROBLEM, [late, candidate("early", 10**6)])
    run(race)
    assert race.winner == "late"
    assert len(opened) == 1
    assert 20_000 <= opened[0] < 25_000
    quick = Race(PROBLEM, [late, candidate("early", 10_000)])
    run(quick)
    assert len(opened) == 1
    assert [entry.outcome for entry in quick.plan(1).entries] == ["waiting", "chosen"]


def test_a_late_engine_enters_when_no_other_is_left() -> None:
    race = Race(PROBLEM, [candidate("late", 1000, start_after=lambda problem: 1e9)])
    assert run(race) == 1000


def cannot(problem: Problem) -> Counting:
    raise CannotAnswer("it is too wide: ask engine='dlx'")


def test_an_engine_that_cannot_answer_is_dropped_with_its_reason() -> None:
    other = candidate("cannot", 1)
    other = Candidate(**{**{f: getattr(other, f) for f in other.__slots__}, "opens": cannot})
    race = Race(PROBLEM, [other, candidate("can", 1000)])
    run(race)
    first, second = race.plan(1).entries
    assert (first.outcome, first.why) == ("dropped", "it is too wide")
    assert (second.outcome, second.why) == ("chosen", "needed 1000")
    assert race.why == "needed 1000"


def test_an_engine_out_of_memory_is_dropped_and_its_work_is_kept() -> None:
    race = Race(PROBLEM, [candidate("wide", 10**6, needs_bytes=100), candidate("narrow", 10**6)])
    steps = run(race, bytes=50)
    wide, narrow = race.plan(1).entries
    assert (wide.outcome, narrow.outcome) == ("dropped", "chosen")
    assert wide.work["steps"] > 0
    assert steps == wide.work["steps"] + 10**6
    assert race.why == "needed 1000000; wide needed too much memory"


def test_no_engine_has_memory_left() -> None:
    race = Race(PROBLEM, [candidate("wide", 10**6, needs_bytes=100)])
    with pytest.raises(OutOfBytes):
        run(race, bytes=50)


def test_memory_of_other_engines_is_not_given_twice() -> None:
    race = Race(
        PROBLEM,
        [
            candidate("holds", 10**5, bytes=lambda counting: 80 if counting.steps else 0),
            candidate("wants", 10**5, needs_bytes=30),
        ],
    )
    run(race, bytes=100)
    assert [entry.outcome for entry in race.plan(1).entries] == ["chosen", "dropped"]


def test_a_share_divisor_gives_less_and_waits_until_a_search_is_hopeless() -> None:
    hope = candidate("hope", 10**6)
    thrifty = candidate("thrifty", MANY, share_divisor=4)
    race = Race(PROBLEM, [candidate("search", 10**12, trusted=True), hope, thrifty])
    steps = run(race)
    entries = {entry.name: entry for entry in race.plan(1).entries}
    assert entries["hope"].outcome == "chosen"
    assert entries["thrifty"].work["steps"] < 0.4 * 10**6
    assert steps < 1.6 * 10**6
    soon = Race(PROBLEM, [candidate("search", 900, trusted=True), thrifty])
    run(soon)
    assert [entry.outcome for entry in soon.plan(1).entries] == ["chosen", "waiting"]


def test_a_fraction_never_falls() -> None:
    race = Race(PROBLEM, [candidate("a", 10**5, trusted=True), candidate("b", 10**7)])
    seen = []
    while not race.advance(1000, 1.0, MANY):
        seen.append(race.fraction or 0.0)
    assert seen == sorted(seen)
    assert seen[-1] > 0.9


def test_an_engine_with_a_high_forecast_gets_only_a_hedge() -> None:
    def beside(needs: int, *, hasty: bool) -> int:
        search = candidate("search", 10**6, trusted=True)
        return run(Race(PROBLEM, [search, candidate("sweep", needs, hasty=hasty)]))

    # Its high forecast is trusted; without it, or with a lower one, it may spend half.
    assert beside(10**7, hasty=True) < 1.2 * 10**6
    assert beside(10**7, hasty=False) > 1.4 * 10**6
    assert beside(4 * 10**5, hasty=True) < 10**6


@given(first=needs, second=needs)
@settings(max_examples=80)
def test_the_lowest_lower_bound_leads(first: int, second: int) -> None:
    assume(first != second)
    hasty = [candidate(str(n), n_, hasty=True) for n, n_ in enumerate((first, second))]
    race = Race(PROBLEM, hasty)
    # Both forecasts are exact: the other engine gets its pilot and the hedge.
    assert run(race) <= (1 + 2 / HEDGE) * min(first, second) + 500


def test_a_hopeless_search_gets_a_hundredth() -> None:
    race = Race(PROBLEM, [candidate("search", 10**12, trusted=True), candidate("sweep", 10**7)])
    assert run(race) < 1.02 * 10**7


def test_a_forecast_that_stays_too_low_is_doubted() -> None:
    def beside(fraction: Callable[[Any], float | None]) -> int:
        hasty = candidate("hasty", MANY, hasty=True, fraction=fraction)
        return run(Race(PROBLEM, [hasty, candidate("plain", 10**6)])) - 10**6

    # An engine that is always nearly done gets less than an equal share.
    assert 0.5 * 10**6 < beside(lambda counting: 0.9) < 0.8 * 10**6
    assert beside(lambda counting: None) > 0.8 * 10**6


def test_a_competitor_that_is_nearly_done_may_finish() -> None:
    search = candidate("search", 10**6, trusted=True)
    # It turns out just before the end of its budget that it needs more.
    late = candidate(
        "late",
        610_000,
        hasty=True,
        fraction=lambda counting: min(counting.steps / 400_000, 0.99),
    )
    race = Race(PROBLEM, [search, late])
    assert run(race) < 0.8 * 10**6
    assert race.winner == "late"


def test_a_part_of_a_search_costs_at_most_the_search() -> None:
    def beside(part: Callable[[Any], float] | None) -> int:
        search = candidate("search", 10**7, trusted=True, kind="search")
        parts = candidate(
            "parts", 10**6, hasty=True, fraction=lambda counting: 0.001, part_of_search=part
        )
        return run(Race(PROBLEM, [search, parts]))

    assert beside(lambda counting: 0.1) < 1.2 * 10**6
    assert beside(None) > 10**7


def test_a_pilot_is_extended_while_it_seems_nearly_done() -> None:
    def beside(needs: int, fraction: Callable[[Any], float | None]) -> tuple[int, str]:
        hasty = candidate("hasty", needs, hasty=True, long_pilot=4e6, fraction=fraction)
        race = Race(PROBLEM, [hasty, candidate("plain", 10_000)])
        return run(race), race.plan(1).entries[1].outcome

    def known(counting: Any) -> float:
        return float(counting.fraction)

    # Done in its pilot, before the other one continues.
    assert beside(3500, known) == (3701, "beside")
    # One that expects more, and one that turns out to need more.
    assert beside(50_000, known)[0] < 12_000
    assert 14_000 < beside(50_000, lambda counting: 0.9)[0] < 20_000


def test_a_candidate_with_a_forecast_is_opened_when_a_part_of_it_is_spent() -> None:
    asked: list[int] = []

    def forecast(problem: Problem) -> float:
        asked.append(1)
        return 60_000_000.0

    sure = candidate("sure", 60_000, trusted=True, forecast=forecast)
    sure = replace(sure, start_after=lambda problem: 5_000_000.0)
    race = Race(PROBLEM, [candidate("plain", MANY), sure])
    steps = run(race)
    assert race.winner == "sure"
    assert 95_000 < steps < 130_000
    assert len(asked) == 1
    # The candidate is not asked for a forecast, nor opened, if less is spent or left.
    run(Race(PROBLEM, [candidate("plain", 4000), sure]))
    assert len(asked) == 1
    soon = Race(PROBLEM, [candidate("search", 70_000, trusted=True), sure])
    run(soon)
    assert soon.winner == "search"
    assert [entry.outcome for entry in soon.plan(1).entries] == ["chosen", "waiting"]


def test_fixed_costs_are_not_extrapolated() -> None:
    fixed = replace(
        candidate("fixed", 1000, trusted=True, fixed_cost=lambda problem, counting: 5000.0),
        cost=lambda problem, counting: 5000.0 + 1000.0 * counting.steps,
    )
    runner = Runner(fixed, PROBLEM)
    runner.counting.advance(100, 1.0, MANY)
    runner.update_cost()
    assert (runner.spent, runner.expected) == (105_000.0, 1_005_000.0)


THREE: tuple[dict[str, Any], ...] = (
    {"trusted": True},
    {"hasty": True},
    {"share_divisor": 4},
)


@given(needs=st.tuples(*[st.integers(1, 10**6)] * 3), slices=st.integers(10**3, 10**5))
@settings(max_examples=50, deadline=None)
def test_two_threads_change_nothing(needs: tuple[int, int, int], slices: int) -> None:
    def raced(threads: bool) -> Race:
        pairs = zip(needs, THREE, strict=True)
        candidates = [candidate(str(n), n, **more) for n, more in pairs]
        candidates = [replace(each, opens=sliced(each.opens)) for each in candidates]
        race = Race(PROBLEM, candidates, threads=threads)
        while not race.advance(NO_LIMIT, 1.0, MANY):
            pass
        return race

    def sliced(opens: Callable[[Problem], Counting]) -> Callable[[Problem], Counting]:
        """A slice that the clock ends after some steps."""

        def opened(problem: Problem) -> Counting:
            counting = opens(problem)
            whole = counting.advance

            def advance(steps: int, seconds: float, bytes: int) -> bool:
                return whole(min(steps, slices), seconds, bytes)

            counting.advance = advance  # type: ignore[method-assign]
            return counting

        return opened

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(race_module, "THREAD_TURN", 0)
        alone, both = raced(False), raced(True)
    assert alone.winner == both.winner
    assert alone.plan(1) == both.plan(1)
    assert alone.steps == both.steps


@dataclass
class Found(Played):
    """A count with a position."""

    position: str = ""


def test_the_position_comes_from_the_search_that_found_most() -> None:
    def race(*found: int) -> Race:
        searches = []
        for number in found:
            counting = Found(MANY, known={"at_least": number}, position=f"after {number}")
            opens = partial(lambda counting, problem: counting, counting)
            searches.append(replace(candidate(f"{number}", MANY), opens=opens))
        race = Race(PROBLEM, [candidate("sweep", MANY), *searches])
        for _ in range(20):
            race.advance(10**6, 1.0, MANY)
        return race

    assert race(3, 5, 4).position == "after 5"
    assert race(5, 3).position == "after 5"
    assert race().position == ""
