"""Chessboards: light and dark squares, and chess pieces drawn as outlines."""

from __future__ import annotations

from combien._base.records import dataclass
from combien.drawing._content import PAPER, Patch, Point
from combien.drawing._picture import Picture
from combien.puzzles._board import Board

__all__ = ["Chessboard"]

# Palette numbers of light squares, dark squares and pieces.
LIGHT, DARK, PIECE = PAPER, None, 0

_BASE = ((20, 14), (80, 14), (80, 22), (72, 26))
# The outline above the base, counter-clockwise, in hundredths of a square.
_TOPS = {
    "Q": (
        (74, 36),
        (88, 68),
        (70, 50),
        (68, 78),
        (56, 54),
        (50, 86),
        (44, 54),
        (32, 78),
        (30, 50),
        (12, 68),
        (26, 36),
    ),
    "R": (
        (66, 34),
        (66, 58),
        (74, 64),
        (74, 82),
        (64, 82),
        (64, 74),
        (55, 74),
        (55, 82),
        (45, 82),
        (45, 74),
        (36, 74),
        (36, 82),
        (26, 82),
        (26, 64),
        (34, 58),
        (34, 34),
    ),
    "B": (
        (59, 34),
        (66, 42),
        (68, 51),
        (66, 58),
        (56, 50),
        (62, 65),
        (54, 76),
        (56, 80),
        (54, 86),
        (46, 86),
        (44, 80),
        (46, 76),
        (36, 64),
        (32, 51),
        (34, 42),
        (41, 34),
    ),
    "N": (
        (70, 34),
        (73, 48),
        (70, 62),
        (62, 73),
        (50, 79),
        (47, 88),
        (42, 80),
        (34, 74),
        (28, 62),
        (20, 50),
        (22, 43),
        (29, 41),
        (36, 48),
        (46, 50),
        (40, 42),
        (32, 34),
    ),
    "K": (
        (68, 32),
        (80, 44),
        (82, 56),
        (74, 64),
        (62, 62),
        (54, 58),
        (54, 72),
        (62, 72),
        (62, 79),
        (54, 79),
        (54, 88),
        (46, 88),
        (46, 79),
        (38, 79),
        (38, 72),
        (46, 72),
        (46, 58),
        (38, 62),
        (26, 64),
        (18, 56),
        (20, 44),
        (32, 32),
    ),
}
_DOT = (
    (50, 24),
    (63, 28),
    (72, 37),
    (76, 50),
    (72, 63),
    (63, 72),
    (50, 76),
    (37, 72),
    (28, 63),
    (24, 50),
    (28, 37),
    (37, 28),
)


@dataclass(frozen=True, slots=True)
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
    points = (*_BASE, *_TOPS[text], (28, 26), (20, 22)) if text in _TOPS else _DOT
    return tuple((x / 100, y / 100) for x, y in points)
