"""Taking one assembly apart: its first separation, then the separation of each part.

If a whole comes apart, so does each part, from each state: its pieces can go back to the assembly
and then move as they do in the whole.  So any first separation will do to decide.  The level of the
parts may depend on which of the shortest separations comes first; `thorough` tries all of them.

The core searches for the first separation; see native/apart/separation.hpp.  Distances between two
shapes are computed once for each vector between them and kept, so that many assemblies of the same
pieces share them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from combien import _native
from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_bool, check_hashable, check_int, check_list, short_repr
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._arrangement import Arrangement
from combien.tilings.disassembly._directions import crossings, directions
from combien.tilings.disassembly._result import Disassembly, Move, without
from combien.tilings.disassembly._rotations import RotatingRemover

# The placements of a board, or the cells of each piece.
Assembly = Arrangement | Sequence[Region]
# By tile number of an arrangement, or by place in a list of regions.
Groups = Mapping[int, Hashable]


def disassemble(
    assembly: Assembly,
    *,
    groups: Groups | None = None,
    thorough: bool = False,
    rotations: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Disassembly:
    """Take an assembly apart by translations, with the fewest moves up to each separation.

    >>> from combien import Region
    >>> ring = Region.box(3, 3) - Region.box(1, 2).shift(1, 0)
    >>> found = disassemble([ring, Region.box(1, 1).shift(1, 1)])
    >>> print(found)
    level 1
      remove piece 1 along (0, -1)

    `assembly` is a tiling or packing, whose pieces are its placements in their order, or a list of
    regions.  `groups` maps tile numbers (of regions, their places in the list) to groups: the
    pieces of a group need not be separated from each other.  With `thorough`, every shortest first
    separation is tried, of the whole and of each part, and the result is one of the least level;
    the number of separations may be exponential in the number of pieces.

    With `rotations`, squares and cubes also turn by 90, 180 or 270 degrees about lines through
    centers or corners of cells, where all cells that are crossed are free; of the shortest ways to
    a separation, one with the fewest rotations is found.  It cannot be combined with `thorough`.

    Pieces in the plane move in the plane, all others in space.  `nodes` are states whose moves are
    generated.

    Raises `BadTiling` for pieces that overlap, more than 64 pieces, pieces of different lattices,
    and boards that wrap around; `OutOfBudget`.
    Cost: about 1 microsecond for each state and 10 pairs of pieces; a puzzle may have millions of
    states.  With rotations, about 1 millisecond for each state.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    thorough = check_bool("thorough", thorough, error=BadTiling)
    rotations = check_bool("rotations", rotations, error=BadTiling)
    meter = Meter(limits, engine="disassembly", report=report, question="search")
    regions, labels = pieces_of(assembly, groups)
    return remover(regions[0], meter, thorough=thorough, rotations=rotations).take_apart(
        regions, labels
    )


def pieces_of(
    assembly: object, groups: Groups | None
) -> tuple[list[Region], list[Hashable | None]]:
    """Return the regions of the pieces and the group of each.  Raises `BadTiling`."""
    if groups is not None and not isinstance(groups, Mapping):
        raise BadTiling(f"groups={short_repr(groups)}: expected a dict from tile numbers to groups")
    names: dict[int, Hashable] = {
        check_int("groups: the number of a tile", number): check_hashable(
            "group", group, error=BadTiling
        )
        for number, group in (groups or {}).items()
    }
    if isinstance(assembly, Arrangement):
        regions = [placement.region for placement in assembly.placements]
        numbers = [placement.number for placement in assembly.placements]
    else:
        if not isinstance(assembly, Iterable) or isinstance(assembly, Region):
            raise BadTiling(
                "assembly: expected a tiling, a packing or a list of regions, not a value of type "
                f"{type(assembly).__name__}"
            )
        regions = check_list("assembly", assembly, error=BadTiling)
        numbers = list(range(len(regions)))
        for number in names:
            if number >= len(regions):
                raise BadTiling(f"groups: there are {len(regions)} pieces, from 0, and no {number}")
    _check(regions)
    return regions, [names.get(number) for number in numbers]


def _check(regions: Sequence[object]) -> None:
    if not 1 <= len(regions) <= MOST_PIECES:
        raise BadTiling(f"expected 1 to {MOST_PIECES} pieces, not {len(regions)}")
    taken: set[Cell] = set()
    first = regions[0]
    for number, region in enumerate(regions):
        if not isinstance(region, Region) or not region:
            raise BadTiling(f"piece {number}: expected a Region with at least one cell")
        assert isinstance(first, Region)
        if region.lattice != first.lattice or region.dimension != first.dimension:
            raise BadTiling(f"piece {number} has a different lattice or dimension than piece 0")
        cells = frozenset(region.cells)
        if not taken.isdisjoint(cells):
            raise BadTiling(f"piece {number} overlaps an earlier one at {min(taken & cells)}")
        taken |= cells


