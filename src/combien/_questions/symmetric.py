"""Symmetry groups of models, and the model of symmetric solutions.

`up_to="all"` stands for a group that the model defines; a plain problem defines none, and needs
permutations of its options.  The solutions that are invariant under a group form a model, which can
be counted, drawn and listed like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

from combien._questions.dispatch import problem_of
from combien.cover._elements import Solution
from combien.cover._invariant import InvariantSolutions
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.engines._protocol import Model
from combien.errors import BadInput
from combien.geometry._symmetry import Group

__all__ = ["Symmetric", "UpTo", "WithSymmetries", "group_of"]

Reading = TypeVar("Reading")

UpTo = str | Group | ProblemGroup | Sequence[Sequence[int]]


@runtime_checkable
class WithSymmetries(Protocol):
    """A model that defines its symmetries."""

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the model: "all", "rotations", "none", or within a group."""


def group_of(model: Model[Reading], *, up_to: UpTo) -> ProblemGroup:
    """Return the group that `up_to` denotes for a model.

    >>> from combien import Problem
    >>> group_of(Problem.from_options(["a", "a"]), up_to=[(1, 0)])
    <ProblemGroup: 2 symmetries of 2 options>

    Raises `BadInput` for a group of another model, and for a name if the model defines no group.
    """
    if isinstance(up_to, ProblemGroup):
        if up_to.problem.fingerprint != problem_of(model).fingerprint:
            raise BadInput("this group belongs to another problem")
        return up_to
    if isinstance(up_to, (str, Group)):
        if isinstance(model, WithSymmetries):
            return model.symmetries(up_to=up_to)
        raise BadInput(
            f"a model of type {type(model).__name__} defines no symmetries: pass them as "
            "permutations of its options, up_to=[(1, 0, 2), ...]"
        )
    if isinstance(up_to, Sequence):
        return ProblemGroup.generated_by(problem_of(model), *up_to)
    raise BadInput(
        "up_to must be 'none', 'rotations', 'all', a group, or a list of permutations of options, "
        f"not of type {type(up_to).__name__}"
    )


class Symmetric(Generic[Reading]):
    """The model of the symmetric solutions of a model; it supports all questions.

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

    They are invariant under the whole group: the "rotations" or "all" symmetries of the problem, or
    a group such as `Group.generated_by(Symmetry.named("Rot180"))`.
    """

    def __init__(self, model: Model[Reading], under: UpTo = "all") -> None:
        self._model = model
        self._group = group_of(model, up_to=under)
        steps = [self._group[number].options for number in self._group.generators]
        self._fixed = InvariantSolutions(problem_of(model), steps)

    @property
    def group(self) -> ProblemGroup:
        """The group under which these solutions are invariant."""
        return self._group

    def problem(self) -> Problem:
        """Return the quotient problem: its options are orbits of options."""
        return self._fixed.problem()

    def read(self, solution: Solution) -> Reading:
        """Return the solution of the model for a solution of the quotient problem."""
        return self._model.read(self._fixed.read(solution))

    def __repr__(self) -> str:
        return f"<Symmetric: {self._model!r} under {self._group}>"
