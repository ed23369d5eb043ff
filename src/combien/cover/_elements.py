"""The elements of a problem: items, options, colored entries and solutions.

These small objects are created on demand; the problem itself keeps flat arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from combien import _native
from combien._base.checks import as_int, check_list, short_repr
from combien.errors import BadProblem

NO_COLOR = 0


def _described(kind: type) -> type:
    """Return a class with a description, as the core reads it and `python -OO` leaves it out."""
    kind.__doc__ = kind.__doc__ or ""
    return kind


@_native.packed
@_described
class Solution(tuple[int, ...]):
    """A solution: the numbers of the chosen options, in increasing order.

    >>> from combien import Problem, solve
    >>> problem = Problem.from_options({"left": "ab", "right": "cd", "all": "abcd"})
    >>> solution = solve(problem)
    >>> solution, problem.names(solution)
    ((0, 1), ('left', 'right'))
    >>> solution == (0, 1), hash(solution) == hash((0, 1))
    (True, True)

    It behaves like a tuple, but that is made only when it is used: most solutions are found in less
    time.  Write `tuple(solution)` or `list(solution)` where no other type is accepted, as in
    `json.dumps`.
    """

    __slots__ = ()


# For `isinstance`, and for patterns in `match`.
Sequence.register(Solution)


def chosen_options(solution: Iterable[int], count: int) -> list[int]:
    """Return the option numbers of a solution as a list; `count` is the number of options.

    >>> chosen_options((0, 2), 3)
    [0, 2]

    Raises `BadProblem` if a number is not an option.
    """
    chosen = []
    for given in check_list("solution", solution, "the numbers of options", error=BadProblem):
        option = as_int(given)
        if option is None or not 0 <= option < count:
            raise BadProblem(f"there is no option {short_repr(given)}: there are {count}, from 0")
        chosen.append(option)
    return chosen


class Colored:
    """A secondary item together with the color that an option gives it.

    >>> from combien import Colored, Problem, count
    >>> word, letter = Colored("x", "A"), Colored("x", "B")
    >>> count(Problem.from_options([["p", word], ["q", word], ["q", letter]], secondary=["x"]))
    1
    """

    __slots__ = ("color", "item")

    def __init__(self, item: Hashable, color: Hashable) -> None:
        self.item = item
        self.color = color

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Colored):
            return NotImplemented
        return (self.item, self.color) == (other.item, other.color)

    def __hash__(self) -> int:
        return hash((Colored, self.item, self.color))

    def __repr__(self) -> str:
        return f"Colored({self.item!r}, {self.color!r})"


class Item:
    """An item: its number, its name, and its bounds `low` and `high`."""

    __slots__ = ("high", "low", "name", "number", "primary")

    def __init__(self, number: int, name: Hashable, primary: bool, low: int, high: int) -> None:
        self.number = number
        self.name = name
        self.primary = primary
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        kind = "primary" if self.primary else "secondary"
        bounds = f", {self.low} to {self.high}" if (self.low, self.high) != (1, 1) else ""
        return f"<{kind} item {self.name!r}{bounds if self.primary else ''}>"


class Option:
    """An option: its number, its name, and its entries (a name, or a `Colored`)."""

    __slots__ = ("entries", "name", "number")

    def __init__(self, number: int, name: Hashable, entries: tuple[Hashable, ...]) -> None:
        self.number = number
        self.name = name
        self.entries = entries

    def __repr__(self) -> str:
        named = f" {self.name!r}" if self.name != self.entries else ""
        return f"<option {self.number}{named}: {', '.join(map(repr, self.entries))}>"
