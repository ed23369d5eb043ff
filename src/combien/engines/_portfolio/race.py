"""A race: several engines count the same problem in turns, until one of them finishes.

Turns are allotted by the cost of each engine so far and the forecasts of the trusted ones:

- each runs for a short pilot first, and then for longer turns;
- without a trusted forecast, all get equal shares;
- when a trusted candidate forecasts a cost T, the others may spend T / r each (r is its
  `competitor_budget_ratio`) to finish before it; then it runs alone.  With r = 2 the cost is at
  most three times the best: T/2 + T if a sweep would have finished just after T/2, and 3/2 T if
  none would have.  (A ski rental problem: Karlin, Manasse, Rudolph and Sleator, 1988.)
- the others still get a twelfth of the work of the leader, in case its forecast is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from combien.cover._problem import Problem
from combien.engines._counting import Counting, OutOfBytes, summed
from combien.engines._portfolio.candidates import Candidate
from combien.engines._portfolio.plan import Outcome, PartPlan, PlanEntry
from combien.errors import CannotAnswer

__all__ = ["Race"]

# The minimum cost of a turn, in nanoseconds, and as a part of the cost before it; turns of a
# trusted runner may be longer, as its forecast is reliable.
SHORTEST_TURN = 50_000
TURN, TRUSTED_TURN = 8, 3

# A pilot is at most 1/PILOT of what competitors may spend; it is cut short if the remaining
# forecast is HOPELESS times longer than the pilot.
PILOT = 20
HOPELESS = 30

# Dividing by a smaller number might overflow.
SMALLEST_FRACTION = 1e-290

# Waiting runners get this many times less work than the leader.
HEDGE = 12


class Runner:
    """A candidate that is running."""

    def __init__(self, candidate: Candidate, problem: Problem) -> None:
        self.candidate = candidate
        self.counting: Counting = candidate.opens(problem)
        self._problem = problem
        self.spent = self._setup = candidate.cost(problem, self.counting)
        # The steps taken while opening are not typical of later steps.
        self._setup_steps = self.counting.steps

    @property
    def expected(self) -> float | None:
        """The forecast total cost, None if unknown; infinite if the progress is not measurable."""
        fraction = self.candidate.fraction(self.counting)
        if fraction is None:
            return None
        return self.spent / fraction if fraction > SMALLEST_FRACTION else inf

    @property
    def has_trusted_forecast(self) -> bool:
        """Whether its forecast is known and reliable."""
        return self.candidate.trusted and self.expected is not None

    @property
    def left(self) -> float:
        """The forecast remaining cost; infinite if unknown."""
        expected = self.expected
        return inf if expected is None else max(0.0, expected - self.spent)

    @property
    def lower_bound(self) -> float:
        """A lower bound of the total cost."""
        expected = self.expected if self.candidate.hasty else None
        return self.spent if expected is None else expected

    @property
    def bytes(self) -> int:
        """The memory of its tables, in bytes."""
        return self.candidate.bytes(self.counting)

    def turn(self, pilot: float) -> int:
        """Return the step count at which a turn that begins now ends; the first turn is a pilot."""
        steps = self.counting.steps
        made = steps - self._setup_steps
        step = max(1.0, (self.spent - self._setup) / made) if made else self.candidate.step
        part = TRUSTED_TURN if self.has_trusted_forecast else TURN
        return steps + int(max(pilot - self.spent, SHORTEST_TURN, self.spent / part) / step) + 1

    def update_cost(self) -> None:
        """Update the cost; only at the end of turns, so that it does not depend on the clock."""
        self.spent = max(self.spent, self.candidate.cost(self._problem, self.counting))


class Race:
    """The count of one problem, by whichever candidate finishes first."""

    def __init__(self, problem: Problem, candidates: Sequence[Candidate]) -> None:
        self.winner = ""
        self._problem = problem
        self._names = [candidate.name for candidate in candidates]
        self._waiting = list(candidates)
        self._runners: dict[str, Runner] = {}
        self._ended: dict[str, PlanEntry] = {}
        self._ended_steps = 0
        self._count: int | None = None
        self._fraction = 0.0
        self._spent = 0.0
        self._turn = ""
        self._until = 0
        self._begin_turn()

    # State --------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Steps of all runners."""
        return self._ended_steps + sum(r.counting.steps for r in self._runners.values())

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of all runners, summed by name."""
        runners = self._runners.values()
        counters = [entry.work for entry in self._ended.values()]
        return summed([*counters, *(runner.counting.work for runner in runners)])

    @property
    def known(self) -> Mapping[str, int]:
        """The counters of all runners, and the best lower bound."""
        known = [runner.counting.known for runner in self._runners.values()]
        bounds = [each["at_least"] for each in known if "at_least" in each]
        return {"at_least": max(bounds), **self.work} if bounds else self.work

    @property
    def bytes(self) -> int:
        """The memory of all tables."""
        return sum(runner.bytes for runner in self._runners.values())

    @property
    def spent(self) -> float:
        """The cost of all runners, in nanoseconds of the cost model."""
        return self._spent + sum(runner.spent for runner in self._runners.values())

    @property
    def fraction(self) -> float | None:
        """The progress of the runner expected to finish first; it never decreases."""
        favorite = self._favorite()
        if favorite is not None:
            self._fraction = max(self._fraction, favorite.counting.fraction or 0.0)
        return self._fraction or None

    @property
    def count(self) -> int:
        """The winner's count."""
        assert self._count is not None
        return self._count

    @property
    def why(self) -> str:
        """How the count was obtained, and the progress of the other runners."""
        notes = [self._ended[self.winner].why]
        for name, entry in self._ended.items():
            if entry.outcome == "beside":
                notes.append(f"{name} beside it {entry.why}")
            elif entry.outcome == "dropped" and entry.work:
                notes.append(f"{name} {entry.why}")
        return "; ".join(notes)

    def plan(self, copies: int) -> PartPlan:
        """Return the plan: all candidates in the order of the table, with their work."""
        entries = {name: _entry(runner, "beside") for name, runner in self._runners.items()}
        for candidate in self._waiting:
            why = "not needed"
            entries[candidate.name] = PlanEntry(candidate.name, "waiting", why, 0.0, None, {})
        entries |= self._ended
        return PartPlan(
            options=self._problem.option_count,
            items=self._problem.item_count,
            copies=copies,
            count=self._count,
            entries=tuple(entries[name] for name in self._names),
        )

    # Turns --------------------------------------------------------------------------------------

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the runner whose turn it is."""
        # Turns end by step count, never by the clock.
        if self._turn not in self._runners or self._steps_left() <= 0:
            self._begin_turn()
        runner = self._runners[self._turn]
        allowed = max(0, bytes - self.bytes + runner.bytes)
        try:
            done = runner.counting.advance(min(steps, self._steps_left()), seconds, allowed)
        except (OutOfBytes, MemoryError):
            self._end(runner, "dropped", "needed too much memory")
            return False
        except CannotAnswer as error:
            self._refuse(runner, error)
            return False
        if done:
            self._count = runner.counting.count
            self.winner = self._turn
            self._end(runner, "chosen", runner.candidate.why(runner.counting))
            self.close()
        elif self._steps_left() <= 0:
            runner.update_cost()
        return done

    def close(self) -> None:
        """End the race and free its memory; the counters are kept."""
        for runner in list(self._runners.values()):
            self._end(runner, "beside")

    def _refuse(self, runner: Runner, error: CannotAnswer) -> None:
        """Drop a runner that cannot count this problem; its steps are kept, its cost is not."""
        self._end(runner, "dropped")
        self._spent -= runner.spent
        self._ended[runner.candidate.name] = _refused(runner.candidate, error)

    def _steps_left(self) -> int:
        return self._until - self._runners[self._turn].counting.steps

    def _begin_turn(self) -> None:
        runner = self._in_pilot() or self._open_next() or self._next_runner()
        self._turn = runner.candidate.name
        self._until = runner.turn(self._pilot(runner))

    def _in_pilot(self) -> Runner | None:
        """Return a runner that has not finished its pilot, if any."""
        return next((r for r in self._runners.values() if r.spent < self._pilot(r)), None)

    def _pilot(self, runner: Runner) -> float:
        """Return the length of its pilot: shorter if the favorite will finish soon."""
        favorite = self._favorite()
        pilot = runner.candidate.pilot
        if favorite is None:
            return pilot
        if favorite is runner:
            return pilot if runner.left < HOPELESS * pilot else SHORTEST_TURN
        return min(pilot, self._allowance(favorite) / PILOT)

    def _allowance(self, favorite: Runner) -> float:
        """Return the budget for competitors before the favorite runs alone."""
        return (favorite.expected or inf) / favorite.candidate.competitor_budget_ratio

    def _open_next(self) -> Runner | None:
        """Open the next candidate, once the others have done enough work."""
        while self._waiting:
            spent = self.spent
            ready = [c for c in self._waiting if self._may_start(c, spent)]
            if not ready and self._runners:
                return None
            candidate = next(iter(ready or self._waiting))
            self._waiting.remove(candidate)
            try:
                runner = Runner(candidate, self._problem)
            except CannotAnswer as error:
                self._ended[candidate.name] = _refused(candidate, error)
            else:
                self._runners[candidate.name] = runner
                return runner
        if not self._runners:
            raise OutOfBytes
        return None

    def _may_start(self, candidate: Candidate, spent: float) -> bool:
        """Whether enough work has been done, and is left, to justify opening it."""
        start_after = candidate.start_after(self._problem)
        if start_after > spent:
            return False
        favorite = self._favorite()
        if favorite is None:
            return True
        worthwhile = candidate.share_divisor * spent if candidate.share_divisor > 1 else start_after
        return favorite.left >= worthwhile

    def _end(self, runner: Runner, outcome: Outcome, why: str = "") -> None:
        runner.update_cost()
        self._ended[runner.candidate.name] = _entry(runner, outcome, why)
        self._ended_steps += runner.counting.steps
        self._spent += runner.spent
        del self._runners[runner.candidate.name]

    def _favorite(self) -> Runner | None:
        """Return the trusted runner with the lowest remaining cost, if any."""
        return min(
            (runner for runner in self._runners.values() if runner.has_trusted_forecast),
            key=lambda runner: runner.left,
            default=None,
        )

    def _next_runner(self) -> Runner:
        """Return the runner whose turn is next; see the module docstring."""
        runners = self._runners.values()

        def spent(runner: Runner) -> float:
            return runner.spent

        def due(runner: Runner) -> float:
            return runner.spent * runner.candidate.share_divisor

        favorite = self._favorite()
        if favorite is None:
            return min(runners, key=due)
        last = min(runners, key=spent)
        allowance = self._allowance(favorite)
        competitors = [
            r
            for r in runners
            if not r.has_trusted_forecast and due(r) < allowance and r.lower_bound < allowance
        ]
        leader = min(competitors, key=due) if competitors else favorite
        return last if last.spent * HEDGE < leader.spent else leader


def _refused(candidate: Candidate, error: CannotAnswer) -> PlanEntry:
    # Without the suggested alternative, which may be "auto".
    why = str(error).partition(": ask ")[0]
    return PlanEntry(candidate.name, "dropped", why, 0.0, None, {})


def _entry(runner: Runner, outcome: Outcome, why: str = "") -> PlanEntry:
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
