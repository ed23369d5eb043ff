"""The definition of taking apart, by brute force: all sets of pieces, all directions and steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from combien import Region
from combien.geometry import SQUARE
from combien.geometry._lattice import Lattice, Point
from combien.geometry._prisms import Prisms
from combien.geometry._solids import Solids
from combien.tilings.disassembly import Disassembly, Move, disassemble
from combien.tilings.disassembly._directions import crossings, directions

Cell = tuple[int, ...]
Shape = frozenset[Cell]
State = tuple[Cell, ...]
# The pieces that move, and their direction.
Exit = tuple[State, frozenset[int], Cell]

__all__ = [
    "Exit",
    "Shape",
    "State",
    "are_in_the_way",
    "check_against_the_definition",
    "check_moves",
    "first_separations",
    "least_level",
]


def shifted(cells: Shape, vector: Cell) -> Shape:
    return frozenset(tuple(map(int.__add__, cell, vector)) for cell in cells)


def times(vector: Cell, number: int) -> Cell:
    return tuple(number * one for one in vector)


def meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex polygons have inner points in common: no side separates them."""
    for polygon in (one, other):
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            normal = b[1] - a[1], a[0] - b[0]
            first, second = (
                [x * normal[0] + y * normal[1] for x, y in corners] for corners in (one, other)
            )
            if max(first) < min(second) + 1e-6 or max(second) < min(first) + 1e-6:
                return False
    return True


def are_in_the_way(lattice: Lattice, resting: Cell, moving: Cell, direction: Cell) -> bool:
    """Whether a cell that moves by a step meets another one on its way, at 40 moments."""
    if isinstance(lattice, Prisms):
        return (
            not direction[-1]
            and resting[-1] == moving[-1]
            and are_in_the_way(lattice.flat, resting[:-1], moving[:-1], direction[:-1])
        )
    if isinstance(lattice, Solids):
        return is_in_the_table(lattice, resting, moving, direction)
    difference = tuple(map(int.__sub__, moving, resting))
    return meets_on_its_way(lattice, lattice.kind(resting), resting, difference, direction)


def is_in_the_table(lattice: Lattice, resting: Cell, moving: Cell, direction: Cell) -> bool:
    """The same by the crossings, which another test compares with the faces of the cells."""
    table = crossing_table(lattice)
    if direction not in table:
        # The same step backwards: the other end comes first.
        moving = tuple(map(int.__add__, moving, direction))
        direction = tuple(-number for number in direction)
    vector = tuple(map(int.__sub__, moving, resting))
    return (lattice.kind(resting), lattice.kind(moving), vector) in table[direction]


@cache
def crossing_table(lattice: Lattice) -> dict[Cell, frozenset[tuple[int, int, Cell]]]:
    # The same table, whichever cell it is made for.
    cell = next(iter(lattice.box((1, 1, 1))))
    found = zip(directions(lattice, cell), crossings(lattice, cell), strict=True)
    return {direction: frozenset(each) for direction, each in found}


@cache
def in_the_way_of_home(
    lattice: Lattice, kind: int, resting: Cell, difference: Cell, direction: Cell
) -> bool:
    moving = tuple(map(int.__add__, resting, difference))
    one, before = lattice.corners(resting), lattice.corners(moving)
    after = lattice.corners(tuple(map(int.__add__, moving, direction)))
    return any(
        meet(
            one,
            [
                (x + (u - x) * moment / 41, y + (v - y) * moment / 41)
                for (x, y), (u, v) in zip(before, after, strict=True)
            ],
        )
        for moment in range(1, 41)
    )


HOMES: dict[tuple[Lattice, int], Cell] = {}


def meets_on_its_way(
    lattice: Lattice, kind: int, resting: Cell, difference: Cell, direction: Cell
) -> bool:
    """The same for a cell of the same kind: only the difference matters."""
    if sum(map(abs, difference)) > 12:
        return False
    home = HOMES.setdefault((lattice, kind), resting)
    return in_the_way_of_home(lattice, kind, home, difference, direction)


def moves(
    pieces: Sequence[Shape], state: State, directions: Sequence[Cell], lattice: Lattice
) -> Iterator[tuple[frozenset[int], Cell, int | None]]:
    """Each set, direction and distance; None is the distance of a set that can be removed."""
    everything = range(len(pieces))
    enough = 2 * len(pieces) * (1 + max(abs(n) for piece in pieces for cell in piece for n in cell))
    enough += max(abs(n) for vector in state for n in vector)
    # Of steps, which may be longer than a cell.
    enough = enough // min(max(map(abs, direction)) for direction in directions) + 2
    placed = [shifted(piece, vector) for piece, vector in zip(pieces, state, strict=True)]
    for size in range(1, len(pieces)):
        for chosen in combinations(everything, size):
            moving = frozenset[Cell]().union(*(placed[i] for i in chosen))
            staying = frozenset[Cell]().union(*(placed[i] for i in everything if i not in chosen))
            for direction in directions:
                distance = 0
                while distance < enough:
                    before = shifted(moving, times(direction, distance))
                    if shifted(before, direction) & staying:
                        break
                    if lattice != SQUARE and any(
                        are_in_the_way(lattice, one, other, direction)
                        for one in staying
                        for other in before
                    ):
                        break
                    distance += 1
                if distance == enough:
                    yield frozenset(chosen), direction, None
                else:
                    yield from ((frozenset(chosen), direction, d + 1) for d in range(distance))


