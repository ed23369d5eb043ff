"""Packings, and tilings with constraints: holes, forced or forbidden placements, and colors.

A hole is modeled as a tile of one cell with its own option, so each packing is exactly one
solution and every engine can count it.  An item bounds the number of holes, as for tiles.
Forced and forbidden placements and cell colors only remove options; edge colors are secondary
items to which two neighbors must give the same color.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from combien._base.checks import as_int, check_list, short_repr
from combien._base.displayed import Displayed
from combien._wording import counted
from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.drawing._picture import Picture
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import Part, cell_by_cell, drawn
from combien.tilings._paint import Border, Paint, PlacedPaint, edge_name
from combien.tilings._placement import Placement
from combien.tilings._placement_constraints import (
    GivenPlacements,
    NumberedRegion,
    PlacementConstraints,
)
from combien.tilings._symmetries import symmetries_of
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem

Base = TypeVar("Base", bound="TilingProblem | PackingProblem")


class Constrained(Generic[Base]):
    """A model that adds constraints to another one, its base, on the same board."""

    __slots__ = ("_base",)

    _base: Base

    @property
    def base(self) -> Base:
        """The problem without the constraints."""
        return self._base

    @property
    def board(self) -> Region:
        """The board to cover or pack."""
        return self._base.board

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, by number."""
        return self._base.tiles

    @property
    def name(self) -> str:
        """The name of the problem, or an empty string."""
        return self._base.name


class Packing(Arrangement):
    """Non-overlapping placements on a board, and the empty cells.

    >>> from combien.tilings import Tile
    >>> board, bar = Region.box(3, 1), Tile("**", times="any")
    >>> packing = Packing(board, [Placement(0, bar, 0, Region.box(2, 1))])
    >>> print(packing, list(packing.holes))
    aa. [(2, 0)]

    `paint` maps the first cell of each painted placement to its `PlacedPaint`.
    Raises `BadTiling` if a cell is covered twice or is outside the board.
    """

    __slots__ = ("_holes", "_paint")

    _noun = "packing"

    def __init__(
        self,
        board: Region,
        placements: Iterable[Placement],
        paint: Mapping[Cell, PlacedPaint] | None = None,
    ) -> None:
        super().__init__(board, placements)
        self._holes = Region(self._bare, dimension=board.dimension, lattice=board.lattice)
        if paint is not None and not isinstance(paint, Mapping):
            raise BadTiling(f"paint: expected a dict, not a value of type {type(paint).__name__}")
        self._paint = dict(paint or {})

    @property
    def holes(self) -> Region:
        """The empty cells."""
        return self._holes

    @property
    def paint(self) -> Mapping[Cell, PlacedPaint]:
        """The `PlacedPaint` of each painted placement, by its first cell."""
        return dict(self._paint)

    def _parts(self) -> Iterator[Part]:
        yield from super()._parts()
        if self._holes:
            yield self._holes, None, ""

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), frozenset(self._paint.items())

    def __repr__(self) -> str:
        holes = counted(len(self._holes), "hole")
        return f"<Packing: {counted(len(self), 'placement')} and {holes}>"


