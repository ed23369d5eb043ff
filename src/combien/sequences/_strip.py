"""Strips: a cross-section that is repeated along an axis, and the tiles that cover it.

A strip of length n has n copies of the cross-section, the *slabs*.  Its cells are numbered slab by
slab, so that a placement of a tile is a set of numbers whatever the lattice is; the automaton
(`_automaton.py`) works with those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod

from combien._base.checks import as_int, check_bool, check_int, check_list, did_you_mean, short_repr
from combien._base.displayed import Displayed
from combien._wording import counted, printable
from combien.errors import BadRegion, BadTiling
from combien.geometry._cell import MOST_CELLS, Cell
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._region import Region
from combien.geometry._symmetry import Symmetry
from combien.geometry._wrapped import Wrapped
from combien.sequences._automaton import Layout, preserves
from combien.tilings._names import tiles_named
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

# Sets of tiles that depend on the cross-section; in space they are sets of cubes and boxes.
STRIP_SETS = ("squares", "rectangles", "bars")
MOST_WIDTH = 1000
# Of slabs for these sets.  A square wider than this does not fit into the window of the automaton,
# and the placements of rectangles would take minutes to list.
MOST_SET_CELLS = 128
MOST_SQUARE = 32


class Strip(Displayed):
    """A family of boards: a cross-section, repeated along an axis, with tiles to cover it.

    >>> Strip(4, tiles="domino")
    <Strip: 4 cells a slab, 7 placements>
    >>> from combien.sequences import sequence
    >>> sequence(Strip(4, tiles="domino")).recurrence().coefficients
    (1, 5, 1, -1)
    >>> from combien.geometry import cylinder
    >>> slabs, ring = Region.box(2, 2, 1), cylinder(6, 1)
    >>> [sequence(Strip(region, tiles="domino"))[4] for region in (slabs, ring)]
    [121, 725]

    `cross_section` is a region, whose cells are one slab, or the width of a row of squares.  `axis`
    is the direction in which it is repeated: the number of an axis (of `Region.box`), or a vector
    from each slab to the next, which may be skew, also around a cylinder; by default the axis along
    which the region has length 1, or else the first one.  A region of several cells along the axis
    is repeated as a whole.

    `tiles` are tiles, or names: `domino`, `L-tromino`, `pentominoes`, `2x3`, a drawing such as
    `"**/*."`, or a set of all sizes that fit: `squares`, `rectangles` (of any length along the
    strip; boxes in space) and `bars` (rectangles of width 1).  Each may be used any number of
    times, also a tile with `times=1`, the default; named ones may be turned unless `fixed`.

    Raises `BadRegion` for an invalid cross-section or axis, and `BadTiling` for invalid tiles, and
    if no tile fits.
    """

    def __init__(
        self,
        cross_section: Region | int,
        *,
        axis: int | Sequence[int] | None = None,
        tiles: Iterable[Tile | str] | Tile | str,
        fixed: bool = False,
    ) -> None:
        if not isinstance(cross_section, Region):
            width = check_int("cross_section", cross_section, least=1, most=MOST_WIDTH)
            cross_section, axis = Region.box(width, 1), 1 if axis is None else axis
        if not cross_section:
            raise BadRegion("a cross-section without cells")
        self._region = cross_section
        self._step = _step(cross_section, axis)
        # A coordinate that differs from each slab to the next, and is not glued.
        seams = lattice.seams if isinstance(lattice := cross_section.lattice, Wrapped) else ()
        self._along = next(
            axis
            for axis, step in enumerate(self._step)
            if step and seams[axis : axis + 1] != ("glued",)
        )
        order = {cell: place for place, cell in enumerate(cross_section.cells)}
        self._cells = sorted(order, key=lambda cell: (cell[self._along], order[cell]))
        self._slots = {cell: slot for slot, cell in enumerate(self._cells)}
        for cell in self._cells:
            if len(self._places(cell)) > 1:
                raise BadRegion(f"the next slab, {self._step} further, overlaps the cross-section")
        given = unlimited(tiles)
        self._words = [
            tile if isinstance(tile, str) else getattr(tile, "name", "") or "tile" for tile in given
        ]
        self._sets = tuple(name for name in given if isinstance(name, str) and name in STRIP_SETS)
        self._tiles = tuple(self._named(given, fixed=check_bool("fixed", fixed)))
        if not self.layout.placements and not self.layout.prisms:
            raise BadTiling("no tile fits into the strip: take others, or a wider cross-section")

    @property
    def title(self) -> str:
        """What is counted, in words.

        >>> Strip(4, tiles=["domino", "2x2"]).title
        'tilings of a 4 X n rectangle with domino, 2x2'
        """
        region = self._region
        if isinstance(region.lattice, Wrapped):
            board = f"a cylinder of n rings of {counted(len(region), 'cell')}"
        elif region.lattice == SQUARE and self._fills_box():
            sides = [side for axis, side in enumerate(region.size) if axis != self._along]
            board = " X ".join(["a", *map(str, sides), "n"]).replace("a X", "a", 1)
            board += " rectangle" if region.dimension == 2 else " box"
        else:
            board = f"a strip of n slabs of {counted(len(region), 'cell')}"
        return printable(f"tilings of {board} with {', '.join(self._words)}")

    def _fills_box(self) -> bool:
        """Whether the strip is a box: the slabs are boxes of length 1, one after the other."""
        steps = sorted(map(abs, self._step))
        return steps == [0] * (len(steps) - 1) + [1] and len(self._region) == prod(
            self._region.size
        )

    @property
    def cross_section(self) -> Region:
        """The cells of the first slab."""
        return self._region

    @property
    def step(self) -> Cell:
        """The vector from each slab to the next."""
        return self._step

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of limited length; bars and rectangles along the strip are not among them."""
        return self._tiles

    def board(self, n: int) -> Region:
        """Return the strip of n slabs.

        >>> Strip(4, tiles="domino").board(7)
        <Region: 28 cells in 4 x 7>
        """
        check_int("n", n, least=1, most=MOST_CELLS // len(self._cells))
        lattice: Lattice = self._region.lattice
        cells = [self._moved(cell, slab) for slab in range(n) for cell in self._cells]
        if isinstance(lattice, Wrapped):
            # The box must be as long as the strip in the open direction.
            length = max(cell[self._along] for cell in cells) + 1
            size = tuple(
                side if seam == "glued" else max(side, length)
                for side, seam in zip(lattice.size, lattice.seams, strict=True)
            )
            lattice = Wrapped(lattice.cover, size, lattice.seams)
            cells = [lattice.wrap(cell) for cell in cells]
        return Region(cells, dimension=self._region.dimension, lattice=lattice)

    def model(self, n: int) -> TilingProblem:
        """Return the strip of n slabs as a tiling problem, for other questions and engines.

        >>> import combien
        >>> combien.count(Strip(2, tiles="rectangles").model(4))
        148
        """
        board = self.board(n)
        tiles = [
            Tile(tile.region, symmetries=tile.symmetries, times="any", name=tile.name)
            for tile in self._tiles
        ]
        for size in self._prism_sizes():
            for length in range(1, n + 1):
                sides = [*size[: self._along], length, *size[self._along + 1 :]]
                tiles.append(Tile(Region.box(*sides), times="any"))
        return TilingProblem(board, tiles)

    @cached_property
    def layout(self) -> Layout:
        """The placements as numbers of cells, and the symmetries of the slab."""
        placements = tuple(cells for kind in self.kinds for cells in sorted(kind))
        prisms = tuple(self._prisms())
        kinds = [*self.kinds, frozenset(prisms)]
        unmoved = tuple(range(len(self._cells)))
        symmetries = tuple(
            images
            for images, reverses in self.symmetries()
            if not reverses and images != unmoved and preserves(kinds, images, reverses=False)
        )
        return Layout(len(unmoved), placements, prisms, symmetries)

    @cached_property
    def kinds(self) -> tuple[frozenset[tuple[int, ...]], ...]:
        """The `placements` of each tile of limited length."""
        return tuple(frozenset(self.placements(tile)) for tile in self._tiles)

    def __repr__(self) -> str:
        layout = self.layout
        number = len(layout.placements)
        parts = [f"{counted(number, 'placement')}"] if number else []
        if layout.prisms:
            parts.append(f"{counted(len(layout.prisms), 'prism')} of any length")
        return f"<Strip: {counted(layout.slots, 'cell')} a slab, {', '.join(parts)}>"

    def _moved(self, cell: Cell, slabs: int) -> Cell:
        return tuple(at + slabs * step for at, step in zip(cell, self._step, strict=True))

    def _places(self, cell: Cell) -> list[tuple[int, int]]:
        """Return the slabs and slots of a cell of the cover: one, or none outside of the strip."""
        lattice = self._region.lattice
        step = self._step[self._along]
        ends = (
            (cell[self._along] - self._region.low[self._along]) // step,
            (cell[self._along] - self._region.high[self._along]) // step,
        )
        found = []
        for slab in range(min(ends), max(ends) + 2):
            home = self._moved(cell, -slab)
            if isinstance(lattice, Wrapped):
                home = lattice.wrap(home)
            if home in self._slots:
                found.append((slab, self._slots[home]))
        return found

    def _numbers(self, cells: Iterable[Cell]) -> tuple[int, ...] | None:
        """Return the numbers of the cells of a placement, moved to begin in slab 0.

        None if one is outside of the strip, or if two are the same cell.
        """
        places = []
        for cell in cells:
            found = self._places(cell)
            if not found:
                return None
            places += found
        first = min(slab for slab, _ in places)
        numbers = {(slab - first) * len(self._cells) + slot for slab, slot in places}
        return tuple(sorted(numbers)) if len(numbers) == len(places) else None

    def placements(self, tile: Tile) -> list[tuple[int, ...]]:
        """Return the placements of a tile that begin in the first slab, as numbers of cells.

        >>> Strip(2, tiles="domino").placements(Tile("**"))
        [(0, 1)]

        The cell of slot s in slab k has the number k * slots + s.
        """
        kind = self._region.lattice.kind
        found: dict[tuple[int, ...], None] = {}
        for shape in tile.orientations:
            # The first cell is in some slab, which can be the first one.
            start = shape.cells[0]
            for slot in self._cells:
                if kind(slot) != kind(start):
                    continue
                vector = tuple(map(int.__sub__, slot, start))
                numbers = self._numbers(tuple(map(int.__add__, cell, vector)) for cell in shape)
                if numbers is not None:
                    found[numbers] = None
        return list(found)

    def _named(self, given: Iterable[Tile | str], *, fixed: bool) -> Iterator[Tile]:
        lattice, dimension = self._region.lattice.cover, self._region.dimension
        for tile in given:
            if isinstance(tile, Tile):
                if tile.region.lattice != lattice or tile.region.dimension != dimension:
                    raise BadTiling(
                        f"a tile of {tile.region.lattice.name} (dimension {tile.region.dimension}) "
                        f"in a strip of {lattice.name} (dimension {dimension})"
                    )
                yield tile
            elif tile in STRIP_SETS:
                yield from self._set(tile)
            else:
                try:
                    yield from tiles_named(tile, lattice=lattice, dimension=dimension, fixed=fixed)
                except BadTiling as error:
                    if hint := did_you_mean(tile, STRIP_SETS):
                        raise BadTiling(f"{error}{hint}") from None
                    raise

    def _set(self, name: str) -> Iterator[Tile]:
        """Yield the tiles of limited length of a set that depends on the cross-section."""
        region = self._region
        if region.lattice.cover != SQUARE:
            raise BadTiling(f"{name} are sets of tiles of squares, not of {region.lattice.name}")
        widest = max(region.size)
        if len(region) > MOST_SET_CELLS or (name == "squares" and widest > MOST_SQUARE):
            raise BadTiling(
                f"{name} that fit into a slab of {len(region)} cells are too many: expected at "
                f"most {MOST_SQUARE if name == 'squares' else MOST_SET_CELLS} in a row"
            )
        if name == "squares":
            for side in range(1, widest + 1):
                text = "x".join([str(side)] * region.dimension)
                yield Tile(Region.box(*[side] * region.dimension), times="any", name=text)
            return
        if any(step != (axis == self._along) for axis, step in enumerate(self._step)):
            raise BadTiling(
                f"{name} of any length need a cross-section of length 1 that is repeated along an "
                "axis"
            )
        if name == "bars":
            for axis, size in enumerate(region.size):
                for length in range(2, (size if axis != self._along else 0) + 1):
                    box = [length if axis == other else 1 for other in range(region.dimension)]
                    yield Tile(Region.box(*box), times="any", name="x".join(map(str, box)))

    def _prism_sizes(self) -> list[tuple[int, ...]]:
        """Return the sizes of the boxes that a bar or rectangle of any length covers in a slab."""
        region = self._region
        if "rectangles" in self._sets:
            sides = (
                range(1, 2 if axis == self._along else size + 1)
                for axis, size in enumerate(region.size)
            )
            return list(product(*sides))
        return [(1,) * region.dimension] if "bars" in self._sets else []

    def _prisms(self) -> list[tuple[int, ...]]:
        """Return the sets of slots that a bar or rectangle of any length covers."""
        found: dict[tuple[int, ...], None] = {}
        for size, corner in product(self._prism_sizes(), self._cells):
            box = (range(at, at + side) for at, side in zip(corner, size, strict=True))
            numbers = self._numbers(product(*box))
            if numbers is not None:
                found[numbers] = None
        return list(found)

    def symmetries(self, *, rotations: bool = False) -> list[tuple[tuple[int, ...], bool]]:
        """Return the symmetries of the long strips, whatever the tiles are.

        >>> Strip(2, tiles="domino").symmetries()
        [((0, 1), False), ((1, 0), False), ((0, 1), True), ((1, 0), True)]

        Each is given by a permutation of the slots, and by whether it reverses the strip; with
        `rotations`, only those that are rotations (in the plane, of the plane).
        """
        lattice, dimension = self._region.lattice.cover, self._region.dimension
        group = lattice.rotations(dimension) if rotations else lattice.all(dimension)
        back = tuple(-step for step in self._step)
        found: dict[tuple[tuple[int, ...], bool], None] = {}
        for symmetry in group:
            if symmetry.turned(self._step) in (self._step, back):
                reverses = symmetry.turned(self._step) == back
                found.update(dict.fromkeys((images, reverses) for images in self._maps(symmetry)))
        return sorted(found, key=lambda one: (one[1], one[0]))

    def _maps(self, symmetry: Symmetry) -> Iterator[tuple[int, ...]]:
        """Yield where the slots go, for each translation after which they are slots again."""
        moved = [symmetry(cell) for cell in self._cells]
        kind = self._region.lattice.kind
        for end in self._cells:
            if kind(end) != kind(moved[0]):
                continue
            vector = tuple(map(int.__sub__, end, moved[0]))
            places = [
                place
                for cell in moved
                for place in self._places(tuple(map(int.__add__, cell, vector)))
            ]
            images = tuple(slot for _, slot in places)
            if not any(slab for slab, _ in places) and len(set(images)) == len(moved):
                yield images


def unlimited(tiles: Iterable[Tile | str] | Tile | str) -> list[Tile | str]:
    """Return tiles and names of tiles, each tile to be used any number of times.

    Raises `BadTiling` for a tile that is to be used a limited number of times; one with `times=1`
    is taken, as that is the default.
    """
    given = [tiles] if isinstance(tiles, (Tile, str)) else tiles
    what = "tiles or names of tiles"
    found: list[Tile | str] = []
    for number, tile in enumerate(check_list("tiles", given, what, error=BadTiling, ordered=True)):
        if not isinstance(tile, (Tile, str)):
            raise BadTiling(f"tiles={short_repr(tile)}: expected a Tile or the name of one")
        if isinstance(tile, Tile):
            if tile.times not in ((0, None), (1, 1)):
                raise BadTiling(
                    f"tile {number} is used a limited number of times, and a sequence uses each "
                    "any number of times: write times='any'"
                )
            tile = Tile(tile.region, symmetries=tile.symmetries, times="any", name=tile.name)
        found.append(tile)
    return found


def _step(region: Region, axis: object) -> Cell:
    """Return the vector from each slab to the next."""
    lattice = region.lattice
    if isinstance(lattice, Wrapped) and lattice.is_twisted:
        raise BadRegion("a cross-section of a twisted board: only cylinders make strips")
    glued = [
        number
        for number, seam in enumerate(lattice.seams if isinstance(lattice, Wrapped) else ())
        if seam == "glued"
    ]
    directions = [
        number for number in range(lattice.directions or region.dimension) if number not in glued
    ]
    if not directions:
        raise BadRegion("a cross-section that is glued in all directions: leave one open")
    if axis is None:
        thin = [number for number in directions if _extent(region, number) == 1]
        axis = thin[0] if len(thin) == 1 else directions[0]
    number = as_int(axis)
    if number is not None:
        if number not in directions:
            listed = " or ".join(map(str, directions))
            raise BadRegion(f"axis={short_repr(number)}: expected {listed}, the open directions")
        return _vector(region, number, _extent(region, number))
    if not isinstance(axis, Sequence) or isinstance(axis, str):
        raise BadRegion(f"axis={short_repr(axis)}: expected the number of an axis, or a vector")
    vector = tuple(one for one in map(as_int, axis) if one is not None)
    cell = region.cells[0]
    moved = tuple(map(int.__add__, cell, vector))
    cover = lattice.cover
    if (
        len(vector) != len(cell)
        or not any(vector)
        or not cover.has(moved)
        or cover.kind(moved) != cover.kind(cell)
        or not any(vector[number] for number in directions)
    ):
        raise BadRegion(f"axis={short_repr(axis)}: expected a translation of the {cover.name}")
    return vector


def _vector(region: Region, axis: int, length: int) -> Cell:
    cell = region.cells[0]
    return tuple(map(int.__sub__, region.lattice.cover.along(cell, axis, length), cell))


def _extent(region: Region, axis: int) -> int:
    """Return how many steps along an axis the region is long."""
    step = _vector(region, axis, 1)
    along = next(number for number, one in enumerate(step) if one)
    return (region.high[along] - region.low[along]) // abs(step[along]) + 1
