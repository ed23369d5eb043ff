"""The symmetries of a puzzle on a board.

A puzzle defines how an option moves when the cells move; `ProblemGroup` verifies that this
preserves the problem.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import cast

from combien._base.checks import did_you_mean
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup, ProblemSymmetry
from combien.errors import BadPuzzle
from combien.geometry._cell import Cell
from combien.geometry._motions import motions
from combien.geometry._region import Region
from combien.geometry._symmetry import Group

Moving = Callable[[Hashable, Mapping[Cell, Cell]], Hashable]

_WORDS = ("none", "rotations", "all")


def moved_cell(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    """Return the image of an option that is named by its cell."""
    return goes[cast("Cell", name)]


def turns(problem: Problem, board: Region, up_to: str | Group, moving: Moving) -> ProblemGroup:
    """Return the symmetries of the board as permutations of the options.

    >>> line = Problem.from_options({(0, 0): ["a"], (1, 0): ["b"]})
    >>> turns(line, Region.box(2, 1), "all", lambda name, goes: goes[name]).names
    ('Id', 'Rot180')

    `moving(name, goes)` returns the name of the image of an option; symmetries under which some
    option has no image are left out.  `up_to` is "all", "rotations", "none" or a group.  Raises
    `BadPuzzle` for another word, `BadProblem` if the problem is not preserved.
    """
    if isinstance(up_to, Group):
        group = up_to
    elif up_to in _WORDS:
        lattice = board.lattice
        group = (lattice.rotations if up_to == "rotations" else lattice.all)(board.dimension)
        group = Group.trivial(board.dimension) if up_to == "none" else group
    else:
        raise BadPuzzle(
            f"up_to must be 'none', 'rotations', 'all' or a group{did_you_mean(up_to[:40], _WORDS)}"
        )
    names = problem.names(range(problem.option_count))
    number = {name: option for option, name in enumerate(names)}
    symmetries: dict[tuple[int, ...], ProblemSymmetry] = {}
    for name, where in motions(board, group):
        goes = dict(zip(board, where, strict=True))
        options = tuple(number.get(moving(option, goes), -1) for option in names)
        if -1 not in options:
            symmetries.setdefault(options, ProblemSymmetry(name, options))
    return ProblemGroup(problem, symmetries.values())
