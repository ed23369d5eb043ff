"""The number of boards that solve a nonogram, in slices."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from math import inf

from combien._base.budget import NO_LIMIT, Turns
from combien.errors import InUse
from combien.nonograms._clue import UNKNOWN, lines_of
from combien.nonograms._cover import FEW_FILLINGS
from combien.nonograms._line import filling_count
from combien.nonograms._nonogram import Board, Nonogram, problems_of
from combien.nonograms._solving.deciding import Deciding
from combien.nonograms._solving.learning import Backbone
from combien.nonograms._solving.search import NonogramCount

# After this many steps, about a tenth of a second, a count uses clause learning.
FIRST_STEPS = 100_000
# Steps in the first turn of each of two counts; later turns are longer.
FIRST_TURN = 2_000

# Beside an exact cover, a count takes this many steps, and one for each cell, before the number of
# unknown cells decides: engines count boards with few of them at once.  Else it looks for two
# boards, and counts on for so many steps an unknown cell: less than a tenth of what engines take.
# A step of a large board takes longer, so the unknown cells come first there.
HASTY_STEPS = 200
MANY_CELLS = 800
FEW_UNKNOWN = 120
FEWEST_UNKNOWN = 100
STEPS_TO_DECIDE = 1000
STEPS_A_CELL = 30
# Where the exact cover has many options, most counts of it take minutes, so it goes on for so many
# steps an option.  One board with 4800 options took minutes by engines and 1 s here, one with 8300
# took 0.7 s and 0.02 s; but one with 700 took 0.03 s and 0.09 s.
MANY_OPTIONS = 1500
STEPS_OF_MANY = 60
# The options by cells for each unknown cell, at least.
OPTIONS_A_CELL = 25

Slices = Generator[None, tuple[int, float, int], None]


class BoardCounting:
    """A count: a short one, then clause learning, and then one with the cells that it has found.

    >>> from combien.nonograms import Nonogram
    >>> counting = BoardCounting(Nonogram([[1]] * 4, [[1]] * 4))
    >>> while not counting.advance(1000, 1.0, 2**30):
    ...     pass
    >>> counting.count
    24

    With `beside_cover`, the exact cover may be counted, too: `patience` is how many steps come
    before that.  It is then looked early whether there is more than one board.
    """

    # What a step takes, in nanoseconds, approximately.
    price = 1500.0

    def __init__(
        self, nonogram: Nonogram, *, given: Board | None = None, beside_cover: bool = False
    ) -> None:
        self.patience = inf
        self._nonogram = nonogram
        self._given = given
        self._beside_cover = beside_cover
        self._count: int | None = None
        self._races: list[_Race] = []
        self._deciding: Deciding | None = None
        self._going: Slices | None = None

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the count is known.

        Raises `MemoryError` if it needs more bytes.
        """
        try:
            if self._going is None:
                self._going = self._go()
                next(self._going)
            self._going.send((steps, seconds, bytes))
        except StopIteration:
            if self._count is None:
                raise InUse("this count has already failed with an error") from None
            return True
        return False

    @property
    def count(self) -> int:
        """The number of boards; only after `advance` has returned True."""
        assert self._count is not None
        return self._count

    @property
    def steps(self) -> int:
        """Steps so far, as a budget counts them."""
        return sum(part.steps for part in self._parts)

    @property
    def work(self) -> dict[str, int]:
        """Exact counters of the work so far."""
        return _summed(part.work for part in self._parts)

    @property
    def _parts(self) -> list[_Race | Deciding]:
        return [*self._races, *([self._deciding] if self._deciding else [])]

    def at_least(self) -> int:
        """Return a lower bound on the count; `advance` cannot continue afterwards."""
        boards = len(self._deciding.boards) if self._deciding else 0
        return max([boards, *(race.at_least() for race in self._races)])

    def _go(self) -> Slices:
        """Count: each `send` is a slice."""
        nonogram = self._nonogram
        if problems_of(nonogram):
            self._count = 0
            return
        if self._beside_cover:
            yield from self._hasty()
        if self._count is None:
            race = self._races[0] if self._races else self._race(self._given)
            yield from self._counted(race, FIRST_STEPS)
        if self._count is None:
            yield from self._decided()
        if self._count is None:
            yield from self._counted(self._race((yield from self._common())), NO_LIMIT)

    def _race(self, given: Board | None) -> _Race:
        self._races.append(_Race(self._nonogram, given))
        return self._races[-1]

    def _counted(self, race: _Race, most: int) -> Slices:
        """Count until the number is known, or for a number of steps in all."""
        while race.steps < most:
            steps, seconds, bytes = yield
            if race.advance(min(steps, most - race.steps), seconds, bytes):
                self._count = race.count
                return

    def _decided(self, most: float = inf) -> Slices:
        """Look for two boards, for a number of steps in all; one or none are counted then."""
        deciding = self._deciding = self._deciding or Deciding(self._nonogram, given=self._given)
        while deciding.steps < most and not deciding.done:
            steps, seconds, bytes = yield
            deciding.advance(steps, seconds, bytes)
        if deciding.exhausted:
            self._count = len(deciding.checked_boards())

    def _hasty(self) -> Slices:
        """Count for a short time, and decide how long to go on."""
        cells = self._nonogram.height * self._nonogram.width
        known = self._given
        if cells > MANY_CELLS:
            known = yield from self._rooted()
            if known is None:
                return
            cells = known.unknown_count
        race = self._race(known)
        yield from self._counted(race, HASTY_STEPS + cells)
        if self._count is not None:
            return
        known = yield from self._rooted()
        if known is None:
            return
        unknown = known.unknown_count
        if unknown > FEW_UNKNOWN:
            yield from self._decided(STEPS_TO_DECIDE * unknown)
            if self._count is None:
                yield from self._counted(race, STEPS_A_CELL * unknown)
        if self._count is None:
            options = self._options(known) if unknown > FEWEST_UNKNOWN else 0
            more = STEPS_OF_MANY * options if options > MANY_OPTIONS else 0
            self.patience = self.steps + more

    def _rooted(self) -> Generator[None, tuple[int, float, int], Board | None]:
        """Return the board after line solving and probing; None if it is counted now."""
        yield from self._decided(1)
        assert self._deciding is not None
        while not self._deciding.rooted and not self._deciding.done:
            yield from self._decided(self._deciding.steps + 1)
        if self._count is not None:
            return None
        known = self._deciding.search.known
        if not known.unknown_count:
            self._count = int(self._deciding.search.solves(known))
            return None
        return known

    def _options(self, known: Board) -> int:
        """Return about how many options the exact cover has."""
        if self._nonogram.blotted:
            return OPTIONS_A_CELL * known.unknown_count
        ways = 0
        for line in lines_of(self._nonogram.rows, self._nonogram.columns):
            cells = line.cells(known.cells)
            ways += filling_count(line.clue, cells) if UNKNOWN in cells else 1
        return ways if ways <= FEW_FILLINGS else OPTIONS_A_CELL * known.unknown_count

    def _common(self) -> Generator[None, tuple[int, float, int], Board]:
        """Return the cells common to all boards, after two of them were found."""
        assert self._deciding is not None
        _, _, bytes = yield
        learning = self._deciding.learning(bytes)
        if learning is None:
            return self._deciding.search.known
        backbone = Backbone(learning, self._deciding.checked_boards())
        for _ in backbone.slices():
            yield
        return backbone.board


