"""Triddlers: strips by geometry, all boards with the same clues, the text form, what is refused."""

from __future__ import annotations

from functools import cache
from itertools import groupby, pairwise, product
from math import floor, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import count, solutions, solve
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._hexagons import TRIANGLES
from combien.puzzles import Triddler

HIGH = sqrt(3) / 2
# In which direction strips are read, and listed.
DIRECTIONS = {
    "rows": ((1.0, 0.0), (0.0, -1.0)),
    "rising": ((-0.5, -HIGH), (HIGH, -0.5)),
    "falling": ((-0.5, HIGH), (HIGH, 0.5)),
}
SHAPES = [
    (1, 1, 1, 1, 1, 1),
    (0, 2, 0, 2, 0, 2),
    (0, 3, 0, 3, 0, 3),
    (2, 0, 1, 2, 0, 1),
    (1, 1, 2, 0, 2, 1),
]


def middle(cell: Cell) -> tuple[float, float]:
    xs, ys = zip(*TRIANGLES.corners(cell), strict=True)
    return sum(xs) / 3, sum(ys) / 3


@cache
def strips_by_geometry(cells: tuple[Cell, ...], kind: str) -> list[list[Cell]]:
    """Bands of the height of a triangle, each sorted along its direction."""
    along, across = DIRECTIONS[kind]

    def at(cell: Cell, direction: tuple[float, float]) -> float:
        return sum(a * b for a, b in zip(middle(cell), direction, strict=True))

    bands: dict[int, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: at(cell, along)):
        bands.setdefault(floor(at(cell, across) / HIGH), []).append(cell)
    return [bands[number] for number in sorted(bands)]


def clues(cells: tuple[Cell, ...], values: bytes) -> dict[str, list[list[tuple[int, int]]]]:
    """By the definition: the runs of one color in each strip."""
    value = dict(zip(cells, values, strict=True))
    return {
        kind: [
            [(len([*run]), color) for color, run in groupby(map(value.__getitem__, strip)) if color]
            for strip in strips_by_geometry(cells, kind)
        ]
        for kind in DIRECTIONS
    }


@pytest.mark.parametrize("sides", [*SHAPES, (2, 2, 2, 2, 2, 2), (3, 2, 3, 3, 2, 3)])
def test_strips(sides: tuple[int, ...]) -> None:
    cells = Triddler.of(sides, bytes(len(board(sides)))).cells
    assert sorted(cells) == sorted(board(sides))
    strips = Triddler.of(sides, bytes(len(cells))).strips
    for kind in DIRECTIONS:
        found = [list(own) for of, _, own in strips if of == kind]
        assert found == strips_by_geometry(tuple(cells), kind)
        for strip in found:
            for one, other in pairwise(strip):
                assert other in TRIANGLES.neighbors(one)


def board(sides: tuple[int, ...]) -> list[Cell]:
    """The triangles inside of a hexagon, by its corners."""
    height = sides[1] + sides[2]
    x, y = height / 2, height * HIGH
    corners = []
    for side, (right, up) in zip(
        sides,
        ((1, 0), (0.5, -HIGH), (-0.5, -HIGH), (-1, 0), (-0.5, HIGH), (0.5, HIGH)),
        strict=True,
    ):
        corners.append((x, y))
        x, y = x + side * right, y + side * up
    assert abs(x - height / 2) + abs(y - height * HIGH) < 1e-9
    every = (
        (a, b, up - a - b) for a, b, up in product(range(-41, 42, 2), range(-41, 42, 2), (1, -1))
    )
    return [cell for cell in every if inside(middle(cell), corners)]


