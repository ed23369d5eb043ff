"""OPB as a file format of exact covers: rows of variables, costs as the objective.

OPB has `min:` and whole numbers only.  SCIP writes a maximization with its costs negated, and the
constant and the scale of the objective as comments, which it reads again:

    * Obj. scale       : -1
    * Obj. offset      : 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._linear import LinearModel, Row
from combien.cover.formats._linear_cover import cover_of
from combien.cover.formats._names import spelled
from combien.cover.formats._rows import parts_of
from combien.cover.formats._text import refuse
from combien.sat import opb
from combien.sat._cnf import one_line
from combien.sat._encode import LinearEncoding
from combien.sat.wcnf import check_unused


def read(text: str) -> Problem | Constrained[Solution]:
    r"""Read a problem from OPB text, whose constraints are sums of different variables.

    >>> problem = read("* #variable= 2 #constraint= 1\n* x1 is left\n+1 x1 +1 x2 = 1 ;\n")
    >>> problem.names([0, 1])
    ('left', 'x2')

    Clauses become exact covers, too, where pairs of their variables exclude each other.
    Each variable of the header is an option; without a constraint, it may be chosen or not.
    Raises `BadFormat` with the line.
    """
    found = opb.read(text, bare=True)
    used = {variable for linear in found for _, variable in linear.terms}
    used.update(variable for _, variable in found.objective)
    check_unused(found.variable_count - len(used))
    model = LinearModel(exact=True)
    place: dict[int, int] = {}
    for variable in range(1, found.variable_count + 1):
        name = found.name(variable) or f"x{variable}"
        while model.is_known(name):
            name += "_"
        place[variable] = model.column(name, 1)
        model.columns[-1].high = Fraction(1)
    for factor, variable in found.objective:
        model.objective.add(place[variable], Fraction(factor))
    model.constant = Fraction(found.constant)
    # Anywhere but in a comment.
    if re.search(r"^(?!\*).*\bmin:", text, re.MULTILINE):
        model.direct("minimize", 1)
    model.obey_comments(text)
    for place_in_file, linear in enumerate(found, 1):
        bound = Fraction(linear.bound)
        row = Row(f"c{place_in_file}", linear.line, bound, bound if linear.equal else None, {})
        for factor, variable in linear.terms:
            row.add(place[variable], Fraction(factor))
        model.rows.append(row)
    return cover_of(model, exclusive=True)


def lines(model: Problem | Constrained[Solution]) -> Iterator[str]:
    """Return the lines of a problem in the OPB format.

    >>> print("".join(lines(Problem.from_options({"left": "ab", "right": "b"}))), end="")
    * #variable= 2 #constraint= 2
    * x1 is left
    * x2 is right
    +1 x1 = 1 ;
    +1 x1 +1 x2 = 1 ;

    Raises `BadFormat` for colors.
    """
    problem, _ = parts_of(model)
    refuse(
        problem, by="opb", features={"colors"}, instead="dlx or json, or encode it as constraints"
    )
    encoding = _Named(problem, limits=model.limits if isinstance(model, Constrained) else ())
    return opb.lines(encoding, comments=encoding.comments)


class _Named(LinearEncoding):
    """The constraints of a problem, whose variables have the names of the options, if any."""

    def name(self, variable: int) -> str:
        name, entries = self.problem.name(variable - 1), self.problem.entries(variable - 1)
        return "" if name == entries else one_line(spelled(name))
