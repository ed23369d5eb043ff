"""A portfolio of methods for boards that line solving and probing leave open, run in turns.

No method is the best on all boards.  Clause learning alone is the best on tight ones (7-Dom to
13-Dom), and it proves that there is no further solution.  A *dive* assumes the values that belief
propagation finds most probable, and completes them by clause learning: on boards of 100 x 100
random cells, and on pages of letters, it takes a second where the other methods do not finish.
An *annealing* lets beliefs agree on one board, with which clause learning continues: it decides
random boards with many solutions that are undecided otherwise.  Depth-first search is the best on
loose boards: it makes several thousand probes in the time in which the clauses are built.  Each
turn has twice the effort of the previous one, so the best method need not be known in advance.

Effort is measured in conflicts, rounds and nodes, not in time, so the search is deterministic.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Literal, Protocol

from combien._base.budget import SLICE_SECONDS, Turns
from combien._base.threads import SharedIterator
from combien.nonograms._board import Board
from combien.nonograms._encodings.automaton import AutomatonEncoding
from combien.nonograms._encodings.order import OrderEncoding, load_order
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.annealing import Annealing
from combien.nonograms._solving.beliefs import Beliefs
from combien.nonograms._solving.cdcl import Clauses
from combien.nonograms._solving.search import NonogramSearch

__all__ = ["Found", "LearningStrategy", "Portfolio", "SearchStrategy", "Strategy"]

# A board; "none" if all boards are forbidden; None if not known yet.
Found = Board | Literal["none"] | None

# Conflicts of the first turn: about 10 ms on a board of 30 x 30.
FIRST_EFFORT = 250
# Line solver calls of the search per conflict of a turn.  More of them delay tight boards, and make
# no loose board faster.
LINES = 20
# Steps of a search between two checks of its line solver calls.
STEPS = 1_000
# The limit of conflicts of a single query of a dive.
CONFLICTS_A_DIVE = 250
# Effort of a turn per dive.  With a dive for each 1000, a random board of 40 x 40 cells (black with
# probability 0.45, seed 1) took 7 s instead of 0.5 s.  The tight boards Thing and Sierp once took
# twice the time with a dive for each 250, with MiniSat as the solver.
EFFORT_A_DIVE = 250
# Conflicts of the dives of a turn per effort.  A dive with many contradictions takes up to 10,000,
# so that on stripes in random directions, dives took half of the time.
DIVES_SHARE = 2
# Memory of the clauses per variable, before anything is learned.
BYTES_A_VARIABLE = 500
# The maximum number of times that a dive drops the less probable half of a contradiction.
MOST_REPAIRS = 40
# Rounds of belief propagation before a dive; on most boards, it converges in the first ones.
FIRST_ROUNDS = 100
ROUNDS = 10
# Values above this probability are tried; one in `TAKEN` of them, the most probable, is kept.
SURE = 0.95
TAKEN = 20
# The effort of the first turn with an annealing, and of the next one after a solution was found
# without dives: clause learning will be as quick to decide about a second solution.
FIRST_ANNEALING = 1000
FIRST_ANNEALING_IF_QUICK = 16_000
# All annealings together take about as much time as clause learning so far, dives included: a round
# takes as long as the propagation of one variable in this many.  With twice as much, boards
# of interlaced strands took 0.47 s instead of 0.39 s in the mean, and random ones no less.
VARIABLES_A_PROPAGATION = 5
# Rounds of a single annealing: more of them leave as many lines violated, but another one may have
# better luck; fewer are too quick.
LEAST_ROUNDS = 500
MOST_ROUNDS = 2000
# Conflicts of clause learning from the board of an annealing, per round.
CONFLICTS_A_ROUND = 0.25
# An annealing that leaves more than one line in this many violated is of no use, as on tight
# boards, and neither is one that finds a known solution; the next one waits for a turn of `LATER`
# times the effort.
MOST_VIOLATED = 5
LATER = 4
NEVER = 2**62


class Strategy(Protocol):
    """A method to look for a solution, run in turns."""

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Run for some effort, yielding about every 50 ms."""

    def forbid(self, board: Board) -> None:
        """Exclude a solution that any method has found."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""


class LearningStrategy:
    """Clause learning on an encoding of the board, with dives that share its learned clauses.

    >>> part = LearningStrategy(Nonogram([[1], [1]], [[1], [1]]), Board.unknown(2, 2))
    >>> turn = part.turn(100)
    >>> try:
    ...     while True:
    ...         next(turn)
    ... except StopIteration as end:
    ...     end.value.solves(part.nonogram)
    True
    """

    def __init__(self, nonogram: Nonogram, known: Board, *, bytes: int = 2**62) -> None:
        self.nonogram = nonogram
        self.known = known
        # Blotted clues have no order encoding and no belief propagation.
        self.formula: OrderEncoding | AutomatonEncoding = (
            AutomatonEncoding(nonogram, known)
            if nonogram.blotted
            else OrderEncoding(nonogram, known)
        )
        self.clauses = Clauses(
            partial(load_order, self.formula)
            if isinstance(self.formula, OrderEncoding)
            else self.formula,
            bytes=bytes,
        )
        self._loading: Iterator[None] | None = self.clauses.load()
        self._beliefs: Beliefs | None = None
        self._bytes = bytes
        self._forbidden: set[Board] = set()
        self._latest: Board | None = None
        self._dives = 0
        self._taken: dict[int, float] = {}
        self._annealings = 0
        self._annealing_rounds = 0
        self._next_annealing = FIRST_ANNEALING

    @property
    def work(self) -> Mapping[str, int]:
        """Conflicts, questions, rounds of belief propagation, dives and annealings."""
        return {
            "conflicts": self.clauses.conflicts,
            "questions": self.clauses.questions,
            "rounds": self._annealing_rounds + (self._beliefs.rounds if self._beliefs else 0),
            "dives": self._dives,
            "annealings": self._annealings,
        }

    def forbid(self, board: Board) -> None:
        """Exclude a board by a short clause, of the cells that determine it by propagation."""
        solver = self.clauses.solver
        if board == self._latest:
            solver.exclude_model()
        else:
            solver.exclude([-literal for literal in self.formula.other(board)])
            if isinstance(self.formula, OrderEncoding):
                # Others are often near it.
                solver.prefer(self.formula.phases(board))
        self._forbidden.add(board)
        self._latest = None
        if not self._dives:
            self._next_annealing = FIRST_ANNEALING_IF_QUICK

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Run without assumptions, then dive while no solution is known, and anneal."""
        yield from self.load()
        found: Found = self._read((yield from self.clauses.ask((), effort)))
        if self.nonogram.blotted:
            return found
        # After a first solution, clause learning is usually close to others: no dives are needed.
        if found is None and not self._forbidden:
            found = yield from self._dive(effort)
        if found is None and effort >= self._next_annealing:
            found = yield from self._anneal(effort)
        return found

    def load(self) -> Iterator[None]:
        """Pass the clauses to the solver, if that is not done yet."""
        if self._loading is not None:
            yield from self._loading
            self._loading = None

    def board(self) -> Board:
        """Return the board of the latest positive answer."""
        return self.formula.read(self.clauses.model(self.formula.cell_count))

    def _read(self, answer: bool | None) -> Found:
        if answer is None:
            return None
        self._latest = self.board() if answer else None
        return self._latest or "none"

    def _dive(self, effort: int) -> Generator[None, None, Found]:
        """Assume probable values, more of them in each dive, and ask for a solution with them.

        The consequences of the assumed values are passed to belief propagation.
        """
        assert isinstance(self.formula, OrderEncoding)
        if self._beliefs is None:
            self._beliefs = Beliefs(self.nonogram, self.known)
        end = self.clauses.conflicts + effort * DIVES_SHARE
        for _ in range(max(1, effort // EFFORT_A_DIVE)):
            if self.clauses.conflicts >= end:
                break
            self._dives += 1
            implied = self.clauses.implied(list(self._taken))
            if implied is None:
                trial = self._taken
            else:
                self._beliefs.know(self.formula.board_of(implied))
                rounds = ROUNDS if self._beliefs.rounds else FIRST_ROUNDS
                while not self._beliefs.run(rounds, seconds=SLICE_SECONDS):
                    yield
                likely = self._likely()
                trial = {**self._taken, **likely}
                yield
            found, doubtful = yield from self._try(trial)
            if found is not None:
                return found
            if implied is None:
                for literal in doubtful:
                    del self._taken[literal]
            else:
                surest = [v for v in list(likely)[: len(likely) // TAKEN + 1] if v not in doubtful]
                self._taken.update((v, likely[v]) for v in surest)
        return None

    def _try(self, trial: Mapping[int, float]) -> Generator[None, None, tuple[Found, set[int]]]:
        """Return a board with these literals, if found, and the literals that were dropped."""
        left = dict(trial)
        for _ in range(MOST_REPAIRS):
            answer = yield from self.clauses.ask(list(left), CONFLICTS_A_DIVE)
            if answer is not False:
                found = self._read(answer)
                break
            core = sorted(self.clauses.core(), key=lambda v: (left[v], v))
            if not core:
                return "none", set()
            for literal in core[: max(1, len(core) // 2)]:
                del left[literal]
            yield
        else:
            found = None
        return found, trial.keys() - left.keys()

    def _anneal(self, effort: int) -> Generator[None, None, Found]:
        """Look for a board by reinforced beliefs, and let clause learning begin with it."""
        assert isinstance(self.formula, OrderEncoding)
        while (left := self._rounds_left()) >= LEAST_ROUNDS:
            implied = self.clauses.implied([])
            if implied is None:
                return "none"
            self._annealings += 1
            rounds = min(left, MOST_ROUNDS)
            known = self.formula.board_of(implied)
            annealing = Annealing(
                self.nonogram, known, rounds=rounds, seed=self._annealings, bytes=self._bytes
            )
            before = self._annealing_rounds
            try:
                for _ in annealing.slices():
                    self._annealing_rounds = before + annealing.rounds
                    yield
            except MemoryError:
                # Clause learning may have enough.
                self._next_annealing = NEVER
                return None
            self._annealing_rounds = before + annealing.rounds
            violated = annealing.violated * MOST_VIOLATED
            useless = violated > self.nonogram.height + self.nonogram.width
            if useless or annealing.board in self._forbidden:
                self._next_annealing = effort * LATER
                return None
            self.clauses.solver.prefer(self.formula.phases(annealing.board))
            conflicts = int(rounds * CONFLICTS_A_ROUND)
            found = self._read((yield from self.clauses.ask((), conflicts)))
            if found is not None:
                return found
        return None

    def _rounds_left(self) -> int:
        """Return the rounds for which there is time now."""
        propagations = self.clauses.solver.work["propagations"]
        rounds = propagations * VARIABLES_A_PROPAGATION // self.formula.variable_count
        return rounds - self._annealing_rounds

    def _likely(self) -> dict[int, float]:
        """Return the literals of probable values with their probabilities, in decreasing order."""
        assert self._beliefs is not None
        shares: dict[int, float] = {}
        beliefs = [b for b in self._beliefs.likeliest() if b.share > SURE]
        for belief in sorted(beliefs, key=lambda b: (-b.share, b.place)):
            for literal in self.formula.literals(belief.place, belief.value):
                shares[literal] = belief.share
        return shares


class SearchStrategy:
    """The depth-first search of the core, continued in turns."""

    def __init__(self, search: NonogramSearch, *, bytes: int = 2**62) -> None:
        self._search = search
        self._bytes = bytes
        self._forbidden: set[Board] = set()

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Search for some effort, skipping excluded boards."""
        end = self._search.lines + effort * LINES
        while self._search.lines < end:
            outcome = self._search.run(steps=STEPS, seconds=SLICE_SECONDS, bytes=self._bytes)
            for board in self._search.witnesses:
                if board not in self._forbidden:
                    return board
            if outcome == "exhausted":
                return "none"
            if outcome == "out of bytes":
                raise MemoryError("the search needs more memory than it was given")
            yield
        return None

    def forbid(self, board: Board) -> None:
        """Exclude a known board."""
        self._forbidden.add(board)

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of the search."""
        return self._search.work


class Portfolio:
    """Finds a solution, and then a second one, with several methods in turns.

    >>> nonogram = Nonogram([[1], [1]], [[1], [1]])
    >>> portfolio = Portfolio([LearningStrategy(nonogram, Board.unknown(2, 2))])
    >>> portfolio.run(seconds=10), len(portfolio.boards), portfolio.exhausted
    (True, 2, False)

    After `run` has returned True, there are `wanted` boards, or `exhausted` is true and there are
    no others, or no method had enough memory to continue.  Cost: for each method at most about four
    times the cost of the best one.
    """

    def __init__(self, parts: Sequence[Strategy], *, wanted: int = 2) -> None:
        self._parts = parts
        self._wanted = wanted
        self.boards: list[Board] = []
        self.exhausted = False
        self.turns = 0
        self.learning: LearningStrategy | None = None
        self._going = SharedIterator(self._go())

    @classmethod
    def after(cls, search: NonogramSearch, *, bytes: int = 2**62) -> Portfolio:
        """Return a portfolio that continues a search after line solving and probing.

        >>> search = NonogramSearch(Nonogram([[1], [1]], [[1], [1]]))
        >>> search.run()
        'rooted'
        >>> Portfolio.after(search).run(seconds=10)
        True

        If the clauses would take more than `bytes`, the portfolio consists of the search alone,
        which is equally correct, but slower on some boards.
        """
        parts: list[Strategy] = [SearchStrategy(search, bytes=bytes)]
        learning = LearningStrategy(search.nonogram, search.known, bytes=bytes)
        if learning.formula.variable_count * BYTES_A_VARIABLE > bytes:
            return cls(parts)
        portfolio = cls([*parts, learning])
        portfolio.learning = learning
        return portfolio

    def run(self, *, seconds: float, steps: int = 2**62) -> bool:
        """Run for some time or steps; return True when finished."""
        deadline = perf_counter() + seconds
        end = self.steps + steps
        for _ in self._going:
            if perf_counter() >= deadline or (steps < 2**62 and self.steps >= end):
                return False
        return True

    @property
    def steps(self) -> int:
        """Conflicts, rounds, probes and lines so far: what a budget counts."""
        work = self.work
        return sum(work.get(name, 0) for name in ("conflicts", "rounds", "probes", "lines"))

    def _go(self) -> Generator[None, None, None]:
        turns = Turns(self._parts, first=FIRST_EFFORT)
        while (part := turns.contestant) is not None:
            self.turns += 1
            try:
                found = yield from part.turn(turns.length)
            except MemoryError:
                # This method lacks memory; the others may continue.
                turns.withdraw()
                continue
            if found == "none":
                self.exhausted = True
                return
            if found is not None:
                self.boards.append(found)
                if len(self.boards) == self._wanted:
                    return
                for each in self._parts:
                    each.forbid(found)
            turns.end()

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far, of all parts."""
        total = {"turns": self.turns}
        for part in self._parts:
            for name, count in part.work.items():
                total[name] = total.get(name, 0) + count
        return total
