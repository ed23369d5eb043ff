"""Rows of groups of numbers: the solution of a design or partition.

Shared by several puzzles, so that text, drawing and JSON are written once.
"""

from __future__ import annotations

from dataclasses import dataclass

from combien.drawing._picture import Picture
from combien.puzzles._board import LIGHTER
from combien.puzzles._reading import DrawnReading

__all__ = ["Groups"]


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
