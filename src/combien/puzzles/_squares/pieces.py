"""Pieces placed on a board of squares: the solution of a packing puzzle.

Shared by the puzzles of squares, hooks and dominoes, so that text, drawing and JSON are written
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from combien.drawing._marks import Line, Mark, Text
from combien.drawing._picture import Picture
from combien.puzzles._puzzle import DrawnReading

__all__ = ["Piece", "Pieces"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece on the board: its cells (x, y), y up, and its name.

    `numbers` are shown in its cells, as pips up to nine; without them, the name is shown.
    """

    cells: tuple[Cell, ...]
    name: str
    color: int = 0
    numbers: tuple[int, ...] = ()

    @classmethod
    def square(cls, x: int, y: int, side: int) -> Piece:
        """Return a square with its lower left corner at (x, y).

        >>> Piece.square(1, 0, 2).cells
        ((1, 0), (1, 1), (2, 0), (2, 1))
        """
        cells = ((u, v) for u in range(x, x + side) for v in range(y, y + side))
        return cls(tuple(cells), str(side), side)


@dataclass(frozen=True, slots=True)
class Pieces(DrawnReading):
    """Pieces on a board, in the order of their first cells.

    >>> print(Pieces((Piece.square(0, 0, 2), Piece.square(2, 0, 1), Piece.square(2, 1, 1))))
    aac
    aab
    """

    pieces: tuple[Piece, ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a patch for each piece, in the color of its kind, with its name or pips."""
        groups = ((piece.cells, piece.color, piece.name) for piece in self.pieces)
        marks = [mark for piece in self.pieces for mark in _numbered(piece)]
        if all(map(_is_square, self.pieces)):
            marks += map(_named, self.pieces)
        return Picture.of_cells(groups, title=title, marks=tuple(marks), labeled=not marks)

    def plain(self) -> list[dict[str, object]]:
        """Return the name and cells of each piece."""
        return [
            {"name": piece.name, "cells": [list(cell) for cell in piece.cells]}
            for piece in self.pieces
        ]

    def covers(self, cells: Iterable[tuple[int, ...]]) -> bool:
        """Return whether exactly these cells are covered, once each."""
        return sorted(cell for piece in self.pieces for cell in piece.cells) == sorted(cells)

    def __str__(self) -> str:
        groups = ((piece.cells, piece.color, "") for piece in self.pieces)
        return Picture.of_cells(groups).ascii()


def _numbered(piece: Piece) -> Iterator[Mark]:
    """Yield the numbers of a piece in its cells, and a thin line between two cells."""
    for (x, y), number in zip(piece.cells, piece.numbers, strict=False):
        if number > 9:
            yield Text(str(number), (x + 0.5, y + 0.5), 0.4)
            continue
        for across, up in _PIPS[number]:
            yield Line(((x + 0.5 + 0.25 * across, y + 0.5 + 0.25 * up),), 0.17)
    for (x, y), (u, v) in pairwise(piece.cells) if piece.numbers else ():
        if x == u:
            yield Line(((x + 0.2, max(y, v)), (x + 0.8, max(y, v))), 0.03)
        else:
            yield Line(((max(x, u), y + 0.2), (max(x, u), y + 0.8)), 0.03)


def _is_square(piece: Piece) -> bool:
    """Return whether a piece is a square."""
    xs, ys = {x for x, _ in piece.cells}, {y for _, y in piece.cells}
    return len(xs) == len(ys) == isqrt(len(piece.cells)) and len(xs) ** 2 == len(piece.cells)


def _named(piece: Piece) -> Text:
    """Return the name of a square, centered, as large as fits."""
    (left, bottom), side = min(piece.cells), isqrt(len(piece.cells))
    height = side * min(0.36, 0.6 / max(1, len(piece.name)))
    return Text(piece.name, (left + side / 2, bottom + side / 2), height)


_CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
    7: (*_CORNERS, (-1, 0), (1, 0), (0, 0)),
    8: (*_CORNERS, (-1, 0), (1, 0), (0, 1), (0, -1)),
    9: (*_CORNERS, (-1, 0), (1, 0), (0, 1), (0, -1), (0, 0)),
}
