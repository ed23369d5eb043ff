"""Clause learning on a nonogram: queries in slices, with dives and annealings, and the backbone.

A query to the SAT solver of the core is a generator that yields after each slice, so that the
caller can check the time and Ctrl-C; the search does not depend on where slices end.

The *backbone* is the cells that are the same in all solutions.  Only cells in which all known
solutions agree need a test: is there a solution with another value?  Each positive answer is a new
solution, which reduces the number of tests; each negative answer gives a unit clause, which makes
the next test easier.  A count then only has to consider the remaining cells: for webpbn's Thing
these are 13 of the 1308 cells that line solving and probing leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

from combien._base.budget import SLICE_SECONDS
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.beliefs import Annealing, Beliefs
from combien.nonograms._solving.encodings import AutomatonEncoding, OrderEncoding, load_order
from combien.nonograms._solving.outlook import Outlook, outlook
from combien.sat._solver import BuiltinSolver, Outcome

# Clauses passed at once: about 2 ms.
PORTION = 10_000
# A budget of steps is exceeded by at most this many conflicts.
SLICE_CONFLICTS = 1000

# The limit of conflicts of a single query of a dive.
CONFLICTS_A_DIVE = 250
# Effort of a turn per dive.  With a dive for each 1000, a random board of 40 x 40 cells (black with
# probability 0.45, seed 1) took 7 s instead of 0.5 s.  The tight boards Thing and Sierp once took
# twice the time with a dive for each 250, with MiniSat as the solver.
EFFORT_A_DIVE = 250
# Conflicts of the dives of a turn per effort.  A dive with many contradictions takes up to 10,000,
# so that on stripes in random directions, dives took half of the time.
DIVES_SHARE = 2
# The maximum number of times that a dive drops the less probable half of a contradiction.
MOST_REPAIRS = 40
# Rounds of belief propagation before a dive.  With 100, tight boards took up to twice the time, and
# loose ones no less.
FIRST_ROUNDS = 30
ROUNDS = 10
# Values above this probability are tried; one in `TAKEN` of them, the most probable, is kept.
SURE = 0.95
TAKEN = 20


class _Plan(NamedTuple):
    """When a board is dived into and annealed, and for how long."""

    # The effort of the first turns with a dive and with an annealing.
    first_dive: int
    first_annealing: int
    # A round of an annealing takes about as long as the propagation of half of the variables.
    rounds_a_propagation: int
    least_rounds: int
    # Of annealings by turns; see `beliefs.TILT`.
    tilts: tuple[float, ...]


# Dives and annealings find solutions, and delay the proof that there is no other.  Where many
# solutions are likely, annealings are much quicker than all else.
PLANS = {
    Outlook.SMALL: _Plan(500, 250, 1, 20, (0.25, 0.06)),
    Outlook.FEW: _Plan(500, 1000, 1, 40, (0.25, 0.06)),
    Outlook.SOME: _Plan(0, 250, 3, 40, (0.06, 0.12, 0.25)),
    Outlook.MANY: _Plan(1000, 250, 3, 40, (0.25, 0.5, 0.06)),
}
# The effort of the next annealing after a solution was found: clause learning is usually as quick
# to decide about a second one.
ANNEALING_AFTER_A_SOLUTION = 16_000
# Rounds of a single annealing: each has about as many as all before it, and one of 8000 rounds
# leaves fewer lines violated than four of 2000.
MOST_ROUNDS = 8000
# The same for a second solution: on tight boards annealings only find the first one again.
MOST_ROUNDS_FOR_ANOTHER = 1000
# Conflicts of clause learning from the board of an annealing, per round.
CONFLICTS_A_ROUND = 0.25
# An annealing that leaves more than one line in this many violated is of no use, as on tight
# boards, and neither is one that finds a known solution; the next one waits for a turn of `LATER`
# times the effort.
MOST_VIOLATED = 5
LATER = 4
NEVER = 2**62

# A board; "none" if all boards are forbidden; None if not known yet.
Found = Board | Literal["none"] | None
Answer = bool | None
# Passes clauses to a solver, and yields after each portion.
Loader = Callable[[BuiltinSolver], Iterator[None]]


class Clauses:
    """A set of clauses with queries about its satisfiability.

    >>> clauses = Clauses([(1, 2), (-1, -2)])
    >>> for _ in clauses.load():
    ...     pass
    >>> clauses.answer([1]), clauses.solver.model(2)
    (True, [1])

    The clauses are an iterable, or a function that passes them to a solver.  Raises `MemoryError`
    when a query needs more than `bytes`.
    """

    def __init__(
        self, clauses: Iterable[Sequence[int]] | Loader, *, seed: int = 0, bytes: int = 2**62
    ) -> None:
        self.solver = BuiltinSolver(seed=seed, bytes=bytes)
        self._loader = clauses

    def load(self) -> Iterator[None]:
        """Pass the clauses to the solver, yielding after each portion."""
        if callable(self._loader):
            yield from self._loader(self.solver)
            return
        waiting = iter(self._loader)
        while portion := list(islice(waiting, PORTION)):
            self.solver.add_all(portion)
            yield

    def ask(
        self, assumptions: Sequence[int] = (), conflicts: int | None = None
    ) -> Generator[None, None, Answer]:
        """Return satisfiability under these assumptions; None after the limit of conflicts."""
        self.solver.ask(assumptions, conflicts=conflicts)
        while True:
            outcome = self.solver.run(SLICE_CONFLICTS, SLICE_SECONDS)
            if outcome is Outcome.OUT_OF_BYTES:
                raise MemoryError(f"{self.solver.bytes} bytes of clauses")
            if outcome is not Outcome.OUT_OF_SLICE:
                return None if outcome is None else outcome is Outcome.SATISFIABLE
            yield

    def answer(self, assumptions: Sequence[int] = ()) -> bool:
        """Return satisfiability under these assumptions, without a limit."""
        question = self.ask(assumptions)
        while True:
            try:
                next(question)
            except StopIteration as end:
                return bool(end.value)


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
        self._plan = PLANS[outlook(nonogram, known.unknown_count)]
        self._next_annealing = self._plan.first_annealing

    @property
    def work(self) -> Mapping[str, int]:
        """Conflicts, questions, rounds of belief propagation, dives and annealings."""
        return {
            "conflicts": self.clauses.solver.steps,
            "questions": self.clauses.solver.questions,
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
        self._next_annealing = max(self._next_annealing, ANNEALING_AFTER_A_SOLUTION)

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Run without assumptions, then dive while no solution is known, and anneal."""
        yield from self.load()
        found: Found = self._read((yield from self.clauses.ask((), effort)))
        if self.nonogram.blotted:
            return found
        # After a first solution, clause learning is usually close to others: no dives are needed.
        if found is None and not self._forbidden and effort >= self._plan.first_dive:
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
        return self.formula.read(self.clauses.solver.model(self.formula.cell_count))

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
        end = self.clauses.solver.steps + effort * DIVES_SHARE
        for _ in range(max(1, effort // EFFORT_A_DIVE)):
            if self.clauses.solver.steps >= end:
                break
            self._dives += 1
            implied = self.clauses.solver.implied(list(self._taken))
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
            core = sorted(self.clauses.solver.core(), key=lambda v: (left[v], v))
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
        tilts = self._plan.tilts
        while (left := self._rounds_left()) >= self._plan.least_rounds:
            implied = self.clauses.solver.implied([])
            if implied is None:
                return "none"
            self._annealings += 1
            rounds = min(left, MOST_ROUNDS_FOR_ANOTHER if self._forbidden else MOST_ROUNDS)
            known = self.formula.board_of(implied)
            annealing = Annealing(
                self.nonogram,
                known,
                rounds=rounds,
                tilt=tilts[(self._annealings - 1) % len(tilts)],
                seed=self._annealings,
                bytes=self._bytes,
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
            if found is not None or self._forbidden:
                return found
        return None

    def _rounds_left(self) -> int:
        """Return the rounds for which there is time now."""
        propagations = self.clauses.solver.work["propagations"]
        share = self._plan.rounds_a_propagation
        return propagations * share // self.formula.variable_count - self._annealing_rounds

    def _likely(self) -> dict[int, float]:
        """Return the literals of probable values with their probabilities, in decreasing order."""
        assert self._beliefs is not None
        shares: dict[int, float] = {}
        beliefs = [b for b in self._beliefs.likeliest() if b.share > SURE]
        for belief in sorted(beliefs, key=lambda b: (-b.share, b.place)):
            for literal in self.formula.literals(belief.place, belief.value):
                shares[literal] = belief.share
        return shares


class Backbone:
    """The computation of the cells that all solutions have in common.

    >>> from combien.nonograms import Nonogram
    >>> nonogram = Nonogram([[1], [2], [1]], [[1], [2], [1]])
    >>> known = Board.unknown(3, 3)
    >>> boards = Board.parse("#.." + chr(10) + ".##" + chr(10) + ".#."), Board.parse(
    ...     "..#" + chr(10) + "##." + chr(10) + ".#.")
    >>> backbone = Backbone(LearningStrategy(nonogram, known), boards)
    >>> for _ in backbone.slices():
    ...     pass
    >>> print(backbone.board)
    ???
    ?#?
    ???

    `boards` are known solutions, at least one.  After `slices()` is exhausted, `board` is exact;
    before, it has the cells proved so far.
    """

    def __init__(self, learning: LearningStrategy, boards: Sequence[Board]) -> None:
        self._learning = learning
        self._cells = bytearray(learning.known.cells)
        self._first = boards[0]
        self._agreed = [
            place
            for place, cell in enumerate(self._cells)
            if cell == UNKNOWN and len({board.cells[place] for board in boards}) == 1
        ]

    @property
    def board(self) -> Board:
        """The board with the cells proved so far."""
        return Board(self._first.height, self._first.width, bytes(self._cells))

    def slices(self) -> Iterator[None]:
        """Test one cell after the other, yielding about every 50 ms."""
        learning = self._learning
        yield from learning.load()
        while self._agreed:
            yield
            place = self._agreed.pop()
            value = self._first.cells[place]
            literals = learning.formula.literals(place, value)
            other: Board | None = None
            # The value is a conjunction of literals, so each of them is negated separately.
            for literal in literals:
                answer = yield from learning.clauses.ask([-literal])
                if answer:
                    other = learning.board()
                    break
            if other is None:
                self._cells[place] = value
                for literal in literals:
                    learning.clauses.solver.add((literal,))
            else:
                cells = other.cells
                self._agreed = [p for p in self._agreed if cells[p] == self._first.cells[p]]
