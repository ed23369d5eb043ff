"""The same problem in another order: for variety, not for answers.

A search meets its solutions in the order of items and options, so the first ones look alike.  In a
shuffled problem the first solutions are others, the same ones for the same seed.  They are not a
fair sample of all solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from combien.cover.builder import ProblemBuilder
from combien.cover.problem import Problem
from combien.errors import whole

__all__ = ["shuffled"]


def shuffled(problem: Problem, *, seed: int) -> tuple[Problem, Sequence[int]]:
    """The problem with its items and options in random order, and the options' old numbers.

    >>> problem = Problem.from_options(["ab", "c", "a", "bc"])
    >>> other, numbers = shuffled(problem, seed=1)
    >>> [problem.entries(number) == other.entries(k) for k, number in enumerate(numbers)]
    [True, True, True, True]
    """
    dice = Random(whole("seed", seed, least=None))
    items = _order(problem.item_count, dice)
    numbers = _order(problem.option_count, dice)
    builder = ProblemBuilder()
    for item in items:
        builder.item(
            problem.item_names[item],
            secondary=not problem.primary_flags[item],
            bounds=problem.bounds(item) if problem.primary_flags[item] else None,
        )
    for number in numbers:
        builder.option(*problem.entries(number), cost=problem.cost(number))
    return builder.build(), numbers


def _order(size: int, dice: Random) -> list[int]:
    # Sorting by rolls: `random()` gives the same numbers in every version of Python.
    rolls = [dice.random() for _ in range(size)]
    return sorted(range(size), key=rolls.__getitem__)
