"""The forms of solutions that several puzzles share: text, drawing and JSON are written once.

A `Board` has a text in each square, a `Chessboard` chess pieces; `Groups` are rows of numbers, and
`Pieces` cover a board, as in the puzzles of squares, hooks and dominoes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import Self

from combien.drawing._content import PAPER, Line, Mark, Patch, Point, Text, points_in
from combien.drawing._picture import Picture
from combien.puzzles._puzzle import DrawnReading

# The offset of the light colors in the palette.
LIGHTER = 12


@dataclass(frozen=True)
class Board(DrawnReading):
    """Squares with a text in each; `lines` are the rows, from the top.

    >>> print(Board((("1", "2"), ("", "10"))))
     1  2
     . 10

    `colors` has the shape of `lines`: palette numbers, or None for an empty square.  Without it,
    equal texts have the same color, and squares without text have none.
    """

    lines: tuple[tuple[str, ...], ...]
    colors: tuple[tuple[int | None, ...], ...] = ()

    @classmethod
    def marked(cls, size: int, cells: Container[object], text: str) -> Self:
        """Return a square board with this text in the given cells (x, y), y down.

        >>> print(Board.marked(2, {(1, 0)}, "R"))
        . R
        . .
        """
        places = range(size)
        return cls(tuple(tuple(text * ((x, y) in cells) for x in places) for y in places))

    @classmethod
    def written(cls, lines: Iterable[Sequence[str]]) -> Self:
        """Return a board of texts on white squares.

        >>> Board.written(["ab", "cd"]).colors
        ((-1, -1), (-1, -1))
        """
        texts = tuple(map(tuple, lines))
        return cls(texts, tuple((PAPER,) * len(line) for line in texts))

    @property
    def taken(self) -> list[tuple[int, int]]:
        """The cells (x, y) that have a text, row by row, y down.

        >>> Board((("", "R"), ("", ""))).taken
        [(1, 0)]
        """
        return [(x, y) for y, line in enumerate(self.lines) for x, text in enumerate(line) if text]

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing with one patch per square, labeled with its text.

        >>> print(Board((("1", "2"), ("2", "1"))).picture().ascii(boxes=True, labels=True))
        ┌───┬───┐
        │ 1 │ 2 │
        ├───┼───┤
        │ 2 │ 1 │
        └───┴───┘
        """
        texts = dict.fromkeys(text for line in self.lines for text in line if text)
        number = {text: at for at, text in enumerate(sorted(texts, key=lambda t: (len(t), t)))}
        height = len(self.lines)
        groups = []
        for down, line in enumerate(self.lines):
            for x, text in enumerate(line):
                color = self.colors[down][x] if self.colors else number.get(text)
                groups.append(([(x, height - 1 - down)], color, text))
        return Picture.of_cells(groups, title=title, labeled=True)

    def plain(self) -> list[list[str]]:
        """Return the texts, row by row."""
        return [list(line) for line in self.lines]

    def __str__(self) -> str:
        width = max((len(text) for line in self.lines for text in line), default=1)
        return "\n".join(
            " ".join(f"{text or '.':>{width}}" for text in line) for line in self.lines
        )


