"""Boards with solutions that are hard to find, for `python bench/first.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from combien import Problem, Region, Tile, TilingProblem
from combien.cover import formats
from combien.puzzles import (
    Costas,
    Golomb,
    Kirkman,
    Langford,
    Magic,
    Mates,
    Partridge,
    Queens,
    Steiner,
    Sudoku,
)


def rectangle(tile: str, *sides: int) -> TilingProblem:
    """Return a rectangle of copies of a polyomino, whose rows end with '/'."""
    drawn = Tile(tile.replace("/", "\n"), symmetries="all", times="any")
    return TilingProblem(Region.box(*sides), [drawn])


def cube(side: int, *cells: tuple[int, int, int]) -> TilingProblem:
    """Return a cube of copies of a polycube."""
    tile = Tile(Region(cells), symmetries="rotations", times="any")
    return TilingProblem(Region.box(side, side, side), [tile])


def bricks(side: int, sizes: tuple[int, int, int], times: int) -> Problem:
    """Return Hoffman's packing: bricks in a cube, which leave some of it empty."""
    options = [
        [
            "brick",
            *product(*(range(at, at + size) for at, size in zip(corner, turned, strict=True))),
        ]
        for turned in sorted(set(permutations(sizes)))
        for corner in product(*(range(side - size + 1) for size in turned))
    ]
    cells = list(product(range(side), repeat=3))
    return Problem.from_options(options, secondary=cells, bounds={"brick": (times, times)})


def golfers(groups: int, size: int, weeks: int) -> Problem:
    """Return the social golfers: no two play twice in a group."""
    players = range(groups * size)
    options = [
        [*(f"week {week}: {player}" for player in group), *combinations(group, 2)]
        for week in range(weeks)
        for group in combinations(players, size)
    ]
    return Problem.from_options(options, secondary=combinations(players, 2))


def _turned(cube: str) -> set[str]:
    """Return the 24 positions of a cube: its left, right, front, back, lower and upper face."""
    positions, new = {cube}, [cube]
    while new:
        a, b, c, d, e, f = tuple(new.pop())
        for other in ("".join((a, b, e, f, d, c)), "".join((f, e, c, d, a, b))):
            if other not in positions:
                positions.add(other)
                new.append(other)
    return positions


def macmahon(*sides: int) -> Problem:
    """Return MacMahon's thirty cubes in a box: faces that touch match, each side has a color."""
    cubes: list[set[str]] = []
    for colors in map("".join, permutations("abcdef")):
        if not any(colors in cube for cube in cubes):
            cubes.append(_turned(colors))
    lines, faces = [], set()
    for place in product(*map(range, sides)):
        for number, cube in enumerate(cubes):
            for turned in sorted(cube):
                seen = {}
                for axis, side in product(range(3), (0, 1)):
                    at = list(place)
                    at[axis] += side
                    outside = at[axis] in (0, sides[axis])
                    name = (
                        f"s{axis}.{at[axis]}" if outside else f"f{axis}." + ".".join(map(str, at))
                    )
                    seen[name] = turned[2 * axis + side]
                faces |= set(seen)
                where = "p" + ".".join(map(str, place))
                given = " ".join(f"{name}:{color}" for name, color in seen.items())
                lines.append(f"{where} c{number} {given}")
    places = ["p" + ".".join(map(str, place)) for place in product(*map(range, sides))]
    secondary = [*(f"c{number}" for number in range(len(cubes))), *sorted(faces)]
    text = "\n".join([" ".join([*places, "|", *secondary]), *lines, ""])
    return formats.read(text, format="dlx")


# With 17 givens; the last is hard for many searches.
SEVENTEEN = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000000000003085001020000000507000004000100090000000500000073002010000000040009",
)


def seventeen(number: int) -> Sudoku:
    """Return a sudoku with 17 givens."""
    return Sudoku(tuple(map(int, SEVENTEEN[number])))


Y_PENTOMINO, Y_HEXOMINO, L_HEXOMINO = ".*../****", ".*.../*****", "*..../*****"
STEPS = "*./*./**/**"

HARD: dict[str, Callable[[], Any]] = {
    "Y hexominoes 23x24": partial(rectangle, Y_HEXOMINO, 23, 24),
    "Y pentominoes 15x15": partial(rectangle, Y_PENTOMINO, 15, 15),
    "Y pentominoes 9x45": partial(rectangle, Y_PENTOMINO, 9, 45),
    "Y pentominoes 11x35": partial(rectangle, Y_PENTOMINO, 11, 35),
    "Y pentominoes 12x50": partial(rectangle, Y_PENTOMINO, 12, 50),
    "L hexominoes 11x18": partial(rectangle, L_HEXOMINO, 11, 18),
    "L hexominoes 9x34": partial(rectangle, L_HEXOMINO, 9, 34),
    "hexominoes 5x18": partial(rectangle, STEPS, 5, 18),
    "hexominoes 9x10": partial(rectangle, STEPS, 9, 10),
    "Y pentacubes 5x5x5": partial(cube, 5, (0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 1, 1)),
    "corner tetracubes 8x8x8": partial(cube, 8, (0, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)),
    "T tetracubes 8x8x8": partial(cube, 8, (0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 1, 1)),
    "Hoffman's bricks 15": partial(bricks, 15, (4, 5, 6), 27),
    "partridge 8": partial(Partridge, 8),
    "partridge 9": partial(Partridge, 9, laid=0),
    "partridge 10": partial(Partridge, 10, laid=0),
    "MacMahon's cubes 2x2x2": partial(macmahon, 2, 2, 2),
    "MacMahon's cubes 2x3x3": partial(macmahon, 2, 3, 3),
    "Costas 13": partial(Costas, 13),
    "Costas 15": partial(Costas, 15),
    "Langford 28": partial(Langford, 28),
    "Skolem 28": partial(Langford, 28, skolem=True),
    "golfers 5-3-7": partial(golfers, 5, 3, 7),
    "golfers 5-4-5": partial(golfers, 5, 4, 5),
    "golfers 6-3-7": partial(golfers, 6, 3, 7),
    "Kirkman 21": partial(Kirkman, 21),
    "Steiner 19": partial(Steiner, 19),
    "mates 7": partial(Mates, 7),
    "queens on a torus 29": partial(Queens, 29, torus=True),
    "Golomb 9": partial(Golomb, 9, 44),
    "magic 4": partial(Magic, 4),
    "17 givens (a)": partial(seventeen, 0),
    "17 givens (b)": partial(seventeen, 1),
    "17 givens (c)": partial(seventeen, 2),
}
