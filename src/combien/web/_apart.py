"""Moves of the pieces of an assembly, one by one, and the shortest way to take it apart.

In a move, some pieces go along a direction together while the others stay.  A piece that goes
pushes what is in its way, so the pieces that must go with it by a number of steps are found by
following the pairs of which one is in the way of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from combien._base.budget import Budget, Reporter
from combien._wording import Statement
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings.disassembly._directions import Crossing, crossings, directions
from combien.tilings.disassembly._disassemble import disassemble
from combien.tilings.disassembly._result import Move, moved, without
from combien.web._reading import (
    CUBES,
    LATTICES,
    MOST_CELLS,
    MOST_PIECE_CELLS,
    BadQuestion,
    read_cells,
)

MOST_PIECES = 64
# From one end of an assembly to the other.
MOST_LENGTH = 200


def apart_events(
    given: object, asked: list[str], budget: Budget, report: Reporter | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the moves that an assembly allows now, or the shortest way to take it apart.

    >>> ring = [[x, y] for x in range(3) for y in range(3) if (x, y) not in ((1, 0), (1, 1))]
    >>> assembly = {"lattice": "square", "pieces": [ring, [[1, 1]]]}
    >>> for event, fields in apart_events(assembly, ["moves", "apart"], Budget()):
    ...     print(event, fields)
    moves {'moves': [{'pieces': [1], 'direction': [0, -1], 'distance': None}]}
    apart {'comesApart': True, 'level': '1', 'moves': [{'pieces': [1], 'direction': [0, -1], \
'distance': None}]}

    Pieces are numbered by their place in the list.  Raises `BadQuestion` and `OutOfBudget`.
    """
    for part in asked:
        if part not in ("moves", "apart"):
            raise BadQuestion("ask", "an assembly is asked for moves or apart")
    regions = _read(given)
    if "moves" in asked:
        yield "moves", {"moves": [_json(move) for move in moves_of(regions)]}
    if "apart" in asked:
        try:
            found = disassemble(regions, budget=budget, report=report)
        except BadTiling as error:
            raise BadQuestion("assembly", str(error)) from None
        steps = [_json(move) for move, _ in found.steps() if isinstance(move, Move)]
        yield "apart", {"comesApart": found.comes_apart, "level": found.notation, "moves": steps}


def _read(given: object) -> list[Region]:
    """Return the pieces of an assembly after checking them."""
    if not isinstance(given, dict) or not isinstance(given.get("pieces"), list):
        raise BadQuestion("assembly", "an assembly is an object with a lattice and pieces")
    name = str(given.get("lattice", "square"))
    lattice = SQUARE if name == CUBES else LATTICES.get(name)
    if lattice is None:
        raise BadQuestion("lattice", f"the lattice is one of {', '.join([*LATTICES, CUBES])}")
    axes = 3 if name == CUBES else lattice.axes or 2
    if not 1 <= len(given["pieces"]) <= MOST_PIECES:
        raise BadQuestion("assembly", Statement("apart-pieces", most=MOST_PIECES))
    regions, taken = [], set[Cell]()
    for number, piece in enumerate(given["pieces"]):
        cells = read_cells(piece, f"piece {number}", lattice, axes, most=MOST_PIECE_CELLS)
        if len(taken.union(cells)) < len(taken) + len(cells) or len(taken) > MOST_CELLS:
            raise BadQuestion("assembly", f"piece {number} overlaps another one, or itself")
        taken.update(cells)
        regions.append(Region(cells, lattice=lattice))
    if any(max(at) - min(at) > MOST_LENGTH for at in zip(*taken, strict=True)):
        raise BadQuestion("assembly", f"an assembly is at most {MOST_LENGTH} cells long")
    return regions


def _json(move: Move) -> dict[str, Any]:
    return {
        "pieces": list(move.pieces),
        "direction": list(move.direction),
        "distance": move.distance,
    }


