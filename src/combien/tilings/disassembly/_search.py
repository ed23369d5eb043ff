"""The search for the first separation of some pieces, in the core; see native/apart/separation.hpp.

Distances between two shapes are computed once for each vector between them and kept, so that many
assemblies of the same pieces share them.
"""

from __future__ import annotations

from collections.abc import Sequence

from combien import _native
from combien._base.budget import Meter
from combien._base.records import dataclass
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings.disassembly._directions import crossings, directions

__all__ = ["MOST_PIECES", "Exit", "Piece", "SeparationSearch"]

MOST_PIECES: int = _native.APART_MOST_PIECES
MOST_LENGTH: int = _native.APART_MOST_COORDINATE
# Vectors of the core have four coordinates.
_AXES = 4

Vector = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Piece:
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

    def piece(self, region: Region) -> Piece:
        """Return a region as a piece; equal shapes share a body."""
        if max(region.size) > MOST_LENGTH:
            raise BadTiling(f"a piece is longer than {MOST_LENGTH} cells, which is the limit")
        low, lattice = region.low, region.lattice
        cells = frozenset((_difference(cell, low), lattice.kind(cell)) for cell in region.cells)
        body = self._bodies.get(cells)
        if body is None:
            kinds = self._kinds
            ordered = sorted(cells)
            body = self._machine.add_body(
                [_vector(cell) for cell, _ in ordered],
                [kinds.setdefault(kind, len(kinds)) for _, kind in ordered],
            )
            self._bodies[cells] = body
        return Piece(body, low)

    def run(self, pieces: Sequence[Piece], *, every: bool) -> None:
        """Search for the first separations: for one, or for every one after the fewest moves.

        Raises `OutOfBudget`; `BadTiling` for pieces that are too large.
        """
        self._searched += self._machine.states
        origin = pieces[0].position
        positions = [_difference(piece.position, origin) for piece in pieces]
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


def _difference(cell: Cell, origin: Cell) -> Cell:
    return tuple(map(int.__sub__, cell, origin))


def _vector(cell: Cell) -> Vector:
    a, b, c, d = (*cell, 0, 0, 0)[:_AXES]
    return a, b, c, d
