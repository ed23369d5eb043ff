"""What all solutions together look like: option by option, size by size, kind by kind; and samples.

Each is a pass over the diagram of all solutions, so what counts is the diagram's size and not their
number.  Who asks several of these makes the `family` once and asks that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar, runtime_checkable

from combien._questions.dispatch import problem_of
from combien.cover._elements import Solution
from combien.engines._meter import countdown
from combien.engines._protocol import Budget, Model, Reporter
from combien.engines._solution_diagram import gathered
from combien.errors import (
    BadInput,
    shown,
    whole,
)
from combien.families import ByKind, Family

__all__ = ["count_by", "count_by_size", "marginals", "sample"]

Reading = TypeVar("Reading")


def marginals(
    model: Model[Reading],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    report: Reporter | None = None,
) -> list[int]:
    """In how many solutions each option is, by option number.

    >>> from combien import Problem
    >>> marginals(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    [1, 2, 2, 1, 1]

    Divided by the count they are the chances of the options in a random solution.
    Errors: `OutOfBudget`.  Cost: of `family`, and two passes over its nodes.
    """
    left = countdown(seconds)
    found = _family(model, Budget(nodes, seconds, bytes), report).marginals(seconds=left())
    return [found.get(option, 0) for option in range(problem_of(model).option_count)]


def sample(
    model: Model[Reading],
    k: int = 1,
    *,
    seed: int,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    report: Reporter | None = None,
) -> list[Reading]:
    """`k` solutions drawn at random, each as likely as any other, with repetition.

    >>> from combien import Problem
    >>> sample(Problem.from_options(["ab", "c", "a", "bc", "b"]), 4, seed=1)
    [(1, 2, 4), (1, 2, 4), (2, 3), (2, 3)]

    The same seed gives the same solutions; there are none, and the list is empty, where the model
    has none.  Errors: `OutOfBudget`.  Cost: of `family`, and a path for each solution.
    """
    k, seed = whole("k", k), whole("seed", seed, least=None)
    left = countdown(seconds)
    found = _family(model, Budget(nodes, seconds, bytes), report)
    drawn = found.sample(k, seed=seed, seconds=left()) if found else []
    return [model.read(_solution(members)) for members in drawn]


def count_by_size(
    model: Model[Reading],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    report: Reporter | None = None,
) -> list[int]:
    """How many solutions have 0, 1, 2, ... options.

    >>> from combien import Problem
    >>> count_by_size(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    [0, 0, 2, 1]

    Errors: `OutOfBudget`.  Cost: of `family`, and a pass over its nodes.
    """
    left = countdown(seconds)
    return _family(model, Budget(nodes, seconds, bytes), report).count_by_size(seconds=left())


def count_by(
    model: Model[Reading],
    kind: Callable[[int], Hashable] | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    report: Reporter | None = None,
) -> ByKind:
    """How many solutions have how many options of each kind: of each tile, for a tiling.

    >>> import combien
    >>> dot, bar = combien.Tile("*", name="dot", times="any"), combien.Tile("**", times="any")
    >>> count_by(combien.TilingProblem("***", [dot, bar]))
    ByKind(kinds=('dot', 1), counts={(1, 1): 2, (3, 0): 1})

    `kind` says of an option's number what it is counted as.  A tiling's options are counted by the
    name of their tile, or by its number where it has no name.  The kinds are in the order of the
    first options that are of them.
    Errors: `BadInput` for a model without kinds of its own when no `kind` is given; `OutOfBudget`.
    Cost: of `family`, and for each of its nodes the numbers of kinds of what is below it.
    """
    if kind is None:
        if not isinstance(model, _Kinds):
            raise BadInput(
                f"the options of a {type(model).__name__} have no kinds of their own: give kind=, "
                "a function of an option's number"
            )
        kind = model.kind
    if not callable(kind):
        raise BadInput(f"kind={shown(kind)}: a function of an option's number is expected")
    kinds = [kind(option) for option in range(problem_of(model).option_count)]
    there = tuple(dict.fromkeys(kinds))
    left = countdown(seconds)
    solutions = _family(model, Budget(nodes, seconds, bytes), report)
    found = solutions.count_by(kinds.__getitem__, seconds=left())
    # The family knows only of kinds that are in some solution, in an order of its own.
    places = [found.kinds.index(k) if k in found.kinds else None for k in there]
    counts = {
        tuple(0 if place is None else key[place] for place in places): count
        for key, count in found.counts.items()
    }
    return ByKind(there, dict(sorted(counts.items())))


@runtime_checkable
class _Kinds(Protocol):
    """A model whose options are of kinds."""

    def kind(self, option: int) -> Hashable:
        """What an option is counted as."""


def _family(model: Model[Reading], budget: Budget, report: Reporter | None) -> Family:
    return gathered(problem_of(model), budget=budget, report=report)


def _solution(members: frozenset[Hashable]) -> Solution:
    return Solution(sorted(option for option in members if isinstance(option, int)))
