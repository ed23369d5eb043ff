"""Tilings as exact cover: each cell is covered once, each tile is used within its bounds.

The items are the cells of the board in reading order, then one for each tile whose use is bounded:
primary for exactly once, secondary for at most once, primary with bounds for anything else.  The
options are the placements: tile by tile, orientation by orientation, place by place in reading
order.  This module builds the problem; `combien.solve(problem)` returns a `Tiling`.  The reduction
follows the library combine (El Sibaïe and Filliâtre, 2013), extended with items for tiles that have
other bounds than once or at most once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count

from combien._base.checks import check_list, short_repr
from combien._base.displayed import Displayed
from combien._wording import counted
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.drawing._picture import Picture
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import cell_by_cell, drawn
from combien.tilings._placement import Placement, Placements, Slider, predicted
from combien.tilings._symmetries import symmetries_of
from combien.tilings._tile import Tile

# At these limits (F, L and T pentominoes on 1000 x 1000) a problem takes 2 s and 0.6 GB.
_MOST_PLACEMENTS = 20_000_000
_MOST_COVERED = 100_000_000


def _go_on(done: int) -> None:
    """Pause for nothing."""


class Tiling(Arrangement):
    """A board covered by placements, each cell exactly once.

    >>> board, bar, low = Region.box(2, 2), Tile("**", times="any"), Region.box(2, 1)
    >>> tiling = Tiling(board, [Placement(0, bar, 0, low), Placement(0, bar, 0, low.shift(0, 1))])
    >>> print(tiling)
    aa
    bb
    >>> tiling.at((1, 0))
    <Placement: tile 0, orientation 0, at (0, 0)>

    Placements are sorted by their first cells in reading order.
    Raises `BadTiling` if a cell is covered twice, not covered, or outside the board.
    """

    __slots__ = ("_at",)

    _noun = "tiling"

    def __init__(self, board: Region, placements: Iterable[Placement]) -> None:
        super().__init__(board, placements)
        if self._bare:
            raise BadTiling(f"no tiling: cell {self._bare[0]} is not covered")
        self._at: dict[Cell, Placement] = {}

    def at(self, cell: Cell) -> Placement:
        """Return the placement that covers a cell; `BadTiling` if it is outside the board."""
        if not isinstance(cell, tuple) or cell not in self._board:
            raise BadTiling("this cell is not of the board")
        if not self._at:
            self._at = {
                covered: placement for placement in self._placements for covered in placement.region
            }
        return self._at[cell]

    def __repr__(self) -> str:
        return f"<Tiling: {counted(len(self), 'placement')} on {counted(len(self._board), 'cell')}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Tiling, (self._board, self._placements)


class TilingProblem(Displayed):
    """A model of a board to cover with tiles.

    >>> problem = TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all", times="any")])
    >>> problem
    <TilingProblem: 6 cells, 1 tile>
    >>> problem.problem()
    <Problem: 6 items, 7 options>
    >>> import combien
    >>> print(combien.solve(problem))
    aab
    ccb

    The board is a `Region` or its drawing.  Entries of `tiles` are distinct, even if their
    shapes are equal; without tiles there is no solution.
    Raises `BadTiling` for an empty board, for tiles of another dimension, and if more than
    20,000,000 placements or 100,000,000 cells in them are expected from the sizes.
    Cost: about 0.3 s for dominoes on 1000 x 1000 cells (1,998,000 placements).
    """

    __slots__ = ("_board", "_name", "_placements", "_problem", "_tiles")

    def __init__(self, board: Region | str, tiles: Iterable[Tile], *, name: str = "") -> None:
        if isinstance(board, str):
            board = Region.from_art(board)
        if not isinstance(board, Region):
            raise BadTiling(
                f"board: expected a Region or a drawing, not a value of type {type(board).__name__}"
            )
        if not board:
            raise BadTiling("an empty board: draw at least one '*'")
        if isinstance(tiles, (Tile, Region, str)) or not isinstance(tiles, Iterable):
            raise BadTiling(
                f"tiles: expected a list of Tile, not a value of type {type(tiles).__name__}: "
                "write [Tile(...)]"
            )
        if not isinstance(name, str):
            raise BadTiling(f"name: expected a string, not a value of type {type(name).__name__}")
        self._board = board
        self._tiles = tuple(check_list("tiles", tiles, error=BadTiling, ordered=True))
        self._name = name
        self._problem: Problem | None = None
        self._placements: Placements | None = None
        self._check()

    def _check(self) -> None:
        expected = covered = 0
        for number, tile in enumerate(self._tiles):
            if not isinstance(tile, Tile):
                raise BadTiling(
                    f"tile {number} is of type {type(tile).__name__}: wrap it, as in Tile('**')"
                )
            if tile.region.dimension != self._board.dimension:
                raise BadTiling(
                    f"tile {number} is of dimension {tile.region.dimension}, the board of "
                    f"dimension {self._board.dimension}"
                )
            if tile.region.lattice != self._board.lattice.cover:
                raise BadTiling(
                    f"tile {number} is of {tile.region.lattice.name}, the board of "
                    f"{self._board.lattice.name}"
                )
            places = sum(predicted(self._board, region) for region in tile.orientations)
            expected, covered = expected + places, covered + places * len(tile)
        if expected > _MOST_PLACEMENTS or covered > _MOST_COVERED:
            raise BadTiling(
                f"up to {expected} placements that cover {covered} cells are to be expected: the "
                f"limits are {_MOST_PLACEMENTS} and {_MOST_COVERED}; take a smaller board, fewer "
                "tiles or fewer symmetries"
            )

    @property
    def board(self) -> Region:
        """The board to cover."""
        return self._board

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, by number."""
        return self._tiles

    @property
    def name(self) -> str:
        """The name of the problem, or an empty string."""
        return self._name

    @property
    def placements(self) -> Placements:
        """The placements by option number.

        >>> TilingProblem("**\\n**", [Tile("**", name="bar")]).placements[0]
        <Placement: tile 0 (bar), orientation 0, at (0, 1)>
        """
        return self._made()[1]

    def kind(self, option: int) -> str | int:
        """Return the name of the tile of an option, or the tile's number if it has no name."""
        self.placements.turn(option)  # Raises for invalid option numbers.
        placement = self.placements[option]
        return placement.tile.name or placement.number

    def problem(self) -> Problem:
        """Return the exact cover problem, which is built once and cached.

        >>> TilingProblem("**", [Tile("*", times=(0, 2), name="dot")]).problem().items
        (<primary item (0, 0)>, <primary item (1, 0)>, <primary item 'tile 0 (dot)', 0 to 2>)

        Items are named by their cell or tile, and options by their entries.
        """
        return self._made()[0]

    def read(self, solution: Solution) -> Tiling:
        """Return the tiling for a solution of `problem()`."""
        placements = self.placements
        if not isinstance(solution, Iterable):
            raise BadTiling(f"solution: expected a list of options, not {type(solution).__name__}")
        chosen = check_list("solution", solution, error=BadTiling)
        for option in chosen:
            if not isinstance(option, int) or not 0 <= option < len(placements):
                raise BadTiling(
                    f"there is no placement {short_repr(option)}: there are {len(placements)}"
                )
        return Tiling(self._board, (placements[option] for option in chosen))

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries shared by the board, the tiles and their bounds.

        >>> TilingProblem("***", [Tile("**"), Tile("*")]).symmetries().names
        ('Id', 'Rot180')

        `up_to` restricts them to "all", "rotations", "none", or a `Group` of symmetries of the
        problem.  Among equal tiles, the first is mapped to the first.  Raises `BadTiling`.
        """
        groups = (
            (tile.times, len(tile), self.placements.of_tile(number))
            for number, tile in enumerate(self._tiles)
        )
        return symmetries_of(self, up_to, groups=groups)

    def picture(self) -> Picture:
        """Draw the cells of the empty board.  Raises `BadPicture` above dimension 3.

        Notebooks also show the tiles.
        """
        return drawn(self._board, cell_by_cell(self._board), title=self._name)

    def _made(self, pause: Callable[[int], object] = _go_on) -> tuple[Problem, Placements]:
        if self._problem is None or self._placements is None:
            builder = Problem.builder()
            cells = self._board.cells
            bounded = [n for n, tile in enumerate(self._tiles) if tile.times != (0, None)]
            names = tuple(self._tiles[number].called(number) for number in bounded)
            flags = bytes(self._tiles[number].times != (0, 1) for number in bounded)
            builder._number_items(cells + names, b"\1" * len(cells) + flags)
            items = dict(zip(bounded, count(len(cells))))
            for (number, item), name in zip(items.items(), names, strict=True):
                low, high = self._tiles[number].times
                if (low, high) != (0, 1):
                    # A tile cannot be used more times than there are cells: this means "any".
                    most = max(low, len(cells)) if high is None else high
                    builder._bound(item, name, low, most)
            slider = Slider(self._board)
            turns: list[tuple[int, int]] = []
            starts: list[int] = []
            for number, tile in enumerate(self._tiles):
                laid = slider.lay(tile.orientations, items.get(number))
                for orientation, parts in enumerate(laid):
                    turns.append((number, orientation))
                    starts.append(len(builder.starts) - 1)
                    pause(starts[-1])
                    for place, part in enumerate(parts):
                        before = len(builder.starts) - 1
                        if place:
                            pause(before)
                        if part and before > starts[-1]:
                            builder._check_bytes(before - starts[-1])
                        builder._extend_evenly(len(tile) + (number in items), part)
            pause(len(builder.starts) - 1)
            self._problem = builder.build()
            lattice = self._board.lattice
            self._placements = Placements(self._problem, self._tiles, turns, starts, lattice)
        return self._problem, self._placements

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, TilingProblem) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        named = f" {self._name!r}" if self._name else ""
        cells, tiles = counted(len(self._board), "cell"), counted(len(self._tiles), "tile")
        return f"<TilingProblem{named}: {cells}, {tiles}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, self._key()

    def _key(self) -> tuple[Region, tuple[Tile, ...], str]:
        return self._board, self._tiles, self._name


def build_problem(model: TilingProblem, pause: Callable[[int], None]) -> Problem:
    """Build the exact cover problem of a model, calling `pause` again and again meanwhile.

    >>> bars = TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all", times="any")])
    >>> build_problem(bars, print)
    0
    4
    7
    <Problem: 6 items, 7 options>

    `pause` gets the number of placements so far.  It may raise an exception; then nothing is kept.
    """
    return model._made(pause)[0]


def _restored(board: Region, tiles: tuple[Tile, ...], name: str) -> TilingProblem:
    """Rebuild a tiling problem from its pickled parts."""
    return TilingProblem(board, tiles, name=name)


def equal_tiles(tiles: Sequence[Tile]) -> list[list[int]]:
    """Return the numbers of tiles that are equal, as lists of two or more.

    >>> bar, upright = Tile("**", symmetries="all"), Tile("*\\n*", symmetries="all", name="I")
    >>> equal_tiles([bar, Tile("**"), Tile("*"), upright])
    [[0, 3]]

    Tiles are equal if they have the same orientations, which are only computed for tiles with the
    same number of cells and size.
    """
    likely: dict[object, list[int]] = {}
    for number, tile in enumerate(tiles):
        likely.setdefault((len(tile), tuple(sorted(tile.region.size))), []).append(number)
    found: dict[frozenset[Region], list[int]] = {}
    for numbers in likely.values():
        if len(numbers) > 1:
            for number in numbers:
                found.setdefault(frozenset(tiles[number].orientations), []).append(number)
    return sorted(numbers for numbers in found.values() if len(numbers) > 1)


def times_together(tiles: Sequence[Tile]) -> tuple[int, int | None]:
    """Return the minimum and maximum total number of uses of these tiles; None if unbounded.

    >>> times_together([Tile("*"), Tile("*", times=(0, 2))]), times_together([])
    ((1, 3), (0, 0))
    """
    highs = [tile.times[1] for tile in tiles]
    known = [high for high in highs if high is not None]
    return sum(tile.times[0] for tile in tiles), sum(known) if len(known) == len(highs) else None
