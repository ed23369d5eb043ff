"""Random sets of holes, and changes of them, for a search that climbs to boards with few tilings.

Holes drawn at random leave a board with tilings if they are few; otherwise random placements
are completed to a tiling, and the holes are what it leaves.  A change moves a hole to a cell beside
it or to any cell, or picks up a piece of a known tiling and puts it down elsewhere, so that the new
board has a tiling as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from combien._base.budget import Budget
from combien.design._punctured import Chosen, PuncturedBoard
from combien.tilings._tiling import TilingProblem

__all__ = ["HoleMoves", "Holes"]

Holes = tuple[int, ...]


class HoleMoves:
    """Makes and changes sets of holes; the same generator makes the same ones."""

    def __init__(
        self, problem: TilingProblem, punctured: PuncturedBoard, holes: int, random: Random
    ) -> None:
        self._punctured = punctured
        self._number = holes
        self._random = random
        board = problem.board
        place = {cell: number for number, cell in enumerate(board)}
        self._every = range(len(board))
        self._beside = [
            [place[other] for other in sorted(board.lattice.neighbors(cell)) if other in place]
            for cell in board
        ]
        uses = [problem.placements.of_tile(number) for number in range(len(problem.tiles))]
        # A tile is drawn as often as it may be used.
        self._pieces = [
            options
            for tile, options in zip(problem.tiles, uses, strict=True)
            for _ in range(min(tile.times[1] or len(board), len(board) // len(tile)))
        ]
        self._alike = {option: options for options in uses for option in options}
        self._masks = [_mask(punctured.covered(option)) for option in range(len(self._alike))]

    def drawn(self) -> Holes:
        """Return holes drawn at random."""
        return tuple(sorted(self._random.sample(self._every, self._number)))

    def left_by_a_tiling(self, budget: Budget) -> Holes | None:
        """Return the holes that a random tiling leaves, or None if there is none within budget."""
        pieces = self._random.sample(self._pieces, len(self._pieces))
        chosen: list[int] = []
        taken = 0
        for options in pieces[: len(pieces) // 2]:
            free = [option for option in options if not self._masks[option] & taken]
            if free:
                chosen.append(self._random.choice(free))
                taken |= self._masks[chosen[-1]]
        found = self._punctured.completed(chosen, budget)
        return None if found is None else self._left_by(found)

    def changed(self, holes: Holes, tiling: Chosen) -> Holes:
        """Return other holes, near these; `tiling` is one of the board, if it has any."""
        kind = self._random.randrange(3)
        if kind == 0 and tiling:
            other = self._with_piece_moved(tiling)
            if other != holes:
                return other
        taken = set(holes)
        gone = self._random.choice(holes)
        free = [cell for cell in self._beside[gone] if cell not in taken] if kind == 1 else []
        free = free or [cell for cell in self._every if cell not in taken]
        return tuple(sorted(taken - {gone} | {self._random.choice(free)}))

    def _with_piece_moved(self, tiling: Chosen) -> Holes:
        gone = self._random.choice(tiling)
        rest = [option for option in tiling if option != gone]
        taken = _mask(cell for option in rest for cell in self._punctured.covered(option))
        free = [option for option in self._alike[gone] if not self._masks[option] & taken]
        return self._left_by([*rest, self._random.choice(free)])

    def _left_by(self, tiling: Iterable[int]) -> Holes:
        covered = {cell for option in tiling for cell in self._punctured.covered(option)}
        return tuple(cell for cell in self._every if cell not in covered)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)
