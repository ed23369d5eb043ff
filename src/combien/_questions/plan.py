"""Before a long search: how large it will be, and how to share it out."""

from __future__ import annotations

from typing import TypeVar

from combien._questions.dispatch import problem_of
from combien.engines import _shares as splitting
from combien.engines import searcher_named
from combien.engines._estimate import Estimate
from combien.engines._estimate import estimate as estimate_search
from combien.engines._protocol import Model, Reporter

__all__ = ["estimate", "shares"]

Reading = TypeVar("Reading")


def estimate(
    model: Model[Reading],
    *,
    engine: str = "auto",
    walks: int = 1000,
    seed: int = 0,
    seconds: float | None = None,
    report: Reporter | None = None,
) -> Estimate:
    """Estimate the nodes and the solutions of the search by random walks, with standard errors.

    >>> from combien import Problem
    >>> print(estimate(Problem.from_options(["ab", "c"])))
    1 node and 1 solution: there is no choice

    The standard errors say how much the walks differ, not where the truth lies: estimates are
    right in the mean, and often too low.  The same seed gives the same estimate.
    Cost: `walks` walks from the root to a leaf.
    Errors: `OutOfBudget` when the seconds end first; its message says how far it has come.
    """
    problem = problem_of(model)
    searcher = searcher_named(engine, problem)
    return estimate_search(
        problem, searcher, walks=walks, seed=seed, seconds=seconds, report=report
    )


def shares(
    model: Model[Reading], *, parts: int, engine: str = "auto", position: str = ""
) -> list[str]:
    """Positions that make up the whole search, or what is left of it: at least `parts` of them.

    >>> from combien import Problem, solutions
    >>> problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    >>> [list(solutions(problem, resume=share)) for share in shares(problem, parts=2)]
    [[(0, 1)], [(2, 3), (1, 2, 4)]]

    The solutions below one share after the other are those of the whole search, in its order.
    There are fewer shares when the tree is smaller than that.
    """
    problem = problem_of(model)
    return splitting.shares(
        problem, searcher_named(engine, problem), parts=parts, position=position
    )
