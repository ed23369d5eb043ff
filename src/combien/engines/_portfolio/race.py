"""A count under way in several engines, by turns, until one of them has it.

Whose turn it is follows from what each has cost and what the trusted ones expect:

- at first everybody gets a small share, and then a larger one;
- as long as nobody can foresee anything, all get the same;
- when a trusted candidate says that it needs T, the others may spend T / patience each, in the hope
  to be done before; then it goes on alone.  With a patience of 2 that is at most three times what
  the quicker one takes: T/2 + T when a sweep would have ended just after T/2, and 3/2 T when none
  would have.  (A rent or buy problem: Karlin, Manasse, Rudolph and Sleator, 1988.)
- nobody is left out entirely: whoever waits gets a twelfth of what runs in front of it, so that a
  forecast that was wrong is seen to be so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from combien.cover._problem import Problem
from combien.engines._counting import Counting, OutOfBytes, summed
from combien.engines._portfolio.candidates import CANDIDATES, Candidate
from combien.engines._portfolio.plan import Outcome, PartPlan, PlanEntry
from combien.errors import CannotAnswer

__all__ = ["Race"]

# A turn costs at least so much, in nanoseconds, and at least this part of what was spent before;
# that of a trusted runner may be longer, for it is no gamble.
SHORTEST_TURN = 50_000
TURN, TRUSTED_TURN = 8, 3

# A pilot is at most this part of what may be spent in hope; and one that turns out to be so many
# times too short is given up at once.
PILOT = 20
HOPELESS = 30

# What is less than this might overflow when divided by.
SMALLEST_FRACTION = 1e-290

# Whoever waits gets one of so many parts.
HEDGE = 12


class Runner:
    """A candidate that runs."""

    def __init__(self, candidate: Candidate, problem: Problem) -> None:
        self.candidate = candidate
        self.counting: Counting = candidate.opens(problem)
        self._problem = problem
        self.spent = self._setup = candidate.cost(problem, self.counting)
        # What is done when it is opened is no measure of its steps.
        self._setup_steps = self.counting.steps

    @property
    def expected(self) -> float | None:
        """What it is thought to cost in all; infinite when what is done does not show yet."""
        fraction = self.candidate.fraction(self.counting)
        if fraction is None:
            return None
        return self.spent / fraction if fraction > SMALLEST_FRACTION else inf

    @property
    def foreseen(self) -> bool:
        """Whether what it expects is known, and to be trusted."""
        return self.candidate.trusted and self.expected is not None

    @property
    def left(self) -> float:
        """What it is thought to cost still; without end while nobody knows."""
        expected = self.expected
        return inf if expected is None else max(0.0, expected - self.spent)

    @property
    def least(self) -> float:
        """What it costs in all at least, as far as anybody can tell."""
        expected = self.expected if self.candidate.hasty else None
        return self.spent if expected is None else expected

    @property
    def bytes(self) -> int:
        """What its tables hold."""
        return self.candidate.bytes(self.counting)

    def turn(self, pilot: float) -> int:
        """The steps at which a turn that begins now ends; a first one is a pilot."""
        steps = self.counting.steps
        made = steps - self._setup_steps
        step = max(1.0, (self.spent - self._setup) / made) if made else self.candidate.step
        part = TRUSTED_TURN if self.foreseen else TURN
        return steps + int(max(pilot - self.spent, SHORTEST_TURN, self.spent / part) / step) + 1

    def settle(self) -> None:
        """Brings the cost up to date; at the end of turns only, so that it depends on no clock."""
        self.spent = max(self.spent, self.candidate.cost(self._problem, self.counting))


class Race:
    """The count of one problem, by whoever gets there first."""

    def __init__(self, problem: Problem, candidates: Sequence[Candidate] = CANDIDATES) -> None:
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

    # What is known ------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Steps of all."""
        return self._ended_steps + sum(r.counting.steps for r in self._runners.values())

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of all; where two count the same, the sum."""
        runners = self._runners.values()
        counters = [entry.work for entry in self._ended.values()]
        return summed([*counters, *(runner.counting.work for runner in runners)])

    @property
    def known(self) -> Mapping[str, int]:
        """The counters of all, and the best lower bound that any has."""
        known = [runner.counting.known for runner in self._runners.values()]
        bounds = [each["at_least"] for each in known if "at_least" in each]
        return {"at_least": max(bounds), **self.work} if bounds else self.work

    @property
    def bytes(self) -> int:
        """What the tables of all hold."""
        return sum(runner.bytes for runner in self._runners.values())

    @property
    def spent(self) -> float:
        """What all have cost, in nanoseconds by the price list."""
        return self._spent + sum(runner.spent for runner in self._runners.values())

    @property
    def fraction(self) -> float | None:
        """How far the one that is expected to be done first is; it never goes back."""
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
        """How the count was found, and what the others had done until then."""
        said = [self._ended[self.winner].why]
        for name, entry in self._ended.items():
            if entry.outcome == "beside":
                said.append(f"{name} beside it {entry.why}")
            elif entry.outcome == "dropped" and entry.work:
                said.append(f"{name} {entry.why}")
        return "; ".join(said)

    def plan(self, copies: int) -> PartPlan:
        """Who ran, and how far, in the order of the table."""
        entries = {name: _entry(runner, "beside") for name, runner in self._runners.items()}
        for candidate in self._waiting:
            why = "there was no need of it"
            entries[candidate.name] = PlanEntry(candidate.name, "waiting", why, 0.0, None, {})
        entries |= self._ended
        return PartPlan(
            options=self._problem.option_count,
            items=self._problem.item_count,
            copies=copies,
            count=self._count,
            entries=tuple(entries[name] for name in self._names),
        )

    # How it goes on -----------------------------------------------------------------------------

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Goes on with the runner whose turn it is."""
        # Turns end by steps, never by the clock.
        if self._turn not in self._runners or self._steps_left() <= 0:
            self._begin_turn()
        runner = self._runners[self._turn]
        allowed = max(0, bytes - self.bytes + runner.bytes)
        try:
            done = runner.counting.advance(min(steps, self._steps_left()), seconds, allowed)
        except (OutOfBytes, MemoryError):
            self._end(runner, "dropped", "would have needed too much memory")
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
            runner.settle()
        return done

    def close(self) -> None:
        """Ends the race: what the machines hold is given back, what they did stays known."""
        for runner in list(self._runners.values()):
            self._end(runner, "beside")

    def _refuse(self, runner: Runner, error: CannotAnswer) -> None:
        """One that turns out to be unable to count: its steps are done, but say nothing."""
        self._end(runner, "dropped")
        self._spent -= runner.spent
        self._ended[runner.candidate.name] = _refused(runner.candidate, error)

    def _steps_left(self) -> int:
        return self._until - self._runners[self._turn].counting.steps

    def _begin_turn(self) -> None:
        runner = self._young() or self._opened() or self._whose()
        self._turn = runner.candidate.name
        self._until = runner.turn(self._pilot(runner))

    def _young(self) -> Runner | None:
        """One that is not through its pilot yet."""
        return next((r for r in self._runners.values() if r.spent < self._pilot(r)), None)

    def _pilot(self, runner: Runner) -> float:
        """How long it is tried before it is judged: shorter beside one that will soon be done."""
        favorite = self._favorite()
        pilot = runner.candidate.pilot
        if favorite is None:
            return pilot
        if favorite is runner:
            return pilot if runner.left < HOPELESS * pilot else SHORTEST_TURN
        return min(pilot, self._allowance(favorite) / PILOT)

    def _allowance(self, favorite: Runner) -> float:
        """What those that may be quicker than the favorite may spend before it goes on alone."""
        return (favorite.expected or inf) / favorite.candidate.patience

    def _opened(self) -> Runner | None:
        """The next candidate, once the others have done enough work for it to begin."""
        while self._waiting:
            spent = self.spent
            entering = [c for c in self._waiting if self._may_enter(c, spent)]
            if not entering and self._runners:
                return None
            candidate = next(iter(entering or self._waiting))
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

    def _may_enter(self, candidate: Candidate, spent: float) -> bool:
        """Whether enough has been done to risk its beginning, and enough is left to gain."""
        enters = candidate.enters(self._problem)
        if enters > spent:
            return False
        favorite = self._favorite()
        if favorite is None:
            return True
        wanted = candidate.thrift * spent if candidate.thrift > 1 else enters
        return favorite.left >= wanted

    def _end(self, runner: Runner, outcome: Outcome, why: str = "") -> None:
        runner.settle()
        self._ended[runner.candidate.name] = _entry(runner, outcome, why)
        self._ended_steps += runner.counting.steps
        self._spent += runner.spent
        del self._runners[runner.candidate.name]

    def _favorite(self) -> Runner | None:
        """The trusted runner that has least before it."""
        return min(
            (runner for runner in self._runners.values() if runner.foreseen),
            key=lambda runner: runner.left,
            default=None,
        )

    def _whose(self) -> Runner:
        """Whose turn it is: see the head of this file."""
        runners = self._runners.values()

        def spent(runner: Runner) -> float:
            return runner.spent

        def due(runner: Runner) -> float:
            return runner.spent * runner.candidate.thrift

        favorite = self._favorite()
        if favorite is None:
            return min(runners, key=due)
        behind = min(runners, key=spent)
        allowance = self._allowance(favorite)
        hopes = [
            r for r in runners if not r.foreseen and due(r) < allowance and r.least < allowance
        ]
        front = min(hopes, key=due) if hopes else favorite
        return behind if behind.spent * HEDGE < front.spent else front


def _refused(candidate: Candidate, error: CannotAnswer) -> PlanEntry:
    # The way out that an error names leads back here.
    why = str(error).partition(": ask ")[0]
    return PlanEntry(candidate.name, "dropped", why, 0.0, None, {})


def _entry(runner: Runner, outcome: Outcome, why: str = "") -> PlanEntry:
    counting, candidate = runner.counting, runner.candidate
    expected = runner.spent if outcome == "chosen" else runner.expected
    return PlanEntry(
        candidate.name,
        outcome,
        why or candidate.beside(counting),
        runner.spent,
        None if expected == inf else expected,
        counting.work,
    )
