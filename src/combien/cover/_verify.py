"""Check solutions against the definition, independently of the engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from combien._base.checks import as_int, check_list, short_repr
from combien.cover._elements import NO_COLOR
from combien.cover._problem import Problem
from combien.errors import BadInput, BadProblem


class SumLimits(NamedTuple):
    """A side constraint: the weights of all options, and the least and the greatest sum."""

    weights: Sequence[int]
    least: int
    most: int


def broken_limit(limits: Sequence[SumLimits], options: Iterable[int]) -> tuple[int, int] | None:
    """Return the number of the first constraint that options do not satisfy, and their sum.

    >>> broken_limit([SumLimits((1, 1), 0, 2), SumLimits((3, 4), 0, 5)], [0, 1])
    (1, 7)
    """
    chosen = tuple(options)
    for number, (weights, least, most) in enumerate(limits):
        total = sum(weights[option] for option in chosen)
        if not least <= total <= most:
            return number, total
    return None


def verify(problem: Problem, options: Iterable[int]) -> None:
    """Raise `BadProblem` with the reason unless these options are a solution.

    >>> problem = Problem.from_options(["ab", "bc", "c"])
    >>> verify(problem, [0, 2])
    >>> verify(problem, [0, 1])
    Traceback (most recent call last):
    ...
    combien.errors.BadProblem: not a solution: item 'b' is in 2 chosen options, not in 1
    """
    if not isinstance(problem, Problem):
        raise BadInput(
            f"expected a Problem, not {short_repr(problem)}; for a model, pass model.problem()"
        )
    reason = fault(problem, options)
    if reason:
        raise BadProblem(f"not a solution: {reason}")


def fault(problem: Problem, options: Iterable[int]) -> str:
    """Return why these options are not a solution, or an empty string if they are.

    >>> fault(Problem.from_options(["ab", "bc", "c"]), [0])
    "item 'c' is in 0 chosen options, not in 1"
    """
    if not isinstance(options, Iterable):
        raise BadInput(f"{short_repr(options)} is not a solution: expected option numbers")
    chosen: list[int] = []
    for place, given in enumerate(check_list("options", options)):
        option = as_int(given)
        if option is None or not 0 <= option < problem.option_count:
            return f"there is no option {short_repr(given)}"
        chosen.append(option)
        if option in chosen[:place]:
            return f"option {option} is chosen twice"
    colors_of: dict[int, list[int]] = {number: [] for number in range(problem.item_count)}
    for option in chosen:
        for number, color in zip(problem.indices(option), problem.colors(option), strict=True):
            colors_of[number].append(color)
    for item in problem.items:
        colors = colors_of[item.number]
        if item.primary and not item.low <= len(colors) <= item.high:
            wanted = f"{item.low}" if item.low == item.high else f"{item.low} to {item.high}"
            return f"item {item.name!r} is in {len(colors)} chosen options, not in {wanted}"
        if not item.primary and len(colors) > 1:
            if NO_COLOR in colors:
                return f"secondary item {item.name!r} is in {len(colors)} chosen options"
            if len(set(colors)) > 1:
                return f"secondary item {item.name!r} gets {len(set(colors))} colors"
    return ""
