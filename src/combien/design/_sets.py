"""Sets of pieces out of a family that make a puzzle with one tiling, or as hard as asked.

If no set uses a piece more often than the family has it, the tilings by pieces that may be left out
are the tilings of all sets at once.  But there are too many of those on larger boards, so each set
is asked by itself: sets are tried in order, or at random with a seed, and first for more tilings
than wanted, with a search that stops there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from combien._base.budget import Budget, Meter, Reporter, Spending, budget_of
from combien._base.checks import as_int, check_int, short_repr
from combien._questions.ask import answer, solutions
from combien.engines._protocol import Engine
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._region import Region
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem

# With a seed, the search ends after this many drawings in a row that gave no new set.
MOST_REPEATED = 1000
MOST_SETS_AREA = 5_000_000
# Of a bound, so that it can be printed.
_MOST_BITS = 4096


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces, the number of its tilings, the nodes of the count, and a tiling."""

    tiles: tuple[Tile, ...]
    solutions: int
    hardness: int
    tiling: Tiling

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(tile.name for tile in self.tiles)


@dataclass(frozen=True)
class SetSearch:
    """The sets that a search found, and how far it came.

    `tried` is the number of sets, `spent` the nodes of their searches; `complete` is whether all
    sets of the right area were tried.
    """

    sets: tuple[PieceSet, ...]
    tried: int
    spent: int
    complete: bool


