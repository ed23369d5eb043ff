"""`equal_size`: combine's algorithm for tiles that all have the same number of cells.

The area of each connected part of the free cells must always be a multiple of that size.  Here,
placements that violate this are removed before a normal search.  The library combine (El Sibaie
and Filliatre) also checks the areas after each step, and places the tiles in the given order.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul, sub

from combien.cover._elements import Solution
from combien.cover._problem import Problem, ProblemBuilder
from combien.engines import engine_named
from combien.errors import BadTiling
from combien.geometry._region import Region
from combien.tilings._tiling import Tiling, TilingProblem

NAME = "equal_size"

# Placements times cells: above this, checking all areas takes longer than it saves.
MOST_LOOKED_AT = 20_000_000


def require_equal_sizes(problem: TilingProblem) -> None:
    """Raise unless all tiles have the same size.

    >>> require_equal_sizes(TilingProblem("***", []))
    Traceback (most recent call last):
    ...
    combien.errors.BadTiling: equal_size takes tiles of one size, and this problem has no tile

    Raises
    ------
    BadTiling
        With two tiles of different sizes, or none.
    """
    if not problem.tiles:
        raise BadTiling("equal_size takes tiles of one size, and this problem has no tile")
    first = problem.tiles[0]
    for number, tile in enumerate(problem.tiles):
        if len(tile) != len(first):
            raise BadTiling(
                f"equal_size takes tiles of one size: {first.called(0)} has {len(first)} cells, "
                f"{tile.called(number)} has {len(tile)}; use another algorithm, such as auto"
            )


class EqualSize:
    """A model: a tiling problem without the placements that leave a part of impossible area.

    >>> from combien import Tile
    >>> bars = TilingProblem("******", [Tile("**", times="any")])
    >>> bars.problem(), EqualSize(bars).problem()
    (<Problem: 6 items, 5 options>, <Problem: 6 items, 3 options>)

    Raises `BadTiling` as `require_equal_sizes` does.
    """

    def __init__(self, tilings: TilingProblem) -> None:
        require_equal_sizes(tilings)
        self._tilings = tilings
        self._kept: Sequence[int] = _kept(tilings)
        self._problem = _restricted(tilings.problem(), self._kept)

    @property
    def engine(self) -> str:
        """The engine for the remaining problem."""
        return "dlx" if engine_named("bits").refusal(self._problem, "count") else "bits"

    def problem(self) -> Problem:
        """Return the exact cover problem with the remaining placements."""
        return self._problem

    def read(self, solution: Solution) -> Tiling:
        """Return the tiling of a solution."""
        return self._tilings.read(Solution(self._kept[option] for option in solution))


def _kept(tilings: TilingProblem) -> Sequence[int]:
    """Return the placements that leave only parts whose areas are multiples of the size."""
    board, size = tilings.board, len(tilings.tiles[0])
    placements = tilings.placements
    if len(board) % size:
        return ()
    # A disconnected tile can contribute to parts of any area.
    connected = all(tile.region.is_connected for tile in tilings.tiles)
    if not connected or len(placements) * len(board) > MOST_LOOKED_AT:
        return range(len(placements))
    strides = [1]
    for side in board.size[:-1]:
        # An empty bit after each row keeps its end and the next row from being adjacent.
        strides.append(strides[-1] * (side + 1))

    def bits(region: Region) -> int:
        places = (sum(map(mul, map(sub, cell, board.low), strides)) for cell in region)
        return sum(1 << place for place in places)

    free = bits(board)
    return [
        number
        for number, placement in enumerate(placements)
        if _areas_fit(free ^ bits(placement.region), strides, size)
    ]


def _areas_fit(free: int, strides: Sequence[int], size: int) -> bool:
    """Whether the area of each connected part is a multiple of the size.

    >>> _areas_fit(0b110_011, [1, 4], 2), _areas_fit(0b0011_0100, [1, 4], 2)
    (True, False)
    """
    while free:
        part, grown = 0, free & -free
        while grown != part:
            part = grown
            for stride in strides:
                grown |= part << stride | part >> stride
            grown &= free
        if part.bit_count() % size:
            return False
        free ^= part
    return True


def _restricted(problem: Problem, kept: Sequence[int]) -> Problem:
    """Return the problem with only these options."""
    if len(kept) == problem.option_count:
        return problem
    builder = ProblemBuilder()
    for item, name in enumerate(problem.item_names):
        primary = bool(problem.primary_flags[item])
        bounds = problem.bounds(item) if primary else None
        builder.item(name, secondary=not primary, bounds=bounds)
    for number in kept:
        builder.option(*problem.entries(number))
    return builder.build()
