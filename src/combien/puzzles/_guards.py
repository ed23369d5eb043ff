"""Domination problems: a few chess pieces that attack or occupy every square.

Published rules differ on whether an occupied square must be attacked, too, and on whether guards
may attack each other: here it need not be, and they may.

Five queens can dominate the chessboard, in 4860 ways; four cannot (C. F. de Jaenisch, 1862).
A square may be attacked by several: each is an item to be covered at least once, and one more item
counts the guards (MCC).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import Board, Chessboard
from combien.puzzles._puzzle import About, BySettings, once, setting
from combien.puzzles._turns import moved_cell, turns

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTING = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = tuple((a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (1, -1) for b in (1, -1))
# The letter of each piece, its directions, and whether it moves any distance.
PIECES = {
    "queens": ("Q", (*STRAIGHT, *SLANTING), True),
    "rooks": ("R", STRAIGHT, True),
    "bishops": ("B", SLANTING, True),
    "knights": ("N", JUMPS, False),
    "kings": ("K", (*STRAIGHT, *SLANTING), False),
}


@dataclass(frozen=True)
class Guards(BySettings):
    """Chess pieces that attack or occupy every square.

    >>> import combien
    >>> combien.count(Guards(5, guards=3)), combien.count(Guards(5, men="knights"))
    (186, 47)
    >>> combien.count(Guards(5, guards=3), up_to="all")
    37
    """

    about: ClassVar[About] = About(
        name="guards",
        title="Chess pieces that dominate the board",
        summary="Place chess pieces so that every square is attacked or occupied.",
        source="C. F. de Jaenisch (1862); W. Ahrens (1910); queens: OEIS A002564 with A075458, "
        "A002563 up to turns; knights: A103315 with A006075; rooks: A248744",
        examples=(
            "combien puzzle guards 8",
            "combien puzzle guards 6 --guards 3 --count",
            "combien puzzle guards 5 --men knights --all --up-to all",
        ),
    )

    size: int = setting(8, "The side length of the board.", low=1, high=30, argument=True)
    guards: int = setting(5, "The number of pieces.", low=1, high=900)
    men: str = setting("queens", "The kind of piece.", choices=tuple(PIECES))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.guards > self.size**2:
            raise BadPuzzle(f"guards={self.guards}: the board has only {self.size**2} squares")

    @once
    def problem(self) -> Problem:
        """Return the problem: items are squares (x, y) and "guards"; options are squares."""
        board = Region.box(self.size, self.size)
        bounds: dict[Hashable, tuple[int, int]] = dict.fromkeys(board, (1, self.guards))
        bounds["guards"] = (self.guards, self.guards)
        return Problem.from_options(
            {(x, y): ["guards", (x, y), *self._attacked(x, y)] for x, y in board},
            primary=["guards", *board],
            bounds=bounds,
        )

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the square."""
        return turns(self.problem(), Region.box(self.size, self.size), up_to, moved_cell)

    def read(self, solution: Solution) -> Board:
        """Return the board with its pieces."""
        letter = PIECES[self.men][0]
        return Chessboard.marked(self.size, set(self.problem().names(solution)), letter)

    def check(self, reading: Board) -> bool:
        """Return whether `guards` pieces attack or occupy every square."""
        taken, places = reading.taken, range(self.size)
        return len(taken) == self.guards and all(
            any(self._watches(x - u, y - v) for u, v in taken) for x in places for y in places
        )

    def _attacked(self, x: int, y: int) -> Iterator[Cell]:
        _, ways, far = PIECES[self.men]
        for across, up in ways:
            for steps in range(1, self.size if far else 2):
                u, v = x + across * steps, y + up * steps
                if 0 <= u < self.size and 0 <= v < self.size:
                    yield u, v

    def _watches(self, across: int, up: int) -> bool:
        """Return whether a piece covers the square at this offset, on an empty board."""
        across, up = abs(across), abs(up)
        straight, slanting = 0 in (across, up), across == up
        return {
            "queens": straight or slanting,
            "rooks": straight,
            "bishops": slanting,
            "kings": max(across, up) <= 1,
            "knights": across == up == 0 or {across, up} == {1, 2},
        }[self.men]
