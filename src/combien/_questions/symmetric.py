"""Which symmetries are meant, and the solutions that have them.

`up_to="all"` is short for a group that only the model can know; a plain problem knows none, and
takes permutations of its options.  What is left as it is by a group is a model of its own, so that
symmetric solutions are counted, drawn and listed as all others are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

from combien._questions.dispatch import problem_of
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry.group import ProblemGroup
from combien.cover._symmetry.invariant import InvariantSolutions
from combien.engines._protocol import Model
from combien.errors import BadInput
from combien.geometry._symmetry import Group

__all__ = ["Symmetric", "UpTo", "WithSymmetries", "group_of"]

Reading = TypeVar("Reading")

UpTo = str | Group | ProblemGroup | Sequence[Sequence[int]]


@runtime_checkable
class WithSymmetries(Protocol):
    """A model that knows its symmetries."""

    def symmetries(self, up_to: str | Group = "all") -> ProblemGroup:
        """Those of "all", of the "rotations", of "none", or of a group, that it has."""


def group_of(model: Model[Reading], up_to: UpTo) -> ProblemGroup:
    """The group that `up_to` means for a model.

    >>> from combien import Problem
    >>> group_of(Problem.from_options(["a", "a"]), [(1, 0)])
    <ProblemGroup: 2 symmetries of 2 options>

    Errors: `BadInput` for what is no group of this model, and for a word where it knows none.
    """
    if isinstance(up_to, ProblemGroup):
        if up_to.problem.fingerprint != problem_of(model).fingerprint:
            raise BadInput("this group is that of another problem")
        return up_to
    if isinstance(up_to, (str, Group)):
        if isinstance(model, WithSymmetries):
            return model.symmetries(up_to)
        raise BadInput(
            f"a model of type {type(model).__name__} does not know its symmetries: give them as "
            "permutations of its options, up_to=[(1, 0, 2), ...]"
        )
    if isinstance(up_to, Sequence):
        return ProblemGroup.generated_by(problem_of(model), *up_to)
    raise BadInput(
        "up_to is 'none', 'rotations', 'all', a group, or a list of permutations of the options, "
        f"not of type {type(up_to).__name__}"
    )


class Symmetric(Generic[Reading]):
    """The solutions of a model that are symmetric, as a model: any question can be asked about it.

    >>> from combien import Region, Tile, TilingProblem, count, solve
    >>> board = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times="any")])
    >>> turning = Symmetric(board, "rotations")
    >>> count(turning)
    2
    >>> print(solve(turning))
    aabc
    ddbc
    efgg
    efhh

    They are left as they are by the whole group: by "rotations" or "all" that the problem has, or
    by some of them, as in `Group.generated_by(Symmetry.named("Rot180"))`.
    """

    def __init__(self, model: Model[Reading], under: UpTo = "all") -> None:
        self._model = model
        self._group = group_of(model, under)
        steps = [self._group[number].options for number in self._group.generators]
        self._fixed = InvariantSolutions(problem_of(model), steps)

    @property
    def group(self) -> ProblemGroup:
        """The symmetries that leave these solutions as they are."""
        return self._group

    def problem(self) -> Problem:
        """The smaller problem: its options are orbits of options."""
        return self._fixed.problem()

    def read(self, solution: Solution) -> Reading:
        """The solution of the model that a solution of the smaller problem means."""
        return self._model.read(self._fixed.read(solution))

    def __repr__(self) -> str:
        return f"<Symmetric: {self._model!r} under {self._group}>"
