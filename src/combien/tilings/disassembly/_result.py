"""How an assembly comes apart: moves, states, and the parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from combien._base.records import dataclass
from combien._wording import counted
from combien.geometry._cell import Cell


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces, by number, that move together along a direction while the others stay.

    >>> print(Move((0, 2), (0, 1, 0), 3))
    pieces 0 and 2 by 3 steps of (0, 1, 0)

    `distance` is the number of steps, or None if the pieces are removed: nothing is in their way.
    """

    pieces: tuple[int, ...]
    direction: Cell
    distance: int | None

    def __str__(self) -> str:
        named = _named(self.pieces)
        if self.distance is None:
            return f"remove {named} along {self.direction}"
        return f"{named} by {counted(self.distance, 'step')} of {self.direction}"


# The rows of a matrix.
Matrix = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Pieces, by number, that turn together about a line while the others stay.

    >>> print(Rotation((1,), (0, 1), (1.5, 0.5), 1))
    rotate piece 1 by 90 degrees from +x to +y about x = 1.5, y = 0.5

    The turn is from the first axis of the `plane` to the second, by `quarters` of 90 degrees;
    `center` has the coordinates along these two axes, in which cells have integers as centers.
    """

    pieces: tuple[int, ...]
    plane: tuple[int, int]
    center: tuple[float, float]
    quarters: int

    def __str__(self) -> str:
        first, second = ("xyz"[axis] for axis in self.plane)
        where = sorted(zip((first, second), self.center, strict=True))
        return (
            f"rotate {_named(self.pieces)} by {90 * self.quarters} degrees from +{first} to "
            f"+{second} about {', '.join(f'{name} = {number:g}' for name, number in where)}"
        )


def _named(pieces: tuple[int, ...]) -> str:
    *first, last = map(str, pieces)
    return f"pieces {', '.join(first)} and {last}" if first else f"piece {last}"


@dataclass(frozen=True, slots=True)
class Disassembly:
    """A shortest way to separate some pieces into two parts, and the disassembly of each part.

        pieces         their numbers
        comes_apart    whether they, and then the parts, can be separated down to single pieces
        moves          the moves up to the first separation; none for a single piece, or pieces that
                       cannot be separated
        states         before each move, the translation of each piece from its place in the
                       assembly, relative to the first of them, which is at rest
        parts          the two parts, the larger one first
        searched       the number of states that were searched, here and in the parts
        ways           the number of different shortest sequences of moves to a first separation
        separations    the number of different separations after the fewest moves
        orientations   with rotations, before each move, the matrix of each piece, which is applied
                       to the cells of its place before the translation; else empty

    With rotations, states have the coordinates of the assembly: the first piece of the whole is at
    rest, and in each part the first one stays where it was.  `ways` and `separations` are known
    only if `disassemble` was called with `thorough=True`, and else None.
    """

    pieces: tuple[int, ...]
    comes_apart: bool
    moves: tuple[Move | Rotation, ...] = ()
    states: tuple[tuple[Cell, ...], ...] = ()
    parts: tuple[Disassembly, ...] = ()
    searched: int = 0
    ways: int | None = None
    separations: int | None = None
    orientations: tuple[tuple[Matrix, ...], ...] = ()

    @property
    def level(self) -> tuple[int, ...]:
        """The number of moves of each separation: the first, the larger part's, then the other's.

        If the assembly does not come apart, only the separations that were found are included.
        """
        if not self.moves:
            return ()
        return len(self.moves), *(number for part in self.parts for number in part.level)

    @property
    def notation(self) -> str:
        """The level as text, such as `7.3.2`; `-` if there is no separation."""
        return ".".join(map(str, self.level)) or "-"

    @property
    def summary(self) -> str:
        """The level as text, with the number of rotations if there are any."""
        turns = self.rotations
        return self.notation + (f", with {counted(turns, 'rotation')}" if turns else "")

    @property
    def total(self) -> int:
        """The number of all moves."""
        return sum(self.level)

    @property
    def rotations(self) -> int:
        """The number of all moves that are rotations."""
        return sum(isinstance(move, Rotation) for move, _ in self.steps())

    def steps(self) -> Iterator[tuple[Move | Rotation, Mapping[int, Cell]]]:
        """Yield all moves in order, each with the translations of its part's pieces before it.

        The parts follow each other, the larger one first: enough to animate the disassembly.
        """
        for move, state in zip(self.moves, self.states, strict=True):
            yield move, dict(zip(self.pieces, state, strict=True))
        for part in self.parts:
            yield from part.steps()

    def scenes(self, *, away: int = 6) -> list[dict[int, Cell]]:
        """Return the translation of each piece from one position to the next, for pictures.

        >>> from combien import Region
        >>> from combien.tilings.disassembly import disassemble
        >>> disassemble([Region([(0, 0), (1, 0)]), Region([(0, 1)])]).scenes(away=2)
        [{0: (0, 0), 1: (0, 0)}, {0: (0, 0), 1: (-2, 0)}]

        Pieces that are removed move `away` steps; a position has the pieces of the part that is
        taken apart, and `combien.printing.Scene` draws them: `scene.motion(found.scenes())`.
        """
        origin = tuple(0 for _ in self.states[0][0]) if self.states else ()
        return list(self._scenes(origin, away))

    def _scenes(self, origin: Cell, away: int) -> Iterator[dict[int, Cell]]:
        """Yield the positions of a part whose first piece has this translation."""
        if not self.moves:
            return
        shown: dict[int, Cell] = {}
        for move, state in zip(self.moves, self.states, strict=True):
            shown = {
                piece: moved(vector, origin)
                for piece, vector in zip(self.pieces, state, strict=True)
            }
            yield shown
            if isinstance(move, Move) and move.distance is None:
                step = tuple(away * number for number in move.direction)
                shown = shown | {piece: moved(shown[piece], step) for piece in move.pieces}
        yield shown
        for part in self.parts:
            yield from part._scenes(shown[part.pieces[0]], away)

    def to_json(self) -> dict[str, object]:
        """Return values for JSON."""
        return {
            "pieces": list(self.pieces),
            "comes_apart": self.comes_apart,
            "level": list(self.level),
            "moves": [
                {
                    "pieces": list(move.pieces),
                    "direction": list(move.direction),
                    "distance": move.distance,
                }
                if isinstance(move, Move)
                else {
                    "pieces": list(move.pieces),
                    "plane": list(move.plane),
                    "center": list(move.center),
                    "quarters": move.quarters,
                }
                for move in self.moves
            ],
            "states": [[list(vector) for vector in state] for state in self.states],
            "parts": [part.to_json() for part in self.parts],
            "searched": self.searched,
            "ways": None if self.ways is None else str(self.ways),
            "separations": self.separations,
            **({"orientations": self.orientations} if self.orientations else {}),
        }

    def __str__(self) -> str:
        """Return the level and a line for each move."""
        head = f"level {self.summary}" if self.comes_apart else "does not come apart"
        return "\n".join([head, *(f"  {move}" for move, _ in self.steps())])


def without(vector: Cell, origin: Cell) -> Cell:
    """Return the difference of two vectors."""
    return cast("Cell", tuple(map(int.__sub__, vector, origin)))


def moved(cell: Cell, by: Cell) -> Cell:
    """Return the sum of two vectors."""
    return tuple(map(int.__add__, cell, by))
