"""Colors of a secondary item: a variable for each color that several options give.

Options that give an item the same color are compatible, so "at most one" is required of their
colors, and of the options with no color or a color of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from combien.cover._elements import NO_COLOR
from combien.cover._problem import Problem
from combien.sat._cnf import Clause

__all__ = ["Color", "apart"]


@dataclass(frozen=True, slots=True)
class Color:
    """The variable of a color of an item, and the options that give it."""

    variable: int
    number: int
    literals: Sequence[int]

    def clauses(self) -> Iterator[Clause]:
        """Generate clauses that make the variable true exactly if an option gives the color."""
        yield from ((-literal, self.variable) for literal in self.literals)
        yield (*self.literals, -self.variable)


def apart(
    problem: Problem, item: int, options: Sequence[int], *, first: int
) -> tuple[list[int], list[Color]]:
    """Return the literals of which at most one may be true, and the colors among them.

    `options` belong to a secondary item; the variables of colors begin at `first`.
    """
    literals: list[int] = []
    of_color: dict[int, list[int]] = {}
    for option in options:
        color = problem.colors(option)[problem.indices(option).index(item)]
        if color == NO_COLOR:
            literals.append(option + 1)
        else:
            of_color.setdefault(color, []).append(option + 1)
    colors: list[Color] = []
    for color, group in of_color.items():
        if len(group) == 1:
            literals += group
        else:
            colors.append(Color(first + len(colors), color, group))
            literals.append(colors[-1].variable)
    # If all options agree, no constraint is needed.
    return (literals, colors) if len(literals) > 1 else ([], [])
