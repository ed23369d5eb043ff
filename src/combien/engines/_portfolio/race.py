"""A race: several engines count the same problem in turns, until one of them finishes.

Turns are allotted by forecasts, and by what each engine has cost so far:

- each engine runs for a short pilot first, and then for longer turns;
- each has a lower bound on its total cost.  The bound of a hasty candidate is its forecast, which
  is raised if its earlier forecasts were too low; the bound of any other one is its cost so far;
- the candidate with the lowest bound leads.  The work wasted on a leader that does not win is at
  most its bound, which was below the cost of the winner;
- without any forecast, all get equal shares;
- the forecast T of a trusted candidate is assumed to be right: the others may spend T / r each (r
  is its `competitor_budget_ratio`), and 0.6 T together, to finish before it; then it runs alone.
  With r = 2 and one competitor the cost is at most three times the best: T/2 + T if the competitor
  would have finished just after T/2, and 3/2 T if it would not.  (A ski rental problem: Karlin,
  Manasse, Rudolph and Sleator, 1988.)
- the others still get a twelfth of the work of the leader, in case its forecast is wrong, and a
  hundredth if they are hopeless themselves.

A round consists of the leader's turn and, if the next turn belongs to another runner, of that one.
With several threads, both turns run at the same time, and a search or a sweep that has its turn
alone uses all threads after a second.  The rounds, the winner and the nodes do not depend on the
number of threads.

Tried and dropped: rules for each kind of problem, which fail on the first of a new kind; a thread
for each engine, which is more work, and an outcome that depends on a clock (docs/decisions has the
reasons); 0.45 T for all competitors together (Scott's problem: 3.4 times the fastest engine instead
of 1.7); no competitor while the favorite expects less than three times the work so far (Langford
12: 2.6 instead of 2.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from time import perf_counter

from combien._base.budget import NO_LIMIT
from combien._base.log import DEBUG, log
from combien._base.threads import default_threads, together
from combien.cover._problem import Problem
from combien.engines._counting import Counting, OutOfBytes, Resumable, summed
from combien.engines._portfolio.candidates import Candidate
from combien.engines._portfolio.runner import (
    PREFERENCE,
    TURN,
    Runner,
    Turn,
    allowance,
    entry_of,
    favorite_of,
    may_finish,
    next_runner,
    suited_of,
)
from combien.engines._protocol import Outcome, PartPlan, PlanEntry, refused, waiting
from combien.engines._search.counting import SearchCounting
from combien.engines._sweeps.frontier import FrontierCounting
from combien.errors import CannotAnswer

# A pilot is at most 1/PILOT of what competitors may spend; it is cut short, to LEAST_PILOT, if the
# remaining forecast is HOPELESS times longer than the pilot.
PILOT = 20
HOPELESS = 8
LEAST_PILOT = 50_000

# The search by bit sets always does a part of all work, as its first forecast may be twenty times
# too high, unless it expects this many times the work so far.
DOUBT, HARDLY = 24, 100

# A candidate with a forecast is opened when this part of the forecast has been spent.
BEFORE_FORECAST = 2 / 3

# In the last part of the favorite's work, others end that hold more memory than this, in bytes.
LAST_STRETCH, MUCH_MEMORY = 4, 2**23

# Starting a thread pays off for turns of this cost, in nanoseconds.
THREAD_TURN = 5_000_000

# A search or a sweep that has cost this much uses all processors, in nanoseconds.
LONG_COUNT = 1_000_000_000


class Race:
    """The count of one problem, by whichever candidate finishes first.

    With `threads=None`, long turns use one thread per processor.  `begun` has counts that have
    already begun, by the names of their candidates.
    """

    def __init__(
        self,
        problem: Problem,
        candidates: Sequence[Candidate],
        *,
        threads: int | None = 1,
        begun: Mapping[str, Counting] | None = None,
    ) -> None:
        self.winner = ""
        self._problem = problem
        self._threads = threads
        self._names = [candidate.name for candidate in candidates]
        self._waiting = list(candidates)
        self._runners: dict[str, Runner] = {}
        self._ended: dict[str, PlanEntry] = {}
        self._ended_steps = 0
        # The nodes of the search by bit sets, when it ended, and what it had found.
        self.searched = (0, 0)
        self._count: int | None = None
        self._fraction = 0.0
        self._spent = 0.0
        # The total cost after which candidates may start, and their forecasts.
        self._starts: dict[str, float] = {}
        self._forecasts: dict[str, float] = {}
        self._round: list[Turn] = []
        # What a round depends on: the favorite, and the engine that suits the problem.
        self._trusted: Runner | None = None
        self._suited = ""
        for candidate in candidates:
            if begun and candidate.name in begun:
                self._waiting.remove(candidate)
                self._runners[candidate.name] = Runner(candidate, problem, begun[candidate.name])
        self._begin_round()

    # State --------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """The steps of all runners."""
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
        """The memory of all tables, in bytes."""
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
    def left(self) -> float:
        """The forecast remaining cost of the runner that expects the least.

        It is 0 until every runner has a forecast: the one of a search alone may be far too high.
        """
        runners = self._runners.values()
        if any(runner.expected is None for runner in runners):
            return 0.0
        return min((runner.left for runner in runners), default=0.0)

    @property
    def trusted_left(self) -> float:
        """The forecast remaining cost of the trusted runner that expects the least, or infinity."""
        favorite = self._favorite()
        return inf if favorite is None else favorite.left

    @property
    def count(self) -> int:
        """The winner's count."""
        assert self._count is not None
        return self._count

    @property
    def position(self) -> str:
        """The position of the search that has found most, even if another leads; "" without one."""
        searches = [r.counting for r in self._runners.values() if isinstance(r.counting, Resumable)]
        best = max(searches, key=lambda search: search.known.get("at_least", 0), default=None)
        return "" if best is None else best.position

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
        """Return the plan: all candidates in the order in which they were given, with work."""
        entries = {name: entry_of(runner, "beside") for name, runner in self._runners.items()}
        entries |= {candidate.name: waiting(candidate.name) for candidate in self._waiting}
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
        """Continue the turns of this round, one after the other or at the same time."""
        if not self._round:
            self._begin_round()
        turns = [turn for turn in self._round if turn.steps_left]
        # Each of two turns gets half of the remaining memory, even if they do not run in threads.
        spare = max(0, bytes - self.bytes) // len(self._round)
        beside = len(turns) > 1 and self._runs_beside(turns, steps)
        for turn in turns:
            if isinstance(turn.runner.counting, (SearchCounting, FrontierCounting)):
                turn.runner.counting.threads = 1 if beside else self._threads_alone(turn, steps)
        jobs = [partial(_advance, turn, steps, seconds, spare) for turn in turns]
        if beside:
            together(jobs, lambda: None)
        elif jobs:
            jobs[0]()
        self._end_turns()
        return bool(self.winner)

    def close(self) -> None:
        """End the race and free its memory; the counters are kept."""
        for runner in list(self._runners.values()):
            self._end(runner, "beside")

    def _threads_alone(self, turn: Turn, steps: int) -> int:
        """Return the number of threads for a search or a sweep that has its turn alone."""
        several = steps >= NO_LIMIT and turn.runner.spent > LONG_COUNT
        return self._threads or (default_threads() if several else 1)

    def _runs_beside(self, turns: Sequence[Turn], steps: int) -> bool:
        """Whether two turns run at the same time: if both are long, and steps are not limited."""
        if steps < NO_LIMIT or (self._threads or default_threads()) < 2:
            return False
        return all(turn.runner.spent > TURN * THREAD_TURN for turn in turns)

    def _end_turns(self) -> None:
        """End the turns that are over, in order; the first runner that has its count wins."""
        while self._round and not self._round[0].steps_left:
            turn = self._round.pop(0)
            if isinstance(turn.outcome, CannotAnswer):
                self._refuse(turn.runner, turn.outcome)
            elif isinstance(turn.outcome, (OutOfBytes, MemoryError)):
                self._end(turn.runner, "dropped", "needed too much memory")
            elif turn.outcome:
                self._win(turn.runner, self._round)
                return
            else:
                turn.runner.update_cost()

    def _win(self, runner: Runner, undone: Sequence[Turn]) -> None:
        self._count = runner.counting.count
        self.winner = runner.candidate.name
        self._end(runner, "chosen", runner.candidate.why(runner.counting))
        for turn in undone:
            assert turn.before is not None
            self._ended[turn.before.name] = turn.before
            self._ended_steps += turn.begin
            self._spent += turn.before.spent
            del self._runners[turn.before.name]
        self.close()

    def _refuse(self, runner: Runner, error: CannotAnswer) -> None:
        """Drop a runner that cannot count this problem; its steps are kept, its cost is not."""
        self._end(runner, "dropped")
        self._spent -= runner.spent
        self._ended[runner.candidate.name] = refused(runner.candidate.name, str(error))

    def _begin_round(self) -> None:
        """Allot the next turn, and the one after it if that is another runner's."""
        self._judge()
        self._free()
        runner = self._in_doubt() or self._in_pilot() or self._open_next() or self._in_long_pilot()
        if runner is not None:
            self._round = [self._turn(runner)]
            return
        runners = list(self._runners.values())
        first = next_runner(runners, self._suited)
        self._round = [self._turn(first)]
        if len(self._runners) < 2:
            return
        second = next_runner(runners, self._suited, after=first)
        if second is not first:
            self._round.append(self._turn(second, entry_of(second, "beside")))

    def _judge(self) -> None:
        runners = list(self._runners.values())
        self._trusted, self._suited = favorite_of(runners), suited_of(runners)

    def _free(self) -> None:
        """End what holds much memory and is not expected to be done before the favorite."""
        favorite = self._trusted
        if favorite is None or favorite.left * LAST_STRETCH > favorite.spent:
            return
        for runner in list(self._runners.values()):
            left = max(runner.left, runner.lower_bound - runner.spent)
            if runner is not favorite and runner.bytes > MUCH_MEMORY and left > favorite.left:
                self._end(runner, "beside")

    def _turn(self, runner: Runner, before: PlanEntry | None = None) -> Turn:
        until = runner.turn(self._doubt(runner) or self._pilot(runner) or self._long_pilot(runner))
        return Turn(runner, until, before, runner.counting.steps)

    def _in_doubt(self) -> Runner | None:
        """Return the runner that has done too little for its forecast to be reliable, if any."""
        return next((r for r in self._runners.values() if self._doubt(r)), None)

    def _doubt(self, runner: Runner) -> float:
        """Return how much a runner must have done for its forecast; 0 if that is done."""
        if runner.candidate.name != "bits":
            return 0.0
        spent = self.spent
        if runner.spent * DOUBT >= spent or runner.left > HARDLY * spent:
            return 0.0
        return 2 * spent / DOUBT

    def _in_pilot(self) -> Runner | None:
        """Return a runner that has not finished its pilot, if any."""
        return next((r for r in self._runners.values() if r.spent < self._pilot(r)), None)

    def _pilot(self, runner: Runner) -> float:
        """Return the length of a runner's pilot: shorter if the favorite will finish soon."""
        pilot = runner.candidate.pilot(runner.counting)
        if not runner.candidate.suited_by(self._suited):
            pilot /= PREFERENCE
        if runner.has_been_piloted or runner.spent + runner.due_cost >= max(pilot, LEAST_PILOT):
            # The pilot is over, whatever its length was.
            return 0.0
        favorite = self._trusted
        if favorite is None:
            return pilot
        if favorite is runner:
            return pilot if runner.left < HOPELESS * pilot else LEAST_PILOT
        return min(pilot, allowance(favorite) / PILOT)

    def _in_long_pilot(self) -> Runner | None:
        """Return a runner whose pilot is extended, if any."""
        return next((r for r in self._runners.values() if r.spent < self._long_pilot(r)), None)

    def _long_pilot(self, runner: Runner) -> float:
        """Return how far the pilot of a runner is extended now: to twice its cost so far."""
        candidate = runner.candidate
        most = candidate.long_pilot if candidate.suited_by(self._suited) else 0.0
        if self._trusted is not None:
            most = min(most, self._trusted.left / 2)
        if runner.lower_bound >= most or runner.due_cost > most - runner.spent:
            return 0.0
        return min(most, 2 * runner.spent)

    def _open_next(self) -> Runner | None:
        """Open the next candidate, once the others have done enough work."""
        while self._waiting:
            spent = self.spent
            ready = [c for c in self._waiting if self._may_start(c, spent, self._trusted)]
            if not ready and self._runners:
                return None
            # The one with a forecast is expected to finish soon.
            candidate = min(ready or self._waiting, key=lambda c: not ready or c.forecast is None)
            self._waiting.remove(candidate)
            try:
                runner = Runner(candidate, self._problem)
            except CannotAnswer as error:
                self._ended[candidate.name] = refused(candidate.name, str(error))
            else:
                log("engines", DEBUG, "the race goes on with %s", candidate.name)
                self._runners[candidate.name] = runner
                self._judge()
                return runner
        if not self._runners:
            raise OutOfBytes
        return None

    def _may_start(self, candidate: Candidate, spent: float, favorite: Runner | None) -> bool:
        """Whether enough work has been done, and enough remains, to justify opening a candidate."""
        start_after = self._starts.get(candidate.name)
        if start_after is None:
            start_after = self._starts[candidate.name] = candidate.start_after(self._problem)
        if start_after > spent or self._sweep_left() < candidate.least_left:
            return False
        if favorite is not None:
            if favorite.left < candidate.share_divisor * spent:
                return False
            if candidate.opening(self._problem) > allowance(favorite):
                return False
        if candidate.forecast is None:
            return True
        if candidate.name not in self._forecasts:
            self._forecasts[candidate.name] = candidate.forecast(self._problem)
        enough = BEFORE_FORECAST * self._forecasts[candidate.name]
        return spent >= enough and (favorite is None or favorite.left >= enough)

    def _sweep_left(self) -> float:
        """Return what a sweep still needs by its forecast, but at least a quarter of its cost.

        Infinite if there is no forecast, or if a search is expected to be done before.
        """
        favorite = self._trusted
        sweeps = [
            runner
            for runner in self._runners.values()
            if runner.candidate.kind == "sweep"
            and (favorite is None or may_finish(runner, favorite))
        ]
        return min((max(sweep.left, sweep.spent / 4) for sweep in sweeps), default=inf)

    def _end(self, runner: Runner, outcome: Outcome, why: str = "") -> None:
        runner.update_cost()
        if runner.candidate.name == "bits":
            self.searched = runner.counting.steps, runner.counting.count
        log("engines", DEBUG, "%s was %s: %s", runner.candidate.name, outcome, why or "refused")
        self._ended[runner.candidate.name] = entry_of(runner, outcome, why)
        self._ended_steps += runner.counting.steps
        self._spent += runner.spent
        del self._runners[runner.candidate.name]

    def _favorite(self) -> Runner | None:
        return favorite_of(list(self._runners.values()))


def _advance(turn: Turn, steps: int, seconds: float, spare: int) -> None:
    """Continue a turn for a slice, and set its outcome: whether it is done, or the error."""
    counting, bytes = turn.runner.counting, turn.runner.bytes + spare
    last, end = counting.steps + steps, perf_counter() + seconds
    try:
        # A sweep returns when it changes its order.
        while (left := min(last - counting.steps, turn.steps_left)) > 0:
            turn.outcome = counting.advance(left, seconds, bytes)
            if perf_counter() >= end:
                break
    except (OutOfBytes, MemoryError, CannotAnswer) as error:
        turn.outcome = error
