"""Drawings of sudokus: heavy lines between boxes, dashed cages with their sums."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isqrt

from combien.drawing._content import PAPER, Line, Mark, Patch, Text
from combien.drawing._picture import Picture
from combien.puzzles._board import LIGHTER
from combien.puzzles._sudoku_text import Cage, Cell

HEAVY, INSET = 0.09, 0.08
# Light palette colors of given cells and of the diagonals.
GIVEN, DIAGONAL = LIGHTER, LIGHTER + 1


def sudoku_picture(
    digits: tuple[int, ...],
    *,
    givens: tuple[int, ...],
    diagonals: bool,
    regions: tuple[int, ...],
    cages: tuple[Cage, ...],
    title: str,
) -> Picture:
    """Return the cells with their digits, 0 for an empty one; given cells are tinted."""
    size = isqrt(len(digits))
    patches = []
    for place, (given, digit) in enumerate(zip(givens, digits, strict=True)):
        down, x = divmod(place, size)
        y = size - 1 - down
        color = GIVEN if given else PAPER
        if not given and diagonals and (x in (down, y)):
            color = DIAGONAL
        square = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        patches.append(Patch((square,), ((x, y),), color, str(digit) if digit else ""))
    marks: list[Mark] = []
    for cage in cages:
        # Rows of cages count from the top.
        cells = {(x, size - 1 - down) for x, down in cage.cells}
        marks += (Line(ends, 0.03, dashed=True) for ends in _inside(cells))
        if cage.sum:
            x, y = max(cells, key=lambda cell: (cell[1], -cell[0]))
            text = str(cage.sum)
            marks.append(Text(text, (x + 0.15 + 0.08 * len(text), y + 0.79), 0.16))
    # Labels would be too large next to the sums.
    if cages:
        marks += (
            Text(patch.label, (patch.cells[0][0] + 0.54, patch.cells[0][1] + 0.4), 0.36)
            for patch in patches
            if patch.label
        )
    marks += (Line(ends, HEAVY) for ends in heavy(regions or (0,) * size**2, size))
    return Picture(tuple(patches), title, marks=tuple(marks), labeled=not cages)


def heavy(regions: tuple[int, ...], size: int) -> Iterator[tuple[Cell, Cell]]:
    """Yield the lines between and around regions, as maximal straight segments."""
    region = {(n % size, size - 1 - n // size): number for n, number in enumerate(regions)}
    for at in range(size + 1):
        across = [region.get((x, at)) != region.get((x, at - 1)) for x in range(size)]
        yield from (((a, at), (b, at)) for a, b in _runs(across))
        upwards = [region.get((at, y)) != region.get((at - 1, y)) for y in range(size)]
        yield from (((at, a), (at, b)) for a, b in _runs(upwards))


def _runs(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of set flags.

    >>> list(_runs([True, True, False, True]))
    [(0, 2), (3, 4)]
    """
    start = None
    for place, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = place
        elif not flag and start is not None:
            yield start, place
            start = None


def _inside(cells: Collection[Cell]) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the outline of some cells, slightly inside them, edge by edge."""
    for x, y in cells:
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if (x + dx, y + dy) in cells:
                continue
            ends = []
            for side in (-1, 1):
                beside = (x + side * abs(dy), y + side * abs(dx))
                beyond = (beside[0] + dx, beside[1] + dy)
                # An edge stops short of a convex corner and extends into a concave one.
                reach = 0.5 - INSET if beside not in cells else 0.5
                reach += INSET * (beside in cells and beyond in cells)
                out = 0.5 - INSET
                ends.append(
                    (
                        x + 0.5 + dx * out + side * abs(dy) * reach,
                        y + 0.5 + dy * out + side * abs(dx) * reach,
                    )
                )
            yield ends[0], ends[1]
