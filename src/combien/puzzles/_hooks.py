"""Pythagorean hooks: two squares, cut into hooks, fill the square on the hypotenuse.

A square of side n splits into hooks, one of each length from 1 to n: a hook of length k has two
arms of k cells that share a corner, so 2k - 1 cells, and 1 + 3 + 5 + ... + (2n - 1) = n².  When
a² + b² = c², the hooks of the squares of a and b have the area of the square of c; the examples
`pyth-3-4-5` and others that come with combine fill it with them, rotated freely.  Lengths up to
the shorter leg occur twice: multiplicities (MCC), because equal hooks are interchangeable.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._puzzle import About, BySettings, once, setting
from combien.puzzles._turns import turns

# The corner (x, y) of a hook, its length, and the directions of its arms: 1 or -1.
Hook = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Hooks(BySettings):
    """Fill the square on the hypotenuse with the hooks of the squares on the legs.

    >>> import combien
    >>> combien.count(Hooks(3, 4))
    80
    >>> print(combien.solve(Hooks(3, 4)))
    bddfg
    acdff
    aceee
    accce
    aaaae

    `pyth` takes Euclid's numbers of the legs instead, as the program of combine does:

    >>> Hooks(pyth="1,2") == Hooks(3, 4), Hooks(pyth="2,3")
    (True, Hooks(first=5, second=12, pyth=''))
    """

    about: ClassVar[About] = About(
        name="hooks",
        title="Pythagorean hooks",
        summary="Fill the square on the hypotenuse with the hooks of the squares on the legs.",
        source="the examples pyth-3-4-5.cmb and pyth.ml of combine, by R. El Sibaïe and J.-C. "
        "Filliâtre (2012); no published counts; two engines agree",
        examples=(
            "combien puzzle hooks",
            "combien puzzle hooks --first 3 --second 4 --count",
            "combien puzzle hooks --first 3 --second 4 -n 3 --boxes",
            "combien puzzle hooks --pyth 2,3 --write pyth-5-12-13.cmb",
        ),
    )

    first: int = setting(3, "One leg of the right triangle.", low=1, high=60)
    second: int = setting(4, "The other leg.", low=1, high=60)

    pyth: str = setting("", "Instead: Euclid's numbers N,M of the legs 2NM and M²-N², as 1,2.")

    def __post_init__(self) -> None:
        if isinstance(self.pyth, str) and self.pyth:
            self._set_legs()
        super().__post_init__()
        if self.side**2 != self.first**2 + self.second**2:
            raise BadPuzzle(
                f"first={self.first}, second={self.second}: {self.first**2 + self.second**2} is "
                "not a square; use the legs of a Pythagorean triangle, such as 3 and 4, or 5 and 12"
            )

    def _set_legs(self) -> None:
        """Replace `pyth` by the legs, so that equal puzzles compare equal."""
        try:
            n, m = map(int, self.pyth.split(","))
        except ValueError:
            n = m = 0
        if not 0 < n < m:
            raise BadPuzzle(
                f"pyth={self.pyth[:40]}: expected two whole numbers N,M with 0 < N < M, as 1,2"
            )
        legs = tuple(sorted((2 * n * m, m * m - n * n)))
        if (self.first, self.second) not in ((3, 4), legs):
            raise BadPuzzle("pyth gives both legs: leave first and second out")
        for name, value in zip(("first", "second", "pyth"), (*legs, ""), strict=True):
            object.__setattr__(self, name, value)

    @property
    def side(self) -> int:
        """The hypotenuse: the side of the square to fill."""
        return isqrt(self.first**2 + self.second**2)

    @property
    def wanted(self) -> dict[int, int]:
        """The number of hooks of each length."""
        short, long = sorted((self.first, self.second))
        return {length: 2 if length <= short else 1 for length in range(1, long + 1)}

    @once
    def problem(self) -> Problem:
        """Return the problem: items (x, y), ("hook", length); options are `Hook`s."""
        side = range(self.side)
        hooks: dict[Hook, list[object]] = {}
        for length in sorted(self.wanted, reverse=True):
            # A hook of one cell has only one orientation.
            ways = (-1, 1) if length > 1 else (1,)
            for x, y in ((x, y) for y in side for x in side):
                for across, up in ((across, up) for across in ways for up in ways):
                    reach = length - 1
                    if x + across * reach in side and y + up * reach in side:
                        hook = (x, y, length, across, up)
                        hooks[hook] = [("hook", length), *_cells(hook)]
        return Problem.from_options(
            hooks,
            primary=[
                *((x, y) for y in side for x in side),
                *(("hook", length) for length in self.wanted),
            ],
            bounds={("hook", k): (times, times) for k, times in self.wanted.items() if times > 1},
        )

    def script(self) -> str:
        """Return the puzzle as a tiling script, with one tile for equal hooks.

        >>> print(Hooks(3, 4).script().split("problem")[1])
         hooks = constant 5x5 true [hook_1 ~times 2 ~sym, hook_2 ~times 2 ~sym, \
        hook_3 ~times 2 ~sym, hook_4 ~one ~sym]
        solve auto hooks ascii
        <BLANKLINE>
        """
        patterns = [
            "\n".join([f"pattern hook_{k} = {{", "*" * k, *["*"] * (k - 1), "}\n"])
            for k in self.wanted
        ]
        tiles = [
            f"hook_{k} {f'~times {times}' if times > 1 else '~one'} ~sym"
            for k, times in self.wanted.items()
        ]
        board = f"constant {self.side}x{self.side} true"
        problem = f"problem hooks = {board} [{', '.join(tiles)}]\nsolve auto hooks ascii\n"
        return "\n".join([*patterns, problem])

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the square."""
        return turns(self.problem(), Region.box(self.side, self.side), up_to, _moved)

    def read(self, solution: Solution) -> Pieces:
        """Return the hooks on the square."""
        hooks = cast("tuple[Hook, ...]", self.problem().names(solution))
        return Pieces(
            tuple(sorted(NamedCells(_cells(hook), str(hook[2]), hook[2]) for hook in hooks))
        )

    def check(self, reading: Pieces) -> bool:
        """Return whether exactly the hooks of both squares cover each cell once."""
        lengths = [(len(piece.cells) + 1) // 2 for piece in reading.pieces]
        return (
            sorted(lengths) == sorted([*range(1, self.first + 1), *range(1, self.second + 1)])
            and all(_is_hook(piece.cells) for piece in reading.pieces)
            and reading.covers(Region.box(self.side, self.side))
        )


def _cells(hook: Hook) -> tuple[tuple[int, int], ...]:
    x, y, length, across, up = hook
    arms = {(x + across * i, y) for i in range(length)} | {(x, y + up * i) for i in range(length)}
    return tuple(sorted(arms))


def _moved(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    """Return the image of a hook when the cells of the board move."""
    x, y, length, across, up = cast("Hook", name)
    reach = length - 1
    corner, one, other = goes[x, y], goes[x + across * reach, y], goes[x, y + up * reach]
    ends = sorted({one, other}, key=lambda end: end[1] != corner[1])
    signs = [sum(end) > sum(corner) for end in ends] if reach else [True, True]
    return *corner, length, *(1 if sign else -1 for sign in signs)


def _is_hook(cells: tuple[tuple[int, int], ...]) -> bool:
    """Return whether these are two sides of a square that share a corner."""
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    x_ends, y_ends = (min(xs), max(xs)), (min(ys), max(ys))
    return len(xs) == len(ys) == x_ends[1] - x_ends[0] + 1 == y_ends[1] - y_ends[0] + 1 and any(
        set(cells) == {(x, y) for y in ys} | {(u, v) for u in xs for v in (w,)}
        for x in x_ends
        for w in y_ends
    )
