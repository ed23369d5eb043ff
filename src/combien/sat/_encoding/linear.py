"""An exact cover problem as linear constraints, for pseudo-Boolean solvers.

Each option has a variable, and each item has one constraint on the number of its chosen options,
or two where its bounds differ.  The objective is the sum of the costs.  A color that several
options give a secondary item has another variable, as in the clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.sat._encoding.encode import (
    Color,
    apart,
    chosen_options,
    members_of,
    name_of_color,
    name_of_option,
)
from combien.sat.opb import Linear, Term

__all__ = ["LinearEncoding"]


class LinearEncoding:
    """A problem as linear constraints, with the decoding of their solutions.

    >>> encoding = LinearEncoding(Problem.from_options(["ab", "bc", "c"], costs=[0, 0, 5]))
    >>> [linear.text() for linear in encoding]
    ['+1 x1 = 1 ;\\n', '+1 x1 +1 x2 = 1 ;\\n', '+1 x2 +1 x3 = 1 ;\\n']
    >>> encoding.objective, encoding.solution([1, -2, 3])
    (((5, 3),), (0, 2))

    Its solutions and the solutions of the problem correspond one to one.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._members = members_of(problem)
        self._colors: dict[int, tuple[Sequence[int], Sequence[Color]]] = {}
        self._of_variable: list[tuple[Color, int]] = []
        for item in range(problem.item_count):
            if problem.has_colors and not problem.primary_flags[item]:
                first = problem.option_count + len(self._of_variable) + 1
                literals, colors = apart(problem, item, self._members[item], first=first)
                self._colors[item] = literals, colors
                self._of_variable += ((color, item) for color in colors)
        sizes = [len(linear.terms) for linear in self]
        self.variable_count = problem.option_count + len(self._of_variable)
        self.constraint_count = len(sizes)
        self.objective: Sequence[Term] = tuple(
            (cost, option + 1)
            for option in range(problem.option_count)
            if (cost := problem.cost(option))
        )
        self.term_count = sum(sizes) + len(self.objective)

    @property
    def problem(self) -> Problem:
        """The problem that was encoded."""
        return self._problem

    def __iter__(self) -> Iterator[Linear]:
        problem = self._problem
        for item, options in enumerate(self._members):
            low, high = problem.bounds(item)
            literals: Sequence[int] = [option + 1 for option in options]
            if item in self._colors:
                literals, colors = self._colors[item]
                for color in colors:
                    for literal in color.literals:
                        yield Linear([(1, color.variable), (-1, literal)], 0)
                    group = [(1, literal) for literal in color.literals]
                    yield Linear([*group, (-1, color.variable)], 0)
            # A larger bound cannot be met either, and has more digits.
            low = min(low, len(literals) + 1)
            if low == high:
                yield Linear([(1, literal) for literal in literals], low, equal=True)
                continue
            if low:
                yield Linear([(1, literal) for literal in literals], low)
            if high < len(literals):
                yield Linear([(-1, literal) for literal in literals], -high)

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        if variable <= self._problem.option_count:
            return name_of_option(self._problem, variable - 1)
        color, item = self._of_variable[variable - self._problem.option_count - 1]
        return name_of_color(self._problem, color, item)

    def solution(self, model: Iterable[int]) -> Solution:
        """Return the solution of a model, as `Encoding.solution` does."""
        return chosen_options(model, self._problem, self.variable_count)