def remover(
    like: Region, meter: Meter, *, thorough: bool, rotations: bool
) -> PieceRemover | RotatingRemover:
    """Return what takes assemblies apart whose pieces have the lattice of a region."""
    if not rotations:
        return PieceRemover(like, meter, thorough=thorough)
    if thorough:
        raise BadTiling("thorough goes through translations only: leave it or rotations out")
    return RotatingRemover(like, meter)


class PieceRemover:
    """Takes assemblies of one lattice apart, within one budget."""

    def __init__(self, like: Region, meter: Meter, *, thorough: bool = False) -> None:
        self._search = SeparationSearch(like, meter)
        self._thorough = thorough
        self._known: dict[tuple[tuple[int, ...], tuple[Cell, ...]], Disassembly] = {}

    @property
    def searched(self) -> int:
        """The number of states that were searched, of all assemblies."""
        return self._search.searched

    def take_apart(
        self, regions: Sequence[Region], groups: Sequence[Hashable | None]
    ) -> Disassembly:
        """Take checked pieces apart."""
        self._known.clear()
        self._pieces = [self._search.piece(region) for region in regions]
        self._groups = groups
        return self._parted(tuple(range(len(regions))), self._pieces)

    def _parted(self, numbers: tuple[int, ...], pieces: Sequence[PlacedBody]) -> Disassembly:
        if len(numbers) == 1:
            return Disassembly(numbers, True)
        origin = pieces[0].position
        key = numbers, tuple(without(piece.position, origin) for piece in pieces)
        if self._thorough and key in self._known:
            return self._known[key]
        before = self._search.searched
        self._search.run(pieces, every=self._thorough)
        ways = self._search.ways if self._thorough else None
        exits = self._search.exits()
        found = self._best(numbers, pieces, exits)
        if found is None:
            found = Disassembly(numbers, self._may_stay(numbers))
        found = replace(
            found,
            searched=self._search.searched - before,
            ways=ways,
            separations=len(exits) if self._thorough else None,
        )
        if self._thorough:
            self._known[key] = found
        return found

    def _best(
        self, numbers: tuple[int, ...], pieces: Sequence[PlacedBody], exits: Sequence[Exit]
    ) -> Disassembly | None:
        best: Disassembly | None = None
        for way in exits:
            moving = set(way.moving)
            sides = [
                [place for place in range(len(numbers)) if (place in moving) == moved]
                for moved in (False, True)
            ]
            sides.sort(key=lambda side: (-len(side), side))
            last = way.positions[-1]
            parts = tuple(
                self._parted(
                    tuple(numbers[place] for place in side),
                    [PlacedBody(pieces[place].body, last[place]) for place in side],
                )
                for side in sides
            )
            found = Disassembly(
                numbers,
                all(part.comes_apart for part in parts),
                self._moves(numbers, way),
                self._states(numbers, way),
                parts,
            )
            if best is None or found.level < best.level:
                best = found
        return best

    def _may_stay(self, numbers: Collection[int]) -> bool:
        """Return whether the pieces are all in one group."""
        groups = {self._groups[number] for number in numbers}
        return len(groups) == 1 and None not in groups

    def _moves(self, numbers: tuple[int, ...], way: Exit) -> tuple[Move, ...]:
        moves = []
        for before, after in zip(way.positions, way.positions[1:], strict=False):
            changes = [without(new, old) for old, new in zip(before, after, strict=True)]
            # Positions are relative to the first piece, which may be among those that move.
            vector = next(change for change in changes if any(change))
            moving = [place for place, change in enumerate(changes) if any(change)]
            moves.append(self._move(numbers, moving, *self._search.step(vector)))
        moves.append(self._move(numbers, way.moving, way.direction, None))
        return tuple(moves)

    def _move(
        self, numbers: tuple[int, ...], moving: Sequence[int], direction: Cell, steps: int | None
    ) -> Move:
        """Return a move of the smaller side: the other one moves in the opposite direction."""
        others = [place for place in range(len(numbers)) if place not in set(moving)]
        if (len(others), 0 in others) < (len(moving), 0 in moving):
            moving, direction = others, tuple(-number for number in direction)
        return Move(tuple(numbers[place] for place in moving), direction, steps)

    def _states(self, numbers: tuple[int, ...], way: Exit) -> tuple[tuple[Cell, ...], ...]:
        """Return the translations from the places in the assembly."""
        home = [self._pieces[number].position for number in numbers]
        start = [without(position, home[0]) for position in home]
        return tuple(
            tuple(without(now, then) for now, then in zip(state, start, strict=True))
            for state in way.positions
        )


MOST_PIECES: int = _native.APART_MOST_PIECES
MOST_LENGTH: int = _native.APART_MOST_COORDINATE
# Vectors of the core have four coordinates.
_AXES = 4

Vector = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class PlacedBody:
    """A body of the search, and its position."""

    body: int
    position: Cell