def moves_of(regions: Sequence[Region]) -> list[Move]:
    """Return the moves of each piece with what it pushes, each as far as it goes with these pieces.

    >>> bar, cube, frame = Region([(0, 0), (1, 0)]), Region([(3, 0)]), Region([(5, 0), (5, 1)])
    >>> for move in moves_of([bar, cube, frame]):
    ...     print(move)
    remove piece 0 along (-1, 0)
    piece 1 by 1 step of (-1, 0)
    piece 2 by 1 step of (-1, 0)
    remove piece 0 along (0, -1)
    remove piece 1 along (0, -1)
    remove piece 2 along (0, -1)
    remove piece 0 along (0, 1)
    remove piece 1 along (0, 1)
    remove piece 2 along (0, 1)
    piece 0 by 1 step of (1, 0)
    piece 1 by 1 step of (1, 0)
    remove piece 2 along (1, 0)

    More than half of the pieces are not moved: the others go the opposite way instead.  Every other
    move is several of these at the same time.
    Cost: an operation for each cell, direction, and step across the assembly.
    """
    cells = regions[0].cells
    found: dict[tuple[tuple[int, ...], Cell], Move] = {}
    ways = directions(regions[0].lattice, cells[0])
    for way, crossed in zip(ways, crossings(regions[0].lattice, cells[0]), strict=True):
        ahead = _gaps(regions, way, crossed)
        # Against the direction, pieces are stopped by those that they stop along it.
        behind: list[dict[int, int]] = [{} for _ in regions]
        for piece, gaps in enumerate(ahead):
            for other, steps in gaps.items():
                behind[other][piece] = steps
        for sign, gaps_of in ((1, ahead), (-1, behind)):
            for piece in range(len(regions)):
                for pieces, distance in _pushed(piece, gaps_of):
                    direction = tuple(sign * number for number in way)
                    move = _smaller(len(regions), pieces, direction, distance)
                    found.setdefault((move.pieces, move.direction), move)
    return sorted(found.values(), key=lambda move: (len(move.pieces), move.direction, move.pieces))


def _gaps(
    regions: Sequence[Region], way: Cell, crossed: Sequence[Crossing]
) -> list[dict[int, int]]:
    """Return, for each piece, how many steps it can go before it hits each one that it can hit."""
    kind = regions[0].lattice.kind
    owner = {cell: number for number, region in enumerate(regions) for cell in region.cells}
    longest = min(
        (max(at) - min(at)) // abs(step)
        for at, step in zip(zip(*owner, strict=True), way, strict=True)
        if step
    )
    gaps: list[dict[int, int]] = [{} for _ in regions]
    for start, piece in owner.items():
        near = [
            (resting, distance) for resting, moving, distance in crossed if moving == kind(start)
        ]
        here = start
        # A step crosses cells that are at most two steps away.
        for steps in range(longest + 3):
            after = moved(here, way)
            hit = [owner.get(after)]
            for resting, distance in near:
                cell = without(here, distance)
                hit += [owner[cell]] if cell in owner and kind(cell) == resting else []
            for other in hit:
                if other is not None and other != piece:
                    gaps[piece][other] = min(steps, gaps[piece].get(other, steps))
            here = after
    return gaps


def _pushed(
    piece: int, gaps: Sequence[Mapping[int, int]]
) -> Iterator[tuple[frozenset[int], int | None]]:
    """Yield the pieces that a piece takes along, and how far they go; then farther with more."""
    together, steps = {piece}, 0
    while True:
        # All that is hit before the next step ends goes along.
        queue = list(together)
        for one in queue:
            for other, gap in gaps[one].items():
                if gap <= steps and other not in together:
                    together.add(other)
                    queue.append(other)
        if len(together) == len(gaps):
            return
        ahead = [
            gap for one in together for other, gap in gaps[one].items() if other not in together
        ]
        yield frozenset(together), min(ahead, default=None)
        if not ahead:
            return
        steps = min(ahead)


def _smaller(many: int, pieces: frozenset[int], direction: Cell, distance: int | None) -> Move:
    """Return a move of the smaller side; of equal ones, of that without the first piece."""
    others = frozenset(range(many)) - pieces
    if (len(others), 0 in others) < (len(pieces), 0 in pieces):
        pieces, direction = others, tuple(-number for number in direction)
    return Move(tuple(sorted(pieces)), direction, distance)
