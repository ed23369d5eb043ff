"""Boards with exactly one tiling: which cells to remove from a board.

One search is set up for the board, and run once for each set of holes; it stops at the second
tiling.  Sets of holes that a symmetry maps to each other are tried once.  Without a seed all sets
are tried in order.  With a seed the search climbs: it changes one hole or piece at a time, to
boards with no more tilings, and begins again when it gets stuck.  A change is compared with the
board before it, so its tilings are counted only up to one more than that board has.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from combien._base.budget import Budget, Meter, Reporter, Spending, budget_of
from combien._base.checks import check_instance, check_int, short_repr
from combien.design._punctured import Chosen, HoleMoves, Holes, PuncturedBoard
from combien.engines._search.listed import compare_count
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._region import Region
from combien.tilings._tiling import Tiling, TilingProblem

# Boards at which a climb begins are compared by their number of tilings up to this one.
MOST_COUNTED = 1000
# A climb begins anew after this many boards that are no better.
PATIENCE = 60
# A climb begins at random holes if one of this many sets leaves tilings, else at a random tiling.
MOST_DRAWN = 20
# A climb skips boards whose search takes longer.
NODES_FOR_ONE = 2_000_000
MOST_STORED = 100_000
# Boards with one tiling of which the solutions are listed once more.
MOST_COMPARED = 8


@dataclass(frozen=True)
class UniqueBoard:
    """A board with a single tiling."""

    board: Region
    holes: Region
    tiling: Tiling

    def __str__(self) -> str:
        """Return the tiling as text."""
        return str(self.tiling)


@dataclass(frozen=True)
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
    return _HoleSearch(problem, number, limit, Spending(limits), meter).run(seed)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A set of holes, the number of tilings of the board up to a limit, and one of them."""

    holes: Holes
    number: int
    limit: int
    tiling: Chosen


class _HoleSearch:
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
        self._punctured = PuncturedBoard(problem, holes=holes)
        identity = tuple(range(len(self._cells)))
        points = (element.points for element in problem.symmetries())
        self._group = [goes for goes in points if goes != identity]
        self._found: dict[Holes, UniqueBoard] = {}
        self._known: dict[Holes, _Counted] = {}
        # To know when all sets have been seen, they are stored only if there are few.
        self._all = comb(len(self._cells), holes)
        self._seen: set[Holes] = set()
        self._skipped = False
        self._tried = self._nodes = 0
        self._fewest: int | None = None
        self._closest: Holes = ()

    def run(self, seed: int | None) -> BoardSearch:
        """Search until there are enough boards, or nothing is left to try."""
        complete = False
        with suppress(OutOfBudget):
            complete = self._try_all() if seed is None else self._climb(Random(seed))
        return BoardSearch(
            tuple(self._found.values()),
            self._tried,
            self._nodes,
            complete,
            self._fewest,
            self._region(self._closest) if self._fewest is not None else None,
        )

    def _try_all(self) -> bool:
        for holes in combinations(range(len(self._cells)), self._number):
            # Of the images of a set under the symmetries, only the first is tried.
            if all(_image(holes, goes) >= holes for goes in self._group):
                self._count(holes, 2, self._spending.left)
                if self._enough:
                    return False
        return True

    def _climb(self, random: Random) -> bool:
        moves = HoleMoves(self._problem, self._punctured, self._number, random)
        while not self._enough:
            here = self._start(moves)
            idle = 0
            while idle < PATIENCE and here.number != 1 and not self._exhausted:
                idle += 1
                # Whether a board has more tilings than this one is known after one more.
                limit = here.number + 1 if here.number else MOST_COUNTED
                other = self._tilings(moves.changed(here.holes, here.tiling), limit)
                if other.number and (not here.number or other.number <= here.number):
                    idle = 0 if other.number != here.number else idle
                    here = other
            if self._exhausted:
                return not self._skipped
        return False

    def _start(self, moves: HoleMoves) -> _Counted:
        """Return a board that has tilings, unless they are hard to find."""
        for _ in range(MOST_DRAWN):
            if self._exhausted:
                break
            here = self._tilings(moves.drawn(), MOST_COUNTED)
            if here.number:
                return here
        if not self._exhausted:
            holes = moves.left_by_a_tiling(self._for_one_board())
            self._spend()
            if holes is not None:
                return self._tilings(holes, MOST_COUNTED)
        return self._tilings(moves.drawn(), MOST_COUNTED)

    def _tilings(self, holes: Holes, limit: int) -> _Counted:
        """Return the number of tilings for a set of holes, or the one that stands for its images.

        A board that takes too long counts as one without tilings, and is not asked again.
        """
        if self._all <= MOST_STORED:
            self._seen.add(holes)
        first = min([holes, *(_image(holes, goes) for goes in self._group)])
        known = self._known.get(first)
        if known is None or known.number == known.limit < limit:
            try:
                known = self._count(first, limit, self._for_one_board())
            except OutOfBudget:
                if self._spending.ended:
                    raise
                self._skipped = True
                known = _Counted(first, 0, limit, ())
            if len(self._known) >= MOST_STORED:
                self._known.clear()
            self._known[first] = known
        return known

    def _count(self, holes: Holes, limit: int, budget: Budget) -> _Counted:
        """Count the tilings without these cells, up to `limit`, and note what was found."""
        try:
            found = self._punctured.tilings(holes, limit=limit, budget=budget)
        finally:
            self._spend()
        self._tried += 1
        if found and (self._fewest is None or len(found) < self._fewest):
            self._fewest, self._closest = len(found), holes
        if len(found) == 1:
            self._found[holes] = self._unique(holes, found[0])
        done = {"boards": self._tried, "found": len(self._found), "nodes": self._nodes}
        self._meter.progress(None, done)
        return _Counted(holes, len(found), limit, found[0] if found else ())

    def _spend(self) -> None:
        self._nodes += self._punctured.nodes
        self._spending.spend(self._punctured.nodes)

    def _for_one_board(self) -> Budget:
        left = self._spending.left
        nodes = NODES_FOR_ONE if left.nodes is None else min(left.nodes, NODES_FOR_ONE)
        return Budget(nodes=nodes, seconds=left.seconds, bytes=left.bytes)

    @property
    def _exhausted(self) -> bool:
        return len(self._seen) == self._all

    @property
    def _enough(self) -> bool:
        return self._limit is not None and len(self._found) >= self._limit

    def _region(self, holes: Holes) -> Region:
        board = self._problem.board
        cells = [self._cells[cell] for cell in holes]
        return Region(cells, dimension=board.dimension, lattice=board.lattice)

    def _unique(self, holes: Holes, tiling: Chosen) -> UniqueBoard:
        region = self._region(holes)
        board = self._problem.board - region
        if len(self._found) < MOST_COMPARED:
            problem = TilingProblem(board, self._problem.tiles).problem()
            compare_count(problem, 1, f"tilings without the cells {sorted(region.cells)}")
        return UniqueBoard(board, region, Tiling(board, self._punctured.placements(tiling)))


def _image(holes: Holes, goes: Sequence[int]) -> Holes:
    return tuple(sorted([goes[cell] for cell in holes]))


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
