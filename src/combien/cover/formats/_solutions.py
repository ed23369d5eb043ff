"""Solutions as text: by the names of their options, or as Knuth's programs print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien.cover._elements import Colored
from combien.cover._problem import Problem
from combien.cover.formats._names import spelled
from combien.errors import BadProblem

__all__ = ["knuth_lines", "named"]


def named(problem: Problem, solution: Iterable[int]) -> str:
    """The names of the chosen options in one line; an option without a name is its items.

    >>> named(Problem.from_options({"left": "ab", "right": "c"}), [0, 1])
    'left; right'
    >>> named(Problem.from_options([["a", (3, 4)], ["c"]]), [0, 1])
    'a 3,4; c'
    """
    return "; ".join(_named(problem, option) for option in _checked(problem, solution))


def knuth_lines(problem: Problem, solution: Iterable[int]) -> Iterator[str]:
    """The chosen options as Knuth's programs print them: a line each, every item after a blank.

    >>> list(knuth_lines(Problem.from_options(["ba", "dc"]), [0, 1]))
    [' b a', ' d c']

    His programs begin with the item that they branched on, go round the option from there, and add
    "(k of d)".  A solution does not contain its search: here each option begins with its item of
    smallest number and goes round from there, and nothing is added.
    """
    for option in _checked(problem, solution):
        numbers = problem.indices(option)
        entries = problem.entries(option)
        first = numbers.index(min(numbers))
        yield "".join(f" {_entry(entry)}" for entry in entries[first:] + entries[:first])


def _named(problem: Problem, option: int) -> str:
    name, entries = problem.name(option), problem.entries(option)
    if name == entries:
        return " ".join(map(_entry, entries))
    return spelled(name, otherwise=f"option {option}")


def _entry(entry: object) -> str:
    if isinstance(entry, Colored):
        return f"{spelled(entry.item, otherwise='?')}:{spelled(entry.color, otherwise='?')}"
    return spelled(entry, otherwise="?")


def _checked(problem: Problem, solution: Iterable[int]) -> Iterator[int]:
    for option in solution:
        if not 0 <= option < problem.option_count:
            raise BadProblem(f"there is no option {option}: there are {problem.option_count}")
        yield option
