"""Boards with exactly one tiling: which cells to remove from a board.

One search is set up for the board with holes, and run once for each set of holes, with their
options given; it stops at the second tiling.  Sets of holes that a symmetry maps to each other are
tried once.  Without a seed all sets are tried in order.  With a seed the search climbs: it moves a
hole at a time, to boards with no more tilings, and begins again when it has come to an end.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from combien._budget import Budget, Meter, Reporter, Spending, budget_of
from combien._checks import check_instance, check_int, short_repr
from combien._questions.prepared import Prepared
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._region import Region
from combien.tilings._packing import Packing
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import Tiling, TilingProblem

__all__ = ["BoardSearch", "UniqueBoard", "unique_boards"]

# While climbing, boards are compared by their number of tilings up to this one.
MOST_COUNTED = 2000
# A climb begins anew after this many boards that are no better.
PATIENCE = 60
MOST_STORED = 100_000


@dataclass(frozen=True, slots=True)
class UniqueBoard:
    """A board with a single tiling."""

    board: Region
    holes: Region
    tiling: Tiling

    def __str__(self) -> str:
        """Return the tiling as text."""
        return str(self.tiling)


@dataclass(frozen=True, slots=True)
class BoardSearch:
    """The boards that a search found, and how far it came.

    `tried` is the number of sets of holes, `spent` the nodes of their searches; `complete` is
    whether all sets were tried, so that there are no other boards up to symmetry.  `fewest` is the
    smallest number of tilings found that is not 0, or None, and `closest` the holes that have it;
    without a seed, 2 stands for two or more.
    """

    boards: tuple[UniqueBoard, ...]
    tried: int
    spent: int
    complete: bool
    fewest: int | None
    closest: Region | None


def unique_boards(
    problem: TilingProblem,
    *,
    holes: int,
    limit: int | None = 1,
    seed: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> BoardSearch:
    """Find which cells to remove from a board so that exactly one tiling is left.

    >>> from combien import Tile
    >>> trominoes = TilingProblem(Region.box(4, 4), [Tile("*.\\n**", symmetries="all", times=5)])
    >>> found = unique_boards(trominoes, holes=1, limit=None)
    >>> [board.holes.cells for board in found.boards], found.tried, found.complete
    ([((0, 3),), ((1, 3),), ((1, 2),)], 3, True)
    >>> print(found.boards[0])
     abb
    aacb
    dcce
    ddee

    Each tile is used as often as the problem demands.  Boards are found up to the symmetries of the
    problem.  Without `seed`, all sets of `holes` cells are tried in order, until `limit` boards
    are found (None: all boards).  With `seed`, the search changes one hole at a time towards boards
    with fewer tilings; the same seed gives the same boards.
    When a limit of the budget is reached, the result has what was found so far; `complete` is
    whether nothing is left to try.
    Raises `BadTiling` for a number of holes with which the tiles cannot cover the board.
    Cost: one search for each set of holes, which stops at the second tiling.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    check_instance("problem", problem, TilingProblem, error=BadTiling)
    number = check_int("holes", holes, least=1)
    if number >= len(problem.board):
        raise BadTiling(f"holes={short_repr(number)}: the board has {len(problem.board)} cells")
    _check_area(problem, number)
    if limit is not None:
        limit = check_int("limit", limit, least=1)
    if seed is not None:
        seed = check_int("seed", seed)
    meter = Meter(limits, engine="boards", report=report)
    return _Search(problem, number, limit, Spending(limits), meter).run(seed)


