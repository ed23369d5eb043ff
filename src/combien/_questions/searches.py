"""Test whether a solution exists, and estimate or split a search."""

from __future__ import annotations

from typing import TypeVar

from combien._base.budget import budget_of
from combien._questions.ask import first
from combien._questions.dispatch import (
    own_solver,
    resolve_engine,
    searched,
    select_engine,
    select_searcher,
)
from combien.cover._model import problem_of
from combien.engines._places import writer_of
from combien.engines._portfolio import existence
from combien.engines._portfolio.auto import searcher
from combien.engines._protocol import Budget, Engine, Model, Reporter
from combien.engines._search import splitting
from combien.engines._search.estimate import Estimate
from combien.engines._search.estimate import estimate as estimate_search
from combien.engines._search.listed import compared

Reading = TypeVar("Reading")


def exists(
    model: Model[Reading],
    *,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> bool:
    """Return whether the model has a solution.

    >>> from combien import Problem, Region, Tile, TilingProblem
    >>> exists(Problem.from_options(["ab", "bc", "c"]))
    True
    >>> corners = Region([(0, 0), (9, 9)])
    >>> board = Region.box(10, 10) - corners
    >>> exists(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
    False

    "auto" searches with restarts as `solve` does; if that takes long, it alternates with a sweep,
    which may prove that there is no solution.  Other engines search as `solve` does, or count if
    they cannot list solutions.  Raises `OutOfBudget`.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if own_solver(model, engine, limits) is not None:
        return next(first(model, budget=limits, report=report), None) is not None
    problem, engine = searched(model, engine)
    if isinstance(engine, str) and engine == "auto":
        return existence.exists(problem, budget=limits, report=report)
    chosen = resolve_engine(engine)
    if chosen.refusal(problem, "solutions"):
        chosen = select_engine(chosen, problem, "count")
        return compared(problem, chosen.count(problem, budget=limits, report=report)).count > 0
    return next(first(problem, engine=chosen, budget=limits, report=report), None) is not None


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
    resume: str = "",
) -> Estimate:
    """Estimate the nodes and the solutions of the search by random walks, with standard errors.

    >>> from combien import Problem
    >>> print(estimate(Problem.from_options(["ab", "c"])))
    1 node and 1 solution: there is no choice

    The estimates are unbiased but often too low: their distribution is skewed, and the standard
    errors only reflect the sampled walks: they are not a confidence interval.  (A run with a
    checkpoint forecasts its size better, from the shares that are done; see `combien.running`.)
    The same seed gives the same estimate.  With `resume`, a position, estimate what is left of
    that search.
    Cost: `walks` walks from the root to a leaf.  The budget counts the nodes visited by the walks;
    the last walk is always completed.
    Raises `OutOfBudget` when a limit is reached; its message gives the progress.
    """
    problem = problem_of(model)
    limits = budget_of(budget, nodes, seconds, bytes)
    if isinstance(engine, str) and engine == "auto" and isinstance(resume, str):
        engine = writer_of(resume) or searcher(problem, limits)[0].name
    return estimate_search(
        problem,
        select_searcher(engine, problem),
        walks=walks,
        seed=seed,
        resume=resume,
        budget=limits,
        report=report,
    )


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
