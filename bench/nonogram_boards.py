"""The nonograms of the bench: made by code, the same on every machine.

Rings yield to lines.  Boards by the toss of a coin and the dominoes are hard in two opposite ways,
loose and tight.  Pictures are between them, as are the boards that people make: outlines, letters,
patterns, and noise that was smoothed into patches.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from math import atan2, hypot, pi

__all__ = ["BOARDS", "Cells", "Clues", "clues", "dominoes", "lengths"]

Clues = tuple[list[list[int]], list[list[int]]]
Cells = list[list[int]]


def lengths(line: Sequence[int]) -> list[int]:
    """Return the clue of a line."""
    return [len(list(run)) for value, run in groupby(line) if value]


def clues(cells: Cells) -> Clues:
    """Return the clues of a picture.

    >>> clues([[1, 0, 1], [0, 1, 1]])
    ([[1, 1], [2]], [[1], [1], [2]])
    """
    return [lengths(row) for row in cells], [lengths(c) for c in zip(*cells, strict=True)]


def dominoes(n: int) -> Clues:
    """Return the board that is called n-Dom: tight, with one solution."""
    rows = [[3], *([1], [3, 1]) * (n - 1), [1], [1]]
    return [list(r) for r in rows], [list(r[::-1]) for r in reversed(rows)]


def drawn(side: int, seed: int) -> Cells:
    """Cells that are black by the toss of a coin."""
    dice = random.Random(seed)
    return [dice.choices([0, 1], k=side) for _ in range(side)]


def rings(side: int) -> Cells:
    """Return a picture that lines alone tell: squares in squares, with a gap in each side."""
    return [
        [
            int(min(i, j, side - 1 - i, side - 1 - j) % 3 != 2 and (i * 7 + j) % 11 != 0)
            for j in range(side)
        ]
        for i in range(side)
    ]


def circles(side: int) -> Cells:
    """Return a disc with three round holes, two of them at one height: a face."""
    # Place and radius in thirtieths of the side, from the middle.
    holes = ((-5, -5, 3), (-5, 6, 2.5), (6, 0, 4))

    def inside(i: int, j: int, down: float, right: float, radius: float) -> bool:
        middle = (side - 1) / 2
        y, x = i - middle - down * side / 30, j - middle - right * side / 30
        return hypot(y, x) < radius * side / 30

    return [
        [
            int(inside(i, j, 0, 0, 14.5) and not any(inside(i, j, *hole) for hole in holes))
            for j in range(side)
        ]
        for i in range(side)
    ]


def spiral(side: int, turns: int) -> Cells:
    """Return a band that is as wide as the gap beside it, wound around the middle."""

    def band(y: int, x: int) -> bool:
        radius = hypot(y, x)
        turned = 2 * radius * turns / side - atan2(y, x) / (2 * pi)
        return turned % 1 < 0.5 and 2 * radius <= side

    return [[int(band(i - side // 2, j - side // 2)) for j in range(side)] for i in range(side)]


# Five cells wide and seven high, a number a row, its bits from left to right.
GLYPHS = {
    "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30),
    "E": (31, 16, 16, 30, 16, 16, 31),
    "N": (17, 25, 21, 21, 21, 19, 17),
    "O": (14, 17, 17, 17, 17, 17, 14),
    "R": (30, 17, 17, 30, 20, 18, 17),
    "S": (15, 16, 16, 14, 1, 1, 30),
    "V": (17, 17, 17, 17, 17, 10, 4),
    "Z": (31, 1, 2, 4, 8, 16, 31),
}


def letters(words: Sequence[str], scale: int) -> Cells:
    """Words below each other, each cell of a letter a square."""
    picture: Cells = []
    for word in words:
        for y in range(7):
            row = [int(bit) for letter in word for bit in f"{GLYPHS[letter][y]:05b}0"]
            picture += [[cell for cell in row[:-1] for _ in range(scale)]] * scale
        picture += [[0] * len(picture[-1])] * scale
    return picture[:-scale]


def automaton(rule: int, first: Sequence[int], steps: int) -> Cells:
    """Return what a rule for three neighbors makes of a line, step by step; white beyond its ends."""
    line, picture = list(first), []
    for _ in range(steps):
        picture.append(line)
        padded = [0, *line, 0]
        neighbors = zip(padded, line, padded[2:], strict=False)
        line = [rule >> (4 * left + 2 * here + right) & 1 for left, here, right in neighbors]
    return picture


def smooth(side: int, seed: int) -> Cells:
    """Noise after two sums over three by three cells; the greatest two fifths are black."""
    dice = random.Random(seed)
    values = [[dice.randrange(256) for _ in range(side)] for _ in range(side)]
    for _ in range(4):
        values = [
            [line[j - 1] + line[j] + line[(j + 1) % side] for j in range(side)] for line in values
        ]
        values = [list(column) for column in zip(*values, strict=True)]
    least = sorted(value for row in values for value in row)[side * side * 3 // 5]
    return [[int(value >= least) for value in row] for row in values]


def random_clues(n: int) -> Clues:
    """The clues of a random board of this size."""
    return clues(drawn(n, 1))


BOARDS: dict[str, Callable[[], Clues]] = {
    "rings-20": lambda: clues(rings(20)),
    "rings-40": lambda: clues(rings(40)),
    "circles-30": lambda: clues(circles(30)),
    "spiral-35": lambda: clues(spiral(35, turns=4)),
    "letters-58": lambda: clues(letters(["COVER", "DOZEN"], scale=2)),
    "rule110-40": lambda: clues(automaton(110, [0] * 39 + [1], 40)),
    "rule30-59": lambda: clues(automaton(30, [0] * 29 + [1] + [0] * 29, 30)),
    "smooth-45": lambda: clues(smooth(45, 4)),
    "smooth-60": lambda: clues(smooth(60, 1)),
    **{f"random-{n}": partial(random_clues, n) for n in (15, 20, 25, 30, 40, 60)},
    **{f"dom-{n}": partial(dominoes, n) for n in range(7, 14)},
}
