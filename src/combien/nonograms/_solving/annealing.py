"""Look for one solution among many by belief propagation that agrees with itself: a heuristic.

The beliefs of plain propagation are averages over all solutions, so they are vague if there are
many.  With *reinforcement*, each cell keeps a share of its belief; while the share grows, the
beliefs come to agree on one board.  The slower it grows, the fewer lines are violated in the end.
Noise in the violated lines alone moves their faults until they meet.  Random boards of 40 x 40
cells, black with probability 0.45, are an example.  (Braunstein and Zecchina, "Learning by message
passing in networks of discrete synapses", 2006.)
"""

from __future__ import annotations

from collections.abc import Iterator

from combien._budget import SLICE_SECONDS
from combien.nonograms._board import Board
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.beliefs import Beliefs

__all__ = ["Annealing"]

# The share of its belief that a cell keeps, at the beginning and at the end.  With 0.45 at the end
# of every other run, four of six random boards took longer, and one less.
FIRST_SHARE = 0.1
LAST_SHARE = 0.3
# The largest logarithm of a random factor: with 0.5 and 2 fewer lines stay violated than with 0, on
# each of five boards; 5 is worse.
NOISE = 2.0
# Rounds between two looks at the violated lines.
ROUNDS = 10


class Annealing:
    """One run, of some rounds; other seeds have other noise.

    >>> nonogram = Nonogram([[2], [1], [1]], [[1], [2], [1]])
    >>> annealing = Annealing(nonogram, Board.unknown(3, 3), rounds=100, seed=1)
    >>> for _ in annealing.slices():
    ...     pass
    >>> annealing.violated, annealing.board.solves(nonogram)
    (0, True)

    After `slices()`, `board` has the most probable values at the time with the fewest violated
    lines, and `violated` is their number.  Cost: see `Beliefs`.
    """

    def __init__(self, nonogram: Nonogram, known: Board, *, rounds: int, seed: int) -> None:
        self._known = known
        self._most_rounds = rounds
        self._beliefs = Beliefs(nonogram, known)
        self._beliefs.shake(NOISE, seed)
        self.board = known
        self.violated = nonogram.height + nonogram.width + 1

    @property
    def rounds(self) -> int:
        """The number of rounds so far."""
        return self._beliefs.rounds

    def slices(self) -> Iterator[None]:
        """Run until no line is violated or the rounds are used up, yielding about every 50 ms."""
        beliefs = self._beliefs
        while self.violated and beliefs.rounds < self._most_rounds:
            done = beliefs.rounds / self._most_rounds
            beliefs.reinforce(FIRST_SHARE + (LAST_SHARE - FIRST_SHARE) * done)
            while not beliefs.run(ROUNDS, seconds=SLICE_SECONDS):
                yield
            if beliefs.violated < self.violated:
                self.violated = beliefs.violated
                cells = bytearray(self._known.cells)
                for belief in beliefs.likeliest():
                    cells[belief.place] = belief.value
                self.board = Board(self._known.height, self._known.width, bytes(cells))
            yield
