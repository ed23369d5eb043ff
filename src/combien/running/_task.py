"""A task: search from a position for some time, and return what was found and the rest.

The function is pure, so threads, processes and machines run it alike.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from combien._base.budget import NO_LIMIT, SLICE_SECONDS
from combien.cover._problem import Problem
from combien.engines import searcher_named

__all__ = ["Task", "Worked", "never", "work"]


class Task(NamedTuple):
    """Shares to search, one after the other, in this number of seconds.

    Each share is its number and its position; `nodes` limits all of them together.
    """

    engine: str
    shares: tuple[tuple[int, str], ...]
    seconds: float
    nodes: int = NO_LIMIT


class Worked(NamedTuple):
    """What was found in a share; `rest` is the position where it stopped, empty if it is done."""

    share: int
    found: int
    nodes: int
    rest: str


def never() -> bool:
    """Return False: the task is not stopped early."""
    return False


def work(problem: Problem, task: Task, stopped: Callable[[], bool] = never) -> list[Worked]:
    """Count the solutions of the shares of a task, for at most its seconds.

    Shares that were not begun are not in the result.

    >>> from combien import shares
    >>> from combien.puzzles import Queens
    >>> queens = Queens(6)
    >>> (position,) = shares(queens, parts=1, engine="dlx")
    >>> work(queens.problem(), Task("dlx", ((1, position),), 9.0))
    [Worked(share=1, found=4, nodes=111, rest='')]
    """
    engine = searcher_named(task.engine, problem)
    end = perf_counter() + task.seconds
    results: list[Worked] = []
    nodes = task.nodes
    for share, position in task.shares:
        if results and (perf_counter() >= end or nodes <= 0):
            break
        counting = engine.counting(problem, threads=1, resume=position)
        rest = position
        while not stopped() and (left := end - perf_counter()) > 0 and counting.steps < nodes:
            steps = nodes - counting.steps
            if counting.advance(steps, min(SLICE_SECONDS, left), NO_LIMIT):
                rest = ""
                break
            # The number of solutions is in `found`, not in the position.
            rest = counting.position.partition("=")[0]
        nodes -= counting.steps
        results.append(Worked(share, counting.count, counting.steps, rest))
    return results
