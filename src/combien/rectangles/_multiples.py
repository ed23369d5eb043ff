"""Reptiles, which tile an enlarged copy of themselves, and regions that two polyominoes both tile.

For a common multiple, each cell of a board is covered by one copy of either tile, or it is not in
the region.  So both tilings are one exact cover, with two items for each cell and an option that
covers both.  A smallest region is connected, since each part of it is a common multiple, too.  If
its first cell in reading order is the origin, it lies in half of a diamond whose size is its number
of cells; a search of this board is exhaustive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import lcm
from typing import Any

from combien._base.budget import Budget, Reporter, Spending, budget_of
from combien._base.checks import check_int
from combien._questions import answer
from combien.cover._problem import Problem
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._region import Region
from combien.rectangles._direct import limited, one_solution
from combien.rectangles._tileset import Shape, TileSet
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem

MOST_CELLS = 400
# Each number of cells gets this many conflicts of the SAT solver, or nodes of a search.
NODES = 50_000

Cell = tuple[int, int]


@dataclass(frozen=True)
class CommonMultiple:
    """A region that two polyominoes tile, and a tiling by each.

    Without a common multiple, `region` is None and there are no tilings.  It is proved that none
    has up to `excluded` cells.
    """

    region: Region | None
    tilings: tuple[Tiling, ...]
    excluded: int

    @property
    def least(self) -> bool:
        """Whether it is proved that no common multiple has fewer cells."""
        return self.region is not None and self.excluded == len(self.region) - 1

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "cells": None if self.region is None else len(self.region),
            "least": self.least,
            "excluded": self.excluded,
            "tilings": [str(tiling) for tiling in self.tilings],
        }

    def __str__(self) -> str:
        if self.region is None:
            return f"none found; none has up to {self.excluded} cells"
        proof = "no fewer" if self.least else f"none has up to {self.excluded}"
        drawn = "\n\n".join(str(tiling) for tiling in self.tilings)
        return f"{len(self.region)} cells ({proof}):\n{drawn}"


def common_multiple(
    tiles: Iterable[Tile],
    *,
    most: int = 60,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> CommonMultiple:
    """Return the smallest region found, of up to `most` cells, that each of two tiles covers.

    >>> from combien import Tile
    >>> square = Tile("**\\n**", times="any")
    >>> bar = Tile("***", symmetries="all", times="any")
    >>> found = common_multiple([square, bar])
    >>> len(found.region), found.least
    (12, True)

    `least` is whether all smaller ones are excluded by an exhaustive search.  After 50,000 nodes
    or conflicts for a number of cells, it goes on to the next one.  Raises `BadTiling` for tiles
    that are not of squares in the plane, and unless there are two.
    """
    given = TileSet(tiles).tiles
    if len(given) != 2:
        raise BadTiling(f"{len(given)} tiles: a common multiple is of two")
    first, second = given
    sets = TileSet([first]), TileSet([second])
    largest = check_int("most", most, least=1, most=MOST_CELLS)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    step = lcm(len(first), len(second))
    excluded = step - 1
    for cells in range(step, largest + 1, step):
        if spending.ended:
            break
        search = _RegionSearch(sets, cells)
        found = one_solution(search.problem, limited(spending.left, NODES), report)
        spending.spend(found.nodes)
        if found.solutions:
            pieces = search.pieces(found.solutions[0])
            covered = Region(cell for piece in pieces[0] for cell in piece)
            region = min(covered.components(), key=len)
            tilings = (_tiling(*given, region) for given in zip(sets, pieces, strict=True))
            return CommonMultiple(region, tuple(tilings), excluded)
        if found.complete and excluded == cells - 1:
            excluded = cells + step - 1
    return CommonMultiple(None, (), min(excluded, largest))


class _RegionSearch:
    """Regions of this many cells whose first one, in reading order, is the origin."""

    def __init__(self, sets: tuple[TileSet, TileSet], cells: int) -> None:
        board = [
            (x, y) for y in range(cells) for x in range(y - cells + 1, cells - y) if y > 0 or x >= 0
        ]
        self._pieces = [
            (number, piece)
            for number, tiles in enumerate(sets)
            for piece in _placements(tiles, frozenset(board))
        ]
        copies = {
            f"copies {number}": cells // (tiles.size or 1) for number, tiles in enumerate(sets)
        }
        items = [(number, cell) for cell in board for number in (0, 1)]
        used = (
            [f"copies {number}", *((number, c) for c in piece)] for number, piece in self._pieces
        )
        left_out = ([(0, cell), (1, cell)] for cell in board[1:])
        self.problem = Problem.from_options(
            [*used, *left_out],
            primary=[*items, *copies],
            bounds={number: (times, times) for number, times in copies.items()},
        )

    def pieces(self, solution: Iterable[int]) -> tuple[list[Shape], list[Shape]]:
        """Return the tiles of both tilings, as sets of cells."""
        found: tuple[list[Shape], list[Shape]] = ([], [])
        for option in solution:
            if option < len(self._pieces):
                number, piece = self._pieces[option]
                found[number].append(piece)
        return found


def _placements(tiles: TileSet, board: frozenset[Cell]) -> Iterator[Shape]:
    for x, y in sorted(board):
        for shape in tiles.shapes:
            # The corner of its box need not be on the board: its first cell is at (x, y).
            left, low = shape[0]
            piece = tuple((x + i - left, y + j - low) for i, j in shape)
            if board.issuperset(piece):
                yield piece


def _tiling(tiles: TileSet, pieces: Iterable[Shape], region: Region) -> Tiling:
    return tiles.tiling(region, [piece for piece in pieces if piece[0] in region])


# Reptiles -----------------------------------------------------------------------------------------

MOST_SCALE = 100


@dataclass(frozen=True)
class Reptile:
    """The smallest factor above 1 by which a polyomino tiles its enlarged copy, and the tiling."""

    scale: int
    tiling: Tiling


def reptile(
    tile: Tile,
    *,
    most: int = 10,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Reptile | None:
    """Return the smallest enlarged copy, 2 to `most` times as large, that copies of a tile tile.

    >>> from combien import Tile
    >>> found = reptile(Tile("**\\n**\\n*.", symmetries="all", times="any"))
    >>> found.scale, len(found.tiling)
    (2, 4)

    None if there is none up to `most`.  Raises `OutOfBudget` if a copy is undecided, and
    `BadTiling` for tiles that are not of squares in the plane.
    """
    tiles = TileSet([tile]).tiles
    largest = check_int("most", most, least=2, most=MOST_SCALE)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    for scale in range(2, largest + 1):
        problem = TilingProblem(enlarged(tile.region, scale), tiles)
        found = answer(problem, "solutions", limit=1, budget=spending.left, report=report)
        spending.spend(found.nodes)
        if found.solutions:
            return Reptile(scale, found.solutions[0])
        if not found.complete:
            raise OutOfBudget(
                f"the budget ended before it was known whether the copy {scale} times as large can "
                "be tiled; give more seconds= or nodes=",
                known={"scale": scale},
            )
    return None


def enlarged(region: Region, scale: int) -> Region:
    """Return a region whose cells are replaced by squares of this side.

    >>> enlarged(Region.box(2, 1), 3) == Region.box(6, 3)
    True
    """
    return Region(
        (scale * x + i, scale * y + j)
        for x, y in region
        for i in range(scale)
        for j in range(scale)
    )
