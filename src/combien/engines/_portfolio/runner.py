"""The runners of a race, their turns, and the choice of the next runner.

The choice depends on lower bounds of their costs and on the budget of competitors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from combien.cover._problem import Problem
from combien.engines._counting import Counting
from combien.engines._portfolio.candidates import FREE_PAUSE, Candidate
from combien.engines._protocol import Outcome, PlanEntry

# The minimum cost of a turn, in nanoseconds, and as a part of the cost before it; turns of a
# trusted runner may be longer, as its forecast is reliable, but not that of a memo.
SHORTEST_TURN = 250_000
TURN, TRUSTED_TURN = 8, 1

# A forecast that was too low is multiplied by at most this.
MOST_DOUBT = 4.0

# Dividing by a smaller number might overflow.
SMALLEST_FRACTION = 1e-290


class Runner:
    """A candidate that is running."""

    def __init__(
        self, candidate: Candidate, problem: Problem, begun: Counting | None = None
    ) -> None:
        self.candidate = candidate
        self.counting: Counting = begun or candidate.opens(problem)
        # Whether it has had its pilot before the race; the one of a Pfaffian goes on.
        self.has_been_piloted = begun is not None and bool(candidate.kind)
        self._problem = problem
        self.spent = self._setup = candidate.cost(problem, self.counting)
        # The steps taken while opening are not typical of later steps.
        self._setup_steps = self.counting.steps
        # The forecast total cost, None if unknown; infinite if the progress is not measurable.
        self.expected = self._forecast()
        # The forecasts so far, and how many times too low they were.
        self._forecasts: list[tuple[float, float]] = []
        self._doubt = 1.0
        self._judge()

    def _judge(self) -> None:
        """Set what follows from cost and forecast, which is read much more often than they change.

        `has_trusted_forecast`: whether its forecast is known and reliable; `left`: the forecast
        remaining cost, infinite if unknown; `lower_bound`: a lower bound of the total cost.
        """
        expected = self.expected
        known = expected is not None
        candidate = self.candidate
        reliable = candidate.trusted or candidate.vouched(self.counting)
        self.has_trusted_forecast = known and reliable
        self.left = inf if expected is None else max(0.0, expected - self.spent)
        hasty = candidate.hasty and known
        self.lower_bound = self.spent + self._doubt * self.left if hasty else self.spent

    @property
    def bytes(self) -> int:
        """The memory of its tables, in bytes."""
        return self.candidate.bytes(self.counting)

    @property
    def turn_cost(self) -> float:
        """The cost of its next turn, if it is not a pilot."""
        reliable = self.has_trusted_forecast and self.candidate.suits is None
        part = TRUSTED_TURN if reliable else TURN
        return max(SHORTEST_TURN, self.spent / part)

    def turn(self, pilot: float) -> int:
        """Return the step count at which a turn that begins now ends; the first turn is a pilot."""
        steps = self.counting.steps
        made = steps - self._setup_steps
        first = self.candidate.step(self._problem)
        step = max(1.0, (self.spent - self._setup) / made) if made else first
        cost = pilot - self.spent if pilot > self.spent else self.turn_cost
        until = steps + int(cost / step) + 1
        before, price = self.candidate.pause(self._problem, self.counting)
        # What costs more than the turn is judged before it comes.
        return min(until, steps + before) if before and price > max(cost, FREE_PAUSE) else until

    @property
    def due_cost(self) -> float:
        """The cost of its next turn that it has even if it takes no step, if that is much."""
        before, price = self.candidate.pause(self._problem, self.counting)
        return price if not before and price > FREE_PAUSE else 0.0

    def update_cost(self) -> None:
        """Update cost and forecast; only at the end of turns, which do not depend on the clock."""
        self.spent = max(self.spent, self.candidate.cost(self._problem, self.counting))
        self.expected = self._forecast()
        self._judge()
        if self.candidate.hasty:
            self._update_doubt()
            self._judge()

    def _update_doubt(self) -> None:
        """Compare the forecast at half of the cost with what was left then at least."""
        if not 0 < self.left < inf:
            return
        forecasts = self._forecasts
        forecasts.append((self.spent, self.left))
        while len(forecasts) > 1 and forecasts[1][0] <= self.spent / 2:
            del forecasts[0]
        spent, left = forecasts[0]
        self._doubt = min(MOST_DOUBT, max(1.0, (self.spent - spent + self.left) / left))

    def _forecast(self) -> float | None:
        fraction = self.candidate.fraction(self.counting)
        if fraction is None:
            return None
        if fraction <= SMALLEST_FRACTION:
            return inf
        fixed = self.candidate.fixed_cost(self._problem, self.counting)
        return fixed + (self.spent - fixed) / fraction


@dataclass(slots=True)
class Turn:
    """The turn of a runner in a round; it ends by its step count, never by the clock.

    `before` is its entry of the plan before the round, except for the first turn of a round, and
    `begin` its steps: if the turn before this one wins the race, this one counts as not begun.
    """

    runner: Runner
    until: int
    before: PlanEntry | None
    begin: int
    # True if the count is known, an error if it cannot go on.
    outcome: bool | Exception = False

    @property
    def steps_left(self) -> int:
        """The steps until it ends, or 0."""
        return 0 if self.outcome else max(0, self.until - self.runner.counting.steps)


def entry_of(runner: Runner, outcome: Outcome, why: str = "") -> PlanEntry:
    """Return the entry of the plan for a runner."""
    counting, candidate = runner.counting, runner.candidate
    expected = runner.spent if outcome == "chosen" else runner.expected
    return PlanEntry(
        candidate.name,
        outcome,
        why or candidate.loser_note(counting),
        runner.spent,
        None if expected == inf else expected,
        counting.work,
    )


# Which runner is next ---------------------------------------------------------------------------

# The part of a trusted forecast that all competitors together may spend.
TOGETHER = 0.6

# A competitor may finish all the same if it expects to need this many times less than the favorite.
NEARLY = 3

# Waiting runners get this many times less work than the leader; and less than that if they expect
# this many times as much work as the leader, by a trusted or a rough forecast.
HEDGE, LEAST_HEDGE = 12, 100
MISERY, ROUGH_MISERY = 100, 1000

# The engine that suits the problem gets this many times the work of each other one.
PREFERENCE = 3

# A sweep that tries one of p options of an item takes at least WEAK/p of a sweep of the whole; but
# if the runner expects less, it gets 1/ORBITS of the work of the leader.
WEAK, ORBITS = 4, 2


def favorite_of(runners: Sequence[Runner]) -> Runner | None:
    """Return the trusted runner with the lowest remaining cost, if any."""
    trusted = [runner for runner in runners if runner.has_trusted_forecast]
    return min(trusted, key=lambda runner: runner.left, default=None)


def allowance(favorite: Runner) -> float:
    """Return the budget for each competitor before the favorite runs alone."""
    return (favorite.expected or inf) / favorite.candidate.competitor_budget_ratio


def may_finish(runner: Runner, favorite: Runner) -> bool:
    """Whether a competitor is expected to be done before its budget is, or soon after."""
    return runner.lower_bound < allowance(favorite) or _is_nearly_done(runner, favorite)


def next_runner(runners: Sequence[Runner], suited: str, *, after: Runner | None = None) -> Runner:
    """Return the runner whose turn is next, or next after a turn of `after`.

    `suited` is the engine that suits the problem, as `suited_of` returns it.
    """
    if len(runners) == 1:
        return runners[0]
    favorite = favorite_of(runners)
    search, sweep = _least(runners, "search"), _least(runners, "sweep")
    spent: dict[Runner, float] = {}
    due: dict[Runner, float] = {}
    for runner in runners:
        candidate, bound = runner.candidate, runner.lower_bound
        ahead = runner.spent + runner.due_cost + (runner.turn_cost if runner is after else 0.0)
        most = runner.expected if candidate.hasty else None
        spent[runner] = ahead = ahead if most is None else min(ahead, most)
        if candidate.part_of_search is not None:
            part = candidate.part_of_search(runner.counting)
            others = _bound_by_others(runner, part * search, min(1.0, WEAK * part) * sweep)
            bound = min(others, max(bound, ORBITS * ahead))
        near = favorite is not None and _is_nearly_done(runner, favorite)
        times = 1 if near or candidate.suited_by(suited) else PREFERENCE
        due[runner] = max(times * ahead * candidate.share_divisor, bound)
    leader = min(runners, key=due.__getitem__)
    if favorite is not None:
        budget = allowance(favorite)
        untrusted = [r for r in runners if not r.has_trusted_forecast]
        competitors = [r for r in untrusted if due[r] < budget and not _is_hopeless(r, favorite)]
        if sum(spent[r] for r in untrusted) >= TOGETHER * (favorite.expected or inf):
            competitors = []
        competitors += [r for r in untrusted if _is_nearly_done(r, favorite)]
        if favorite.candidate.suits is not None and suited == favorite.candidate.name:
            # Its forecast is far too high, so it does not wait until others have used it up.
            competitors.append(favorite)
        leader = min(competitors, key=due.__getitem__, default=favorite)
    most_spent = spent[leader]
    waiting = [
        r
        for r in runners
        if spent[r] * HEDGE < most_spent and spent[r] * _hedge(r, leader) < most_spent
    ]
    return min(waiting, key=spent.__getitem__, default=leader)


def suited_of(runners: Sequence[Runner]) -> str:
    """Return the engine that suits the problem, by what some runner has met, or ""."""
    for runner in runners:
        if runner.candidate.suits is not None:
            name = runner.candidate.suits(runner.counting)
            spent = sum(each.spent for each in runners)
            hopeless = any(
                each.candidate.name == name and each.left > ROUGH_MISERY * spent
                for each in runners
                if each is not runner and each.has_trusted_forecast
            )
            return "" if hopeless else name
    return ""


def _least(runners: Sequence[Runner], kind: Literal["search", "sweep"]) -> float:
    """Return the lowest forecast of the searches or of the sweeps; infinite if there is none."""
    known = [r for r in runners if r.candidate.kind == kind and r.expected is not None]
    forecasts = [r.lower_bound if r.candidate.hasty else r.expected for r in known]
    return min((forecast for forecast in forecasts if forecast is not None), default=inf)


def _bound_by_others(runner: Runner, search: float, sweep: float) -> float:
    """Return a lower bound for a runner that repeats parts of a search or a sweep of these costs.

    Its own forecast is limited by the search, as early forecasts of a search may be far too high.
    """
    return max(runner.spent, min(runner.lower_bound, search), min(search, sweep))


def _is_nearly_done(runner: Runner, favorite: Runner) -> bool:
    """Whether a competitor that has used up its budget should finish all the same."""
    left = runner.lower_bound - runner.spent
    return 0 < left < favorite.left / NEARLY and runner.spent < favorite.left


def _is_hopeless(runner: Runner, leader: Runner) -> bool:
    """Whether a runner expects far more work than the leader, even if its forecast is rough."""
    if runner.candidate.part_of_search is not None:
        # Its bound follows from the bound of the search.
        return False
    times = MISERY if runner.has_trusted_forecast else ROUGH_MISERY
    return (runner.expected or 0) > times * leader.lower_bound


def _hedge(runner: Runner, leader: Runner) -> float:
    """Return how many times less work than the leader a runner gets while it waits."""
    return LEAST_HEDGE if _is_hopeless(runner, leader) else HEDGE
