"""The runners of a race, and their turns."""

from __future__ import annotations

from math import inf

from combien._base.records import dataclass
from combien.cover._problem import Problem
from combien.engines._counting import Counting
from combien.engines._portfolio.candidates import Candidate
from combien.engines._portfolio.plan import Outcome, PlanEntry

__all__ = ["SHORTEST_TURN", "TURN", "Runner", "Turn", "entry_of"]

# The minimum cost of a turn, in nanoseconds, and as a part of the cost before it; turns of a
# trusted runner may be longer, as its forecast is reliable.
SHORTEST_TURN = 50_000
TURN, TRUSTED_TURN = 8, 2

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
        self.has_trusted_forecast = self.candidate.trusted and known
        self.left = inf if expected is None else max(0.0, expected - self.spent)
        hasty = self.candidate.hasty and known
        self.lower_bound = self.spent + self._doubt * self.left if hasty else self.spent

    @property
    def bytes(self) -> int:
        """The memory of its tables, in bytes."""
        return self.candidate.bytes(self.counting)

    @property
    def turn_cost(self) -> float:
        """The cost of its next turn, if it is not a pilot."""
        part = TRUSTED_TURN if self.has_trusted_forecast else TURN
        return max(SHORTEST_TURN, self.spent / part)

    def turn(self, pilot: float) -> int:
        """Return the step count at which a turn that begins now ends; the first turn is a pilot."""
        steps = self.counting.steps
        made = steps - self._setup_steps
        first = self.candidate.step(self._problem)
        step = max(1.0, (self.spent - self._setup) / made) if made else first
        return steps + int(max(pilot - self.spent, self.turn_cost) / step) + 1

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
