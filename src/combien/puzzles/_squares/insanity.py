"""Instant insanity: cubes in a tower, each side of which shows every color once.

Four cubes with faces in four colors, sold since 1900 under many names, and in millions as Instant
Insanity from 1967.  Items are the cubes, and each color on each side of the tower; an option is a
cube, turned: which colors it shows in front, at the right, behind and at the left.
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
from combien.puzzles._puzzle import About, BySettings, setting

__all__ = ["Insanity"]

# The number of a cube, and the colors that it shows in front, at the right, behind, at the left.
Turned = tuple[int, str, str, str, str]

MOST_CUBES = 60


@dataclass(frozen=True)
class Insanity(BySettings):
    """Cubes to be put on one another, as many as there are colors.

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
        title="Instant insanity",
        summary="Build a tower of cubes, each side of which shows every color once.",
        source="F. A. Schossow (patent, 1900); F. Carteblanche, The pyramid of cubes, Eureka 9 "
        "(1947); one tower, which can be turned in 8 ways",
        examples=("combien puzzle insanity --all", "combien puzzle insanity --count"),
    )

    cubes: str = setting(
        "WGRBRR,BWGRRW,RBBWGW,GRWGBB",
        "The faces of each cube, a letter for each color: three pairs of opposite ones.",
        argument=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        colors = set("".join(self.faces))
        if len(colors) != len(self.faces):
            raise BadPuzzle(
                f"cubes={self.cubes[:60]}: as many cubes as colors are expected, not "
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
                f"cubes={self.cubes[:60]}: six letters are expected for each of 1 to {MOST_CUBES} "
                "cubes, as in WGRBRR: W is opposite to G, R to B, and R to R"
            )
        return cubes

    def problem(self) -> Problem:
        """Items are cubes by number, and (side, color); options are `Turned`."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        ways: dict[Turned, list[object]] = {}
        for cube, faces in enumerate(self.faces):
            pairs = [(faces[i], faces[i + 1]) for i in (0, 2, 4)]
            # Two pairs are seen, and each either way round: a cube can be turned in 3 * 2 * 4 ways.
            for one, two in permutations(pairs, 2):
                for (front, back), (right, left) in product((one, one[::-1]), (two, two[::-1])):
                    shown = front, right, back, left
                    ways[cube, *shown] = [cube, *enumerate(shown)]
        colors = sorted(set("".join(self.faces)))
        return Problem.from_options(
            ways, primary=[*range(len(self.faces)), *product(range(4), colors)]
        )

    def read(self, solution: Solution) -> Board:
        """The tower: a line for each cube, the sides from the front to the left."""
        cubes = cast(tuple[Turned, ...], self.problem().names(solution))
        return Board(tuple(tuple(shown) for _, *shown in sorted(cubes)))

    def check(self, reading: Board) -> bool:
        """Whether each line is a cube, turned somehow, and each side has all colors."""
        colors = sorted(set("".join(self.faces)))
        return (
            len(reading.lines) == len(self.faces)
            and all(map(_shows, self.faces, reading.lines))
            and all(sorted(side) == colors for side in zip(*reading.lines, strict=True))
        )


def _shows(faces: str, shown: tuple[str, ...]) -> bool:
    """Whether a cube can show these: two of its pairs of faces, opposite as they are."""
    pairs = [sorted(faces[i : i + 2]) for i in (0, 2, 4)]
    for opposite in (shown[::2], shown[1::2]):
        if sorted(opposite) not in pairs:
            return False
        pairs.remove(sorted(opposite))
    return True
