"""The tilings of a board without some of its cells: one search, set up once for all choices.

Each cell has an item of its own and two options, "removed" and "kept".  A set of holes decides all
of these, so what is left to search is the exact cover problem of the board without the holes: with
items for the number of holes, as in a packing, it would have multiplicities, and the search would
be some twenty times slower.  The number of uses of one tile need not be counted if the area left
implies it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from combien._base.budget import Budget
from combien._questions.prepared import Prepared
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import OutOfBudget
from combien.tilings._placement import Placement
from combien.tilings._tiling import TilingProblem

Chosen = tuple[int, ...]


class PuncturedBoard:
    """A tiling problem whose board gets some number of holes, given by the numbers of its cells.

    >>> from combien.tilings import Tile
    >>> board = PuncturedBoard(TilingProblem("****", [Tile("**", times="any")]), holes=2)
    >>> board.tilings([0, 1], limit=2), board.tilings([0, 2], limit=2)
    ([(2,)], [])
    """

    def __init__(self, problem: TilingProblem, *, holes: int) -> None:
        self._base = problem
        self._holes = holes
        base = problem.problem()
        self._cells = len(problem.board)
        self._placed = base.option_count
        implied = _implied_tile(problem, holes)
        builder = Problem.builder()
        builder.copy_items(base, without=implied)
        for cell in range(self._cells):
            builder.item(("removed or kept", cell))
        builder.gather(
            [entry for entry in base.entries(option) if entry != implied]
            for option in range(self._placed)
        )
        # The cells of the board are the first items, in the same order.
        builder.gather(
            (base.items[cell].name, ("removed or kept", cell)) for cell in range(self._cells)
        )
        builder.gather([("removed or kept", cell)] for cell in range(self._cells))
        self._problem = builder.build()
        self._prepared: Prepared[Chosen] = Prepared(self)
        self._kept = range(self._placed + self._cells, self._placed + 2 * self._cells)

    @property
    def nodes(self) -> int:
        """The nodes of the last search."""
        return self._prepared.work["nodes"]

    def problem(self) -> Problem:
        """Return the exact cover problem: placements, then removed cells, then kept cells."""
        return self._problem

    def read(self, solution: Solution) -> Chosen:
        """Return the placements of a solution, by number."""
        return tuple(option for option in solution if option < self._placed)

    def placements(self, chosen: Chosen) -> list[Placement]:
        """Return the placements with these numbers."""
        return [self._base.placements[option] for option in chosen]

    def covered(self, option: int) -> Sequence[int]:
        """Return the numbers of the cells that a placement covers."""
        return [item for item in self._problem.indices(option) if item < self._cells]

    def tilings(
        self, holes: Iterable[int], *, limit: int, budget: Budget | None = None
    ) -> list[Chosen]:
        """Return up to `limit` tilings without these cells.  Raises `OutOfBudget`."""
        given = list(self._kept)
        for cell in holes:
            given[cell] = self._placed + cell
        return self._prepared.solutions(given, limit=limit, budget=budget)

    def completed(self, chosen: Iterable[int], budget: Budget) -> Chosen | None:
        """Return the placements of a tiling that contain the chosen ones, wherever the holes are.

        None is returned if the first one found has another number of holes, and when the budget
        ends before.
        """
        try:
            found = self._prepared.solutions(chosen, limit=1, budget=budget)
        except OutOfBudget:
            return None
        covered = sum(len(self.covered(option)) for option in found[0]) if found else 0
        return found[0] if self._cells - covered == self._holes else None


def _implied_tile(problem: TilingProblem, holes: int) -> str:
    """Return the item of the tile whose number of uses the area implies, or "".

    >>> from combien.tilings import Tile
    >>> tiles = [Tile("**", times=3, name="I"), Tile("*", name="o")]
    >>> _implied_tile(TilingProblem("********", tiles), 1)
    'tile 0 (I)'
    """
    repeated = [number for number, tile in enumerate(problem.tiles) if tile.times != (1, 1)]
    if len(repeated) != 1:
        return ""
    (number,) = repeated
    tile = problem.tiles[number]
    left = len(problem.board) - holes - sum(map(len, problem.tiles)) + len(tile)
    low, high = tile.times
    within = left >= low * len(tile) and (high is None or left <= high * len(tile))
    return tile.called(number) if within else ""


Holes = tuple[int, ...]


# Holes --------------------------------------------------------------------------------------------

# Random sets of holes, and changes of them, for a search that climbs to boards with few tilings.
#
# Holes drawn at random leave a board with tilings if they are few; otherwise random placements are
# completed to a tiling, and the holes are what it leaves.  A change moves a hole to a cell beside
# it or to any cell, or picks up a piece of a known tiling and puts it down elsewhere, so that the
# new board has a tiling as well.


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
