"""Colours of a secondary item: a variable for each that several options give.

Options that give an item the same colour may stand together, so "at most one" is not said of them
but of their colours, and of the options without a colour or alone with theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from combien.cover.parts import NO_COLOUR
from combien.cover.problem import Problem
from combien.sat.cnf import Clause

__all__ = ["Colour", "apart"]


@dataclass(frozen=True, slots=True)
class Colour:
    """A variable that says that an item has a colour, and the options that give it."""

    variable: int
    number: int
    literals: Sequence[int]

    def clauses(self) -> Iterator[Clause]:
        """Clauses that make the variable true when, and only when, an option gives the colour."""
        yield from ((-literal, self.variable) for literal in self.literals)
        yield (*self.literals, -self.variable)


def apart(
    problem: Problem, item: int, options: Sequence[int], *, first: int
) -> tuple[list[int], list[Colour]]:
    """The literals of which at most one may be true, and the colours that some of them stand for.

    `options` are those of a secondary item; the variables of colours begin at `first`.
    """
    literals: list[int] = []
    of_colour: dict[int, list[int]] = {}
    for option in options:
        colour = problem.colours(option)[problem.indices(option).index(item)]
        if colour == NO_COLOUR:
            literals.append(option + 1)
        else:
            of_colour.setdefault(colour, []).append(option + 1)
    colours: list[Colour] = []
    for colour, group in of_colour.items():
        if len(group) == 1:
            literals += group
        else:
            colours.append(Colour(first + len(colours), colour, group))
            literals.append(colours[-1].variable)
    # Where all agree there is nothing to say.
    return (literals, colours) if len(literals) > 1 else ([], [])