@dataclass(frozen=True, slots=True)
class Exit:
    """A first separation: the positions of the pieces before each move, and how the last one goes.

    `moving` are the places of the pieces that are removed along the direction.
    """

    positions: tuple[tuple[Cell, ...], ...]
    direction: Cell
    moving: tuple[int, ...]


class SeparationSearch:
    """Searches for the first separations of many assemblies, within one budget.

    Raises `BadTiling` for more than four coordinates, and for lattices whose cells have no known
    shape or that wrap around.
    """

    def __init__(self, like: Region, meter: Meter) -> None:
        """Create a search for pieces with cells of the same lattice and dimension as `like`."""
        if like.dimension > _AXES:
            raise BadTiling(
                f"pieces are taken apart in up to {_AXES} dimensions, not {like.dimension}"
            )
        self._like = like
        self._meter = meter
        self._directions = directions(like.lattice, like.cells[0])
        kinds: dict[int, int] = {}
        blocked = [
            [
                (kinds.setdefault(a, len(kinds)), kinds.setdefault(b, len(kinds)), _vector(vector))
                for a, b, vector in found
            ]
            for found in crossings(like.lattice, like.cells[0])
        ]
        self._kinds = kinds
        self._machine = _native.separation_search(
            [_vector(one) for one in self._directions], blocked
        )
        self._bodies: dict[frozenset[tuple[Cell, int]], int] = {}
        self._searched = 0
        self._opened = 0

    @property
    def searched(self) -> int:
        """The number of states that were found, in all searches."""
        return self._searched + self._machine.states

    def piece(self, region: Region) -> PlacedBody:
        """Return a region as a piece; equal shapes share a body."""
        if max(region.size) > MOST_LENGTH:
            raise BadTiling(f"a piece is longer than {MOST_LENGTH} cells, which is the limit")
        low, lattice = region.low, region.lattice
        cells = frozenset((without(cell, low), lattice.kind(cell)) for cell in region.cells)
        body = self._bodies.get(cells)
        if body is None:
            kinds = self._kinds
            ordered = sorted(cells)
            body = self._machine.add_body(
                [_vector(cell) for cell, _ in ordered],
                [kinds.setdefault(kind, len(kinds)) for _, kind in ordered],
            )
            self._bodies[cells] = body
        return PlacedBody(body, low)

    def run(self, pieces: Sequence[PlacedBody], *, every: bool) -> None:
        """Search for the first separations: for one, or for every one after the fewest moves.

        Raises `OutOfBudget`; `BadTiling` for pieces that are too large.
        """
        self._searched += self._machine.states
        origin = pieces[0].position
        positions = [without(piece.position, origin) for piece in pieces]
        # As long as nothing is separated, no piece is farther from another than their lengths.
        if any(abs(number) > MOST_LENGTH for vector in positions for number in vector):
            raise BadTiling(f"pieces are more than {MOST_LENGTH} cells apart, which is the limit")
        vectors = [_vector(one) for one in positions]
        self._machine.begin([piece.body for piece in pieces], vectors, every)
        outcome = _native.OUT_OF_SLICE
        while outcome != _native.DONE:
            steps, seconds = self._meter.slice(self._opened)
            if not steps:
                raise self._meter.stop(self._known())
            before = self._machine.opened
            try:
                outcome = self._machine.run(steps, seconds, self._meter.bytes)
            except ValueError as error:
                raise BadTiling(f"{error}: the product of their sizes exceeds the limit") from None
            self._opened += self._machine.opened - before
            if outcome == _native.OUT_OF_BYTES:
                raise self._meter.stop_for_bytes(self._known())
            if self._meter.has_reporter:
                self._meter.progress(None, self._known())

    @property
    def ways(self) -> int:
        """The number of shortest sequences of moves to a separation, if all were searched for."""
        return self._machine.ways

    def exits(self) -> list[Exit]:
        """Return the separations that the last search found."""
        paths: dict[int, tuple[tuple[Cell, ...], ...]] = {}
        found = []
        for state, direction, moving in self._machine.exits():
            if state not in paths:
                paths[state] = tuple(
                    tuple(self._cell(vector) for vector in self._machine.positions(step))
                    for step in self._machine.path(state)
                )
            found.append(Exit(paths[state], self._directions[direction], tuple(moving)))
        return found

    def step(self, vector: Cell) -> tuple[Cell, int]:
        """Return a translation as a direction, or the opposite of one, and a number of steps."""
        for direction in self._directions:
            axis = next(axis for axis, number in enumerate(direction) if number)
            steps = vector[axis] // direction[axis]
            if steps and vector == tuple(steps * number for number in direction):
                if steps > 0:
                    return direction, steps
                return tuple(-number for number in direction), -steps
        raise AssertionError("a move is along a direction")

    def _known(self) -> dict[str, int]:
        return {"states": self.searched}

    def _cell(self, vector: Sequence[int]) -> Cell:
        return tuple(vector[: self._like.dimension])


def _vector(cell: Cell) -> Vector:
    a, b, c, d = (*cell, 0, 0, 0)[:_AXES]
    return a, b, c, d
