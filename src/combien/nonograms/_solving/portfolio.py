"""Boards that lines and probing leave open: several ways to go on, taken in turns.

No way is the best on all boards.  Clause learning alone is, on tight ones (7-Dom to 13-Dom), and it
is what proves that there is no further solution.  A *dive* takes for true what belief propagation
is sure of and lets clause learning do the rest: on boards of 100 x 100 random cells, and on pages
of letters, that ends in a second where nothing else does.  Depth-first search, some thousand probes
in the time that clauses take to be written, is best on loose boards.  Each gets its turn, and each
turn has twice the effort of the one before, so that none of them has to be known to be the best.

Effort is conflicts, rounds and nodes, never time: the same board takes the same way on any machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Literal, Protocol

from combien._budget import SLICE_SECONDS, Turns
from combien._threads import SharedIterator
from combien.nonograms._board import Board
from combien.nonograms._encodings.automaton import AutomatonEncoding
from combien.nonograms._encodings.order import OrderEncoding
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.beliefs import Beliefs
from combien.nonograms._solving.cdcl import Clauses, can_ask
from combien.nonograms._solving.search import NonogramSearch

__all__ = ["Found", "Hunt", "Learning", "Part", "Searching"]

# A board; "none" if all boards are forbidden; None if not known yet.
Found = Board | Literal["none"] | None

# Conflicts of the first turn: some 10 ms on a board of 30 x 30.
FIRST_EFFORT = 250
# Lines that a search asks in a turn for each conflict.  With more of them tight boards wait, and no
# loose one is faster.
LINES = 20
# Steps of a search between two looks at how many lines it has asked.
STEPS = 1_000
# What one question of a dive may cost.
CONFLICTS_A_DIVE = 250
# Effort of a turn per dive.  With a dive for each 250 the tight boards Thing and
# Sierp took twice the time: 1.4 s and 1.2 s for 0.6 s and 0.7 s.
EFFORT_A_DIVE = 1_000
# What MiniSat takes for a variable with its clauses and what is learnt of them.
BYTES_A_VARIABLE = 500
# How often a dive gives up the less likely half of what contradicts itself.
MOST_REPAIRS = 40
# Rounds of belief propagation before a dive: the first comes to rest on most boards.
FIRST_ROUNDS = 100
ROUNDS = 30
# Values more likely than this are tried; this fraction of them, the surest, is assumed.
SURE = 0.95
TAKEN = 20


class Part(Protocol):
    """One way to look for a solution, in turns."""

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Run for some effort, yielding about every 50 ms."""

    def forbid(self, board: Board) -> None:
        """A solution that has been found, by whomever, and is not to be found again."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""


class Learning:
    """Clause learning on the order encoding, and dives into it: they share what is learnt.

    >>> part = Learning(Nonogram([[1], [1]], [[1], [1]]), Board.unknown(2, 2))
    >>> turn = part.turn(100)
    >>> try:
    ...     while True:
    ...         next(turn)
    ... except StopIteration as end:
    ...     end.value.solves(part.nonogram)
    True
    """

    def __init__(self, nonogram: Nonogram, known: Board) -> None:
        self.nonogram = nonogram
        self.known = known
        # Blocks of unknown length have no thresholds, and no weights for belief propagation.
        self.formula: OrderEncoding | AutomatonEncoding = (
            AutomatonEncoding(nonogram, known)
            if nonogram.blotted
            else OrderEncoding(nonogram, known)
        )
        self.clauses = Clauses(self.formula)
        self._loading: Iterator[None] | None = self.clauses.load()
        self._beliefs: Beliefs | None = None
        self._found = False
        self._dives = 0
        self._taken: dict[int, float] = {}

    @property
    def work(self) -> Mapping[str, int]:
        """Conflicts, questions, rounds of belief propagation, and dives."""
        return {
            "conflicts": self.clauses.conflicts,
            "questions": self.clauses.questions,
            "rounds": self._beliefs.rounds if self._beliefs else 0,
            "dives": self._dives,
        }

    def forbid(self, board: Board) -> None:
        """Forbids a board, by one clause."""
        self.clauses.add(self.formula.other(board))
        self._found = True

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Asks without assumptions; then, as long as there is no solution, dives."""
        yield from self.load()
        found: Found = self._read((yield from self.clauses.ask((), effort)))
        # Beside a solution others are near, and clause learning is where it was.
        if found is None and not self._found and not self.nonogram.blotted:
            found = yield from self._dive(effort)
        return found

    def load(self) -> Iterator[None]:
        """Write the clauses, if that has not been done yet."""
        if self._loading is not None:
            yield from self._loading
            self._loading = None

    def board(self) -> Board:
        """Return the board of the latest answer that was True."""
        return self.formula.read(self.clauses.model(self.formula.cell_count))

    def _read(self, answer: bool | None) -> Found:
        if answer is None:
            return None
        return self.board() if answer else "none"

    def _dive(self, effort: int) -> Generator[None, None, Found]:
        """Take for true what is likely, a part of it at a time, and asks whether the rest is.

        What follows from it changes what is likely.
        """
        assert isinstance(self.formula, OrderEncoding)
        if self._beliefs is None:
            self._beliefs = Beliefs(self.nonogram, self.known)
        for _ in range(max(1, effort // EFFORT_A_DIVE)):
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
        """Asks for a board with these literals; and which of them were given up on the way."""
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

    def _likely(self) -> dict[int, float]:
        """Return the literals of what is likely, the surest first, and how likely they are."""
        assert self._beliefs is not None
        shares: dict[int, float] = {}
        beliefs = [b for b in self._beliefs.likeliest() if b.share > SURE]
        for belief in sorted(beliefs, key=lambda b: (-b.share, b.place)):
            for literal in self.formula.literals(belief.place, belief.value):
                shares[literal] = belief.share
        return shares


class Searching:
    """The search of the core as a part; it goes on from where it stands."""

    def __init__(self, search: NonogramSearch, *, bytes: int = 2**62) -> None:
        self._search = search
        self._bytes = bytes
        self._forbidden: set[Board] = set()

    def turn(self, effort: int) -> Generator[None, None, Found]:
        """Search for a while; boards that are forbidden are passed over."""
        end = self._search.lines + effort * LINES
        while self._search.lines < end:
            outcome = self._search.run(steps=STEPS, seconds=SLICE_SECONDS, bytes=self._bytes)
            for board in self._search.witnesses:
                if board not in self._forbidden:
                    return board
            if outcome == "exhausted":
                return "none"
            if outcome == "out of bytes":
                raise MemoryError("the search has no room to go on")
            yield
        return None

    def forbid(self, board: Board) -> None:
        """Remembers a board that is known already."""
        self._forbidden.add(board)

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of the search."""
        return self._search.work


class Hunt:
    """The hunt for a solution, and then for a second one, by several parts in turns.

    >>> nonogram = Nonogram([[1], [1]], [[1], [1]])
    >>> hunt = Hunt([Learning(nonogram, Board.unknown(2, 2))])
    >>> hunt.run(seconds=10), len(hunt.boards), hunt.exhausted
    (True, 2, False)

    After `run` has returned True, there are `wanted` boards, or `exhausted` is true: there are
    no others, or no part had the memory to go on.
    Cost: at most some four times the best part's, for each part.
    """

    def __init__(self, parts: Sequence[Part], *, wanted: int = 2) -> None:
        self._parts = parts
        self._wanted = wanted
        self.boards: list[Board] = []
        self.exhausted = False
        self.turns = 0
        self.learning: Learning | None = None
        self._going = SharedIterator(self._go())

    @classmethod
    def after(cls, search: NonogramSearch, *, bytes: int = 2**62) -> Hunt:
        """Return a hunt that continues a search after line solving and probing.

        >>> search = NonogramSearch(Nonogram([[1], [1]], [[1], [1]]))
        >>> search.run()
        'rooted'
        >>> Hunt.after(search).run(seconds=10)
        True

        Without python-sat, or where its clauses would take more than `bytes`, it is that search
        alone: as right, but slower on some boards.
        """
        parts: list[Part] = [Searching(search, bytes=bytes)]
        learning = Learning(search.nonogram, search.known) if can_ask() else None
        if learning and learning.formula.variable_count * BYTES_A_VARIABLE > bytes:
            learning = None
        hunt = cls(parts if learning is None else [*parts, learning])
        hunt.learning = learning
        return hunt

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
                # It has no room to go on; the others may have.
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
