"""The probable values of the cells of a nonogram, by belief propagation: a heuristic, not a proof.

The core computes the exact marginals of each line for weighted cells, and passes them as messages
between lines.  On boards of random cells, where probing finds almost nothing, about fifty rounds of
a tenth of a millisecond determine nine cells of ten, nearly all of them correctly.

An *annealing* looks for one solution among many by beliefs that agree with each other.  The beliefs
of plain propagation are averages over all solutions, so they are vague if there are many.  With
*reinforcement*, each cell keeps a share of its belief; while the share grows, the beliefs come to
agree on one board.  Sixteen runs with random differences go at once.  Random boards of 50 x 50
cells, black with probability 0.45, are an example: most take one or two seconds.  (Braunstein and
Zecchina, "Learning by message passing in networks of discrete synapses", 2006.)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from combien import _native
from combien._base.budget import SLICE_SECONDS
from combien.errors import BadNonogram
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.search import clues_in_numbers, letters_of, values_of

# The weight of the previous message in the next one.  With 0, half of the boards of 50 x 50 random
# cells oscillate between two pictures; with 0.6 they need three times as many rounds.
DAMPING = 0.3


class Belief(NamedTuple):
    """The most probable value of a cell and its probability; cells count row by row."""

    place: int
    value: int
    share: float


class Beliefs:
    """The marginal probabilities of the values of unknown cells, refined in rounds.

    >>> beliefs = Beliefs(Nonogram([[2], [1], [1]], [[1], [2], [1]]))
    >>> beliefs.run(50)
    True
    >>> [round(beliefs.shares(place)[1], 2) for place in (0, 1, 2)]
    [0.5, 1.0, 0.5]

    Raises `BadNonogram` for a clue that is longer than its line.  Cost of a round: about 5 ns for
    each block and each of its possible places, 0.1 ms for a board of 30 x 30 cells.
    """

    def __init__(self, nonogram: Nonogram, known: Board | None = None) -> None:
        nonogram.refuse_blots("belief propagation needs")
        self._known = known or Board.unknown(nonogram.height, nonogram.width)
        self._values = values_of(nonogram)
        self._nonogram = nonogram
        try:
            self._machine = _native.marginals(
                nonogram.height, len(self._values), *clues_in_numbers(nonogram)
            )
        except _native.InvalidNonogram as error:
            raise BadNonogram(f"{error}: see Nonogram.problems()") from error
        self._machine.damp(DAMPING)
        self.know(self._known)

    def know(self, board: Board) -> None:
        """Set the known cells; messages are kept."""
        self._known = board
        self._machine.know(letters_of(board, self._nonogram))

    def run(self, rounds: int, *, seconds: float = 1e9, bytes: int = 2**32) -> bool:
        """Run some rounds, or continue them if the time of the previous call was too short.

        Return True when the rounds are complete.  Raises `MemoryError` if the tables would exceed
        `bytes`.
        """
        outcome = self._machine.run(rounds, 2**62, seconds, bytes)
        if outcome == _native.OUT_OF_BYTES:
            raise MemoryError(f"beliefs about {len(self._known.cells)} cells")
        return bool(outcome == _native.DONE)

    @property
    def rounds(self) -> int:
        """The number of rounds so far."""
        return self._machine.rounds

    @property
    def change(self) -> float:
        """The largest change of a probability in the latest round."""
        return self._machine.change

    def shares(self, place: int) -> dict[int, float]:
        """Return the probability of each value of a cell.

        >>> beliefs = Beliefs(Nonogram([[1]], [[1], []]))
        >>> beliefs.run(50), {v: round(share, 3) for v, share in beliefs.shares(0).items()}
        (True, {0: 0.0, 1: 1.0})
        """
        count = len(self._values)
        begin = place * count
        return dict(zip(self._values, self._all()[begin : begin + count], strict=True))

    def likeliest(self) -> list[Belief]:
        """Return the most probable value of each unknown cell, in order of the cells."""
        found = []
        shares, count = self._all(), len(self._values)
        for place, cell in enumerate(self._known.cells):
            if cell == UNKNOWN:
                here = shares[place * count : (place + 1) * count]
                share = max(here)
                found.append(Belief(place, self._values[here.index(share)], share))
        return found

    def _all(self) -> array[float]:
        """Return all probabilities, by cell and value."""
        shares = array("d")
        shares.frombytes(self._machine.beliefs())
        return shares


# The share of its belief that a cell keeps, as a function of the rounds that are done: it grows
# slowly while the beliefs come to agree, and faster at the end.  Long annealings that succeed do so
# at a share of 0.04 to 0.08: of 36 on six hard random boards 15 find a solution, and 9 with the
# shares of the quick ones.  Of 31 quick ones on easier boards, 20 do, and 7 with those of the long.
SLOW_PART = 0.9
QUICK_SHARES = 0.02, 0.2, 0.3
LONG_SHARES = 0.03, 0.08, 0.3
LONG = 250
# The largest logarithm of the random factors of all priors in the first run, and a fifth more in
# each of the others; without them, all end in nearly one board.  It is best at 0.25 for boards with
# very many solutions, as of interlaced strands, and at half of this or less for random ones.
TILT = 0.12
# The same for cells in violated lines.
NOISE = 2.0
# Rounds between two looks at the violated lines.
ROUNDS = 10


class Annealing:
    """Sixteen runs at once, of some rounds; other seeds have other random factors.

    >>> nonogram = Nonogram([[2], [1], [1]], [[1], [2], [1]])
    >>> annealing = Annealing(nonogram, Board.unknown(3, 3), rounds=100, seed=1)
    >>> for _ in annealing.slices():
    ...     pass
    >>> annealing.violated, annealing.board.solves(nonogram)
    (0, True)

    After `slices()`, `board` has the most probable values of the run and the time with the fewest
    violated lines, and `violated` is their number.  Raises `BadNonogram` for a clue that is longer
    than its line, and, while it runs, `MemoryError` where the tables would exceed `bytes`.  Cost of
    a round: about 0.25 ms for a board of 40 x 40 cells, with AVX-512.  Memory: 0.5 kB for each
    cell and color.
    """

    def __init__(
        self,
        nonogram: Nonogram,
        known: Board,
        *,
        rounds: int,
        seed: int,
        tilt: float = TILT,
        bytes: int = 2**62,
    ) -> None:
        nonogram.refuse_blots("belief propagation needs")
        self._values = values_of(nonogram)
        self._most_rounds = rounds
        self._most_bytes = bytes
        try:
            self._machine = _native.annealing(
                nonogram.height,
                len(self._values),
                *clues_in_numbers(nonogram),
                tilt,
                NOISE,
                seed,
            )
        except _native.InvalidNonogram as error:
            raise BadNonogram(f"{error}: see Nonogram.problems()") from error
        self._machine.know(letters_of(known, nonogram))
        self.board = known
        self.violated = nonogram.height + nonogram.width + 1

    @property
    def rounds(self) -> int:
        """The number of rounds so far."""
        return self._machine.rounds

    def slices(self) -> Iterator[None]:
        """Run until no line is violated or the rounds are used up, yielding about every 50 ms."""
        while self.violated and self.rounds < self._most_rounds:
            self._machine.reinforce(_share(self.rounds, self._most_rounds))
            while self._run() != _native.DONE:
                yield
            if self._machine.violated < self.violated:
                self.violated = self._machine.violated
                cells = bytes(self._values[letter] for letter in self._machine.letters())
                self.board = Board(self.board.height, self.board.width, cells)
            yield

    def _run(self) -> int:
        outcome = self._machine.run(ROUNDS, 2**62, SLICE_SECONDS, self._most_bytes)
        if outcome == _native.OUT_OF_BYTES:
            raise MemoryError(f"beliefs about {len(self.board.cells)} cells")
        return outcome


def _share(done: int, rounds: int) -> float:
    """Return the share of reinforcement after some of the rounds."""
    first, middle, last = LONG_SHARES if rounds >= LONG else QUICK_SHARES
    part = done / rounds
    if part < SLOW_PART:
        return first + (middle - first) * part / SLOW_PART
    return middle + (last - middle) * (part - SLOW_PART) / (1 - SLOW_PART)
