"""Classic problems as plain exact covers, without the tilings package."""

from __future__ import annotations

import random
from itertools import combinations, product

from combien import Problem


def dominoes(width: int, height: int) -> Problem:
    """A board to be covered by dominoes; cells in reading order."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    options = []
    for x, y in cells:
        if x + 1 < width:
            options.append(((x, y), (x + 1, y)))
        if y + 1 < height:
            options.append(((x, y), (x, y + 1)))
    return Problem.from_options(options, primary=cells)


def queens(n: int) -> Problem:
    """Queens in rows and columns (primary) and diagonals (secondary)."""
    return Problem.from_options(
        {
            (x, y): [("x", x), ("y", y), ("up", x + y), ("down", x - y)]
            for x, y in product(range(n), repeat=2)
        },
        secondary=[("up", k) for k in range(2 * n - 1)] + [("down", k) for k in range(1 - n, n)],
    )


def langford(n: int) -> Problem:
    """Two of each number k from 1 to n, with k numbers between them."""
    return Problem.from_options(
        [k, ("slot", i), ("slot", i + k + 1)] for k in range(1, n + 1) for i in range(2 * n - k - 1)
    )


def pairs(n: int) -> Problem:
    """All ways to make pairs of n items."""
    return Problem.from_options(combinations(range(n), 2))


def latin(n: int) -> Problem:
    """Latin squares: each cell, each value in each line both ways."""
    return Problem.from_options(
        [("cell", x, y), ("x", x, v), ("y", y, v)] for x, y, v in product(range(n), repeat=3)
    )


def timetable(lessons: int, rooms: int, *, slots: int, seed: int) -> Problem:
    """Lessons of random classes and teachers, each in a slot and, if there are any, in a room."""
    dice = random.Random(seed)
    options = {}
    for lesson in range(lessons):
        group, teacher = dice.randrange(lessons), dice.randrange(lessons)
        for slot, room in product(range(slots), range(max(1, rooms))):
            items = [("lesson", lesson), ("group", group, slot), ("teacher", teacher, slot)]
            options[lesson, slot, room] = [*items, ("room", room, slot)][: 4 if rooms else 3]
    secondary = {item for items in options.values() for item in items[1:]}
    return Problem.from_options(options, secondary=sorted(secondary))


def five_digits() -> Problem:
    """A sudoku where five digits are missing, with few candidates: 180 items, and dead ends."""
    cells = product(range(9), repeat=2)
    holes = [(x, y) for x, y in cells if (3 * x + x // 3 + y) % 9 < 5]
    return Problem.from_options(
        [("cell", x, y), ("x", x, v), ("y", y, v), ("box", x // 3, y // 3, v)]
        for (x, y), v in product(holes, range(5))
        if (5 * x + 3 * y * y + 7 * v * y + v) % 7 != 0
    )


def ring(vertices: int) -> list[tuple[int, int]]:
    """The edges of a polygon."""
    return [(vertex, (vertex + 1) % vertices) for vertex in range(vertices)]


def prism(rungs: int) -> list[tuple[int, int]]:
    """The edges of a prism over a polygon."""
    sides = [(2 * k + j, (2 * k + j + 2) % (2 * rungs)) for k in range(rungs) for j in range(2)]
    return [*sides, *((2 * k, 2 * k + 1) for k in range(rungs))]


def two_tree(vertices: int, *, seed: int) -> list[tuple[int, int]]:
    """The edges of triangles, each of which has an edge of an earlier one."""
    dice = random.Random(seed)
    edges = [(0, 1)]
    for vertex in range(2, vertices):
        edges += [(end, vertex) for end in dice.choice(edges)]
    return edges


def coloring(edges: list[tuple[int, int]], *, colors: int, seed: int = 0) -> Problem:
    """The proper colorings of a graph, vertices in random order: an edge has each color once."""
    vertices = list({vertex: None for edge in edges for vertex in edge})
    random.Random(seed).shuffle(vertices)
    options = [
        [vertex, *((edge, color) for edge in edges if vertex in edge)]
        for vertex in vertices
        for color in range(colors)
    ]
    return Problem.from_options(
        options,
        primary=vertices,
        secondary=[(edge, color) for edge in edges for color in range(colors)],
    )
