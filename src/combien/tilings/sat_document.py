"""The clauses of "Polyominos, pavages et solveurs SAT", by Étienne Malabre and Pierre Hyvernat.

A board is a text in which `#` is a usable cell, a tile a list of coordinates, x across and y down
from the top.  Tiles may be rotated, reflected, and used any number of times.  The variables are

    P3_2_1    version 3 of the tile is laid with the corner of its box, left and above, at (2, 1)
    C_2_1     cell (2, 1) is covered

There are four kinds of clauses: a placement covers its cells (`~P0_2_1 C_3_1`), two placements do
not share one (`~P1_0_1 ~P2_1_1`), each cell is under some placement (`P0_0_0 P1_1_0`), and is
covered (`C_0_0`).  Versions are numbered as in the program of the document: 0 is the tile as given,
1 to 3 are its clockwise rotations by one, two and three quarter turns, 4 is the mirror image (left
and right exchanged), 5 to 7 are its rotations.  Of equal versions only the first is used, so the
numbers of a symmetric tile have gaps.  Several tiles, which the document does not have, have eight
numbers each.

There are three differences from the document.  It only tries corners that are usable cells; here
all are tried.  It has no clause for a cell that no placement covers, so an impossible board could
seem to have a tiling; here the clause is `~C_2_1`, which contradicts that the cell is covered.  And
it writes one clause of all cells, which only requires that one is covered; here each cell has a
clause.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import cast

from combien.cover._elements import Solution
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.geometry._symmetry import Symmetry
from combien.sat._cnf import Clause
from combien.sat._encode import Conflicts, chosen_options, members_of
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["TilingDocument", "read_board", "read_tile"]

MOST_CELLS = 10_000

# The versions of a tile, in order.  Here y goes up, so a clockwise quarter turn is Rot270.
_TURNS = [Symmetry.named(name) for name in ("Id", "Rot270", "Rot180", "Rot90")]
VERSIONS = (*_TURNS, *(turn @ Symmetry.named("VertRefl") for turn in _TURNS))


def read_board(text: str) -> Region:
    r"""Return the usable cells of a board, the first character of the text being at (0, 0).

    >>> list(read_board("#.#\n##"))
    [(0, 0), (2, 0), (0, -1), (1, -1)]

    `#` is usable, any other character is not.  Since y goes up in a region, lines have y = 0, -1,
    ...  Raises `BadTiling` if no cell is usable.
    """
    if not isinstance(text, str):
        raise BadTiling(f"expected a text of '#', not a value of type {type(text).__name__}")
    cells = [
        (x, -y)
        for y, line in enumerate(text.split("\n"))
        for x, mark in enumerate(line)
        if mark == "#"
    ]
    if not cells:
        raise BadTiling("a board without usable cells: draw at least one '#'")
    return Region(cells)


def read_tile(text: str) -> Tile:
    """Return the tile described by a list of coordinates.

    >>> read_tile("[[0,0],[0,1],[0,2],[1,2]]")
    <Tile: 4 cells, 8 orientations, any number>

    Raises `BadTiling` unless it is a list of distinct pairs of whole numbers.
    """
    if not isinstance(text, str):
        raise BadTiling(
            f"expected a text such as [[0,0],[1,0]], not a value of type {type(text).__name__}"
        )
    shown = repr(text if len(text) <= 60 else text[:57] + "...")
    wanted = f"a tile is a list of coordinates, as [[0,0],[1,0]], not {shown}"
    try:
        pairs = json.loads(text)
    except (ValueError, RecursionError):
        raise BadTiling(wanted) from None
    if not isinstance(pairs, list) or not pairs:
        raise BadTiling(wanted)
    if len(pairs) > MOST_CELLS:
        raise BadTiling(f"a tile of {len(pairs)} cells: the limit is {MOST_CELLS}")
    cells = set()
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(n) is not int for n in pair):
            raise BadTiling(wanted)
        if any(abs(number) > 10**6 for number in pair):
            raise BadTiling(f"coordinates are from -1000000 to 1000000, not {pair!r}"[:120])
        if tuple(pair) in cells:
            raise BadTiling(f"{pair!r} occurs twice in the tile {shown}")
        cells.add(tuple(pair))
    return Tile(Region((x, -y) for x, y in cells), symmetries="all", times="any")


class TilingDocument:
    """The clauses of a tiling problem in the variables of the document.

    >>> document = TilingDocument(TilingProblem(read_board("##"), [read_tile("[[0,0],[1,0]]")]))
    >>> document
    <TilingDocument: 3 variables, 6 clauses>
    >>> [" ".join(document.literal(v) for v in clause) for clause in document]
    ['~P0_0_0 C_0_0', '~P0_0_0 C_1_0', 'P0_0_0', 'P0_0_0', 'C_0_0', 'C_1_0']

    `corner` is the cell of the region that is named (0, 0).
    Models correspond one to one to tilings.  Clauses are generated during iteration.
    Raises `BadTiling` for boards not made of squares, and tiles with bounded use.
    """

    def __init__(self, tiling: TilingProblem, *, corner: Cell = (0, 0)) -> None:
        if not isinstance(tiling, TilingProblem):
            raise BadTiling(f"a TilingProblem is encoded, not {type(tiling).__name__}")
        if tiling.board.lattice != SQUARE or tiling.board.dimension != 2:
            raise BadTiling("the tiling document is about flat boards of squares: use an encoding")
        for number, tile in enumerate(tiling.tiles):
            if tile.times != (0, None):
                raise BadTiling(
                    f"the tiling document lays a tile any number of times, not tile {number}: use "
                    "an encoding"
                )
        self._tiling = tiling
        self._corner = corner
        self._problem = tiling.problem()
        self._members = members_of(self._problem)
        self._conflicts = Conflicts(self._problem, dict(enumerate(self._members)))
        self._versions = [list(_version_numbers(tile)) for tile in tiling.tiles]

    @property
    def tiling(self) -> TilingProblem:
        """The tiling problem."""
        return self._tiling

    @property
    def variable_count(self) -> int:
        """The number of variables: one per placement, then one per cell."""
        return self._problem.option_count + self._problem.item_count

    @property
    def clause_count(self) -> int:
        """The number of clauses, computed without generating them."""
        return self._covered + self._pairs + 2 * self._problem.item_count

    @property
    def literal_count(self) -> int:
        """The total number of literals, computed without generating the clauses."""
        under = sum(max(1, len(members)) for members in self._members)
        return 2 * self._covered + 2 * self._pairs + under + self._problem.item_count

    @property
    def _covered(self) -> int:
        return sum(map(len, self._members))

    @cached_property
    def _pairs(self) -> int:
        return self._conflicts.count()

    def __iter__(self) -> Iterator[Clause]:
        problem = self._problem
        first = problem.option_count + 1
        for option in range(problem.option_count):
            yield from ((-option - 1, first + cell) for cell in problem.indices(option))
        for cell in range(problem.item_count):
            yield from self._conflicts.clauses(cell)
        for cell, members in enumerate(self._members):
            yield tuple(option + 1 for option in members) or (-(first + cell),)
        yield from ((first + cell,) for cell in range(problem.item_count))

    def name(self, variable: int) -> str:
        """Return the name of a variable: `P{version}_{x}_{y}` or `C_{x}_{y}`."""
        cells = cast("tuple[tuple[int, int], ...]", self._problem.item_names)
        if variable > self._problem.option_count:
            x, y = cells[variable - self._problem.option_count - 1]
            return f"C_{x - self._corner[0]}_{self._corner[1] - y}"
        covered = [cells[number] for number in self._problem.indices(variable - 1)]
        tile, orientation = self._tiling.placements.turn(variable - 1)
        x, y = min(x for x, _ in covered), max(y for _, y in covered)
        version = len(VERSIONS) * tile + self._versions[tile][orientation]
        return f"P{version}_{x - self._corner[0]}_{self._corner[1] - y}"

    def literal(self, literal: int) -> str:
        """Return a literal as Knuth's programs write it."""
        return self.name(literal) if literal > 0 else f"~{self.name(-literal)}"

    def solution(self, model: Iterable[int]) -> Solution:
        """Return the placements chosen by a model, for `tiling.read`."""
        return chosen_options(model, self._problem, self.variable_count)

    def __repr__(self) -> str:
        return f"<TilingDocument: {self.variable_count} variables, {self.clause_count} clauses>"


def _version_numbers(tile: Tile) -> Iterator[int]:
    """Return the version number of each orientation: the first version equal to it."""
    images = [tile.region.moved(symmetry).at_origin() for symmetry in VERSIONS]
    return map(images.index, tile.orientations)
