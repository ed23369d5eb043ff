"""Plan a long search: estimate its size, and split it into parts."""

from __future__ import annotations

from typing import TypeVar

from combien._budget import budget_of
from combien._questions.dispatch import problem_of, select_searcher
from combien.engines import _searching as splitting
from combien.engines._estimate import Estimate
from combien.engines._estimate import estimate as estimate_search
from combien.engines._protocol import Budget, Engine, Model, Reporter

__all__ = ["estimate", "shares"]

Reading = TypeVar("Reading")


def estimate(
    model: Model[Reading],
    *,
    engine: str | Engine = "auto",
    walks: int = 1000,
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Estimate:
    """Estimate the nodes and the solutions of the search by random walks, with standard errors.

    >>> from combien import Problem
    >>> print(estimate(Problem.from_options(["ab", "c"])))
    1 node and 1 solution: there is no choice

    The estimates are unbiased but often too low: their distribution is skewed, and the standard
    errors only reflect the sampled walks.  The same seed gives the same estimate.
    Cost: `walks` walks from the root to a leaf.
    The nodes of the budget are those on the way of the walks; the last walk is not cut short.
    Raises `OutOfBudget` when a limit is reached; its message gives the progress.
    """
    problem = problem_of(model)
    limits = budget_of(budget, nodes, seconds, bytes)
    searcher = select_searcher(engine, problem)
    return estimate_search(problem, searcher, walks=walks, seed=seed, budget=limits, report=report)


def shares(
    model: Model[Reading], *, parts: int, engine: str | Engine = "auto", resume: str = ""
) -> list[str]:
    """Split the search, or its rest from the position `resume`, into at least `parts` positions.

    >>> from combien import Problem, solutions
    >>> problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    >>> [list(solutions(problem, resume=share)) for share in shares(problem, parts=2)]
    [[(0, 1)], [(2, 3), (1, 2, 4)]]

    The solutions of the shares, one share after the other, are the solutions of the whole search in
    its order.  There are fewer shares if the tree is too small.
    """
    problem = problem_of(model)
    searcher = select_searcher(engine, problem)
    return splitting.shares(problem, searcher, parts=parts, resume=resume)
