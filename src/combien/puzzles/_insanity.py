"""Instant Insanity: a tower of cubes, each side of which shows every color once.

Published counts take a tower as one however it is turned: here each way of turning it counts, in
all eight.  The order of the cubes does not count, nor does what is on top of them.

Four cubes with faces in four colors have been sold since 1900 under many names, from 1967 by the
million as Instant Insanity.  Items are the cubes, and each color on each side of the tower; an
option is an oriented cube: the colors it shows at the front, right, back and left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import ClassVar, cast

from combien._wording import counted
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._puzzle import About, BySettings, once, setting

# The number of a cube, and the colors that it shows at the front, right, back and left.
Turned = tuple[int, str, str, str, str]

MOST_CUBES = 60


@dataclass(frozen=True)
class Insanity(BySettings):
    """Instant Insanity with any number of cubes, one for each color.

    >>> import combien
    >>> print(combien.solve(Insanity()))
    W R G B
    B G W R
    R B B W
    G W R G
    >>> combien.count(Insanity())
    8
    """

    about: ClassVar[About] = About(
        name="insanity",
        title="Instant Insanity",
        summary="Stack cubes so that each side of the tower shows every color once.",
        source="F. A. Schossow (patent, 1900); F. Carteblanche, The pyramid of cubes, Eureka 9 "
        "(1947); one tower, in 8 orientations",
        examples=("combien puzzle insanity --all", "combien puzzle insanity --count"),
    )

    cubes: str = setting(
        "WGRBRR,BWGRRW,RBBWGW,GRWGBB",
        "The faces of each cube, one letter per color, as three pairs of opposite faces.",
        argument=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        colors = set("".join(self.faces))
        if len(colors) != len(self.faces):
            raise BadPuzzle(
                f"cubes={self.cubes[:60]}: expected as many cubes as colors, not "
                f"{counted(len(self.faces), 'cube')} in {counted(len(colors), 'color')}"
            )

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The faces of the cubes."""
        cubes = tuple(self.cubes.replace(",", " ").split())
        if not 1 <= len(cubes) <= MOST_CUBES or not all(
            len(cube) == 6 and cube.isalnum() for cube in cubes
        ):
            raise BadPuzzle(
                f"cubes={self.cubes[:60]}: expected six letters for each of 1 to {MOST_CUBES} "
                "cubes, as in WGRBRR: W is opposite G, R opposite B, and R opposite R"
            )
        return cubes

    @once
    def problem(self) -> Problem:
        """Return the problem: items are cubes by number, and (side, color); options `Turned`."""
        ways: dict[Turned, list[object]] = {}
        for cube, faces in enumerate(self.faces):
            pairs = [(faces[i], faces[i + 1]) for i in (0, 2, 4)]
            # Two pairs are visible, each in either order: a cube has 3 * 2 * 4 orientations.
            for one, two in permutations(pairs, 2):
                for (front, back), (right, left) in product((one, one[::-1]), (two, two[::-1])):
                    shown = front, right, back, left
                    ways[cube, *shown] = [cube, *enumerate(shown)]
        colors = sorted(set("".join(self.faces)))
        return Problem.from_options(
            ways, primary=[*range(len(self.faces)), *product(range(4), colors)]
        )

    def read(self, solution: Solution) -> Board:
        """Return the tower: one row per cube, the sides from front to left."""
        cubes = cast("tuple[Turned, ...]", self.problem().names(solution))
        return Board(tuple(tuple(shown) for _, *shown in sorted(cubes)))

    def check(self, reading: Board) -> bool:
        """Return whether each row is an orientation of its cube and each side has all colors."""
        colors = sorted(set("".join(self.faces)))
        return (
            len(reading.lines) == len(self.faces)
            and all(map(_shows, self.faces, reading.lines))
            and all(sorted(side) == colors for side in zip(*reading.lines, strict=True))
        )


def _shows(faces: str, shown: tuple[str, ...]) -> bool:
    """Return whether a cube can show these: two of its pairs of opposite faces."""
    pairs = [sorted(faces[i : i + 2]) for i in (0, 2, 4)]
    for opposite in (shown[::2], shown[1::2]):
        if sorted(opposite) not in pairs:
            return False
        pairs.remove(sorted(opposite))
    return True
