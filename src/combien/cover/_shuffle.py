"""A problem with its items and options in random order, or with some of its options.

A search finds solutions in the order of items and options, so the first ones are similar.  In a
shuffled problem the first solutions are different; they depend only on the seed.  They are not a
fair sample of all solutions.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from combien._base.checks import check_int
from combien.cover._problem import Problem, ProblemBuilder


def shuffled(problem: Problem, *, seed: int) -> tuple[Problem, Sequence[int]]:
    """Return the problem with items and options in random order, and the original option numbers.

    >>> problem = Problem.from_options(["ab", "c", "a", "bc"])
    >>> other, numbers = shuffled(problem, seed=1)
    >>> [problem.entries(number) == other.entries(k) for k, number in enumerate(numbers)]
    [True, True, True, True]
    """
    dice = Random(check_int("seed", seed, least=None))
    items = _order(problem.item_count, dice)
    numbers = _order(problem.option_count, dice)
    return _reordered(problem, items, numbers), numbers


def with_options(
    problem: Problem,
    numbers: Sequence[int],
    *,
    bounds: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> Problem:
    """Return the problem with all of its items and only these options, in this order.

    >>> with_options(Problem.from_options(["ab", "c", "a"]), [2, 0]).options[1].entries
    ('a', 'b')

    `bounds` are the new ones of items, by number, which become primary.
    """
    return _reordered(problem, range(problem.item_count), numbers, bounds)


def _reordered(
    problem: Problem,
    items: Sequence[int],
    numbers: Sequence[int],
    bounds: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> Problem:
    # The arrays are permuted directly, without further checks: a problem of 8000 options takes 6 ms
    # instead of 30.
    builder = ProblemBuilder()
    for place, item in enumerate(items):
        builder.item_index[problem.item_names[item]] = place
        is_primary = problem.primary_flags[item] or item in bounds
        builder.primary.append(is_primary)
        own = bounds.get(item, problem.bounds(item))
        if is_primary and own != (1, 1):
            builder.bounds[place] = own
    starts, entries, _ = problem.arrays()
    places = {item: place for place, item in enumerate(items)}
    moved = array("i", map(places.__getitem__, entries))
    for number in numbers:
        builder.entries.extend(moved[starts[number] : starts[number + 1]])
        builder.starts.append(len(builder.entries))
    if problem.has_colors:
        _move_colors(problem, numbers, builder)
    builder.copy_costs(problem, numbers)
    return builder.build()


def _move_colors(problem: Problem, numbers: Sequence[int], builder: ProblemBuilder) -> None:
    # Colors are numbered by first use, as in the builder.
    names: dict[int, int] = {0: 0}
    for number in numbers:
        for color in problem.colors(number):
            builder.colors.append(names.setdefault(color, len(names)))
    for color in list(names)[1:]:
        builder.color_index[problem.color_names[color - 1]] = len(builder.color_index) + 1


def _order(size: int, dice: Random) -> list[int]:
    # By sorting random numbers: `random()` gives the same ones in every version of Python.
    rolls = [dice.random() for _ in range(size)]
    return sorted(range(size), key=rolls.__getitem__)
