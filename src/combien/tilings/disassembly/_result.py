"""How an assembly comes apart: moves, states, and the parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from combien._wording import counted
from combien.geometry._cell import Cell


@dataclass(frozen=True)
class Move:
    """Pieces, by number, that move together along a direction while the others stay.

    >>> print(Move((0, 2), (0, 1, 0), 3))
    pieces 0 and 2 by 3 steps of (0, 1, 0)

    `distance` is the number of steps, or None if the pieces are removed: nothing is in their way.
    """

    pieces: tuple[int, ...]
    direction: Cell
    distance: int | None

    def worded(self, names: Sequence[object]) -> str:
        """Return the move in words; `names` has a name for each piece of the assembly.

        >>> Move((0, 2), (0, 1, 0), 3).worded("ABC")
        'pieces A and C by 3 steps of (0, 1, 0)'
        """
        named = pieces_named([names[piece] for piece in self.pieces])
        if self.distance is None:
            return f"remove {named} along {self.direction}"
        return f"{named} by {counted(self.distance, 'step')} of {self.direction}"

    def __str__(self) -> str:
        return self.worded(range(max(self.pieces) + 1))


# The rows of a matrix; empty for none.
Matrix = tuple[Cell, ...]
Pose = tuple[Matrix, Cell]


@dataclass(frozen=True)
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

    def after_quarter(self, matrix: Matrix, vector: Cell) -> Pose:
        """Return the matrix and translation of a piece after a quarter turn."""
        (p, q), (x, y) = self.plane, self.center
        rows, shift = list(matrix), list(vector)
        rows[p], rows[q] = tuple(-number for number in matrix[q]), matrix[p]
        shift[p], shift[q] = int(x + y) - vector[q], int(y - x) + vector[p]
        return tuple(rows), tuple(shift)

    def worded(self, names: Sequence[object]) -> str:
        """Return the rotation in words; `names` has a name for each piece of the assembly."""
        first, second = ("xyz"[axis] for axis in self.plane)
        where = sorted(zip((first, second), self.center, strict=True))
        named = pieces_named([names[piece] for piece in self.pieces])
        return (
            f"rotate {named} by {90 * self.quarters} degrees from +{first} to "
            f"+{second} about {', '.join(f'{name} = {number:g}' for name, number in where)}"
        )

    def __str__(self) -> str:
        return self.worded(range(max(self.pieces) + 1))


def pieces_named(names: Iterable[object]) -> str:
    """Return pieces in a sentence.

    >>> pieces_named([0, 2]), pieces_named("B")
    ('pieces 0 and 2', 'piece B')
    """
    *first, last = map(str, names)
    return f"pieces {', '.join(first)} and {last}" if first else f"piece {last}"


@dataclass(frozen=True)
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
        turning        whether pieces could also turn, and not only move along directions of the
                       lattice

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
    turning: bool = False

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

    def positions(
        self, *, away: int = 6
    ) -> Iterator[tuple[Move | Rotation, list[dict[int, tuple[float, ...]]]]]:
        """Yield all moves in order, each with the positions of its part's pieces before and after.

        >>> from combien import Region
        >>> from combien.tilings.disassembly import disassemble
        >>> found = disassemble([Region([(0, 0), (1, 0)]), Region([(0, 1)])])
        >>> [(str(move), ways) for move, ways in found.positions(away=2)]
        [('remove piece 1 along (-1, 0)', [{0: (0, 0), 1: (0, 0)}, {0: (0, 0), 1: (-2, 0)}])]

        Positions are as in `scenes`, but each part is where it was in the assembly; for a rotation
        there is one after each quarter turn.
        """
        turns = self.orientations or [[()] * len(self.pieces)] * len(self.moves)
        for move, state, matrices in zip(self.moves, self.states, turns, strict=True):
            poses = dict(zip(self.pieces, zip(matrices, state, strict=True), strict=True))
            still = tuple(0 for _ in state[0])
            ways = [_shown(poses, still)]
            if isinstance(move, Rotation):
                for _ in range(move.quarters):
                    for piece in move.pieces:
                        poses[piece] = move.after_quarter(*poses[piece])
                    ways.append(_shown(poses, still))
            else:
                steps = away if move.distance is None else move.distance
                by = tuple(steps * number for number in move.direction)
                gone = _shown({piece: poses[piece] for piece in move.pieces}, by)
                ways.append(ways[0] | gone)
            yield move, ways
        for part in self.parts:
            yield from part.positions(away=away)

    def scenes(self, *, away: int = 6) -> list[dict[int, tuple[float, ...]]]:
        """Return the translation of each piece from one position to the next, for pictures.

        >>> from combien import Region
        >>> from combien.tilings.disassembly import disassemble
        >>> disassemble([Region([(0, 0), (1, 0)]), Region([(0, 1)])]).scenes(away=2)
        [{0: (0, 0), 1: (0, 0)}, {0: (0, 0), 1: (-2, 0)}]

        Pieces that are removed move `away` steps; a position has the pieces of the part that is
        taken apart, and `combien.printing.Scene` draws them: `scene.motion(found.scenes())`.  For a
        piece that has been rotated, there is for each coordinate the row of a matrix, and a
        displacement; rotations are shown by quarter turns.
        """
        return list(self._scenes(None, away))

    def _scenes(self, shift: Cell | None, away: int) -> Iterator[dict[int, tuple[float, ...]]]:
        """Yield the positions of a part, which has been moved away by a vector."""
        if not self.moves:
            return
        turns = self.orientations or [[()] * len(self.pieces)] * len(self.moves)
        offset = shift or tuple(0 for _ in self.states[0][0])
        for move, state, matrices in zip(self.moves, self.states, turns, strict=True):
            poses = dict(zip(self.pieces, zip(matrices, state, strict=True), strict=True))
            yield _shown(poses, offset)
            if isinstance(move, Rotation):
                for _ in range(move.quarters - 1):
                    for piece in move.pieces:
                        poses[piece] = move.after_quarter(*poses[piece])
                    yield _shown(poses, offset)
        last = self.moves[-1]
        assert isinstance(last, Move)
        step = tuple(away * number for number in last.direction)
        going = moved(offset, step)
        yield _shown(poses, offset) | _shown({piece: poses[piece] for piece in last.pieces}, going)
        for part in self.parts:
            by = going if part.pieces[0] in last.pieces else offset
            if not self.orientations and part.states:
                # Its first piece is at rest at 0.
                by = moved(by, poses[part.pieces[0]][1])
            yield from part._scenes(by, away)

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
        stuck = f"does not come apart by {moves_tried(rotations=self.turning)}"
        head = f"level {self.summary}" if self.comes_apart else stuck
        return "\n".join([head, *(f"  {move}" for move, _ in self.steps())])


def moves_tried(*, rotations: bool) -> str:
    """Return which moves were tried, in words."""
    return "translations and rotations" if rotations else "translations"


def _shown(poses: Mapping[int, Pose], by: Cell) -> dict[int, tuple[float, ...]]:
    """Return what to draw: vectors, or affine maps of points, where a cell is from 0 to 1."""
    shown: dict[int, tuple[float, ...]] = {}
    for piece, (matrix, vector) in poses.items():
        shift = moved(vector, by)
        if all(row[at] == 1 for at, row in enumerate(matrix)):
            shown[piece] = shift
        else:
            # Centers of cells are halves.
            shown[piece] = tuple(
                value
                for row, number in zip(matrix, shift, strict=True)
                for value in (*row, number + (1 - sum(row)) / 2)
            )
    return shown


def without(vector: Cell, origin: Cell) -> Cell:
    """Return the difference of two vectors."""
    return cast("Cell", tuple(map(int.__sub__, vector, origin)))


def moved(cell: Cell, by: Cell) -> Cell:
    """Return the sum of two vectors."""
    return tuple(map(int.__add__, cell, by))
