"""Steiner systems and block designs.

Published designs with λ > 1 may have the same block more than once: here no block is used twice.

A t-(v, k, λ) design has blocks of k among v points such that any t points are together in exactly
λ blocks.  Steiner's question of 1853 was t = 2, k = 3, λ = 1; the seven lines of the Fano plane are
the smallest example.  The items are the sets of t points and the options are the blocks; with
λ > 1 items have multiplicities (MCC).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Groups
from combien.puzzles._puzzle import About, BySettings, once, setting

MOST_ENTRIES = 5_000_000


@dataclass(frozen=True)
class Steiner(BySettings):
    """A block design in which each set of `strength` points is in `times` blocks.

    >>> import combien
    >>> print(combien.solve(Steiner(7)))
    1 2 3
    1 4 5
    1 6 7
    2 4 6
    2 5 7
    3 4 7
    3 5 6
    >>> combien.count(Steiner(9)), combien.count(Steiner(8, block=4, strength=3))
    (840, 30)
    """

    about: ClassVar[About] = About(
        name="steiner",
        title="Steiner systems and block designs",
        summary="Choose blocks of points so that any two points are together in one block.",
        source="C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs (2007), II.1 "
        "and II.5: their numbers up to isomorphism, and automorphisms; OEIS A051390",
        examples=(
            "combien puzzle steiner 7",
            "combien puzzle steiner 9 --count",
            "combien puzzle steiner 12 --block 6 --strength 5 --count",
            "combien puzzle steiner 6 --times 2 --count",
        ),
    )

    points: int = setting(7, "The number of points (v).", low=1, high=60, argument=True)
    block: int = setting(3, "The number of points in a block (k).", low=1, high=60)
    strength: int = setting(2, "The size of the point sets to cover (t).", low=1, high=10)
    times: int = setting(1, "The number of blocks around each set (λ).", low=1, high=1000)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.strength <= self.block <= self.points:
            raise BadPuzzle(
                f"strength={self.strength}, block={self.block}, points={self.points}: expected "
                "strength <= block <= points"
            )
        entries = comb(self.points, self.block) * comb(self.block, self.strength)
        if entries > MOST_ENTRIES:
            raise BadPuzzle(
                f"{comb(self.points, self.block)} possible blocks are too many; use fewer "
                "points or smaller blocks"
            )

    @once
    def problem(self) -> Problem:
        """Return the problem: items are sets of `strength` points from 1, options are blocks."""
        points = range(1, self.points + 1)
        together = list(combinations(points, self.strength))
        return Problem.from_options(
            {
                block: list(combinations(block, self.strength))
                for block in combinations(points, self.block)
            },
            primary=together,
            bounds=dict.fromkeys(together, (self.times, self.times)) if self.times > 1 else None,
        )

    def read(self, solution: Solution) -> Groups:
        """Return the blocks, one per row."""
        blocks = cast("tuple[tuple[int, ...], ...]", self.problem().names(solution))
        return Groups(tuple((block,) for block in sorted(blocks)))

    def check(self, reading: Groups) -> bool:
        """Return whether any `strength` points are in `times` blocks, all different."""
        blocks = [set(block) for line in reading.lines for block in line]
        points = set(range(1, self.points + 1))
        return (
            all(len(block) == self.block and block <= points for block in blocks)
            and len({frozenset(block) for block in blocks}) == len(blocks)
            and all(
                sum(block.issuperset(some) for block in blocks) == self.times
                for some in combinations(points, self.strength)
            )
        )