class _Search:
    """One search for boards; `run` returns the result."""

    def __init__(
        self,
        problem: TilingProblem,
        holes: int,
        limit: int | None,
        spending: Spending,
        meter: Meter,
    ) -> None:
        self._problem = problem
        self._number = holes
        self._limit = limit
        self._spending = spending
        self._meter = meter
        self._cells = problem.board.cells
        packing = PackingProblem(problem, holes=holes)
        self._packing = packing
        cover = packing.problem()
        # The options of the holes come last, one for each cell.
        first = cover.option_count - len(packing.may_be_holes)
        at = {cell: first + place for place, cell in enumerate(packing.may_be_holes)}
        self._options = [at[cell] for cell in self._cells]
        self._prepared = Prepared(packing)
        self._group = [element.points for element in problem.symmetries()]
        self._found: list[UniqueBoard] = []
        # To know when all sets have been seen, they are stored only if there are few.
        self._small = comb(len(self._cells), holes) <= MOST_STORED
        self._seen: set[tuple[int, ...]] = set()
        self._known: dict[tuple[int, ...], int] = {}
        self._tried = self._nodes = 0
        self._fewest: int | None = None
        self._closest: tuple[int, ...] = ()

    def run(self, seed: int | None) -> BoardSearch:
        """Search until there are enough boards, or nothing is left to try."""
        complete = False
        with suppress(OutOfBudget):
            complete = self._try_all() if seed is None else self._climb(Random(seed))
        return BoardSearch(
            tuple(self._found),
            self._tried,
            self._nodes,
            complete,
            self._fewest,
            self._region(self._closest) if self._fewest is not None else None,
        )

    def _try_all(self) -> bool:
        for holes in combinations(range(len(self._cells)), self._number):
            if self._canonical(holes) == holes:
                self._count(holes, 2)
                if self._enough:
                    return False
        return True

    def _climb(self, random: Random) -> bool:
        every = range(len(self._cells))
        while True:
            holes = tuple(sorted(random.sample(every, self._number)))
            here = self._tilings(holes)
            idle = 0
            while idle < PATIENCE and here != 1:
                taken = set(holes)
                taken.remove(random.choice(holes))
                taken.add(random.choice([cell for cell in every if cell not in holes]))
                other = tuple(sorted(taken))
                there = self._tilings(other)
                idle += 1
                if there and (not here or there <= here):
                    idle = 0 if not here or there < here else idle
                    holes, here = other, there
            if self._enough:
                return False
            if len(self._seen) == comb(len(self._cells), self._number):
                return True

    def _tilings(self, holes: tuple[int, ...]) -> int:
        """Return the number of tilings, up to a limit, for a set of holes or one like it."""
        if self._small:
            self._seen.add(holes)
        canonical = self._canonical(holes)
        if canonical not in self._known:
            self._known[canonical] = self._count(canonical, MOST_COUNTED)
        return self._known[canonical]

    def _count(self, holes: tuple[int, ...], most: int) -> int:
        """Count the tilings without these cells, up to `most`, and note what was found."""
        left = self._spending.left
        given = [self._options[cell] for cell in holes]
        try:
            found = self._prepared.solutions(given, limit=most, budget=left)
        finally:
            work = self._prepared.work["nodes"]
            self._nodes += work
            self._spending.spend(work)
        self._tried += 1
        if found and (self._fewest is None or len(found) < self._fewest):
            self._fewest, self._closest = len(found), holes
        if len(found) == 1:
            self._found.append(self._unique(holes, found[0]))
        done = {"boards": self._tried, "found": len(self._found), "nodes": self._nodes}
        self._meter.progress(None, done)
        return len(found)

    @property
    def _enough(self) -> bool:
        return self._limit is not None and len(self._found) >= self._limit

    def _canonical(self, holes: tuple[int, ...]) -> tuple[int, ...]:
        """Return the least image of these holes under the symmetries of the problem."""
        return min(tuple(sorted(map(goes.__getitem__, holes))) for goes in self._group)

    def _region(self, holes: tuple[int, ...]) -> Region:
        board = self._problem.board
        cells = [self._cells[cell] for cell in holes]
        return Region(cells, dimension=board.dimension, lattice=board.lattice)

    def _unique(self, holes: tuple[int, ...], packing: Packing) -> UniqueBoard:
        region = self._region(holes)
        board = self._problem.board - region
        return UniqueBoard(board, region, Tiling(board, packing.placements))


def _check_area(problem: TilingProblem, holes: int) -> None:
    """Raise `BadTiling` if the tiles cannot cover the board without that many cells."""
    left = len(problem.board) - holes
    low = sum(len(tile) * tile.times[0] for tile in problem.tiles)
    highs = [None if tile.times[1] is None else len(tile) * tile.times[1] for tile in problem.tiles]
    most = None if None in highs else sum(high for high in highs if high is not None)
    if left < low or (most is not None and left > most):
        wanted = f"at least {low}" if most is None else f"{low} to {most}"
        wanted = f"{low}" if most == low else wanted
        raise BadTiling(
            f"holes={holes} leaves {left} cells, and the tiles cover {wanted}: choose another "
            "number of holes, or other tiles"
        )
