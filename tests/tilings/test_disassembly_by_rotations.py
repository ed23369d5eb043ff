"""Taking assemblies apart with rotations: the definition by sampled angles, known puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import cos, hypot, pi, sin

import pytest
from hypothesis import given, settings

from combien import OutOfBudget, Region
from combien.errors import BadTiling
from combien.geometry import HEXAGONS, SQUARE
from combien.tilings.disassembly import Disassembly, Move, Rotation, disassemble, survey
from combien.tilings.disassembly._rotations import swept
from tests.tilings.test_disassembly import assemblies

Cell = tuple[int, ...]
Shape = frozenset[Cell]

ROOM = Region.from_art("***.***\n*.....*\n*.....*\n*.....*\n*.....*\n*.....*\n*******")
BAR = Region([(2, 3), (3, 3), (4, 3)])
SAMPLES = 240


@cache
def crossed(x: int, y: int) -> frozenset[tuple[int, int]]:
    """The cells that a cell meets at many angles of a quarter turn; twice their centers."""
    found = set()
    reach = abs(x) + abs(y) + 4
    cells = [
        (u, v)
        for u, v in product(range(-reach, reach + 1), repeat=2)
        if (u - x) % 2 == (v - y) % 2 == 0
        # Squares of side 2 that meet have centers less than 3 apart.
        and abs(hypot(u, v) - hypot(x, y)) < 3
    ]
    for sample in range(SAMPLES + 1):
        c, s = cos(sample * pi / 2 / SAMPLES), sin(sample * pi / 2 / SAMPLES)
        # Half the widths of two squares of side 2 along a side of either, less rounding errors.
        least = 1 + abs(c) + abs(s) - 1e-7
        for u, v in cells:
            dx, dy = u - (c * x - s * y), v - (s * x + c * y)
            if max(abs(dx), abs(dy), abs(c * dx + s * dy), abs(c * dy - s * dx)) < least:
                found.add((u, v))
    return frozenset(found)


def quarter(cell: Cell, plane: tuple[int, int], center: tuple[float, float]) -> Cell:
    """A cell after a quarter turn, by the complex number i."""
    p, q = plane
    after = (complex(cell[p], cell[q]) - complex(*center)) * 1j + complex(*center)
    result = list(cell)
    result[p], result[q] = int(after.real), int(after.imag)
    return tuple(result)


def is_blocked(
    moving: Shape, resting: Shape, plane: tuple[int, int], center: tuple[float, float]
) -> bool:
    p, q = plane
    for cell in moving:
        x, y = int(2 * cell[p] - 2 * center[0]), int(2 * cell[q] - 2 * center[1])
        for u, v in crossed(x, y):
            where = list(cell)
            where[p], where[q] = int(center[0] + u / 2), int(center[1] + v / 2)
            if tuple(where) in resting:
                return True
    return False


def replay(pieces: Sequence[Region], found: Disassembly) -> None:
    """Perform the moves of the whole and of its parts, by cells, and check that nothing is hit."""
    check(dict(enumerate(frozenset(piece.cells) for piece in pieces)), found, pieces)


def check(placed: dict[int, Shape], found: Disassembly, pieces: Sequence[Region]) -> None:
    assert sorted(placed) == sorted(found.pieces)
    for at, move in enumerate(found.moves):
        # The poses are those of the cells.
        for place, piece in enumerate(found.pieces):
            matrix, vector = found.orientations[at][place], found.states[at][place]
            assert placed[piece] == {
                tuple(
                    sum(map(int.__mul__, row, cell)) + v
                    for row, v in zip(matrix, vector, strict=True)
                )
                for cell in pieces[piece].cells
            }
        resting = frozenset[Cell]().union(
            *(placed[piece] for piece in placed if piece not in move.pieces)
        )
        moving = [placed[piece] for piece in move.pieces]
        assert moving
        assert resting
        if isinstance(move, Rotation):
            for _ in range(move.quarters):
                assert not any(is_blocked(one, resting, move.plane, move.center) for one in moving)
                moving = [
                    frozenset(quarter(cell, move.plane, move.center) for cell in one)
                    for one in moving
                ]
        else:
            for _ in range(60 if move.distance is None else move.distance):
                moving = [
                    frozenset(tuple(map(int.__add__, cell, move.direction)) for cell in one)
                    for one in moving
                ]
                assert all(resting.isdisjoint(one) for one in moving)
            if move.distance is None:
                break
        placed = placed | dict(zip(move.pieces, moving, strict=True))
    for part in found.parts:
        check({piece: placed[piece] for piece in part.pieces}, part, pieces)


def neighbors(state: tuple[Shape, ...]) -> Iterator[tuple[bool, tuple[Shape, ...]]]:
    """Each state after a move, and whether it is the removal of some pieces."""
    axes = range(len(next(iter(state[0]))))
    cells = frozenset[Cell]().union(*state)
    low, high = ([best(cell[i] for cell in cells) for i in axes] for best in (min, max))
    for size in range(1, len(state)):
        for chosen in combinations(range(1, len(state)), size):
            moving = [state[i] for i in chosen]
            resting = frozenset[Cell]().union(*(s for i, s in enumerate(state) if i not in chosen))
            for axis, sign in product(axes, (1, -1)):
                now = moving
                for step in range(31):
                    if step:
                        yield step == 30, replaced(state, chosen, now)
                    now = [
                        frozenset(
                            tuple(n + sign * (i == axis) for i, n in enumerate(cell))
                            for cell in one
                        )
                        for one in now
                    ]
                    if any(not resting.isdisjoint(one) for one in now):
                        break
            for p, q in permutations(axes, 2):
                halves = product(
                    range(2 * low[p] - 1, 2 * high[p] + 2), range(2 * low[q] - 1, 2 * high[q] + 2)
                )
                for x, y in halves:
                    if (x - y) % 2:
                        continue
                    now = moving
                    for _ in range(3):
                        if any(is_blocked(one, resting, (p, q), (x / 2, y / 2)) for one in now):
                            break
                        now = [
                            frozenset(quarter(cell, (p, q), (x / 2, y / 2)) for cell in one)
                            for one in now
                        ]
                        yield False, replaced(state, chosen, now)


def replaced(
    state: tuple[Shape, ...], chosen: Sequence[int], now: Sequence[Shape]
) -> tuple[Shape, ...]:
    after = list(state)
    for place, shape in zip(chosen, now, strict=True):
        after[place] = shape
    return tuple(after)


def fewest_moves(pieces: Sequence[Region]) -> int:
    """The number of moves of a first separation, or 0 if there is none."""
    level = {tuple(frozenset(piece.cells) for piece in pieces)}
    seen = set(level)
    moves = 0
    while level:
        moves += 1
        after = set()
        for state in level:
            for removed, new in neighbors(state):
                if removed:
                    return moves
                after.add(new)
        level = after - seen
        seen |= level
    return 0


def test_cells_that_a_turning_cell_crosses() -> None:
    for x, y in product(range(-5, 6), repeat=2):
        if (x - y) % 2 == 0:
            assert swept(x, y) == crossed(x, y), (x, y)


@given(assemblies(SQUARE, (4, 3), 3).filter(lambda pieces: len(pieces) > 1))
@settings(max_examples=12, deadline=None)
def test_squares_agree_with_the_definition(pieces: list[Region]) -> None:
    found = disassemble(pieces, rotations=True)
    assert len(found.moves) == fewest_moves(pieces)
    replay(pieces, found)


@given(assemblies(SQUARE, (3, 3, 2), 3).filter(lambda pieces: len(pieces) > 1))
@settings(max_examples=8, deadline=None)
def test_moves_of_cubes_hit_nothing(pieces: list[Region]) -> None:
    found, moved = disassemble(pieces, rotations=True), disassemble(pieces)
    replay(pieces, found)
    assert found.comes_apart or not moved.comes_apart
    if moved.moves:
        assert len(found.moves) <= len(moved.moves)


@pytest.mark.parametrize("opening", ["**.***", ".*****", "**..**"])
def test_a_room_agrees_with_the_definition(opening: str) -> None:
    room = Region.from_art(f"{opening}\n*....*\n*....*\n*....*\n******")
    pieces = [room, Region([(1, 1), (2, 1)])]
    found = disassemble(pieces, rotations=True)
    assert len(found.moves) == fewest_moves(pieces)
    replay(pieces, found)


def test_a_bar_that_must_turn() -> None:
    assert not disassemble([ROOM, BAR]).comes_apart
    found = disassemble([ROOM, BAR], rotations=True)
    assert (found.level, found.rotations) == ((2,), 1)
    assert found.moves == (Rotation((1,), (0, 1), (2.5, 3.5), 1), Move((1,), (0, 1), None))
    assert str(found).splitlines()[:2] == [
        "level 2, with 1 rotation",
        "  rotate piece 1 by 90 degrees from +x to +y about x = 2.5, y = 3.5",
    ]
    content = found.to_json()
    assert content["moves"] == [
        {"pieces": [1], "plane": [0, 1], "center": [2.5, 3.5], "quarters": 1},
        {"pieces": [1], "direction": [0, 1], "distance": None},
    ]
    assert content["orientations"] == (
        (((1, 0), (0, 1)),) * 2,
        (((1, 0), (0, 1)), ((0, -1), (1, 0))),
    )


def test_a_corner_needs_room() -> None:
    """A bar of 3 in a room of 3 x 3 does not turn, as the diagonal is longer than the side."""
    room = Region.from_art("**.**\n*...*\n*...*\n*...*\n*****")
    assert not disassemble([room, Region([(1, 2), (2, 2), (3, 2)])], rotations=True).comes_apart


def test_a_box_of_four_pieces() -> None:
    """Two halves in a ring, and a bar that turns in the box to leave by the hole."""
    box = Region.box(5, 5, 5) - Region.box(3, 3, 3).shift(1, 1, 1) - Region([(2, 2, 4)])
    pieces = [box, Region([(2, 2, 1), (2, 1, 1)]), Region([(3, 3, 1)]), Region([(1, 3, 1)])]
    assert not disassemble(pieces).comes_apart
    found = disassemble(pieces, rotations=True)
    assert found.comes_apart
    assert found.rotations == 1
    replay(pieces, found)


def test_a_way_without_rotations_is_the_same() -> None:
    wall = Region.from_art("*****\n*...*\n*.*.*\n*.*..\n*****")
    pieces = [wall, Region([(1, 1)])]
    found = disassemble(pieces, rotations=True)
    assert (found.level, found.rotations) == ((4,), 0)
    assert found.moves == disassemble(pieces).moves


def test_refusals_and_limits() -> None:
    with pytest.raises(BadTiling, match="squares and cubes only, not on hexagons"):
        disassemble([Region.box(1, 1, lattice=HEXAGONS)], rotations=True)
    with pytest.raises(BadTiling, match="translations only"):
        disassemble([ROOM, BAR], rotations=True, thorough=True)
    with pytest.raises(OutOfBudget):
        disassemble([ROOM, BAR], rotations=True, nodes=0)
    with pytest.raises(OutOfBudget):
        disassemble([ROOM, BAR], rotations=True, bytes=100)


def test_survey_with_rotations() -> None:
    assert survey([[ROOM, BAR]] * 2).apart == 0
    found = survey([[ROOM, BAR]] * 2, rotations=True)
    assert (found.apart, found.levels) == (2, {(2,): 2})