def inside(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Whether a point is to the right of all sides, which are clockwise."""
    return all(
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) < 1e-9
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


@settings(max_examples=25)
@given(sides=st.sampled_from(SHAPES), colors=st.sampled_from([(0, 1), (0, 1, 3)]), data=st.data())
def test_all_boards_with_the_same_clues(
    sides: tuple[int, ...], colors: tuple[int, ...], data: st.DataObject
) -> None:
    size = len(board(sides))
    if size > 8:
        colors = (0, 1)
    values = bytes(data.draw(st.lists(st.sampled_from(colors), min_size=size, max_size=size)))
    puzzle = Triddler.of(sides, values)
    cells = tuple(puzzle.cells)
    wanted = clues(cells, values)
    for kind, own in wanted.items():
        assert [list(map(tuple, clue)) for clue in getattr(puzzle, kind)] == own
    every = {
        bytes(other)
        for other in product(colors, repeat=size)
        if clues(cells, bytes(other)) == wanted
    }
    found = [*solutions(puzzle)]
    assert {reading.values for reading in found} == every
    assert count(puzzle) == len(found) == len(every)
    assert all(map(puzzle.check, found))
    assert Triddler.parse(str(puzzle)) == puzzle
    drawn = f"sides {' '.join(map(str, sides))}\npicture\n{found[0]}"
    assert Triddler.parse(drawn) == puzzle


def test_larger_boards() -> None:
    noise = Random(1)
    sides = (5, 5, 5, 5, 5, 5)
    values = bytes(int(noise.random() < 0.6) for _ in range(150))
    puzzle = Triddler.of(sides, values)
    found = solve(puzzle)
    assert found is not None
    assert puzzle.check(found)
    assert count(puzzle) == count(puzzle, engine="dlx") >= 1


def test_default() -> None:
    puzzle = Triddler()
    found = solve(puzzle)
    assert count(puzzle) == 1
    assert found is not None
    assert str(found) == " .###.\n##.##..\n..#.##.\n .###."
    assert found.plain() == [".###.", "##.##..", "..#.##.", ".###."]
    drawn = found.picture(title="t")
    # The room for the clues, and the triangles.
    assert len(drawn.patches) == 1 + 24
    assert len(puzzle.picture().marks) == len(drawn.marks)


def test_clues_without_a_solution() -> None:
    puzzle = Triddler((1, 1, 1, 1, 1, 1), ([3], []), ([1], []), ([], []))  # type: ignore[arg-type]
    assert count(puzzle) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1: expected 'sides'"),
        ("sides 1 2", "six whole numbers from 0 to 60"),
        ("sides 1 1 1 1 1 99", "six whole numbers"),
        ("sides 1 1 1 1 1 2", "1 1 1 1 1 2 do not close"),
        ("sides 0 0 0 0 0 0", "no triangle"),
        ("sides 1 0 0 1 0 0", "no triangle"),
        ("sides 1 x 1 1 1 1", "expected six numbers"),
        ("sides 1 1 1 1 1 1\nrows\n1", "rows: expected 2 clues, not 1"),
        ("sides 1 1 1 1 1 1\nrows\n1 x", "expected lengths"),
        ("sides 1 1 1 1 1 1\nrows\n1 0\n1", "every block of a triddler has a length"),
        ("sides 1 1 1 1 1 1\nrows\nrows", "line 3: 'rows' is given twice"),
        ("sides 1 1 1 1 1 1\npicture\n##", "2 values for 6 triangles"),
        ("sides 1 1 1 1 1 1\npicture\n?#####", "expected rows of . and #"),
        ("sides 1 1 1 1 1 1\n5", "line 2: expected 'sides'"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Triddler.parse(text)


def test_refused_in_python() -> None:
    with pytest.raises(BadPuzzle, match="rows: expected 2 clues, not int"):
        Triddler((1, 1, 1, 1, 1, 1), 3)  # type: ignore[arg-type]
    with pytest.raises(BadPuzzle, match="every block of a triddler has a length"):
        Triddler((1, 1, 1, 1, 1, 1), ([None], [1]), ([1], []), ([], []))  # type: ignore[arg-type]
    with pytest.raises(BadPuzzle, match="sides: expected six"):
        Triddler("1")  # type: ignore[arg-type]
    ones = ([1] * 20,) * 40
    with pytest.raises(BadPuzzle, match="fillings of the strips are too many"):
        Triddler((20,) * 6, ones, ones, ones).problem()  # type: ignore[arg-type]