def first_separations(
    pieces: Sequence[Shape], directions: Sequence[Cell], lattice: Lattice
) -> tuple[int, set[Exit], int] | None:
    """The fewest moves to a separation, all of them, and the number of ways to them.

    Directions are given with their opposites.  A separation is a state, the removed set that does
    not contain piece 0, and its direction.
    """
    start: State = tuple((0,) * len(next(iter(piece))) for piece in pieces)
    ways, seen, depth = {start: 1}, {start}, 0
    while ways:
        depth += 1
        exits: set[Exit] = set()
        removals = 0
        after: dict[State, int] = {}
        for state, number in ways.items():
            successors: set[State] = set()
            for chosen, direction, distance in moves(pieces, state, directions, lattice):
                if distance is None:
                    if 0 not in chosen:
                        exits.add((state, chosen, direction))
                        removals += number
                    continue
                moved = [
                    tuple(map(int.__add__, vector, times(direction, distance * (i in chosen))))
                    for i, vector in enumerate(state)
                ]
                successors.add(tuple(tuple(map(int.__sub__, v, moved[0])) for v in moved))
            for new in successors:
                after[new] = after.get(new, 0) + number
        if exits:
            return depth, exits, removals
        ways = {state: number for state, number in after.items() if state not in seen}
        seen |= set(ways)
    return None


def least_level(
    pieces: Sequence[Shape], directions: Sequence[Cell], lattice: Lattice
) -> tuple[int, ...] | None:
    """The least level over all shortest separations, of the larger part first; None if stuck."""
    if len(pieces) == 1:
        return ()
    found = first_separations(pieces, directions, lattice)
    if found is None:
        return None
    depth, exits, _ = found
    levels = []
    for state, moving, _ in exits:
        placed = [shifted(piece, vector) for piece, vector in zip(pieces, state, strict=True)]
        sides = [
            [number for number in range(len(pieces)) if (number in moving) == moved]
            for moved in (False, True)
        ]
        sides.sort(key=lambda side: (-len(side), side))
        parts = [least_level([placed[i] for i in side], directions, lattice) for side in sides]
        if None in parts:
            return None
        levels.append((depth, *(number for part in parts for number in part or ())))
    return min(levels)


def both_ways(axes: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [tuple(sign * one for one in axis) for axis in axes for sign in (1, -1)]


def check_against_the_definition(pieces: list[Region]) -> None:
    lattice, start = pieces[0].lattice, pieces[0].cells[0]
    ways = both_ways(directions(lattice, start))
    expected = first_separations([frozenset(piece.cells) for piece in pieces], ways, lattice)
    quick, thorough = disassemble(pieces), disassemble(pieces, thorough=True)
    assert quick.comes_apart == thorough.comes_apart
    check_moves(pieces, quick)
    check_moves(pieces, thorough)
    if expected is None:
        assert not quick.moves
        assert not thorough.moves
        assert thorough.separations == (0 if len(pieces) > 1 else None)
        return
    depth, exits, number = expected
    assert len(quick.moves) == len(thorough.moves) == depth
    assert thorough.separations == len(exits)
    assert thorough.ways == number
    assert thorough.level <= quick.level or not quick.comes_apart
    if len(pieces) <= 3:
        least = least_level([frozenset(piece.cells) for piece in pieces], ways, lattice)
        assert least == (thorough.level if thorough.comes_apart else None)


def check_moves(pieces: list[Region], found: Disassembly) -> None:
    """Perform the moves, one step at a time, and check that nothing overlaps."""
    for move, translations in found.steps():
        assert isinstance(move, Move)
        inside = sorted(translations)
        placed = {
            number: frozenset(
                tuple(map(int.__add__, cell, translations[number])) for cell in pieces[number].cells
            )
            for number in inside
        }
        moving = frozenset[tuple[int, ...]]().union(*(placed[number] for number in move.pieces))
        staying = frozenset[tuple[int, ...]]().union(
            *(placed[number] for number in inside if number not in move.pieces)
        )
        assert moving
        assert staying
        for step in range(move.distance if move.distance is not None else 40):
            vector = tuple((step + 1) * one for one in move.direction)
            shifted = {tuple(map(int.__add__, cell, vector)) for cell in moving}
            assert staying.isdisjoint(shifted)