def piece_sets(
    board: Region | str,
    tiles: Iterable[Tile],
    *,
    solutions: int | tuple[int, int | None] = 1,
    hardness: tuple[int, int | None] = (0, None),
    engine: str | Engine = "bits",
    limit: int | None = 1,
    seed: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> SetSearch:
    """Find sets of pieces that tile a board in exactly one way, or in as many ways as asked.

    >>> from combien.tilings.catalogue import pentominoes
    >>> found = piece_sets(Region.box(5, 3), pentominoes(), limit=None)
    >>> ["".join(one.names) for one in found.sets], found.tried
    ([], 220)
    >>> found = piece_sets(Region.box(5, 3), pentominoes(), solutions=(1, None), limit=2)
    >>> [("".join(one.names), one.solutions) for one in found.sets]
    [('FPU', 4), ('LNV', 4)]

    `solutions` is the number of tilings, or its bounds (None: no bound); tilings that are symmetric
    to each other are all counted, so a set on a symmetric board has at least two: ask for
    `solutions=(1, 4)` on a rectangle.  `hardness` bounds the nodes that `engine` takes to count
    them, which is the same on every machine.  A piece may be in a set once for each use that
    its `times` allows.  Without `seed`, sets are tried in order; with `seed` at random, each once.
    When a limit of the budget is reached, the result has what was found so far.
    Raises `BadTiling` for bad bounds, and if no set has the area of the board.
    Cost: a search for each set, which stops when it has more tilings than asked.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    base = TilingProblem(board, tiles)
    least, most = bounds_of("solutions", solutions)
    if least < 1:
        raise BadTiling("solutions: a set without tilings is not a puzzle; ask for at least 1")
    easiest, hardest = bounds_of("hardness", hardness)
    if limit is not None:
        limit = check_int("limit", limit, least=1)
    pieces = _pieces(base)
    areas = _Areas([len(piece) for piece in pieces], len(base.board))
    if not areas.possible:
        raise BadTiling(
            f"no set of these pieces covers {len(base.board)} cells: choose another board or "
            "more pieces"
        )
    spending, meter = Spending(limits), Meter(limits, engine="sets", report=report)
    drawn = areas.every() if seed is None else areas.drawn(Random(check_int("seed", seed)))
    found: list[PieceSet] = []
    seen: set[tuple[Tile, ...]] = set()
    tried = spent = repeated = 0
    complete = False
    try:
        for chosen in drawn:
            tiles_of = tuple(pieces[number] for number in chosen)
            if tiles_of in seen:
                repeated += 1
                if repeated > MOST_REPEATED:
                    break
                continue
            repeated = 0
            seen.add(tiles_of)
            problem = TilingProblem(base.board, merged(tiles_of))
            one, work = _weighed(problem, tiles_of, most, engine, spending)
            tried, spent = tried + 1, spent + work
            fits = (
                one is not None
                and least <= one.solutions
                and (easiest <= one.hardness and (hardest is None or one.hardness <= hardest))
            )
            if fits and one is not None:
                found.append(one)
            meter.progress(None, {"sets": tried, "found": len(found), "nodes": spent})
            if limit is not None and len(found) >= limit:
                break
        else:
            complete = True
    except OutOfBudget:
        pass
    return SetSearch(tuple(found), tried, spent, complete)


def _weighed(
    problem: TilingProblem,
    pieces: tuple[Tile, ...],
    most: int | None,
    engine: str | Engine,
    spending: Spending,
) -> tuple[PieceSet | None, int]:
    """Return the set if it has 1 to `most` tilings, and the nodes that were spent."""
    limit = 1 if most is None else most + 1
    walk = solutions(problem, engine=engine, limit=limit, budget=spending.left)
    try:
        tilings = list(walk)
    finally:
        spending.spend(walk.work.get("nodes", 0))
    spent = walk.work.get("nodes", 0)
    if not tilings or (most is not None and len(tilings) > most):
        return None, spent
    counted = answer(problem, "count", engine=engine, budget=spending.left, threads=1)
    work = counted.work.get("nodes", 0)
    spending.spend(work)
    if counted.count is None:
        raise OutOfBudget(counted.why, known=counted.known)
    return PieceSet(pieces, counted.count, work, tilings[0]), spent + work


class _Areas:
    """The sets of pieces, as increasing numbers, whose areas add up to a sum.

    >>> list(_Areas([2, 1, 1, 3], 3).every())
    [(0, 1), (0, 2), (3,)]
    """

    def __init__(self, areas: Sequence[int], total: int) -> None:
        self._areas, self._total = areas, total
        if len(areas) * total > MOST_SETS_AREA:
            raise BadTiling(
                f"{len(areas)} pieces for {total} cells are too many: choose fewer pieces"
            )
        # The number of ways to get each sum with the pieces from each number on.
        ways = [0] * (total + 1)
        ways[0] = 1
        self._ways = [ways]
        for area in reversed(areas):
            last = self._ways[-1]
            self._ways.append(
                [last[n] + (last[n - area] if n >= area else 0) for n in range(total + 1)]
            )
        self._ways.reverse()

    @property
    def possible(self) -> int:
        """The number of sets."""
        return self._ways[0][self._total]

    def every(self) -> Iterator[tuple[int, ...]]:
        """Yield all sets, in lexicographic order."""
        stack: list[tuple[int, int, tuple[int, ...]]] = [(0, self._total, ())]
        while stack:
            at, left, chosen = stack.pop()
            if not left:
                yield chosen
                continue
            if not self._ways[at][left]:
                continue
            stack.append((at + 1, left, chosen))
            if self._areas[at] <= left:
                stack.append((at + 1, left - self._areas[at], (*chosen, at)))

    def drawn(self, random: Random) -> Iterator[tuple[int, ...]]:
        """Yield random sets forever, each with the same probability."""
        while True:
            left, chosen = self._total, []
            for at, area in enumerate(self._areas):
                without = self._ways[at + 1][left]
                if random.randrange(self._ways[at][left]) >= without:
                    chosen.append(at)
                    left -= area
            yield tuple(chosen)


def _pieces(problem: TilingProblem) -> list[Tile]:
    """Return each piece as often as it may be in a set, used once."""
    found = []
    for tile in problem.tiles:
        most = tile.times[1]
        room = len(problem.board) // len(tile)
        copies = room if most is None else min(most, room)
        one = Tile(tile.region, symmetries=tile.symmetries, name=tile.name)
        found += [one] * copies
    return found


def merged(pieces: Iterable[Tile]) -> list[Tile]:
    """Return these tiles, equal ones as one with its number of uses."""
    times: dict[Tile, int] = {}
    for piece in pieces:
        times[piece] = times.get(piece, 0) + 1
    return [
        Tile(piece.region, symmetries=piece.symmetries, times=number, name=piece.name)
        for piece, number in times.items()
    ]


def bounds_of(what: str, given: object) -> tuple[int, int | None]:
    """Return a number or a pair of bounds as bounds; raise `BadTiling` for others."""
    pair = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
    low, high = as_int(pair[0]), as_int(pair[1])
    if low is None or low < 0 or (pair[1] is not None and (high is None or high < low)):
        raise BadTiling(
            f"{what}={short_repr(given)}: expected a whole number, or bounds such as (1, 4) or "
            "(1000, None)"
        )
    if max(low, high or 0).bit_length() > _MOST_BITS:
        raise BadTiling(f"{what}: expected bounds of at most {_MOST_BITS} bits")
    return low, high
