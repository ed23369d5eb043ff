"""An exact cover problem as clauses: its models are the solutions.

A variable says that an option is chosen.  An item that must be covered gives the clause that one of
its options is chosen, and that no two are is said in one of the styles of `exactly.py`.  Where
options give a secondary item colours, a further variable stands for each colour that several give,
and of these variables, and of the options without a colour or alone with theirs, at most one is
true.  An item that may be in several options is counted.

Nothing is written before its size is known, and no clause is kept: they are made as they are asked
for, as often as they are.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from combien.cover.formats.names import spelled
from combien.cover.parts import NO_COLOUR, Solution
from combien.cover.problem import Problem
from combien.errors import BadInput
from combien.sat.cnf import Clause
from combien.sat.conflicts import Conflicts
from combien.sat.counters import Size
from combien.sat.exactly import between, keeps_count, size_of, style_named

__all__ = ["Encoding", "encode"]


@dataclass(frozen=True, slots=True)
class _Colour:
    """A variable that says that an item has a colour, and the options that give it."""

    variable: int
    number: int
    literals: Sequence[int]


@dataclass(frozen=True, slots=True)
class _Constraint:
    """What an item asks: so many of these literals; auxiliary variables begin at `first`."""

    item: int
    literals: Sequence[int]
    low: int
    high: int
    style: str
    first: int
    colours: Sequence[_Colour]

    def size(self) -> Size:
        """How much it takes, with its colours."""
        size = size_of(len(self.literals), self.low, self.high, style=self.style)
        for colour in self.colours:
            number = len(colour.literals)
            size += Size(1, number + 1, 3 * number + 1)
        return size

    def clauses(self) -> Iterator[Clause]:
        """The clauses, those of the colours first."""
        for colour in self.colours:
            yield from ((-literal, colour.variable) for literal in colour.literals)
            yield (*colour.literals, -colour.variable)
        first = self.first + len(self.colours)
        yield from between(self.literals, self.low, self.high, first=first, style=self.style)


class Encoding:
    """What a problem became, and the way back; made by `encode`."""

    def __init__(self, problem: Problem, style: str, counting: str) -> None:
        self._problem = problem
        self._style = style_named(style).name
        self._counting = style_named(counting).name
        self._constraints: list[_Constraint] = []
        once: dict[int, Sequence[int]] = {}
        variables = problem.option_count
        for item, members in enumerate(_members(problem)):
            low, high = problem.bounds(item)
            if self._style == "pairwise" and high == 1:
                once[item] = members
                high = len(members)
            constraint = self._constraint(item, members, low, high, variables + 1)
            self._constraints.append(constraint)
            variables += constraint.size().variables
        self._variable_count = variables
        self._conflicts = Conflicts(problem, once)

    def _constraint(
        self, item: int, members: Sequence[int], low: int, high: int, first: int
    ) -> _Constraint:
        problem = self._problem
        literals: Sequence[int] = array("i", (option + 1 for option in members))
        colours: list[_Colour] = []
        if not problem.primary_flags[item] and problem.has_colours and high < len(members):
            literals, colours = _coloured(problem, item, members, first)
        style = self._style if high == 1 else self._counting
        return _Constraint(item, literals, low, high, style, first, tuple(colours))

    @property
    def problem(self) -> Problem:
        """The problem that was encoded."""
        return self._problem

    @property
    def style(self) -> str:
        """The style of "at most one"."""
        return self._style

    @property
    def variable_count(self) -> int:
        """How many variables there are: one an option, then the auxiliary ones."""
        return self._variable_count

    @property
    def clause_count(self) -> int:
        """How many clauses there are; known without making them."""
        return self._size.clauses

    @property
    def literal_count(self) -> int:
        """How many literals the clauses have together; known without making them."""
        return self._size.literals

    @cached_property
    def _size(self) -> Size:
        size = Size()
        for constraint in self._constraints:
            size += constraint.size()
        pairs = self._conflicts.count()
        return size + Size(0, pairs, 2 * pairs)

    @cached_property
    def bytes_dimacs(self) -> int:
        """The most bytes that the clauses take in DIMACS form, with the meaning of the variables.

        Each literal is taken to be as long as the longest.
        """
        digits = len(str(self.variable_count))
        meanings = sum(
            len(f"c variable {variable}: {self.name(variable)}\n".encode())
            for variable in range(1, self.variable_count + 1)
        )
        header = len(f"p cnf {self.variable_count} {self.clause_count}\n")
        return meanings + header + self.literal_count * (digits + 2) + self.clause_count * 2

    @cached_property
    def keeps_count(self) -> bool:
        """Whether models correspond one to one to solutions."""
        return all(
            keeps_count(len(part.literals), part.low, part.high, style=part.style)
            for part in self._constraints
        )

    def clauses(self) -> Iterator[Clause]:
        """The clauses, each made when it is asked for."""
        for constraint in self._constraints:
            yield from constraint.clauses()
        yield from self._conflicts.clauses()

    def __iter__(self) -> Iterator[Clause]:
        return self.clauses()

    def name(self, variable: int) -> str:
        """What a variable means: the entries of its option, or which item it serves.

        >>> encoding = encode(Problem.from_options(["ab"] * 5))
        >>> encoding.name(1), encoding.name(6)
        ('a b', 'bitwise 1 of item a')
        """
        if not 1 <= variable <= self.variable_count:
            raise BadInput(f"there is no variable {variable}: there are {self.variable_count}")
        problem = self._problem
        if variable <= problem.option_count:
            return " ".join(" ".join(str(e).split()) for e in problem.entries(variable - 1))
        place = bisect_right(self._constraints, variable, key=lambda part: part.first) - 1
        part = self._constraints[place]
        item = " ".join(spelled(problem.item_names[part.item], otherwise=f"#{part.item}").split())
        number = variable - part.first
        if number < len(part.colours):
            return f"colour {part.colours[number].number} of item {item}"
        return f"{part.style} {number - len(part.colours) + 1} of item {item}"

    def solution(self, model: Iterable[int]) -> Solution:
        """The solution that a model says: the options whose variables are true.

        >>> encode(Problem.from_options(["a", "ab", "b"])).solution([1, -2, 3])
        (0, 2)

        A model is its literals, or only the true ones, in any order; whether it is one is not
        checked.  Errors: `BadInput` for a variable that is not there.
        """
        chosen = []
        for literal in model:
            if not 1 <= abs(literal) <= self.variable_count:
                raise BadInput(
                    f"the model speaks of variable {abs(literal)}, but there are "
                    f"{self.variable_count}: it is a model of other clauses"
                )
            if 0 < literal <= self._problem.option_count:
                chosen.append(literal - 1)
        return Solution(sorted(set(chosen)))

    def __repr__(self) -> str:
        return (
            f"<Encoding ({self._style}): {self.variable_count} variables, "
            f"{self.clause_count} clauses>"
        )


def encode(problem: Problem, style: str = "bitwise", *, counting: str = "") -> Encoding:
    """The clauses whose models are the solutions of a problem.

    >>> encoding = encode(Problem.from_options(["ab", "bc", "c"]))
    >>> encoding, list(encoding.clauses())
    (<Encoding (bitwise): 3 variables, 5 clauses>, [(1,), (1, 2), (-1, -2), (2, 3), (-2, -3)])
    >>> encoding.solution([1, -2, 3])
    (0, 2)

    `style` is one of `STYLES`, and says how "at most one" is written; `counting` one of those that
    count, for items that may be in several options: the style itself, unless it is pairwise or does
    not count, and then the totalizer.  With `pairwise` two options that share several items
    exclude each other in one clause, and the conflicts stand after everything else.

    Costs are left out: clauses say what is a solution, not which is the cheapest.
    Errors: `BadInput` for a style that there is not.
    Cost: some 4 bytes an entry of the problem; the clauses are made, not kept.
    """
    chosen = style_named(style)
    if not counting:
        counting = style if chosen.counts and style != "pairwise" else "totalizer"
    return Encoding(problem, style, counting)


def _members(problem: Problem) -> list[array[int]]:
    """The options of each item, in increasing order."""
    members = [array("i") for _ in range(problem.item_count)]
    for option in range(problem.option_count):
        for item in problem.indices(option):
            members[item].append(option)
    return members


def _coloured(
    problem: Problem, item: int, members: Sequence[int], first: int
) -> tuple[list[int], list[_Colour]]:
    """The literals of which one may be true, and the colours that some of them stand for."""
    literals: list[int] = []
    of_colour: dict[int, list[int]] = {}
    for option in members:
        colour = problem.colours(option)[problem.indices(option).index(item)]
        if colour == NO_COLOUR:
            literals.append(option + 1)
        else:
            of_colour.setdefault(colour, []).append(option + 1)
    colours: list[_Colour] = []
    for colour, group in of_colour.items():
        if len(group) == 1:
            literals += group
        else:
            colours.append(_Colour(first + len(colours), colour, group))
            literals.append(colours[-1].variable)
    if len(literals) == 1:
        # All agree.
        return [], []
    return literals, colours