@dataclass(frozen=True, slots=True)
class Groups(DrawnReading):
    """Rows of groups of numbers.

    >>> walks = Groups((((1, 2, 3), (4, 5, 6)), ((1, 4), (2, 10))))
    >>> print(walks)
    1 2 3   4 5 6
    1 4   2 10
    """

    lines: tuple[tuple[tuple[int, ...], ...], ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a square per member, colored by number; gaps separate the groups.

        >>> print(Groups((((1, 2), (3,)),)).picture().ascii())
        12 3
        """
        squares: list[tuple[list[tuple[int, int]], int | None, str]] = []
        for down, line in enumerate(self.lines):
            x = 0
            for group in line:
                for number in group:
                    squares.append(([(x, -down)], LIGHTER + number - 1, str(number)))
                    x += 1
                x += 1
        return Picture.of_cells(squares, title=title, labeled=True)

    def plain(self) -> list[list[list[int]]]:
        """Return the numbers: rows of groups."""
        return [[list(group) for group in line] for line in self.lines]

    def __str__(self) -> str:
        return "\n".join(
            "   ".join(" ".join(map(str, group)) for group in one) for one in self.lines
        )


# Palette numbers of light squares, dark squares and pieces.
LIGHT, DARK, PIECE = PAPER, None, 0

_BASE = "2014 8014 8022 7226"
# The outline above the base, counter-clockwise: x and y in hundredths of a square.
_TOPS = {
    "Q": "7436 8868 7050 6878 5654 5086 4454 3278 3050 1268 2636",
    "R": "6634 6658 7464 7482 6482 6474 5574 5582 4582 4574 3674 3682 2682 2664 3458 3434",
    "B": "5934 6642 6851 6658 5650 6265 5476 5680 5486 4686 4480 4676 3664 3251 3442 4134",
    "N": "7034 7348 7062 6273 5079 4788 4280 3474 2862 2050 2243 2941 3648 4650 4042 3234",
    "K": "6832 8044 8256 7464 6262 5458 5472 6272 6279 5479 5488 4688 4679 "
    "3879 3872 4672 4658 3862 2664 1856 2044 3232",
}
_DOT = "5024 6328 7237 7650 7263 6372 5076 3772 2863 2450 2837 3728"


@dataclass(frozen=True)
class Chessboard(Board):
    """A board with chess pieces: Q, R, B, N, K, or * for a dot."""

    def picture(self, *, title: str = "") -> Picture:
        """Return the board, dark in the lower left corner, with a piece for each letter.

        >>> print(Chessboard((("", "Q"), ("", ""))).picture().ascii(boxes=True, labels=True))
        ┌───┬───┐
        │   │ Q │
        ├───┼───┤
        │ · │   │
        └───┴───┘
        """
        height = len(self.lines)
        squares: list[Patch] = []
        pieces: list[Patch] = []
        for down, line in enumerate(self.lines):
            y = height - 1 - down
            for x, text in enumerate(line):
                corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
                squares.append(Patch((corners,), ((x, y),), LIGHT if (x + y) % 2 else DARK))
                if text:
                    outline = tuple((x + u, y + v) for u, v in _outline(text))
                    pieces.append(Patch((outline,), ((x, y),), PIECE, text))
        return Picture((*squares, *pieces), title)


def _outline(text: str) -> tuple[Point, ...]:
    """Return the outline of a piece in the unit square; a dot for any other text."""
    points = f"{_BASE} {_TOPS[text]} 2826 2022" if text in _TOPS else _DOT
    return tuple((x / 100, y / 100) for x, y in points_in(points, digits=2))


Cell = tuple[int, int]


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class NamedCells:
    """A piece on the board: its cells (x, y), y up, and its name.

    `numbers` are shown in its cells, as pips up to nine; without them, the name is shown.
    """

    cells: tuple[Cell, ...]
    name: str
    color: int = 0
    numbers: tuple[int, ...] = ()

    @classmethod
    def square(cls, x: int, y: int, side: int) -> NamedCells:
        """Return a square with its lower left corner at (x, y).

        >>> NamedCells.square(1, 0, 2).cells
        ((1, 0), (1, 1), (2, 0), (2, 1))
        """
        cells = ((u, v) for u in range(x, x + side) for v in range(y, y + side))
        return cls(tuple(cells), str(side), side)


@dataclass(frozen=True, slots=True)
class Pieces(DrawnReading):
    """Pieces on a board, in the order of their first cells.

    >>> square = NamedCells.square
    >>> print(Pieces((square(0, 0, 2), square(2, 0, 1), square(2, 1, 1))))
    aac
    aab
    >>> print(Pieces((NamedCells(((0, 0), (1, 0)), "0-12", numbers=(12, 0)),)))
    ┌───────┐
    │12   0 │
    └───────┘
    """

    pieces: tuple[NamedCells, ...]

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
        groups = [(piece.cells, piece.color, "") for piece in self.pieces]
        if not all(piece.numbers for piece in self.pieces):
            return Picture.of_cells(groups).ascii()
        # A line has the edges above a row, the next its numbers, four columns for a cell.
        lines = [
            list(line)
            for line in Picture.of_cells(groups).ascii(boxes=True, labels=True).splitlines()
        ]
        left = min(x for piece in self.pieces for x, _ in piece.cells)
        top = max(y for piece in self.pieces for _, y in piece.cells)
        for piece in self.pieces:
            for (x, y), number in zip(piece.cells, piece.numbers, strict=True):
                at = 4 * (x - left) + 1
                lines[2 * (top - y) + 1][at : at + 3] = f"{number:^3}"
        return "\n".join("".join(line).rstrip() for line in lines)


def _numbered(piece: NamedCells) -> Iterator[Mark]:
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


def _is_square(piece: NamedCells) -> bool:
    """Return whether a piece is a square."""
    xs, ys = {x for x, _ in piece.cells}, {y for _, y in piece.cells}
    return len(xs) == len(ys) == isqrt(len(piece.cells)) and len(xs) ** 2 == len(piece.cells)


def _named(piece: NamedCells) -> Text:
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


def with_clues(patches: Sequence[Patch], marks: Sequence[Mark], title: str) -> Picture:
    """Return a picture of a board with room for the texts beside it.

    >>> square = Patch((((0, 0), (1, 0), (1, 1), (0, 1)),))
    >>> [patch.color for patch in with_clues([square], [Text("3", (2, 0.5))], "").patches]
    [-1, None]
    """
    # Pictures are as large as their patches.
    ends = [mark.at for mark in marks if isinstance(mark, Text)]
    ends += [corner for patch in patches for corner in patch.polygons[0]]
    left, right = min(x for x, _ in ends) - 0.4, max(x for x, _ in ends) + 0.4
    low, high = min(y for _, y in ends) - 0.4, max(y for _, y in ends) + 0.4
    room = ((left, low), (right, low), (right, high), (left, high))
    return Picture((Patch((room,), (), PAPER), *patches), title, marks=tuple(marks))
