"""Cells: tuples of integers, one for each axis.

There may be millions of cells, so they are first validated together (four passes at the speed of
sets), and one by one only after an error, to report it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from math import prod
from typing import cast

from combien._base.checks import as_int, short_repr
from combien.errors import BadRegion

Cell = tuple[int, ...]

MOST_DIMENSIONS = 32
# A region of 2000 x 2000 cells takes about 500 MB; 99999 x 99999 is certainly a mistake.
MOST_CELLS = 4_000_000
# Coordinates up to this limit can be drawn (as floats) and printed exactly.
FARTHEST = 10**9


def checked_cells(cells: Iterable[Sequence[int]], dimension: int | None = None) -> list[Cell]:
    """Return the cells as a list of tuples of ints, all of one dimension.

    >>> checked_cells([[0, 1], (2, 3)])
    [(0, 1), (2, 3)]

    Raises `BadRegion` with the number of the first invalid cell, from 0.
    """
    if isinstance(cells, (str, bytes)):
        raise BadRegion("a region is made from cells: Region.from_art(...) reads a drawing")
    if not isinstance(cells, Iterable):
        raise BadRegion(f"a region is made from cells, not from a value of {_type_name(cells)}")
    try:
        found = list(islice(cells, MOST_CELLS + 1))
    except TypeError:
        # A numpy array without axes has `__iter__`, but is not iterable.
        if isinstance(cells, Iterator):
            raise
        raise BadRegion(f"a region is made from cells, not from {short_repr(cells)}") from None
    if len(found) > MOST_CELLS:
        raise BadRegion(f"a region of more than {MOST_CELLS} cells, which is the limit")
    if not found:
        return []
    if set(map(type, found)) == {tuple} and set(map(type, chain.from_iterable(found))) <= {int}:
        lengths = set(map(len, found))
        wanted = len(found[0]) if dimension is None else dimension
        if lengths == {wanted} and 1 <= wanted <= MOST_DIMENSIONS:
            check_far(min(map(min, found)), max(map(max, found)))
            return cast("list[Cell]", found)
    checked: list[Cell] = []
    for number, cell in enumerate(found):
        checked.append(_checked(number, cell))
        if len(checked[-1]) != (dimension or len(checked[0])):
            raise BadRegion(
                f"cell {number}, {checked[-1]}, is of dimension {len(checked[-1])}, not "
                f"{dimension or len(checked[0])}: all cells of a region are of one dimension"
            )
    return checked


def checked_lengths(size: Sequence[int]) -> list[int]:
    """Return the lengths of a box as ints.

    >>> checked_lengths((8, 3))
    [8, 3]

    Raises `BadRegion` for an invalid length, and for a box of too many cells.
    """
    check_dimension(len(size))
    lengths = [length for length in map(as_int, size) if length is not None]
    if len(lengths) < len(size) or not all(0 <= length <= FARTHEST for length in lengths):
        raise BadRegion(
            f"the lengths of a box are whole numbers from 0 to {FARTHEST}, as in box(8, 8)"
        )
    if prod(lengths) > MOST_CELLS:
        raise BadRegion(
            f"a box of {' x '.join(map(str, lengths))} has {prod(lengths)} cells: the limit is "
            f"{MOST_CELLS}"
        )
    return lengths


def check_dimension(dimension: int) -> None:
    """Raise `BadRegion` for an invalid dimension."""
    if type(dimension) is not int or not 1 <= dimension <= MOST_DIMENSIONS:
        raise BadRegion(f"a dimension is a whole number from 1 to {MOST_DIMENSIONS}")


def check_far(low: int, high: int) -> None:
    """Raise `BadRegion` for coordinates out of range."""
    if low < -FARTHEST or high > FARTHEST:
        raise BadRegion(f"the coordinates of a cell go from -{FARTHEST} to {FARTHEST}")


def _checked(number: int, cell: object) -> Cell:
    if not isinstance(cell, (tuple, list)):
        raise BadRegion(
            f"cell {number} is of {_type_name(cell)}: a cell is a tuple of whole numbers"
        )
    if not 1 <= len(cell) <= MOST_DIMENSIONS:
        raise BadRegion(
            f"cell {number} has {len(cell)} coordinates: a cell has 1 to {MOST_DIMENSIONS}"
        )
    coordinates = []
    for coordinate in cell:
        at = as_int(coordinate)
        if at is None:
            raise BadRegion(
                f"cell {number} has a coordinate of {_type_name(coordinate)}: a cell is a tuple of "
                "whole numbers"
            )
        coordinates.append(at)
    check_far(min(coordinates), max(coordinates))
    return tuple(coordinates)


def _type_name(value: object) -> str:
    return f"type {type(value).__name__}"