class PackingProblem(Displayed, Constrained[TilingProblem]):
    """A tiling problem with holes, forced or forbidden placements, or colors.

    >>> import combien
    >>> from combien import Tile
    >>> bars = TilingProblem("*****", [Tile("**", times="any", name="I")])
    >>> print(combien.solve(PackingProblem(bars, holes=1, forbidden=[(0, Region.box(2, 1))])))
    .aabb
    >>> combien.count(PackingProblem(bars, holes="any"))
    8

        holes=3, holes=(0, 3)     number of empty cells: exactly, or minimum and maximum
        holes="any"               any number of empty cells; by default, none
        optional=region           only these may stay empty (any number, unless holes= is given)
        forced=, forbidden=       placements, or pairs (tile number, region), or a tiling or packing
        paints={0: Paint(...)}    colors of the cells and edges of a tile, by its number
        colors={cell: color}      colors of the board, which painted cells must match
        allowed=[(a, b), ...]     pairs of colors, of a tile's cell and of the board, that go
                                  together; by default, equal colors
        border=color              the color of painted edges along the border of the board

    Raises `BadTiling` for an invalid argument.
    """

    __slots__ = (
        "_allowed",
        "_border",
        "_colors",
        "_constraints",
        "_holes",
        "_open",
        "_paints",
        "_placed",
        "_problem",
        "_sources",
    )

    def __init__(
        self,
        base: TilingProblem,
        *,
        holes: Times | None = None,
        optional: Region | None = None,
        forced: GivenPlacements = (),
        forbidden: GivenPlacements = (),
        paints: Mapping[int, Paint] | None = None,
        colors: Mapping[Cell, Hashable] | None = None,
        allowed: Iterable[tuple[Hashable, Hashable]] | None = None,
        border: Border = None,
    ) -> None:
        if not isinstance(base, TilingProblem):
            raise BadTiling(f"base: expected a TilingProblem, not a {type(base).__name__}")
        if optional is not None and not (
            isinstance(optional, Region)
            and optional.dimension == base.board.dimension
            and optional.lattice == base.board.lattice
            and optional <= base.board
        ):
            raise BadTiling("optional: expected a Region of cells of the board")
        self._base = base
        self._holes = _holes(holes, optional)
        self._constraints = PlacementConstraints(base, forced=forced, forbidden=forbidden)
        may = base.board if optional is None else optional
        self._open = tuple(
            cell for cell in may if self._constraints.is_free(cell) and self._holes != (0, 0)
        )
        for what, table in (("paints", paints), ("colors", colors)):
            if table is not None and not isinstance(table, Mapping):
                raise BadTiling(
                    f"{what}: expected a dict, not a value of type {type(table).__name__}"
                )
        self._paints = dict(paints or {})
        if self._paints and base.board.lattice.cover != base.board.lattice:
            raise BadTiling(
                f"paint on a board of {base.board.lattice.name}: paint is supported only on boards "
                "that do not wrap around"
            )
        for number in self._paints:
            if not (type(number) is int and 0 <= number < len(base.tiles)):
                raise BadTiling(
                    f"paint for tile {number!r}: there are {len(base.tiles)} tiles, from 0"
                )
            if not isinstance(self._paints[number], Paint):
                raise BadTiling(f"the paint of tile {number} is a Paint(cells=..., edges=...)")
            self._paints[number].check(base.tiles[number], number)
        self._colors = dict(colors or {})
        for cell in self._colors:
            if cell not in base.board:
                raise BadTiling(f"a color is given for {cell!r}, which is not a cell of the board")
        self._allowed = None if allowed is None else _color_pairs(allowed)
        self._border = border
        self._problem: Problem | None = None
        # The number of the base problem's placement, for each option.
        self._sources: list[int] = []
        self._placed: dict[int, PlacedPaint] = {}

    @property
    def holes(self) -> tuple[int, int | None]:
        """The minimum and maximum number of empty cells; the maximum is None if unbounded."""
        return self._holes

    @property
    def may_be_holes(self) -> tuple[Cell, ...]:
        """The cells that may stay empty, in reading order."""
        return self._open

    @property
    def paints(self) -> Mapping[int, Paint]:
        """The paint of tiles, by number."""
        return dict(self._paints)

    @property
    def colors(self) -> Mapping[Cell, Hashable]:
        """The colors of the board, by cell."""
        return dict(self._colors)

    @property
    def allowed(self) -> frozenset[tuple[Hashable, Hashable]] | None:
        """The colors that go together: of a tile's cell, and of the board; None if equal ones."""
        return self._allowed

    @property
    def forced(self) -> tuple[NumberedRegion, ...]:
        """The placements required in every packing: (tile number, region)."""
        return self._constraints.forced

    @property
    def forbidden(self) -> tuple[NumberedRegion, ...]:
        """The placements excluded from every packing: (tile number, region)."""
        return self._constraints.forbidden

    def complete(self, placements: GivenPlacements) -> PackingProblem:
        """Return the same problem with these placements forced as well."""
        more = PlacementConstraints(self._base, forced=placements)
        holes: Times = "any" if self._holes == (0, None) else self._holes
        return self._changed(self._base, holes, [*self.forced, *more.forced])

    def _changed(
        self, base: TilingProblem, holes: Times, forced: GivenPlacements
    ) -> PackingProblem:
        optional = None
        if self._holes != (0, 0):
            optional = Region(
                self._open, dimension=self.board.dimension, lattice=self.board.lattice
            )
        return PackingProblem(
            base,
            holes=holes,
            optional=optional,
            forced=forced,
            forbidden=self.forbidden,
            paints=self._paints,
            colors=self._colors,
            allowed=self._allowed,
            border=self._border,
        )

    def problem(self) -> Problem:
        """Return the exact cover problem, which is built once and cached.

        >>> from combien import Tile
        >>> bar = TilingProblem("***", [Tile("**", times="any")])
        >>> PackingProblem(bar, holes=1).problem()
        <Problem: 4 items, 5 options>

        Items are the tiling problem's, then 'holes' if their number is bounded, then the painted
        edges.  Options are the placements, then the holes.
        """
        if self._problem is None:
            self._problem = self._made()
        return self._problem

    def placement(self, option: int) -> Placement | None:
        """Return the placement of an option, or None for a hole."""
        count = self.problem().option_count
        if not isinstance(option, int) or not 0 <= option < count:
            raise BadTiling(f"there is no option {short_repr(option)}: there are {count}")
        if option >= len(self._sources):
            return None
        return self._base.placements[self._sources[option]]

    def read(self, solution: Solution) -> Packing:
        """Return the packing for a solution of `problem()`."""
        if not isinstance(solution, Iterable):
            raise BadTiling(f"solution: expected a list of options, not {type(solution).__name__}")
        options = check_list("solution", solution, error=BadTiling)
        laid = [(option, self.placement(option)) for option in options]
        paint = {
            placement.region.cells[0]: self._placed[option]
            for option, placement in laid
            if placement is not None and option in self._placed
        }
        return Packing(self.board, (p for _, p in laid if p is not None), paint)

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the board that preserve tiles, holes, colors and constraints.

        >>> from combien import Tile
        >>> bars = TilingProblem("*****", [Tile("**", times=2)])
        >>> PackingProblem(bars, holes=1).symmetries().names
        ('Id', 'Rot180')
        >>> PackingProblem(bars, optional=Region([(0, 0)])).symmetries().names
        ('Id',)

        `up_to` and errors are as for `TilingProblem.symmetries`.  A reflection is one of them if
        each tile is its own mirror image or has a twin with the same bounds.
        """
        self.problem()
        uses: dict[int, list[int]] = {number: [] for number in range(len(self.tiles))}
        for option, source in enumerate(self._sources):
            uses[self._base.placements.turn(source)[0]].append(option)
        empty = range(len(self._sources), len(self._sources) + len(self._open))
        groups = [(tile.times, len(tile), uses[n]) for n, tile in enumerate(self.tiles)]
        return symmetries_of(self, up_to, groups=[*groups, ("holes", 1, empty)], paint=self._placed)

    def picture(self) -> Picture:
        """Draw the board with forced placements, and forbidden ones labeled x.

        Raises `BadPicture` above dimension 3.
        """
        parts = cell_by_cell(self.board)
        parts += [(region, len(self.tiles), "x") for _, region in self.forbidden]
        parts += [(region, number, self.tiles[number].name) for number, region in self.forced]
        return drawn(self.board, parts, title=self.name)

    def _made(self) -> Problem:
        base = self._base.problem()
        builder = Problem.builder()
        builder.copy_items(base)
        low, high = self._holes
        use: tuple[str, ...] = ()
        if self._open and (low, high) != (0, None):
            use, once = ("holes",), (low, high) == (0, 1)
            most = len(self.board) if high is None else high
            builder.item("holes", secondary=once, bounds=None if once else (low, max(low, most)))
        elif low:
            # Holes are required but no cell may be empty: add an item that no option covers.
            builder.item("holes", bounds=(low, low if high is None else high))
        self._sources, self._placed = [], {}
        builder.gather(self._entries(builder.item))
        builder.gather((cell, *use) for cell in self._open)
        return builder.build()

    def _entries(self, declare: Callable[..., None]) -> Iterator[tuple[Hashable, ...]]:
        """Yield the entries of each allowed placement, once for each position of its paint."""
        base, declared = self._base.problem(), set[str]()
        for option, placement in enumerate(self._base.placements):
            number, cells = placement.number, placement.region.cells
            if not self._constraints.allow(number, cells):
                continue
            paint = self._paints.get(number)
            if paint is None:
                self._sources.append(option)
                yield base.entries(option)
                continue
            for placed in paint.placed(placement.tile, placement.region):
                if not self._fits(placed):
                    continue
                edges = [(edge_name(edge), c) for edge, c in placed.edges if edge[1] in self.board]
                for name, _ in edges:
                    if name not in declared:
                        declare(name, secondary=True)
                        declared.add(name)
                self._placed[len(self._sources)] = placed
                self._sources.append(option)
                yield base.entries(option) + tuple(Colored(name, c) for name, c in edges)

    def _fits(self, placed: PlacedPaint) -> bool:
        """Return whether paint matches the colors of the board and its border."""
        for cell, color in placed.cells:
            if cell in self._colors and not self._go_together(color, self._colors[cell]):
                return False
        return self._border is None or all(
            color == self._border for edge, color in placed.edges if edge[1] not in self.board
        )

    def _go_together(self, own: Hashable, board: Hashable) -> bool:
        return own == board if self._allowed is None else (own, board) in self._allowed

    def __repr__(self) -> str:
        constraints = [
            f"{len(self.forced)} forced" if self.forced else "",
            f"{len(self.forbidden)} forbidden" if self.forbidden else "",
            f"{_often(self._holes)} holes" if self._holes != (0, 0) else "",
        ]
        return f"<PackingProblem: {', '.join(filter(None, [repr(self._base), *constraints]))}>"


def with_free_holes(problem: PackingProblem, base: TilingProblem) -> PackingProblem:
    """Return a packing problem with other bounds of its tiles, and any number of holes.

    If the problem limits the cells that may stay empty, they are the same.
    """
    return problem._changed(base, "any", problem.forced)


def _color_pairs(allowed: object) -> frozenset[tuple[Hashable, Hashable]]:
    if isinstance(allowed, str) or not isinstance(allowed, Iterable):
        allowed = [None]
    pairs: list[tuple[Hashable, Hashable]] = []
    for pair in check_list("allowed", allowed, error=BadTiling):
        if not (isinstance(pair, tuple) and len(pair) == 2 and _is_hashable(pair)):
            raise BadTiling(
                "allowed: expected pairs of colors, of a tile's cell and of the board, as in "
                '[("red", "white")]'
            )
        pairs.append(pair)
    return frozenset(pairs)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _holes(times: object, optional: Region | None) -> tuple[int, int | None]:
    """Return the minimum and maximum number of holes; the maximum may be None."""
    if times is None:
        return (0, 0) if optional is None else (0, None)
    if isinstance(times, str) and times == "any":
        return 0, None
    given = times if isinstance(times, tuple) and len(times) == 2 else (times, times)
    low, high = map(as_int, given)
    if low is not None and given[1] is None and 0 <= low < 2**31:
        return low, None
    if low is not None and high is not None and 0 <= low <= high < 2**31:
        return low, high
    raise BadTiling("holes: expected a whole number, a pair such as (0, 3) or (2, None), or 'any'")


def _often(bounds: tuple[int, int | None]) -> str:
    low, high = bounds
    if high is None:
        return f"at least {low}" if low else "any number of"
    return f"{low}" if low == high else f"{low} to {high}"
