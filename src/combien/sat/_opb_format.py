"""OPB as a file format of exact covers: sums of variables, costs as the objective."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from combien.cover._problem import Problem
from combien.cover.formats._names import spelled
from combien.cover.formats._rows import Row, Rows
from combien.cover.formats._text import refuse
from combien.sat import opb
from combien.sat._cnf import one_line
from combien.sat._encode import LinearEncoding
from combien.sat.wcnf import check_unused


def read(text: str) -> Problem:
    r"""Read a problem from OPB text, whose constraints are sums of different variables.

    >>> problem = read("* #variable= 2 #constraint= 1\n* x1 is left\n+1 x1 +1 x2 = 1 ;\n")
    >>> problem.names([0, 1])
    ('left', 'x2')

    Clauses become exact covers, too, where pairs of their variables exclude each other.
    Each variable of the header is an option; without a constraint, it may be chosen or not.
    Raises `BadFormat` with the line.
    """
    found = opb.read(text)
    used = {variable for linear in found for _, variable in linear.terms}
    used.update(variable for _, variable in found.objective)
    check_unused(found.variable_count - len(used))
    rows = Rows()
    place: dict[int, int] = {}
    for variable in range(1, found.variable_count + 1):
        name = found.name(variable) or f"x{variable}"
        while rows.is_known(name):
            name += "_"
        place[variable] = rows.column(name, 1)
        rows.columns[-1].high = Fraction(1)
    for factor, variable in found.objective:
        rows.objective.add(place[variable], Fraction(factor))
    for number, linear in enumerate(found, 1):
        bound = Fraction(linear.bound)
        row = Row(f"c{number}", linear.line, bound, bound if linear.equal else None, {})
        for factor, variable in linear.terms:
            row.add(place[variable], Fraction(factor))
        rows.row(row)
    return rows.problem(exclusive=True)


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem in the OPB format.

    >>> print("".join(lines(Problem.from_options({"left": "ab", "right": "b"}))), end="")
    * #variable= 2 #constraint= 2
    * x1 is left
    * x2 is right
    +1 x1 = 1 ;
    +1 x1 +1 x2 = 1 ;

    Raises `BadFormat` for colors.
    """
    refuse(
        problem, by="opb", features={"colors"}, instead="dlx or json, or encode it as constraints"
    )
    return opb.lines(_Named(problem))


class _Named(LinearEncoding):
    """The constraints of a problem, whose variables have the names of the options, if any."""

    def name(self, variable: int) -> str:
        name, entries = self.problem.name(variable - 1), self.problem.entries(variable - 1)
        return "" if name == entries else one_line(spelled(name))