class _Race:
    """Two counts of one nonogram, which branch in different orders and take turns."""

    def __init__(self, nonogram: Nonogram, given: Board | None) -> None:
        self._both = [
            NonogramCount(nonogram, given=given, by_lines=by_lines) for by_lines in (False, True)
        ]
        self._turns = Turns(self._both, first=FIRST_TURN)
        self._turn_end = FIRST_TURN
        self.count = 0

    @property
    def steps(self) -> int:
        """The steps of both counts."""
        return sum(counting.steps for counting in self._both)

    @property
    def work(self) -> dict[str, int]:
        """The work of both counts."""
        return _summed(counting.work for counting in self._both)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the `count` is known."""
        counting = self._turns.contestant
        if counting is None:
            raise MemoryError("both counts need more bytes than they were given")
        left = min(steps, self._turn_end - counting.steps)
        try:
            # Each may take half of the memory.
            if counting.run(steps=left, seconds=seconds, bytes=bytes // 2):
                self.count = counting.count
                return True
        except MemoryError:
            self._turns.withdraw()
            self._begin_turn()
        else:
            if counting.steps >= self._turn_end:
                self._turns.end()
                self._begin_turn()
        return False

    def _begin_turn(self) -> None:
        if (counting := self._turns.contestant) is not None:
            self._turn_end = counting.steps + self._turns.length

    def at_least(self) -> int:
        """Return a lower bound on the count."""
        return max(counting.at_least() for counting in self._both)


def _summed(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add counters; of depths, the greatest."""
    counters: dict[str, int] = {}
    for work in parts:
        for name, value in work.items():
            before = counters.get(name, 0)
            counters[name] = max(before, value) if name == "deepest" else before + value
    return counters
